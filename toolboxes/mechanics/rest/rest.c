/* Prestress: the equilibrium of the whole structure, by Newton's method from its linear response, or, where
 * nothing holds the structure without load, from equilibria on a ground that becomes soft; where that fails,
 * along the path of equilibria on which the load is raised from 0 to 1; where that fails, too, or nothing
 * holds the structure without load, along the same path on a ground that vanishes at its end. */
#include "rest.h"
#include "rest_impl.h"
#include "sparse_solve.h"

#include <ridgewalk/run.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <float.h>
#include <math.h>
#include <string.h>

static const char *const where = RDG_REST_WHERE;

/* The problem in q and the load factor; both start from the values given. */
static rdg_problem *static_problem(rdg_equilibrium *e, const double *q, double level)
{
    rdg_problem *p = rdg_problem_create(e->s->ctx);
    const rdg_index n = e->s->n;
    const double largest = rdg_largest(n, q);
    rdg_add_variables(p, "q", n, q);
    rdg_add_variables(p, "level", 1, &level);
    rdg_set_typical(p, "q", largest > 0.0 ? largest : 1.0, true);
    rdg_add_zero(p,
                 &(rdg_function){.name = "equilibrium",
                                 .n = n + 1,
                                 .m = n,
                                 .f = rdg_equilibrium_residual,
                                 .df = rdg_equilibrium_jacobian,
                                 .df_pattern = e->pattern,
                                 .by_differences = true,
                                 .data = e},
                 RDG_ALL);
    rdg_add_parameter(p, "level", "level", 0);
    if (rdg_error_status(e->s->ctx) != RDG_OK) {
        rdg_problem_free(p);
        return NULL;
    }
    return p;
}

typedef struct last_point {
    double *q; /* [n] */
    rdg_index n;
    double level;
} last_point;

static bool keep_last(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    last_point *last = data;
    memcpy(last->q, chart->u, (size_t)last->n * sizeof *last->q);
    last->level = chart->u[last->n];
    return false;
}

/* Newton's method at a load factor from q, [n + 1] */
static rdg_status solve_at(rdg_equilibrium *e, double level, double *q)
{
    rdg_problem *p = static_problem(e, q, level);
    const rdg_status solved = p ? rdg_solve(p) : rdg_error_status(e->s->ctx);
    if (solved == RDG_OK) {
        memcpy(q, rdg_start_values(p), (size_t)e->s->n * sizeof *q);
    }
    rdg_problem_free(p);
    return solved;
}

/* At the whole load; once more from what it leads to where the first predictor was so much larger that forces
 * which do not balance were rounding beside it. */
static rdg_status solve_from(rdg_equilibrium *e, double *q)
{
    enum { TIMES = 3 };
    for (int k = 0; k < TIMES; k++) {
        const rdg_status solved = solve_at(e, 1.0, q);
        if (solved != RDG_OK || rdg_equilibrium_holds(e, q)) {
            return solved;
        }
    }
    return RDG_ERR_NO_CONVERGENCE;
}

/* The path of equilibria from no load to the whole one; q: [n + 1], the answer. */
static rdg_status raise_load(rdg_equilibrium *e, double *q, double *level)
{
    rdg_context *ctx = e->s->ctx;
    last_point last = {.q = q, .n = e->s->n, .level = 0.0};
    rdg_problem *p = static_problem(e, q, 0.0);
    for (rdg_index i = 0; p && i < e->s->n; i++) {
        rdg_start_values(p)[i] = 0.0;
    }
    rdg_continue(p, "prestress", RDG_RELEASE("level"), RDG_WINDOW("level", 0.0, 1.0), RDG_DIRECTION(1),
                 RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_MAX_POINTS(1000), RDG_OBSERVE(keep_last, &last),
                 RDG_NO_FOLDER, RDG_NO_TABLE, RDG_EXPECT_EARLY_END, RDG_QUIET);
    rdg_problem_free(p);
    *level = last.level;
    const rdg_status status = rdg_error_status(ctx);
    return status != RDG_OK                ? status
           : fabs(last.level - 1.0) < 1e-9 ? solve_from(e, q)
                                           : RDG_ERR_NO_CONVERGENCE;
}

static bool may_go_on(rdg_status status)
{
    return status == RDG_ERR_NO_CONVERGENCE || status == RDG_ERR_SINGULAR;
}

/* A step of Newton's method at a load factor from u, [n + 1]. RDG_ERR_SINGULAR, not recorded: nothing holds
 * the structure there, u is as it was. */
