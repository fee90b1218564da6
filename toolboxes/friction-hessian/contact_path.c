/* The states in the course of a period. The memory v of the play operator is carried through the pieces of
 * the partition twice: the one-period map of v is a clamp, so that after one pass v is periodic exactly; the
 * second pass records the transitions. */
#include "contact_impl.h"

#include <math.h>
#include <stddef.h>

typedef struct walk {
    rdg_contact_state state;
    double v; /* memory, in the stick state */
    bool record;
} walk;

/* A state that lasted no time is dropped, and so is a transition to the same state. */
static void change(rdg_contact_element *e, walk *w, double tau, rdg_contact_state to, double v)
{
    const rdg_contact_state from = w->state;
    w->state = to;
    w->v = v;
    if (!w->record) {
        return;
    }
    contact_transition *next = &e->transition[e->n_transitions];
    if (e->n_transitions > 0 && next[-1].tau >= tau) {
        next[-1].to = to;
        next[-1].v = v;
        e->n_transitions -= next[-1].from == to;
        return;
    }
    e->n_transitions++;
    next->tau = tau;
    next->from = from;
    next->to = to;
    next->v = v;
}

/* What holds at the start of a piece in contact, given the state before. */
static void enter(rdg_contact_element *e, walk *w, const contact_piece *piece)
{
    const rdg_contact_state next = rdg_contact_next(w->state, piece->lower_rises, piece->upper_falls);
    if (next != w->state) {
        change(e, w, piece->start, next,
               rdg_contact_memory(w->state, piece->tangential, piece->lower, piece->upper));
    }
}

/* Whether a stuck contact begins to slip in a piece: where L rises beyond v, or U falls beyond it. To pass v
 * by no more than rounding (two equal maxima of L, as in symmetric motion) is not to slip. */
static void slide(rdg_contact_element *e, walk *w, rdg_index i)
{
    const bool last = i + 1 == e->n_points;
    const contact_piece *piece = &e->piece[i];
    const contact_piece *next = &e->piece[last ? 0 : i + 1];
    if (w->state != RDG_STICK) {
        return;
    }
    const bool forward = piece->lower_rises && next->lower > w->v + e->tolerance;
    const bool backward = piece->upper_falls && next->upper < w->v - e->tolerance;
    if (!forward && !backward) {
        return;
    }
    const int signal = forward ? CONTACT_LOWER : CONTACT_UPPER;
    if (e->ignores && rdg_contact_is_burst(e, signal, e->point[rdg_contact_crest(e, signal, i)])) {
        return;
    }
    const double end = next->start + (last ? RDG_TURN : 0);
    const double from = forward ? piece->lower : piece->upper, to = forward ? next->lower : next->upper;
    const double tau = w->record ? rdg_series_crossing(&e->series, &e->signal[signal], w->v, piece->start,
                                                       from, end, to, NULL)
                                 : 0;
    change(e, w, tau, forward ? RDG_SLIP_FORWARD : RDG_SLIP_BACKWARD, 0);
}

static void pass(rdg_contact_element *e, walk *w)
{
    for (rdg_index i = 0; i < e->n_points; i++) {
        const contact_piece *piece = &e->piece[i];
        if (!piece->open) {
            enter(e, w, piece);
            slide(e, w, i);
        } else if (w->state != RDG_SEPARATION) {
            change(e, w, piece->start, RDG_SEPARATION, 0);
        }
    }
}

/* A transition at the very end of the period is the one at its start. */
static void close_cycle(rdg_contact_element *e)
{
    const rdg_index n = e->n_transitions;
    if (n > 1 && e->transition[n - 1].tau - e->transition[0].tau >= RDG_TURN) {
        e->transition[0].from = e->transition[n - 1].from;
        e->n_transitions--;
    }
}

static void complete(rdg_contact_element *e, contact_transition *t)
{
    rdg_series_functions(&e->series, t->tau, t->basis);
    rdg_contact_jets(e, t->p, t->y);
    t->stick_slope = 0;
    if (t->to == RDG_STICK && t->from == RDG_SEPARATION) {
        t->stick_slope = t->p[1] * e->kn / t->y[1]; /* c = -p(tau), dtau/dY = -kn H / fy' */
    } else if (t->to == RDG_STICK) {
        t->stick_slope = rdg_contact_direction(t->from) * e->mu * e->kn; /* c = xi mu fy(tau) - p(tau) */
    }
}

void rdg_contact_path(rdg_contact_element *e, bool ignore_bursts)
{
    if (e->progress == CONTACT_PATH_KNOWN && e->ignores == ignore_bursts) {
        return;
    }
    rdg_contact_pieces(e);
    e->ignores = ignore_bursts;
    e->progress = CONTACT_PATH_KNOWN;
    e->products_known = false;
    const contact_piece *first = &e->piece[0];
    walk w = {.state = first->open ? RDG_SEPARATION : RDG_STICK};
    w.v = fmin(fmax(rdg_contact_start(e), first->lower), first->upper);
    e->n_transitions = 0;
    pass(e, &w);
    w.record = true;
    pass(e, &w);
    close_cycle(e);
    e->whole = w.state;
    for (rdg_index i = 0; i < e->n_transitions; i++) {
        complete(e, &e->transition[i]);
    }
}
