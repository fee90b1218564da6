/* One period in time: phases, and the events between samples.
 *
 * From a node the contact goes on in its phase to the next sample, or to the instant before it where the load
 * vanishes, unless an event comes first. Then it goes on from there in another phase. A slip phase that
 * begins and ends between two samples is found by the maximum of its condition; a stick phase that does is
 * overlooked, which changes t by O(N_s^-3). */
#include "cone_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

/* What is sought between a node and an instant: a zero of value(). */
typedef struct search {
    const rdg_cone *cone;
    const cone_node *from;
    double (*value)(const struct search *s, double tau);
} search;

/* Where the load is not positive, and without friction at all, nothing is transmitted. */
static bool closed(const rdg_cone *cone, const cone_node *node)
{
    return cone->mu > 0 && node->q[2][0] > 0;
}

/* The node at tau if the phase of the first one lasts until then. */
static cone_node reach(const search *s, double tau)
{
    cone_node node = {.event = CONE_ONSET};
    rdg_cone_instant(s->cone, tau, &node);
    rdg_cone_advance(s->cone, s->from, &node);
    return node;
}

static double load_at(const search *s, double tau)
{
    cone_node node;
    rdg_cone_instant(s->cone, tau, &node);
    return node.q[2][0];
}

static double onset_at(const search *s, double tau)
{
    const cone_node node = reach(s, tau);
    return rdg_cone_onset(s->cone, &node);
}

static double slipping_at(const search *s, double tau)
{
    const cone_node node = reach(s, tau);
    return rdg_cone_slipping(s->cone, &node);
}

/* The zero in [low, high], where the values have opposite signs. A value of zero at low counts as of the
 * other sign than high's. */
static double find(const search *s, double low, double f_low, double high, double f_high)
{
    rdg_root root = rdg_root_between(low, f_low, high, f_high, 4 * DBL_EPSILON * high);
    while (rdg_root_next(&root, s->value(s, root.at), NAN)) {
    }
    return root.at;
}

static void set_event(const rdg_cone *cone, enum cone_event event, double tau, cone_node *node)
{
    rdg_cone_instant(cone, tau, node);
    node->event = event;
    if (event == CONE_ZERO_LOAD) {
        node->q[2][0] = 0;
    }
}

/* Half the slope of the condition of slip vanishes between two instants of a stuck contact: there it is
 * greatest or least. */
static double find_extremum(const search *s, double low, double slope_low, double high, double slope_high)
{
    search flat = *s;
    flat.value = slipping_at;
    return find(&flat, low, slope_low, high, slope_high);
}

/* A stuck contact: whether it begins to slip before b, and when. Where it has only just stopped, the
 * condition vanishes at a, too: what is sought lies beyond its least value. */
static bool find_onset(const search *s, const cone_node *b, double *tau)
{
    const rdg_cone *cone = s->cone;
    const cone_node *a = s->from;
    const double limit = cone->mu * a->q[2][0], noise = 2 * limit * cone->noise;
    const double slope = rdg_cone_slipping(cone, a);
    cone_node end = *b;
    for (int i = 0; i < 2; i++) {
        end.t[i] = a->t[i] + cone->kt * (b->q[i][0] - a->q[i][0]);
    }
    double low = a->tau, value_low = rdg_cone_onset(cone, a);
    double high = b->tau, value = rdg_cone_onset(cone, &end), slope_high = rdg_cone_slipping(cone, &end);
    if (value <= 0 && slope > 0 && slope_high < 0) {
        high = find_extremum(s, low, slope, high, slope_high);
        value = s->value(s, high) - noise;
        slope_high = 0;
    }
    const bool rests = value <= noise && slope <= 0 && slope_high <= 0; /* on the cone but for rounding */
    if (value <= 0 || rests) {
        return false;
    }
    if (value_low > -noise && slope < 0 && slope_high > 0) {
        low = find_extremum(s, low, slope, high, slope_high);
        value_low = s->value(s, low);
    }
    *tau = find(s, low, value_low < 0 ? value_low : 0, high, value);
    return true;
}