static rdg_status take_step(rdg_equilibrium *e, double level, double *u)
{
    rdg_context *ctx = e->s->ctx;
    const rdg_index n = e->s->n;
    double *values = rdg_context_calloc(ctx, (size_t)rdg_pattern_count(e->pattern), sizeof *values);
    double *y = rdg_context_calloc(ctx, 2 * (size_t)n, sizeof *y), *step = y ? y + n : NULL;
    int answer = values && y ? 0 : -1;
    u[n] = level;
    answer = answer == 0 ? rdg_equilibrium_jacobian(n + 1, u, n, values, e) : answer;
    answer = answer == 0 ? rdg_equilibrium_residual(n + 1, u, n, y, e) : answer;
    rdg_pattern square = *e->pattern; /* without the load factor's column, the last one */
    square.cols = n;
    const bool asked = answer == 0;
    double quality = 0.0;
    answer = asked ? rdg_sparse_solve_all(&(rdg_sparse){square, values}, 1, y, step, &quality) : answer;
    for (rdg_index i = 0; answer == 0 && i < n; i++) {
        u[i] -= step[i];
    }
    rdg_free(values);
    rdg_free(y);
    if (asked && answer > 0) {
        return RDG_ERR_SINGULAR;
    }
    if (answer < 0 && rdg_error_status(ctx) == RDG_OK && asked) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to solve for the rest of \"%s\"",
                        e->s->name);
    }
    if (answer != 0) {
        return rdg_fail(ctx, RDG_ERR_CALLBACK, where, "the elements of \"%s\" cannot be evaluated at rest",
                        e->s->name);
    }
    return RDG_OK;
}

/* The largest diagonal entry of K, or 1 N/m */
static double stiffness_of_ground(const rdg_equilibrium *e)
{
    double largest = 0.0;
    for (rdg_index j = 0; j < e->s->n; j++) {
        for (rdg_index k = e->K.pattern.start[j]; k < e->K.pattern.start[j + 1]; k++) {
            largest = e->K.pattern.row[k] == j ? fmax(largest, fabs(e->K.values[k])) : largest;
        }
    }
    return largest > 0.0 ? largest : 1.0;
}

/* From no displacement, on a ground that is at first as stiff as the stiffest part of the structure and
 * becomes softer by factors, a step at each: contacts close when it is as soft as the structure's softest
 * motion. In a mesh that is some 1e-6 of the load factor before the end, which steps of the path see late. */
static rdg_status soften_ground(rdg_equilibrium *e, double *u)
{
    rdg_status status = RDG_OK;
    for (double share = 1.0; status == RDG_OK && share > DBL_EPSILON; share /= 16.0) {
        status = take_step(e, 1.0 - share, u);
    }
    if (status == RDG_ERR_CALLBACK) { /* a step may lead where an element has no answer: the path goes on */
        return RDG_ERR_NO_CONVERGENCE;
    }
    return status == RDG_OK ? solve_from(e, u) : status;
}

/* u: [n + 1], zero; then the equilibrium and the load factor. Where nothing but closed springs hold the
 * structure it stands on a ground at first, which is taken away. */
static rdg_status solve(rdg_equilibrium *e, double *u)
{
    rdg_context *ctx = e->s->ctx;
    double level = 0.0;
    rdg_status status = take_step(e, 1.0, u);
    const bool floats = status == RDG_ERR_SINGULAR;
    if (status != RDG_OK && rdg_error_status(ctx) != RDG_OK) {
        return status;
    }
    if (floats) {
        e->ground = stiffness_of_ground(e);
        status = soften_ground(e, u);
    } else {
        status = solve_from(e, u);
    }
    for (int grounded = floats; may_go_on(status) && grounded < 2; grounded++) {
        rdg_error_clear(ctx);
        e->ground = grounded ? stiffness_of_ground(e) : 0.0;
        status = raise_load(e, u, &level);
    }
    if (!may_go_on(status)) {
        return status;
    }
    rdg_error_clear(ctx);
    return floats ? rdg_fail(ctx, RDG_ERR_SINGULAR, where,
                             "nothing holds \"%s\" at rest: without load its stiffness, the elements' "
                             "included, is singular, and under its static forces no closed spring holds it",
                             e->s->name)
                  : rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where,
                             "\"%s\" finds no rest under its static forces: the path of equilibria from no "
                             "load ends at %.3g of them. Check their signs and sizes",
                             e->s->name, level);
}

rdg_status rdg_prestress(rdg_structure *s)
{
    RDG_TRY(rdg_structure_still_open(s, where, "the prestress"));
    if (s->rest) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" rests already: call it once", s->name);
    }
    double *u = rdg_context_calloc(s->ctx, (size_t)s->n + 1, sizeof *u);
    if (!u) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_equilibrium e;
    rdg_status status = rdg_equilibrium_make(s, &e);
    status = status == RDG_OK ? solve(&e, u) : status;
    rdg_equilibrium_clear(&e);
    if (status == RDG_OK) {
        s->rest = u;
    } else {
        rdg_free(u);
    }
    return status;
}

rdg_status rdg_rest(rdg_structure *s, const char *at, double *rest)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    if (!s->rest) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "where \"%s\" rests is not known: call rdg_prestress",
                        s->name);
    }
    RDG_TRY(rdg_structure_displacement_at_rest(s, __func__, at, &n, &dof, &weight));
    RDG_NEED(s->ctx, rest, RDG_ERR_ARGUMENT);
    *rest = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        *rest += weight[i] * s->rest[dof[i]];
    }
    return RDG_OK;
}

const double *rdg_structure_rest(const rdg_structure *s)
{
    return s ? s->rest : NULL;
}
