/* The monodromy matrix of an orbit, and how products with it change.
 *
 * M v is what a change v of the first state, at a fixed time, has become a period later. Changes run through
 * the segments as the equations report: where an event ends a segment, h = 0 states by how much its duration
 * changes,
 *
 *     h_x dx + h_phi omega dS + h_tau dtau = 0,   dx+ = R_x dx + R_phi omega dS + R_tau dtau,   dS+ = dS +
 * dtau,
 *
 * and in the end M v = dx - f dS, f the velocity at the first state. This is the product of the segments' own
 * matrices and of the saltation matrices of the events. Run backwards it gives multipliers of the
 * equations whose contracted second derivatives are the change of w.M v.
 *
 * Of an autonomous system M f = f. With Q an orthonormal basis of what is at right angles to f, Q^T M Q has
 * the other multipliers. */
#include "monodromy_impl.h"
#include <ridgewalk/frame.h>

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

/* An event at which the motion is so nearly along the surface, of the lengths of both, is a graze: there
 * are no saltation and no multipliers that mean anything. */
static const double graze = 1e-8;

/* The linear equations of every segment at u. */
static int take_segments(rdg_monodromy *m, const double *u)
{
    rdg_shooting *s = m->s;
    const rdg_index states = s->at.states;
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        rdg_monodromy_segment *segment = &m->segment[j];
        int answer = rdg_orbit_end_as_it_starts(s, &a);
        answer = answer ? answer : rdg_orbit_reset_slope(s, &a, s->work->D);
        if (answer != 0) {
            return answer;
        }
        segment->speed = 0.0;
        for (rdg_index i = 0; i < a.n; i++) {
            segment->speed = hypot(segment->speed, a.segment->dy[i + a.n * a.nz]);
        }
        memset(segment->R, 0, (size_t)(states * (states + 2)) * sizeof(double));
        memset(segment->h, 0, (size_t)(states + 2) * sizeof(double));
        for (rdg_index c = 0; c < a.ns; c++) {
            const bool is_parameter = c >= a.n && c < a.n + s->at.np;
            const rdg_index to = c < a.n ? c : c == a.nz ? states + 1 : states;
            for (rdg_index i = 0; !is_parameter && i < a.n_next; i++) {
                segment->R[i + states * to] = s->work->D[i + a.n_next * c];
            }
        }
        if (a.event) {
            answer = rdg_orbit_surface_slope(s, &a, s->work->D);
            for (rdg_index c = 0; answer == 0 && c < a.ns; c++) {
                const bool is_parameter = c >= a.n && c < a.n + s->at.np;
                const rdg_index to = c < a.n ? c : c == a.nz ? states + 1 : states;
                segment->h[to] = is_parameter ? segment->h[to] : s->work->D[c];
            }
        }
        if (answer != 0) {
            return answer;
        }
    }
    return 0;
}

/* Velocity at the first state, and its derivatives by all that it sees. */
static int take_velocity(rdg_monodromy *m, const double *u)
{
    rdg_shooting *s = m->s;
    const rdg_orbit_at a = rdg_orbit_segment_at(s, u, 0);
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(s->hybrid, a.segment->mode);
    double *velocity = m->velocity;
    memset(velocity, 0, (size_t)s->at.states * sizeof *velocity);
    const int answer = mode->field.f(a.nz, s->work->sigma, a.n, velocity, mode->field.data);
    m->speed = 0.0;
    for (rdg_index i = 0; i < a.n; i++) {
        m->speed = hypot(m->speed, velocity[i]);
    }
    return answer ? answer
                  : rdg_hybrid_df(&mode->field, a.nz, s->work->sigma, rdg_orbit_sizes(s, &a), a.n,
                                  m->velocity_slope, s->work->scratch);
}

static bool is_at_hand(const rdg_monodromy *m, const double *u)
{
    return m->known && m->revision == m->s->revision && memcmp(m->at, u, (size_t)m->s->at.n * sizeof *u) == 0;
}

int rdg_monodromy_prepare(rdg_monodromy *m, const double *u)
{
    if (is_at_hand(m, u)) {
        return 0;
    }
    m->known = false;
    int answer = take_segments(m, u);
    answer = answer ? answer : take_velocity(m, u);
    if (answer == 0) {
        memcpy(m->at, u, (size_t)m->s->at.n * sizeof *u);
        m->known = true;
        m->revision = m->s->revision;
    }
    return answer;
}

/* Does an event end a segment, at which it is passed? */
static bool is_passed(const rdg_monodromy *m, rdg_index j)
{
    const rdg_index states = m->s->at.states;
    const double *h = m->segment[j].h;
    return m->s->segment[j].event >= 0 &&
           fabs(h[states + 1]) > graze * rdg_norm(states, h) * m->segment[j].speed;
}

bool rdg_monodromy_is_known(rdg_monodromy *m, const double *u)
{
    bool is = rdg_monodromy_prepare(m, u) == 0;
    for (rdg_index j = 0; is && j < m->s->segments; j++) {
        is = m->s->segment[j].event < 0 || is_passed(m, j);
    }
    return is;
}

double rdg_monodromy_pass(const rdg_monodromy *m, rdg_index j, double omega, const double *x, double *shift,
                          double *out)
{
    const rdg_index states = m->s->at.states;
    const rdg_monodromy_segment *segment = &m->segment[j];
    double tau = 0.0;
    if (is_passed(m, j)) {
        tau =
            -(rdg_dot(states, segment->h, x) + segment->h[states] * omega * *shift) / segment->h[states + 1];
    }
    memset(out, 0, (size_t)states * sizeof *out);
    for (rdg_index k = 0; k < states + 2; k++) {
        const double by = k < states ? x[k] : k == states ? omega * *shift : tau;
        const double *restrict column = segment->R + states * k;
        for (rdg_index i = 0; i < states && by != 0.0; i++) {
            out[i] += column[i] * by;
        }
    }
    *shift += tau;
    return tau;
}

