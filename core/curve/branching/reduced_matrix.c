/* The matrix A of a step, reduced to few directions and known at some places.
 *
 * A is reduced to the space of its largest eigenvalues on both sides, by a Krylov basis of RDG_MOST_REDUCED
 * vectors: for so many free variables or fewer it is exact. It is interpolated between the places at which
 * the Jacobian was evaluated. */
#include "loops_impl.h"
#include "lu_small_impl.h"
#include "singular_values_impl.h"
#include "step_matrix_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Singular values below this part of the largest one vanish. */
static const double vanishing = 1e-4;

/* A times v. */
static void apply(rdg_tracer *t, rdg_bordered *factors, const double *difference, const double *v,
                  double *out)
{
    rdg_step_matrix_times(t->s, difference, v, t->step_matrix->work);
    rdg_system_solve(t->s, factors, t->step_matrix->work, out);
}

/* The adjoint of A, in the scaled variables, times v. */
static void apply_adjoint(rdg_tracer *t, rdg_bordered *factors, const double *difference, const double *v,
                          double *out)
{
    rdg_system *s = t->s;
    double *y = t->step_matrix->work;
    for (rdg_index j = 0; j < s->n; j++) {
        out[j] = v[j] / (s->size[j] * s->size[j]);
    }
    rdg_system_solve_transposed(s, factors, out, y);
    rdg_system_times_transposed(s, difference, y, out);
    for (rdg_index j = 0; j < s->n; j++) {
        out[j] *= s->size[j] * s->size[j];
    }
}

/* All directions: there are few. */
static void take_all(const rdg_system *s, rdg_step_matrix *m)
{
    for (rdg_index j = 0; j < s->n; j++) {
        if (!rdg_frozen_has(&s->p->frozen, j)) {
            m->basis[j + m->q++ * s->n] = s->size[j];
        }
    }
}

/* The vector behind the basis becomes part of it. False: it is a combination of those there. */
static bool extend_basis(const rdg_system *s, rdg_step_matrix *m)
{
    const double rounding = 1e-6; /* what is left of a combination, at most */
    double *v = m->basis + m->q * s->n;
    const double whole = sqrt(rdg_scaled_dot(s, v, v));
    for (rdg_index i = 0; i < 2 * m->q; i++) { /* twice, for the sake of rounding */
        const double *other = m->basis + i % m->q * s->n;
        const double along = rdg_scaled_dot(s, other, v);
        for (rdg_index j = 0; j < s->n; j++) {
            v[j] -= along * other[j];
        }
    }
    const double length = sqrt(rdg_scaled_dot(s, v, v));
    if (!isgreater(length, rounding * whole)) {
        return false;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        v[j] /= length;
    }
    m->q++;
    return true;
}

/* Powers of A and of its adjoint, at the start and in the middle, by turns. Where few variables or few
 * equations are nonlinear A(x) is of low rank all along the step: then its null space, or its range, stays,
 * and in the space of both it is exact. */
static void choose_basis(rdg_tracer *t)
{
    enum { SEQUENCES = 4 };
    rdg_system *s = t->s;
    rdg_step_matrix *m = t->step_matrix;
    const double *const difference[] = {m->difference, m->middle};
    double *general = m->work + 2 * s->n;
    const double *last[SEQUENCES] = {general, general, general, general};
    m->q = 0;
    memset(m->basis, 0, (size_t)(s->n * RDG_MOST_REDUCED) * sizeof *m->basis);
    if (rdg_system_free_variables(s) <= RDG_MOST_REDUCED) {
        take_all(s, m);
        return;
    }
    rdg_step_matrix_subtract_end(m, m->start.value, m->difference);
    rdg_general_vector(t, general);
    int ended = 0;
    for (int turn = 0; m->q < RDG_MOST_REDUCED && ended < SEQUENCES; turn = (turn + 1) % SEQUENCES) {
        double *v = m->basis + m->q * s->n;
        if (last[turn]) {
            (turn < 2 ? apply : apply_adjoint)(t, rdg_system_probe(s), difference[turn % 2], last[turn], v);
            last[turn] = extend_basis(s, m) ? v : NULL;
            ended += !last[turn];
        }
    }
}

