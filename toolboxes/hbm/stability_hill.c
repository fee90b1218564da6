/* Hill's matrix of a harmonic balance, in the real basis 1, cos k tau, sin k tau.
 *
 * With s = omega sigma, nabla = d/dtau, and F_z, F_v the elements' derivatives by displacements and
 * velocities,
 *
 *     sigma^2 p + sigma D1 p + D0 p = 0,    D1 = 2 nabla + M^-1 (C + F_v) / omega,
 *     D0 = nabla^2 + M^-1 C nabla / omega + M^-1 (K + F_z) / omega^2;
 *
 * F_z has the part F_v omega nabla already. The eigenvalues are those of [0, 1; -D0, -D1]. */
#include "stability_impl.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Jacobian and damping of an element in all harmonics 0 .. H. */
typedef struct hill_element {
    const rdg_hbm_element *of;
    void *self; /* its clone, or its own self where all harmonics are kept */
    bool own;
} hill_element;

struct rdg_hill {
    rdg_hbm *hb;
    rdg_basis basis; /* 0, 1, ..., H */
    int *harmonic;
    rdg_index n, half, size; /* degrees of freedom; n (2 H + 1); 2 half */
    rdg_index n_elements;
    hill_element *element;                        /* [n_elements] */
    double *inverse, *damping, *stiffness, *mass; /* M^-1, M^-1 C, M^-1 K: [n * n]; diagonal of M: [n] */
    double *kept;                                 /* coefficients z in the basis of the harmonic balance */
    double *z, *Fz, *Fv;                          /* in this one: [N], [N * (N + 1)], [N * N] */
    double *A, *vectors;                          /* [size * size] */
    double *re, *im;                              /* [size] */
    rdg_hill_candidate *candidate;                /* [size] */
    double *work;
    lapack_int n_work;
};

void rdg_hill_free(rdg_hill *hill)
{
    if (!hill) {
        return;
    }
    for (rdg_index i = 0; hill->element && i < hill->n_elements; i++) {
        const hill_element *e = &hill->element[i];
        if (e->own && e->of->ops.free_self) {
            e->of->ops.free_self(e->self);
        }
    }
    double *const arrays[] = {hill->inverse, hill->damping, hill->stiffness, hill->mass, hill->kept,
                              hill->z,       hill->Fz,      hill->Fv,        hill->A,    hill->vectors,
                              hill->re,      hill->im,      hill->work};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(hill->candidate);
    rdg_free(hill->element);
    rdg_free(hill->harmonic);
    rdg_free(hill);
}

static rdg_status make_basis(rdg_hill *hill)
{
    const rdg_basis *kept = &hill->hb->basis;
    const int top = kept->harmonic[kept->n_harmonics - 1];
    hill->harmonic = rdg_context_calloc(hill->hb->ctx, (size_t)top, sizeof *hill->harmonic);
    if (!hill->harmonic) {
        return RDG_ERR_NO_MEMORY;
    }
    for (int k = 1; k <= top; k++) {
        hill->harmonic[k - 1] = k;
    }
    hill->basis = (rdg_basis){.n_harmonics = top,
                              .harmonic = hill->harmonic,
                              .has_static = true,
                              .n_coefficients = 2 * (rdg_index)top + 1};
    return RDG_OK;
}

static rdg_status make_elements(rdg_hill *hill, const char *where)
{
    rdg_hbm *hb = hill->hb;
    const bool complete = hb->basis.n_coefficients == hill->basis.n_coefficients;
    hill->n_elements = hb->elements.count;
    hill->element = rdg_context_calloc(hb->ctx, (size_t)hill->n_elements, sizeof *hill->element);
    rdg_index d = 1;
    for (rdg_index i = 0; hill->element && i < hill->n_elements; i++) {
        hill_element *e = &hill->element[i];
        e->of = rdg_hbm_element_at(hb, i);
        d = e->of->d > d ? e->of->d : d;
        if (e->of->ops.clone) {
            e->self = e->of->ops.clone(e->of->self, hb->ctx, &hill->basis);
            e->own = e->self != NULL;
        } else if (complete) {
            e->self = e->of->self;
        } else {
            return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                            "element \"%s\" cannot tell its Jacobian in harmonics that are not kept: give it "
                            "the operation clone, or keep all harmonics from 0 to %d",
                            e->of->name, hill->harmonic[hill->basis.n_harmonics - 1]);
        }
        RDG_TRY(rdg_error_status(hb->ctx));
    }
    const size_t N = (size_t)(d * hill->basis.n_coefficients);
    hill->kept = rdg_context_calloc(hb->ctx, N, sizeof(double));
    hill->z = rdg_context_calloc(hb->ctx, N, sizeof(double));
    hill->Fz = rdg_context_calloc(hb->ctx, N * (N + 1), sizeof(double));
    hill->Fv = rdg_context_calloc(hb->ctx, N * N, sizeof(double));
    return rdg_error_status(hb->ctx);
}

