/* A contact in time by its numbers. With the load N = N0 + kn y and the direction of slip xi:
 *
 *     force     kt (x - w),  xi mu N;  N          onset  xi kt (w - x) + mu N      opens, closes  +- N
 *     end, and choice  xi x' - (mu kn/kt) y'      memory after slip  x - xi (mu/kt) N . */
#include "contact_impl.h"

#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/law_terms.h>

enum { KT = RDG_FRICTION_KT, N0 = RDG_FRICTION_PRELOAD, MU = RDG_FRICTION_MU, KN = RDG_FRICTION_KN };

typedef struct asked {
    rdg_law_terms terms;
    rdg_index d;
    const rdg_law_state *at;
} asked;

/* factor kt^a mu^b N */
static void add_load(const asked *q, rdg_index value, double factor, int a, int b)
{
    rdg_law_term term = {
        .value = value, .factor = factor, .power = {[KT] = a, [MU] = b, [N0] = 1}, .s = 1, .at = -1};
    rdg_law_add_term(&q->terms, &term);
    if (q->d == 2) {
        term.power[N0] = 0;
        term.power[KN] = 1;
        term.s = q->at->x[1];
        term.at = 1;
        rdg_law_add_term(&q->terms, &term);
    }
}

/* factor kt (x - w) */
static void add_spring(const asked *q, double factor)
{
    rdg_law_term term = {.factor = factor, .power = {[KT] = 1}, .s = q->at->x[0], .at = 0};
    rdg_law_add_term(&q->terms, &term);
    term.factor = -factor;
    term.s = q->at->w[0];
    term.at = 2 * q->d;
    rdg_law_add_term(&q->terms, &term);
}

/* -(mu kn/kt) y' */
static void add_load_rate(const asked *q, double factor)
{
    if (q->d == 2) {
        rdg_law_add_term(&q->terms, &(rdg_law_term){.factor = -factor,
                                                    .power = {[KT] = -1, [MU] = 1, [KN] = 1},
                                                    .s = q->at->v[1],
                                                    .at = 3});
    }
}

static void add_force(const asked *q, rdg_contact_state state)
{
    if (state == RDG_SEPARATION) {
        return;
    }
    if (state == RDG_STICK) {
        add_spring(q, 1);
    } else {
        add_load(q, 0, rdg_contact_direction(state), 0, 1);
    }
    if (q->d == 2) {
        add_load(q, 1, 1, 0, 0);
    }
}

static void add_surface(const asked *q, rdg_contact_state state, int surface)
{
    if (state == RDG_SEPARATION) {
        add_load(q, 0, -1, 0, 0);
    } else if (state == RDG_STICK && surface != CONTACT_STICK_OPENS) {
        add_spring(q, surface == CONTACT_STICK_FORWARD ? -1 : 1);
        add_load(q, 0, 1, 0, 1);
    } else if (state != RDG_STICK && surface == CONTACT_SLIP_ENDS) {
        add_load_rate(q, 1);
    } else {
        add_load(q, 0, 1, 0, 0);
    }
}

void rdg_contact_by_number(const void *self, rdg_index d, const rdg_law_question *question,
                           const rdg_law_state *at, int which, const rdg_law_slopes *answer)
{
    if (which == RDG_FRICTION_START) {
        return; /* it counts before the motion only */
    }
    const rdg_contact_law law = rdg_contact_law_of(self);
    const rdg_contact_state state = (rdg_contact_state)at->status[0];
    const double xi = rdg_contact_direction(state);
    const asked q = {.terms = {.number = {[KT] = law.kt, [N0] = law.preload, [MU] = law.mu, [KN] = law.kn},
                               .which = which,
                               .n = 2 * d + 1,
                               .answer = answer},
                     .d = d,
                     .at = at};
    if (!question) {
        add_force(&q, state);
    } else if (question->what == RDG_LAW_EVENT) {
        add_surface(&q, state, question->event);
    } else if (question->what == RDG_LAW_CHOICE) {
        add_load_rate(&q, 1);
    } else if (question->what == RDG_LAW_RATE && xi != 0) {
        add_load_rate(&q, xi);
    } else if (question->what == RDG_LAW_PASS && xi != 0 && question->event == CONTACT_SLIP_ENDS) {
        add_load(&q, 0, -xi, -1, 1);
    }
}
