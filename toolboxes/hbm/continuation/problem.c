/* The continuation problem of a harmonic balance. */
#include "hbm_impl.h"
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/description.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const where = "rdg_hbm_problem";

/* The start values of a problem. */
typedef struct start {
    double omega, alpha;
    rdg_hbm_released *released; /* numbers of the structure among them; NULL: none */
} start;

static rdg_status check_at(rdg_context *ctx, const char *name, const rdg_at *at, const rdg_at *item)
{
    for (const rdg_at *before = at; before < item; before++) {
        if (strcmp(before->name, item->name) == 0) {
            return rdg_fail(ctx, RDG_ERR_NAME, where, "\"%s\" of \"%s\" is given twice", item->name, name);
        }
    }
    return isfinite(item->value) ? RDG_OK
                                 : rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "\"%s\" of \"%s\" is %g",
                                            item->name, name, item->value);
}

static bool is_number(const rdg_at *item)
{
    return strcmp(item->name, "omega") != 0 && strcmp(item->name, "alpha") != 0;
}

/* Numbers of the structure become variables, held unless a run releases them. */
static rdg_status read_numbers(rdg_hbm *hb, const rdg_at *at, start *s)
{
    rdg_index n = 0;
    for (const rdg_at *item = at; item && item->name; item++) {
        n += is_number(item);
    }
    if (n == 0) {
        return RDG_OK;
    }
    const char **names = rdg_context_calloc(hb->ctx, (size_t)n, sizeof *names);
    n = 0;
    for (const rdg_at *item = at; names && item->name; item++) {
        if (is_number(item)) {
            names[n++] = item->name;
        }
    }
    s->released = names ? rdg_hbm_release(hb, where, n, names) : NULL;
    rdg_free(names);
    n = 0;
    for (const rdg_at *item = at; s->released && item->name; item++) {
        if (is_number(item)) {
            const rdg_hbm_number *number = &s->released->number[n];
            if (item->value < number->of.least) {
                return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" is %g: it must be %g %s or more",
                                item->name, item->value, number->of.least, number->of.unit);
            }
            s->released->start[n++] = item->value;
        }
    }
    return rdg_error_status(hb->ctx);
}

static rdg_status read_start(rdg_hbm *hb, const rdg_at *at, start *s)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const char *name = rdg_structure_name(rdg_hbm_structure(hb));
    *s = (start){.omega = NAN, .alpha = 1.0};
    for (const rdg_at *item = at; item && item->name; item++) {
        RDG_TRY(check_at(ctx, name, at, item));
        if (!is_number(item)) {
            *(strcmp(item->name, "omega") == 0 ? &s->omega : &s->alpha) = item->value;
        }
    }
    RDG_TRY(read_numbers(hb, at, s));
    if (isnan(s->omega)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the start frequency of \"%s\" is missing: give RDG_AT(\"omega\", ...) in rad/s",
                        name);
    }
    if (s->omega <= 0.0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "omega = %g of \"%s\" is not positive: RDG_AT(\"omega\", RDG_HZ(300)) is 300 Hz",
                        s->omega, name);
    }
    return RDG_OK;
}

static double thousandth(double size)
{
    return size > 0.0 ? 1e-3 * size : 1.0;
}

static double root_mean_square(rdg_index n, const double *x)
{
    const double sum = rdg_dot(n, x, x);
    return sqrt(sum / (double)n);
}