static void project(rdg_tracer *t, const double *jacobian, double *reduced)
{
    rdg_step_matrix *m = t->step_matrix;
    const rdg_system *s = t->s;
    const rdg_index n = s->n;
    double *y = m->work, *w = y + RDG_AT_ONCE * n;
    rdg_step_matrix_subtract_end(m, jacobian, m->difference);
    for (rdg_index k = 0; k < m->q; k++) {
        const rdg_index column = k % RDG_AT_ONCE, left = m->q - k;
        if (column == 0) {
            const rdg_index count = left < RDG_AT_ONCE ? left : RDG_AT_ONCE;
            for (rdg_index c = 0; c < count; c++) {
                rdg_step_matrix_times(s, m->difference, m->basis + (k + c) * n, y + c * n);
            }
            rdg_system_solve_columns(t->s, rdg_system_probe(t->s), count, y, w);
        }
        double *of = w + column * n;
        for (rdg_index j = 0; j < n; j++) {
            of[j] /= s->size[j] * s->size[j];
        }
        for (rdg_index i = 0; i < m->q; i++) {
            reduced[i + k * m->q] = rdg_loop_dot(n, m->basis + i * n, of);
        }
    }
}

void rdg_step_matrix_project(rdg_tracer *t, double *reduced)
{
    project(t, t->s->jacobian, reduced);
}

const double *rdg_step_matrix_node(const rdg_step_matrix *m, int node)
{
    return m->reduced + (size_t)node * RDG_MOST_REDUCED * RDG_MOST_REDUCED;
}

static int put(rdg_tracer *t, const double *jacobian, int node, double x)
{
    rdg_step_matrix *m = t->step_matrix;
    project(t, jacobian, m->reduced + (size_t)node * RDG_MOST_REDUCED * RDG_MOST_REDUCED);
    m->at[node] = x;
    return node;
}

int rdg_step_matrix_add(rdg_tracer *t, double x)
{
    rdg_step_matrix *m = t->step_matrix;
    const bool has_capacity = m->n_nodes < RDG_MOST_NODES - RDG_INNER_NODES;
    return has_capacity ? put(t, t->s->jacobian, m->n_nodes++, x) : -1;
}

int rdg_step_matrix_put(rdg_tracer *t, int i, double x)
{
    return put(t, t->s->jacobian, RDG_MOST_NODES - 1 - i, x);
}

int rdg_step_matrix_find(const rdg_step_matrix *m, double x)
{
    int i = m->n_nodes - 1;
    while (i >= 0 && m->at[i] != x) {
        i--;
    }
    return i;
}

rdg_outcome rdg_step_matrix_reduce(rdg_tracer *t)
{
    rdg_system *s = t->s;
    rdg_step_matrix *m = t->step_matrix;
    const double far = -0.05;
    rdg_outcome outcome = rdg_step_matrix_take(t, &m->start, t->current.chart.u);
    outcome = outcome == RDG_CONVERGED ? rdg_step_matrix_take(t, &m->end, t->next.chart.u) : outcome;
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_bordered *matrix = rdg_system_probe(s);
    if (!matrix || !rdg_system_factor(s, matrix, NULL, t->row)) {
        return matrix ? rdg_failure_of(t->p) : RDG_ABORTED;
    }
    choose_basis(t);
    put(t, m->start.value, m->n_nodes++, 0.0);
    memset(m->reduced + (size_t)m->n_nodes * RDG_MOST_REDUCED * RDG_MOST_REDUCED, 0,
           (size_t)(m->q * m->q) * sizeof *m->reduced);
    m->at[m->n_nodes++] = 1.0; /* A is 0 at the end, to which it is relative */
    const double length = rdg_step_along(t, t->next.chart.u);
    const double before = t->before.step > 0.0 ? rdg_step_along(t, t->before.u) / length : 0.0;
    if (before < far && rdg_system_jacobian(s, t->before.u) == 0) {
        rdg_step_matrix_add(t, before);
    }
    return RDG_CONVERGED;
}

rdg_near_nodes rdg_step_matrix_near(const rdg_step_matrix *m, double low, double high, int given,
                                    const int *node)
{
    const double apart = 0.25 * (high - low), middle = 0.5 * (low + high); /* closer by, errors count */
    rdg_near_nodes near = {.count = given};
    memcpy(near.node, node, (size_t)given * sizeof *node);
    for (int best = 0; best >= 0 && near.count < RDG_MOST_NEAR;) {
        best = -1;
        for (int i = 0; i < m->n_nodes; i++) {
            bool far = true;
            for (int k = 0; k < near.count; k++) {
                far = far && fabs(m->at[i] - m->at[near.node[k]]) >= apart;
            }
            const bool nearer = best < 0 || fabs(m->at[i] - middle) < fabs(m->at[best] - middle);
            best = far && nearer ? i : best;
        }
        if (best >= 0) {
            near.node[near.count++] = best;
        }
    }
    return near;
}

