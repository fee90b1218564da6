/* Points of codimension two along curves of a map's bifurcations.
 *
 * Along a curve of Neimark-Sacker points the pair moves on the unit circle by its angle, and the sum of both
 * is twice its cosine: at the strong resonances 1 to 4 it is 2, -2, -1 and 0. Sum and product are smooth
 * where the pair meets on the real axis, at 1 or -1, and the curve goes on as one of neutral saddles. Along
 * curves of period doublings and of folds the same points, and those at which something else becomes
 * critical, too, are zeros of the products that vanish at simple bifurcations. */
#include "spectrum_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* The sum of a pair that meets on the axis is +-2. */
static const double on_axis = 1e-5;

/* An eigenvalue that is as near to the boundary, of the norm, cannot be reported to be on one side. */
static const double undecided = 1e-8;

static int sum_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    rdg_spectrum *s = data;
    rdg_critical c;
    const int answer = rdg_spectrum_decompose(s, u);
    y[0] = 0.0;
    if (answer == 0) {
        rdg_spectrum_critical(s, RDG_SPECTRUM_PRODUCT, &c);
        y[0] = c.size > 0 ? c.sum : 0.0;
    }
    return answer;
}

static int sum_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    rdg_spectrum *s = data;
    rdg_critical c;
    double one[2][2] = {{1.0, 0.0}, {0.0, 1.0}};
    int answer = rdg_spectrum_decompose(s, u);
    if (answer == 0) {
        rdg_spectrum_critical(s, RDG_SPECTRUM_PRODUCT, &c);
    }
    if (answer != 0 || c.size == 0) {
        return answer;
    }
    answer = rdg_spectrum_bases(s, RDG_SPECTRUM_PRODUCT, &c);
    return answer ? answer : rdg_spectrum_add_gradient(s, u, &c, one, 1.0, values);
}

static int angle_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const int answer = sum_f(n, u, m, y, data);
    y[0] = acos(fmax(-1.0, fmin(1.0, 0.5 * y[0])));
    return answer;
}

/* Where the motion keeps areas the product is 1 everywhere: that is no curve of tori. */
static bool is_on_torus_curve(rdg_problem *p, const rdg_chart *at, void *data)
{
    const rdg_spectrum *s = data;
    (void)at;
    return rdg_run_holds(p, s->torus);
}

/* Along a curve of bifurcations the number of unstable eigenvalues cannot be reported, but where its pair is
 * that of a neutral saddle. */
static bool is_on_curve(rdg_problem *p, rdg_spectrum *s, const rdg_chart *before, const rdg_chart *after)
{
    const rdg_chart *const end[2] = {before, after};
    bool is = true;
    for (int k = 0; is && k < 2; k++) {
        rdg_index least = 0, greatest = 0;
        is = is_on_torus_curve(p, end[k], s) ||
             (rdg_spectrum_range(s, end[k], undecided, &least, &greatest) == 0 && greatest > least);
    }
    return is;
}

/* The pair of a curve of Neimark-Sacker points that meets at -1 is reported by its sum. */
const char *rdg_spectrum_judge_flip(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                    const rdg_chart *after, void *data)
{
    rdg_spectrum *s = data;
    rdg_critical c;
    rdg_critical_count count;
    if (!rdg_spectrum_has_meaning(p, at, s)) {
        return NULL;
    }
    if (!is_on_curve(p, s, before, after) || rdg_spectrum_count_critical(s, at, s->n, &count) != 0) {
        return "PD";
    }
    if (is_on_torus_curve(p, at, s)) {
        rdg_spectrum_critical(s, RDG_SPECTRUM_PRODUCT, &c);
        return fabs(c.sum + 2.0) < on_axis ? NULL : fabs(c.sum) < 2.0 ? "PDNS" : "PD";
    }
    return count.real > 0 ? "LPPD" : "PD";
}

const char *rdg_spectrum_neutral_saddle(const rdg_problem *p)
{
    return rdg_run_locates_neutral_saddles(p) ? "NSA" : NULL;
}

/* The multipliers of a neutral saddle are real, lambda and 1 / lambda: their sum is beyond 2. */
const char *rdg_spectrum_judge_torus(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                     const rdg_chart *after, void *data)
{
    rdg_spectrum *s = data;
    rdg_critical c;
    rdg_critical_count count;
    if (!rdg_spectrum_has_meaning(p, at, s) || rdg_spectrum_decompose(s, at->u) != 0) {
        return NULL;
    }
    rdg_spectrum_critical(s, RDG_SPECTRUM_PRODUCT, &c);
    const bool on_curve = is_on_curve(p, s, before, after);
    if (on_curve && fabs(fabs(c.sum) - 2.0) < on_axis) {
        return c.sum > 0.0 ? "R1" : "R2";
    }
    if (fabs(c.sum) >= 2.0) {
        return rdg_spectrum_neutral_saddle(p);
    }
    if (!on_curve || rdg_spectrum_count_critical(s, at, s->n, &count) != 0) {
        return "NS";
    }
    return count.flips > 0 ? "PDNS" : count.real > 0 ? "LPNS" : "NS";
}

rdg_status rdg_spectrum_add_resonances(rdg_spectrum *s)
{
    static const struct {
        const char *type;
        double sum;
    } point[] = {{"R1", 2.0}, {"R2", -2.0}, {"R3", -1.0}, {"R4", 0.0}};
    RDG_TRY(rdg_spectrum_add_monitor(s, "ns.sum", sum_f, sum_df, RDG_ACTIVE, NULL));
    RDG_TRY(rdg_spectrum_add_monitor(s, "ns.angle", angle_f, NULL, RDG_REGULAR, NULL));
    RDG_TRY(rdg_hide_parameter(s->problem, "ns.sum"));
    RDG_TRY(rdg_hide_parameter(s->problem, "ns.angle"));
    for (size_t i = 0; i < sizeof point / sizeof *point; i++) {
        RDG_TRY(rdg_add_event(s->problem, &(rdg_event_definition){.type = point[i].type,
                                                                  .parameter = "ns.sum",
                                                                  .value = point[i].sum,
                                                                  .where = is_on_torus_curve,
                                                                  .data = s}));
    }
    return RDG_OK;
}
