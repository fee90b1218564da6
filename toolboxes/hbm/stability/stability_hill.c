/* Hill's matrix of a harmonic balance, in the real basis 1, cos k tau, sin k tau.
 *
 * With s = omega sigma, the eigenvalues sigma of Delta(s) (variation_impl.h) are those of
 *
 *     [0, 1; -M^-1 Delta0 / omega^2, -M^-1 Delta1 / omega]. */
#include "stability_push_impl.h"

#include <lapacke.h>
#include <math.h>
#include <stdatomic.h>
#include <string.h>

struct rdg_hill {
    rdg_variation variation;
    rdg_index n, half, size; /* degrees of freedom; n (2 H + 1); 2 half */
    double *mass;            /* [n] diagonal of M */
    double *factors;         /* [n * n] of M */
    lapack_int *pivot;       /* [n] */
    double *Delta0, *Delta1; /* [half * half], then -M^-1 Delta0 / omega^2, -M^-1 Delta1 / omega */
    rdg_hill_parts parts;    /* of them; and of these parts, one after the other: */
    rdg_index *entry;        /* [half] where they begin in */
    double *A, *vectors;     /* [size * size] */
    double *re, *im;         /* [size] */
    int threads;
    double *spread;                /* [size * threads] an eigenvector of a part, among all coefficients */
    rdg_hill_candidate *candidate; /* [size] */
    double *work;                  /* [n_work * threads] */
    lapack_int n_work;
    rdg_drag drag;
    rdg_push push;
    const rdg_hbm_element *wedge; /* that wedges at the last solution, or NULL */
    double growth;                /* of a push of its slider in a period */
};

/* A part in the hands of a thread: m coefficients; [2 m]^2 A, vectors; [2 m] re, im, candidate. */
typedef struct rdg_hill_part {
    rdg_index m, first; /* first: of its eigenvalues among all */
    const rdg_index *member;
    double *A, *vectors, *re, *im, *spread, *work;
    rdg_hill_candidate *candidate;
} rdg_hill_part;

/* Coefficients; fewer are done with before a thread wakes. */
enum { WORTH_A_THREAD = 24 };

static void free_hill(void *object)
{
    rdg_hill *hill = object;
    if (!hill) {
        return;
    }
    rdg_variation_release(&hill->variation);
    rdg_hill_parts_release(&hill->parts);
    rdg_drag_release(&hill->drag);
    rdg_push_release(&hill->push);
    double *const arrays[] = {hill->mass,    hill->factors, hill->Delta0, hill->Delta1, hill->A,
                              hill->vectors, hill->re,      hill->im,     hill->spread, hill->work};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(hill->candidate);
    rdg_free(hill->entry);
    rdg_free(hill->pivot);
    rdg_free(hill);
}

static rdg_status factor_mass(rdg_hill *hill, const char *where)
{
    rdg_hbm *hb = hill->variation.hb;
    const lapack_int n = (lapack_int)hill->n;
    hill->factors = rdg_context_calloc(hb->ctx, (size_t)(hill->n * hill->n), sizeof(double));
    hill->mass = rdg_context_calloc(hb->ctx, (size_t)hill->n, sizeof(double));
    hill->pivot = rdg_context_calloc(hb->ctx, (size_t)hill->n, sizeof *hill->pivot);
    RDG_TRY(rdg_error_status(hb->ctx));
    memcpy(hill->factors, hill->variation.M, (size_t)(hill->n * hill->n) * sizeof(double));
    for (rdg_index i = 0; i < hill->n; i++) {
        hill->mass[i] = fabs(hill->factors[i + hill->n * i]);
    }
    if (RDG_BLAS(LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, hill->factors, n, hill->pivot)) != 0) {
        return rdg_fail(hb->ctx, RDG_ERR_SINGULAR, where,
                        "the mass matrix of \"%s\" is singular: without mass there are no exponents",
                        rdg_structure_name(hb->structure));
    }
    return RDG_OK;
}