static void copy_dense(const rdg_sparse *from, double *to)
{
    const rdg_pattern *pattern = &from->pattern;
    for (rdg_index j = 0; j < pattern->cols; j++) {
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            to[pattern->row[k] + pattern->rows * j] = from->values[k];
        }
    }
}

/* M^-1, and M^-1 in front of C and K. pivot: [n] */
static rdg_status divide_by_mass(rdg_hill *hill, const char *where, lapack_int *pivot)
{
    const lapack_int n = (lapack_int)hill->n;
    double *M = hill->A; /* free until the first evaluation */
    memcpy(M, hill->inverse, (size_t)(hill->n * hill->n) * sizeof *M);
    memset(hill->inverse, 0, (size_t)(hill->n * hill->n) * sizeof *M);
    for (rdg_index i = 0; i < hill->n; i++) {
        hill->mass[i] = fabs(M[i + hill->n * i]);
        hill->inverse[i + hill->n * i] = 1.0;
    }
    if (LAPACKE_dgetrf_work(LAPACK_COL_MAJOR, n, n, M, n, pivot) != 0) {
        return rdg_fail(hill->hb->ctx, RDG_ERR_SINGULAR, where,
                        "the mass matrix of \"%s\" is singular: without mass there are no exponents",
                        rdg_structure_name(hill->hb->structure));
    }
    double *const right[] = {hill->inverse, hill->damping, hill->stiffness};
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        LAPACKE_dgetrs_work(LAPACK_COL_MAJOR, 'N', n, n, M, n, pivot, right[i], n);
    }
    memset(M, 0, (size_t)(hill->n * hill->n) * sizeof *M);
    return RDG_OK;
}

static rdg_status make_structure(rdg_hill *hill, const char *where)
{
    rdg_context *ctx = hill->hb->ctx;
    rdg_sparse M, C, K;
    RDG_TRY(rdg_structure_matrices(hill->hb->structure, &M, &C, &K));
    const size_t n = (size_t)hill->n;
    hill->inverse = rdg_context_calloc(ctx, n * n, sizeof(double));
    hill->damping = rdg_context_calloc(ctx, n * n, sizeof(double));
    hill->stiffness = rdg_context_calloc(ctx, n * n, sizeof(double));
    hill->mass = rdg_context_calloc(ctx, n, sizeof(double));
    lapack_int *pivot = rdg_context_calloc(ctx, n, sizeof *pivot);
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        copy_dense(&M, hill->inverse);
        copy_dense(&C, hill->damping);
        copy_dense(&K, hill->stiffness);
        status = divide_by_mass(hill, where, pivot);
    }
    rdg_free(pivot);
    return status;
}

static rdg_status make_eigenproblem(rdg_hill *hill)
{
    rdg_context *ctx = hill->hb->ctx;
    const size_t size = (size_t)hill->size;
    hill->A = rdg_context_calloc(ctx, size * size, sizeof(double));
    hill->vectors = rdg_context_calloc(ctx, size * size, sizeof(double));
    hill->re = rdg_context_calloc(ctx, size, sizeof(double));
    hill->im = rdg_context_calloc(ctx, size, sizeof(double));
    hill->candidate = rdg_context_calloc(ctx, size, sizeof *hill->candidate);
    RDG_TRY(rdg_error_status(ctx));
    const lapack_int n = (lapack_int)hill->size;
    double wanted = 0.0;
    LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', n, hill->A, n, hill->re, hill->im, NULL, 1, hill->vectors,
                       n, &wanted, -1);
    hill->n_work = (lapack_int)wanted;
    hill->work = rdg_context_calloc(ctx, (size_t)hill->n_work, sizeof(double));
    return hill->work ? RDG_OK : RDG_ERR_NO_MEMORY;
}

