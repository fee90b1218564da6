/* The motion in one contact state: a sum of oscillators, those of the structure or those with the contact
 * held. */
#include "modal_flow_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* eta'' + 2 D eta' + W^2 eta = g + f cos(tau) + h sin(tau); its change by a parameter: W and D in proportion,
 * g, f, h */
struct oscillator {
    double W, D, g, f, h;
};

struct change {
    double W, g, f, h;
};

static struct oscillator slipping(const rdg_coulomb *c, const rdg_modal_segment *segment, rdg_index k)
{
    const double over = 1.0 / (segment->r1 * segment->r1);
    return (struct oscillator){.W = c->wn[k] / segment->r1,
                               .D = 0.5 * c->d[k] / segment->r1,
                               .g = -(double)segment->regime * segment->beta * c->a[k] * over,
                               .f = c->p[k] * over};
}

static struct oscillator held(const rdg_coulomb *c, const rdg_modal_segment *segment, rdg_index k, double z0)
{
    const double over = 1.0 / (segment->r1 * segment->r1);
    return (struct oscillator){.W = c->held_wn[k] / segment->r1,
                               .D = 0.5 * c->held_d[k] / segment->r1,
                               .g = c->held_z[k] * z0 * over,
                               .f = c->held_p[k] * over,
                               .h = c->held_h[k] / segment->r1};
}

void rdg_modal_segment_answers(const rdg_coulomb *c, const rdg_modal_segment *segment, rdg_answers *answers)
{
    const bool is_held = segment->regime == RDG_COULOMB_STICK;
    const double *wn = is_held ? c->held_wn : c->wn;
    const double *d = is_held ? c->held_d : c->d;
    for (rdg_index k = 0; k < c->n - is_held; k++) {
        answers[k] = rdg_answers_after(wn[k] / segment->r1, 0.5 * d[k] / segment->r1, segment->t);
    }
}

/* Oscillator k */
static void respond(const struct oscillator *o, rdg_index k, const rdg_modal_segment *segment,
                    const double start[2], double end[2])
{
    const rdg_answers a = segment->answers ? segment->answers[k] : rdg_answers_after(o->W, o->D, segment->t);
    if (o->f == 0.0 && o->h == 0.0) {
        end[0] = a.c * start[0] + a.s * start[1] + o->g * a.k;
        end[1] = a.dc * start[0] + a.ds * start[1] + o->g * a.s;
        return;
    }
    const double C = cos(segment->tau);
    const double S = sin(segment->tau);
    const double cosine = o->f * C + o->h * S;
    const double sine = o->f * S - o->h * C;
    end[0] = a.c * start[0] + a.s * start[1] + o->g * a.k + cosine * a.pc - sine * a.ps;
    end[1] = a.dc * start[0] + a.ds * start[1] + o->g * a.s + cosine * a.dpc - sine * a.pc;
}

static void respond_to(const struct oscillator *o, const struct change *d, const rdg_modal_segment *segment,
                       const double start[2], double end[2])
{
    const rdg_answers a = rdg_answers_after(o->W, o->D, segment->t);
    const rdg_answers w = rdg_answers_slope(o->W, o->D, segment->t);
    const double C = cos(segment->tau);
    const double S = sin(segment->tau);
    const double cosine = o->f * C + o->h * S;
    const double sine = o->f * S - o->h * C;
    const double more_cosine = d->f * C + d->h * S;
    const double more_sine = d->f * S - d->h * C;
    end[0] = d->g * a.k + more_cosine * a.pc - more_sine * a.ps +
             d->W * (w.c * start[0] + w.s * start[1] + o->g * w.k + cosine * w.pc - sine * w.ps);
    end[1] = d->g * a.s + more_cosine * a.dpc - more_sine * a.pc +
             d->W * (w.dc * start[0] + w.ds * start[1] + o->g * w.s + cosine * w.dpc - sine * w.pc);
}

double rdg_modal_z(const rdg_coulomb *c, double tau, const double *state)
{
    return rdg_dot(c->n, c->a, state) - c->b * cos(tau);
}