static rdg_status make_eigenproblem(rdg_hill *hill)
{
    rdg_context *ctx = hill->variation.hb->ctx;
    const size_t size = (size_t)hill->size, half = (size_t)hill->half;
    hill->Delta0 = rdg_context_calloc(ctx, half * half, sizeof(double));
    hill->Delta1 = rdg_context_calloc(ctx, half * half, sizeof(double));
    hill->A = rdg_context_calloc(ctx, size * size, sizeof(double));
    hill->vectors = rdg_context_calloc(ctx, size * size, sizeof(double));
    hill->re = rdg_context_calloc(ctx, size, sizeof(double));
    hill->im = rdg_context_calloc(ctx, size, sizeof(double));
    hill->threads = hill->variation.hb->threads;
    hill->entry = rdg_context_calloc(ctx, half, sizeof *hill->entry);
    hill->spread = rdg_context_calloc(ctx, size * (size_t)hill->threads, sizeof(double));
    hill->candidate = rdg_context_calloc(ctx, size, sizeof *hill->candidate);
    RDG_TRY(rdg_error_status(ctx));
    RDG_TRY(rdg_hill_parts_init(ctx, &hill->parts, hill->half));
    const lapack_int n = (lapack_int)hill->size;
    double wanted = 0.0;
    RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', n, hill->A, n, hill->re, hill->im, NULL, 1,
                                hill->vectors, n, &wanted, -1));
    hill->n_work = (lapack_int)wanted;
    hill->work = rdg_context_calloc(ctx, (size_t)hill->n_work * (size_t)hill->threads, sizeof(double));
    return hill->work ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_hill *create(rdg_hbm *hb, const char *where)
{
    rdg_hill *hill = rdg_context_calloc(hb->ctx, 1, sizeof *hill);
    if (!hill) {
        return NULL;
    }
    rdg_status status = rdg_variation_init(&hill->variation, hb, RDG_SAME_PERIOD);
    hill->n = hill->variation.n;
    hill->half = hill->variation.size;
    hill->size = 2 * hill->half;
    status = status == RDG_OK ? factor_mass(hill, where) : status;
    status = status == RDG_OK ? make_eigenproblem(hill) : status;
    status = status == RDG_OK ? rdg_drag_init(&hill->drag, &hill->variation) : status;
    status =
        status == RDG_OK ? rdg_push_init(&hill->push, &hill->drag, hb->ctx, hill->n, hill->half) : status;
    if (status != RDG_OK) {
        free_hill(hill);
        return NULL;
    }
    return hill;
}

/* Columns of Delta become -M^-1 Delta / divisor; one is as many vectors of n as there are coefficients. */
static void divide_by_mass(const rdg_hill *hill, rdg_index columns, double *Delta, double divisor)
{
    const lapack_int n = (lapack_int)hill->n, vectors = (lapack_int)(columns * (hill->half / hill->n));
    RDG_BLAS(LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, vectors, hill->factors, n, hill->pivot, Delta, n));
    for (rdg_index i = 0; i < columns * hill->half; i++) {
        Delta[i] /= -divisor;
    }
}

/* The matrix of a part. */
static void put_matrix(const rdg_hill *hill, const rdg_hill_part *part)
{
    const rdg_index m = part->m, size = 2 * m, half = hill->half;
    memset(part->A, 0, (size_t)(size * size) * sizeof *part->A);
    for (rdg_index j = 0; j < m; j++) {
        double *at_rest = part->A + size * j + m, *in_motion = at_rest + size * m;
        part->A[j + size * (m + j)] = 1.0;
        for (rdg_index i = 0; i < m; i++) {
            at_rest[i] = hill->Delta0[part->member[i] + half * part->member[j]];
            in_motion[i] = hill->Delta1[part->member[i] + half * part->member[j]];
        }
    }
}

/* What is kept of an eigenvector, [half], and, of a pair, i times another; with masses as weights.
 * The mean harmonic is sum_k k |p_k|^2 / sum_k |p_k|^2: |p_k|^2 - |p_-k|^2 = Im(conj(p_c) p_s), |p_k|^2 +
 * |p_-k|^2 = (|p_c|^2 + |p_s|^2) / 2. */
static rdg_hill_candidate measure(const rdg_hill *hill, const double *re, const double *im, bool pair)
{
    const rdg_basis *kept = &hill->variation.hb->basis;
    const rdg_index n = hill->n, top = hill->variation.clones.basis.n_harmonics;
    double sum = 0.0, total = 0.0, tail = 0.0, outside = 0.0;
    for (rdg_index l = 0; l < hill->half; l++) {
        const rdg_index c = l / n, k = (c + 1) / 2;
        const double mass = hill->mass[l % n], i = pair ? im[l] : 0.0;
        const double square = mass * (re[l] * re[l] + i * i) * (c == 0 ? 1.0 : 0.5);
        total += square;
        tail += k == top ? square : 0.0;
        outside += rdg_hbm_coefficient(kept, (int)k) < 0 ? square : 0.0;
        if (pair && c % 2 == 1) { /* a real vector's p_-k is the conjugate of its p_k */
            sum += (double)k * mass * (re[l] * im[l + n] - im[l] * re[l + n]);
        }
    }
    const double divisor = total > 0.0 ? total : 1.0;
    return (rdg_hill_candidate){.mean = sum / divisor, .tail = tail / divisor, .outside = outside / divisor};
}

