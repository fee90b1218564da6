/* The matrix M = [G_u; row] along a step.
 *
 * With A(x) = M(1)^-1 (M(x) - M(1)), det M(x) / det M(1) = det(I + A(x)): the determinant vanishes where an
 * eigenvalue of A is -1. Where the eigenvalues at the start and in the middle of the step are below 1/2 in
 * magnitude there is no zero; this costs a few solutions with the factors at hand. Else A is reduced to the
 * space of its largest eigenvalues on both sides, by a Krylov basis of RDG_MOST_REDUCED vectors: for so many
 * free variables or fewer it is exact. A is interpolated between the places at which the Jacobian was
 * evaluated. */
#include "step_matrix_impl.h"
#include "toolbox.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { POWERS = 4 };

/* Singular values below this part of the largest one vanish. */
static const double vanishing = 1e-4;

/* Eigenvalues of A below leave no zero of the determinant. */
static const double no_zero = 0.5;

/* The Jacobian of the middle, extrapolated from the charts, is believed below this part of it. */
static const double believed = 0.7;

/* A Jacobian from as near to a chart, of the step, stands for it: the eigenvalues of A are wrong by about
 * this share. */
static const double stands_for = 1e-2;

static void create_kept(rdg_tracer *t, rdg_kept_jacobian *kept, rdg_index nnz)
{
    kept->value = rdg_context_calloc(t->ctx, (size_t)nnz, sizeof(double));
    kept->u = rdg_context_calloc(t->ctx, (size_t)t->p->n, sizeof(double));
}

static void free_kept(rdg_kept_jacobian *kept)
{
    rdg_free(kept->value);
    rdg_free(kept->u);
}

rdg_step_matrix *rdg_step_matrix_provide(rdg_tracer *t)
{
    if (!t->step_matrix) {
        rdg_step_matrix *m = rdg_context_calloc(t->ctx, 1, sizeof *m);
        const rdg_pattern *a = rdg_assembly_jacobian_pattern(t->s->assembly);
        const size_t n = (size_t)t->p->n;
        if (!m) {
            return NULL;
        }
        t->step_matrix = m;
        m->nnz = a->start[a->cols];
        create_kept(t, &m->before, m->nnz);
        create_kept(t, &m->start, m->nnz);
        create_kept(t, &m->end, m->nnz);
        m->middle = rdg_context_calloc(t->ctx, (size_t)m->nnz, sizeof(double));
        m->basis = rdg_context_calloc(t->ctx, n * RDG_MOST_REDUCED, sizeof(double));
        m->work = rdg_context_calloc(t->ctx, 4 * n, sizeof(double));
        m->reduced = rdg_context_calloc(t->ctx, (size_t)RDG_MOST_NODES * RDG_MOST_REDUCED * RDG_MOST_REDUCED,
                                        sizeof(double));
    }
    return rdg_error_status(t->ctx) == RDG_OK ? t->step_matrix : NULL;
}

void rdg_step_matrix_free(rdg_step_matrix *m)
{
    if (m) {
        free_kept(&m->before);
        free_kept(&m->start);
        free_kept(&m->end);
        rdg_free(m->middle);
        rdg_free(m->basis);
        rdg_free(m->work);
        rdg_free(m->reduced);
        rdg_free(m);
    }
}

void rdg_step_matrix_forget(rdg_step_matrix *m)
{
    if (m) {
        m->before.is_there = m->start.is_there = m->end.is_there = false;
    }
}

static double scaled_dot(const rdg_system *s, const double *a, const double *b)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < s->n; j++) {
        sum += a[j] * b[j] / (s->size[j] * s->size[j]);
    }
    return sum;
}

/* out = M(1)^-1 (J - J(1)) v for a Jacobian J. */
static void apply(rdg_tracer *t, rdg_bordered *factors, const double *jacobian, const double *v, double *out)
{
    rdg_system *s = t->s;
    rdg_step_matrix *m = t->step_matrix;
    double *y = m->work, *z = y + s->n;
    rdg_system_times(s, jacobian, v, y);
    rdg_system_times(s, m->end.value, v, z);
    for (rdg_index i = 0; i < s->n; i++) {
        y[i] = i < s->m ? y[i] - z[i] : 0.0;
    }
    rdg_system_solve(s, factors, y, out);
}

/* The adjoint of A, in the scaled variables, times v. */
static void apply_adjoint(rdg_tracer *t, rdg_bordered *factors, const double *jacobian, const double *v,
                          double *out)
{
    rdg_system *s = t->s;
    double *y = t->step_matrix->work, *z = y + s->n;
    for (rdg_index j = 0; j < s->n; j++) {
        out[j] = v[j] / (s->size[j] * s->size[j]);
    }
    rdg_system_solve_transposed(s, factors, out, y);
    rdg_system_times_transposed(s, t->step_matrix->end.value, y, z);
    rdg_system_times_transposed(s, jacobian, y, out);
    for (rdg_index j = 0; j < s->n; j++) {
        out[j] = (out[j] - z[j]) * s->size[j] * s->size[j];
    }
}

