/* Free modes with the residual flexibility of those left out (Rubin; MacNeal).
 *
 * G_res = G - Phi_e W_e^-1 Phi_e^T at the boundary, e the elastic modes kept. A free structure has no K^-1:
 * with its rigid motions R, R^T M R = 1, G = P^T G_c P, P = 1 - M R R^T, and G_c the inverse of K with as
 * many degrees of freedom held as there are rigid motions (and zero there). */
#include "component_impl.h"

#include <ridgewalk/structure_carry.h>
#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* The free modes: rigid ones first */
typedef struct free_modes {
    rdg_index n, rigid, count;
    double *omega;  /* [count] */
    double *shapes; /* [n * count] */
} free_modes;

/* Rigid motions are parted from the others by five decades or more in omega^2. */
static rdg_index count_rigid(const double *omega, rdg_index count)
{
    for (rdg_index r = count < RDG_MOST_RIGID + 1 ? count - 1 : RDG_MOST_RIGID; r > 0; r--) {
        const double below = omega[r - 1] * omega[r - 1], above = omega[r] * fabs(omega[r]);
        if (below < 1e-5 * above) {
            return r;
        }
    }
    return 0;
}

static rdg_status find_free_modes(const rdg_component *c, const char *where, rdg_component_modes wanted,
                                  free_modes *f)
{
    f->n = c->n;
    const rdg_index first = c->n < RDG_MOST_RIGID + 1 ? c->n : RDG_MOST_RIGID + 1;
    RDG_TRY(rdg_component_find_modes(c->whole, where, RDG_MODES(first), 0, &f->count, &f->omega, &f->shapes));
    f->rigid = count_rigid(f->omega, first);
    RDG_TRY(rdg_component_find_modes(c->whole, where, wanted, f->rigid, &f->count, &f->omega, &f->shapes));
    f->rigid = f->rigid < f->count ? f->rigid : f->count;
    for (rdg_index r = 0; r < f->rigid; r++) {
        f->omega[r] = 0.0;
    }
    for (rdg_index e = f->rigid; e < f->count; e++) {
        if (!(f->omega[e] > 0.0)) {
            return rdg_fail(c->ctx, RDG_ERR_SINGULAR, where,
                            "mode %" PRId64 " of \"%s\" has negative stiffness: it has no flexibility", e,
                            rdg_structure_name(c->whole));
        }
    }
    return RDG_OK;
}

static void multiply(const rdg_sparse *A, rdg_index columns, const double *x, double *y)
{
    const rdg_index n = A->pattern.cols;
    memset(y, 0, (size_t)(n * columns) * sizeof *y);
    for (rdg_index c = 0; c < columns; c++) {
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
                y[A->pattern.row[e] + n * c] += A->values[e] * x[j + n * c];
            }
        }
    }
}

/* X -= A small: [n * columns], [n * count], [count * columns] */
static void take_off(int n, int columns, int count, const double *A, const double *small, double *X)
{
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, columns, count, -1.0, A, n, small, count, 1.0,
                X, n);
    rdg_blas_end(0);
}

/* The residual flexibility's columns of the boundary, P^T K^-1 P with P = 1 - M Phi Phi^T: what the kept
 * modes have is taken off before and behind, so that their errors count twice, as squares. (The difference
 * K^-1 - Phi W^-1 Phi^T drowns in them where the modes that are left out are stiff.) And the diagonal of the
 * whole flexibility, [n_boundary]; work: [n * (n_boundary + count)] + [n_boundary * count] */
static rdg_status residual(const rdg_component *c, const char *where, const free_modes *f, double *work,
                           double *G, double *flexibility)
{
    const int n = (int)c->n, nb = (int)c->n_boundary, count = (int)f->count;
    double *B = work, *MPhi = B + c->n * nb, *small = MPhi + c->n * count;
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(c->whole, &M, NULL, NULL));
    multiply(&M, count, f->shapes, MPhi);
    for (int b = 0; b < nb; b++) {
        B[c->boundary[b] + c->n * b] = 1.0;
        for (int e = 0; e < count; e++) {
            small[e + count * b] = f->shapes[c->boundary[b] + c->n * e];
        }
    }
    take_off(n, nb, count, MPhi, small, B);
    RDG_TRY(rdg_component_solve_held(c, where, f->rigid, f->shapes, B, G));
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, count, nb, n, 1.0, MPhi, n, G, n, 0.0, small, count);
    rdg_blas_end(0);
    take_off(n, nb, count, f->shapes, small, G);
    for (int b = 0; b < nb; b++) {
        flexibility[b] = G[c->boundary[b] + c->n * b];
        for (rdg_index e = f->rigid; e < f->count; e++) {
            const double phi = f->shapes[c->boundary[b] + c->n * e] / f->omega[e];
            flexibility[b] += phi * phi;
        }
    }
    return RDG_OK;
}

/* Pivots of Cholesky's method, factor, of a matrix with the diagonal own, beside that of the whole
 * flexibility: none is but a rounding error. */
static bool stands_clear(int n, const double *factor, const double *own, const double *flexibility)
{
    for (int b = 0; b < n; b++) {
        const double pivot = factor[b + n * b] * factor[b + n * b];
        if (!(pivot > 1e-9 * own[b] && own[b] > 1e-14 * flexibility[b])) {
            return false;
        }
    }
    return true;
}

static rdg_status refuse(const rdg_component *c, const char *where, const free_modes *f)
{
    return rdg_fail(c->ctx, RDG_ERR_SINGULAR, where,
                    "%" PRId64
                    " modes of \"%s\" leave too little flexibility at its boundary: keep fewer modes, or "
                    "take rdg_component_fixed()",
                    f->count, rdg_structure_name(c->whole));
}

