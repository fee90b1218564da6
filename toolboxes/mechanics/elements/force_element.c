/* Elements with a force law without memory. */
#include "force_element_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* A force law with its numbers, and as solvers see them. */
typedef struct numbered_law {
    rdg_force_law law; /* first: it is what `self` of an element points to */
    rdg_law_parameter *own;
    rdg_element_parameter *number;
    double value[]; /* at the start */
} numbered_law;

static void free_law(void *self)
{
    numbered_law *whole = self;
    rdg_force_law *law = &whole->law;
    rdg_free(whole->own);
    rdg_free(whole->number);
    if (law->free_data) {
        law->free_data(law->data);
    }
    rdg_free(whole);
}

/* The least value of a range. */
static double number_least(rdg_parameter_range range)
{
    return range == RDG_POSITIVE ? RDG_ABOVE_ZERO : range == RDG_NOT_NEGATIVE ? 0 : -INFINITY;
}

static rdg_status check_numbers(rdg_context *ctx, const char *where, const char *at, const rdg_force_law *law)
{
    if (law->n_numbers < 0 || (law->n_numbers > 0 && !law->number)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the element at \"%s\" has n_numbers = %lld%s", at,
                        (long long)law->n_numbers, law->number ? "" : " and no numbers: list them");
    }
    for (rdg_index k = 0; k < law->n_numbers; k++) {
        const rdg_law_parameter *number = &law->number[k];
        if (!number->name || !*number->name || !number->value) {
            return rdg_fail(ctx, RDG_ERR_NAME, where, "number %lld of the element at \"%s\" has no %s",
                            (long long)k, at,
                            number->value ? "name" : "value: point to where the force law reads it");
        }
        if (!isfinite(*number->value) || !(*number->value >= number_least(number->range))) {
            return rdg_fail(ctx, isfinite(*number->value) ? RDG_ERR_ARGUMENT : RDG_ERR_NOT_FINITE, where,
                            "the element at \"%s\" has %s = %g%s%s: it must be %s", at, number->name,
                            *number->value, number->unit && *number->unit ? " " : "",
                            number->unit ? number->unit : "",
                            number->range == RDG_POSITIVE       ? "positive"
                            : number->range == RDG_NOT_NEGATIVE ? "zero or positive"
                                                                : "finite");
        }
    }
    return RDG_OK;
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_given_law *given)
{
    enum { MOST = 1 << 24 };
    const rdg_force_law *law = &given->law;
    const char *at = given->at[0] ? given->at[0] : "?";
    const bool exact = law->scalar || law->vector, plain = given->plain || given->plain_vector;
    if (exact == plain) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %s: give a force law with derivatives or a plain one", at,
                        exact ? "two force laws" : "no force law");
    }
    if (law->samples < 0 || law->samples > MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: at most %d are possible; 0 chooses",
                        at, (long long)law->samples, MOST);
    }
    if (law->degree < 0) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "the element at \"%s\" has degree = %d: give the degree of a polynomial force law, or 0", at,
            law->degree);
    }
    return check_numbers(ctx, where, at, law);
}

static bool take_numbers(rdg_context *ctx, const rdg_force_law *from, numbered_law *law)
{
    const size_t n = (size_t)from->n_numbers;
    if (n == 0) {
        return true;
    }
    law->own = rdg_context_calloc(ctx, n, sizeof *law->own);
    law->number = rdg_context_calloc(ctx, n, sizeof *law->number);
    for (size_t k = 0; law->own && law->number && k < n; k++) {
        law->own[k] = from->number[k];
        law->value[k] = *from->number[k].value;
        law->number[k] = (rdg_element_parameter){.name = law->own[k].name,
                                                 .unit = law->own[k].unit ? law->own[k].unit : "",
                                                 .offset = offsetof(numbered_law, value) + k * sizeof(double),
                                                 .least = number_least(law->own[k].range)};
    }
    return law->own && law->number;
}

/* A force law of its own, which owns the data from here on; NULL after a failure, when given still owns them.
 */
static numbered_law *create(rdg_context *ctx, const char *where, rdg_given_law *given)
{
    if (check(ctx, where, given) != RDG_OK) {
        return NULL;
    }
    const size_t values = sizeof(double) * (size_t)given->law.n_numbers;
    numbered_law *law = rdg_context_calloc(ctx, 1, sizeof *law + values);
    const bool plain = given->plain || given->plain_vector;
    if (law && (!take_numbers(ctx, &given->law, law) ||
                (plain && rdg_force_law_by_differences(ctx, where, given) != RDG_OK))) {
        free_law(law);
        return NULL;
    }
    if (law) {
        law->law = given->law;
        law->law.number = law->own;
    }
    return law;
}

/* With data of its own, in which its numbers are, if these may be copied. */
static void *copy_law(rdg_context *ctx, const void *self)
{
    const numbered_law *from = self;
    const size_t values = sizeof(double) * (size_t)from->law.n_numbers, size = from->law.data_size;
    numbered_law *law = rdg_context_calloc(ctx, 1, sizeof *law + values);
    if (!law) {
        return NULL;
    }
    law->law = from->law;
    law->law.free_data = NULL;
    if (!take_numbers(ctx, &from->law, law)) {
        free_law(law);
        return NULL;
    }
    law->law.number = law->own;
    if (size == 0) {
        return law;
    }
    law->law.free_data = rdg_free;
    law->law.data = rdg_context_calloc(ctx, 1, size);
    if (!law->law.data) {
        free_law(law);
        return NULL;
    }
    memcpy(law->law.data, from->law.data, size);
    for (rdg_index k = 0; k < law->law.n_numbers; k++) {
        const char *at = (const char *)from->own[k].value;
        law->own[k].value = (double *)(void *)((char *)law->law.data + (at - (const char *)from->law.data));
    }
    return law;
}

static void set_number(void *self, int which, double value)
{
    *((numbered_law *)self)->own[which].value = value;
}

rdg_status rdg_force_law_add(rdg_structure *s, const char *where, const rdg_given_law *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    const bool ready = ctx && rdg_error_status(ctx) == RDG_OK;
    rdg_given_law mine = *given;
    numbered_law *law = ready ? create(ctx, where, &mine) : NULL;
    if (!law) {
        if (mine.law.free_data) {
            mine.law.free_data(mine.law.data);
        }
        return ready ? rdg_error_status(ctx) : RDG_ERR_EARLIER;
    }
    return rdg_element_add(s,
                           &(rdg_element){.name = given->name,
                                          .d = law->law.d,
                                          .at = given->at,
                                          .kind = {.type = given->type ? given->type : "time element",
                                                   .time = &rdg_force_law_in_time,
                                                   .n_numbers = law->law.n_numbers,
                                                   .number = law->number,
                                                   .free_self = free_law,
                                                   .copy_self = copy_law,
                                                   .set_number = set_number},
                                          .self = law},
                           where);
}
