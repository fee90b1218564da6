/* Solutions with the symmetric factors of fronts: blocks of right-hand sides, by rows. */
#include "interior_fronts_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>

/* What a front has of L: a lower triangle, and rows below it. */
typedef struct front {
    int columns, rest, rows;
    rdg_index begin;
    const SuiteSparse_long *below; /* [rest] */
    const double complex *L;
} front;

static front front_at(const rdg_interior_fronts *f, rdg_index k)
{
    const SuiteSparse_long *super = f->pattern->super, *pi = f->pattern->pi, *s = f->pattern->s;
    const int columns = (int)(super[k + 1] - super[k]), rows = (int)(pi[k + 1] - pi[k]);
    return (front){.columns = columns,
                   .rest = rows - columns,
                   .rows = rows,
                   .begin = super[k],
                   .below = s + pi[k] + columns,
                   .L = f->L + f->first[k]};
}

static const double complex one = 1.0, minus = -1.0, zero = 0.0;

/* y = L^-1 y of a block, the transpose of which is stored */
static void go_down(rdg_interior_fronts *f, int width)
{
    rdg_blas_begin();
    for (rdg_index k = 0; k < (rdg_index)f->pattern->nsuper; k++) {
        const front at = front_at(f, k);
        double complex *own = f->block + width * at.begin;
        cblas_ztrsm(CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, width, at.columns, &one,
                    at.L, at.rows, own, width);
        if (at.rest == 0) {
            continue;
        }
        cblas_zgemm(CblasColMajor, CblasNoTrans, CblasTrans, width, at.rest, at.columns, &one, own, width,
                    at.L + at.columns, at.rows, &zero, f->rows, width);
        for (rdg_index i = 0; i < at.rest; i++) {
            double complex *row = f->block + width * at.below[i];
            const double complex *part = f->rows + width * i;
            for (int c = 0; c < width; c++) {
                row[c] -= part[c];
            }
        }
    }
    rdg_blas_end(0);
}

/* y = L^-T y */
static void go_up(rdg_interior_fronts *f, int width)
{
    rdg_blas_begin();
    for (rdg_index k = (rdg_index)f->pattern->nsuper - 1; k >= 0; k--) {
        const front at = front_at(f, k);
        double complex *own = f->block + width * at.begin;
        for (rdg_index i = 0; i < at.rest; i++) {
            const double complex *row = f->block + width * at.below[i];
            double complex *part = f->rows + width * i;
            for (int c = 0; c < width; c++) {
                part[c] = row[c];
            }
        }
        if (at.rest > 0) {
            cblas_zgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, width, at.columns, at.rest, &minus,
                        f->rows, width, at.L + at.columns, at.rows, &one, own, width);
        }
        cblas_ztrsm(CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, width, at.columns,
                    &one, at.L, at.rows, own, width);
    }
    rdg_blas_end(0);
}

/* Which halves of a solution. */
enum { DOWN = 1, UP = 2 };

/* Between the halves a block is in the order of elimination. */
static void solve_block(rdg_interior_fronts *f, int width, double complex *x, int which)
{
    const rdg_index n = f->in->n;
    const SuiteSparse_long *perm = f->pattern->Perm;
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index from = which & DOWN ? perm[i] : i;
        for (int c = 0; c < width; c++) {
            f->block[c + width * i] = x[from + n * c];
        }
    }
    if (which & DOWN) {
        go_down(f, width);
    }
    if (which & UP) {
        go_up(f, width);
    }
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index to = which & UP ? perm[i] : i;
        for (int c = 0; c < width; c++) {
            x[to + n * c] = f->block[c + width * i];
        }
    }
}

static void solve(rdg_interior_fronts *f, rdg_index columns, double complex *x, int which)
{
    for (rdg_index first = 0; first < columns; first += RDG_FRONTS_WIDTH) {
        const rdg_index left = columns - first;
        solve_block(f, (int)(left < RDG_FRONTS_WIDTH ? left : RDG_FRONTS_WIDTH), x + f->in->n * first, which);
    }
}

void rdg_interior_fronts_solve(rdg_interior_fronts *f, rdg_index columns, double complex *x)
{
    solve(f, columns, x, DOWN | UP);
}

void rdg_interior_fronts_half_solve(rdg_interior_fronts *f, rdg_index columns, double complex *x)
{
    solve(f, columns, x, DOWN);
}

void rdg_interior_fronts_other_half(rdg_interior_fronts *f, rdg_index columns, double complex *x)
{
    solve(f, columns, x, UP);
}
