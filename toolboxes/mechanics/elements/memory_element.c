/* Elements with a hysteretic force law of one displacement. A contact state is a place of the memory (free,
 * at its upper or lower bound), a sign of v and a sign of w. */
#include "memory_element.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { MOST = 2 + RDG_MEMORY_MOST };

typedef enum place { FREE, UPPER, LOWER, PLACES } place;

typedef struct regime {
    place place;
    bool v_negative, w_negative;
} regime;

static regime regime_of(int status)
{
    return (regime){.place = (place)(status % PLACES),
                    .v_negative = status / PLACES % 2,
                    .w_negative = status / PLACES / 2};
}

static int status_of(regime r)
{
    return (int)r.place + PLACES * (r.v_negative + 2 * r.w_negative);
}

/* Zero, as far as the force law has components */
static void clear(const rdg_memory_element *e, rdg_memory_value *value)
{
    const size_t m = (size_t)e->memory;
    value->f = 0.0;
    memset(value->rate, 0, m * sizeof *value->rate);
    memset(value->df, 0, (2 + m) * sizeof *value->df);
    memset(value->drate, 0, m * sizeof *value->drate);
}

/* The force law at y = (x, v, w). */
static int ask(const rdg_memory_element *e, const double *y, int status, rdg_memory_value *value)
{
    const regime r = regime_of(status);
    const rdg_memory_state at = {
        .x = y[0], .v = y[1], .w = y + 2, .v_sign = r.v_negative ? -1 : 1, .w_sign = r.w_negative ? -1 : 1};
    clear(e, value);
    return e->law(&at, value, e->data);
}

static double step_of(const rdg_memory_element *e, rdg_index j)
{
    const double fraction = 1.0 / 256.0;
    return fraction * (j == 0 ? e->x_size : j == 1 ? e->v_size : e->w_size);
}

/* The force law with its derivatives. */
static int evaluate(const rdg_memory_element *e, const double *y, int status, rdg_memory_value *value)
{
    static const double weight[4] = {1, -8, 8, -1}, at[4] = {-2, -1, 1, 2};
    int answer = ask(e, y, status, value);
    if (e->derivatives || answer != 0) {
        return answer;
    }
    memset(value->df, 0, sizeof value->df);
    memset(value->drate, 0, (size_t)e->memory * sizeof *value->drate);
    for (rdg_index j = 0; j < 2 + e->memory; j++) {
        const double step = step_of(e, j);
        for (int k = 0; answer == 0 && k < 4; k++) {
            double moved[MOST];
            rdg_memory_value there;
            memcpy(moved, y, (size_t)(2 + e->memory) * sizeof *y);
            moved[j] += at[k] * step;
            answer = ask(e, moved, status, &there);
            value->df[j] += weight[k] / (12.0 * step) * there.f;
            for (rdg_index i = 0; i < e->memory; i++) {
                value->drate[i][j] += weight[k] / (12.0 * step) * there.rate[i];
            }
        }
    }
    return answer;
}

static void gather(const rdg_memory_element *e, const rdg_law_state *at, double *y)
{
    y[0] = at->x[0];
    y[1] = at->v[0];
    memcpy(y + 2, at->w, (size_t)e->memory * sizeof *y);
}

/* The force; its second derivatives are differences of the first. */
static int force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    const rdg_memory_element *e = self;
    const rdg_index n = 2 + e->memory;
    double y[MOST];
    rdg_memory_value value;
    (void)d;
    gather(e, at, y);
    int status = evaluate(e, y, at->status[0], &value);
    if (answer->f) {
        answer->f[0] = value.f;
    }
    if (answer->df) {
        memcpy(answer->df, value.df, (size_t)n * sizeof *value.df);
    }
    for (rdg_index j = 0; status == 0 && answer->d2f && j < n; j++) {
        const double here = y[j], step = step_of(e, j);
        for (int side = -1; status == 0 && side <= 1; side += 2) {
            y[j] = here + side * step;
            status = evaluate(e, y, at->status[0], &value);
            for (rdg_index i = 0; i < n; i++) {
                answer->d2f[i + n * j] += side * answer->mu[0] * value.df[i] / (2.0 * step);
            }
        }
        y[j] = here;
    }
    return status;
}

