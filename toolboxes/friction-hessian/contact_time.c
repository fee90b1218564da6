/* A contact in time. Its memory is the slider's position w = v/kt, which in slip follows L/kt or U/kt, and in
 * separation x. */
#include "contact_impl.h"
#include "element_check_impl.h"

#include <string.h>

/* An instant in units of length: kt x, L, U over kt, and their rates. */
typedef struct instant {
    double load, load_rate; /* N0 + kn y, not cut off at 0; N, N/s */
    double lower, upper, lower_rate, upper_rate;
    double ratio; /* mu kn / kt: -dL/dy = dU/dy over kt */
} instant;

static instant look(const rdg_contact_law *law, rdg_index d, const double *x, const double *v)
{
    const double y = d == 2 ? x[1] : 0, y_rate = d == 2 ? v[1] : 0;
    instant i = {.load = law->preload + law->kn * y,
                 .load_rate = law->kn * y_rate,
                 .ratio = law->mu * law->kn / law->kt};
    const double friction = law->mu / law->kt;
    i.lower = rdg_contact_lower(friction, x[0], i.load);
    i.upper = rdg_contact_upper(friction, x[0], i.load);
    i.lower_rate = rdg_contact_lower(friction, v[0], i.load_rate);
    i.upper_rate = rdg_contact_upper(friction, v[0], i.load_rate);
    return i;
}

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self), *law = &numbers;
    const rdg_contact_state state = (rdg_contact_state)at->status[0];
    if (state == RDG_SEPARATION) {
        return 0;
    }
    const double xi = rdg_contact_direction(state), load = look(law, d, at->x, at->v).load;
    if (answer->f) {
        answer->f[0] = state == RDG_STICK ? law->kt * (at->x[0] - at->w[0]) : xi * law->mu * load;
    }
    if (answer->f && d == 2) {
        answer->f[1] = load;
    }
    if (!answer->df) {
        return 0;
    }
    if (state == RDG_STICK) {
        answer->df[0] = law->kt;
        answer->df[d * 2 * d] = -law->kt;
    }
    if (d == 2) {
        answer->df[d] = xi * law->mu * law->kn;
        answer->df[d + 1] = law->kn;
    }
    return 0;
}

static void start(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self), *law = &numbers;
    (void)d;
    w[0] = law->start == RDG_SLIDER_AT
               ? ((const rdg_contact *)self)->start_force / law->kt
               : rdg_slider_begins(law->start, mean ? mean[0] : 0, rest ? rest[0] : 0);
    if (w_mean) {
        w_mean[0] = law->start == RDG_SLIDER_MEAN;
    }
}

/* Without load, as it opens or closes just now, the rate of the load reports. */
static void update(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const rdg_contact_law law = rdg_contact_law_of(self);
    const instant now = look(&law, d, x, v);
    const bool open = now.load < 0 || (now.load == 0 && now.load_rate < 0);
    int drawn = 0;
    if (open) {
        w[0] = x[0];
        status[0] = RDG_SEPARATION;
    } else {
        const slider_bounds bounds = {.low = now.lower,
                                      .high = now.upper,
                                      .low_moves = rdg_slider_sign(now.lower_rate),
                                      .high_moves = rdg_slider_sign(now.upper_rate)};
        status[0] = rdg_slider_update(&bounds, w, &drawn);
    }
    if (w_x && (open || drawn != 0)) {
        w_x[0] = 1;
        if (d == 2) {
            w_x[1] = drawn * now.ratio;
        }
    }
}

/* Without friction, or a load that could appear, nothing holds a slider. */
static void stick(const void *self, rdg_index d, const double *x, int *status)
{
    const rdg_contact_law law = rdg_contact_law_of(self);
    const bool loaded = law.preload > 0 || (d == 2 && law.kn > 0);
    (void)x;
    if (status[0] != RDG_SEPARATION && law.mu > 0 && loaded) {
        status[0] = RDG_STICK;
    }
}

