/* Force coefficients and stiffness matrix.
 *
 * With fx = kt x + c in stick and xi mu fy in slip, and weights s of the states,
 *     F_x = sum_stick (kt W_j X + c_j w_j) + sum_slip xi mu (N0 w_j + kn W_j Y)
 *     K_x = sum_stick [kt W_j | 0] + w_j (dc_j/dz)^T + sum_slip [0 | xi mu kn W_j]
 *     F_y, K_y likewise over all states in contact,
 * where W_j = 1/pi int H H^T, w_j = 1/pi int H over segment j (1/(2 pi) in the static row). Sums of W_j need
 * no matrices: the products in H H^T are cosines and sines of sums and differences of harmonics, so the
 * moments sum_j s_j int cos(m tau), sum_j s_j int sin(m tau) tell them all. */
#include "contact_impl.h"

#include <math.h>
#include <string.h>

/* Factor of int H_i f dtau. */
double rdg_contact_basis_weight(const rdg_contact_element *e, rdg_index i)
{
    return e->has_static && i == 0 ? 0.5 / CONTACT_PI : 1 / CONTACT_PI;
}

static int order_of(const rdg_contact_element *e, rdg_index i)
{
    return e->has_static && i == 0 ? 0 : e->harmonic[(i - e->has_static) / 2];
}

static bool is_sine(const rdg_contact_element *e, rdg_index i)
{
    return i >= e->has_static && (i - e->has_static) % 2 == 1;
}

static void state_weights(rdg_contact_state state, double s[CONTACT_WEIGHTS])
{
    s[CONTACT_IN_STICK] = state == RDG_STICK;
    s[CONTACT_IN_SLIP] = rdg_contact_direction(state);
    s[CONTACT_IN_TOUCH] = state != RDG_SEPARATION;
}

static void compute_moments(rdg_contact_element *e)
{
    const int highest = 2 * e->top;
    const rdg_index n = e->n_transitions;
    double after[CONTACT_WEIGHTS], before[CONTACT_WEIGHTS];
    state_weights(e->transition[n - 1].to, before);
    for (int s = 0; s < CONTACT_WEIGHTS; s++) {
        memset(e->moment_cos[s], 0, sizeof(double) * (size_t)(highest + 1));
        memset(e->moment_sin[s], 0, sizeof(double) * (size_t)(highest + 1));
        e->moment_cos[s][0] = 2 * CONTACT_PI * before[s]; /* the last state lasts beyond the period's end */
    }
    for (rdg_index j = 0; j < n; j++) {
        const contact_transition *t = &e->transition[j];
        rdg_contact_turn(e, t->tau, highest);
        state_weights(t->to, after);
        for (int s = 0; s < CONTACT_WEIGHTS; s++) {
            const double jump = after[s] - before[s];
            before[s] = after[s];
            if (jump == 0) {
                continue;
            }
            e->moment_cos[s][0] -= jump * t->tau;
            for (int m = 1; m <= highest; m++) {
                e->moment_cos[s][m] -= jump * e->sine[m] / m;
                e->moment_sin[s][m] += jump * e->cosine[m] / m;
            }
        }
    }
}

/* sum over segments of s int f g, f and g being cos or sin of harmonics k and l */
static double overlap(const rdg_contact_element *e, int s, int k, bool sine_k, int l, bool sine_l)
{
    const double *c = e->moment_cos[s], *d = e->moment_sin[s];
    const int sum = k + l, difference = k > l ? k - l : l - k;
    if (sine_k && sine_l) {
        return 0.5 * (c[difference] - c[sum]);
    }
    if (!sine_k && !sine_l) {
        return 0.5 * (c[difference] + c[sum]);
    }
    const double sign = (sine_k ? k > l : l > k) ? 1 : -1;
    return 0.5 * (d[sum] + sign * d[difference]);
}

/* w of the segment that begins at transition j, shape [n] */
void rdg_contact_stick_weight(const rdg_contact_element *e, rdg_index j, double *w)
{
    const bool last = j + 1 == e->n_transitions;
    const contact_transition *a = &e->transition[j], *b = &e->transition[last ? 0 : j + 1];
    const double *from = a->basis, *to = b->basis;
    if (e->has_static) {
        *w++ = (b->tau - a->tau + (last ? 2 * CONTACT_PI : 0)) * rdg_contact_basis_weight(e, 0);
        from++;
        to++;
    }
    for (rdg_index h = 0; h < e->n_harmonics; h++) {
        const double factor = 1 / (CONTACT_PI * e->harmonic[h]);
        w[2 * h] = factor * (to[2 * h + 1] - from[2 * h + 1]);
        w[2 * h + 1] = factor * (from[2 * h] - to[2 * h]);
    }
}