/* At a bound the memory stays. */
static void rate(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer)
{
    const rdg_memory_element *e = self;
    double y[MOST];
    rdg_memory_value value;
    (void)d;
    if (regime_of(at->status[0]).place != FREE) {
        return;
    }
    gather(e, at, y);
    const int status = evaluate(e, y, at->status[0], &value);
    for (rdg_index i = 0; i < e->memory; i++) {
        if (answer->w) {
            answer->w[i] = status == 0 ? value.rate[i] : (double)NAN;
        }
        for (rdg_index j = 0; answer->dw && j < 2 + e->memory; j++) {
            answer->dw[i + e->memory * j] = value.drate[i][j];
        }
    }
}

static void start(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean)
{
    const rdg_memory_element *e = self;
    (void)d;
    (void)rest;
    (void)mean;
    (void)w_mean;
    for (rdg_index i = 0; i < e->memory; i++) {
        w[i] = e->start;
    }
}

/* The rate of a memory at its bound shows whether it stays there. */
static void update(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const rdg_memory_element *e = self;
    regime r = {.v_negative = e->kink_v && v[0] < 0.0, .w_negative = e->kink_w && w[0] < 0.0};
    (void)d;
    (void)w_x;
    if (e->bound > 0.0 && fabs(w[0]) >= e->bound) {
        const double y[3] = {x[0], v[0], copysign(e->bound, w[0])};
        rdg_memory_value value;
        w[0] = y[2];
        const int answer = ask(e, y, status_of(r), &value);
        r.place = answer != 0 || value.rate[0] * w[0] <= 0.0 ? FREE : w[0] > 0.0 ? UPPER : LOWER;
    }
    status[0] = status_of(r);
}

/* What ends a contact state; the functions are counted in the order: bounds or their end, sign of v, sign of
 * w. */
typedef enum cause { MEETS_UPPER, MEETS_LOWER, LEAVES_BOUND, TURNS, CHANGES_SIGN } cause;

static int list_causes(const rdg_memory_element *e, int status, cause *of)
{
    const regime r = regime_of(status);
    int count = 0;
    if (r.place != FREE) {
        of[count++] = LEAVES_BOUND;
    } else if (e->bound > 0.0) {
        if (!e->kink_w || !r.w_negative) {
            of[count++] = MEETS_UPPER;
        }
        if (!e->kink_w || r.w_negative) {
            of[count++] = MEETS_LOWER;
        }
    }
    if (e->kink_v) {
        of[count++] = TURNS;
    }
    if (e->kink_w && r.place == FREE) {
        of[count++] = CHANGES_SIGN;
    }
    return count;
}

static void answer_surface(const rdg_memory_element *e, const rdg_law_state *at, cause why,
                           rdg_law_event_surface *c)
{
    const regime r = regime_of(at->status[0]);
    double none[MOST], *dh = c->dh ? c->dh : none;
    switch (why) {
    case MEETS_UPPER:
        c->h = e->bound - at->w[0];
        dh[2] = -1.0;
        break;
    case MEETS_LOWER:
        c->h = e->bound + at->w[0];
        dh[2] = 1.0;
        break;
    case LEAVES_BOUND: {
        double y[MOST];
        rdg_memory_value value;
        const double outwards = r.place == UPPER ? 1.0 : -1.0;
        gather(e, at, y);
        (void)evaluate(e, y, at->status[0], &value);
        c->h = outwards * value.rate[0];
        for (int j = 0; j < 3; j++) {
            dh[j] = outwards * value.drate[0][j];
        }
        break;
    }
    case TURNS:
        c->h = r.v_negative ? -at->v[0] : at->v[0];
        dh[1] = r.v_negative ? -1.0 : 1.0;
        break;
    case CHANGES_SIGN:
        c->h = r.w_negative ? -at->w[0] : at->w[0];
        dh[2] = r.w_negative ? -1.0 : 1.0;
        break;
    }
}

static int event_surfaces(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface)
{
    const rdg_memory_element *e = self;
    cause of[RDG_LAW_EVENTS];
    const int count = list_causes(e, at->status[0], of);
    (void)d;
    (void)part;
    for (int k = 0; k < count; k++) {
        answer_surface(e, at, of[k], &surface[k]);
    }
    return count;
}

static int next_status(const rdg_memory_element *e, int status, int surface)
{
    cause of[RDG_LAW_EVENTS];
    regime r = regime_of(status);
    (void)list_causes(e, status, of);
    switch (of[surface]) {
    case MEETS_UPPER:
        r.place = UPPER;
        break;
    case MEETS_LOWER:
        r.place = LOWER;
        break;
    case LEAVES_BOUND:
        r.place = FREE;
        break;
    case TURNS:
        r.v_negative = !r.v_negative;
        break;
    case CHANGES_SIGN:
        r.w_negative = !r.w_negative;
        break;
    }
    return status_of(r);
}