/* The displacements of eigenvector j of a part, among all coefficients. */
static const double *spread(const rdg_hill *hill, const rdg_hill_part *part, rdg_index j, double *to)
{
    memset(to, 0, (size_t)hill->half * sizeof *to);
    for (rdg_index i = 0; i < part->m; i++) {
        to[part->member[i]] = part->vectors[i + 2 * part->m * j];
    }
    return to;
}

static void collect(const rdg_hill *hill, const rdg_hill_part *part)
{
    const rdg_index size = 2 * part->m;
    for (rdg_index j = 0; j < size; j++) {
        const bool pair = part->im[j] != 0.0 && j + 1 < size;
        const double *re = spread(hill, part, j, part->spread);
        const double *im = pair ? spread(hill, part, j + 1, part->spread + hill->half) : re;
        rdg_hill_candidate candidate = measure(hill, re, im, pair);
        candidate.re = part->re[j];
        candidate.im = part->im[j];
        candidate.vector = part->first + j;
        part->candidate[j] = candidate;
        if (pair) { /* LAPACK keeps the vector of the one with Im > 0, which comes first */
            j++;
            candidate.im = part->im[j];
            candidate.mean = -candidate.mean;
            part->candidate[j] = candidate;
        }
    }
}

/* The imaginary part is then an odd multiple of omega / 2, up to the truncation. Measured (an impact
 * oscillator, 5 to 21 harmonics; a smooth one, 6): it is off by 0.5 to 4 times the share of the highest
 * harmonic. */
bool rdg_hill_doubles(const rdg_hill_candidate *exponent, double omega)
{
    const double ratio = fabs(exponent->im) / omega;
    return fabs(ratio - floor(ratio) - 0.5) <= fmax(1e-6, fmin(10.0 * exponent->tail, 0.05));
}

const rdg_hbm_element *rdg_hill_estimate(rdg_hill *hill, const double *Q)
{
    return rdg_hbm_estimate(&hill->variation.clones, Q);
}

static bool is_finite(rdg_index n, const double *A)
{
    for (rdg_index k = 0; k < n; k++) {
        if (!isfinite(A[k])) {
            return false;
        }
    }
    return true;
}

static int put_matrices(rdg_hill *hill, const double *Q, double omega)
{
    const int answer = rdg_variation_matrices(&hill->variation, Q, omega, hill->Delta0, hill->Delta1);
    if (answer != 0) {
        return answer;
    }
    divide_by_mass(hill, hill->half, hill->Delta0, omega * omega);
    divide_by_mass(hill, hill->half, hill->Delta1, omega);
    const rdg_index entries = hill->half * hill->half;
    return is_finite(entries, hill->Delta0) && is_finite(entries, hill->Delta1) ? 0 : 1;
}

/* Where a part has its share of all arrays; a thread its own workspace. */
static rdg_hill_part part_at(const rdg_hill *hill, rdg_index k, rdg_index entry, int thread)
{
    const rdg_index first = hill->parts.start[k];
    return (rdg_hill_part){.m = hill->parts.start[k + 1] - first,
                           .first = 2 * first,
                           .member = hill->parts.member + first,
                           .A = hill->A + entry,
                           .vectors = hill->vectors + entry,
                           .re = hill->re + 2 * first,
                           .im = hill->im + 2 * first,
                           .candidate = hill->candidate + 2 * first,
                           .spread = hill->spread + hill->size * thread,
                           .work = hill->work + (rdg_index)hill->n_work * thread};
}

/* All its eigenvalues. */
static bool solve_part(const rdg_hill *hill, const rdg_hill_part *part)
{
    const lapack_int size = (lapack_int)(2 * part->m);
    put_matrix(hill, part);
    if (RDG_BLAS(LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', size, part->A, size, part->re, part->im, NULL,
                                    1, part->vectors, size, part->work, hill->n_work)) != 0) {
        return false;
    }
    collect(hill, part);
    return true;
}

typedef struct hill_work {
    const rdg_hill *hill;
    atomic_bool failed;
} hill_work;

static void solve_one(rdg_index k, int worker, void *data)
{
    hill_work *w = data;
    const rdg_hill_part part = part_at(w->hill, k, w->hill->entry[k], worker);
    if (!solve_part(w->hill, &part)) {
        atomic_store(&w->failed, true);
    }
}

