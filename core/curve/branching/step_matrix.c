/* The matrix M = [G_u; row] along a step.
 *
 * With A(x) = M(1)^-1 (M(x) - M(1)), det M(x) / det M(1) = det(I + A(x)): the determinant vanishes where an
 * eigenvalue of A is -1. Where the eigenvalues at the start, and at the end as extrapolated from the charts
 * before, are below 1/2 in magnitude there is no zero; this costs two to four pairs of solutions with the
 * factors at hand. Else A is reduced (reduced_matrix.c).
 *
 * Through the charts at x = k < 0, 0 and 1, A(x) = (1 - x) A(0) + x (1 - x)/(1 - k) B, B that of the
 * extrapolated end: what is small for A(0) and B is so in between. */
#include "step_matrix_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { POWERS = 4, PAIR = 2 };

/* Eigenvalues of A below leave no zero of the determinant. */
static const double no_zero = 0.5;

/* An estimate that is not the last one is believed below this part of it. */
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
        m->difference = rdg_context_calloc(t->ctx, (size_t)m->nnz, sizeof(double));
        m->basis = rdg_context_calloc(t->ctx, n * RDG_MOST_REDUCED, sizeof(double));
        m->work = rdg_context_calloc(t->ctx, 2 * RDG_AT_ONCE * n, sizeof(double));
        m->general = rdg_context_calloc(t->ctx, n, sizeof(double));
        for (rdg_index k = 0; m->general && k < t->p->n; k++) {
            m->general[k] = rdg_general(k);
        }
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
        rdg_free(m->difference);
        rdg_free(m->basis);
        rdg_free(m->work);
        rdg_free(m->general);
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

double rdg_scaled_dot(const rdg_system *s, const double *a, const double *b)
{
    double sum = 0.0;
#pragma omp simd reduction(+ : sum)
    for (rdg_index j = 0; j < s->n; j++) {
        sum += a[j] * b[j] / (s->size[j] * s->size[j]);
    }
    return sum;
}

void rdg_step_matrix_subtract_end(const rdg_step_matrix *m, const double *jacobian, double *difference)
{
    for (rdg_index k = 0; k < m->nnz; k++) {
        difference[k] = jacobian[k] - m->end.value[k];
    }
}

void rdg_step_matrix_times(const rdg_system *s, const double *difference, const double *v, double *y)
{
    rdg_system_times(s, difference, v, y);
    memset(y + s->m, 0, (size_t)(s->n - s->m) * sizeof *y);
}

void rdg_general_vector(const rdg_tracer *t, double *v)
{
    rdg_index k = 0;
    for (rdg_index j = 0; j < t->s->n; j++) {
        v[j] = rdg_frozen_has(&t->p->frozen, j) ? 0.0 : t->s->size[j] * t->step_matrix->general[k++];
    }
}

/* Two matrices A, by the differences of their Jacobians from that of the end. */
typedef struct pair {
    const double *difference[PAIR];
    double limit[PAIR]; /* of the eigenvalues */
    double last[PAIR];  /* growth by the last power */
} pair;

static double *directions(const rdg_tracer *t)
{
    return t->step_matrix->work + RDG_AT_ONCE * t->s->n;
}

/* Give each direction the length 1; what it was. */
static void normalise(rdg_tracer *t, double length[PAIR])
{
    double *v = directions(t);
    for (int k = 0; k < PAIR; k++, v += t->s->n) {
        length[k] = sqrt(rdg_scaled_dot(t->s, v, v));
        const double by = isgreater(length[k], 0.0) ? 1.0 / length[k] : 0.0;
        for (rdg_index j = 0; j < t->s->n; j++) {
            v[j] *= by;
        }
    }
}

/* Multiply each direction by its A; by how much it grew. */
static void multiply(rdg_tracer *t, const pair *a, double growth[PAIR])
{
    rdg_system *s = t->s;
    double *y = t->step_matrix->work, *v = directions(t);
    for (int k = 0; k < PAIR; k++) {
        rdg_step_matrix_times(s, a->difference[k], v + k * s->n, y + k * s->n);
    }
    rdg_system_solve_columns(s, s->matrix, PAIR, y, v);
    normalise(t, growth);
}

