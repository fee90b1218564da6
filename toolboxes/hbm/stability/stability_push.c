/* The motion after a small push of sliders that stick at their limits.
 *
 * Slider i reaches its limit once a period, at tau_i. There a small motion q moves it to
 *
 *     v_i = max(v_i, limit_i . q),   q = sum_m v_m dq/dv_m + sum_j a_j exp(sigma_j tau) p_j,
 *
 * and as q and its rate are continuous, a step of v_i by 1 excites the amplitudes a = -P^-1 [dq/dv_i; its
 * rate], P = [p_j; sigma_j p_j + p_j'] at tau_i. Between such instants amplitudes change by exp(sigma_j tau).
 * This is the exact motion to first order, transients included; it is followed until they can drag no slider
 * any more, or the push has grown without end. */
#include "stability_push_impl.h"

#include <ridgewalk/circle.h>

#include <math.h>
#include <string.h>

enum { PASSES = 100000 };          /* at most */
static const double runaway = 1e6; /* a push that has grown so much goes on */
static const double single = 1e-6; /* of cos^2 + sin^2 = 1: a limit that is reached at one instant */

rdg_status rdg_push_init(rdg_push *push, const rdg_drag *drag, rdg_context *ctx, rdg_index n, rdg_index size)
{
    *push = (rdg_push){.n = n, .size = size, .modes = 2 * n};
    const size_t most = (size_t)drag->most, modes = (size_t)push->modes;
    if (most == 0) {
        return RDG_OK;
    }
    push->sigma = rdg_context_calloc(ctx, modes, sizeof *push->sigma);
    push->p = rdg_context_calloc(ctx, (size_t)size * modes, sizeof *push->p);
    push->limit = rdg_context_calloc(ctx, modes * most, sizeof *push->limit);
    push->impulse = rdg_context_calloc(ctx, modes * most, sizeof *push->impulse);
    push->decay = rdg_context_calloc(ctx, modes * most, sizeof *push->decay);
    push->P = rdg_context_calloc(ctx, modes * modes, sizeof *push->P);
    push->a = rdg_context_calloc(ctx, modes, sizeof *push->a);
    push->tau = rdg_context_calloc(ctx, most, sizeof *push->tau);
    push->v = rdg_context_calloc(ctx, most, sizeof *push->v);
    push->order = rdg_context_calloc(ctx, most, sizeof *push->order);
    push->pivot = rdg_context_calloc(ctx, modes, sizeof *push->pivot);
    return rdg_error_status(ctx);
}

void rdg_push_release(rdg_push *push)
{
    rdg_push_number *const arrays[] = {push->sigma, push->p, push->limit, push->impulse,
                                       push->decay, push->P, push->a};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(push->tau);
    rdg_free(push->v);
    rdg_free(push->order);
    rdg_free(push->pivot);
    *push = (rdg_push){0};
}

void rdg_push_take(rdg_push *push, rdg_index j, rdg_push_number sigma, const double *re, const double *im)
{
    push->sigma[j] = sigma;
    for (rdg_index i = 0; i < push->size; i++) {
        push->p[i + push->size * j] = re[i] + I * im[i];
    }
}

/* The row of a limit has b H(tau_i), b a vector: harmonic 0 is b, harmonic 1 b cos tau_i and b sin tau_i. */
static bool find_instants(rdg_push *push, const rdg_drag *drag)
{
    const rdg_index n = push->n;
    for (rdg_index i = 0; i < drag->n; i++) {
        const double *b = drag->rows + push->size * i;
        double c = 0.0, s = 0.0, square = 0.0;
        for (rdg_index k = 0; k < n; k++) {
            square += b[k] * b[k];
            c += b[k] * b[n + k];
            s += b[k] * b[2 * n + k];
        }
        if (!(fabs(hypot(c, s) - square) <= single * square)) {
            return false;
        }
        push->tau[i] = atan2(s, c) < 0.0 ? atan2(s, c) + 2.0 * RDG_PI : atan2(s, c);
        rdg_index place = i;
        for (; place > 0 && push->tau[push->order[place - 1]] > push->tau[i]; place--) {
            push->order[place] = push->order[place - 1];
        }
        push->order[place] = i;
    }
    return true;
}

/* Displacements of a series at tau, and sigma times them plus their derivative; [n] each. Its coefficients
 * are those of p, or real ones where p is NULL. */
static void state_at(const rdg_push *push, double tau, rdg_push_number sigma, const rdg_push_number *p,
                     const double *real, rdg_push_number *state)
{
    const rdg_index n = push->n;
    memset(state, 0, (size_t)push->modes * sizeof *state);
    for (rdg_index c = 0; c < push->size / n; c++) {
        const rdg_index harmonic = (c + 1) / 2;
        const double k = (double)harmonic, angle = k * tau;
        const double phi = c % 2 == 1 || c == 0 ? cos(angle) : sin(angle);
        const double rate = k * (c % 2 == 1 ? -sin(angle) : cos(angle));
        for (rdg_index i = 0; i < n; i++) {
            const rdg_push_number x = p ? p[c * n + i] : real[c * n + i]; // cppcheck-suppress nullPointer
            state[i] += phi * x;
            state[n + i] += (sigma * phi + rate) * x;
        }
    }
}