double rdg_modal_velocity(const rdg_coulomb *c, double tau, const double *state)
{
    return rdg_dot(c->n, c->a, state + c->n) + c->b * sin(tau);
}

double rdg_modal_force(const rdg_coulomb *c, double r1, double tau, const double *state)
{
    double force = (rdg_dot(c->n, c->a, c->p) + c->b * r1 * r1) * cos(tau);
    for (rdg_index k = 0; k < c->n; k++) {
        force -= c->a[k] * (c->wn[k] * c->wn[k] * state[k] + r1 * c->d[k] * state[c->n + k]);
    }
    return force / c->aa;
}

/* Coordinate k of the structure with its contact held. */
static void take(const rdg_coulomb *c, rdg_index k, const double *state, double y[2])
{
    y[0] = rdg_dot(c->n, c->held + c->n * k, state);
    y[1] = rdg_dot(c->n, c->held + c->n * k, state + c->n);
}

static void give(const rdg_coulomb *c, rdg_index k, const double y[2], double *state)
{
    for (rdg_index i = 0; i < c->n; i++) {
        state[i] += y[0] * c->held[i + c->n * k];
        state[c->n + i] += y[1] * c->held[i + c->n * k];
    }
}

static void move_contact(const rdg_coulomb *c, double w, double rate, double *state)
{
    for (rdg_index i = 0; i < c->n; i++) {
        state[i] = w * c->along[i];
        state[c->n + i] = rate * c->along[i];
    }
}

void rdg_modal_segment_end(const rdg_coulomb *c, const rdg_modal_segment *segment, const double *start,
                           double *end)
{
    double y[2];
    double answer[2];
    if (segment->regime != RDG_COULOMB_STICK) {
        for (rdg_index k = 0; k < c->n; k++) {
            const struct oscillator o = slipping(c, segment, k);
            respond(&o, k, segment, (double[]){start[k], start[c->n + k]}, answer);
            end[k] = answer[0];
            end[c->n + k] = answer[1];
        }
        return;
    }
    const double z0 = rdg_modal_z(c, segment->tau, start);
    const double last = segment->tau + segment->t;
    move_contact(c, z0 + c->b * cos(last), -c->b * sin(last), end);
    for (rdg_index k = 0; k < c->n - 1; k++) {
        const struct oscillator o = held(c, segment, k, z0);
        take(c, k, start, y);
        respond(&o, k, segment, y, answer);
        give(c, k, answer, end);
    }
}

void rdg_modal_segment_carry(const rdg_coulomb *c, const rdg_modal_segment *segment, const double *start,
                             double *end)
{
    double y[2];
    double answer[2];
    if (segment->regime != RDG_COULOMB_STICK) {
        for (rdg_index k = 0; k < c->n; k++) {
            const struct oscillator o = {.W = c->wn[k] / segment->r1, .D = 0.5 * c->d[k] / segment->r1};
            respond(&o, k, segment, (double[]){start[k], start[c->n + k]}, answer);
            end[k] = answer[0];
            end[c->n + k] = answer[1];
        }
        return;
    }
    const double z0 = rdg_dot(c->n, c->a, start);
    move_contact(c, z0, 0.0, end);
    for (rdg_index k = 0; k < c->n - 1; k++) {
        struct oscillator o = held(c, segment, k, z0);
        o.f = o.h = 0.0;
        take(c, k, start, y);
        respond(&o, k, segment, y, answer);
        give(c, k, answer, end);
    }
}

/* W, D, h are multiples of 1/r1, g and f of 1/r1^2; g is one of beta while the contact slips */
static struct change by(const struct oscillator *o, const rdg_modal_segment *segment,
                        rdg_modal_segment_slope what)
{
    if (what == RDG_SEGMENT_R1) {
        return (struct change){-o->W / segment->r1, -2.0 * o->g / segment->r1, -2.0 * o->f / segment->r1,
                               -o->h / segment->r1};
    }
    return (struct change){0};
}