/* T = [G S | Phi - G S Phi_b]; S by Cholesky's factors of G_bb. work: [n_boundary * (2 n_boundary + count +
 * 1)] */
static rdg_status fill_shapes(rdg_component *c, const char *where, const free_modes *f, const double *G,
                              const double *flexibility, double *work)
{
    const int nb = (int)c->n_boundary, n = (int)c->n, count = (int)f->count;
    double *Gbb = work, *factor = work + nb * nb; /* S [1, -Phi_b] */
    double *own = factor + nb * (nb + count);
    for (int b = 0; b < nb; b++) {
        for (int a = 0; a < nb; a++) {
            Gbb[a + nb * b] =
                (G[c->boundary[a] + (rdg_index)n * b] + G[c->boundary[b] + (rdg_index)n * a]) / 2;
            factor[a + nb * b] = a == b;
        }
        own[b] = Gbb[b + nb * b];
        for (int e = 0; e < count; e++) {
            factor[b + nb * (nb + e)] = -f->shapes[c->boundary[b] + (rdg_index)n * e];
        }
    }
    const long info =
        RDG_BLAS(LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', nb, nb + count, Gbb, nb, factor, nb));
    if (info != 0 || !stands_clear(nb, Gbb, own, flexibility)) {
        return refuse(c, where, f);
    }
    memcpy(c->T + (size_t)n * (size_t)nb, f->shapes, (size_t)(n * count) * sizeof *c->T);
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, nb, nb, 1.0, G, n, factor, nb, 0.0, c->T, n);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, count, nb, 1.0, G, n, factor + nb * nb, nb, 1.0,
                c->T + (size_t)n * (size_t)nb, n);
    rdg_blas_end(0);
    for (int b = 0; b < nb; b++) { /* the boundary's displacements are coordinates, to the last bit */
        for (int a = 0; a < nb + count; a++) {
            c->T[c->boundary[b] + (rdg_index)n * a] = a == b;
        }
    }
    return RDG_OK;
}

static rdg_status fill(rdg_component *c, const char *where, const free_modes *f)
{
    RDG_TRY(rdg_component_reserve(c, f->count));
    memcpy(c->omega, f->omega, (size_t)f->count * sizeof *f->omega);
    const rdg_index nb = c->n_boundary;
    double *G = rdg_context_calloc(c->ctx, (size_t)(c->n * nb), sizeof *G);
    double *work = rdg_context_calloc(c->ctx, (size_t)(c->n * (nb + f->count) + nb * f->count), sizeof *work);
    double *small = rdg_context_calloc(c->ctx, (size_t)(nb * (2 * nb + f->count + 2)), sizeof *small);
    rdg_status status = G && work && small ? residual(c, where, f, work, G, small) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        status = fill_shapes(c, where, f, G, small, small + nb);
    }
    rdg_free(G);
    rdg_free(work);
    rdg_free(small);
    return status;
}

/* |q|^T |A| |q| with the coordinates q of a kept mode: its displacements at the boundary, and 1 for itself */
static double sum_of_sizes(const rdg_component *c, const free_modes *f, rdg_index mode, const rdg_sparse *A)
{
    double sum = 0.0;
    for (rdg_index j = 0; j < A->pattern.cols; j++) {
        for (rdg_index e = A->pattern.start[j]; e < A->pattern.start[j + 1]; e++) {
            double product = fabs(A->values[e]);
            for (int side = 0; side < 2; side++) {
                const rdg_index at = side ? j : A->pattern.row[e];
                product *= at < c->n_boundary ? fabs(f->shapes[c->boundary[at] + c->n * mode])
                                              : (double)(at == c->n_boundary + mode);
            }
            sum += product;
        }
    }
    return sum;
}

/* Where the boundary hardly moves in the modes that are left out, its unit displacements are huge motions of
 * the interior, and what is small among the reduced matrices drowns. Each kept mode passes them as
 * q^T M q = 1, q^T K q = omega^2: how much greater the terms of these sums are states how many digits go. */
static rdg_status check_digits(rdg_component *c, const char *where, const free_modes *f)
{
    rdg_sparse M, K;
    const double most = 1e5;
    const double largest = rdg_structure_stiffest(c->whole);
    RDG_TRY(rdg_structure_matrices(c->reduced, &M, NULL, &K));
    for (rdg_index e = 0; e < f->count; e++) {
        if (!(sum_of_sizes(c, f, e, &M) < most && sum_of_sizes(c, f, e, &K) < most * largest)) {
            return refuse(c, where, f);
        }
    }
    return RDG_OK;
}

static rdg_component *create(rdg_structure *s, const char *where, const char *boundary,
                             rdg_component_modes modes, rdg_reduction how)
{
    free_modes f = {0};
    rdg_component *c = rdg_component_begin(s, where, boundary, modes);
    rdg_status status = c ? find_free_modes(c, where, modes, &f) : RDG_ERR_EARLIER;
    if (status == RDG_OK) {
        status = fill(c, where, &f);
    }
    if (status != RDG_OK) {
        rdg_component_free(c);
        c = NULL;
    } else {
        c = rdg_component_finish(c, where, how);
    }
    if (c && check_digits(c, where, &f) != RDG_OK) {
        rdg_component_free(c);
        c = NULL;
    }
    rdg_free(f.omega);
    rdg_free(f.shapes);
    return c;
}

rdg_component *rdg_component_rubin(rdg_structure *s, const char *boundary, rdg_component_modes modes)
{
    return create(s, __func__, boundary, modes, RDG_REDUCTION_RUBIN);
}

rdg_component *rdg_component_macneal(rdg_structure *s, const char *boundary, rdg_component_modes modes)
{
    return create(s, __func__, boundary, modes, RDG_REDUCTION_MASSLESS);
}
