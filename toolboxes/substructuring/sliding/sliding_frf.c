/* Frequency responses of a sliding contact, eliminated at places. All sums over modes of all places and
 * frequencies are one product of matrices: [h; places' rows]. */
#include "sliding_frf.h"
#include "sliding_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <complex.h>
#include <inttypes.h>
#include <math.h>

enum { ROWS = 3, BLOCK = 64 }; /* a b, o b and a i of a place; places that are done at once */

typedef struct frf_map {
    rdg_sliding *c;
    const char *where;
    rdg_index modes, n;
    const double *omega;
    double *o, *i;          /* [modes] the places' rows */
    double *a, *b;          /* [modes] */
    double *h;              /* [2 n * modes] real parts of 1/d for all frequencies, then imaginary parts */
    double *rows;           /* [modes * ROWS * BLOCK] */
    double *sums;           /* [2 n * ROWS * BLOCK] */
    double complex *direct; /* [n] o H i, without contact */
} frf_map;

static rdg_status place_row(const frf_map *m, rdg_sliding_place place, double *row)
{
    const rdg_sliding_side *side = place.target ? &m->c->target : &m->c->slider;
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    RDG_TRY(rdg_structure_displacement(side->s, m->where, place.name, &n, &dof, &weight));
    for (rdg_index i = 0; i < side->n; i++) {
        for (rdg_index t = 0; t < n; t++) {
            row[i + (place.target ? m->c->slider.n : 0)] += weight[t] * side->phi[dof[t] + side->n * i];
        }
    }
    return RDG_OK;
}

/* 1 / (w^2 - omega^2 + i omega c) of all modes and frequencies */
static rdg_status fill_modes(const frf_map *m)
{
    for (rdg_index i = 0; i < m->modes; i++) {
        const bool slider = i < m->c->slider.n;
        const rdg_sliding_side *side = slider ? &m->c->slider : &m->c->target;
        const rdg_index mode = slider ? i : i - m->c->slider.n;
        for (rdg_index k = 0; k < m->n; k++) {
            const double omega = m->omega[k], re = side->w2[mode] - omega * omega, im = omega * side->c[mode];
            const double square = re * re + im * im;
            if (!(square > 0.0)) {
                return rdg_fail(m->c->ctx, RDG_ERR_SINGULAR, m->where,
                                "at %g rad/s mode %" PRId64
                                " of \"%s\" is in resonance and has no damping: there is no response",
                                omega, mode, rdg_structure_name(side->s));
            }
            m->h[k + 2 * m->n * i] = re / square;
            m->h[k + m->n + 2 * m->n * i] = -im / square;
            m->direct[k] += m->o[i] * m->i[i] * (re - im * I) / square;
        }
    }
    return RDG_OK;
}

static void fill_rows(const frf_map *m, const rdg_sliding_state *at, double *rows)
{
    rdg_sliding_rows(m->c, at, m->c->mu, m->a, m->b);
    for (rdg_index i = 0; i < m->modes; i++) {
        rows[i] = m->a[i] * m->b[i];
        rows[i + m->modes] = m->o[i] * m->b[i];
        rows[i + 2 * m->modes] = m->a[i] * m->i[i];
    }
}

static rdg_status write_place(const frf_map *m, const double *sums, double complex *H)
{
    const rdg_index n = m->n;
    for (rdg_index k = 0; k < n; k++) {
        double complex sum[ROWS];
        for (int r = 0; r < ROWS; r++) {
            sum[r] = sums[k + 2 * n * r] + sums[k + n + 2 * n * r] * I;
        }
        if (sum[0] == 0.0) {
            return rdg_fail(m->c->ctx, RDG_ERR_SINGULAR, m->where,
                            "at %g rad/s the coupled structures are in resonance and have no damping",
                            m->omega[k]);
        }
        H[k] = m->direct[k] - sum[1] * sum[2] / sum[0];
    }
    return RDG_OK;
}

