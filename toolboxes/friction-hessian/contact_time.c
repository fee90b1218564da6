/* A contact in time. Its memory is the slider's position w = v/kt, which in slip follows L/kt or U/kt, and in
 * separation x. */
#include "contact_impl.h"

#include <string.h>

rdg_contact_law rdg_contact_law_of(const rdg_contact *contact)
{
    return (rdg_contact_law){.kt = contact->kt,
                             .kn = contact->normal ? contact->kn : 0,
                             .mu = contact->mu,
                             .preload = contact->preload,
                             .start = contact->start};
}

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
    const rdg_contact_law *law = self;
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
    const rdg_contact_law *law = self;
    (void)d;
    w[0] = rdg_slider_begins(law->start, mean ? mean[0] : 0, rest ? rest[0] : 0);
    if (w_mean) {
        w_mean[0] = law->start == RDG_SLIDER_MEAN;
    }
}

/* Without load, as it opens or closes just now, the rate of the load tells. */
static void settle(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x)
{
    const instant now = look(self, d, x, v);
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
        status[0] = rdg_slider_settle(&bounds, w, &drawn);
    }
    if (w_x && (open || drawn != 0)) {
        w_x[0] = 1;
        if (d == 2) {
            w_x[1] = drawn * now.ratio;
        }
    }
}

static const char *const names[] = {"stick", "forward slip", "backward slip", "separation"};
static const rdg_law_regimes regimes = {
    .count = 4, .name = names, .memory = 1, .start = start, .settle = settle};

const rdg_law_in_time rdg_contact_in_time = {.force = force, .regimes = &regimes};
