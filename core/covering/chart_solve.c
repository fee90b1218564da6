/* One chart of a covering: correction, tangent space, radius, domains. */
#include "covering_impl.h"
#include "slow_impl.h"
#include "sparse.h"
#include "toolbox.h"
#include "vectors.h"

#include <math.h>
#include <string.h>

const double rdg_near_window = 0.3;

enum { MAX_CORRECTIONS = 12 }; /* onto the bounds of domains */

static double dot(const rdg_covering *c, const double *a, const double *b)
{
    return rdg_system_dot(c->t->s, a, b);
}

void rdg_patch_project(const rdg_covering *c, const rdg_patch *patch, const double *u, double *s)
{
    const double *metric = c->t->s->metric;
    for (int a = 0; a < c->k; a++) {
        const double *phi = patch->basis + a * c->n;
        s[a] = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            s[a] += metric[j] * phi[j] * (u[j] - patch->u[j]);
        }
    }
}

void rdg_patch_take_rows(rdg_covering *c, const rdg_patch *patch)
{
    for (int a = 0; a < c->k; a++) {
        for (rdg_index j = 0; j < c->n; j++) {
            c->rows[a * c->n + j] = c->t->s->metric[j] * patch->basis[a * c->n + j];
        }
    }
}

static bool orthonormalise(rdg_covering *c, double *basis)
{
    for (int a = 0; a < c->k; a++) {
        double *phi = basis + a * c->n;
        for (int b = 0; b < a; b++) {
            const double along = dot(c, phi, basis + b * c->n);
            for (rdg_index j = 0; j < c->n; j++) {
                phi[j] -= along * basis[b * c->n + j];
            }
        }
        if (!rdg_system_normalise(c->t->s, phi)) {
            return false;
        }
    }
    return true;
}

/* Tangent space from [G_u; rows] Psi = [0; I] at u, oriented so that the determinant of [G_u; Psi^T W] > 0.
 */
static bool take_tangent_space(rdg_covering *c, rdg_patch *patch)
{
    rdg_system *s = c->t->s;
    if (!rdg_system_factor(s, s->matrix, NULL, c->rows)) {
        return false;
    }
    for (int a = 0; a < c->k; a++) {
        memset(c->difference, 0, (size_t)c->n * sizeof(double));
        c->difference[s->m + a] = 1.0;
        rdg_system_solve(s, s->matrix, c->difference, patch->basis + a * c->n);
    }
    if (!orthonormalise(c, patch->basis)) {
        return false;
    }
    if (rdg_bordered_determinant(s->matrix).sign < 0.0) {
        for (rdg_index j = 0; j < c->n; j++) {
            patch->basis[j] = -patch->basis[j];
        }
    }
    return true;
}

/* So large that the tangent space neither rises too far above the manifold nor turns too far. */
static double choose_radius(const rdg_covering *c, double bent)
{
    const rdg_run_setup *setup = c->t->setup;
    const double by_sag = sqrt(2.0 * setup->sag / fmax(bent, 1e-300));
    const double by_angle = setup->angle / fmax(bent, 1e-300);
    return fmin(fmax(fmin(by_sag, by_angle), setup->h_min), setup->h_max);
}

/* Where the derivatives end, the smallest radius. */
static rdg_outcome bend(rdg_covering *c, rdg_patch *patch)
{
    const rdg_run_setup *setup = c->t->setup;
    const rdg_outcome outcome = rdg_patch_bend(c, patch);
    if (outcome == RDG_FAILED) {
        patch->radius = setup->h_min;
        patch->bent = setup->angle / setup->h_min;
        return RDG_CONVERGED;
    }
    patch->radius = choose_radius(c, patch->bent);
    return outcome == RDG_CONVERGED ? rdg_patch_trust(c, patch) : outcome;
}

