/* Boundaries: where a domain cuts a chart. Within a chart a parameter is q(x) = mu + g . x + 1/2 x . H x; the
 * boundary is the line (point, plane) across its gradient through the point of {q = bound} that is nearest to
 * the centre. A ball over which that line would not do for the true boundary is too large. */
#include "covering_impl.h"

#include <math.h>
#include <string.h>

/* Where a model of second order goes beyond a bound by less than this part of its bending, it does not state
 * whether the manifold does. */
static const double doubtful = 0.1;
static const double negligible = 1e-3; /* the same for a ball that cannot become smaller */
/* A chart lies on a bound that it is nearer to, relative to 1 and the bound. */
static const double on_bound = 1e-9;

typedef struct model {
    double value, g[RDG_MAX_DIMENSION], H[RDG_MAX_DIMENSION][RDG_MAX_DIMENSION];
    double bent; /* norm of H */
} model;

double rdg_patch_slope(rdg_covering *c, const rdg_patch *patch, rdg_index parameter, const double *u,
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

/* Value of a parameter above tangent coordinates. */
static bool value_above(rdg_covering *c, const rdg_patch *patch, rdg_index parameter, const double *x,
                        double *value)
{
    rdg_patch_lift(c, patch, x, c->difference);
    return rdg_problem_parameter(c->t->p, parameter, c->difference, value, NULL) == 0 && isfinite(*value);
}

/* H from values at a distance h; zero where there are none. */
static void fit_second(rdg_covering *c, const rdg_patch *patch, rdg_index parameter, model *q)
{
    const double h = patch->radius;
    double sum = 0.0;
    for (int a = 0; a < c->k; a++) {
        double x[RDG_MAX_DIMENSION] = {0.0};
        double up = 0.0;
        double down = 0.0;
        x[a] = h;
        bool known = value_above(c, patch, parameter, x, &up);
        x[a] = -h;
        known = known && value_above(c, patch, parameter, x, &down);
        q->H[a][a] = known ? (up + down - 2.0 * q->value) / (h * h) : 0.0;
        sum += q->H[a][a] * q->H[a][a];
        for (int b = 0; b < a; b++) {
            double both = 0.0;
            x[a] = x[b] = h;
            if (value_above(c, patch, parameter, x, &both)) {
                both -= q->value + h * (q->g[a] + q->g[b]);
                q->H[a][b] = q->H[b][a] = both / (h * h) - 0.5 * (q->H[a][a] + q->H[b][b]);
            }
            x[b] = 0.0;
            sum += 2.0 * q->H[a][b] * q->H[a][b];
        }
    }
    q->bent = sqrt(sum);
}

static double slope_at(const model *q, int k, const double *x, double *slope)
{
    double sum = 0.0;
    for (int a = 0; a < k; a++) {
        slope[a] = q->g[a];
        for (int b = 0; b < k; b++) {
            slope[a] += q->H[a][b] * x[b];
        }
        sum += slope[a] * slope[a];
    }
    return sqrt(sum);
}

/* Growth of q over |x| <= reach, seen in many directions. */
static double most_growth(const model *q, int k, double reach)
{
    enum { STEPS = 2 };
    double most = 0.0;
    int at[RDG_MAX_DIMENSION] = {-STEPS, -STEPS, -STEPS};
    for (int carry = 0; carry < k;) {
        double length = 0.0;
        double slope = 0.0;
        double bend = 0.0;
        for (int a = 0; a < k; a++) {
            length += at[a] * at[a];
            slope += q->g[a] * at[a];
            for (int b = 0; b < k; b++) {
                bend += at[a] * q->H[a][b] * at[b];
            }
        }
        if (length > 0.0 && slope >= 0.0) {
            slope /= sqrt(length);
            bend /= length;
            const double t = bend < 0.0 ? fmin(reach, -slope / bend) : reach;
            most = fmax(most, t * (slope + 0.5 * t * bend));
        }
        for (carry = 0; carry < k && ++at[carry] > STEPS; carry++) {
            at[carry] = -STEPS;
        }
    }
    return most;
}

/* The point nearest to the centre where q has grown by `capacity` (x <- x's foot on the line that q is at x,
 * again and again); false: not found. */
static bool nearest(const model *q, int k, double capacity, double radius, double *x)
{
    memset(x, 0, RDG_MAX_DIMENSION * sizeof *x);
    for (int iteration = 0; iteration < 30; iteration++) {
        double slope[RDG_MAX_DIMENSION];
        const double steep = slope_at(q, k, x, slope);
        double offset = capacity;
        double moved = 0.0;
        for (int a = 0; a < k; a++) {
            offset += 0.5 * (slope[a] - q->g[a]) * x[a]; /* space - (q - slope . x) */
        }
        if (!(steep > 0.0)) {
            return false;
        }
        for (int a = 0; a < k; a++) {
            const double next = slope[a] * offset / (steep * steep);
            moved += fabs(next - x[a]);
            x[a] = next;
        }
        if (moved <= 1e-10 * radius) {
            return true;
        }
        if (!(moved < 1e3 * radius)) {
            return false;
        }
    }
    return false;
}

typedef enum verdict { UNREACHED, REACHED, DOUBTFUL } verdict;

/* Does the chart reach a bound, q having been turned so that it grows outwards? */
static verdict judge(const rdg_covering *c, const rdg_patch *patch, const model *q, double capacity,
                     rdg_rim *rim)
{
    const double R = patch->radius;
    const double reach = 1.05 * sqrt((double)c->k) * R; /* the vertices of the cube */
    double x[RDG_MAX_DIMENSION];
    const double over = most_growth(q, c->k, reach) - capacity;
    const double bending = 0.5 * q->bent * R * R;
    if (!rim->on && over < -doubtful * bending) {
        return UNREACHED;
    }
    const bool found = nearest(q, c->k, capacity, R, x);
    double distance = 0.0;
    const double steep = slope_at(q, c->k, x, rim->normal);
    rim->offset = 0.0;
    for (int a = 0; a < c->k; a++) {
        rim->offset += rim->normal[a] * x[a];
        distance += x[a] * x[a];
    }
    if (found && steep >= q->bent * R) {
        return sqrt(distance) <= reach ? REACHED : UNREACHED;
    }
    const bool can_shrink = R > c->t->setup->h_min;
    const bool clear = over > negligible * bending + on_bound * (1.0 + fabs(rim->bound));
    return can_shrink ? DOUBTFUL : found && clear && sqrt(distance) <= reach ? REACHED : UNREACHED;
}

/* Both bounds of one domain. */
static verdict find_in_window(rdg_covering *c, rdg_patch *patch, rdg_index parameter)
{
    model q = {.value = patch->mu[parameter]};
    const double bound[2] = {c->t->setup->low[parameter], c->t->setup->high[parameter]};
    rdg_patch_slope(c, patch, parameter, patch->u, q.g);
    fit_second(c, patch, parameter, &q);
    for (int side = 0; side < 2; side++) {
        const double capacity = (side ? 1.0 : -1.0) * (bound[side] - q.value);
        if (!isfinite(capacity)) {
            continue;
        }
        model outwards = q;
        for (int a = 0; a < c->k && side == 0; a++) {
            outwards.g[a] = -q.g[a];
            for (int b = 0; b < c->k; b++) {
                outwards.H[a][b] = -q.H[a][b];
            }
        }
        rdg_rim rim = {.parameter = parameter, .bound = bound[side], .sign = side ? 1.0 : -1.0};
        rim.on = fabs(capacity) <= on_bound * (1.0 + fabs(bound[side]));
        const verdict v = judge(c, patch, &outwards, rim.on ? 0.0 : capacity, &rim);
        if (v == DOUBTFUL || (v == REACHED && patch->n_rims == RDG_MAX_RIMS)) {
            return DOUBTFUL;
        }
        if (v == REACHED) {
            patch->rim[patch->n_rims++] = rim;
        }
    }
    return REACHED;
}

rdg_outcome rdg_patch_find_rims(rdg_covering *c, rdg_patch *patch)
{
    const rdg_tracer *t = c->t;
    const double smaller = 0.7;
    patch->n_rims = 0;
    for (rdg_index p = 0; p < t->p->n_parameters; p++) {
        if (!isfinite(t->setup->low[p]) && !isfinite(t->setup->high[p])) {
            continue;
        }
        if (find_in_window(c, patch, p) == DOUBTFUL) {
            if (patch->radius <= t->setup->h_min) {
                return RDG_FAILED; /* more boundaries than can be */
            }
            patch->radius = fmax(smaller * patch->radius, t->setup->h_min);
            patch->n_rims = 0;
            p = -1; /* all domains again */
        }
        if (rdg_problem_is_aborted(t->p)) {
            return RDG_ABORTED;
        }
    }
    return RDG_CONVERGED;
}

bool rdg_patch_has_rim(const rdg_patch *patch, rdg_index parameter, double bound)
{
    for (int i = 0; i < patch->n_rims; i++) {
        if (patch->rim[i].parameter == parameter && !(patch->rim[i].bound < bound) &&
            !(patch->rim[i].bound > bound)) {
            return true;
        }
    }
    return false;
}

bool rdg_patch_is_beside_rim(const rdg_patch *patch, double near)
{
    for (int i = 0; i < patch->n_rims; i++) {
        const rdg_rim *rim = &patch->rim[i];
        const double *g = rim->normal;
        const double steep = sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
        if (!rim->on && rim->offset < near * patch->radius * steep) {
            return true;
        }
    }
    return false;
}

rdg_status rdg_patch_cut_rims(rdg_covering *c, rdg_patch *patch)
{
    for (int i = 0; i < patch->n_rims; i++) {
        const rdg_rim *rim = &patch->rim[i];
        RDG_TRY(rdg_polytope_cut(c->t->ctx, &patch->cell, rim->normal, rim->offset,
                                 (rim->on ? RDG_ON_RIM : RDG_OFF_RIM) - i));
    }
    return RDG_OK;
}
