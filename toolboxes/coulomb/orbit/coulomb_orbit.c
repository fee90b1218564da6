/* The problem of an orbit by the times of its events. */
#include "segments_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static void free_orbit(void *data)
{
    rdg_coulomb_orbit *o = data;
    if (o) {
        rdg_free(o->state);
        rdg_free(o->pivot);
        rdg_free(o->answers);
        rdg_free(o);
    }
}

static rdg_coulomb_orbit *create(rdg_coulomb *c)
{
    rdg_coulomb_orbit *o = rdg_context_calloc(c->ctx, 1, sizeof *o);
    if (!o) {
        return NULL;
    }
    const size_t n2 = (size_t)(2 * c->n);
    const size_t segments = RDG_ORBIT_SEGMENTS;
    o->c = c;
    o->n2 = 2 * c->n;
    o->size = c->b;
    for (rdg_index i = 0; i < c->n; i++) {
        o->size += fabs(c->a[i] * c->p[i]) / (c->wn[i] * c->wn[i]);
    }
    o->at[RDG_ORBIT_SEGMENTS] = NAN;
    o->state = rdg_context_calloc(c->ctx,
                                  n2 * (segments + 1) + n2 * n2 * (segments + 2) + n2 * (segments + 4) +
                                      n2 * (n2 + RDG_SEGMENTS_WORK + 2),
                                  sizeof(double));
    o->pivot = rdg_context_calloc(c->ctx, n2, sizeof *o->pivot);
    o->answers = rdg_context_calloc(c->ctx, (size_t)(c->n * (RDG_ORBIT_SEGMENTS + 1)), sizeof *o->answers);
    if (!o->state || !o->pivot || !o->answers) {
        free_orbit(o);
        return NULL;
    }
    o->stepped = o->answers + c->n * RDG_ORBIT_SEGMENTS;
    o->map = o->state + n2 * (segments + 1);
    o->factors = o->map + n2 * n2 * (segments + 1);
    o->work = o->factors + n2 * n2;
    o->change = o->work + n2 * (segments + 4);
    return o;
}

static const char *const number_names[RDG_ORBIT_NUMBERS] = {"r1", "beta", "mu"};

static rdg_status read_numbers(const rdg_coulomb *c, const rdg_at *at, double *number)
{
    number[0] = number[1] = NAN;
    number[2] = c->ratio;
    for (; at && at->name; at++) {
        int k = 0;
        while (k < RDG_ORBIT_NUMBERS && strcmp(at->name, number_names[k]) != 0) {
            k++;
        }
        if (k == RDG_ORBIT_NUMBERS) {
            return rdg_fail(c->ctx, RDG_ERR_NAME, "rdg_orbit_problem",
                            "there is no parameter \"%s\"; there are \"r1\", \"beta\" and \"mu\"", at->name);
        }
        number[k] = at->value;
    }
    if (!(number[0] > 0.0) || !(number[1] >= 0.0) || !(number[2] >= 1.0) ||
        !isfinite(number[0] + number[1] + number[2])) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, "rdg_orbit_problem",
                        "r1 = %g, beta = %g, mu = %g: all are needed, r1 > 0, beta >= 0, mu >= 1", number[0],
                        number[1], number[2]);
    }
    return RDG_OK;
}

static rdg_status build(rdg_coulomb_orbit *o, const double *u, bool *taken)
{
    rdg_problem *p = o->problem;
    RDG_TRY(rdg_add_variables(p, "t", RDG_ORBIT_SEGMENTS, u));
    RDG_TRY(rdg_add_variables(p, "p", RDG_ORBIT_NUMBERS, rdg_segments_numbers(u)));
    for (int k = 0; k < RDG_ORBIT_NUMBERS; k++) {
        RDG_TRY(rdg_add_parameter(p, number_names[k], "p", k));
    }
    RDG_TRY(rdg_set_domain(p, "r1", 0.0, INFINITY));
    RDG_TRY(rdg_set_domain(p, "beta", 0.0, INFINITY));
    RDG_TRY(rdg_set_domain(p, "mu", 1.0, INFINITY));
    RDG_TRY(rdg_add_zero(p,
                         &(rdg_function){.name = "events",
                                         .n = RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS,
                                         .m = RDG_ORBIT_SEGMENTS,
                                         .f = rdg_segments_events,
                                         .df = rdg_segments_events_df,
                                         .by_differences = true,
                                         .data = o,
                                         .free_data = free_orbit},
                         RDG_ALL));
    *taken = true;
    RDG_TRY(rdg_describe_problem(p, NULL, rdg_coulomb_describe, o->c));
    RDG_TRY(rdg_segments_eliminate_rest(o, u));
    RDG_TRY(rdg_segments_add_monitors(o));
    return rdg_segments_let_go_on(o);
}

