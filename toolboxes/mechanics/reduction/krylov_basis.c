/* The vectors of a block Krylov space (Golub and Underwood 1977), orthogonal to all before in the product of
 * the stiffness, not only to the last two blocks: rounding then loses nothing. */
#include "krylov_basis_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to CHOLMOD uncopied");

enum {
    MOST_VECTORS = 600,     /* with more, all that depends on frequency costs as much as factors, */
    BLOCKS = 8,             /* but where many are kept those cost more, too: blocks that mostly suffice */
    MOST_ENTRIES = 1 << 25, /* of V: 256 MB */
    FEWEST_BLOCKS = 4       /* that are to fit, or there is no basis */
};

/* What a vector has lost by orthogonality to all others: then it is nothing but rounding. */
static const double negligible = 1e-12;

/* A vector of length 1 of which less is left when it is made orthogonal once more, squared, was rounding. */
static const double still_new = 0.25;

/* The least pivot of ones on the diagonal, as in shifted.c. */
static const double clear = 1e-12;

/* K's lower triangle in CHOLMOD's words; the other half, which is stored, too, is not examined. */
static cholmod_sparse stiffness(const rdg_interior *in)
{
    return (cholmod_sparse){.nrow = (size_t)in->n,
                            .ncol = (size_t)in->n,
                            .nzmax = (size_t)in->start[in->n],
                            .p = in->start,
                            .i = in->row,
                            .x = in->K,
                            .stype = -1,
                            .itype = CHOLMOD_LONG,
                            .xtype = CHOLMOD_REAL,
                            .dtype = CHOLMOD_DOUBLE,
                            .sorted = 0,
                            .packed = 1};
}

static rdg_status factor_stiffness(rdg_context *ctx, const char *where, rdg_krylov_basis *b, bool *definite)
{
    cholmod_sparse K = stiffness(b->in);
    b->factor = cholmod_l_analyze(&K, &b->common);
    if (b->factor) {
        (void)RDG_BLAS(cholmod_l_factorize(&K, b->factor, &b->common));
    }
    if (!b->factor || b->common.status < CHOLMOD_OK) {
        return rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the factors of %lld interior unknowns",
                        (long long)b->in->n);
    }
    *definite = b->common.status == CHOLMOD_OK && b->factor->minor == b->factor->n &&
                cholmod_l_rcond(b->factor, &b->common) > clear;
    return RDG_OK;
}

static rdg_status allocate(rdg_context *ctx, rdg_krylov_basis *b)
{
    const size_t n = (size_t)b->in->n, m = (size_t)b->in->n_kept, most = (size_t)b->most;
    b->end = rdg_context_calloc(ctx, most + 2, sizeof *b->end);
    b->V = rdg_context_calloc(ctx, n * most, sizeof *b->V);
    b->T = rdg_context_calloc(ctx, most * most, sizeof *b->T);
    b->G = rdg_context_calloc(ctx, most * m, sizeof *b->G);
    b->H = rdg_context_calloc(ctx, most * m, sizeof *b->H);
    b->W = rdg_context_calloc(ctx, n * m, sizeof *b->W);
    b->X = rdg_context_calloc(ctx, n * m, sizeof *b->X);
    b->KW = rdg_context_calloc(ctx, n * m, sizeof *b->KW);
    b->least = rdg_context_calloc(ctx, m, sizeof *b->least);
    return rdg_error_status(ctx);
}