rdg_hill *rdg_hill_create(rdg_hbm *hb, const char *where)
{
    rdg_hill *hill = rdg_context_calloc(hb->ctx, 1, sizeof *hill);
    if (!hill) {
        return NULL;
    }
    hill->hb = hb;
    hill->n = rdg_structure_size(hb->structure);
    rdg_status status = make_basis(hill);
    if (status == RDG_OK) {
        hill->half = hill->n * hill->basis.n_coefficients;
        hill->size = 2 * hill->half;
        status = make_elements(hill, where);
    }
    status = status == RDG_OK ? make_eigenproblem(hill) : status;
    status = status == RDG_OK ? make_structure(hill, where) : status;
    if (status != RDG_OK) {
        rdg_hill_free(hill);
        return NULL;
    }
    return hill;
}

/* Coefficients: static, cos 1, sin 1, cos 2, ... */
static double harmonic_of(rdg_index c)
{
    const rdg_index k = (c + 1) / 2;
    return (double)k;
}

/* -factor * from into A at the block row and column of two coefficients. from: [n * n]; NULL: unity */
static void put_block(rdg_hill *hill, rdg_index row, rdg_index column, double factor, const double *from)
{
    const rdg_index n = hill->n;
    for (rdg_index j = 0; j < n; j++) {
        double *to = hill->A + hill->size * (column + j) + row;
        for (rdg_index i = 0; from && i < n; i++) {
            to[i] -= factor * from[i + n * j];
        }
        to[j] -= from ? 0.0 : factor;
    }
}

/* [0, 1; -D0, -D1] of the structure alone */
static void put_structure(rdg_hill *hill, double omega)
{
    const rdg_index n = hill->n, half = hill->half;
    memset(hill->A, 0, (size_t)(hill->size * hill->size) * sizeof *hill->A);
    for (rdg_index i = 0; i < half; i++) {
        hill->A[i + hill->size * (half + i)] = 1.0;
    }
    for (rdg_index c = 0; c < hill->basis.n_coefficients; c++) {
        const double k = harmonic_of(c), sign = c % 2 == 1 ? 1.0 : -1.0;
        const rdg_index here = c * n, other = c % 2 == 1 ? here + n : here - n; /* cosine and sine */
        put_block(hill, half + here, here, 1.0 / (omega * omega), hill->stiffness);
        put_block(hill, half + here, half + here, 1.0 / omega, hill->damping);
        if (c > 0) {
            put_block(hill, half + here, here, -k * k, NULL);
            put_block(hill, half + here, other, sign * k / omega, hill->damping);
            put_block(hill, half + here, half + other, 2.0 * sign * k, NULL);
        }
    }
}

/* An element's coefficients in all harmonics, from those in the harmonics that are kept, about its rest. */
static void complete(const rdg_hill *hill, const rdg_hbm_element *element)
{
    const rdg_index d = element->d;
    const double *rest = rdg_hbm_element_rest(hill->hb, element);
    const rdg_basis *kept = &hill->hb->basis;
    const rdg_index nc = hill->basis.n_coefficients;
    memset(hill->z, 0, (size_t)(d * nc) * sizeof *hill->z);
    for (rdg_index slot = 0; slot < d; slot++) {
        const double *from = hill->kept + slot * kept->n_coefficients;
        double *to = hill->z + slot * nc;
        if (kept->has_static) {
            *to = *from++;
        } else if (rest) {
            *to = rest[slot];
        }
        for (rdg_index h = 0; h < kept->n_harmonics; h++) {
            to[2 * kept->harmonic[h] - 1] = from[2 * h];
            to[2 * kept->harmonic[h]] = from[2 * h + 1];
        }
    }
}

/* -factor M^-1 B^T F B into the columns of A that begin at first; F has N rows */
static void put_element(rdg_hill *hill, const rdg_hbm_element *e, const double *F, double factor,
                        rdg_index first)
{
    const rdg_index n = hill->n, nc = hill->basis.n_coefficients, N = e->d * nc;
    for (rdg_index tj = 0; tj < e->terms.n; tj++) {
        for (rdg_index ti = 0; ti < e->terms.n; ti++) {
            const rdg_hbm_term *left = &e->terms.term[ti], *right = &e->terms.term[tj];
            const double weight = factor * left->weight * right->weight;
            const double *inverse = hill->inverse + n * left->dof;
            for (rdg_index k = 0; k < nc * nc; k++) {
                const rdg_index ci = k % nc, cj = k / nc;
                const double entry = weight * F[left->slot * nc + ci + N * (right->slot * nc + cj)];
                double *to = hill->A + hill->size * (first + cj * n + right->dof) + hill->half + ci * n;
                for (rdg_index i = 0; entry != 0.0 && i < n; i++) {
                    to[i] -= entry * inverse[i];
                }
            }
        }
    }
}

