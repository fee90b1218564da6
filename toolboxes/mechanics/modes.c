/* Linear undamped modes.
 *
 * The problem is solved upside down, M x = mu (K + shift M) x with mu = 1/(omega^2 + shift): errors are
 * relative to the largest mu, so the low modes, which matter, are the accurate ones. (The other way round
 * they carry the error of the highest: up to 1e-9 relative for a beam of 20 elements.) Where K is positive
 * definite the shift is 0. Free bodies, and those with negative stiffness, get one that makes it so: far
 * enough from their zeros for the elastic modes to keep their digits. */
#include "modes.h"
#include "modes_impl.h"
#include "pencil_impl.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* From so many degrees of freedom on, and for one mode in so many at most, the sparse way is taken. */
enum { MANY = 256, FEW = 8 };

static void expand(const rdg_structure *s, const double *values, double *dense)
{
    memset(dense, 0, (size_t)(s->n * s->n) * sizeof *dense);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            dense[s->row[e] + s->n * j] = values[e];
        }
    }
}

static rdg_status add_springs(rdg_structure *s, const char *where, rdg_index n_springs,
                              const rdg_ground_spring *springs, double *K)
{
    for (rdg_index a = 0; a < n_springs; a++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        RDG_TRY(rdg_ground_spring_terms(s, where, &springs[a], &n, &dof, &weight));
        for (rdg_index i = 0; i < n; i++) {
            for (rdg_index j = 0; j < n; j++) {
                K[dof[i] + s->n * dof[j]] += springs[a].stiffness * weight[i] * weight[j];
            }
        }
    }
    return RDG_OK;
}

/* The dense problem, all of it. */
typedef struct dense_modes {
    rdg_structure *s;
    const char *where;
    double *K, *M; /* [n * n], springs included */
    double *A, *B; /* [n * n], A: the vectors */
    double *mu;    /* [n] ascending */
    double shift;
} dense_modes;

/* M x = mu (K + shift M) x, x^T (K + shift M) x = 1. *definite: K + shift M is. */
static rdg_status solve_shifted(dense_modes *d, bool *definite)
{
    const rdg_index n = d->s->n;
    memcpy(d->A, d->M, (size_t)(n * n) * sizeof *d->A);
    for (rdg_index i = 0; i < n * n; i++) {
        d->B[i] = d->K[i] + d->shift * d->M[i];
    }
    return rdg_pencil_solve(d->s->ctx, d->where, n, d->A, d->B, d->mu, definite);
}

/* Whether the wanted mu keep their digits beside the largest: it may be that of a motion without stiffness
 * but for rounding errors, beside which even the least one is lost. */
static bool keeps_digits(const dense_modes *d, rdg_index count)
{
    const double largest = d->mu[d->s->n - 1];
    return d->mu[0] > 64 * DBL_EPSILON * largest || d->mu[d->s->n - count] > 1e-6 * largest;
}

/* Below it there are but rounding errors: no mass. */
static double least_mu(const dense_modes *d)
{
    return 16 * DBL_EPSILON * d->mu[d->s->n - 1];
}

/* The first of 0, s, 10 s, ... with which K + shift M is positive definite, from the rounding error of the
 * largest eigenvalue on; then one that is far enough from zeros for the last mode wanted. */
static rdg_status find_shift(dense_modes *d, rdg_index count)
{
    enum { DECADES = 18 };
    const rdg_index n = d->s->n;
    const double apart = 1e-3;
    bool definite = false;
    double largest = 0.0;
    for (rdg_index i = 0; i < n * n; i += n + 1) {
        largest = d->M[i] > 0.0 ? fmax(largest, fabs(d->K[i]) / d->M[i]) : largest;
    }
    RDG_TRY(solve_shifted(d, &definite));
    if (definite && keeps_digits(d, count)) {
        return RDG_OK;
    }
    definite = false;
    double s = 1e3 * DBL_EPSILON * largest;
    for (int decade = 0; !definite && decade < DECADES && s > 0.0; decade++, s *= 10.0) {
        d->shift = s;
        RDG_TRY(solve_shifted(d, &definite));
    }
    if (!definite) {
        return rdg_fail(d->s->ctx, RDG_ERR_SINGULAR, d->where,
                        "neither K nor M of \"%s\" is positive definite: it has no modes", d->s->name);
    }
    const double mu = d->mu[n - count];
    const double last = mu > least_mu(d) ? 1.0 / mu - d->shift : largest;
    if (apart * last > d->shift) {
        d->shift = apart * last;
        RDG_TRY(solve_shifted(d, &definite));
    }
    return RDG_OK;
}

static rdg_status hand_over(const dense_modes *d, rdg_index count, double *omega, double *shapes)
{
    const rdg_index n = d->s->n;
    for (rdg_index a = 0; a < count; a++) {
        const double mu = d->mu[n - 1 - a];
        if (!(mu > least_mu(d))) {
            return rdg_fail(d->s->ctx, RDG_ERR_SINGULAR, d->where,
                            "M of \"%s\" is not positive definite: there are only %" PRId64
                            " modes, not %" PRId64,
                            d->s->name, a, count);
        }
        const double square = 1 / mu - d->shift;
        omega[a] = d->shift == 0.0 ? 1 / sqrt(mu) : copysign(sqrt(fabs(square)), square);
        for (rdg_index i = 0; shapes && i < n; i++) {
            shapes[i + n * a] = d->A[i + n * (n - 1 - a)] / sqrt(mu);
        }
    }
    return RDG_OK;
}

/* work: [4 * n * n + n] */
static rdg_status solve_dense(rdg_structure *s, const char *where, rdg_index n_springs,
                              const rdg_ground_spring *springs, rdg_index count, double *work, double *omega,
                              double *shapes)
{
    const size_t square = (size_t)(s->n * s->n);
    dense_modes d = {.s = s,
                     .where = where,
                     .K = work,
                     .M = work + square,
                     .A = work + 2 * square,
                     .B = work + 3 * square,
                     .mu = work + 4 * square};
    expand(s, s->M, d.M);
    expand(s, s->K, d.K);
    RDG_TRY(add_springs(s, where, n_springs, springs, d.K));
    RDG_TRY(find_shift(&d, count));
    return hand_over(&d, count, omega, shapes);
}

rdg_status rdg_structure_modes(rdg_structure *s, rdg_index n_springs, const rdg_ground_spring *springs,
                               rdg_index count, double *omega, double *shapes)
{
    if (!s || rdg_error_status(s->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (count < 1 || count > s->n || !omega) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has 1 .. %" PRId64 " modes, not %" PRId64 " (or there is no place for omega)",
                        s->name, s->n, count);
    }
    if (n_springs < 0 || (n_springs > 0 && !springs)) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " ground springs are announced for \"%s\", none given", n_springs,
                        s->name);
    }
    RDG_TRY(rdg_structure_require_symmetry(s, __func__, false));
    if (s->n > MANY && count <= s->n / FEW) {
        bool exhausted = false;
        const rdg_status found =
            rdg_modes_sparse(s, __func__, n_springs, springs, count, omega, shapes, &exhausted);
        if (!exhausted) {
            return found;
        }
    }
    double *work = rdg_context_calloc(s->ctx, (size_t)(4 * s->n * s->n + s->n), sizeof *work);
    if (!work) {
        return RDG_ERR_NO_MEMORY;
    }
    const rdg_status status = solve_dense(s, __func__, n_springs, springs, count, work, omega, shapes);
    rdg_free(work);
    return status;
}
