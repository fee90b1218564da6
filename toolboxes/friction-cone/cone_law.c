/* A contact with a friction cone in time. Its memory is the slider's position w = x - t/kt; in slip it moves
 * along e = t/|t|, and where it has just closed, t = 0, along the motion:
 *
 *     w' = s e,   s = e.x' - mu N'/kt,   from kt |x - w| = mu N. */
#include "cone_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* An instant: N0 + kn y, not cut off at 0, and its rate; the direction of t and of slip; the rate of slip s.
 */
typedef struct instant {
    double load, load_rate;
    double stretch, e[2]; /* |x - w| */
    double speed;         /* |x'| */
    double slip;
} instant;

static instant look(const rdg_contact_law *law, rdg_index d, const double *x, const double *v,
                    const double *w)
{
    const double r[2] = {x[0] - w[0], x[1] - w[1]};
    instant i = {.load = law->preload + (d == 3 ? law->kn * x[2] : 0),
                 .load_rate = d == 3 ? law->kn * v[2] : 0,
                 .stretch = hypot(r[0], r[1]),
                 .speed = hypot(v[0], v[1])};
    for (int k = 0; k < 2; k++) {
        i.e[k] = i.stretch > 0 ? r[k] / i.stretch : i.speed > 0 ? v[k] / i.speed : 0;
    }
    i.slip = i.e[0] * v[0] + i.e[1] * v[1] - law->mu / law->kt * i.load_rate;
    return i;
}

static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    if (at->status[0] == CONE_OPEN) {
        return 0;
    }
    const double kt = law->mu > 0 ? law->kt : 0; /* without friction t = 0, but for rounding of w */
    for (int k = 0; k < 2; k++) {
        if (answer->f) {
            answer->f[k] = kt * (at->x[k] - at->w[k]);
        }
        if (answer->df) {
            answer->df[k + d * k] = kt;
            answer->df[k + d * (2 * d + k)] = -kt;
        }
    }
    if (d == 3 && answer->f) {
        answer->f[2] = law->preload + law->kn * at->x[2];
    }
    if (d == 3 && answer->df) {
        answer->df[2 + d * 2] = law->kn;
    }
    return 0;
}

static void start(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    (void)d;
    for (int k = 0; k < 2; k++) {
        w[k] = rdg_slider_begins(law->start, mean ? mean[k] : 0, rest ? rest[k] : 0);
        if (w_mean) {
            w_mean[k + 2 * k] = law->start == RDG_SLIDER_MEAN;
        }
    }
}

/* The slider on the cone, w = x - (mu N / kt) e, with e as it is; from its derivatives in w those in x, and
 * in the load. A: dw_i/dw_j at 2 i + j. */
static void draw(const rdg_contact_law *law, const instant *now, const double *x, double *w, double A[4])
{
    const double size = law->mu / law->kt * now->load, share = now->stretch > 0 ? size / now->stretch : 0;
    for (int i = 0; i < 2; i++) {
        w[i] = x[i] - size * now->e[i];
        for (int j = 0; j < 2; j++) {
            A[2 * i + j] = share * ((i == j) - now->e[i] * now->e[j]);
        }
    }
}

/* dw/dx of a slider that is drawn along, from that before. */
static void draw_slopes(const rdg_contact_law *law, rdg_index d, const instant *now, const double A[4],
                        double *w_x)
{
    for (rdg_index j = 0; j < d; j++) {
        const double before[2] = {w_x[2 * j], w_x[1 + 2 * j]};
        for (int i = 0; i < 2; i++) {
            const double direct =
                j < 2 ? (double)(i == j) - A[2 * i + j] : -law->mu * law->kn / law->kt * now->e[i];
            w_x[i + 2 * j] = direct + A[2 * i] * before[0] + A[2 * i + 1] * before[1];
        }
    }
}

static void follow(rdg_index d, const double *x, double *w, double *w_x)
{
    for (int i = 0; i < 2; i++) {
        w[i] = x[i];
        for (rdg_index j = 0; w_x && j < d; j++) {
            w_x[i + 2 * j] = i == j;
        }
    }
}

static int closing(const rdg_contact_law *law, const instant *now)
{
    const double rate = law->kt * now->speed;
    return law->mu == 0 || rdg_cone_closes_slipping(law->mu, rate, now->load_rate) ? CONE_SLIP : CONE_STICK;
}