rdg_outcome rdg_patch_complete(rdg_covering *c, rdg_patch *patch)
{
    rdg_tracer *t = c->t;
    if (rdg_system_jacobian(t->s, patch->u) != 0 || !take_tangent_space(c, patch)) {
        return rdg_failure_of(t->p);
    }
    const rdg_outcome outcome = bend(c, patch);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    if (rdg_problem_parameters(t->p, patch->u, patch->mu) != 0) {
        return rdg_failure_of(t->p);
    }
    return rdg_patch_find_rims(c, patch);
}

static rdg_outcome correct(rdg_covering *c, const rdg_closing *closing, double *u)
{
    rdg_newton_report report;
    memcpy(u, c->guess, (size_t)c->n * sizeof(double));
    const rdg_outcome outcome = rdg_correct(c->t->corrector, closing, u, &report);
    c->t->summary.corrections++;
    c->t->summary.iterations += report.iterations;
    if (rdg_correction_suffers(outcome, &report)) {
        rdg_watch_derivatives(c->t, c->guess, u);
    }
    c->t->next.chart.iterations = report.iterations;
    c->t->next.chart.residual = report.residual;
    return outcome == RDG_CONVERGED ? rdg_gate_residual(c->t, u, &c->t->next.chart.residual) : outcome;
}

/* A bound of a domain that u lies beyond, or a boundary seen by a chart that it is nearer to than `near`, but
 * not on it; -1: none. */
static rdg_index bound_near(rdg_covering *c, const rdg_patch *from, const rdg_patch *seen_by, double near,
                            const double *u, double *bound)
{
    rdg_tracer *t = c->t;
    for (rdg_index p = 0; p < t->p->n_parameters; p++) {
        const double low = t->setup->low[p];
        const double high = t->setup->high[p];
        double slope[RDG_MAX_DIMENSION];
        double value = 0.0;
        if ((!isfinite(low) && !isfinite(high)) || rdg_problem_parameter(t->p, p, u, &value, NULL) != 0) {
            continue;
        }
        *bound = value - low < high - value ? low : high;
        const double capacity =
            rdg_patch_has_rim(seen_by, p, *bound) ? near * rdg_patch_slope(c, from, p, u, slope) : 0.0;
        if ((value < low + capacity || value > high - capacity) &&
            fabs(value - *bound) > 0.5 * rdg_gate_slack(c->t, u, p, *bound)) {
            return p;
        }
    }
    return -1;
}

/* Rows of the tangent space across the slope of a parameter. False: it has no slope there. */
static bool rows_across(rdg_covering *c, const rdg_patch *from, const double *slope)
{
    double direction[RDG_MAX_DIMENSION][RDG_MAX_DIMENSION] = {{0.0}};
    int found = 0;
    memcpy(direction[0], slope, (size_t)c->k * sizeof *slope);
    for (int a = -1; a < c->k && found < c->k; a++) { /* Gram and Schmidt on the slope and the axes */
        double *d = direction[found];
        if (a >= 0) {
            memset(d, 0, sizeof direction[found]);
            d[a] = 1.0;
        }
        double length = 0.0;
        for (int b = 0; b < found; b++) {
            double along = rdg_dot(c->k, d, direction[b]);
            for (int i = 0; i < c->k; i++) {
                d[i] -= along * direction[b][i];
            }
        }
        for (int i = 0; i < c->k; i++) {
            length += d[i] * d[i];
        }
        length = sqrt(length);
        if (length > (a < 0 ? 0.0 : 0.3)) {
            for (int i = 0; i < c->k; i++) {
                d[i] /= length;
            }
            found++;
        } else if (a < 0) {
            return false;
        }
    }
    for (int b = 1; b < found; b++) {
        double *row = c->rows + (b - 1) * c->n;
        for (rdg_index j = 0; j < c->n; j++) {
            row[j] = 0.0;
            for (int i = 0; i < c->k; i++) {
                row[j] += c->t->s->metric[j] * direction[b][i] * from->basis[i * c->n + j];
            }
        }
    }
    return found == c->k;
}