/* A vector that depends on the free variables only. */
static void general_vector(const rdg_tracer *t, double *v)
{
    rdg_index k = 0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        v[j] = rdg_frozen_has(&t->p->frozen, j) ? 0.0 : t->s->size[j] * rdg_general(k++);
    }
}

/* Magnitude of the largest eigenvalue of A for a Jacobian, about, by the factors at hand; INFINITY: it is not
 * known. */
static double largest_eigenvalue(rdg_tracer *t, const double *jacobian)
{
    const rdg_system *s = t->s;
    double *v = t->step_matrix->work + 2 * s->n, *w = v + s->n;
    double growth = 0.0;
    general_vector(t, v);
    double before = sqrt(scaled_dot(s, v, v));
    for (int i = 0; i < POWERS && isgreater(before, 0.0); i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            v[j] /= before;
        }
        apply(t, s->matrix, jacobian, v, w);
        before = growth = sqrt(scaled_dot(s, w, w));
        memcpy(v, w, (size_t)s->n * sizeof *v);
    }
    return isnan(growth) ? INFINITY : growth;
}

static rdg_outcome evaluate(rdg_tracer *t, const double *u, double *jacobian)
{
    if (rdg_system_jacobian(t->s, u) != 0) {
        return rdg_failure_of(t->p);
    }
    memcpy(jacobian, t->s->jacobian, (size_t)t->step_matrix->nnz * sizeof *jacobian);
    return RDG_CONVERGED;
}

static bool is_of(const rdg_tracer *t, const rdg_kept_jacobian *kept, const double *u)
{
    return kept->is_there && memcmp(kept->u, u, (size_t)t->s->n * sizeof *u) == 0;
}

static rdg_outcome take(rdg_tracer *t, rdg_kept_jacobian *kept, const double *u)
{
    memcpy(kept->u, u, (size_t)t->s->n * sizeof *u);
    const rdg_outcome outcome = evaluate(t, u, kept->value);
    kept->is_there = outcome == RDG_CONVERGED;
    return outcome;
}

/* Was the system's last Jacobian evaluated next to the end of the step? */
static bool is_at_end(const rdg_tracer *t, double length)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        const double d = t->s->jacobian_at[j] - t->next.chart.u[j];
        sum += t->s->metric[j] * d * d;
    }
    return sqrt(sum) <= stands_for * length;
}

/* The kept Jacobians become those of the charts at both ends. */
static rdg_outcome keep_ends(rdg_tracer *t, double length)
{
    rdg_step_matrix *m = t->step_matrix;
    const bool at_end = is_at_end(t, length);
    if (at_end) {
        memcpy(m->middle, t->s->jacobian, (size_t)m->nnz * sizeof *m->middle);
    }
    if (is_of(t, &m->end, t->current.chart.u)) {
        const rdg_kept_jacobian oldest = m->before;
        m->before = m->start;
        m->start = m->end;
        m->end = oldest;
    } else if (!is_of(t, &m->start, t->current.chart.u)) {
        m->before.is_there = false;
        const rdg_outcome outcome = take(t, &m->start, t->current.chart.u);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
    }
    if (!at_end) {
        return take(t, &m->end, t->next.chart.u);
    }
    memcpy(m->end.value, m->middle, (size_t)m->nnz * sizeof *m->middle);
    memcpy(m->end.u, t->next.chart.u, (size_t)t->s->n * sizeof *m->end.u);
    m->end.is_there = true;
    return RDG_CONVERGED;
}

/* x of the chart before; 0: its Jacobian is not known. */
static double place_before(const rdg_tracer *t, double length)
{
    const double far = -0.05;
    const bool is_known = t->before.step > 0.0 && is_of(t, &t->step_matrix->before, t->before.u);
    const double at = is_known ? rdg_step_along(t, t->before.u) / length : 0.0;
    return at < far ? at : 0.0;
}

/* Of the middle, extrapolated through the charts. False: there is no chart before. */
static bool extrapolate_middle(rdg_tracer *t, double length)
{
    rdg_step_matrix *m = t->step_matrix;
    const double k = place_before(t, length), x = 0.5;
    if (k == 0.0) {
        return false;
    }
    const double of_before = x * (x - 1.0) / (k * (k - 1.0));
    const double of_start = (x - k) * (x - 1.0) / k;
    for (rdg_index i = 0; i < m->nnz; i++) {
        const double end = m->end.value[i];
        m->middle[i] = end + of_before * (m->before.value[i] - end) + of_start * (m->start.value[i] - end);
    }
    return true;
}

