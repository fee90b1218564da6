/* Force laws without memory: their element, and their answer in time. */
#include "force_law_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

/* A law of one displacement: y = (x, v). */
static int scalar_force(const rdg_force_law *law, const rdg_law_state *at, const rdg_law_force *answer)
{
    rdg_law_value value = {0};
    const int status = law->scalar(at->x[0], at->v[0], &value, law->data);
    if (answer->f) {
        answer->f[0] = value.f;
    }
    if (answer->df) {
        answer->df[0] = value.fx;
        answer->df[1] = value.fv;
    }
    if (answer->d2f) {
        answer->d2f[0] = answer->mu[0] * value.fxx;
        answer->d2f[1] = answer->d2f[2] = answer->mu[0] * value.fxv;
        answer->d2f[3] = answer->mu[0] * value.fvv;
    }
    return status;
}

/* The blocks of second derivatives, of which the symmetric ones hold a triangle, become one matrix. */
static void join(rdg_index d, const double *hxx, const double *hxv, const double *hvv, double *d2f)
{
    const rdg_index n = 2 * d;
    for (rdg_index k = 0; k < d; k++) {
        for (rdg_index j = 0; j < d; j++) {
            const rdg_index upper = j <= k ? j + d * k : k + d * j;
            d2f[j + n * k] = hxx[upper];
            d2f[d + j + n * (d + k)] = hvv[upper];
            d2f[j + n * (d + k)] = hxv[j + d * k];
            d2f[d + k + n * j] = hxv[j + d * k];
        }
    }
}

static int vector_force(const rdg_force_law *law, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_index d = law->d;
    double *work = rdg_calloc((size_t)(3 * d + 5 * d * d), sizeof *work);
    double *f = work, *x_size = work + d, *v_size = work + 2 * d, *fx = work + 3 * d;
    double *second = fx + 2 * d * d;
    if (!work) {
        return -1;
    }
    for (rdg_index j = 0; j < d; j++) {
        x_size[j] = fabs(at->x[j]);
        v_size[j] = fabs(at->v[j]);
    }
    const bool curved = answer->d2f != NULL;
    const rdg_vector_value value = {.f = answer->f ? answer->f : f,
                                    .fx = answer->df ? answer->df : fx,
                                    .fv = (answer->df ? answer->df : fx) + d * d,
                                    .mu = curved ? answer->mu : NULL,
                                    .hxx = curved ? second : NULL,
                                    .hxv = curved ? second + d * d : NULL,
                                    .hvv = curved ? second + 2 * d * d : NULL,
                                    .x_size = x_size,
                                    .v_size = v_size};
    const int status = law->vector(d, at->x, at->v, &value, law->data);
    if (curved) {
        join(d, value.hxx, value.hxv, value.hvv, answer->d2f);
    }
    rdg_free(work);
    return status;
}

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_force_law *law = self;
    (void)d;
    return (law->scalar ? scalar_force : vector_force)(law, at, answer);
}

const rdg_law_in_time rdg_force_law_in_time = {.force = force};

static void free_law(void *self)
{
    rdg_force_law *law = self;
    if (law->free_data) {
        law->free_data(law->data);
    }
    rdg_free(law);
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_given_law *given)
{
    enum { MOST = 1 << 24 };
    const rdg_force_law *law = &given->law;
    const char *at = given->at[0] ? given->at[0] : "?";
    const bool exact = law->scalar || law->vector, plain = given->plain || given->plain_vector;
    if (exact == plain) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %s: give one of law and plain", at,
                        exact ? "two force laws" : "no force law");
    }
    if (law->samples < 0 || law->samples > MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: at most %d are possible; 0 chooses",
                        at, (long long)law->samples, MOST);
    }
    if (law->degree < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has degree = %d: give the degree of a polynomial law, or 0",
                        at, law->degree);
    }
    return RDG_OK;
}

/* A law of its own, which owns the data from here on; NULL after a failure, when given still owns them. */
static rdg_force_law *create(rdg_context *ctx, const char *where, rdg_given_law *given)
{
    if (check(ctx, where, given) != RDG_OK) {
        return NULL;
    }
    rdg_force_law *law = rdg_context_calloc(ctx, 1, sizeof *law);
    const bool plain = given->plain || given->plain_vector;
    if (law && plain && rdg_force_law_by_differences(ctx, where, given) != RDG_OK) {
        rdg_free(law);
        return NULL;
    }
    if (law) {
        *law = given->law;
    }
    return law;
}

rdg_status rdg_force_law_add(rdg_structure *s, const char *where, const rdg_given_law *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    const bool ready = ctx && rdg_error_status(ctx) == RDG_OK;
    rdg_given_law mine = *given;
    rdg_force_law *law = ready ? create(ctx, where, &mine) : NULL;
    if (!law) {
        if (mine.law.free_data) {
            mine.law.free_data(mine.law.data);
        }
        return ready ? rdg_error_status(ctx) : RDG_ERR_EARLIER;
    }
    return rdg_element_add(s,
                           &(rdg_element){.name = given->name,
                                          .d = law->d,
                                          .at = given->at,
                                          .kind = {.type = given->type ? given->type : "time element",
                                                   .time = &rdg_force_law_in_time,
                                                   .free_self = free_law},
                                          .self = law},
                           where);
}