/* out = M v; with the changes of the variables on the way, [n], if requested. */
static void forward(rdg_monodromy *m, const double *u, const double *v, double *out, double *changes)
{
    const rdg_shooting *s = m->s;
    const rdg_index states = s->at.states;
    const double omega = rdg_monodromy_frequency(s, u);
    double shift = 0.0; /* dS */
    double *x = m->x;
    memcpy(x, v, (size_t)states * sizeof *x);
    for (rdg_index j = 0; j < s->segments; j++) {
        if (changes) {
            memcpy(changes + j * states, x, (size_t)states * sizeof *x);
        }
        const double tau = rdg_monodromy_pass(m, j, omega, x, &shift, out);
        if (changes) {
            changes[s->at.tau + j] = tau;
        }
        memcpy(x, out, (size_t)states * sizeof *x);
    }
    if (s->symmetry) {
        rdg_orbit_mirror(s, false, out, x);
    }
    for (rdg_index i = 0; i < states; i++) {
        out[i] = x[i] - m->velocity[i] * shift;
    }
    m->shift = shift;
}

/* Multipliers of the equations that belong to w.M: [m]. */
static void backward(rdg_monodromy *m, const double *u, const double *w, double *lambda)
{
    const rdg_shooting *s = m->s;
    const rdg_index states = s->at.states;
    const double omega = rdg_monodromy_frequency(s, u);
    double shift = -rdg_dot(states, m->velocity, w); /* multiplier of dS */
    double *x = m->x;
    memset(lambda, 0, (size_t)s->at.m * sizeof *lambda);
    memcpy(x, w, (size_t)states * sizeof *x);
    for (rdg_index i = 0; i < states; i++) {
        lambda[i] = -w[i];
    }
    if (s->symmetry) {
        rdg_orbit_mirror(s, true, w, x);
    }
    for (rdg_index j = s->segments - 1; j >= 0; j--) {
        const rdg_monodromy_segment *segment = &m->segment[j];
        double event = 0.0;
        if (is_passed(m, j)) {
            event =
                -(rdg_dot(states, segment->R + states * (states + 1), x) + shift) / segment->h[states + 1];
            lambda[s->at.when + j] = event;
        }
        shift += omega * (rdg_dot(states, segment->R + states * states, x) + segment->h[states] * event);
        for (rdg_index k = 0; k < states; k++) {
            m->capacity[k] = rdg_dot(states, segment->R + states * k, x) + segment->h[k] * event;
        }
        memcpy(x, m->capacity, (size_t)states * sizeof *x);
        for (rdg_index k = 0; j > 0 && k < states; k++) {
            lambda[j * states + k] = -x[k];
        }
    }
}

/* out (states) = Q v, of an autonomous system; else v. */
static void extend(const rdg_monodromy *m, const double *v, double *out)
{
    const rdg_index n = m->s->at.states;
    if (m->s->at.forced) {
        memcpy(out, v, (size_t)n * sizeof *out);
    } else {
        rdg_frame_extend(n, m->velocity, m->speed, v, out);
    }
}

/* out = Q^T v. */
static void restrict_to(const rdg_monodromy *m, const double *v, double *out)
{
    const rdg_index n = m->s->at.states;
    if (m->s->at.forced) {
        memcpy(out, v, (size_t)n * sizeof *out);
    } else {
        rdg_frame_restrict(n, m->velocity, m->speed, v, out);
    }
}

int rdg_monodromy_matrix(const double *u, double *J, void *data)
{
    rdg_monodromy *m = data;
    int answer = rdg_monodromy_prepare(m, u);
    for (rdg_index c = 0; answer == 0 && c < m->n; c++) {
        memset(m->unit, 0, (size_t)m->n * sizeof *m->unit);
        m->unit[c] = 1.0;
        extend(m, m->unit, m->v);
        forward(m, u, m->v, m->w, NULL);
        restrict_to(m, m->w, J + m->n * c);
    }
    return answer;
}

/* gradient += factor w.(df/du), f the velocity at the first state. */
static void add_velocity_slope(const rdg_monodromy *m, const double *w, double factor, double *gradient)
{
    const rdg_shooting *s = m->s;
    const rdg_index n = s->segment[0].n;
    const rdg_index nz = n + s->at.np + (s->at.forced ? 1 : 0);
    for (rdg_index c = 0; c < nz; c++) {
        const rdg_index to = c < n ? c : c < n + s->at.np ? s->at.p + c - n : s->at.phi;
        gradient[to] += factor * rdg_dot(n, m->velocity_slope + n * c, w);
    }
}

int rdg_monodromy_slope(const double *u, const double *w, const double *v, double factor, double *gradient,
                        void *data)
{
    rdg_monodromy *m = data;
    rdg_shooting *s = m->s;
    int answer = rdg_monodromy_prepare(m, u);
    if (answer != 0) {
        return answer;
    }
    extend(m, v, m->v);
    extend(m, w, m->left);
    memset(m->changes, 0, (size_t)s->at.n * sizeof(double));
    forward(m, u, m->v, m->w, m->changes);
    backward(m, u, m->left, m->lambda);
    answer = rdg_orbit_d2f_along(s, u, m->lambda, m->changes, factor, gradient);
    add_velocity_slope(m, m->left, -factor * m->shift, gradient);
    if (!s->at.forced) {
        const double along = rdg_dot(s->at.states, m->velocity, m->w) / (m->speed * m->speed);
        add_velocity_slope(m, m->left, -factor * along, gradient);
    }
    return answer;
}