/* In slip the slider is at L or U, in separation at x. */
static void rate(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer)
{
    const rdg_contact_state state = (rdg_contact_state)at->status[0];
    if (state == RDG_STICK) {
        return;
    }
    const rdg_contact_law law = rdg_contact_law_of(self);
    const instant now = look(&law, d, at->x, at->v);
    if (answer->w) {
        answer->w[0] = rdg_contact_memory(state, at->v[0], now.lower_rate, now.upper_rate);
    }
    if (answer->dw) {
        answer->dw[d] = 1;
    }
    if (answer->dw && d == 2) {
        answer->dw[d + 1] = -rdg_contact_direction(state) * now.ratio;
    }
}

static void load_surface(const rdg_contact_law *law, const instant *now, double sign,
                         rdg_law_event_surface *c)
{
    c->h = sign * now->load;
    if (c->dh) {
        c->dh[1] = sign * law->kn;
    }
}

/* The distance of a slider from L, xi = 1, or U, xi = -1; N */
static void onset_surface(const rdg_contact_law *law, rdg_index d, const instant *now,
                          const rdg_law_state *at, double xi, rdg_law_event_surface *c)
{
    c->h = law->kt * xi * (at->w[0] - (xi > 0 ? now->lower : now->upper));
    if (c->dh) {
        c->dh[0] = -xi * law->kt;
        c->dh[2 * d] = xi * law->kt;
    }
    if (c->dh && d == 2) {
        c->dh[1] = law->mu * law->kn;
    }
}

static void end_surface(rdg_index d, const instant *now, double xi, rdg_law_event_surface *c)
{
    c->h = xi > 0 ? now->lower_rate : -now->upper_rate;
    if (c->dh) {
        c->dh[d] = xi;
    }
    if (c->dh && d == 2) {
        c->dh[d + 1] = -now->ratio;
    }
}

static int event_surfaces(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self), *law = &numbers;
    const rdg_contact_state state = (rdg_contact_state)at->status[0];
    const instant now = look(law, d, at->x, at->v);
    const bool varies = d == 2 && law->kn > 0;
    int last = CONTACT_CLOSES;
    (void)part;
    if (state == RDG_STICK) {
        onset_surface(law, d, &now, at, 1, &surface[CONTACT_STICK_FORWARD]);
        onset_surface(law, d, &now, at, -1, &surface[CONTACT_STICK_BACKWARD]);
        last = CONTACT_STICK_OPENS;
    } else if (state != RDG_SEPARATION) {
        end_surface(d, &now, rdg_contact_direction(state), &surface[CONTACT_SLIP_ENDS]);
        last = CONTACT_SLIP_OPENS;
    }
    if (varies) {
        load_surface(law, &now, state == RDG_SEPARATION ? -1 : 1, &surface[last]);
    }
    return last + varies;
}

/* Where slip ends without friction there is nothing to stick, and the other direction follows. */
static rdg_contact_state follows(const rdg_contact_law *law, const instant *now, rdg_contact_state state,
                                 int surface)
{
    switch (state) {
    case RDG_STICK:
        return surface == CONTACT_STICK_FORWARD    ? RDG_SLIP_FORWARD
               : surface == CONTACT_STICK_BACKWARD ? RDG_SLIP_BACKWARD
                                                   : RDG_SEPARATION;
    case RDG_SEPARATION:
        return rdg_contact_next(state, now->lower_rate > 0, now->upper_rate < 0);
    default:
        if (surface == CONTACT_SLIP_ENDS && law->mu == 0) {
            return state == RDG_SLIP_FORWARD ? RDG_SLIP_BACKWARD : RDG_SLIP_FORWARD;
        }
        return surface == CONTACT_SLIP_ENDS ? rdg_contact_next(state, false, false) : RDG_SEPARATION;
    }
}

