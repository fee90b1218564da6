/* A gap spring in time: open or closed, without memory. */
#include "element_check_impl.h"
#include "gap_spring_impl.h"

#include <ridgewalk/contact_law.h>
#include <ridgewalk/law_terms.h>

enum { OPEN, CLOSED };

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_gap_spring *law = self;
    (void)d;
    if (at->status[0] == CLOSED && answer->f) {
        answer->f[0] = rdg_gap_spring_closed_force(law, at->x[0]);
    }
    if (at->status[0] == CLOSED && answer->df) {
        answer->df[0] = law->k;
    }
    return 0;
}

static void start(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean)
{
    (void)self; /* nothing to store */
    (void)d;
    (void)rest;
    (void)mean;
    (void)w;
    (void)w_mean;
}

static void update(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const double f = rdg_gap_spring_closed_force(self, x[0]);
    (void)d;
    (void)w;
    (void)w_x;
    status[0] = f > 0 || (f == 0 && v[0] > 0) ? CLOSED : OPEN;
}

static void rate(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer)
{
    (void)self;
    (void)d;
    (void)at;
    (void)answer;
}

static int event_surfaces(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface)
{
    const rdg_gap_spring *law = self;
    const double sign = at->status[0] == CLOSED ? 1 : -1;
    (void)d;
    (void)part;
    surface->h = sign * rdg_gap_spring_closed_force(law, at->x[0]);
    if (surface->dh) {
        surface->dh[0] = sign * law->k;
    }
    return 1;
}

static int pass(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw)
{
    (void)self;
    (void)d;
    (void)part;
    (void)surface;
    (void)w;
    (void)dw;
    return at->status[0] == CLOSED ? OPEN : CLOSED;
}

static int next_regimes(const void *self, rdg_index d, int regime, int surface, int next[RDG_LAW_CHOICES])
{
    (void)self;
    (void)d;
    (void)surface;
    next[0] = regime == CLOSED ? OPEN : CLOSED;
    return 1;
}

/* preload + k x - k gap, with a sign */
static void by_number(const void *self, rdg_index d, const rdg_law_question *question,
                      const rdg_law_state *at, int which, const rdg_law_slopes *answer)
{
    const rdg_gap_spring *law = self;
    const bool closed = at->status[0] == CLOSED;
    const double sign = closed ? 1 : -1;
    const rdg_law_terms terms = {
        .number = {law->k, law->gap, law->preload}, .which = which, .n = 2, .answer = answer};
    (void)d;
    if (question ? question->what != RDG_LAW_EVENT : !closed) {
        return;
    }
    rdg_law_add_term(&terms, &(rdg_law_term){.factor = sign, .power = {0, 0, 1}, .s = 1, .at = -1});
    rdg_law_add_term(&terms, &(rdg_law_term){.factor = sign, .power = {1, 0, 0}, .s = at->x[0], .at = 0});
    rdg_law_add_term(&terms, &(rdg_law_term){.factor = -sign, .power = {1, 1, 0}, .s = 1, .at = -1});
}

static int energy(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *answer)
{
    const rdg_gap_spring *law = self;
    const double f = at->status[0] == CLOSED ? rdg_gap_spring_closed_force(law, at->x[0]) : 0;
    (void)d;
    *answer = (rdg_law_energy){.stored = 0.5 * f * f / law->k};
    return 0;
}

static void beside_ends(const void *self, rdg_index d, const double *x0, const double *x, double *f,
                        double *fx)
{
    const rdg_gap_spring *law = self;
    (void)d;
    f[0] = rdg_contact_beside_ends(rdg_gap_spring_closed_force(law, x0[0]),
                                   rdg_gap_spring_closed_force(law, x[0]), &fx[0]);
    fx[0] *= law->k;
}

static const char *const names[] = {"open", "closed"};
static const rdg_law_regimes regimes = {.count = 2,
                                        .name = names,
                                        .memory = 0,
                                        .start = start,
                                        .update = update,
                                        .rate = rate,
                                        .event_surfaces = event_surfaces,
                                        .pass = pass,
                                        .linear = rdg_law_is_linear,
                                        .follows = next_regimes,
                                        .beside_ends = beside_ends,
                                        .by_number = by_number};

const rdg_law_in_time rdg_gap_spring_in_time = {.force = force, .regimes = &regimes, .energy = energy};
