/* The static response of the interior, split off by a congruence with T = [I; shape] (Craig and Bampton). */
#include "interior_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

typedef struct workspace {
    long double *v;    /* [n] */
    double complex *x; /* [n * n_kept] */
    double *coupled;   /* [n * n_kept] */
    rdg_index *entry;  /* [n + 1] rows of the entries of a column */
} workspace;

/* v = X_ib(:, column) + X_ii shape(:, column) */
static void couple(const rdg_interior *in, const double *Xii, const double *Xib, rdg_index column,
                   long double *v)
{
    const double *shape = in->shape + in->n * column;
    for (rdg_index i = 0; i < in->n; i++) {
        v[i] = Xib[i + in->n * column];
    }
    for (rdg_index j = 0; j < in->n; j++) {
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            v[in->row[e]] += (long double)Xii[e] * shape[j];
        }
    }
}

/* X_bb += X_bi shape, of which the columns of X_ib have few entries. In long double, because K_bb cancels by
 * orders of magnitude. */
static void add_coupling(const rdg_interior *in, const double *Xib, double *Xbb, const workspace *work)
{
    const rdg_index n = in->n;
    for (rdg_index i = 0; i < in->n_kept; i++) {
        rdg_index count = 0;
        for (rdg_index r = 0; r < n; r++) {
            work->entry[count] = r;
            count += Xib[r + n * i] != 0.0;
        }
        for (rdg_index j = 0; j < in->n_kept; j++) {
            long double sum = Xbb[i + in->n_kept * j];
            for (rdg_index k = 0; k < count; k++) {
                const rdg_index r = work->entry[k];
                sum += (long double)Xib[r + n * i] * in->shape[r + n * j];
            }
            Xbb[i + in->n_kept * j] = (double)sum;
        }
    }
}

/* X_bb += X_bi shape + shape^T (X_ib + X_ii shape);  X_ib += X_ii shape. Of K the bracket is a residual, near
 * 0, and of M nothing cancels: the second term is a product of doubles. */
static void transform(const rdg_interior *in, const double *Xii, double *Xib, double *Xbb,
                      const workspace *work)
{
    const rdg_index n = in->n;
    for (rdg_index j = 0; j < in->n_kept; j++) {
        couple(in, Xii, Xib, j, work->v);
        for (rdg_index r = 0; r < n; r++) {
            work->coupled[r + n * j] = (double)work->v[r];
        }
    }
    add_coupling(in, Xib, Xbb, work);
    const int kept = (int)in->n_kept, rows = (int)n;
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasTrans, CblasNoTrans, kept, kept, rows, 1.0, in->shape, rows,
                work->coupled, rows, 1.0, Xbb, kept);
    rdg_blas_end(0);
    memcpy(Xib, work->coupled, (size_t)(n * in->n_kept) * sizeof *Xib);
    for (rdg_index j = 0; j < in->n_kept; j++) {
        for (rdg_index i = 0; i < j; i++) { /* to the last bit, too */
            double *above = &Xbb[i + in->n_kept * j];
            double *below = &Xbb[j + in->n_kept * i];
            *above = *below = (*above + *below) / 2;
        }
    }
}

/* Residual K_ib + K_ii shape into x; returns its largest entry. */
static double find_residual(const rdg_interior *in, const workspace *work)
{
    double largest = 0;
    for (rdg_index j = 0; j < in->n_kept; j++) {
        couple(in, in->K, in->Kib, j, work->v);
        for (rdg_index i = 0; i < in->n; i++) {
            const double value = (double)work->v[i];
            work->x[i + in->n * j] = value;
            largest = fmax(largest, fabs(value));
        }
    }
    return largest;
}

/* shape = -K_ii^-1 K_ib: the first pass solves, the others refine. Returns 0, > 0 if K_ii is singular. */
static int find_shape(const rdg_interior *in, const rdg_interior_lu *lu, const workspace *work)
{
    enum { PASSES = 3 };
    int flag = lu->ops->factor(lu->self, 0.0);
    if (flag) {
        return flag;
    }
    const double start = find_residual(in, work);
    double left = start;
    for (int pass = 0; pass < PASSES; pass++) {
        flag = lu->ops->solve(lu->self, in->n_kept, work->x);
        if (flag) {
            return flag;
        }
        for (rdg_index i = 0; i < in->n * in->n_kept; i++) {
            in->shape[i] -= creal(work->x[i]);
        }
        left = find_residual(in, work);
        if (!(left < HUGE_VAL)) {
            return 1;
        }
    }
    return left <= 1e-12 * start ? 0 : 1;
}

rdg_status rdg_interior_split_static(rdg_context *ctx, const char *where, rdg_interior *in,
                                     const rdg_interior_lu *lu, double *M, double *C, double *K)
{
    const size_t coupling = (size_t)(in->n * in->n_kept);
    const workspace work = {.v = rdg_context_calloc(ctx, (size_t)in->n, sizeof *work.v),
                            .x = rdg_context_calloc(ctx, coupling, sizeof *work.x),
                            .coupled = rdg_context_calloc(ctx, coupling, sizeof *work.coupled),
                            .entry = rdg_context_calloc(ctx, (size_t)in->n + 1, sizeof *work.entry)};
    rdg_status status = RDG_ERR_NO_MEMORY;
    if (work.v && work.x && work.coupled && work.entry) {
        const int flag = find_shape(in, lu, &work);
        status = flag < 0
                     ? rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory to factor the interior's stiffness")
                     : RDG_OK;
        if (flag == 0) {
            transform(in, in->M, in->Mib, M, &work);
            transform(in, in->C, in->Cib, C, &work);
            transform(in, in->K, in->Kib, K, &work);
            memset(in->Kib, 0, coupling * sizeof *in->Kib); /* rounding error of 1e-16 is left */
            in->has_shape = true;
        } else {
            memset(in->shape, 0, coupling * sizeof *in->shape);
        }
    }
    rdg_free(work.v);
    rdg_free(work.x);
    rdg_free(work.coupled);
    rdg_free(work.entry);
    return status;
}
