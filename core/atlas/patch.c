/* One chart of a covering: correction, tangent space, radius, windows. */
#include "atlas_kd_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

const double rdg_near_window = 0.3;

enum { MAX_CORRECTIONS = 12 }; /* onto the bounds of windows */

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

/* Derivative of the Jacobian along phi_a by a difference, into c->bent_jacobian. */
static bool bend(rdg_covering *c, const rdg_patch *patch, int a)
{
    rdg_system *s = c->t->s;
    const rdg_index count = rdg_pattern_count(rdg_assembly_jacobian_pattern(s->assembly));
    const double h = 1e-4;
    memset(c->bent_jacobian, 0, (size_t)count * sizeof(double));
    for (int side = -1; side <= 1; side += 2) {
        for (rdg_index j = 0; j < c->n; j++) {
            c->difference[j] = patch->u[j] + side * h * patch->basis[a * c->n + j];
        }
        if (rdg_system_jacobian(s, c->difference) != 0) {
            return false;
        }
        for (rdg_index e = 0; e < count; e++) {
            c->bent_jacobian[e] += side * s->jacobian[e] / (2.0 * h);
        }
    }
    return true;
}

/* Second derivative of the manifold along phi_b as the base point moves along phi_a: -M^-1 [G_uu phi_a phi_b;
 * 0], into c->difference. Its square. */
static double bend_along(rdg_covering *c, const rdg_patch *patch, int b)
{
    const rdg_system *s = c->t->s;
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(s->assembly);
    memset(c->mean, 0, (size_t)c->n * sizeof(double));
    for (rdg_index j = 0; j < c->n; j++) {
        const double weight = -patch->basis[b * c->n + j];
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            if (p->row[e] < s->m) {
                c->mean[p->row[e]] += weight * c->bent_jacobian[e];
            }
        }
    }
    rdg_system_solve(c->t->s, s->matrix, c->mean, c->difference);
    return dot(c, c->difference, c->difference);
}

/* Largest curvature: Frobenius norm of the lengths of all second derivatives, which bounds the largest
 * eigenvalue. The factors of [G_u; basis] must be at hand. Negative: outside the domain. */
static double curvature(rdg_covering *c, const rdg_patch *patch)
{
    double sum = 0.0;
    for (int a = 0; a < c->k; a++) {
        if (!bend(c, patch, a)) {
            return -1.0;
        }
        for (int b = a; b < c->k; b++) {
            sum += (a == b ? 1.0 : 2.0) * bend_along(c, patch, b);
        }
    }
    return sqrt(sum);
}

/* So large that the tangent space neither rises too far above the manifold nor turns too far. */
static double choose_radius(const rdg_covering *c, double bent)
{
    const rdg_run_setup *setup = c->t->setup;
    const double by_sag = sqrt(2.0 * setup->sag / fmax(bent, 1e-300));
    const double by_angle = setup->angle / fmax(bent, 1e-300);
    return fmin(fmax(fmin(by_sag, by_angle), setup->h_min), setup->h_max);
}

rdg_outcome rdg_patch_complete(rdg_covering *c, rdg_patch *patch)
{
    rdg_tracer *t = c->t;
    if (rdg_system_jacobian(t->s, patch->u) != 0 || !take_tangent_space(c, patch)) {
        return rdg_failure_of(t->p);
    }
    const double bent = curvature(c, patch);
    if (bent < 0.0 && rdg_problem_is_aborted(t->p)) {
        return RDG_ABORTED;
    }
    patch->radius = bent < 0.0 ? t->setup->h_min : choose_radius(c, bent);
    return rdg_problem_parameters(t->p, patch->u, patch->mu) == 0 ? RDG_CONVERGED : rdg_failure_of(t->p);
}

