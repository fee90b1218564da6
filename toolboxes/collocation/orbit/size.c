/* How large an autonomous orbit is: the root mean square of its distance from its mean state.
 *
 * Orbits that shrink to an equilibrium end there, at a Hopf point: behind it the same ones come once more,
 * half a period later. The equations are singular at it. The branch is followed to an orbit whose equilibrium
 * grows by 1e-6 of the frequency (hopf_point.h); its last point is the Hopf point, located by itself. */
#include "collocated_orbit_impl.h"

#include <ridgewalk/event.h>
#include <ridgewalk/hopf_point.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

static const char monitor[] = "size";

/* What the monitor stands on, of one problem. */
typedef struct size_of_orbit {
    rdg_segment *s;
    struct rdg_colloc_phase *phase;
} size_of_orbit;

void rdg_collocation_mean_row(const rdg_segment *s, const double *y, double *row)
{
    const rdg_segment_layout *at = &s->at;
    memset(row, 0, (size_t)at->nx * sizeof *row);
    for (rdg_index e = 0; e < at->N * at->K; e++) {
        const rdg_index i = e / at->K, g = e % at->K;
        const double weight = s->basis.weight[g] * (s->mesh[i + 1] - s->mesh[i]);
        const double *L = s->basis.value[g];
        for (rdg_index a = 0; a < at->n; a++) {
            double value = 0.0;
            for (rdg_index k = 0; k <= at->K; k++) {
                value += L[k] * y[i * at->block + k * at->n + a];
            }
            for (rdg_index k = 0; k <= at->K; k++) {
                row[i * at->block + k * at->n + a] += weight * value * L[k];
            }
        }
    }
}

/* The mean of state a of x. */
static double mean_of(const rdg_segment *s, const double *x, rdg_index a)
{
    const rdg_segment_layout *at = &s->at;
    double mean = 0.0;
    for (rdg_index e = 0; e < at->N * at->K; e++) {
        const rdg_index i = e / at->K, g = e % at->K;
        for (rdg_index k = 0; k <= at->K; k++) {
            mean += s->basis.weight[g] * (s->mesh[i + 1] - s->mesh[i]) * s->basis.value[g][k] *
                    x[i * at->block + k * at->n + a];
        }
    }
    return mean;
}

/* out = x less its mean. */
static void centre(const rdg_segment *s, const double *x, double *out)
{
    for (rdg_index a = 0; a < s->at.n; a++) {
        const double mean = mean_of(s, x, a);
        for (rdg_index j = a; j < s->at.nx; j += s->at.n) {
            out[j] = x[j] - mean;
        }
    }
}

/* row [nx] of int <., x - mean> dtau, and its value at x - mean: the square of the size. */
static double square(rdg_segment *s, const double *x, double *row)
{
    double sum = 0.0;
    centre(s, x, s->local);
    rdg_collocation_mean_row(s, s->local, row);
    for (rdg_index j = 0; j < s->at.nx; j++) {
        sum += row[j] * s->local[j];
    }
    return fmax(sum, 0.0);
}

/* In the opposite phase of the orbit that fixes it there is none: the step was longer than the way to the
 * equilibrium, behind which the same orbits come once more. */
static bool is_behind(const size_of_orbit *o, const double *row)
{
    const double *reference = rdg_collocation_reference(o->phase);
    const double along = rdg_dot(o->s->at.nx, row, reference);
    return along < 0.0;
}

static int size_f(rdg_index n, const double *x, rdg_index m, double *y, void *data)
{
    const size_of_orbit *o = data;
    (void)n, (void)m;
    y[0] = sqrt(square(o->s, x, o->s->wide));
    return is_behind(o, o->s->wide);
}

static int size_df(rdg_index n, const double *x, rdg_index m, double *values, void *data)
{
    const size_of_orbit *o = data;
    rdg_segment *s = o->s;
    const double size = sqrt(square(s, x, s->wide));
    (void)m;
    for (rdg_index j = 0; j < n && size > 0.0; j++) {
        values[j] = s->wide[j] / size;
    }
    return 0;
}

