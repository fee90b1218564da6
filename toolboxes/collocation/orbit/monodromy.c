/* The monodromy matrix of an orbit, and how products with it change (stability.c).
 *
 * M v is what a change v of the first state, at a fixed time, has become a period later: it goes through the
 * intervals by their equations and through events by theirs (monodromy_part.c); where these have moved the
 * end in time by dS, M v = dx - f dS, f the velocity at the start. Run backwards this gives multipliers of
 * the equations whose contracted second derivatives are the change of w.M v.
 *
 * Of an autonomous system M f = f. With Q an orthonormal basis of what is at right angles to f, Q^T M Q has
 * the other multipliers. */
#include "colloc_monodromy_impl.h"

#include <ridgewalk/frame.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* Velocity at the start, and its derivatives: needed where the end moves in time. */
static int take_velocity(rdg_colloc_monodromy *m)
{
    const rdg_colloc_part *first = &m->part[0];
    rdg_segment *s = first->s;
    const rdg_segment_layout *at = &s->at;
    if (m->c->forced && m->c->segments == 0) {
        return 0;
    }
    memcpy(s->z, first->at, (size_t)at->n * sizeof *s->z);
    memcpy(s->z + at->n, first->at + at->p, (size_t)at->np * sizeof *s->z);
    if (at->phi >= 0) {
        s->z[at->nz - 1] = first->at[at->phi];
    }
    memset(m->velocity, 0, (size_t)at->n * sizeof *m->velocity);
    const int answer = s->field->f(at->nz, s->z, at->n, m->velocity, s->field->data);
    m->speed = rdg_norm(at->n, m->velocity);
    return answer ? answer : rdg_hybrid_df(s->field, at->nz, s->z, s->size, at->n, m->slope, s->scratch);
}

/* Are the parts those at u? */
static bool is_at_hand(const rdg_colloc_monodromy *m, const double *u)
{
    bool is = m->known;
    for (rdg_index k = 0; is && k < m->parts; k++) {
        const rdg_colloc_part *part = &m->part[k];
        const size_t bytes = (size_t)part->s->at.count * sizeof *u;
        is = part->revision == part->s->revision &&
             memcmp(part->at, rdg_segment_local(part->s, u), bytes) == 0;
    }
    return is;
}

/* Changes on the way need more of each interval than the matrix does: it is taken where they were requested
 * at the last orbit, as along curves of special points. */
static int provide_intervals(rdg_colloc_monodromy *m, bool follows)
{
    for (rdg_index k = 0; k < m->parts; k++) {
        rdg_colloc_part *part = &m->part[k];
        if (part->follows != follows) {
            m->known = false;
            if (rdg_colloc_interval_provide(part, follows) != RDG_OK) {
                return -1;
            }
        }
    }
    return 0;
}

int rdg_colloc_monodromy_prepare(rdg_colloc_monodromy *m, const double *u)
{
    if (is_at_hand(m, u)) {
        return 0;
    }
    int answer = provide_intervals(m, m->is_followed);
    m->known = m->grazes = m->is_followed = false;
    m->stiffness = 0.0;
    for (rdg_index k = 0; answer == 0 && k < m->parts; k++) {
        answer = rdg_colloc_part_take(m, &m->part[k], u);
        m->stiffness = fmax(m->stiffness, m->part[k].stiffness);
        m->grazes = m->grazes || (m->part[k].event >= 0 && m->part[k].rate == 0.0);
    }
    answer = answer ? answer : take_velocity(m);
    m->known = answer == 0;
    return answer;
}

/* out (states) = Q v, of an autonomous system; else v. */
static void extend(const rdg_colloc_monodromy *m, const double *v, double *out)
{
    if (m->c->forced) {
        memcpy(out, v, (size_t)m->states * sizeof *out);
    } else {
        rdg_frame_extend(m->states, m->velocity, m->speed, v, out);
    }
}

