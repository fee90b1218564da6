/* Force laws without memory: their answer in time. */
#include "force_law.h"
#include "straight_work.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A force law of one displacement: y = (x, v). */
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

/* A force law is called in several threads, so what it needs on the way is on the stack; of more
 * displacements than these in memory of its own. */
enum { FEW = 8 };

static int ask_vector(const rdg_force_law *law, const rdg_law_state *at, const rdg_law_force *answer,
                      double *work)
{
    const rdg_index d = law->d;
    double *f = work, *x_size = work + d, *v_size = work + 2 * d, *fx = work + 3 * d;
    double *second = fx + 2 * d * d;
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
    return status;
}

static int vector_force(const rdg_force_law *law, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_index d = law->d;
    double few[3 * FEW + 5 * FEW * FEW], *more = NULL;
    if (d > FEW) {
        more = rdg_calloc((size_t)(3 * d + 5 * d * d), sizeof *more);
        if (!more) {
            return -1;
        }
    } else {
        memset(few, 0, (size_t)(3 * d + 5 * d * d) * sizeof *few);
    }
    const int status = ask_vector(law, at, answer, more ? more : few);
    rdg_free(more);
    return status;
}

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_force_law *law = self;
    (void)d;
    return (law->scalar ? scalar_force : vector_force)(law, at, answer);
}

/* A force law at an instant, and its force there. */
typedef struct journey {
    const rdg_force_law *law;
    const double *x, *rest; /* [d]; [d] velocities of 0 */
    double *x_s, *f;        /* [d] */
} journey;

static int force_at(const journey *way, const double *x, const double *v, double *f)
{
    const rdg_law_state at = {.x = x, .v = v};
    memset(f, 0, (size_t)way->law->d * sizeof *f);
    return force(way->law, way->law->d, &at, &(rdg_law_force){.f = f});
}

static int power_at(void *data, double s, double *power)
{
    const journey *way = data;
    const rdg_index d = way->law->d;
    for (rdg_index j = 0; j < d; j++) {
        way->x_s[j] = s * way->x[j];
    }
    const int status = force_at(way, way->x_s, way->rest, way->f);
    *power = 0.0;
    for (rdg_index j = 0; j < d; j++) {
        *power += way->f[j] * way->x[j];
    }
    return status;
}

/* What the velocity adds to the force dissipates. work: [4 d], zero */
static int find_energy(const rdg_force_law *law, const rdg_law_state *at, double *work,
                       rdg_law_energy *answer)
{
    const rdg_index d = law->d;
    double *still = work + 3 * d;
    journey way = {.law = law, .x = at->x, .rest = work, .x_s = work + d, .f = work + 2 * d};
    *answer = (rdg_law_energy){0};
    int status = rdg_straight_work(power_at, &way, &answer->stored);
    status = status == 0 ? force_at(&way, at->x, way.rest, still) : status;
    status = status == 0 ? force_at(&way, at->x, at->v, way.f) : status;
    for (rdg_index j = 0; j < d; j++) {
        answer->power += (way.f[j] - still[j]) * at->v[j];
    }
    return status;
}

static int energy(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *answer)
{
    double few[4 * FEW] = {0};
    double *more = d > FEW ? rdg_calloc((size_t)(4 * d), sizeof *more) : NULL;
    if (d > FEW && !more) {
        return -1;
    }
    const int status = find_energy(self, at, more ? more : few, answer);
    rdg_free(more);
    return status;
}

const rdg_law_in_time rdg_force_law_in_time = {.force = force, .energy = energy};
