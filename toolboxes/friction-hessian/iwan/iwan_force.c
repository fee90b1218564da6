/* Force and Jacobian of an Iwan model. Summed over sliders and their phases,
 *
 *     F = sum_stick k (W X - v w) + sum_slip (+-) k phi w,   K = sum_stick k (W - w H_from^T),
 *
 * since a stick phase keeps v = x(from) (-+) phi. All stick phases that begin at one extremum share its H, so
 * that K needs a rank-one matrix an extremum, not one a slider. */
#include "iwan_impl.h"

#include <math.h>
#include <string.h>

/* From instant a to b, cyclically. */
static double length_of(double a, double b)
{
    return b > a ? b - a : b - a + RDG_TURN;
}

/* One slip and the stick phase before it, but for the moments of its beginning. */
static void add_slip(iwan_model *e, iwan_slip *p)
{
    rdg_series *s = &e->series;
    const iwan_weight *slider = &e->weight[p->slider];
    iwan_extremum *from = &e->extremum[p->from];
    const iwan_extremum *to = &e->extremum[p->to];
    const double stick = length_of(from->tau, p->tau), slip = length_of(p->tau, to->tau), k = slider->k;
    double *H = e->vector[0], jet[RDG_JET];
    rdg_series_turn(s, p->tau, 2 * s->top);
    rdg_series_read(s, H);
    rdg_series_jet(s, &e->x, jet);
    p->slope = jet[1];
    const double xi = to->rises ? -1.0 : 1.0; /* direction of the slip */
    /* k (x - v) with v = x_from + phi if it had fallen, x_from - phi if it had risen */
    const double held = from->rises ? -slider->limit : slider->limit;
    rdg_series_add_integral(s, held - k * from->x, from->H, H, stick, e->constant);
    rdg_series_add_integral(s, xi * slider->limit, H, to->H, slip, e->constant);
    rdg_series_add_integral(s, k, from->H, H, stick, from->origin);
    rdg_moments_jump(s, &e->stick, p->tau, -k);
}

/* The stick phases' beginnings, all of one extremum at once; those that last beyond the period's end. */
static void add_beginnings(iwan_model *e)
{
    double *begun = e->instant; /* stiffness, for each extremum; the instants are done with */
    memset(begun, 0, sizeof *begun * (size_t)e->n_extrema);
    for (rdg_index i = 0; i < e->n_slips; i++) {
        const double k = e->weight[e->slip[i].slider].k;
        begun[e->slip[i].from] += k;
        e->stick.c[0] += e->slip[i].tau < e->extremum[e->slip[i].from].tau ? RDG_TURN * k : 0.0;
    }
    for (rdg_index i = 0; i < e->n_extrema; i++) {
        rdg_series_turn(&e->series, e->extremum[i].tau, 2 * e->series.top);
        rdg_moments_jump(&e->series, &e->stick, e->extremum[i].tau, begun[i]);
    }
}

/* Sliders that never slip: v = start + max(0, max x - phi - start) + min(0, min x + phi - start). */
static void add_stuck(iwan_model *e)
{
    const double start = rdg_iwan_start(e);
    const double high = e->n_extrema > 0 ? e->extremum[e->highest].x : e->x.mean;
    const double low = e->n_extrema > 0 ? e->extremum[e->lowest].x : e->x.mean;
    e->stuck = e->moved[0] = e->moved[1] = e->resting = 0.0;
    for (rdg_index i = e->n_slipping; i < e->n_sliders; i++) {
        const double k = e->weight[i].k, limit = e->weight[i].limit, phi = e->slider[i].phi;
        const bool up = high - phi > start, down = low + phi < start;
        e->stuck += k;
        *(up ? &e->moved[0] : down ? &e->moved[1] : &e->resting) += k;
        if (e->series.has_static) {
            e->constant[0] -= up ? k * high - limit : down ? k * low + limit : k * start;
        }
    }
}

void rdg_iwan_sum(iwan_model *e)
{
    for (rdg_index i = 0; i < e->n_sliders; i++) {
        e->weight[i] = (iwan_weight){e->slider[i].k, e->slider[i].k * e->slider[i].phi};
    }
    rdg_iwan_sum_weighted(e);
}

void rdg_iwan_sum_weighted(iwan_model *e)
{
    const size_t bytes = sizeof(double) * (size_t)e->series.n;
    memset(e->constant, 0, bytes);
    for (rdg_index i = 0; i < e->n_extrema; i++) {
        memset(e->extremum[i].origin, 0, bytes);
    }
    rdg_moments_begin(&e->series, &e->stick, 0.0);
    for (rdg_index i = 0; i < e->n_slips; i++) {
        add_slip(e, &e->slip[i]);
    }
    add_beginnings(e);
    rdg_moments_matrix(&e->series, &e->stick, e->product);
    add_stuck(e);
}

void rdg_iwan_force(const iwan_model *e, double *force)
{
    for (rdg_index i = 0; i < e->series.n; i++) {
        force[i] = e->constant[i] + e->stuck * e->z[i];
    }
    rdg_moments_multiply(&e->series, 1.0, e->product, e->z, force);
}

/* The static row of sliders that never slip: minus the derivatives of their memories. */
static void add_memories(const iwan_model *e, bool start_follows, double *jacobian)
{
    const rdg_index n = e->series.n;
    for (int side = 0; side < 2 && e->n_extrema > 0; side++) {
        const double *H = e->extremum[side == 0 ? e->highest : e->lowest].H;
        for (rdg_index j = 0; j < n; j++) {
            jacobian[n * j] -= e->moved[side] * H[j];
        }
    }
    const double whole =
        e->n_extrema > 0 ? 0.0 : e->moved[0] + e->moved[1]; /* at rest: they follow the mean */
    jacobian[0] -= whole + (start_follows ? e->resting : 0.0);
}

void rdg_iwan_jacobian(const iwan_model *e, rdg_stuck_slider sliders, double *jacobian)
{
    const rdg_index n = e->series.n;
    memcpy(jacobian, e->product, sizeof *jacobian * (size_t)(n * n));
    for (rdg_index j = 0; j < n; j++) {
        jacobian[j + n * j] += e->stuck;
        for (rdg_index p = 0; p < e->n_extrema; p++) {
            const iwan_extremum *x = &e->extremum[p];
            for (rdg_index i = 0; i < n; i++) {
                jacobian[i + n * j] -= x->origin[i] * x->H[j];
            }
        }
    }
    if (e->series.has_static && sliders != RDG_STUCK_CONSTANT) {
        add_memories(e, sliders == RDG_STUCK_ON_BRANCH && e->law.start == RDG_SLIDER_MEAN, jacobian);
    }
}