/* out = Q^T v. */
static void restrict_to(const rdg_colloc_monodromy *m, const double *v, double *out)
{
    if (m->c->forced) {
        memcpy(out, v, (size_t)m->states * sizeof *out);
    } else {
        rdg_frame_restrict(m->states, m->velocity, m->speed, v, out);
    }
}

/* m->out = M v; with the changes of all states on the way, if requested. */
static void forward(rdg_colloc_monodromy *m, const double *v, bool follow)
{
    double phase = 0.0;
    m->shift = 0.0;
    memcpy(m->x, v, (size_t)m->states * sizeof *v);
    for (rdg_index k = 0; k < m->parts; k++) {
        rdg_colloc_part *part = &m->part[k];
        part->dphi = phase;
        rdg_colloc_part_pass(part, m->x, m->y, m->out);
        if (follow) {
            rdg_colloc_part_follow(part, m->x, m->block);
        }
        phase += rdg_colloc_part_frequency(part) * part->dT;
        m->shift += part->dT;
        memcpy(m->x, m->out, (size_t)part->next * sizeof *m->x);
    }
    for (rdg_index a = 0; m->shift != 0.0 && a < m->states; a++) {
        m->out[a] -= m->velocity[a] * m->shift;
    }
}

/* Multipliers of the equations that belong to w.M. */
static void backward(rdg_colloc_monodromy *m, const double *w)
{
    const double sigma = m->c->segments > 0 ? -rdg_dot(m->states, m->velocity, w) : 0.0;
    double rho = 0.0;
    memcpy(m->x, w, (size_t)m->states * sizeof *w);
    for (rdg_index k = m->parts - 1; k >= 0; k--) {
        rdg_colloc_part_return(&m->part[k], sigma, m->x, &rho);
    }
}

int rdg_colloc_monodromy_matrix(const double *u, double *J, void *data)
{
    rdg_colloc_monodromy *m = data;
    const int answer = rdg_colloc_monodromy_prepare(m, u);
    for (rdg_index c = 0; answer == 0 && c < m->n; c++) {
        memset(m->unit, 0, (size_t)m->states * sizeof *m->unit);
        m->unit[c] = 1.0;
        extend(m, m->unit, m->v);
        forward(m, m->v, false);
        restrict_to(m, m->out, J + m->n * c);
    }
    return answer;
}

/* gradient += factor w . df/du, f the velocity at the start. */
static void add_velocity_slope(const rdg_colloc_monodromy *m, double factor, double *gradient)
{
    const rdg_segment *s = m->part[0].s;
    const rdg_segment_layout *at = &s->at;
    for (rdg_index c = 0; factor != 0.0 && c < at->nz; c++) {
        const rdg_index to = c < at->n ? c : c < at->n + at->np ? at->p + c - at->n : at->phi;
        gradient[s->index[to]] += factor * rdg_dot(at->n, m->slope + at->n * c, m->w);
    }
}

static int prepare_to_follow(rdg_colloc_monodromy *m, const double *u)
{
    int answer = provide_intervals(m, true);
    m->is_followed = true;
    answer = answer ? answer : rdg_colloc_monodromy_prepare(m, u);
    m->is_followed = true;
    return answer;
}

int rdg_colloc_monodromy_slope(const double *u, const double *w, const double *v, double factor,
                               double *gradient, void *data)
{
    rdg_colloc_monodromy *m = data;
    int answer = prepare_to_follow(m, u);
    if (answer != 0) {
        return answer;
    }
    extend(m, v, m->v);
    extend(m, w, m->w);
    forward(m, m->v, true);
    backward(m, m->w);
    for (rdg_index k = 0; answer == 0 && k < m->parts; k++) {
        answer = rdg_colloc_part_bend(m, &m->part[k], factor, gradient);
    }
    add_velocity_slope(m, -factor * m->shift, gradient);
    if (!m->c->forced) { /* the frame turns with the velocity: M v has a part along it that leaves the rest */
        const double along = rdg_dot(m->states, m->velocity, m->out) / (m->speed * m->speed);
        add_velocity_slope(m, -factor * along, gradient);
    }
    return answer;
}
