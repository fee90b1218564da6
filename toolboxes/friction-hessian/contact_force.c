/* Force coefficients and stiffness matrix.
 *
 * With fx = kt x + c in stick and xi mu fy in slip, and weights s of the states,
 *     F_x = sum_stick (kt W_j X + c_j w_j) + sum_slip xi mu (N0 w_j + kn W_j Y)
 *     K_x = sum_stick [kt W_j | 0] + w_j (dc_j/dz)^T + sum_slip [0 | xi mu kn W_j]
 *     F_y, K_y likewise over all states in contact,
 * where W_j = 1/pi int H H^T, w_j = 1/pi int H over segment j (1/(2 pi) in the static row). Sums of W_j need
 * no matrix a segment: they are reported by the moments of the weights (moments_impl.h), one matrix a weight,
 * which serves force and stiffness. */
#include "contact_impl.h"

#include <math.h>
#include <string.h>

static void state_weights(rdg_contact_state state, double s[CONTACT_WEIGHTS])
{
    s[CONTACT_IN_STICK] = state == RDG_STICK;
    s[CONTACT_IN_SLIP] = rdg_contact_direction(state);
    s[CONTACT_IN_TOUCH] = state != RDG_SEPARATION;
}

/* The slip and touch weights matter only with a friction limit and a normal displacement. */
static void compute_products(rdg_contact_element *e)
{
    rdg_series *series = &e->series;
    const rdg_index n = e->n_transitions;
    const int weights = e->d == 2 ? CONTACT_WEIGHTS : CONTACT_IN_SLIP + 1;
    double after[CONTACT_WEIGHTS], before[CONTACT_WEIGHTS];
    state_weights(e->transition[n - 1].to, before); /* the last state lasts beyond the period's end */
    for (int s = 0; s < weights; s++) {
        rdg_moments_begin(series, &e->moments[s], before[s]);
    }
    for (rdg_index j = 0; j < n; j++) {
        const contact_transition *t = &e->transition[j];
        rdg_series_turn(series, t->tau, 2 * series->top);
        state_weights(t->to, after);
        for (int s = 0; s < weights; s++) {
            rdg_moments_jump(series, &e->moments[s], t->tau, after[s] - before[s]);
            before[s] = after[s];
        }
    }
    rdg_moments_matrix(series, &e->moments[CONTACT_IN_STICK], e->product[CONTACT_IN_STICK]);
    for (int s = CONTACT_IN_SLIP; s < CONTACT_WEIGHTS && e->d == 2; s++) {
        rdg_moments_matrix(series, &e->moments[s], e->product[s]);
    }
    e->products_known = true;
}

/* w of the segment that begins at transition j, shape [n] */
void rdg_contact_stick_weight(const rdg_contact_element *e, rdg_index j, double *w)
{
    const bool last = j + 1 == e->n_transitions;
    const contact_transition *a = &e->transition[j], *b = &e->transition[last ? 0 : j + 1];
    memset(w, 0, sizeof *w * (size_t)e->n);
    rdg_series_add_integral(&e->series, 1.0, a->basis, b->basis, b->tau - a->tau + (last ? RDG_TURN : 0), w);
}

/* The sums of W_j times the displacements, and the constant part of the normal load. */
static void multiply(const rdg_contact_element *e, double *force)
{
    const rdg_series *s = &e->series;
    rdg_moments_multiply(s, e->kt, e->product[CONTACT_IN_STICK], e->z, force);
    rdg_moments_add_vector(s, &e->moments[CONTACT_IN_SLIP], e->mu * e->preload, force);
    if (e->d == 2) {
        rdg_moments_multiply(s, e->mu * e->kn, e->product[CONTACT_IN_SLIP], e->z + e->n, force);
        rdg_moments_multiply(s, e->kn, e->product[CONTACT_IN_TOUCH], e->z + e->n, force + e->n);
        rdg_moments_add_vector(s, &e->moments[CONTACT_IN_TOUCH], e->preload, force + e->n);
    }
}

/* jacobian = [kt W_stick, mu kn W_slip; 0, kn W_touch] */
static void assemble(const rdg_contact_element *e, double *jacobian)
{
    const rdg_index n = e->n, N = e->d * n;
    const double friction = e->mu * e->kn;
    memset(jacobian, 0, sizeof *jacobian * (size_t)(N * N));
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            jacobian[i + N * j] = e->kt * e->product[CONTACT_IN_STICK][i + n * j];
        }
        double *normal = jacobian + N * (n + j);
        for (rdg_index i = 0; e->d == 2 && i < n; i++) {
            normal[i] = friction * e->product[CONTACT_IN_SLIP][i + n * j];
            normal[n + i] = e->kn * e->product[CONTACT_IN_TOUCH][i + n * j];
        }
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
    if (e->n_transitions == 0) { /* open all the time */
        if (jacobian) {
            memset(jacobian, 0, sizeof *jacobian * (size_t)(N * N));
        }
        return;
    }
    if (!e->products_known) {
        compute_products(e);
    }
    multiply(e, force);
    if (jacobian) {
        assemble(e, jacobian);
    }
    for (rdg_index j = 0; j < e->n_transitions; j++) {
        if (e->transition[j].to == RDG_STICK) {
            add_stick(e, j, force, jacobian);
        }
    }
}
