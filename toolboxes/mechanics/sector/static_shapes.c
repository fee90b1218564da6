/* Static shapes of a nodal diameter: K(theta) w = e for a unit force on each degree of freedom of contacts,
 * the same on all sectors but for the turn. What modes leave out is nearly static there. The shapes are made
 * orthogonal to the modes, M and K at once, and among each other: Ritz vectors of what they add. */
#include "mistuning_impl.h"

#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double dependent = 1e-10; /* what the modes and the other shapes leave of a shape, squared */

typedef struct work {
    const rdg_sector *sector;
    rdg_index n, count;    /* degrees of freedom with the right face; shapes */
    double complex *W, *y; /* [n * count], [n] */
    double complex *G, *K; /* [count * count] */
    double complex *T;     /* [n * count] */
    double *value;         /* [count] */
} work;

/* y = A x */
static void multiply(const rdg_structure *s, const double *A, const double complex *x, double complex *y)
{
    memset(y, 0, (size_t)s->n * sizeof *y);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            y[s->row[e]] += A[e] * x[j];
        }
    }
}

static double complex product(rdg_index n, const double complex *x, const double complex *y)
{
    double complex sum = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        sum += conj(x[i]) * y[i];
    }
    return sum;
}

/* G = W' A W */
static void gram(const work *w, const double *A, double complex *G)
{
    for (rdg_index b = 0; b < w->count; b++) {
        multiply(w->sector->s, A, w->W + w->n * b, w->y);
        for (rdg_index a = 0; a < w->count; a++) {
            G[a + w->count * b] = product(w->n, w->W + w->n * a, w->y);
        }
    }
}

/* W = W Q, Q [count * columns]; count is that of columns afterwards. */
static void combine(work *w, const double complex *Q, rdg_index columns)
{
    memset(w->T, 0, (size_t)(w->n * columns) * sizeof *w->T);
    for (rdg_index b = 0; b < columns; b++) {
        for (rdg_index a = 0; a < w->count; a++) {
            for (rdg_index i = 0; i < w->n; i++) {
                w->T[i + w->n * b] += w->W[i + w->n * a] * Q[a + w->count * b];
            }
        }
    }
    memcpy(w->W, w->T, (size_t)(w->n * columns) * sizeof *w->W);
    w->count = columns;
}

static rdg_status eigenvectors(const work *w, double complex *A)
{
    return RDG_BLAS(LAPACKE_zheevd(LAPACK_COL_MAJOR, 'V', 'U', (lapack_int)w->count, A, (lapack_int)w->count,
                                   w->value)) == 0
               ? RDG_OK
               : rdg_fail(w->sector->ctx, RDG_ERR_LIBRARY, "rdg_sector_mistuned_wheel",
                          "LAPACK finds no Ritz vectors of \"%s\"", w->sector->s->name);
}

/* Twice, for rounding; a mode phi has phi' M phi = 1. Each shape has size 1 before. */
static void leave_modes(const work *w, rdg_index modes, const double *shapes)
{
    const rdg_structure *s = w->sector->s;
    for (rdg_index c = 0; c < w->count; c++) {
        double complex *x = w->W + w->n * c;
        multiply(s, s->M, x, w->y);
        const double size = sqrt(creal(product(w->n, x, w->y)));
        for (rdg_index i = 0; i < w->n; i++) {
            x[i] /= size;
        }
        for (rdg_index k = 0; k < 2 * modes; k++) {
            const double *re = shapes + 2 * w->n * (k % modes), *im = re + w->n;
            multiply(s, s->M, x, w->y);
            double complex part = 0.0;
            for (rdg_index i = 0; i < w->n; i++) {
                part += (re[i] - I * im[i]) * w->y[i];
            }
            for (rdg_index i = 0; i < w->n; i++) {
                x[i] -= part * (re[i] + I * im[i]);
            }
        }
    }
}

/* Orthonormal in M, without what depends on the others; then Ritz vectors. */
static rdg_status make_ritz(work *w)
{
    gram(w, w->sector->s->M, w->G);
    RDG_TRY(eigenvectors(w, w->G));
    rdg_index columns = 0;
    for (rdg_index c = 0; c < w->count; c++) {
        if (w->value[c] > dependent) {
            for (rdg_index a = 0; a < w->count; a++) {
                w->G[a + w->count * columns] = w->G[a + w->count * c] / sqrt(w->value[c]);
            }
            columns++;
        }
    }
    combine(w, w->G, columns);
    if (columns == 0) {
        return RDG_OK;
    }
    gram(w, w->sector->s->K, w->K);
    RDG_TRY(eigenvectors(w, w->K));
    combine(w, w->K, columns);
    return RDG_OK;
}

