/* The greatest amplitude of a forced response by following all of it. */
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

static const char where[] = "rdg_frc_peak";

typedef struct peak_search {
    rdg_index omega, amplitude; /* parameters of the problem */
    rdg_peak *peak;
    double edge, edge_omega; /* greatest amplitude at an end of the window, and which */
} peak_search;

static const char *peak_or_dip(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                               const rdg_chart *after, void *data)
{
    (void)p;
    const peak_search *s = data;
    const double amplitude = at->mu[s->amplitude];
    return amplitude >= before->mu[s->amplitude] && amplitude >= after->mu[s->amplitude] ? "PEAK" : NULL;
}

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    peak_search *s = data;
    const double amplitude = chart->mu[s->amplitude];
    if (strcmp(chart->type, "EP") == 0 && amplitude > s->edge) {
        s->edge = amplitude;
        s->edge_omega = chart->mu[s->omega];
    }
    if (strcmp(chart->type, "PEAK") == 0) {
        s->peak->peaks++;
        if (amplitude > s->peak->amplitude) {
            s->peak->amplitude = amplitude;
            s->peak->omega = chart->mu[s->omega];
        }
    }
    return false;
}

/* Follow the response from one end of the window; *whole: to the other one. */
static rdg_status follow(peak_search *s, rdg_problem *p, const char *sensor, double low, double high,
                         bool *whole)
{
    /* next to a kink a point that is a little off is on its other side, and the search on the wrong one */
    rdg_run_summary summary = {.points = 0};
    RDG_TRY(rdg_add_slope(p, "slope", sensor, "omega", RDG_SINGULAR));
    s->omega = rdg_parameter_index(p, "omega");
    s->amplitude = rdg_parameter_index(p, sensor);
    RDG_TRY(rdg_continue(p, "peak", RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high),
                         RDG_EVENT_CHECKED("PEAK", "slope", 0.0, peak_or_dip, s), RDG_OBSERVE(look, s),
                         RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS, RDG_MAX_POINTS(5000),
                         RDG_TOLERANCE(1e-12, 1e-13), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&summary)));
    s->peak->points = summary.points;
    *whole = summary.forwards == RDG_STOP_BOUNDARY || summary.backwards == RDG_STOP_BOUNDARY;
    return RDG_OK;
}

static bool keep_last(rdg_problem *p, const rdg_chart *chart, void *data)
{
    memcpy(data, chart->u, (size_t)rdg_variable_count(p) * sizeof(double));
    return false;
}

/* The response at the start values' frequency: from the linear response, or by raising the level from where
 * that is close. */
static rdg_status solve_start(rdg_hbm *hb, rdg_problem *p, double omega, double alpha)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_status solved = rdg_solve(p);
    if (solved != RDG_ERR_NO_CONVERGENCE && solved != RDG_ERR_SINGULAR) {
        return solved;
    }
    rdg_error_clear(ctx);
    rdg_problem *low = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 1e-3 * alpha));
    if (low) {
        rdg_continue(low, "level", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 1e-3 * alpha, alpha),
                     RDG_OBSERVE(keep_last, rdg_start_values(p)), RDG_NO_FOLDS, RDG_NO_BRANCH_POINTS,
                     RDG_DIRECTION(1), RDG_NO_FOLDER, RDG_NO_TABLE);
        rdg_problem_free(low);
    }
    RDG_TRY(rdg_error_status(ctx));
    rdg_start_values(p)[rdg_variable_index(p, "alpha", NULL)] = alpha;
    return rdg_solve(p);
}

rdg_status rdg_frc_peak(rdg_hbm *hb, const char *sensor, double alpha, double low, double high,
                        rdg_peak *peak)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_NEED(ctx, peak, RDG_ERR_ARGUMENT);
    if (!(low > 0.0 && low < high && isfinite(high))) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the window of omega is %g to %g rad/s: give two positive ends, the lower one first",
                        low, high);
    }
    const double begin = rdg_seconds();
    const long before = rdg_newton_iterations(ctx);
    bool whole = false;
    peak_search s = {.peak = peak, .edge = -1.0};
    *peak = (rdg_peak){.amplitude = -1.0};
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", alpha));
    rdg_status status = p ? solve_start(hb, p, low, alpha) : RDG_ERR_EARLIER;
    status = status == RDG_OK ? follow(&s, p, sensor, low, high, &whole) : status;
    if (s.edge > peak->amplitude) {
        peak->at_edge = true;
        peak->amplitude = s.edge;
        peak->omega = s.edge_omega;
    }
    rdg_problem_free(p);
    peak->iterations = rdg_newton_iterations(ctx) - before;
    peak->seconds = rdg_seconds() - begin;
    RDG_TRY(status);
    return whole ? RDG_OK
                 : rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, where,
                            "the response of \"%s\" at alpha = %g N cannot be followed from %g to %g rad/s",
                            sensor, alpha, low, high);
}