/* I + A at x. */
static void interpolate(const rdg_step_matrix *m, const rdg_near_nodes *near, int count, double x, double *a)
{
    memset(a, 0, (size_t)(m->q * m->q) * sizeof *a);
    for (int k = 0; k < count; k++) {
        const double *r = rdg_step_matrix_node(m, near->node[k]);
        double weight = 1.0;
        for (int i = 0; i < count; i++) {
            const double other = m->at[near->node[i]];
            weight *= i == k ? 1.0 : (x - other) / (m->at[near->node[k]] - other);
        }
        for (rdg_index i = 0; i < m->q * m->q; i++) {
            a[i] += weight * r[i];
        }
    }
    for (rdg_index i = 0; i < m->q; i++) {
        a[i + i * m->q] += 1.0;
    }
}

/* Gaussian elimination in place; z, unless NULL: a right-hand side, in place. Returns the determinant. */
static double eliminate(double *a, rdg_index q, double *z)
{
    double determinant = 1.0;
    int pivot[RDG_MOST_REDUCED];
    const bool regular = rdg_lu_small_factor(q, a, pivot);
    for (rdg_index i = 0; i < q; i++) {
        determinant *= pivot[i] == i + 1 ? a[i + i * q] : -a[i + i * q];
    }
    if (z && regular) {
        rdg_lu_small_solve(q, a, pivot, false, z);
    }
    return determinant;
}

double rdg_step_matrix_determinant(const rdg_step_matrix *m, const rdg_near_nodes *near, int count, double x)
{
    double a[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    interpolate(m, near, count, x, a);
    return eliminate(a, m->q, NULL);
}

double rdg_reduced_determinant(const rdg_step_matrix *m, const double *reduced)
{
    double a[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    memcpy(a, reduced, (size_t)(m->q * m->q) * sizeof *a);
    for (rdg_index i = 0; i < m->q; i++) {
        a[i + i * m->q] += 1.0;
    }
    return eliminate(a, m->q, NULL);
}

/* Singular values of I + A at x, the largest one first. */
static void find_singular_values(const rdg_step_matrix *m, const rdg_near_nodes *near, double x,
                                 double value[RDG_MOST_REDUCED])
{
    double a[RDG_MOST_REDUCED * RDG_MOST_REDUCED];
    interpolate(m, near, near->count, x, a);
    rdg_singular_values(m->q, a, value);
}

int rdg_step_matrix_nullity(const rdg_step_matrix *m, const rdg_near_nodes *near, double x, double far)
{
    const double shrinks = 0.3;
    double here[RDG_MOST_REDUCED] = {0.0}, there[RDG_MOST_REDUCED] = {0.0};
    int count = 0;
    find_singular_values(m, near, x, here);
    find_singular_values(m, near, far, there);
    for (rdg_index i = 0; i < m->q; i++) {
        count += here[i] < vanishing * fmax(here[0], 1.0) && here[i] < shrinks * there[i];
    }
    return count > 1 ? count : 1;
}

double rdg_step_matrix_cofactor(const rdg_step_matrix *m, const rdg_near_nodes *near, double x)
{
    double value[RDG_MOST_REDUCED] = {0.0}, product = 1.0;
    find_singular_values(m, near, x, value);
    for (rdg_index i = 0; i < m->q - 1; i++) {
        product *= value[i];
    }
    return product;
}

/* delta = (I + A)^-1 M(1)^-1 [residual; 0], A acting in the reduced space. */
void rdg_step_matrix_solve(rdg_tracer *t, const rdg_near_nodes *near, double x, const double *residual,
                           double *delta)
{
    const rdg_step_matrix *m = t->step_matrix;
    const rdg_system *s = t->s;
    double a[RDG_MOST_REDUCED * RDG_MOST_REDUCED], y[RDG_MOST_REDUCED] = {0.0}, z[RDG_MOST_REDUCED];
    rdg_system_solve(t->s, rdg_system_probe(t->s), residual, delta);
    interpolate(m, near, near->count, x, a);
    for (rdg_index i = 0; i < m->q; i++) {
        y[i] = z[i] = rdg_scaled_dot(s, m->basis + i * s->n, delta);
    }
    eliminate(a, m->q, z);
    for (rdg_index i = 0; i < m->q; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            delta[j] += (z[i] - y[i]) * m->basis[j + i * s->n];
        }
    }
}
