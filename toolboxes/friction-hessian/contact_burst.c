/* New slip phases within a stick phase.
 *
 * With several harmonics, or a normal load that varies, a maximum of L within a stick phase may rise to the
 * memory v, or a minimum of U fall to it: a new slip phase, a burst, is born, and the stiffness jumps there
 * as it does at the onset of slip of a stuck contact. With v from the instant at which the stick phase began,
 * a, the extremum at tau and the end of the stick phase at b,
 *
 *     S = v - L(tau)  or  U(tau) - v,   jump = +- r int_tau^b H dtau,
 *
 * and all that contact_margin.c states of the margin holds for this one, too. The path without the burst,
 * which goes on smoothly where the burst is there, is the one in which v stays as it is. In symmetric motion
 * several bursts are born together; their margins are the same function. */
#include "contact_impl.h"

#include <math.h>
#include <string.h>

static double sign_of(int signal)
{
    return signal == CONTACT_LOWER ? 1.0 : -1.0;
}

static double end_of(const rdg_contact_element *e, rdg_index j)
{
    return j + 1 < e->n_transitions ? e->transition[j + 1].tau : e->transition[0].tau + RDG_TURN;
}

/* The transition that begins the state in which tau lies. */
static rdg_index phase_at(const rdg_contact_element *e, double tau)
{
    for (rdg_index j = 0; j < e->n_transitions; j++) {
        const double later = tau + (tau < e->transition[j].tau ? RDG_TURN : 0.0);
        if (later >= e->transition[j].tau && later < end_of(e, j)) {
            return j;
        }
    }
    return 0;
}

static rdg_index before(const rdg_contact_element *e, rdg_index j)
{
    return j > 0 ? j - 1 : e->n_transitions - 1;
}

/* Margin of the crest at point i, in the path that is known: of a burst that may be born, or of one that is
 * there. NaN: no stick phase is about to be interrupted, or was. */
static double margin_at(const rdg_contact_element *e, int signal, rdg_index i)
{
    const rdg_contact_state slip = signal == CONTACT_LOWER ? RDG_SLIP_FORWARD : RDG_SLIP_BACKWARD;
    const double level = signal == CONTACT_LOWER ? e->piece[i].lower : e->piece[i].upper;
    rdg_index j = phase_at(e, e->point[i]);
    if (e->transition[j].to != RDG_STICK) {
        return NAN;
    }
    if (rdg_contact_apart(e->transition[j].tau, e->point[i]) < 1e-12) { /* the crest ended a slip phase */
        const contact_transition *began = &e->transition[before(e, j)];
        if (e->transition[j].from != slip || began->to != slip || began->from != RDG_STICK) {
            return NAN;
        }
        j = before(e, before(e, j));
    }
    return sign_of(signal) * (e->transition[j].v - level);
}

static void consider(rdg_contact_element *e, int signal, rdg_index i, double *least)
{
    const double same = 1e5 * e->tolerance; /* margins that differ by less are one */
    const double margin = rdg_contact_is_crest(e, signal, i) ? margin_at(e, signal, i) : NAN;
    if (isnan(margin) || fabs(margin) > fabs(*least) + same) {
        return;
    }
    if (fabs(margin) < fabs(*least) - same) {
        e->n_bursts = 0;
        *least = margin;
    }
    e->burst[e->n_bursts++] = (contact_burst){.signal = signal, .tau = e->point[i]};
}

int rdg_contact_focus(rdg_contact_element *e, const double *z)
{
    double least = INFINITY;
    if (!e) {
        return -1;
    }
    e->n_bursts = 0;
    e->progress = e->progress == CONTACT_PATH_KNOWN ? CONTACT_PARTITIONED : e->progress;
    if (!z) {
        return 0;
    }
    if (rdg_contact_load(e, z) != 0) {
        return 1;
    }
    rdg_contact_partition(e);
    if (e->margin > 0) {
        return 0;
    }
    rdg_contact_path(e, false);
    for (rdg_index i = 0; e->n_transitions > 0 && i < e->n_points; i++) {
        consider(e, CONTACT_LOWER, i, &least);
        consider(e, CONTACT_UPPER, i, &least);
    }
    return 0;
}

/* A burst in the path without bursts: the stick phase from a to b, and the crest within. Left out, the phase
 * may last until the signal, which has not come back to v, rises anew: it ends at that extremum then. */
typedef struct occasion {
    const contact_transition *a, *b;
    contact_extremum crest, end;
    bool ends_at_extremum;
} occasion;

/* Does a stick phase end where the signal begins to rise to slip, not where it passes v? */
static bool is_extremum(const rdg_contact_element *e, const contact_transition *b)
{
    bool is_point = false;
    for (rdg_index i = 0; i < e->n_points; i++) {
        is_point = is_point || rdg_contact_apart(e->point[i], b->tau) < 1e-12;
    }
    return is_point && (b->to == RDG_SLIP_FORWARD || b->to == RDG_SLIP_BACKWARD);
}