/* false: the solutions are not independent at an instant. */
static bool find_impulses(rdg_push *push, const rdg_drag *drag)
{
    const rdg_index modes = push->modes, size = push->size;
    for (rdg_index i = 0; i < drag->n; i++) {
        rdg_push_number *impulse = push->impulse + modes * i;
        for (rdg_index j = 0; j < modes; j++) {
            const rdg_push_number *p = push->p + size * j;
            state_at(push, push->tau[i], push->sigma[j], p, NULL, push->P + modes * j);
            push->limit[j + modes * i] = 0.0;
            for (rdg_index k = 0; k < size; k++) {
                push->limit[j + modes * i] += drag->rows[k + size * i] * p[k];
            }
        }
        state_at(push, push->tau[i], 0.0, NULL, drag->columns + size * i, impulse);
        if (RDG_BLAS(LAPACKE_zgesv_work(LAPACK_COL_MAJOR, (lapack_int)modes, 1, push->P, (lapack_int)modes,
                                        push->pivot, impulse, (lapack_int)modes)) != 0) {
            return false;
        }
        for (rdg_index j = 0; j < modes; j++) {
            impulse[j] = -impulse[j];
        }
    }
    return true;
}

/* The limit of a slider without transients. */
static double mean_limit(const rdg_push *push, const rdg_drag *drag, rdg_index i)
{
    double mean = 0.0;
    for (rdg_index m = 0; m < drag->n; m++) {
        mean += drag->D[i + drag->n * m] * push->v[m];
    }
    return mean;
}

static double limit_now(const rdg_push *push, const rdg_drag *drag, rdg_index i)
{
    double now = mean_limit(push, drag, i);
    for (rdg_index j = 0; j < push->modes; j++) {
        now += creal(push->limit[j + push->modes * i] * push->a[j]);
    }
    return now;
}

/* Transients only decay: whatever their phases, they drag no slider any more. */
static bool has_settled(const rdg_push *push, const rdg_drag *drag)
{
    for (rdg_index i = 0; i < drag->n; i++) {
        double most = mean_limit(push, drag, i);
        for (rdg_index j = 0; j < push->modes && most <= push->v[i]; j++) {
            most += cabs(push->limit[j + push->modes * i] * push->a[j]);
        }
        if (most > push->v[i]) {
            return false;
        }
    }
    return true;
}

static void step_slider(rdg_push *push, rdg_index i, double step)
{
    push->v[i] += step;
    for (rdg_index j = 0; j < push->modes; j++) {
        push->a[j] += step * push->impulse[j + push->modes * i];
    }
}

/* How amplitudes change from the instant of the slider before to that of a slider. */
static void find_decay(rdg_push *push, rdg_index n)
{
    for (rdg_index k = 0; k < n; k++) {
        const rdg_index i = push->order[k], before = push->order[k > 0 ? k - 1 : n - 1];
        const double step = push->tau[i] - push->tau[before] + (k > 0 ? 0.0 : 2.0 * RDG_PI);
        for (rdg_index j = 0; j < push->modes; j++) {
            push->decay[j + push->modes * i] = cexp(push->sigma[j] * step);
        }
    }
}

/* All sliders in turn, from a unit push of one of them, or of each. Returns the one that runs away, or -1. */
static rdg_index follow(rdg_push *push, const rdg_drag *drag, rdg_index pushed, double *growth)
{
    const rdg_index n = drag->n;
    memset(push->a, 0, (size_t)push->modes * sizeof *push->a);
    memset(push->v, 0, (size_t)n * sizeof *push->v);
    for (rdg_index pass = 0; pass < PASSES; pass++) {
        const rdg_index i = push->order[pass % n];
        for (rdg_index j = 0; j < push->modes; j++) {
            push->a[j] *= push->decay[j + push->modes * i];
        }
        const double step = limit_now(push, drag, i) - push->v[i];
        const bool is_pushed = pass < n && (pushed == n || i == pushed);
        if (step > 0.0 || is_pushed) {
            step_slider(push, i, fmax(step, 0.0) + (is_pushed ? 1.0 : 0.0));
        }
        if (push->v[i] > runaway) {
            *growth = pow(push->v[i], (double)n / (double)(pass + 1));
            return i;
        }
        if (pass % n == n - 1 && has_settled(push, drag)) {
            return -1;
        }
    }
    return -1;
}

rdg_index rdg_push_runaway(rdg_push *push, const rdg_drag *drag, double *growth)
{
    if (!find_instants(push, drag) || !find_impulses(push, drag)) {
        return -1;
    }
    find_decay(push, drag->n);
    rdg_index found = -1;
    for (rdg_index pushed = drag->n > 1 ? 0 : 1; found < 0 && pushed <= drag->n; pushed++) {
        found = follow(push, drag, pushed, growth);
    }
    return found < 0 ? -1 : drag->element[found];
}