/* The equilibrium inside the orbit at the problem's variables u, its predictor; false: no memory. */
static bool begin_point(const size_of_orbit *o, const double *u, rdg_hopf_point *point)
{
    const rdg_segment *s = o->s;
    const rdg_index n = s->at.n, np = s->at.np;
    const double *x = u + s->index[0];
    point->x = rdg_context_calloc(s->ctx, (size_t)(n + np), sizeof *point->x);
    if (!point->x) {
        return false;
    }
    point->p = point->x + n;
    point->size = s->size;
    point->omega = RDG_HZ(1.0) / u[s->index[s->at.T]];
    for (rdg_index a = 0; a < n; a++) {
        point->x[a] = mean_of(s, x, a);
    }
    for (rdg_index k = 0; k < np; k++) {
        point->p[k] = u[s->index[s->at.p + k]];
    }
    return true;
}

/* The Hopf point next to the orbit of a chart; to be freed: its x. */
static bool locate(const size_of_orbit *o, const rdg_chart *at, rdg_hopf_point *point)
{
    const rdg_segment *s = o->s;
    const double *direction = s->at.np > 0 ? at->tangent + s->index[s->at.p] : NULL;
    return begin_point(o, at->u, point) && rdg_hopf_locate(s->hybrid, s->mode, direction, point);
}

static const char *judge(rdg_problem *p, const rdg_chart *before, const rdg_chart *at, const rdg_chart *after,
                         void *data)
{
    rdg_hopf_point point = {.x = NULL};
    (void)p, (void)before, (void)after;
    const bool is = locate(data, at, &point);
    rdg_free(point.x);
    return is ? "HB" : NULL;
}

/* The equilibrium takes the place of the orbit. Multipliers stay those of the last orbit: that of the
 * equilibrium along the family has no value. */
static void go_to_hopf_point(rdg_problem *p, rdg_chart *at, void *data)
{
    const rdg_segment *s = ((const size_of_orbit *)data)->s;
    rdg_hopf_point point = {.x = NULL};
    if (locate(data, at, &point)) {
        for (rdg_index j = 0; j < s->at.nx; j++) {
            at->u[s->index[j]] = point.x[j % s->at.n];
        }
        for (rdg_index k = 0; k < s->at.np; k++) {
            at->u[s->index[s->at.p + k]] = point.p[k];
            at->mu[rdg_parameter_index(p, rdg_hybrid_parameters_of(s->hybrid).name[k])] = point.p[k];
        }
        at->u[s->index[s->at.T]] = at->mu[rdg_parameter_index(p, "T")] = RDG_HZ(1.0) / point.omega;
        at->mu[rdg_parameter_index(p, monitor)] = 0.0;
    }
    rdg_free(point.x);
}

/* The size of the last orbit before a Hopf point ends the branch. */
static rdg_status add_end(size_of_orbit *o, rdg_problem *p)
{
    const rdg_segment *s = o->s;
    const double *u = rdg_start_values(p);
    double first = 0.0;
    rdg_hopf_point point = {.x = NULL};
    (void)size_f(s->at.nx, u + s->index[0], 1, &first, o);
    if (!(first > 0.0)) {
        return RDG_OK;
    }
    if (!begin_point(o, u, &point)) {
        return RDG_ERR_NO_MEMORY;
    }
    const double last = first * rdg_hopf_last_amplitude(s->hybrid, s->mode, &point);
    rdg_free(point.x);
    return rdg_add_event(p, &(rdg_event_definition){.type = "HB",
                                                    .parameter = monitor,
                                                    .value = last,
                                                    .terminal = true,
                                                    .check = judge,
                                                    .limit = go_to_hopf_point,
                                                    .data = o});
}

static void release(void *data)
{
    size_of_orbit *o = data;
    rdg_segment_leave(o->s);
    rdg_free(o);
}

rdg_status rdg_collocation_add_size(rdg_collocation *c, rdg_problem *p)
{
    rdg_segment *s = c->segment;
    size_of_orbit *o = rdg_context_calloc(c->ctx, 1, sizeof *o);
    if (!o) {
        return RDG_ERR_NO_MEMORY;
    }
    *o = (size_of_orbit){.s = s, .phase = c->phase};
    s->users++;
    const rdg_status status = rdg_add_monitor(p,
                                              &(rdg_function){.name = monitor,
                                                              .n = s->at.nx,
                                                              .m = 1,
                                                              .f = size_f,
                                                              .df = size_df,
                                                              .by_differences = true,
                                                              .data = o,
                                                              .free_data = release},
                                              s->index, NULL, RDG_REGULAR);
    if (status != RDG_OK) {
        release(o);
        return status;
    }
    return add_end(o, p);
}