/* false: there is no such stick phase any more */
static bool find_occasion(rdg_contact_element *e, const contact_burst *burst, occasion *o)
{
    rdg_index nearest = -1;
    for (rdg_index i = 0; i < e->n_points; i++) {
        if (rdg_contact_is_crest(e, burst->signal, i) &&
            (nearest < 0 ||
             rdg_contact_apart(e->point[i], burst->tau) < rdg_contact_apart(e->point[nearest], burst->tau))) {
            nearest = i;
        }
    }
    if (nearest < 0 || e->n_transitions == 0 ||
        rdg_contact_apart(e->point[nearest], burst->tau) > rdg_contact_reach(e)) {
        return false;
    }
    const rdg_index j = phase_at(e, e->point[nearest]);
    o->a = &e->transition[j];
    o->b = &e->transition[j + 1 < e->n_transitions ? j + 1 : 0];
    o->crest = (contact_extremum){.tau = e->point[nearest],
                                  .sign = -sign_of(burst->signal),
                                  .basis = e->vector[2],
                                  .slope = e->vector[3]};
    rdg_contact_visit(e, &o->crest, burst->signal);
    o->ends_at_extremum = is_extremum(e, o->b);
    if (o->ends_at_extremum) {
        const int signal = o->b->to == RDG_SLIP_FORWARD ? CONTACT_LOWER : CONTACT_UPPER;
        o->end = (contact_extremum){
            .tau = o->b->tau, .sign = -sign_of(signal), .basis = e->vector[0], .slope = e->vector[1]};
        rdg_contact_visit(e, &o->end, signal);
    }
    return o->a->to == RDG_STICK;
}

/* dv/dz_j of the stick phase that begins at a */
static double memory_slope(const rdg_contact_element *e, const contact_transition *a, rdg_index j)
{
    return j < e->n ? e->kt * a->basis[j] : -a->stick_slope * a->basis[j - e->n];
}

static void fill_gradient(const rdg_contact_element *e, const occasion *o, double sign, double *gradient)
{
    for (rdg_index j = 0; j < e->d * e->n; j++) {
        gradient[j] =
            sign * (memory_slope(e, o->a, j) - rdg_contact_signal_slope(e, &o->crest, o->crest.basis, j));
    }
}

static void fill_hessian(rdg_contact_element *e, const occasion *o, double sign, double *hessian)
{
    const rdg_index N = e->d * e->n;
    for (rdg_index j = 0; j < N; j++) {
        const double moves = rdg_contact_moves(e, &o->crest, j);
        for (rdg_index i = 0; i < N; i++) {
            hessian[i + N * j] = -sign * rdg_contact_signal_slope(e, &o->crest, o->crest.slope, i) * moves;
        }
    }
    rdg_contact_add_origin_hessian(e, o->a, -sign, N, hessian);
}

/* += +- r int_tau^b H dtau */
static void add_jump(const rdg_contact_element *e, const occasion *o, double sign, double *jump)
{
    double length = o->b->tau - o->crest.tau;
    length -= RDG_TURN * floor(length / RDG_TURN);
    rdg_series_add_integral(&e->series, sign, o->crest.basis, o->b->basis, length, jump);
}

/* dtau/dz_j of the end of a stick phase: contact is lost, or the force has reached xi mu fy */
static double end_moves(const rdg_contact_element *e, const occasion *o, rdg_index j)
{
    const contact_transition *b = o->b;
    if (o->ends_at_extremum) {
        return rdg_contact_moves(e, &o->end, j);
    }
    const double xi = rdg_contact_direction(b->to);
    if (b->to == RDG_SEPARATION) {
        return j < e->n ? 0.0 : -e->kn * b->basis[j - e->n] / b->y[1];
    }
    const double direct = j < e->n ? e->kt * b->basis[j] : -xi * e->mu * e->kn * b->basis[j - e->n];
    return -(direct - memory_slope(e, o->a, j)) / (b->p[1] - xi * e->mu * b->y[1]);
}

static void add_jump_slope(const rdg_contact_element *e, const occasion *o, double sign, const double *lambda,
                           double *slope)
{
    const double at_crest = rdg_series_contracted(&e->series, lambda, o->crest.basis);
    const double at_end = rdg_series_contracted(&e->series, lambda, o->b->basis);
    for (rdg_index j = 0; j < e->d * e->n; j++) {
        slope[j] += sign * (at_end * end_moves(e, o, j) - at_crest * rdg_contact_moves(e, &o->crest, j));
    }
}

int rdg_contact_burst_margin(rdg_contact_element *e, rdg_element_margin *margin)
{
    const size_t bytes = sizeof(double) * (size_t)(e->d * e->n);
    rdg_contact_path(e, true);
    if (margin->jump) {
        memset(margin->jump, 0, bytes);
    }
    if (margin->jump_slope) {
        memset(margin->jump_slope, 0, bytes);
    }
    for (rdg_index k = e->n_bursts - 1; k >= 0; k--) { /* the first one's margin is that of all */
        occasion o;
        const double sign = sign_of(e->burst[k].signal);
        if (!find_occasion(e, &e->burst[k], &o)) {
            return 1;
        }
        margin->value = sign * (o.a->v - o.crest.value);
        if (margin->gradient) {
            fill_gradient(e, &o, sign, margin->gradient);
        }
        if (margin->jump) {
            add_jump(e, &o, sign, margin->jump);
        }
        if (margin->jump_slope) {
            add_jump_slope(e, &o, sign, margin->lambda, margin->jump_slope);
        }
        if (margin->hessian) {
            fill_hessian(e, &o, sign, margin->hessian);
        }
    }
    return 0;
}