/* The memory goes on from where it is: where it meets a bound it is there. */
static int pass(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw)
{
    const rdg_memory_element *e = self;
    const int next = next_status(e, at->status[0], surface);
    const place reached = regime_of(next).place;
    const bool meets = reached != FREE && regime_of(at->status[0]).place == FREE;
    (void)d;
    (void)part;
    for (rdg_index i = 0; i < e->memory; i++) {
        w[i] = meets ? (reached == UPPER ? e->bound : -e->bound) : at->w[i];
        if (dw && !meets) {
            dw[i + e->memory * (2 + i)] = 1.0;
        }
    }
    return next;
}

static int follows(const void *self, rdg_index d, int status, int surface, int next[RDG_LAW_CHOICES])
{
    (void)d;
    next[0] = next_status(self, status, surface);
    return 1;
}

static rdg_index samples(const void *self)
{
    return ((const rdg_memory_element *)self)->samples;
}

static const char *const names[] = {"free",
                                    "upper bound",
                                    "lower bound",
                                    "free backwards",
                                    "upper bound backwards",
                                    "lower bound backwards",
                                    "free, w < 0",
                                    "upper bound, w < 0",
                                    "lower bound, w < 0",
                                    "free backwards, w < 0",
                                    "upper bound backwards, w < 0",
                                    "lower bound backwards, w < 0"};

#define REGIMES(components)                                                                                  \
    {                                                                                                        \
        .count = sizeof names / sizeof *names, .name = names, .memory = (components), .start = start,        \
        .update = update, .rate = rate, .event_surfaces = event_surfaces, .pass = pass, .follows = follows,  \
        .samples = samples                                                                                   \
    }
static const rdg_law_regimes regimes[RDG_MEMORY_MOST] = {REGIMES(1), REGIMES(2), REGIMES(3), REGIMES(4),
                                                         REGIMES(5), REGIMES(6), REGIMES(7), REGIMES(8)};
#define LAW(components)                                                                                      \
    {                                                                                                        \
        .force = force, .regimes = &regimes[(components)-1]                                                  \
    }
static const rdg_law_in_time laws[RDG_MEMORY_MOST] = {LAW(1), LAW(2), LAW(3), LAW(4),
                                                      LAW(5), LAW(6), LAW(7), LAW(8)};

static bool is_size(double size)
{
    return isfinite(size) && size > 0.0;
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_memory_element *e)
{
    const char *at = e->at ? e->at : "?";
    if (!e->law) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the element at \"%s\" has no force law", at);
    }
    if (e->memory < 1 || e->memory > RDG_MEMORY_MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has memory = %lld components: 1 to %d are possible", at,
                        (long long)e->memory, RDG_MEMORY_MOST);
    }
    if (!is_size(e->x_size) || !is_size(e->v_size) || !is_size(e->w_size)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has sizes %g m, %g m/s, %g of x, v, w: give positive ones", at,
                        e->x_size, e->v_size, e->w_size);
    }
    if (!isfinite(e->start) || !isfinite(e->bound) || e->bound < 0.0 ||
        (e->bound > 0.0 && fabs(e->start) > e->bound)) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "the element at \"%s\" has start = %g and bound = %g: the bound must be 0 or positive, "
            "and |start| at most the bound",
            at, e->start, e->bound);
    }
    if (e->memory > 1 && (e->bound > 0.0 || e->kink_w)) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, where,
            "the element at \"%s\" has bound or kink_w and %lld components of memory: these need one", at,
            (long long)e->memory);
    }
    if (e->samples < 0 || e->samples > 1 << 24) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: at most %d are possible; 0 chooses",
                        at, (long long)e->samples, 1 << 24);
    }
    return RDG_OK;
}

rdg_status rdg_memory_element_add(rdg_structure *s, const rdg_memory_element *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!given) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the element is NULL");
    }
    RDG_TRY(check(ctx, __func__, given));
    rdg_memory_element copy = *given;
    return rdg_element_add(s,
                           &(rdg_element){.name = given->name,
                                          .d = 1,
                                          .at = &given->at,
                                          .kind = {.type = given->type ? given->type : "memory element",
                                                   .time = &laws[given->memory - 1]},
                                          .self = &copy,
                                          .size = sizeof copy},
                           __func__);
}