static rdg_status fill_map(const frf_map *m, rdg_index states, const rdg_sliding_state *at, double complex *H)
{
    const int n2 = (int)(2 * m->n), modes = (int)m->modes;
    for (rdg_index first = 0; first < states; first += BLOCK) {
        const int places = (int)(states - first < BLOCK ? states - first : BLOCK);
        for (int s = 0; s < places; s++) {
            fill_rows(m, &at[first + s], m->rows + m->modes * ROWS * s);
        }
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, n2, ROWS * places, modes, 1.0, m->h, n2,
                    m->rows, modes, 0.0, m->sums, n2);
        rdg_blas_end(0);
        for (int s = 0; s < places; s++) {
            RDG_TRY(write_place(m, m->sums + 2 * m->n * ROWS * s, H + m->n * (first + s)));
        }
    }
    return RDG_OK;
}

static rdg_status check(const frf_map *m, rdg_index states, const rdg_sliding_state *at)
{
    if (states < 1 || m->n < 1) {
        return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, m->where,
                        "%" PRId64 " places and %" PRId64 " frequencies: 1 or more of each are needed",
                        states, m->n);
    }
    for (rdg_index s = 0; s < states; s++) {
        if (at[s].segment < 0 || at[s].segment > m->c->nodes - 2 || !isfinite(at[s].alpha) ||
            !isfinite(at[s].gamma)) {
            return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, m->where,
                            "place %" PRId64 ": alpha = %g, gamma = %g of segment %" PRId64
                            ", which are 0 .. %" PRId64,
                            s, at[s].alpha, at[s].gamma, at[s].segment, m->c->nodes - 2);
        }
    }
    for (rdg_index k = 0; k < m->n; k++) {
        if (!isfinite(m->omega[k]) || !(m->omega[k] > 0.0)) {
            return rdg_fail(m->c->ctx, RDG_ERR_ARGUMENT, m->where,
                            "frequency %" PRId64 " is %g rad/s: it must be positive", k, m->omega[k]);
        }
    }
    return RDG_OK;
}

static rdg_status reserve(frf_map *m)
{
    rdg_context *ctx = m->c->ctx;
    const size_t modes = (size_t)m->modes, n = (size_t)m->n;
    m->o = rdg_context_calloc(ctx, 4 * modes, sizeof *m->o);
    m->h = rdg_context_calloc(ctx, 2 * n * modes, sizeof *m->h);
    m->rows = rdg_context_calloc(ctx, modes * ROWS * BLOCK, sizeof *m->rows);
    m->sums = rdg_context_calloc(ctx, 2 * n * ROWS * BLOCK, sizeof *m->sums);
    m->direct = rdg_context_calloc(ctx, n, sizeof *m->direct);
    if (!m->o || !m->h || !m->rows || !m->sums || !m->direct) {
        return RDG_ERR_NO_MEMORY;
    }
    m->i = m->o + modes;
    m->a = m->i + modes;
    m->b = m->a + modes;
    return RDG_OK;
}

rdg_status rdg_sliding_frf(rdg_sliding *c, rdg_sliding_place response, rdg_sliding_place force,
                           rdg_index states, const rdg_sliding_state *at, rdg_index n, const double *omega,
                           double _Complex *H)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, at, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, omega, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, H, RDG_ERR_ARGUMENT);
    frf_map m = {.c = c, .where = __func__, .modes = rdg_sliding_modes(c), .n = n, .omega = omega};
    RDG_TRY(check(&m, states, at));
    rdg_status status = reserve(&m);
    if (status == RDG_OK) {
        status = place_row(&m, response, m.o);
    }
    if (status == RDG_OK) {
        status = place_row(&m, force, m.i);
    }
    if (status == RDG_OK) {
        status = fill_modes(&m);
    }
    if (status == RDG_OK) {
        status = fill_map(&m, states, at, H);
    }
    rdg_free(m.o);
    rdg_free(m.h);
    rdg_free(m.rows);
    rdg_free(m.sums);
    rdg_free(m.direct);
    return status;
}