rdg_outcome rdg_patch_correct_value(rdg_covering *c, const rdg_patch *from, const double *across,
                                    rdg_index parameter, double value, double *u)
{
    return rows_across(c, from, across) ? rdg_patch_correct_here(c, parameter, value, u) : RDG_FAILED;
}

rdg_outcome rdg_patch_correct_here(rdg_covering *c, rdg_index parameter, double value, double *u)
{
    const rdg_closing closing =
        rdg_closing_with_planes(rdg_closing_value(parameter, value), c->k - 1, c->rows, c->guess);
    const rdg_outcome outcome = correct(c, &closing, u);
    rdg_gate_put_on(c->t, parameter, value, u);
    return outcome;
}

/* Take out of a slope what of it lies along others, which are orthonormal, unless that is all but all of it.
 */
static void keep_met(int k, double met[][RDG_MAX_DIMENSION], int n_met, double *slope)
{
    double free[RDG_MAX_DIMENSION];
    double length = 0.0;
    double left = 0.0;
    memcpy(free, slope, (size_t)k * sizeof *slope);
    for (int i = 0; i < n_met; i++) {
        double along = rdg_dot(k, met[i], free);
        for (int a = 0; a < k; a++) {
            free[a] -= along * met[i][a];
        }
    }
    for (int a = 0; a < k; a++) {
        length += slope[a] * slope[a];
        left += free[a] * free[a];
    }
    if (left > 0.01 * length) {
        memcpy(slope, free, (size_t)k * sizeof *slope);
    }
}

/* The slopes of the bounds of `met` but one, made orthonormal. */
static int other_slopes(rdg_covering *c, const rdg_patch *from, const rdg_index *met, int n_met,
                        rdg_index but, const double *u, double slopes[][RDG_MAX_DIMENSION])
{
    int count = 0;
    for (int i = 0; i < n_met && count < RDG_MAX_DIMENSION; i++) {
        double *slope = slopes[count];
        bool again = met[i] == but;
        for (int j = 0; j < i; j++) {
            again = again || met[j] == met[i];
        }
        if (again || !(rdg_patch_slope(c, from, met[i], u, slope) > 0.0)) {
            continue;
        }
        keep_met(c->k, slopes, count, slope);
        double length = rdg_dot(c->k, slope, slope);
        for (int a = 0; a < c->k; a++) {
            slope[a] /= sqrt(length);
        }
        count++;
    }
    return count;
}

/* Where domains meet each correction goes along the bounds that were met before, and leaves them by less and
 * less. */
rdg_outcome rdg_patch_correct(rdg_covering *c, const rdg_patch *from, const rdg_patch *seen_by, double near,
                              rdg_patch *patch)
{
    rdg_index met[MAX_CORRECTIONS] = {0};
    rdg_patch_take_rows(c, from);
    const rdg_closing planes = rdg_closing_with_planes((rdg_closing){.n_planes = 0}, c->k, c->rows, c->guess);
    rdg_outcome outcome = correct(c, &planes, patch->u);
    for (int corrections = 0; outcome == RDG_CONVERGED; corrections++) {
        double bound = 0.0;
        double slope[RDG_MAX_DIMENSION] = {0.0};
        double others[RDG_MAX_DIMENSION][RDG_MAX_DIMENSION] = {{0.0}};
        const rdg_index parameter = bound_near(c, from, seen_by, near, patch->u, &bound);
        if (parameter < 0) {
            break;
        }
        if (corrections == MAX_CORRECTIONS) {
            return RDG_FAILED;
        }
        const int n_others = other_slopes(c, from, met, corrections, parameter, patch->u, others);
        met[corrections] = parameter;
        rdg_patch_slope(c, from, parameter, patch->u, slope);
        keep_met(c->k, others, n_others, slope);
        memcpy(c->guess, patch->u, (size_t)c->n * sizeof(double));
        outcome = rdg_patch_correct_value(c, from, slope, parameter, bound, patch->u);
    }
    return outcome;
}