rdg_outcome rdg_step_matrix_begin(rdg_tracer *t, double length, bool *quiet)
{
    rdg_step_matrix *m = t->step_matrix;
    *quiet = false;
    m->n_nodes = 0;
    rdg_outcome outcome = keep_ends(t, length);
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    const double start = largest_eigenvalue(t, m->start.value);
    if (start <= no_zero && extrapolate_middle(t, length) &&
        fmax(start, largest_eigenvalue(t, m->middle)) <= believed * no_zero) {
        *quiet = true;
        return RDG_CONVERGED;
    }
    rdg_point_between(t, &t->current, 0.0, &t->next, length, 0.5 * length, t->ahead);
    outcome = evaluate(t, t->ahead, m->middle);
    *quiet = outcome == RDG_CONVERGED && fmax(start, largest_eigenvalue(t, m->middle)) <= no_zero;
    return outcome;
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
    const double whole = sqrt(scaled_dot(s, v, v));
    for (rdg_index i = 0; i < 2 * m->q; i++) { /* twice, for the sake of rounding */
        const double *other = m->basis + i % m->q * s->n;
        const double along = scaled_dot(s, other, v);
        for (rdg_index j = 0; j < s->n; j++) {
            v[j] -= along * other[j];
        }
    }
    const double length = sqrt(scaled_dot(s, v, v));
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
    const double *const jacobian[] = {m->start.value, m->middle};
    double *general = m->work + 2 * s->n;
    const double *last[SEQUENCES] = {general, general, general, general};
    m->q = 0;
    memset(m->basis, 0, (size_t)(s->n * RDG_MOST_REDUCED) * sizeof *m->basis);
    if (rdg_system_free_variables(s) <= RDG_MOST_REDUCED) {
        take_all(s, m);
        return;
    }
    general_vector(t, general);
    int ended = 0;
    for (int turn = 0; m->q < RDG_MOST_REDUCED && ended < SEQUENCES; turn = (turn + 1) % SEQUENCES) {
        double *v = m->basis + m->q * s->n;
        if (last[turn]) {
            (turn < 2 ? apply : apply_adjoint)(t, rdg_system_probe(s), jacobian[turn % 2], last[turn], v);
            last[turn] = extend_basis(s, m) ? v : NULL;
            ended += !last[turn];
        }
    }
}

static void project(rdg_tracer *t, const double *jacobian, double *reduced)
{
    rdg_step_matrix *m = t->step_matrix;
    double *w = m->work + 2 * t->s->n;
    for (rdg_index k = 0; k < m->q; k++) {
        apply(t, rdg_system_probe(t->s), jacobian, m->basis + k * t->s->n, w);
        for (rdg_index i = 0; i < m->q; i++) {
            reduced[i + k * m->q] = scaled_dot(t->s, m->basis + i * t->s->n, w);
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

static int add(rdg_tracer *t, const double *jacobian, double x)
{
    rdg_step_matrix *m = t->step_matrix;
    if (m->n_nodes == RDG_MOST_NODES) {
        return -1;
    }
    project(t, jacobian, m->reduced + (size_t)m->n_nodes * RDG_MOST_REDUCED * RDG_MOST_REDUCED);
    m->at[m->n_nodes] = x;
    return m->n_nodes++;
}

int rdg_step_matrix_add(rdg_tracer *t, double x)
{
    return add(t, t->s->jacobian, x);
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
    rdg_outcome outcome = take(t, &m->start, t->current.chart.u);
    outcome = outcome == RDG_CONVERGED ? take(t, &m->end, t->next.chart.u) : outcome;
    if (outcome != RDG_CONVERGED) {
        return outcome;
    }
    rdg_bordered *matrix = rdg_system_probe(s);
    if (!matrix || !rdg_system_factor(s, matrix, NULL, t->row)) {
        return matrix ? rdg_failure_of(t->p) : RDG_ABORTED;
    }
    choose_basis(t);
    add(t, m->start.value, 0.0);
    add(t, m->end.value, 1.0);
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
    lapack_int pivot[RDG_MOST_REDUCED], info = 0;
    if (q == 0) {
        return 1.0;
    }
    RDG_BLAS(
        info = LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, (lapack_int)q, (lapack_int)q, a, (lapack_int)q, pivot));
    for (rdg_index i = 0; i < q; i++) {
        determinant *= pivot[i] == i + 1 ? a[i + i * q] : -a[i + i * q];
    }
    if (z && info == 0) {
        RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', (lapack_int)q, 1, a, (lapack_int)q, pivot, z,
                                     (lapack_int)q));
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

/* Singular values of I + A at x, the largest one first. Without singular vectors LAPACK divides by zero to
 * learn what the processor does. */
static void find_singular_values(const rdg_step_matrix *m, const rdg_near_nodes *near, double x,
                                 double value[RDG_MOST_REDUCED])
{
    enum { ROOM = 64 * RDG_MOST_REDUCED };
    double a[RDG_MOST_REDUCED * RDG_MOST_REDUCED], left[RDG_MOST_REDUCED * RDG_MOST_REDUCED], work[ROOM];
    const lapack_int q = (lapack_int)m->q;
    interpolate(m, near, near->count, x, a);
    if (q > 0) {
        RDG_BLAS(
            LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'A', 'N', q, q, a, q, value, left, q, NULL, 1, work, ROOM));
    }
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
        y[i] = z[i] = scaled_dot(s, m->basis + i * s->n, delta);
    }
    eliminate(a, m->q, z);
    for (rdg_index i = 0; i < m->q; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            delta[j] += (z[i] - y[i]) * m->basis[j + i * s->n];
        }
    }
}
