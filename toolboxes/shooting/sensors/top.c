/* The peak of what is measured over an orbit, with its derivatives.
 *
 * Where the motion turns back at the time t* of a segment, dg/dt = 0, it is G(sigma, t*(sigma)) with G = g at
 * the end of the segment cut off at t. So the first derivatives are those of G alone, and the second
 * G_ss - G_st G_ts / G_tt. Where a segment begins or ends there, they are those of g there. */
#include "shooting_sensors_impl.h"

#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* A rate is none that would turn within such a share of the segment. */
static const double at_rest = 1e-3;

/* The mesh of a segment up to a share of it. */
static int cut(rdg_orbit_sensors *all, const rdg_mesh *whole, double share)
{
    rdg_mesh *part = &all->part;
    if (rdg_context_reserve(all->s->ctx, (void *)&part->share, &part->capacity, whole->steps + 1,
                            sizeof *part->share) != RDG_OK) {
        return -1;
    }
    double at = 0.0;
    part->steps = 0;
    for (rdg_index i = 0; i + 1 < whole->steps && at + whole->share[i] < share; i++) {
        part->share[part->steps++] = whole->share[i] / share;
        at += whole->share[i];
    }
    part->share[part->steps++] = share > 0.0 ? (share - at) / share : 1.0;
    return 0;
}

/* The motion up to the peak with derivatives: work->z and Z; all->gradient: of g there, with its sign. */
static int reach(rdg_orbit_sensor *sensor, const double *u, rdg_orbit_at *a)
{
    rdg_orbit_sensors *all = sensor->all;
    rdg_shooting *s = all->s;
    const rdg_orbit_top *top = &sensor->top.place;
    *a = rdg_orbit_segment_at(s, u, top->segment);
    int answer = cut(all, &a->segment->mesh, top->share);
    s->work->sigma[a->nz] *= top->share;
    answer = answer ? answer
                    : rdg_flow_segment(s->flow, a->segment->mode, &all->part, s->work->sigma, all->y, all->dy,
                                       NULL);
    if (answer != 0) {
        return answer;
    }
    rdg_orbit_place_end(s, a, all->y, all->dy);
    double g = 0.0;
    answer =
        rdg_measured_at(&sensor->measured, top->side, a->segment->mode, a->nz, s->work->z, &g, all->gradient);
    for (rdg_index k = 0; k < a->nz && top->g < 0.0; k++) {
        all->gradient[k] = -all->gradient[k];
    }
    return answer;
}

/* dG by a component of sigma. */
static double slope_by(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c)
{
    return rdg_dot(a->nz, all->gradient, all->s->work->Z + a->nz * c);
}

/* joint.nu: by so much of the gradient the joint before the peak's segment counts. */
static void weigh_joint(const rdg_orbit_sensors *all, const rdg_orbit_at *a, double weight)
{
    memset(all->joint.nu, 0, (size_t)all->s->at.m * sizeof(double));
    for (rdg_index i = 0; i < a->n; i++) {
        all->joint.nu[a->j * all->s->at.states + i] = weight * slope_by(all, a, i);
    }
}

/* H += Z^T (all->curve) Z, all->curve being g_zz. */
static void bend(const rdg_orbit_sensors *all, const rdg_orbit_at *a)
{
    const rdg_orbit_work *w = all->s->work;
    for (rdg_index c = 0; c < a->ns; c++) {
        for (rdg_index k = 0; k < a->nz; k++) {
            w->value[k] = 0.0;
            for (rdg_index l = 0; l < a->nz; l++) {
                w->value[k] += all->curve[k + a->nz * l] * w->Z[l + a->nz * c];
            }
        }
        for (rdg_index b = 0; b < a->ns; b++) {
            for (rdg_index k = 0; k < a->nz; k++) {
                w->H[b + a->ns * c] += w->Z[k + a->nz * b] * w->value[k];
            }
        }
    }
}

/* G_ss, G_st, G_tt to work->H. */
static int curves(rdg_orbit_sensor *sensor, const rdg_orbit_at *a)
{
    rdg_orbit_sensors *all = sensor->all;
    rdg_shooting *s = all->s;
    const rdg_orbit_work *w = s->work;
    const rdg_orbit_top *top = &sensor->top.place;
    int answer = rdg_flow_second(s->flow, a->segment->mode, &all->part, w->sigma, all->gradient, w->H);
    if (answer == 0 && !rdg_measured_is_flat(&sensor->measured)) {
        answer = rdg_measured_bend(&sensor->measured, top->side, a->segment->mode, a->nz, w->z,
                                   top->g < 0.0 ? -1.0 : 1.0, all->curve);
        bend(all, a);
    }
    if (answer == 0 && s->at.forced) { /* the phase there is phi + omega t */
        const rdg_index omega = a->n + s->at.omega;
        w->H[omega + a->ns * a->nz] += all->gradient[a->nz - 1];
        w->H[a->nz + a->ns * omega] += all->gradient[a->nz - 1];
    }
    return answer;
}

/* The time of the peak is eliminated; share_by: the derivatives of its share of the
 * segment. */