rdg_status rdg_krylov_init(rdg_context *ctx, const char *where, const rdg_interior *in, rdg_krylov_basis *b,
                           bool *definite)
{
    *b = (rdg_krylov_basis){.in = in};
    *definite = false;
    cholmod_l_start(&b->common);
    b->common.print = 0;
    b->common.final_ll = 1; /* LL^T: a negative pivot ends it */
    b->most = BLOCKS * in->n_kept > MOST_VECTORS ? BLOCKS * in->n_kept : MOST_VECTORS;
    b->most = MOST_ENTRIES / in->n < b->most ? MOST_ENTRIES / in->n : b->most;
    b->most = in->n < b->most ? in->n + in->n_kept : b->most; /* the last block is all rounding */
    if (!in->has_shape || (b->most < in->n && b->most < FEWEST_BLOCKS * in->n_kept)) {
        return RDG_OK;
    }
    RDG_TRY(factor_stiffness(ctx, where, b, definite));
    if (!*definite) {
        return RDG_OK;
    }
    RDG_TRY(rdg_rows_init(ctx, in, &b->rows));
    return allocate(ctx, b);
}

void rdg_krylov_release(rdg_krylov_basis *b)
{
    cholmod_l_free_factor(&b->factor, &b->common);
    cholmod_l_finish(&b->common);
    rdg_rows_release(&b->rows);
    void *const arrays[] = {b->end, b->V, b->T, b->G, b->H, b->W, b->X, b->KW, b->least};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
}

/* X = K^-1 R by the factors */
static int solve_once(rdg_krylov_basis *b, rdg_index columns, double *R, double *X)
{
    const size_t n = (size_t)b->in->n;
    cholmod_dense right = {.nrow = n,
                           .ncol = (size_t)columns,
                           .nzmax = n * (size_t)columns,
                           .d = n,
                           .x = R,
                           .xtype = CHOLMOD_REAL,
                           .dtype = CHOLMOD_DOUBLE};
    rdg_blas_begin();
    cholmod_dense *solution = cholmod_l_solve(CHOLMOD_A, b->factor, &right, &b->common);
    rdg_blas_end(0);
    if (!solution) {
        return -1;
    }
    memcpy(X, solution->x, n * (size_t)columns * sizeof *X);
    cholmod_l_free_dense(&solution, &b->common);
    return 0;
}

/* W = K^-1 R, refined once; R: workspace afterwards */
static int solve(rdg_krylov_basis *b, rdg_index columns, double *R, double *W)
{
    const rdg_index n = b->in->n;
    if (solve_once(b, columns, R, W) != 0) {
        return -1;
    }
    rdg_rows_multiply(&b->rows, b->in->K, columns, W, 1.0, -1.0, R);
    if (solve_once(b, columns, R, b->KW) != 0) {
        return -1;
    }
    for (rdg_index i = 0; i < n * columns; i++) {
        W[i] += b->KW[i];
    }
    return 0;
}

static double dot(rdg_index n, const double *x, const double *y)
{
    long double a = 0.0L, b = 0.0L, c = 0.0L, d = 0.0L; /* none waits for another's addition */
    rdg_index i = 0;
    for (; i + 4 <= n; i += 4) {
        a += (long double)x[i] * y[i];
        b += (long double)x[i + 1] * y[i + 1];
        c += (long double)x[i + 2] * y[i + 2];
        d += (long double)x[i + 3] * y[i + 3];
    }
    for (; i < n; i++) {
        a += (long double)x[i] * y[i];
    }
    return (double)((a + b) + (c + d));
}

/* W -= V V^T K W, V: all vectors so far */
static void leave_out(rdg_krylov_basis *b, rdg_index columns)
{
    const int n = (int)b->in->n, m = (int)b->count, p = (int)columns;
    if (m == 0) {
        return;
    }
    rdg_rows_multiply(&b->rows, b->in->K, columns, b->W, 0.0, 1.0, b->KW);
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, m, p, n, 1.0, b->V, n, b->KW, n, 0.0, b->H, m);
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n, p, m, -1.0, b->V, n, b->H, m, 1.0, b->W, n);
    rdg_blas_end(0);
}