static bool solve_parts(rdg_hill *hill)
{
    const rdg_hill_parts *parts = &hill->parts;
    for (rdg_index k = 0, entry = 0; k < parts->count; k++) {
        const rdg_index m = parts->start[k + 1] - parts->start[k];
        hill->entry[k] = entry;
        entry += 4 * m * m;
    }
    hill_work w = {.hill = hill};
    const int threads = hill->half >= WORTH_A_THREAD ? hill->threads : 1;
    rdg_parallel_for(hill->variation.hb->ctx, threads, 0, parts->count, 1, solve_one, &w);
    return !w.failed;
}

/* All exponents have been found, and are exact. Transients of a push count, too. */
static void find_runaway(rdg_hill *hill, const double *Q)
{
    const rdg_hill_parts *parts = &hill->parts;
    if (hill->wedge || hill->drag.n == 0 || !(hill->candidate[0].re < 0.0) || rdg_hill_estimate(hill, Q)) {
        return;
    }
    for (rdg_index j = 0; j < 2 * hill->n; j++) {
        const rdg_hill_candidate *c = &hill->candidate[j];
        rdg_index k = 0;
        while (2 * parts->start[k + 1] <= c->vector) {
            k++;
        }
        const rdg_hill_part part = part_at(hill, k, hill->entry[k], 0);
        const rdg_index column = c->vector - part.first;
        double *im = part.spread + hill->half;
        const double *re = spread(hill, &part, column, part.spread);
        memset(im, 0, (size_t)hill->half * sizeof *im);
        if (c->im != 0.0) {
            spread(hill, &part, column + 1, im);
        }
        for (rdg_index i = 0; c->im < 0.0 && i < hill->half; i++) {
            im[i] = -im[i];
        }
        rdg_push_take(&hill->push, j, c->re + I * c->im, re, im);
    }
    const rdg_index i = rdg_push_runaway(&hill->push, &hill->drag, &hill->growth);
    hill->wedge = i < 0 ? NULL : rdg_hbm_element_at(hill->variation.hb, i);
}

/* Both sides of R_q dq/dv = -R_v are divided by the mass. A singular R_q is an exponent 0, no wedge. */
static int find_wedge(rdg_hill *hill, const double *Q, double omega)
{
    rdg_drag *drag = &hill->drag;
    hill->wedge = NULL;
    const int answer = rdg_drag_collect(drag, &hill->variation, Q, omega);
    if (answer != 0 || drag->n == 0) {
        return answer;
    }
    divide_by_mass(hill, drag->n, drag->columns, omega * omega);
    if (rdg_drag_solve(drag, &hill->parts, hill->Delta0, hill->A, hill->vectors)) {
        const rdg_index i = rdg_drag_wedging(drag, hill->half, &hill->growth);
        hill->wedge = i < 0 ? NULL : rdg_hbm_element_at(hill->variation.hb, i);
    } else {
        drag->n = 0;
    }
    return 0;
}

const rdg_hbm_element *rdg_hill_wedge(const rdg_hill *hill, double *growth)
{
    if (growth) {
        *growth = hill->growth;
    }
    return hill->wedge;
}

int rdg_hill_exponents(rdg_hill *hill, const double *Q, double omega, const rdg_hill_candidate **exponents)
{
    int answer = put_matrices(hill, Q, omega);
    if (answer != 0) {
        return answer;
    }
    rdg_hill_find_parts(&hill->parts, hill->Delta0, hill->Delta1);
    answer = find_wedge(hill, Q, omega);
    if (answer != 0) {
        return answer;
    }
    if (!solve_parts(hill)) {
        return 1;
    }
    rdg_hill_sort(hill->size, hill->candidate, 2 * hill->n);
    find_runaway(hill, Q);
    for (rdg_index j = 0; j < 2 * hill->n; j++) {
        hill->candidate[j].re *= omega;
        hill->candidate[j].im *= omega;
    }
    *exponents = hill->candidate;
    return 0;
}

/* Made once, it serves all that request. */
rdg_hill *rdg_hill_of(rdg_hbm *hb, const char *where)
{
    static const rdg_hbm_attachment_kind kind = {.free = free_hill};
    if (rdg_hbm_close(hb) != RDG_OK || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_hill *hill = rdg_hbm_attached(hb, &kind);
    if (!hill) {
        hill = create(hb, where);
        if (hill && rdg_hbm_attach(hb, &kind, hill) != RDG_OK) {
            return NULL;
        }
    }
    return hill;
}
