/* The problem of a locus of points with an exponent i kappa, from one of them. */
#include "release_impl.h"
#include "stability_critical_impl.h"
#include "stability_impl.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/event.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/run_data.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_critical_problem";

/* What a pair of exponents may be off the imaginary axis, in units of omega: the rest is Newton's work. */
static const double reach = 1e-2;

/* The complex exponent with Im > 0 that is nearest to the imaginary axis. */
static rdg_status find_exponent(rdg_hbm *hb, rdg_problem *problem, const char *run, rdg_index label,
                                rdg_hill_candidate *found)
{
    const double *u = rdg_start_values(problem), omega = u[rdg_variable_index(problem, "omega", NULL)];
    const rdg_hill_candidate *exponent = NULL, *best = NULL;
    int answer = rdg_hbm_use_parameters(hb, problem, u);
    answer = answer == 0 ? rdg_hill_exponents(rdg_hill_of(hb, where),
                                              u + rdg_variable_index(problem, "Q", NULL), omega, &exponent)
                         : answer;
    if (answer != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                        "the exponents of run \"%s\", label %" PRId64 " cannot be evaluated (answer %d)", run,
                        label, answer);
    }
    for (rdg_index i = 0; i < 2 * rdg_structure_size(hb->structure); i++) {
        if (exponent[i].im > 0.0 && (!best || fabs(exponent[i].re) < fabs(best->re))) {
            best = &exponent[i];
        }
    }
    if (!best || fabs(best->re) > reach * omega) {
        return rdg_fail(
            hb->ctx, RDG_ERR_ARGUMENT, where,
            "run \"%s\", label %" PRId64 " is no Neimark-Sacker point and no period doubling: the "
            "complex exponent nearest to the imaginary axis is %g + %g i 1/s; give the label of a "
            "point NS or PD",
            run, label, best ? best->re : NAN, best ? best->im : NAN);
    }
    *found = *best;
    return RDG_OK;
}

static int observe_kappa(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[1];
    y[1] = u[1] / u[0];
    return 0;
}

static int observe_kappa_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    values[m] = 1.0;
    values[1] = -u[1] / (u[0] * u[0]);
    values[m + 1] = 1.0 / u[0];
    return 0;
}

/* index: places of omega and kappa */
static rdg_status add_monitors(rdg_problem *problem, const rdg_index *index)
{
    const rdg_function f = {.name = "critical.frequency",
                            .n = 2,
                            .m = 2,
                            .f = observe_kappa,
                            .df = observe_kappa_df,
                            .by_differences = true};
    RDG_TRY(rdg_add_monitor(problem, &f, index, (const char *const[]){"frequency", "ratio"}, RDG_ACTIVE));
    return rdg_set_unit(problem, "frequency", "rad/s");
}

/* Strong resonances between the two nearest multiples of 1/2. At 1/2 the locus meets that of period
 * doublings, and Newton's method would meet any of these: it ends beside that point. */
static rdg_status add_resonances(rdg_problem *problem, double ratio)
{
    static const double beside = 1e-3;
    const double low = floor(2.0 * ratio) / 2.0;
    const bool from_whole = low == floor(low);
    const struct {
        const char *type;
        double value;
        bool terminal;
    } resonance[] = {{from_whole ? "R1" : "R2", from_whole ? low : low + beside, true},
                     {from_whole ? "R2" : "R1", from_whole ? low + 0.5 - beside : low + 0.5, true},
                     {"R4", low + 0.25, false},
                     {"R3", from_whole ? low + 1.0 / 3.0 : low + 1.0 / 6.0, false}};
    for (size_t k = 0; k < sizeof resonance / sizeof *resonance; k++) {
        RDG_TRY(rdg_add_event(problem, &(rdg_event_definition){.type = resonance[k].type,
                                                               .parameter = "ratio",
                                                               .value = resonance[k].value,
                                                               .terminal = resonance[k].terminal}));
    }
    return RDG_OK;
}

static rdg_status add_critical(rdg_hbm *hb, rdg_problem *problem, const rdg_hill_candidate *exponent)
{
    const double omega = rdg_start_values(problem)[rdg_variable_index(problem, "omega", NULL)];
    const double kappa = exponent->im;
    RDG_TRY(rdg_add_variables(problem, "kappa", 1, &kappa));
    RDG_TRY(rdg_set_typical(problem, "kappa", omega, true));
    const rdg_index index[2] = {rdg_variable_index(problem, "omega", NULL),
                                rdg_variable_index(problem, "kappa", NULL)};
    rdg_critical *t = rdg_critical_create(hb, where);
    if (!t) {
        return rdg_error_status(hb->ctx);
    }
    const rdg_hbm_watch watch = {.of = {.name = "critical",
                                        .n = hb->m + 2,
                                        .m = 2,
                                        .f = rdg_critical_f,
                                        .df = rdg_critical_df,
                                        .by_differences = true,
                                        .data = t,
                                        .free_data = rdg_critical_free},
                                 .numbers = rdg_critical_by_numbers,
                                 .n_own = 1,
                                 .own = index + 1,
                                 .is_zero = true};
    RDG_TRY(rdg_hbm_add_watch(hb, problem, where, &watch));
    RDG_TRY(add_monitors(problem, index));
    return rdg_hill_doubles(exponent, omega) ? RDG_OK : add_resonances(problem, kappa / omega);
}

/* The response's problem at the labelled solution, with the numbers that this has. */
static rdg_problem *make_problem(rdg_hbm *hb, const char *name, rdg_index label)
{
    rdg_run *run = rdg_run_open(hb->ctx, name);
    double omega = 0.0, alpha = 0.0;
    rdg_status status = run ? rdg_run_solution(run, label, "omega", 1, &omega, NULL) : RDG_ERR_EARLIER;
    status = status == RDG_OK ? rdg_run_solution(run, label, "alpha", 1, &alpha, NULL) : status;
    rdg_problem *problem =
        status == RDG_OK ? rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha)) : NULL;
    if (problem) {
        status = rdg_hbm_take_solution(hb, problem, run, label);
        status =
            status == RDG_OK ? rdg_set_load(problem, NULL, 0.0, NULL, NULL) : status; /* solved already */
    }
    rdg_run_free(run);
    if (problem && status != RDG_OK) {
        rdg_problem_free(problem);
        return NULL;
    }
    return problem;
}

rdg_problem *rdg_hbm_critical_problem(rdg_hbm *hb, const char *run, rdg_index label)
{
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK || !rdg_hill_of(hb, where)) {
        return NULL;
    }
    rdg_hill_candidate exponent = {.re = 0.0};
    rdg_problem *problem = make_problem(hb, run, label);
    if (problem && (find_exponent(hb, problem, run, label, &exponent) != RDG_OK ||
                    add_critical(hb, problem, &exponent) != RDG_OK)) {
        rdg_problem_free(problem);
        return NULL;
    }
    return problem;
}
