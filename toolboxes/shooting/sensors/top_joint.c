/* A peak that passes from one segment to the next, the start of an orbit among these.
 *
 * Its value is the same by either segment, on orbits: x_k = R(y), the state where the next segment begins.
 * But derivatives by the problem's variables are those by the states of the one or of the other segment, and
 * multipliers of the joints, which an adjoint problem has, would jump where the peak passes. So behind a
 * joint it is
 *
 *      G - w(s) G_x . (x_k - R(y)) ,
 *
 * s the share of the segment that has passed, w falling from 1 to 0: at the joint that by the states of the
 * segment before it. What is added vanishes on orbits. */
#include "shooting_sensors_impl.h"

#include <ridgewalk/vectors.h>

#include <string.h>

/* Share of a segment over which it falls. */
static const double width = 0.1;

double rdg_joint_weight(const rdg_orbit_top *top, double *slope)
{
    *slope = 0.0;
    if (top->rank == 1) { /* what is off an orbit may have a jump of slope where it would turn back */
        return 1.0;
    }
    if (top->rank == 2 || top->share >= width) {
        return 0.0;
    }
    const double t = top->share / width;
    *slope = -30.0 * t * t * (1.0 - t) * (1.0 - t) / width;
    return 1.0 - t * t * t * (10.0 - t * (15.0 - 6.0 * t));
}

rdg_status rdg_joint_begin(rdg_orbit_sensors *all)
{
    const rdg_shooting *s = all->s;
    const rdg_orbit_layout *at = &s->at;
    const rdg_index n_df = s->df.start[at->n], n_d2f = s->d2f.start[at->n], ns = at->states + at->np + 2;
    all->joint.nu = rdg_context_calloc(
        s->ctx, (size_t)(2 * at->m + n_df + n_d2f + at->states * ns + 2 * at->n), sizeof(double));
    if (!all->joint.nu) {
        return RDG_ERR_NO_MEMORY;
    }
    all->joint.rest = all->joint.nu + at->m;
    all->joint.df = all->joint.rest + at->m;
    all->joint.d2f = all->joint.df + n_df;
    all->joint.dnu = all->joint.d2f + n_d2f;
    all->joint.row = all->joint.dnu + at->states * ns;
    all->joint.change = all->joint.row + at->n;
    return RDG_OK;
}

/* Derivatives of the equations. */
static int equations(rdg_orbit_sensors *all, const double *u)
{
    const rdg_orbit_layout *at = &all->s->at;
    memset(all->joint.df, 0, (size_t)all->s->df.start[at->n] * sizeof(double));
    return rdg_orbit_df(at->n, u, at->m, all->joint.df, all->s);
}

/* Values of the equations. */
static int values_of(rdg_orbit_sensors *all, const double *u)
{
    return rdg_orbit_f(all->s->at.n, u, all->s->at.m, all->joint.rest, all->s);
}

int rdg_joint_value(rdg_orbit_sensors *all, const double *u, double *value)
{
    const int answer = values_of(all, u);
    for (rdg_index i = 0; i < all->s->at.tau && answer == 0; i++) {
        *value -= all->joint.nu[i] * all->joint.rest[i];
    }
    return answer;
}

int rdg_joint_slopes(rdg_orbit_sensors *all, const double *u, const rdg_orbit_at *a, double *values)
{
    const rdg_shooting *s = all->s;
    const rdg_stencil *df = &s->df;
    int answer = equations(all, u);
    answer = answer ? answer : values_of(all, u);
    for (rdg_index c = 0; c < s->at.n && answer == 0; c++) {
        for (rdg_index k = df->start[c]; k < df->start[c + 1]; k++) {
            values[c] -= all->joint.nu[df->row[k]] * all->joint.df[k];
        }
    }
    for (rdg_index c = 0; c < a->ns && answer == 0; c++) {
        const double sum = rdg_dot(a->n, all->joint.rest + a->j * s->at.states, all->joint.dnu + a->n * c);
        const rdg_index count = rdg_orbit_columns(s, a, c, s->work->column, s->work->factor);
        for (rdg_index k = 0; k < count; k++) {
            values[s->work->column[k]] -= s->work->factor[k] * sum;
        }
    }
    return answer;
}

/* Derivatives of one equation, and of its weight: row, change. */
static void one_joint(rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_index i)
{
    const rdg_shooting *s = all->s;
    const rdg_stencil *df = &s->df;
    const rdg_index row = a->j * s->at.states + i, n = s->at.n;
    memset(all->joint.row, 0, 2 * (size_t)n * sizeof(double));
    for (rdg_index c = 0; c < n; c++) {
        for (rdg_index k = df->start[c]; k < df->start[c + 1]; k++) {
            all->joint.row[c] += df->row[k] == row ? all->joint.df[k] : 0.0;
        }
    }
    for (rdg_index c = 0; c < a->ns; c++) {
        const rdg_index count = rdg_orbit_columns(s, a, c, s->work->column, s->work->factor);
        for (rdg_index k = 0; k < count; k++) {
            all->joint.change[s->work->column[k]] += s->work->factor[k] * all->joint.dnu[i + a->n * c];
        }
    }
}

int rdg_joint_curves(rdg_orbit_sensors *all, const double *u, const rdg_orbit_at *a, double by,
                     double *values)
{
    rdg_shooting *s = all->s;
    const rdg_index n = s->at.n;
    const double *row = all->joint.row, *change = all->joint.change;
    int answer = equations(all, u);
    memset(all->joint.d2f, 0, (size_t)s->d2f.start[n] * sizeof(double));
    answer = answer ? answer : rdg_orbit_d2f(n, u, s->at.m, all->joint.nu, all->joint.d2f, s);
    for (rdg_index c = 0; c < n && answer == 0; c++) {
        for (rdg_index k = s->d2f.start[c]; k < s->d2f.start[c + 1]; k++) {
            values[s->d2f.row[k] + n * c] -= by * all->joint.d2f[k];
        }
    }
    for (rdg_index i = 0; i < a->n && answer == 0; i++) {
        one_joint(all, a, i);
        for (rdg_index c = 0; c < n; c++) {
            for (rdg_index b = 0; b < n; b++) {
                values[b + n * c] -= by * (row[b] * change[c] + change[b] * row[c]);
            }
        }
    }
    return answer;
}
