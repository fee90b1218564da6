/* The problem of a locus of Neimark-Sacker points, from one of them. */
#include "stability_impl.h"
#include "stability_torus_impl.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/event.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/run_data.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const char *const where = "rdg_hbm_torus_problem";

/* What a pair of exponents may be off the imaginary axis, in units of omega: the rest is Newton's work. */
static const double reach = 1e-2;

/* The labelled solution: Q, [m], omega and alpha. */
static rdg_status read_solution(rdg_hbm *hb, const char *name, rdg_index label, double *Q, double *omega,
                                double *alpha)
{
    rdg_run *run = rdg_run_open(hb->ctx, name);
    rdg_status status = run ? rdg_run_solution(run, label, "Q", hb->m, Q, NULL) : rdg_error_status(hb->ctx);
    status = status == RDG_OK ? rdg_run_solution(run, label, "omega", 1, omega, NULL) : status;
    status = status == RDG_OK ? rdg_run_solution(run, label, "alpha", 1, alpha, NULL) : status;
    rdg_run_free(run);
    return status;
}

/* The imaginary part of the complex pair that is nearest to the imaginary axis. */
static rdg_status find_pair(rdg_hbm *hb, const char *run, rdg_index label, const double *Q, double omega,
                            double *kappa)
{
    const rdg_hill_candidate *exponent = NULL;
    const int answer = rdg_hill_exponents(hb->hill, Q, omega, &exponent);
    if (answer != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                        "the exponents of run \"%s\", label %" PRId64 " cannot be evaluated (answer %d)", run,
                        label, answer);
    }
    const rdg_hill_candidate *best = NULL;
    for (rdg_index i = 0; i < 2 * rdg_structure_size(hb->structure); i++) {
        if (exponent[i].im > 0.0 && (!best || fabs(exponent[i].re) < fabs(best->re))) {
            best = &exponent[i];
        }
    }
    if (!best || fabs(best->re) > reach * omega) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "run \"%s\", label %" PRId64 " is no Neimark-Sacker point: the exponent of a pair "
                        "nearest to the imaginary axis is %g + %g i 1/s; give the label of a point NS",
                        run, label, best ? best->re : NAN, best ? best->im : NAN);
    }
    *kappa = best->im;
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
    const rdg_function f = {.name = "torus.frequency",
                            .n = 2,
                            .m = 2,
                            .f = observe_kappa,
                            .df = observe_kappa_df,
                            .by_differences = true};
    RDG_TRY(rdg_add_monitor(problem, &f, index, (const char *const[]){"kappa", "ratio"}, RDG_ACTIVE));
    return rdg_set_unit(problem, "kappa", "rad/s");
}

/* Strong resonances between the two nearest multiples of 1/2, where the locus ends. */
static rdg_status add_resonances(rdg_problem *problem, double ratio)
{
    const double low = floor(2.0 * ratio) / 2.0;
    const bool from_whole = low == floor(low);
    const struct {
        const char *type;
        double value;
        bool terminal;
    } resonance[] = {{from_whole ? "R1" : "R2", low, true},
                     {from_whole ? "R2" : "R1", low + 0.5, true},
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

static rdg_status add_torus(rdg_hbm *hb, rdg_problem *problem, double omega, double kappa)
{
    RDG_TRY(rdg_add_variables(problem, "kappa", 1, &kappa));
    RDG_TRY(rdg_set_typical(problem, "kappa", omega, true));
    rdg_index *index = rdg_hill_places(hb, problem, where, 2);
    rdg_torus *t = index ? rdg_torus_create(hb, where) : NULL;
    if (!t) {
        rdg_free(index);
        return rdg_error_status(hb->ctx);
    }
    index[hb->m + 1] = rdg_variable_index(problem, "kappa", NULL);
    const rdg_function f = {.name = "torus",
                            .n = hb->m + 2,
                            .m = 2,
                            .f = rdg_torus_f,
                            .df = rdg_torus_df,
                            .by_differences = true,
                            .data = t,
                            .free_data = rdg_torus_free};
    rdg_status status = rdg_add_zero(problem, &f, index);
    if (status != RDG_OK) {
        rdg_torus_free(t);
    }
    status = status == RDG_OK ? add_monitors(problem, index + hb->m) : status;
    rdg_free(index);
    return status == RDG_OK ? add_resonances(problem, kappa / omega) : status;
}

static rdg_problem *make_problem(rdg_hbm *hb, const double *Q, double omega, double alpha, double kappa)
{
    rdg_problem *problem = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    if (problem && add_torus(hb, problem, omega, kappa) != RDG_OK) {
        rdg_problem_free(problem);
        return NULL;
    }
    if (problem) {
        memcpy(rdg_start_values(problem) + rdg_variable_index(problem, "Q", NULL), Q,
               (size_t)hb->m * sizeof *Q);
    }
    return problem;
}

rdg_problem *rdg_hbm_torus_problem(rdg_hbm *hb, const char *run, rdg_index label)
{
    if (!hb || rdg_error_status(hb->ctx) != RDG_OK || rdg_hill_prepare(hb, where) != RDG_OK) {
        return NULL;
    }
    double omega = 0.0, alpha = 0.0, kappa = 0.0;
    double *Q = rdg_context_calloc(hb->ctx, (size_t)hb->m, sizeof *Q);
    rdg_problem *problem = NULL;
    if (Q && read_solution(hb, run, label, Q, &omega, &alpha) == RDG_OK &&
        find_pair(hb, run, label, Q, omega, &kappa) == RDG_OK) {
        problem = make_problem(hb, Q, omega, alpha, kappa);
    }
    rdg_free(Q);
    return problem;
}
