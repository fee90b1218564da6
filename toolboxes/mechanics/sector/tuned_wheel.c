/* The modes of a tuned wheel by its sector. A complex shape A + i B of the nodal diameter k, 0 < k < N/2,
 * gives two real modes of the wheel, on sector j with theta = 2 pi j k / N
 *
 *     sqrt(2/N) (cos theta A - sin theta B)   and   sqrt(2/N) (sin theta A + cos theta B);
 *
 * diameters 0 and N/2 have real shapes and give sqrt(1/N) cos theta A. So sector j moves by V T_j, V the
 * columns A and B. */
#include "mistuning_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

void rdg_tuned_wheel_turn(const rdg_tuned_wheel *w, rdg_index j, const double *x, rdg_index stride, double *y)
{
    const rdg_index N = w->sector->sectors;
    for (rdg_index c = 0; c < w->n; c++) {
        const double theta = 2.0 * acos(-1.0) * (double)(j * w->diameter[c] % N) / (double)N;
        if (w->is_pair[c]) {
            const double size = sqrt(2.0 / (double)N), a = x[stride * c], b = x[stride * (c + 1)];
            y[stride * c] = size * (cos(theta) * a - sin(theta) * b);
            y[stride * (c + 1)] = size * (sin(theta) * a + cos(theta) * b);
            c++;
        } else {
            y[stride * c] = cos(theta) / sqrt((double)N) * x[stride * c];
        }
    }
}

/* omega^2 and shapes of a nodal diameter: modes, and what static shapes of contacts add to them. */
static rdg_status basis_of(const rdg_tuned_wheel *w, rdg_index diameter, double *square, double *shapes,
                           rdg_index *more)
{
    RDG_TRY(rdg_sector_modes(w->sector, diameter, w->modes, square, shapes));
    for (rdg_index a = 0; a < w->modes; a++) {
        square[a] *= square[a];
    }
    return w->n_contacts > 0 ? rdg_sector_static_shapes(w->sector, diameter, w->n_contacts, w->contact,
                                                        w->modes, square, shapes, more)
                             : RDG_OK;
}

static rdg_status find_modes(rdg_tuned_wheel *w)
{
    const rdg_sector *sector = w->sector;
    const rdg_index n = sector->s->n, m = w->modes, most = m + w->n_contacts;
    double *square = rdg_context_calloc(sector->ctx, (size_t)most, sizeof *square);
    double *shapes = rdg_context_calloc(sector->ctx, (size_t)(2 * n * most), sizeof *shapes);
    rdg_status status = square && shapes ? RDG_OK : RDG_ERR_NO_MEMORY;
    rdg_index c = 0;
    for (rdg_index k = 0; status == RDG_OK && 2 * k <= sector->sectors; k++) {
        const int columns = k == 0 || 2 * k == sector->sectors ? 1 : 2;
        rdg_index more = 0;
        status = basis_of(w, k, square, shapes, &more);
        for (rdg_index a = 0; status == RDG_OK && a < m + more; a++) {
            memcpy(w->V + n * c, shapes + 2 * n * a, (size_t)(columns * n) * sizeof *shapes);
            w->is_pair[c] = columns == 2;
            for (int i = 0; i < columns; i++, c++) {
                w->diameter[c] = k;
                w->square[c] = square[a];
            }
        }
    }
    w->n = c;
    rdg_free(square);
    rdg_free(shapes);
    return status;
}

/* G = V' K_blade V */
static rdg_status project(rdg_tuned_wheel *w, const rdg_sparse *blade)
{
    const rdg_index n = w->sector->s->n;
    double *y = rdg_context_calloc(w->sector->ctx, (size_t)n, sizeof *y);
    for (rdg_index d = 0; y && d < w->n; d++) {
        memset(y, 0, (size_t)n * sizeof *y);
        for (rdg_index j = 0; j < n; j++) {
            for (rdg_index e = blade->pattern.start[j]; e < blade->pattern.start[j + 1]; e++) {
                y[blade->pattern.row[e]] += blade->values[e] * w->V[n * d + j];
            }
        }
        for (rdg_index c = 0; c < w->n; c++) {
            for (rdg_index i = 0; i < n; i++) {
                w->G[c + w->n * d] += w->V[n * c + i] * y[i];
            }
        }
    }
    rdg_free(y);
    return rdg_error_status(w->sector->ctx);
}

/* Rounding leaves G nearly symmetric; what is not comes from the blade's stiffness. */
static rdg_status require_symmetry(const rdg_tuned_wheel *w)
{
    double size = 0.0, worst = 0.0;
    for (rdg_index c = 0; c < w->n; c++) {
        for (rdg_index d = 0; d <= c; d++) {
            size = fmax(size, fabs(w->G[c + w->n * d]));
            worst = fmax(worst, fabs(w->G[c + w->n * d] - w->G[d + w->n * c]));
        }
    }
    return worst <= 1e-9 * size
               ? RDG_OK
               : rdg_fail(w->sector->ctx, RDG_ERR_ARGUMENT, "rdg_sector_mistuned",
                          "the blade's stiffness of \"%s\" is not symmetric", w->sector->s->name);
}

static rdg_status allocate(rdg_tuned_wheel *w)
{
    rdg_context *ctx = w->sector->ctx;
    const size_t n = (size_t)w->n;
    w->diameter = rdg_context_calloc(ctx, n, sizeof *w->diameter);
    w->dof = rdg_context_calloc(ctx, n, sizeof *w->dof);
    w->is_pair = rdg_context_calloc(ctx, n, sizeof *w->is_pair);
    w->square = rdg_context_calloc(ctx, n, sizeof *w->square);
    w->x = rdg_context_calloc(ctx, n, sizeof *w->x);
    w->V = rdg_context_calloc(ctx, n * (size_t)w->sector->s->n, sizeof *w->V);
    w->G = rdg_context_calloc(ctx, n * n, sizeof *w->G);
    w->M = rdg_context_calloc(ctx, n * n, sizeof *w->M);
    w->K = rdg_context_calloc(ctx, n * n, sizeof *w->K);
    for (rdg_index c = 0; w->dof && c < w->n; c++) {
        w->dof[c] = c;
    }
    return rdg_error_status(ctx);
}

rdg_status rdg_tuned_wheel_fill(rdg_tuned_wheel *w, const rdg_sparse *blade)
{
    RDG_TRY(allocate(w));
    RDG_TRY(find_modes(w));
    RDG_TRY(project(w, blade));
    return require_symmetry(w);
}

void rdg_tuned_wheel_release(rdg_tuned_wheel *w)
{
    rdg_free(w->diameter);
    rdg_free(w->dof);
    rdg_free(w->is_pair);
    rdg_free(w->square);
    rdg_free(w->x);
    rdg_free(w->V);
    rdg_free(w->G);
    rdg_free(w->M);
    rdg_free(w->K);
}