/* Orthonormal among each other: columns of W that are left. Those with squares below b->least are dropped. */
static rdg_index orthonormalize(rdg_krylov_basis *b, rdg_index columns)
{
    const rdg_index n = b->in->n;
    rdg_index kept = 0;
    for (rdg_index j = 0; j < columns; j++) {
        double *w = b->W + n * kept, *Kw = b->KW + n * kept;
        memmove(w, b->W + n * j, (size_t)n * sizeof *w);
        for (rdg_index i = 0; i < 2 * kept; i++) { /* twice is enough */
            const double share = dot(n, b->KW + n * (i % kept), w);
            for (rdg_index r = 0; r < n; r++) {
                w[r] -= share * b->W[n * (i % kept) + r];
            }
        }
        rdg_rows_multiply(&b->rows, b->in->K, 1, w, 0.0, 1.0, Kw);
        const double square = dot(n, w, Kw);
        if (!(square > b->least[j])) {
            continue;
        }
        const double scale = 1.0 / sqrt(square);
        for (rdg_index r = 0; r < n; r++) {
            w[r] *= scale;
            Kw[r] *= scale;
        }
        kept++;
    }
    return kept;
}

/* The new vectors are V's; T and G know them. X = M W is what the next block begins with. */
static void take(rdg_krylov_basis *b, rdg_index columns)
{
    const int n = (int)b->in->n, most = (int)b->most, p = (int)columns, nk = (int)b->in->n_kept;
    const rdg_index first = b->count;
    memcpy(b->V + n * first, b->W, (size_t)(n * columns) * sizeof *b->V);
    b->count += columns;
    rdg_rows_multiply(&b->rows, b->in->M, columns, b->W, 0.0, 1.0, b->X);
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, (int)b->count, p, n, 1.0, b->V, n, b->X, n, 0.0,
                b->T + most * first, most);
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, p, nk, n, 1.0, b->W, n, b->in->Mib, n, 0.0,
                b->G + first, most);
    rdg_blas_end(0);
    for (rdg_index j = first; j < b->count; j++) {
        for (rdg_index i = 0; i < j; i++) {
            const double mean =
                i < first ? b->T[i + most * j] : (b->T[i + most * j] + b->T[j + most * i]) / 2;
            b->T[i + most * j] = b->T[j + most * i] = mean;
        }
    }
}

/* The K-norms of the candidates, squared, times what is negligible of them. */
static void find_least(rdg_krylov_basis *b, rdg_index columns)
{
    const rdg_index n = b->in->n;
    rdg_rows_multiply(&b->rows, b->in->K, columns, b->W, 0.0, 1.0, b->KW);
    for (rdg_index j = 0; j < columns; j++) {
        b->least[j] = negligible * negligible * dot(n, b->W + n * j, b->KW + n * j);
    }
}

static int add_block(rdg_krylov_basis *b)
{
    const rdg_index n = b->in->n, nk = b->in->n_kept, k = b->n_blocks;
    rdg_index columns = nk;
    if (k == 0) {
        memcpy(b->X, b->in->Mib, (size_t)(n * nk) * sizeof *b->X);
    } else {
        columns = b->end[k - 1] - (k > 1 ? b->end[k - 2] : 0);
    }
    if (b->count + columns > b->most) {
        return 1;
    }
    b->failed = b->failed || solve(b, columns, b->X, b->W) != 0;
    if (b->failed) {
        return -1;
    }
    find_least(b, columns);
    leave_out(b, columns);
    columns = orthonormalize(b, columns);
    columns = columns < n - b->count ? columns : n - b->count;
    leave_out(b, columns);
    for (rdg_index j = 0; j < columns; j++) {
        b->least[j] = still_new;
    }
    columns = orthonormalize(b, columns);
    take(b, columns);
    b->end[b->n_blocks++] = b->count;
    b->complete = columns == 0;
    return 0;
}

int rdg_krylov_grow(rdg_krylov_basis *b, rdg_index blocks)
{
    int answer = 0;
    while (answer == 0 && b->n_blocks < blocks && !b->complete) {
        answer = add_block(b);
    }
    return answer;
}