static void eliminate(const rdg_orbit_sensor *sensor, const rdg_orbit_at *a, double rate, double tau,
                      double *share_by)
{
    double *H = sensor->all->s->work->H;
    const rdg_index ns = a->ns, t = a->nz;
    const double bent = H[t + ns * t];
    const bool turns =
        bent < 0.0 && (sensor->top.place.rank == 0 || fabs(rate) <= at_rest * fabs(bent * tau));
    memset(share_by, 0, (size_t)ns * sizeof *share_by);
    for (rdg_index c = 0; c < t && turns; c++) {
        const double share = H[t + ns * c] / bent;
        share_by[c] = -share / tau;
        for (rdg_index b = 0; b < t; b++) {
            H[b + ns * c] -= H[b + ns * t] * share;
        }
    }
    for (rdg_index c = 0; c < ns; c++) {
        H[t + ns * c] = H[c + ns * t] = 0.0;
    }
    share_by[t] = turns ? -sensor->top.place.share / tau : 0.0;
}

/* joint.nu and joint.dnu, from the second derivatives of the peak in work->H. */
static void bend_joint(const rdg_orbit_sensors *all, const rdg_orbit_at *a, double weight, double slope,
                       const double *share_by)
{
    weigh_joint(all, a, weight);
    for (rdg_index c = 0; c < a->ns; c++) {
        for (rdg_index i = 0; i < a->n; i++) {
            all->joint.dnu[i + a->n * c] =
                slope * share_by[c] * slope_by(all, a, i) + weight * all->s->work->H[i + a->ns * c];
        }
    }
}

/* H, without the time of the peak, and what counts of the joint before it. */
static int bend_all(rdg_orbit_sensor *sensor, const double *u, const rdg_orbit_at *a)
{
    const rdg_orbit_sensors *all = sensor->all;
    double *share_by = all->s->work->along, slope = 0.0;
    const double weight = rdg_joint_weight(&sensor->top.place, &slope);
    const int answer = curves(sensor, a);
    if (answer == 0 && sensor->top.place.rank != 2) {
        eliminate(sensor, a, slope_by(all, a, a->nz), u[all->s->at.tau + a->j], share_by);
    }
    if (answer == 0 && weight > 0.0) {
        bend_joint(all, a, weight, slope, share_by);
    }
    return answer;
}

int rdg_top_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_orbit_sensor *sensor = data;
    rdg_orbit_at a;
    double slope = 0.0;
    (void)n, (void)m;
    int answer = rdg_top_find(sensor, u);
    y[0] = answer == 0 ? sensor->top.height : 0.0;
    const double weight = answer == 0 ? rdg_joint_weight(&sensor->top.place, &slope) : 0.0;
    if (weight > 0.0) {
        answer = reach(sensor, u, &a);
        weigh_joint(sensor->all, &a, weight);
        answer = answer ? answer : rdg_joint_value(sensor->all, u, y);
    }
    return answer;
}

int rdg_top_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_orbit_sensor *sensor = data;
    const rdg_orbit_sensors *all = sensor->all;
    const rdg_orbit_work *w = all->s->work;
    rdg_orbit_at a;
    double bent = 0.0;
    (void)m;
    int answer = rdg_top_find(sensor, u);
    answer = answer ? answer : reach(sensor, u, &a);
    if (answer != 0) {
        return answer;
    }
    memset(values, 0, (size_t)n * sizeof *values);
    const rdg_index count =
        sensor->top.place.rank == 2 ? a.ns : a.nz; /* only an end moves with the segment's */
    for (rdg_index c = 0; c < count; c++) {
        const double slope = slope_by(all, &a, c);
        const rdg_index n_c = rdg_orbit_columns(all->s, &a, c, w->column, w->factor);
        for (rdg_index t = 0; t < n_c; t++) {
            values[w->column[t]] += w->factor[t] * slope;
        }
    }
    if (rdg_joint_weight(&sensor->top.place, &bent) > 0.0) {
        answer = bend_all(sensor, u, &a);
        answer = answer ? answer : rdg_joint_slopes(sensor->all, u, &a, values);
    }
    return answer;
}

static rdg_index columns(const rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index c, rdg_index *column,
                         double *factor)
{
    return rdg_orbit_columns(all->s, a, c, column, factor);
}

int rdg_top_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    rdg_orbit_sensor *sensor = data;
    const rdg_orbit_sensors *all = sensor->all;
    const rdg_orbit_work *w = all->s->work;
    rdg_orbit_at a;
    double slope = 0.0;
    (void)n, (void)m;
    int answer = rdg_top_find(sensor, u);
    answer = answer ? answer : reach(sensor, u, &a);
    answer = answer ? answer : bend_all(sensor, u, &a);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index k = 0; k < a.ns * a.ns; k++) {
        w->H[k] *= lambda[0];
    }
    rdg_component_spread(all, &a, &(rdg_component_curves){.H = w->H, .size = a.ns, .columns = columns},
                         values);
    if (all->s->at.forced) {
        rdg_component_phases(all, &a, 0.0, lambda[0] * slope_by(all, &a, a.nz - 1), values);
    }
    return rdg_joint_weight(&sensor->top.place, &slope) > 0.0
               ? rdg_joint_curves(sensor->all, u, &a, lambda[0], values)
               : 0;
}
