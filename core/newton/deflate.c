/* Deflation: what is known, and the factor M that takes it out. */
#include "deflate_impl.h"
#include "finite.h"
#include "problem.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

enum { MOST_STEPS = 40, NEWTON_STEPS = 12 };

static const double same = 1e-6; /* distance of two solutions that are one */

void rdg_deflation_free(rdg_deflation *d)
{
    if (d) {
        rdg_context_disown(d->ctx, d);
        for (rdg_index k = 0; k < d->count; k++) {
            rdg_free(d->known[k]);
        }
        rdg_corrector_free(d->corrector);
        rdg_system_free(d->s);
        void *const owned[] = {d->known, d->held,  d->size,     d->weight, d->F,
                               d->step,  d->trial, d->gradient, d->u,      d->at};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) {
            rdg_free(owned[k]);
        }
        rdg_free(d);
    }
}

static void free_object(void *object)
{
    rdg_deflation_free(object);
}

/* --- what is requested */

static rdg_status read_options(rdg_deflation *d, const rdg_deflation_options *o, rdg_newton_options *newton)
{
    static const rdg_deflation_options chosen = {.power = 0.0};
    o = o ? o : &chosen;
    const double number[] = {o->power, o->shift, o->tolerance[0], o->tolerance[1]};
    bool good = o->iterations >= 0;
    for (size_t k = 0; k < sizeof number / sizeof *number; k++) {
        good = good && isfinite(number[k]) && !signbit(number[k]);
    }
    if (!good) {
        return rdg_fail(
            d->ctx, RDG_ERR_ARGUMENT, "rdg_deflation_create",
            "power %g, shift %g, tolerances %g and %g, %d iterations: give positive numbers, or 0 "
            "for what is chosen",
            o->power, o->shift, o->tolerance[0], o->tolerance[1], o->iterations);
    }
    d->power = o->power > 0.0 ? o->power : 2.0;
    d->shift = o->shift > 0.0 ? o->shift : 1.0;
    d->iterations = o->iterations > 0 ? o->iterations : MOST_STEPS;
    *newton = (rdg_newton_options){.residual_tol = o->tolerance[0] > 0.0 ? o->tolerance[0] : 1e-9,
                                   .step_tol = o->tolerance[1] > 0.0 ? o->tolerance[1] : 1e-10,
                                   .max_iterations = NEWTON_STEPS};
    return RDG_OK;
}

static rdg_status allocate(rdg_deflation *d)
{
    const rdg_problem *p = d->p;
    double **array[] = {&d->size, &d->weight, &d->F, &d->step, &d->trial, &d->gradient, &d->u, &d->at};
    d->held = rdg_context_calloc(d->ctx, (size_t)p->n_parameters, sizeof *d->held);
    for (size_t k = 0; k < sizeof array / sizeof *array; k++) {
        *array[k] = rdg_context_calloc(d->ctx, (size_t)p->n, sizeof(double));
    }
    RDG_TRY(rdg_error_status(d->ctx));
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        d->held[k] = p->parameter[k].kind == RDG_INACTIVE;
    }
    d->n_entries = p->n_entries;
    return RDG_OK;
}

void rdg_deflation_measure(rdg_deflation *d, const double *u)
{
    const rdg_problem *p = d->p;
    rdg_typical_sizes(p, u, d->trial);
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        for (rdg_index j = block->start; j < block->start + block->n; j++) {
            const bool fixed = d->s->settled[j] || rdg_frozen_has(&p->frozen, j);
            d->size[j] = fmax(d->size[j], d->trial[j]);
            d->weight[j] = fixed ? 0.0 : 1.0 / (d->size[j] * d->size[j] * (double)block->n);
        }
    }
}

static rdg_status make(rdg_deflation *d, const rdg_newton_options *newton)
{
    const rdg_problem *p = d->p;
    d->s = rdg_system_create(d->p, d->held, p->u0, 0, RDG_LU_AUTO);
    RDG_TRY(rdg_error_status(d->ctx));
    if (d->s->dimension != 0) {
        return rdg_fail(d->ctx, RDG_ERR_SIZE, "rdg_deflation_create",
                        "%lld variables and %lld equations (held parameters count as one each) are no point: "
                        "add parameters that are held",
                        (long long)d->s->n, (long long)d->s->m);
    }
    d->corrector = rdg_corrector_create(d->s, newton);
    RDG_TRY(rdg_error_status(d->ctx));
    rdg_deflation_measure(d, p->u0);
    return RDG_OK;
}

rdg_deflation *rdg_deflation_create(rdg_problem *p, const rdg_deflation_options *options)
{
    if (!rdg_problem_works(p)) {
        return NULL;
    }
    rdg_newton_options newton;
    rdg_deflation *d = rdg_context_calloc(p->ctx, 1, sizeof *d);
    if (!d) {
        return NULL;
    }
    d->p = p;
    d->ctx = p->ctx;
    rdg_status status = read_options(d, options, &newton);
    status = status == RDG_OK ? rdg_problem_require_finite(p, "rdg_deflation_create", "start value", p->u0)
                              : status;
    status = status == RDG_OK ? allocate(d) : status;
    status = status == RDG_OK ? make(d, &newton) : status;
    status = status == RDG_OK ? rdg_context_own(d->ctx, d, free_object) : status;
    if (status != RDG_OK) {
        rdg_deflation_free(d);
        return NULL;
    }
    return d;
}