static int pass(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self), *law = &numbers;
    const rdg_contact_state state = (rdg_contact_state)at->status[0];
    const instant now = look(law, d, at->x, at->v);
    const rdg_contact_state next = follows(law, &now, state, surface);
    (void)part;
    if (state == RDG_STICK && next != RDG_SEPARATION) {
        w[0] = at->w[0];
        if (dw) {
            dw[2 * d] = 1;
        }
        return (int)next;
    }
    const rdg_contact_state tied = next == RDG_SEPARATION ? RDG_SEPARATION : state;
    w[0] = rdg_contact_memory(tied, at->x[0], now.lower, now.upper);
    if (dw) {
        dw[0] = 1;
    }
    if (dw && d == 2) {
        dw[1] = -rdg_contact_direction(tied) * now.ratio;
    }
    return (int)next;
}

static bool remembers(const void *self, int regime)
{
    (void)self;
    return regime == RDG_STICK;
}

/* One that closes slips if L rises or U falls. */
static int next_regimes(const void *self, rdg_index d, int regime, int surface, int next[RDG_LAW_CHOICES])
{
    const rdg_contact_law numbers = rdg_contact_law_of(self);
    (void)d;
    if (regime == RDG_SEPARATION) {
        next[0] = RDG_SLIP_FORWARD;
        next[1] = RDG_SLIP_BACKWARD;
        next[2] = RDG_STICK;
        return 3;
    }
    const instant still = {0};
    next[0] = (int)follows(&numbers, &still, (rdg_contact_state)regime, surface);
    return 1;
}

static void choice(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                   int which, rdg_law_event_surface *c)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self);
    const instant now = look(&numbers, d, at->x, at->v);
    (void)part;
    (void)surface;
    end_surface(d, &now, which == 0 ? 1 : -1, c);
}

static int energy(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *answer)
{
    const rdg_contact_law numbers = rdg_contact_law_of(self), *law = &numbers;
    double f[2] = {0, 0}, w = 0;
    *answer = (rdg_law_energy){0};
    if (at->status[0] == RDG_SEPARATION) {
        return 0;
    }
    force(self, d, at, &(rdg_law_force){.f = f});
    rate(self, d, at, &(rdg_law_rate){.w = &w});
    answer->stored = 0.5 * f[0] * f[0] / law->kt + (d == 2 ? rdg_contact_normal_energy(law, at->x[1]) : 0);
    answer->power = f[0] * w;
    return 0;
}

static double closes(const void *self, rdg_index d, const double *x0, const double *x, double *s_x)
{
    const rdg_contact_law law = rdg_contact_law_of(self);
    if (d != 2) {
        return 0.0;
    }
    const double share =
        rdg_contact_closes(law.preload + law.kn * x0[1], law.preload + law.kn * x[1], &s_x[1]);
    s_x[1] *= law.kn;
    return share;
}

static void beside_ends(const void *self, rdg_index d, const double *x0, const double *x, double *f,
                        double *fx)
{
    const rdg_contact_law law = rdg_contact_law_of(self);
    if (d == 2) {
        f[1] = rdg_contact_beside_ends(law.preload + law.kn * x0[1], law.preload + law.kn * x[1], &fx[3]);
        fx[3] *= law.kn;
    }
}

static const char *const names[] = {"stick", "forward slip", "backward slip", "separation"};
static const rdg_law_regimes regimes = {.count = 4,
                                        .name = names,
                                        .memory = 1,
                                        .start = start,
                                        .update = update,
                                        .stick = stick,
                                        .rate = rate,
                                        .event_surfaces = event_surfaces,
                                        .pass = pass,
                                        .remembers = remembers,
                                        .linear = rdg_law_is_linear,
                                        .follows = next_regimes,
                                        .closes = closes,
                                        .beside_ends = beside_ends,
                                        .choice = choice,
                                        .by_number = rdg_contact_by_number};

const rdg_law_in_time rdg_contact_in_time = {.force = force, .regimes = &regimes, .energy = energy};
