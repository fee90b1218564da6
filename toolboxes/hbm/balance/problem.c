/* The continuation problem of a harmonic balance. */
#include "hbm_impl.h"
#include "watch_impl.h"

#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_problem";

static rdg_status read_start(rdg_hbm *hb, const rdg_at *at, double *omega, double *alpha)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const char *name = rdg_structure_name(rdg_hbm_structure(hb));
    *omega = NAN;
    *alpha = NAN;
    for (const rdg_at *item = at; item && item->name; item++) {
        const bool is_omega = strcmp(item->name, "omega") == 0;
        if (!is_omega && strcmp(item->name, "alpha") != 0) {
            return rdg_fail(ctx, RDG_ERR_NAME, where,
                            "\"%s\" is no parameter of the harmonic balance of \"%s\"; it has: omega, alpha",
                            item->name, name);
        }
        double *value = is_omega ? omega : alpha;
        if (!isnan(*value)) {
            return rdg_fail(ctx, RDG_ERR_NAME, where, "\"%s\" of \"%s\" is given twice", item->name, name);
        }
        if (!isfinite(item->value)) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\" of \"%s\" is %g", item->name, name,
                            item->value);
        }
        *value = item->value;
    }
    if (isnan(*omega)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the start frequency of \"%s\" is missing: give RDG_AT(\"omega\", ...) in rad/s",
                        name);
    }
    if (*omega <= 0.0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "omega = %g of \"%s\" is not positive", *omega, name);
    }
    *alpha = isnan(*alpha) ? 1.0 : *alpha;
    return RDG_OK;
}

static double thousandth(double size)
{
    return size > 0.0 ? 1e-3 * size : 1.0;
}

static double root_mean_square(rdg_index n, const double *x)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += x[i] * x[i];
    }
    return sqrt(sum / (double)n);
}

/* Steps along a branch are in proportion to the motion, whatever its mean. */
static rdg_status add_unknowns(rdg_problem *problem, rdg_hbm *hb, const double *Q, double omega, double alpha)
{
    const rdg_index m = rdg_hbm_unknowns(hb);
    const rdg_index mean = rdg_hbm_basis(hb)->has_static ? rdg_hbm_kept(hb, NULL) : 0;
    RDG_TRY(rdg_add_variables(problem, "Q", m, Q));
    RDG_TRY(rdg_add_variables(problem, "omega", 1, &omega));
    RDG_TRY(rdg_add_variables(problem, "alpha", 1, &alpha));
    RDG_TRY(rdg_set_typical(problem, "Q", thousandth(root_mean_square(m - mean, Q + mean)), true));
    RDG_TRY(rdg_set_typical_part(problem, "Q", mean, m - mean));
    RDG_TRY(rdg_set_typical(problem, "omega", omega, true));
    return rdg_set_typical(problem, "alpha", thousandth(fabs(alpha)), true);
}

/* first: of Q; index: [m], workspace */
static rdg_status add_sensors(rdg_problem *problem, rdg_hbm *hb, rdg_index first, rdg_index *index)
{
    for (rdg_index i = 0; i < rdg_hbm_sensor_count(hb); i++) {
        const rdg_index *place = NULL;
        const rdg_function *sensor = rdg_hbm_sensor_function(hb, i, &place);
        for (rdg_index l = 0; l < sensor->n; l++) {
            index[l] = first + place[l];
        }
        RDG_TRY(rdg_add_monitor(problem, sensor, index, NULL, RDG_ACTIVE));
        RDG_TRY(rdg_set_unit(problem, sensor->name, "m"));
    }
    return RDG_OK;
}

rdg_status rdg_hbm_add_sensors(rdg_hbm *hb, rdg_problem *problem)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || !problem || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_hbm_share_context(hb, problem, "rdg_hbm_add_sensors"));
    rdg_index n = 0;
    const rdg_index first = rdg_variable_index(problem, "Q", &n);
    if (first >= 0 && n != rdg_hbm_unknowns(hb)) {
        return rdg_fail(ctx, RDG_ERR_SIZE, "rdg_hbm_add_sensors",
                        "the block Q has %" PRId64 " variables, the harmonic balance of \"%s\" %" PRId64, n,
                        rdg_structure_name(rdg_hbm_structure(hb)), rdg_hbm_unknowns(hb));
    }
    rdg_index *index = rdg_context_calloc(ctx, (size_t)n, sizeof *index);
    const rdg_status status =
        first >= 0 && index ? add_sensors(problem, hb, first, index) : rdg_error_status(ctx);
    rdg_free(index);
    return status;
}