/* x of all unit forces, in the real form of the nodal diameter, [times * n * count]. */
static rdg_status solve(const rdg_sector *sector, const rdg_structure *form, rdg_index diameter,
                        rdg_index count, const rdg_index *dof, double *force, double *x)
{
    for (rdg_index c = 0; c < count; c++) {
        const rdg_index place = sector->place[dof[c]];
        if (place < 0) {
            return rdg_fail(sector->ctx, RDG_ERR_ARGUMENT, "rdg_sector_mistuned_wheel",
                            "degree of freedom %" PRId64
                            " of \"%s\" is on the right face: contacts are on the "
                            "left face of the next sector",
                            dof[c], sector->s->name);
        }
        force[place + form->n * c] = 1.0;
    }
    const rdg_sparse K = {
        .pattern = {.rows = form->n, .cols = form->n, .start = form->start, .row = form->row},
        .values = form->K};
    double quality = 0.0;
    const int status = rdg_sparse_solve_all(&K, count, force, x, &quality);
    return status == 0  ? RDG_OK
           : status > 0 ? rdg_fail(sector->ctx, RDG_ERR_SINGULAR, "rdg_sector_mistuned_wheel",
                                   "the rotor of \"%s\" is not held in nodal diameter %" PRId64
                                   ": static shapes of contacts need a support",
                                   sector->s->name, diameter)
                        : RDG_ERR_NO_MEMORY;
}

/* All static shapes into W. */
static rdg_status find_static(work *w, rdg_index diameter, const rdg_index *dof)
{
    const rdg_sector *sector = w->sector;
    rdg_structure *wave = rdg_sector_fold(sector, sector->sectors - diameter);
    rdg_structure *form =
        wave ? rdg_wave_real_form(wave, rdg_wave_diameter(wave->wave, 1), "rdg_sector_mistuned_wheel") : NULL;
    const size_t size = form ? (size_t)(form->n * w->count) : 0;
    double *force = rdg_context_calloc(sector->ctx, size, sizeof *force);
    double *x = rdg_context_calloc(sector->ctx, size, sizeof *x);
    double *shape = rdg_context_calloc(sector->ctx, (size_t)(2 * w->n), sizeof *shape);
    rdg_status status = rdg_error_status(sector->ctx);
    status = form && status == RDG_OK ? solve(sector, form, diameter, w->count, dof, force, x) : status;
    for (rdg_index c = 0; form && status == RDG_OK && c < w->count; c++) {
        const double *re = x + form->n * c;
        for (rdg_index i = 0; i < sector->n; i++) {
            w->y[i] = form->n > sector->n ? re[i] + I * re[sector->n + i] : re[i];
        }
        rdg_sector_expand(sector, diameter, w->y, shape);
        for (rdg_index i = 0; i < w->n; i++) {
            w->W[i + w->n * c] = shape[i] + I * shape[w->n + i];
        }
    }
    rdg_free(force);
    rdg_free(x);
    rdg_free(shape);
    rdg_structure_free(form);
    rdg_structure_free(wave);
    return status;
}

rdg_status rdg_sector_static_shapes(const rdg_sector *sector, rdg_index diameter, rdg_index count,
                                    const rdg_index *dof, rdg_index modes, double *square, double *shapes,
                                    rdg_index *found)
{
    work w = {.sector = sector, .n = sector->s->n, .count = count};
    const size_t all = (size_t)(w.n * count), few = (size_t)(count * count);
    w.W = rdg_context_calloc(sector->ctx, all, sizeof *w.W);
    w.T = rdg_context_calloc(sector->ctx, all, sizeof *w.T);
    w.y = rdg_context_calloc(sector->ctx, (size_t)w.n, sizeof *w.y);
    w.G = rdg_context_calloc(sector->ctx, few, sizeof *w.G);
    w.K = rdg_context_calloc(sector->ctx, few, sizeof *w.K);
    w.value = rdg_context_calloc(sector->ctx, (size_t)count, sizeof *w.value);
    rdg_status status = rdg_error_status(sector->ctx);
    status = status == RDG_OK ? find_static(&w, diameter, dof) : status;
    if (status == RDG_OK) {
        leave_modes(&w, modes, shapes);
        status = make_ritz(&w);
    }
    for (rdg_index c = 0; status == RDG_OK && c < w.count; c++) {
        square[modes + c] = w.value[c];
        for (rdg_index i = 0; i < w.n; i++) {
            shapes[i + 2 * w.n * (modes + c)] = creal(w.W[i + w.n * c]);
            shapes[w.n + i + 2 * w.n * (modes + c)] = cimag(w.W[i + w.n * c]);
        }
    }
    *found = status == RDG_OK ? w.count : 0;
    rdg_free(w.W);
    rdg_free(w.T);
    rdg_free(w.y);
    rdg_free(w.G);
    rdg_free(w.K);
    rdg_free(w.value);
    return status;
}