/* Steps along a branch are in proportion to the motion, whatever its mean. */
static rdg_status add_unknowns(rdg_problem *problem, rdg_hbm *hb, const double *Q, const start *s)
{
    const rdg_index m = rdg_hbm_unknowns(hb);
    const rdg_index mean = rdg_hbm_basis(hb)->has_static ? rdg_hbm_kept(hb, NULL) : 0;
    RDG_TRY(rdg_add_variables(problem, "Q", m, Q));
    RDG_TRY(rdg_add_variables(problem, "omega", 1, &s->omega));
    RDG_TRY(rdg_add_variables(problem, "alpha", 1, &s->alpha));
    RDG_TRY(rdg_set_typical(problem, "Q", thousandth(root_mean_square(m - mean, Q + mean)), true));
    RDG_TRY(rdg_set_typical_part(problem, "Q", mean, m - mean));
    RDG_TRY(rdg_set_typical(problem, "omega", s->omega, true));
    RDG_TRY(rdg_set_typical(problem, "alpha", thousandth(fabs(s->alpha)), true));
    for (rdg_index k = 0; s->released && k < s->released->n; k++) {
        const char *name = s->released->number[k].name;
        RDG_TRY(rdg_add_variables(problem, name, 1, &s->released->start[k]));
        RDG_TRY(rdg_set_typical(problem, name, thousandth(fabs(s->released->start[k])), true));
    }
    return RDG_OK;
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

/* The numbers belong to the problem once the function is added. */
static rdg_status add_equations(rdg_problem *problem, const rdg_function *residual, const rdg_index *index,
                                start *s)
{
    const rdg_hbm_released *released = s->released;
    RDG_TRY(rdg_add_zero(problem, residual, index));
    s->released = NULL;
    for (rdg_index k = 0; released && k < released->n; k++) {
        RDG_TRY(rdg_hbm_name_number(problem, &released->number[k]));
    }
    return RDG_OK;
}

/* index: [m + 2 + numbers], workspace; the places of this problem's Q, omega, alpha, numbers */
static rdg_status add_functions(rdg_problem *problem, rdg_hbm *hb, start *s, rdg_index *index)
{
    const rdg_function *residual = s->released ? &s->released->function : rdg_hbm_function(hb);
    const rdg_index omega_at = rdg_hbm_unknowns(hb);
    const rdg_index first = rdg_variable_index(problem, "Q", NULL);
    RDG_TRY(rdg_error_status(rdg_problem_context(problem)));
    for (rdg_index i = 0; i < residual->n; i++) {
        index[i] = first + i; /* they were added one after the other */
    }
    RDG_TRY(add_equations(problem, residual, index, s));
    RDG_TRY(rdg_add_parameter(problem, "omega", "omega", 0));
    RDG_TRY(rdg_set_unit(problem, "omega", "rad/s"));
    RDG_TRY(rdg_set_domain(problem, "omega", RDG_HBM_LOWEST * rdg_start_values(problem)[index[omega_at]],
                           INFINITY));
    RDG_TRY(rdg_add_parameter(problem, "alpha", "alpha", 0));
    RDG_TRY(rdg_set_unit(problem, "alpha", rdg_forcing_amplitude_unit(rdg_hbm_structure(hb))));
    RDG_TRY(add_sensors(problem, hb, first, index));
    return rdg_hbm_provide(hb, problem);
}

/* Q: [m], index: [m + 2 + numbers], workspaces */
static rdg_status fill(rdg_problem *problem, rdg_hbm *hb, start *s, double *Q, rdg_index *index)
{
    rdg_hbm_use(hb, s->released, s->released ? s->released->start : NULL);
    RDG_TRY(rdg_hbm_linear_response(hb, s->omega, s->alpha, Q));
    RDG_TRY(add_unknowns(problem, hb, Q, s));
    RDG_TRY(add_functions(problem, hb, s, index));
    RDG_TRY(rdg_hbm_linear_response(hb, s->omega, 0.0, Q));
    RDG_TRY(rdg_set_load(problem, "alpha", 0.0, "Q", Q));
    return rdg_set_load_beyond(problem, "omega");
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
    RDG_TRY(rdg_hbm_share_context(hb, problem, where));
    start s;
    const rdg_status read = read_start(hb, at, &s);
    rdg_status status = read == RDG_OK ? rdg_hbm_activate(hb, rdg_hbm_basis(hb)->n_harmonics) : read;
    if (status == RDG_OK) {
        say_if_nothing_moves(hb);
        const size_t m = (size_t)rdg_hbm_unknowns(hb), n = s.released ? (size_t)s.released->n : 0;
        double *Q = rdg_context_calloc(ctx, m + 2, sizeof *Q);
        rdg_index *index = rdg_context_calloc(ctx, m + 2 + n, sizeof *index);
        status = Q && index ? fill(problem, hb, &s, Q, index) : RDG_ERR_NO_MEMORY;
        rdg_free(Q);
        rdg_free(index);
    }
    rdg_hbm_free_released(s.released);
    return status == RDG_OK ? rdg_describe_problem(problem, "Q", rdg_hbm_describe, hb) : status;
}

rdg_problem *rdg_hbm_problem_at(rdg_hbm *hb, const rdg_at *at)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *problem = ctx && rdg_error_status(ctx) == RDG_OK ? rdg_problem_create(ctx) : NULL;
    if (problem &&
        (rdg_hbm_add_at(hb, problem, at) != RDG_OK || rdg_hbm_add_contact_columns(hb, problem) != RDG_OK ||
         rdg_hbm_look_at_samples(hb, problem) != RDG_OK || rdg_hbm_look_at_sliders(hb, problem) != RDG_OK)) {
        rdg_problem_free(problem);
        return NULL;
    }
    return problem;
}