/* The first event before b, if there is one; then b is moved there. t at b is what the step leads to. */
static void go_on(const rdg_cone *cone, const cone_node *a, cone_node *b)
{
    search s = {.cone = cone, .from = a};
    double tau;
    if (cone->mu > 0 && b->event == CONE_SAMPLE && closed(cone, b) != (a->phase != CONE_OPEN)) {
        s.value = load_at;
        const double before = a->event == CONE_ZERO_LOAD ? 0 : a->q[2][0];
        tau = find(&s, a->tau, before, b->tau, b->q[2][0]);
        set_event(cone, CONE_ZERO_LOAD, tau, b);
    }
    if (a->phase == CONE_STICK) {
        s.value = onset_at;
        if (find_onset(&s, b, &tau)) {
            set_event(cone, CONE_ONSET, tau, b);
        }
    } else if (a->phase == CONE_SLIP && b->event == CONE_SAMPLE) {
        s.value = slipping_at;
        rdg_cone_advance(cone, a, b);
        const double now = rdg_cone_slipping(cone, a), then = rdg_cone_slipping(cone, b);
        if (!(now >= 0 && then < 0)) { /* zero where it has just closed */
            return;
        }
        set_event(cone, CONE_END, find(&s, a->tau, now, b->tau, then), b);
    }
    rdg_cone_advance(cone, a, b);
}

/* The phase after an event. A contact that has just closed slips if its force would otherwise grow faster
 * than its limit. */
static enum cone_phase next_phase(const rdg_cone *cone, const cone_node *a, const cone_node *b)
{
    if (b->event == CONE_SAMPLE) {
        const bool changed = closed(cone, b) != (a->phase != CONE_OPEN); /* only after go_straight() */
        return !changed ? a->phase : a->phase == CONE_OPEN ? CONE_STICK : CONE_OPEN;
    }
    if (b->event != CONE_ZERO_LOAD) {
        return b->event == CONE_ONSET ? CONE_SLIP : CONE_STICK;
    }
    if (a->phase != CONE_OPEN) {
        return CONE_OPEN;
    }
    const double rate = cone->kt * hypot(b->q[0][1], b->q[1][1]);
    return rdg_cone_closes_slipping(cone->mu, rate, b->q[2][1]) ? CONE_SLIP : CONE_STICK;
}

/* The phase at the start of a period, with a force on the cone or within it. */
static enum cone_phase first_phase(const rdg_cone *cone, const cone_node *node)
{
    const double limit = cone->mu * node->q[2][0], inside = 1e-13;
    if (!closed(cone, node)) {
        return CONE_OPEN;
    }
    const bool on_cone = rdg_cone_onset(cone, node) >= -inside * limit * limit;
    return on_cone && rdg_cone_slipping(cone, node) > 0 ? CONE_SLIP : CONE_STICK;
}

/* Too many events for the memory or for one interval: the force returns to the cone radially at the sample.
 */
static void go_straight(const rdg_cone *cone, cone_node *a, cone_node *b)
{
    cone_node end = *b;
    for (int i = 0; i < 2; i++) {
        end.t[i] = a->t[i] + cone->kt * (b->q[i][0] - a->q[i][0]);
    }
    a->phase = !closed(cone, a) || !closed(cone, b) ? CONE_OPEN
               : rdg_cone_onset(cone, &end) > 0     ? CONE_SLIP
                                                    : CONE_STICK;
    rdg_cone_advance(cone, a, b);
}

void rdg_cone_begin(rdg_cone *cone)
{
    cone_node *a = &cone->node[0], *b = &cone->node[1];
    rdg_cone_sample(cone, 0, a);
    for (int i = 0; i < 2; i++) {
        const double mean = cone->has_static ? cone->z[i * cone->n] : cone->rest[i];
        const double slider = rdg_slider_begins(cone->start, mean, cone->rest[i]);
        a->t[i] = cone->kt * (a->q[i][0] - slider);
    }
    a->phase = !closed(cone, a) ? CONE_OPEN : rdg_cone_onset(cone, a) > 0 ? CONE_SLIP : CONE_STICK;
    *b = *a;
    rdg_cone_advance(cone, a, b);
    cone->n_nodes = 2;
}

bool rdg_cone_march(rdg_cone *cone, const double t[2])
{
    cone_node *node = cone->node;
    rdg_index last = 0;
    rdg_cone_sample(cone, 0, &node[0]);
    node[0].t[0] = t[0];
    node[0].t[1] = t[1];
    node[0].phase = first_phase(cone, &node[0]);
    bool slips = node[0].phase != CONE_STICK;
    for (rdg_index i = 1; i <= cone->samples; i++) {
        for (int events = 0;; events++) {
            cone_node *a = &node[last], *b = &node[last + 1];
            const rdg_index capacity = cone->capacity - last - 2 - (cone->samples - i);
            rdg_cone_sample(cone, i, b);
            if (events < CONE_INTERVAL_EVENTS && capacity > 0) {
                go_on(cone, a, b);
            } else {
                go_straight(cone, a, b);
            }
            b->phase = next_phase(cone, a, b);
            slips = slips || b->phase != CONE_STICK;
            last++;
            if (b->event == CONE_SAMPLE) {
                break;
            }
        }
    }
    cone->n_nodes = last + 1;
    return slips;
}