rdg_problem *rdg_orbit_problem_at(rdg_coulomb *c, const rdg_coulomb_start *start, const rdg_at *at)
{
    double u[RDG_ORBIT_SEGMENTS + RDG_ORBIT_NUMBERS] = {0.0};
    if (rdg_coulomb_check(c, __func__, 1.0, 0.0) != RDG_OK ||
        read_numbers(c, at, u + RDG_ORBIT_SEGMENTS) != RDG_OK) {
        return NULL;
    }
    rdg_coulomb_orbit *o = create(c);
    bool taken = false;
    if (o && rdg_segments_find_start(o, start ? start : &(rdg_coulomb_start){.x = NULL}, u) == RDG_OK) {
        o->problem = rdg_problem_create(c->ctx);
        if (o->problem && build(o, u, &taken) == RDG_OK) {
            return o->problem;
        }
        rdg_problem_free(o->problem);
    }
    if (!taken) {
        free_orbit(o);
    }
    return NULL;
}

/* The orbit of a problem, evaluated at u; NULL after a failure. */
static rdg_coulomb_orbit *orbit_at(rdg_problem *p, const char *where, const double *u, rdg_status *status)
{
    rdg_context *ctx = rdg_problem_context(p);
    *status = RDG_ERR_EARLIER;
    RDG_ENTER(ctx, ctx, NULL);
    const rdg_function *f = rdg_find_function(p, "events");
    if (!f || f->f != rdg_segments_events) {
        *status = rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the problem is not one of rdg_orbit_problem()");
        return NULL;
    }
    rdg_coulomb_orbit *o = f->data;
    *status = u ? rdg_require_finite(ctx, where, "u", rdg_variable_count(p), u) : RDG_OK;
    if (*status != RDG_OK) {
        return NULL;
    }
    if (u && rdg_segments_evaluate(o, u) != 0) {
        *status = rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\": there is no motion with these times",
                           o->c->name);
        return NULL;
    }
    return o;
}

rdg_status rdg_coulomb_orbit_segments(rdg_problem *problem, rdg_index *segments,
                                      const rdg_contact_regime **regimes, bool *whole)
{
    rdg_status status = RDG_OK;
    const rdg_coulomb_orbit *o = orbit_at(problem, __func__, NULL, &status);
    if (o) {
        RDG_NEED(o->c->ctx, segments, RDG_ERR_ARGUMENT);
        RDG_NEED(o->c->ctx, regimes, RDG_ERR_ARGUMENT);
        RDG_NEED(o->c->ctx, whole, RDG_ERR_ARGUMENT);
        *segments = o->now.segments;
        *regimes = o->now.regime;
        *whole = o->now.whole;
    }
    return status;
}

/* u and a place for the answer are needed */
rdg_coulomb_orbit *rdg_segments_of(rdg_problem *p, const char *where, const double *u, const void *answer,
                                   rdg_status *status)
{
    rdg_coulomb_orbit *o = orbit_at(p, where, u, status);
    if (o && (!u || !answer)) {
        *status = rdg_fail(o->c->ctx, RDG_ERR_ARGUMENT, where, "u, or the place for the answer, is NULL");
        return NULL;
    }
    return o;
}

rdg_status rdg_coulomb_orbit_begin(rdg_problem *problem, const double *u, double *x)
{
    rdg_status status = RDG_OK;
    const rdg_coulomb_orbit *o = rdg_segments_of(problem, __func__, u, x, &status);
    if (o) {
        rdg_modal_to_x(o->c, o->state, x);
    }
    return status;
}

rdg_status rdg_coulomb_orbit_multipliers(rdg_problem *problem, const double *u, double *re, double *im)
{
    rdg_status status = RDG_OK;
    rdg_coulomb_orbit *o = rdg_segments_of(problem, __func__, u, re && im ? re : NULL, &status);
    return o ? rdg_segments_spectrum(o, u, re, im) : status;
}