/* The growth by the last power, if it goes on to change as it did by this one, or the mean if that is
 * greater: a direction of which the start has little comes to the fore. */
static double foresee(int power, double growth, double before, double all)
{
    const double change = growth > before && before > 0.0 ? growth / before : 1.0;
    return fmax(growth * pow(change, POWERS - power), pow(all, 1.0 / power));
}

/* Are the eigenvalues of both within their limits, by powers of A? From the second one on, which no chance of
 * the start hides, the foreseeable growth is believed when it is well below the limits; in the end the last
 * one counts. */
static bool are_small(rdg_tracer *t, pair *a)
{
    double all[PAIR] = {1.0, 1.0}, *growth = a->last;
    bool small = false;
    for (int k = 0; k < PAIR; k++) {
        rdg_general_vector(t, directions(t) + k * t->s->n);
    }
    normalise(t, growth);
    for (int power = 1; power <= POWERS && !small; power++) {
        const double before[PAIR] = {growth[0], growth[1]};
        multiply(t, a, growth);
        small = power > 1;
        for (int k = 0; k < PAIR; k++) {
            if (!isfinite(growth[k])) {
                return false;
            }
            all[k] *= growth[k];
            const double last = power < POWERS ? foresee(power, growth[k], before[k], all[k]) : growth[k];
            small = small && last <= (power < POWERS ? believed : 1.0) * a->limit[k];
        }
    }
    return small;
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

rdg_outcome rdg_step_matrix_take(rdg_tracer *t, rdg_kept_jacobian *kept, const double *u)
{
    memcpy(kept->u, u, (size_t)t->s->n * sizeof *u);
    const rdg_outcome outcome = evaluate(t, u, kept->value);
    kept->is_there = outcome == RDG_CONVERGED;
    return outcome;
}

/* Was the system's last Jacobian evaluated next to the end of the step? */
static bool is_at_end(const rdg_tracer *t, double length)
{
    return rdg_system_distance(t->s, t->s->jacobian_at, t->next.chart.u) <= stands_for * length;
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
        const rdg_outcome outcome = rdg_step_matrix_take(t, &m->start, t->current.chart.u);
        if (outcome != RDG_CONVERGED) {
            return outcome;
        }
    }
    if (!at_end) {
        return rdg_step_matrix_take(t, &m->end, t->next.chart.u);
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

/* The difference of the end, extrapolated from the charts at the start and before, from itself: a pair of
 * zeros in between leaves no trace in the end itself. False: there is no chart before. */
static bool extrapolate_end(rdg_tracer *t, double length)
{
    rdg_step_matrix *m = t->step_matrix;
    const double before = place_before(t, length);
    for (rdg_index i = 0; i < m->nnz && before < 0.0; i++) {
        const double start = m->start.value[i];
        m->middle[i] = start + (start - m->before.value[i]) / -before - m->end.value[i];
    }
    return before < 0.0;
}

/* The same of the middle, evaluated. */
static rdg_outcome evaluate_middle(rdg_tracer *t, double length)
{
    rdg_step_matrix *m = t->step_matrix;
    rdg_point_between(t, &t->current, 0.0, &t->next, length, 0.5 * length, t->ahead);
    const rdg_outcome outcome = evaluate(t, t->ahead, m->middle);
    rdg_step_matrix_subtract_end(m, m->middle, m->middle);
    return outcome;
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
    pair a = {{m->difference, m->middle}, {believed * no_zero, no_zero}, {0.0}};
    rdg_step_matrix_subtract_end(m, m->start.value, m->difference);
    if (extrapolate_end(t, length) && are_small(t, &a)) {
        *quiet = true;
        return RDG_CONVERGED;
    }
    outcome = evaluate_middle(t, length);
    a.limit[0] = no_zero;
    *quiet = outcome == RDG_CONVERGED && islessequal(a.last[0], no_zero) && are_small(t, &a);
    return outcome;
}
