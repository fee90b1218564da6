/* Modes of a nodal diameter: those of the Hermitian matrices in real form (wave.h), where each complex mode v
 * is the pair of v and i v. */
#include "sector_impl.h"

#include <ridgewalk/modes.h>
#include <ridgewalk/toolbox.h>

#include <complex.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

void rdg_sector_expand(const rdg_sector *sector, rdg_index diameter, const double complex *v, double *shape)
{
    const rdg_index n = sector->s->n;
    const double theta = 2.0 * acos(-1.0) * (double)diameter / (double)sector->sectors;
    const double complex next = cos(theta) + I * sin(theta);
    for (rdg_index i = 0; i < n; i++) {
        const rdg_index place = sector->place[i];
        const rdg_face_dof *right = place < 0 ? &sector->right[-1 - place] : NULL;
        double complex u = place < 0 ? 0.0 : v[place];
        for (int k = 0; right && k < right->n; k++) {
            u += next * right->weight[k] * v[sector->place[right->dof[k]]];
        }
        shape[i] = creal(u);
        shape[n + i] = cimag(u);
    }
}

typedef struct modes {
    const rdg_sector *sector;
    const rdg_structure *wave; /* whose engine order is minus the nodal diameter */
    rdg_index diameter, n, times;
    double *omega, *shapes; /* of the real form, [times * count], [times n * times count] */
    double *M;              /* [2 * entries] */
    double complex *v, *Mv; /* [n * count] the modes, and by M */
} modes;

/* Real form: v = x_1 + i x_2 of [x_1; x_2] */
static double complex entry(const modes *m, rdg_index i, rdg_index column)
{
    const double *x = m->shapes + m->times * m->n * column;
    return m->times == 2 ? x[i] + I * x[m->n + i] : x[i];
}

/* y = M x */
static void multiply(const modes *m, const double complex *x, double complex *y)
{
    const rdg_structure *t = m->wave;
    const rdg_index entries = t->start[t->n];
    memset(y, 0, (size_t)t->n * sizeof *y);
    for (rdg_index j = 0; j < t->n; j++) {
        for (rdg_index e = t->start[j]; e < t->start[j + 1]; e++) {
            y[t->row[e]] += (m->M[e] + I * m->M[entries + e]) * x[j];
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

/* Take a column as mode k if it is no multiple of the modes before: one of a pair is. Twice, for rounding. */
static bool take(const modes *m, rdg_index column, rdg_index k)
{
    const double left = 0.3; /* of its size: of two columns in the plane of a pair one has at least half */
    double complex *v = m->v + m->n * k, *Mv = m->Mv + m->n * k;
    for (rdg_index i = 0; i < m->n; i++) {
        v[i] = entry(m, i, column);
    }
    for (int sweep = 0; sweep < 2; sweep++) {
        for (rdg_index b = 0; b < k; b++) {
            const double complex part = product(m->n, m->Mv + m->n * b, v);
            for (rdg_index i = 0; i < m->n; i++) {
                v[i] -= part * m->v[m->n * b + i];
            }
        }
    }
    multiply(m, v, Mv);
    const double size = sqrt(fmax(creal(product(m->n, v, Mv)), 0.0));
    if (!(size > left)) {
        return false;
    }
    for (rdg_index i = 0; i < m->n; i++) {
        v[i] /= size;
        Mv[i] /= size;
    }
    return true;
}

/* The largest entry real and positive. */
static void write_shape(const modes *m, const double complex *v, double *shape)
{
    double complex largest = 1.0;
    double size = 0.0;
    for (rdg_index i = 0; i < m->n; i++) {
        if (cabs(v[i]) > size * (1.0 + 1e-9)) { /* of equal ones the first */
            size = cabs(v[i]);
            largest = v[i] / size;
        }
    }
    const rdg_index n = m->sector->s->n;
    rdg_sector_expand(m->sector, m->diameter, v, shape);
    for (rdg_index i = 0; i < n; i++) {
        const double complex u = (shape[i] + I * shape[n + i]) * conj(largest);
        shape[i] = creal(u);
        shape[n + i] = cimag(u);
    }
}

static rdg_status find(modes *m, rdg_index count, double *omega, double *shapes)
{
    rdg_context *ctx = m->sector->ctx;
    const size_t columns = (size_t)(m->times * count), entries = (size_t)m->wave->start[m->n];
    rdg_structure *form =
        rdg_wave_real_form(m->wave, rdg_wave_diameter(m->wave->wave, 1), "rdg_sector_modes");
    m->omega = rdg_context_calloc(ctx, columns, sizeof *m->omega);
    m->shapes = rdg_context_calloc(ctx, shapes ? columns * (size_t)(m->times * m->n) : 1, sizeof *m->shapes);
    m->M = rdg_context_calloc(ctx, 6 * entries, sizeof *m->M);
    m->v = rdg_context_calloc(ctx, (size_t)(m->n * count), sizeof *m->v);
    m->Mv = rdg_context_calloc(ctx, (size_t)(m->n * count), sizeof *m->Mv);
    rdg_status status = form && rdg_error_status(ctx) == RDG_OK
                            ? rdg_structure_modes(form, RDG_NO_SPRINGS, (rdg_index)columns, m->omega,
                                                  shapes ? m->shapes : NULL)
                            : rdg_error_status(ctx);
    rdg_structure_free(form);
    if (status != RDG_OK) {
        return status;
    }
    rdg_structure_matrices_of(m->wave, 1, m->M, m->M + 2 * entries, m->M + 4 * entries);
    for (rdg_index k = 0; k < count; k++) {
        omega[k] = m->omega[m->times * k];
    }
    rdg_index found = 0;
    for (rdg_index column = 0; shapes && column < (rdg_index)columns && found < count; column++) {
        if (take(m, column, found)) {
            write_shape(m, m->v + m->n * found, shapes + 2 * m->sector->s->n * found);
            found++;
        }
    }
    return shapes && found < count
               ? rdg_fail(ctx, RDG_ERR_LIBRARY, "rdg_sector_modes",
                          "only %" PRId64 " of %" PRId64 " shapes of \"%s\" are independent", found, count,
                          m->wave->name)
               : RDG_OK;
}

rdg_status rdg_sector_modes(const rdg_sector *sector, rdg_index diameter, rdg_index count, double *omega,
                            double *shapes)
{
    RDG_ENTER(sector, sector->ctx, RDG_ERR_EARLIER);
    if (diameter < 0 || 2 * diameter > sector->sectors || count < 1 || count > sector->n || !omega) {
        return RDG_FAIL(sector->ctx, RDG_ERR_ARGUMENT,
                        "\"%s\" has the nodal diameters 0 .. %" PRId64 " with 1 .. %" PRId64
                        " modes, not %" PRId64 " with %" PRId64 " (or there is no place for omega)",
                        sector->s->name, sector->sectors / 2, sector->n, diameter, count);
    }
    /* a harmonic's coefficients turn by exp(-i theta), shapes by exp(i theta) */
    rdg_structure *wave = rdg_sector_fold(sector, sector->sectors - diameter);
    if (!wave) {
        return rdg_error_status(sector->ctx);
    }
    modes m = {.sector = sector, .wave = wave, .diameter = diameter, .n = sector->n};
    m.times = rdg_wave_is_real(wave->wave, diameter) ? 1 : 2;
    const rdg_status status = find(&m, count, omega, shapes);
    rdg_free(m.omega);
    rdg_free(m.shapes);
    rdg_free(m.M);
    rdg_free(m.v);
    rdg_free(m.Mv);
    rdg_structure_free(wave);
    return status;
}