/* A slider on its cone slips if the motion carries it on, or does not report. */
static void update(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    const instant now = look(law, d, x, v, w);
    const double limit = law->mu / law->kt * now.load;
    const double noise = 4 * DBL_EPSILON * (fabs(x[0]) + fabs(x[1]) + fabs(w[0]) + fabs(w[1]) + limit);
    if (!(now.load > 0 || (now.load == 0 && now.load_rate > 0)) || law->mu == 0) {
        status[0] = now.load > 0 ? CONE_SLIP : CONE_OPEN;
        follow(d, x, w, w_x);
    } else if (now.load == 0) {
        status[0] = closing(law, &now);
        follow(d, x, w, w_x);
    } else if (now.stretch >= limit - noise) {
        const bool slips = now.slip >= 0;
        if (slips || now.stretch > limit + noise) {
            double A[4];
            draw(law, &now, x, w, A);
            if (w_x) {
                draw_slopes(law, d, &now, A, w_x);
            }
        }
        status[0] = slips ? CONE_SLIP : CONE_STICK;
    } else {
        status[0] = CONE_STICK;
    }
}

/* de/dr of the direction e = r/|r|, r = x - w, at 2 i + j; 0 where it is that of x'. */
static void turn(const instant *now, double E[4])
{
    const double inverse = now->stretch > 0 ? 1 / now->stretch : 0;
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            E[2 * i + j] = inverse * ((i == j) - now->e[i] * now->e[j]);
        }
    }
}

static void slip_rate(const rdg_contact_law *law, rdg_index d, const rdg_law_state *at,
                      const rdg_law_rate *answer)
{
    const instant now = look(law, d, at->x, at->v, at->w);
    double E[4];
    turn(&now, E);
    for (int i = 0; i < 2; i++) {
        if (answer->w) {
            answer->w[i] = now.slip * now.e[i];
        }
        for (int j = 0; answer->dw && j < 2; j++) {
            const double by_r = now.slip * E[2 * i + j] + now.e[i] * (E[j] * at->v[0] + E[2 + j] * at->v[1]);
            answer->dw[i + 2 * j] = by_r;
            answer->dw[i + 2 * (2 * d + j)] = -by_r;
            answer->dw[i + 2 * (d + j)] = now.e[i] * now.e[j];
        }
        if (answer->dw && d == 3) {
            answer->dw[i + 2 * (d + 2)] = -law->mu * law->kn / law->kt * now.e[i];
        }
    }
}

/* The slider of an open contact follows, and so does one without friction. */
static void rate(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    if (at->status[0] == CONE_STICK) {
        return;
    }
    if (at->status[0] == CONE_SLIP && law->mu > 0) {
        slip_rate(law, d, at, answer);
        return;
    }
    for (int i = 0; i < 2; i++) {
        if (answer->w) {
            answer->w[i] = at->v[i];
        }
        if (answer->dw) {
            answer->dw[i + 2 * (d + i)] = 1;
        }
    }
}

/* mu N - |t|, N */
static void onset_surface(const rdg_contact_law *law, rdg_index d, const instant *now,
                          rdg_law_event_surface *c)
{
    c->h = law->mu * now->load - law->kt * now->stretch;
    for (int j = 0; c->dh && now->stretch > 0 && j < 2; j++) {
        c->dh[j] = -law->kt * now->e[j];
        c->dh[2 * d + j] = law->kt * now->e[j];
    }
    if (c->dh && d == 3) {
        c->dh[2] = law->mu * law->kn;
    }
}

/* The rate of slip, m/s */
static void end_surface(const rdg_contact_law *law, rdg_index d, const instant *now, const double *v,
                        rdg_law_event_surface *c)
{
    double E[4];
    turn(now, E);
    c->h = now->slip;
    for (int j = 0; c->dh && j < 2; j++) {
        c->dh[j] = E[j] * v[0] + E[2 + j] * v[1];
        c->dh[2 * d + j] = -c->dh[j];
        c->dh[d + j] = now->e[j];
    }
    if (c->dh && d == 3) {
        c->dh[d + 2] = -law->mu * law->kn / law->kt;
    }
}

static int event_surfaces(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    const instant now = look(law, d, at->x, at->v, at->w);
    const double sign = at->status[0] == CONE_OPEN ? -1 : 1;
    enum cone_event event[RDG_LAW_EVENTS];
    const int n = rdg_cone_events(law, d, at->status[0], event);
    (void)part;
    for (int i = 0; i < n; i++) {
        if (event[i] == CONE_ONSET) {
            onset_surface(law, d, &now, &surface[i]);
            continue;
        }
        if (event[i] == CONE_END) {
            end_surface(law, d, &now, at->v, &surface[i]);
            continue;
        }
        surface[i].h = sign * now.load;
        if (surface[i].dh) {
            surface[i].dh[2] = sign * law->kn;
        }
    }
    return n;
}

static void keep(rdg_index d, const rdg_law_state *at, double *w, double *dw)
{
    for (int i = 0; i < 2; i++) {
        w[i] = at->w[i];
        if (dw) {
            dw[i + 2 * (2 * d + i)] = 1;
        }
    }
}