/* Row i of the sums of W_j, and the constant part of the normal load. */
static void add_row(rdg_contact_element *e, rdg_index i, double *force, double *jacobian)
{
    const rdg_index n = e->n, N = e->d * n;
    const double weight = rdg_contact_basis_weight(e, i), *z = e->z;
    const int k = order_of(e, i);
    const bool sine = is_sine(e, i);
    double x = e->mu * e->preload * overlap(e, CONTACT_IN_SLIP, k, sine, 0, false);
    double y = e->preload * overlap(e, CONTACT_IN_TOUCH, k, sine, 0, false);
    for (rdg_index j = 0; j < n; j++) {
        const int l = order_of(e, j);
        const bool sine_j = is_sine(e, j);
        const double xx = e->kt * overlap(e, CONTACT_IN_STICK, k, sine, l, sine_j);
        x += xx * z[j];
        if (jacobian) {
            jacobian[i + N * j] = weight * xx;
        }
        if (e->d == 2) {
            const double xy = e->mu * e->kn * overlap(e, CONTACT_IN_SLIP, k, sine, l, sine_j);
            const double yy = e->kn * overlap(e, CONTACT_IN_TOUCH, k, sine, l, sine_j);
            x += xy * z[n + j];
            y += yy * z[n + j];
            if (jacobian) {
                jacobian[i + N * (n + j)] = weight * xy;
                jacobian[n + i + N * (n + j)] = weight * yy;
            }
        }
    }
    force[i] = weight * x;
    if (e->d == 2) {
        force[n + i] = weight * y;
    }
}

/* c_j w_j and w_j (dc_j/dz)^T of the stick phase that begins at transition j. */
static void add_stick(rdg_contact_element *e, rdg_index j, double *force, double *jacobian)
{
    const contact_transition *t = &e->transition[j];
    const rdg_index n = e->n, N = e->d * n;
    double *w = e->vector[0];
    rdg_contact_stick_weight(e, j, w);
    for (rdg_index i = 0; i < n; i++) {
        force[i] -= t->v * w[i];
    }
    for (rdg_index l = 0; jacobian && l < n; l++) {
        for (rdg_index i = 0; i < n; i++) {
            jacobian[i + N * l] -= e->kt * t->basis[l] * w[i];
        }
        for (rdg_index i = 0; e->d == 2 && i < n; i++) {
            jacobian[i + N * (n + l)] += t->stick_slope * t->basis[l] * w[i];
        }
    }
}

void rdg_contact_force(rdg_contact_element *e, double *force, double *jacobian)
{
    const rdg_index N = e->d * e->n;
    memset(force, 0, sizeof *force * (size_t)N);
    if (jacobian) {
        memset(jacobian, 0, sizeof *jacobian * (size_t)(N * N));
    }
    if (e->n_transitions == 0) {
        return; /* open all the time */
    }
    compute_moments(e);
    for (rdg_index i = 0; i < e->n; i++) {
        add_row(e, i, force, jacobian);
    }
    for (rdg_index j = 0; j < e->n_transitions; j++) {
        if (e->transition[j].to == RDG_STICK) {
            add_stick(e, j, force, jacobian);
        }
    }
}

/* Fully stuck: springs, and for the static part the memory of a virgin contact, which has followed L upwards
 * from zero to its maximum or U downwards to its minimum, v = max(0, max L) + min(0, min U). This is
 * clamp(0, max L, min U) as long as max L <= min U, and goes on smoothly where the regime is held. */
void rdg_contact_stuck_force(rdg_contact_element *e, double *force, double *jacobian)
{
    const rdg_index n = e->n, N = e->d * n;
    if (jacobian) {
        memset(jacobian, 0, sizeof *jacobian * (size_t)(N * N));
    }
    for (rdg_index i = 0; i < N; i++) {
        const double stiffness = i < n ? e->kt : e->kn;
        force[i] = stiffness * e->z[i];
        if (jacobian) {
            jacobian[i + N * i] = stiffness;
        }
    }
    if (!e->has_static) {
        return;
    }
    if (e->d == 2) {
        force[n] += e->preload;
    }
    for (int side = 0; side < 2; side++) {
        const double tau = side == 0 ? e->argmax_lower : e->argmin_upper;
        const int signal = side == 0 ? CONTACT_LOWER : CONTACT_UPPER;
        const double slope = side == 0 ? -e->mu * e->kn : e->mu * e->kn;
        double jet[CONTACT_JET], *basis = e->vector[0];
        rdg_contact_basis(e, tau, basis);
        rdg_contact_jet(e, signal, jet);
        if (side == 0 ? jet[0] <= 0 : jet[0] >= 0) {
            continue;
        }
        force[0] -= jet[0];
        for (rdg_index j = 0; jacobian && j < n; j++) {
            jacobian[N * j] -= e->kt * basis[j];
            if (e->d == 2) {
                jacobian[N * (n + j)] -= slope * basis[j];
            }
        }
    }
}