/* index: [m + 2], workspace; the places of this problem's Q, omega, alpha */
static rdg_status add_functions(rdg_problem *problem, rdg_hbm *hb, rdg_index *index)
{
    const rdg_function *residual = rdg_hbm_function(hb);
    const rdg_index first = rdg_variable_index(problem, "Q", NULL);
    RDG_TRY(rdg_error_status(rdg_problem_context(problem)));
    for (rdg_index i = 0; i < residual->n; i++) {
        index[i] = first + i; /* omega and alpha were added right after Q */
    }
    RDG_TRY(rdg_add_zero(problem, residual, index));
    RDG_TRY(rdg_add_parameter(problem, "omega", "omega", 0));
    RDG_TRY(rdg_set_unit(problem, "omega", "rad/s"));
    RDG_TRY(rdg_set_domain(problem, "omega",
                           RDG_HBM_LOWEST * rdg_start_values(problem)[index[residual->n - 2]], INFINITY));
    RDG_TRY(rdg_add_parameter(problem, "alpha", "alpha", 0));
    RDG_TRY(rdg_set_unit(problem, "alpha", rdg_level_unit(rdg_hbm_structure(hb))));
    return add_sensors(problem, hb, first, index);
}

/* Q: [m], index: [m + 2], workspaces */
static rdg_status fill(rdg_problem *problem, rdg_hbm *hb, double omega, double alpha, double *Q,
                       rdg_index *index)
{
    RDG_TRY(rdg_hbm_linear_response(hb, omega, alpha, Q));
    RDG_TRY(add_unknowns(problem, hb, Q, omega, alpha));
    RDG_TRY(add_functions(problem, hb, index));
    RDG_TRY(rdg_hbm_linear_response(hb, omega, 0.0, Q));
    return rdg_set_load(problem, "alpha", 0.0, "Q", Q);
}

static void say_if_nothing_moves(const rdg_hbm *hb)
{
    if (hb->n_loads == 0) {
        rdg_write(
            hb->ctx, RDG_CHANNEL_NOTE,
            "note: the harmonic balance of \"%s\" has no force (rdg_force_add(), rdg_base_motion_add()): at "
            "rest it stays "
            "at rest, whatever omega and alpha are\n",
            rdg_structure_name(hb->structure));
    }
}

rdg_status rdg_hbm_add_at(rdg_hbm *hb, rdg_problem *problem, const rdg_at *at)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || !problem || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    double omega = 0.0, alpha = 0.0;
    RDG_TRY(rdg_hbm_share_context(hb, problem, where));
    RDG_TRY(read_start(hb, at, &omega, &alpha));
    RDG_TRY(rdg_hbm_activate(hb, rdg_hbm_basis(hb)->n_harmonics));
    say_if_nothing_moves(hb);
    const size_t m = (size_t)rdg_hbm_unknowns(hb);
    double *Q = rdg_context_calloc(ctx, m + 2, sizeof *Q);
    rdg_index *index = rdg_context_calloc(ctx, m + 2, sizeof *index);
    const rdg_status status = Q && index ? fill(problem, hb, omega, alpha, Q, index) : RDG_ERR_NO_MEMORY;
    rdg_free(Q);
    rdg_free(index);
    return status;
}

rdg_problem *rdg_hbm_problem_at(rdg_hbm *hb, const rdg_at *at)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *problem = ctx && rdg_error_status(ctx) == RDG_OK ? rdg_problem_create(ctx) : NULL;
    if (problem && rdg_hbm_add_at(hb, problem, at) != RDG_OK) {
        rdg_problem_free(problem);
        return NULL;
    }
    return problem;
}