/* At the end of slip the slider is put on the cone once more: it may have left it by rounding. */
static void stop(const rdg_contact_law *law, rdg_index d, const instant *now, const rdg_law_state *at,
                 double *w, double *dw)
{
    double A[4];
    draw(law, now, at->x, w, A);
    for (int i = 0; dw && i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            dw[i + 2 * j] = (i == j) - A[2 * i + j];
            dw[i + 2 * (2 * d + j)] = A[2 * i + j];
        }
        if (d == 3) {
            dw[i + 2 * 2] = -law->mu * law->kn / law->kt * now->e[i];
        }
    }
}

static int pass(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    const instant now = look(law, d, at->x, at->v, at->w);
    enum cone_event event[RDG_LAW_EVENTS] = {CONE_ZERO_LOAD};
    rdg_cone_events(law, d, at->status[0], event);
    (void)part;
    if (event[surface] == CONE_ONSET) {
        keep(d, at, w, dw);
        return CONE_SLIP;
    }
    if (event[surface] == CONE_END) {
        stop(law, d, &now, at, w, dw);
        return CONE_STICK;
    }
    follow(d, at->x, w, dw);
    return at->status[0] == CONE_OPEN ? closing(law, &now) : CONE_OPEN;
}

/* Without friction the slider follows. */
static bool remembers(const void *self, int regime)
{
    return regime == CONE_STICK || (regime == CONE_SLIP && ((const rdg_cone_contact *)self)->mu > 0);
}

/* In slip kt |x - w| - mu N does not change. */
static rdg_index constraints(const void *self, int regime)
{
    return regime == CONE_SLIP && ((const rdg_cone_contact *)self)->mu > 0;
}

static void project(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at, double *w)
{
    const rdg_contact_law law = rdg_cone_law_of(self);
    const instant now = look(&law, d, at->x, at->v, w);
    double A[4];
    (void)part;
    draw(&law, &now, at->x, w, A);
}

/* One that closes slips if it has no friction, or moves fast enough. */
static int next_regimes(const void *self, rdg_index d, int regime, int surface, int next[RDG_LAW_CHOICES])
{
    const rdg_contact_law numbers = rdg_cone_law_of(self);
    const enum cone_event event = rdg_cone_event_of(&numbers, d, regime, surface);
    next[0] = event == CONE_ONSET ? CONE_SLIP : event == CONE_END ? CONE_STICK : CONE_OPEN;
    next[1] = CONE_STICK;
    if (regime == CONE_OPEN) {
        next[0] = CONE_SLIP;
    }
    return regime == CONE_OPEN && numbers.mu > 0 ? 2 : 1;
}

static int energy(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *answer)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    const instant now = look(law, d, at->x, at->v, at->w);
    *answer = (rdg_law_energy){0};
    if (at->status[0] == CONE_OPEN) {
        return 0;
    }
    answer->stored = d == 3 ? rdg_contact_normal_energy(law, at->x[2]) : 0;
    if (law->mu > 0) {
        answer->stored += 0.5 * law->kt * now.stretch * now.stretch;
        answer->power = at->status[0] == CONE_SLIP ? law->kt * now.stretch * now.slip : 0;
    }
    return 0;
}

/* The direction of slip turns. */
static bool linear(const void *self, int regime)
{
    return regime != CONE_SLIP || !(((const rdg_cone_contact *)self)->mu > 0);
}

static double closes(const void *self, rdg_index d, const double *x0, const double *x, double *s_x)
{
    const rdg_contact_law law = rdg_cone_law_of(self);
    if (d != 3) {
        return 0.0;
    }
    const double share =
        rdg_contact_closes(law.preload + law.kn * x0[2], law.preload + law.kn * x[2], &s_x[2]);
    s_x[2] *= law.kn;
    return share;
}

static void beside_ends(const void *self, rdg_index d, const double *x0, const double *x, double *f,
                        double *fx)
{
    const rdg_contact_law numbers = rdg_cone_law_of(self), *law = &numbers;
    if (d == 3) {
        f[2] = rdg_contact_beside_ends(law->preload + law->kn * x0[2], law->preload + law->kn * x[2], &fx[8]);
        fx[8] *= law->kn;
    }
}

static const char *const names[] = {"stick", "slip", "separation"};
static const rdg_law_regimes regimes = {.count = 3,
                                        .name = names,
                                        .memory = 2,
                                        .start = start,
                                        .update = update,
                                        .rate = rate,
                                        .event_surfaces = event_surfaces,
                                        .pass = pass,
                                        .remembers = remembers,
                                        .constraints = constraints,
                                        .project = project,
                                        .linear = linear,
                                        .follows = next_regimes,
                                        .closes = closes,
                                        .beside_ends = beside_ends,
                                        .choice = rdg_cone_choice,
                                        .second = rdg_cone_second,
                                        .by_number = rdg_cone_by_number};

const rdg_law_in_time rdg_cone_in_time = {.force = force, .regimes = &regimes, .energy = energy};