rdg_status rdg_deflation_require(const rdg_deflation *d, const char *where, const double *u)
{
    if (!d || rdg_error_status(d->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (d->p->n != d->s->n || d->p->n_entries != d->n_entries) {
        return rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where,
                        "the problem has got more variables or functions since the search was begun");
    }
    return u ? rdg_problem_require_finite(d->p, where, "variable", u)
             : rdg_fail(d->ctx, RDG_ERR_ARGUMENT, where, "the point is NULL");
}

static void forget(rdg_deflation *d)
{
    while (d->count > 0) {
        rdg_free(d->known[--d->count]);
    }
}

rdg_status rdg_deflation_hold(rdg_deflation *d, const char *parameter, double value)
{
    RDG_TRY(rdg_deflation_require(d, __func__, d ? d->u : NULL));
    const rdg_index k = rdg_problem_require_parameter(d->p, __func__, parameter);
    if (k < 0) {
        return rdg_error_status(d->ctx);
    }
    if (!isfinite(value) || !d->held[k]) {
        return RDG_FAIL(d->ctx, d->held[k] ? RDG_ERR_NOT_FINITE : RDG_ERR_ARGUMENT,
                        "\"%s\" is to be held at %g%s", parameter, value,
                        d->held[k] ? "" : ", but it is none that is held");
    }
    rdg_system_set_target(d->s, k, value);
    forget(d);
    return RDG_OK;
}

/* --- known solutions */

static double square_of_distance(const rdg_deflation *d, const double *a, const double *b)
{
    return rdg_weighted_square(d->s->n, d->weight, a, b);
}

rdg_index rdg_deflation_find(const rdg_deflation *d, const double *u)
{
    for (rdg_index k = 0; d && u && k < d->count; k++) {
        if (square_of_distance(d, d->known[k], u) <= same * same) {
            return k;
        }
    }
    return -1;
}

rdg_status rdg_deflation_keep(rdg_deflation *d, const double *u)
{
    rdg_deflation_measure(d, u);
    if (rdg_deflation_find(d, u) >= 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(d->ctx, &d->known, &d->capacity, d->count + 1, sizeof *d->known));
    double *copy = rdg_context_calloc(d->ctx, (size_t)d->s->n, sizeof *copy);
    if (!copy) {
        return RDG_ERR_NO_MEMORY;
    }
    d->known[d->count++] = memcpy(copy, u, (size_t)d->s->n * sizeof *copy);
    return RDG_OK;
}

rdg_status rdg_deflation_add(rdg_deflation *d, const double *u)
{
    RDG_TRY(rdg_deflation_require(d, __func__, u));
    RDG_TRY(rdg_require_finite(d->ctx, __func__, "u", d->s->n, u));
    return rdg_deflation_keep(d, u);
}

rdg_index rdg_deflation_count(const rdg_deflation *d)
{
    return d ? d->count : 0;
}

const double *rdg_deflation_solution(const rdg_deflation *d, rdg_index k)
{
    return d && k >= 0 && k < d->count ? d->known[k] : NULL;
}

/* --- M */

bool rdg_deflation_factor(const rdg_deflation *d, const double *u, double *value, double *gradient)
{
    const double most = 700.0; /* of an exponent */
    *value = 0.0;
    for (rdg_index j = 0; gradient && j < d->s->n; j++) {
        gradient[j] = 0.0;
    }
    for (rdg_index k = 0; k < d->count; k++) {
        const double square = square_of_distance(d, u, d->known[k]);
        if (!isgreater(square, 0.0) || !isfinite(square)) {
            return false;
        }
        const double far = 0.5 * d->power * log(square) + log(d->shift); /* ln of shift over the other term */
        const double share = far > most ? 0.0 : 1.0 / (1.0 + exp(far));
        *value += far > 0.0 ? log(d->shift) + log1p(exp(-far)) : log(d->shift) - far + log1p(exp(far));
        for (rdg_index j = 0; gradient && j < d->s->n; j++) {
            gradient[j] -= share * d->power * d->weight[j] * (u[j] - d->known[k][j]) / square;
        }
    }
    return true;
}

rdg_status rdg_deflation_log(rdg_deflation *d, const double *u, double *value, double *gradient)
{
    RDG_TRY(rdg_deflation_require(d, __func__, u));
    RDG_NEED(d->ctx, value, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_require_finite(d->ctx, __func__, "u", d->s->n, u));
    if (!rdg_deflation_factor(d, u, value, gradient)) {
        return RDG_FAIL(d->ctx, RDG_ERR_NOT_FINITE, "the point is a known solution: M is infinite");
    }
    return RDG_OK;
}