static int put_elements(rdg_hill *hill, const double *Q, double omega)
{
    for (rdg_index i = 0; i < hill->n_elements; i++) {
        const hill_element *e = &hill->element[i];
        const rdg_index N = e->of->d * hill->basis.n_coefficients;
        rdg_element_result result = {.jacobian = hill->Fz, .damping = hill->Fv};
        rdg_hbm_gather(hill->hb, &hill->hb->basis, &e->of->terms, e->of->d, Q, hill->kept);
        complete(hill, e->of);
        memset(hill->Fv, 0, (size_t)(N * N) * sizeof *hill->Fv);
        const int answer = e->of->ops.evaluate(e->self, &hill->basis, hill->z, omega, &result);
        if (answer != 0) {
            return answer;
        }
        put_element(hill, e->of, hill->Fz, 1.0 / (omega * omega), 0);
        put_element(hill, e->of, hill->Fv, 1.0 / omega, hill->half);
    }
    return 0;
}

/* The mean harmonic of an eigenvector re + i im (im NULL: real), sum_k k |p_k|^2 / sum_k |p_k|^2 with masses
 * as weights: |p_k|^2 - |p_-k|^2 = Im(conj(p_c) p_s), |p_k|^2 + |p_-k|^2 = (|p_c|^2 + |p_s|^2) / 2. */
static double mean_harmonic(const rdg_hill *hill, const double *re, const double *im)
{
    const rdg_index n = hill->n;
    double sum = 0.0, total = 0.0;
    if (!im) {
        return 0.0; /* p_-k is the conjugate of p_k */
    }
    for (rdg_index l = 0; l < hill->half; l++) {
        const rdg_index c = l / n;
        const double square = hill->mass[l % n] * (re[l] * re[l] + im[l] * im[l]);
        total += c == 0 ? square : 0.5 * square;
        if (c % 2 == 1) {
            sum += harmonic_of(c) * hill->mass[l % n] * (re[l] * im[l + n] - im[l] * re[l + n]);
        }
    }
    return total > 0.0 ? sum / total : 0.0;
}

static void collect(rdg_hill *hill)
{
    const rdg_index size = hill->size;
    for (rdg_index j = 0; j < size; j++) {
        const bool pair = hill->im[j] != 0.0 && j + 1 < size;
        const double *v = hill->vectors + size * j;
        const double mean = mean_harmonic(hill, v, pair ? v + size : NULL);
        hill->candidate[j] = (rdg_hill_candidate){hill->re[j], hill->im[j], mean};
        if (pair) { /* LAPACK keeps the vector of the one with Im > 0, which comes first */
            j++;
            hill->candidate[j] = (rdg_hill_candidate){hill->re[j], hill->im[j], -mean};
        }
    }
}

static bool is_finite(const rdg_hill *hill)
{
    for (rdg_index k = 0; k < hill->size * hill->size; k++) {
        if (!isfinite(hill->A[k])) {
            return false;
        }
    }
    return true;
}

int rdg_hill_exponents(rdg_hill *hill, const double *Q, double omega, const rdg_hill_candidate **exponents)
{
    const lapack_int size = (lapack_int)hill->size;
    put_structure(hill, omega);
    const int answer = put_elements(hill, Q, omega);
    if (answer != 0) {
        return answer;
    }
    if (!is_finite(hill) ||
        LAPACKE_dgeev_work(LAPACK_COL_MAJOR, 'N', 'V', size, hill->A, size, hill->re, hill->im, NULL, 1,
                           hill->vectors, size, hill->work, hill->n_work) != 0) {
        return 1;
    }
    collect(hill);
    rdg_hill_sort(hill->size, hill->candidate, 2 * hill->n);
    for (rdg_index j = 0; j < 2 * hill->n; j++) {
        hill->candidate[j].re *= omega;
        hill->candidate[j].im *= omega;
    }
    *exponents = hill->candidate;
    return 0;
}