static rdg_outcome correct(rdg_covering *c, const rdg_closing *closing, double *u)
{
    rdg_newton_report report;
    memcpy(u, c->guess, (size_t)c->n * sizeof(double));
    const rdg_outcome outcome = rdg_correct(c->t->corrector, closing, u, &report);
    c->t->summary.corrections++;
    c->t->summary.iterations += report.iterations;
    c->t->next.chart.iterations = report.iterations;
    c->t->next.chart.residual = report.residual;
    return outcome == RDG_CONVERGED ? rdg_gate_residual(c->t, u, &c->t->next.chart.residual) : outcome;
}

/* The parameter's slope within a tangent space, shape [k]; its norm. */
static double slope_within(rdg_covering *c, const rdg_patch *patch, rdg_index parameter, const double *u,
                           double *slope)
{
    double value = 0.0;
    double sum = 0.0;
    if (rdg_problem_parameter(c->t->p, parameter, u, &value, c->gradient) != 0) {
        return 0.0;
    }
    for (int a = 0; a < c->k; a++) {
        slope[a] = 0.0;
        for (rdg_index j = 0; j < c->n; j++) {
            slope[a] += c->gradient[j] * patch->basis[a * c->n + j];
        }
        sum += slope[a] * slope[a];
    }
    return sqrt(sum);
}

/* A bound of a window that u lies beyond or nearer to than `near`, but not on it; -1: none. */
static rdg_index bound_near(rdg_covering *c, const rdg_patch *from, double near, const double *u,
                            double *bound)
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
        const double room = near * slope_within(c, from, p, u, slope);
        *bound = value - low < high - value ? low : high;
        if ((value < low + room || value > high - room) &&
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
            double along = 0.0;
            for (int i = 0; i < c->k; i++) {
                along += d[i] * direction[b][i];
            }
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

/* Where windows meet each correction leaves the bounds of the others a little, ever less. */
rdg_outcome rdg_patch_correct(rdg_covering *c, const rdg_patch *from, double near, rdg_patch *patch)
{
    rdg_patch_take_rows(c, from);
    const rdg_closing planes = rdg_closing_with_planes((rdg_closing){.n_planes = 0}, c->k, c->rows, c->guess);
    rdg_outcome outcome = correct(c, &planes, patch->u);
    for (int corrections = 0; outcome == RDG_CONVERGED; corrections++) {
        double bound = 0.0;
        double slope[RDG_MAX_DIMENSION];
        const rdg_index parameter = bound_near(c, from, near, patch->u, &bound);
        if (parameter < 0) {
            break;
        }
        if (corrections == MAX_CORRECTIONS) {
            return RDG_FAILED;
        }
        slope_within(c, from, parameter, patch->u, slope);
        memcpy(c->guess, patch->u, (size_t)c->n * sizeof(double));
        outcome = rdg_patch_correct_value(c, from, slope, parameter, bound, patch->u);
    }
    return outcome;
}

rdg_status rdg_patch_cut_windows(rdg_covering *c, rdg_patch *patch)
{
    const rdg_tracer *t = c->t;
    for (rdg_index p = 0; p < t->p->n_parameters; p++) {
        const double bound[2] = {t->setup->low[p], t->setup->high[p]};
        if (!isfinite(bound[0]) && !isfinite(bound[1])) {
            continue;
        }
        double slope[RDG_MAX_DIMENSION] = {0.0};
        const double steep = slope_within(c, patch, p, patch->u, slope);
        for (int side = 0; side < 2; side++) {
            const double sign = side ? 1.0 : -1.0;
            const double room = sign * (bound[side] - patch->mu[p]);
            if (!isfinite(bound[side]) || room > 2.0 * steep * patch->radius) {
                continue;
            }
            const bool near = room <= 1.01 * rdg_near_window * steep * patch->radius;
            for (int a = 0; a < c->k; a++) {
                slope[a] *= sign;
            }
            RDG_TRY(rdg_polytope_cut(t->ctx, &patch->cell, slope, fmax(room, 0.0),
                                     (near ? RDG_NEAR_WINDOW : RDG_FAR_WINDOW) - 2 * p - side));
            for (int a = 0; a < c->k; a++) {
                slope[a] *= sign;
            }
        }
    }
    return RDG_OK;
}