static void slope_of_slip(const rdg_coulomb *c, const rdg_modal_segment *segment,
                          rdg_modal_segment_slope what, const double *start, double *slope)
{
    double answer[2];
    for (rdg_index k = 0; k < c->n; k++) {
        struct oscillator o = slipping(c, segment, k);
        struct change d = by(&o, segment, what);
        const double at[2] = {start[k], start[c->n + k]};
        if (what == RDG_SEGMENT_TAU) { /* the phase of the load: cos becomes -sin */
            rdg_modal_segment later = *segment;
            later.tau += 0.5 * RDG_PI;
            o.g = 0.0;
            respond(&o, k, &later, (double[]){0.0, 0.0}, answer);
        } else {
            if (what == RDG_SEGMENT_BETA) {
                d.g = -(double)segment->regime * c->a[k] / (segment->r1 * segment->r1);
            }
            respond_to(&o, &d, segment, at, answer);
        }
        slope[k] = answer[0];
        slope[c->n + k] = answer[1];
    }
}

static void slope_of_stick(const rdg_coulomb *c, const rdg_modal_segment *segment,
                           rdg_modal_segment_slope what, const double *start, double *slope)
{
    const bool is_later = what == RDG_SEGMENT_TAU;
    const double z0 = rdg_modal_z(c, segment->tau, start);
    const double last = segment->tau + segment->t;
    const double dz0 = is_later ? c->b * sin(segment->tau) : 0.0;
    double y[2];
    double answer[2];
    move_contact(c, is_later ? dz0 - c->b * sin(last) : 0.0, is_later ? -c->b * cos(last) : 0.0, slope);
    for (rdg_index k = 0; k < c->n - 1; k++) {
        struct oscillator o = held(c, segment, k, z0);
        if (is_later) {
            rdg_modal_segment later = *segment;
            later.tau += 0.5 * RDG_PI;
            o.g = c->held_z[k] * dz0 / (segment->r1 * segment->r1);
            respond(&o, k, &later, (double[]){0.0, 0.0}, answer);
        } else {
            const struct change d = by(&o, segment, what);
            take(c, k, start, y);
            respond_to(&o, &d, segment, y, answer);
        }
        give(c, k, answer, slope);
    }
}

void rdg_modal_segment_slope_by(const rdg_coulomb *c, const rdg_modal_segment *segment,
                                rdg_modal_segment_slope what, const double *start, double *slope)
{
    if (segment->regime == RDG_COULOMB_STICK) {
        slope_of_stick(c, segment, what, start, slope);
    } else {
        slope_of_slip(c, segment, what, start, slope);
    }
}

/* r1^2 eta'' = p cos(tau) - wn^2 eta - r1 d eta' - a (force in the contact), which is beta or what holds */
void rdg_modal_segment_rate(const rdg_coulomb *c, const rdg_modal_segment *segment, double tau,
                            const double *state, double *rate)
{
    const double force = segment->regime == RDG_COULOMB_STICK ? rdg_modal_force(c, segment->r1, tau, state)
                                                              : (double)segment->regime * segment->beta;
    const double over = 1.0 / (segment->r1 * segment->r1);
    const double load = cos(tau);
    for (rdg_index k = 0; k < c->n; k++) {
        rate[k] = state[c->n + k];
        rate[c->n + k] = (c->p[k] * load - c->wn[k] * c->wn[k] * state[k] -
                          segment->r1 * c->d[k] * state[c->n + k] - force * c->a[k]) *
                         over;
    }
}

void rdg_modal_to_x(const rdg_coulomb *c, const double *state, double *x)
{
    const rdg_index n = c->n;
    memset(x, 0, (size_t)(2 * n) * sizeof *x);
    for (rdg_index k = 0; k < n; k++) {
        for (rdg_index i = 0; i < n; i++) {
            x[i] += c->phi[i + n * k] * state[k];
            x[n + i] += c->phi[i + n * k] * state[n + k];
        }
    }
}

void rdg_modal_from_x(const rdg_coulomb *c, const double *x, double *state)
{
    const rdg_index n = c->n;
    memset(state, 0, (size_t)(2 * n) * sizeof *state);
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n; k++) {
            state[k] += c->left[k + n * i] * x[i];
            state[n + k] += c->left[k + n * i] * x[n + i];
        }
    }
}
