/* How many digits the product of an orbit's intervals and events keeps, and multipliers where it keeps too
 * few or intervals are long for changes. */
#include "colloc_variation_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Rounding errors of the product are as many times those of numbers of size 1, at most. */
static const double most_growth = 1e5;

/* Logarithms of moduli beyond this are drawn together, in their order: products of all of them are to be
 * numbers. */
static const double far = 200.0;

/* What an interval or an event makes of changes: G [rows cols], in units of sizes. */
typedef struct link {
    const double *G, *size_of_rows, *size_of_columns;
    rdg_index rows, cols;
} link;

/* Link i of a part: its intervals, then its event. */
static link link_at(const rdg_colloc_monodromy *m, rdg_index k, rdg_index i)
{
    const rdg_colloc_part *part = &m->part[k];
    const rdg_index n = part->s->at.n;
    if (i < part->s->at.N) {
        return (link){part->G + i * n * n, part->s->size, part->s->size, n, n};
    }
    return (link){part->S, m->part[(k + 1) % m->parts].s->size, part->s->size, part->next, n};
}

static rdg_index links_of(const rdg_colloc_part *part)
{
    return part->s->at.N + (part->event >= 0 ? 1 : 0);
}

/* The largest entry of a product, of the sizes of states. */
static double size_of(const double *P, rdg_index rows, rdg_index cols, const double *size_of_rows,
                      const double *size_of_columns)
{
    double largest = 0.0;
    for (rdg_index c = 0; c < cols; c++) {
        for (rdg_index r = 0; r < rows; r++) {
            largest =
                fmax(largest, fabs(P[r + rows * c]) * size_of_columns[c] / fmax(size_of_rows[r], 1e-100));
        }
    }
    return largest;
}

/* out [rows cols] = A B, not in place. */
static void product(rdg_index rows, rdg_index inner, rdg_index cols, const double *A, const double *B,
                    double *out)
{
    rdg_blas_begin();
    cblas_dgemm(CblasColMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)cols, (int)inner, 1.0, A,
                (int)rows, B, (int)inner, 0.0, out, (int)rows);
    rdg_blas_end(0);
}

static void swap(rdg_colloc_monodromy *m)
{
    double *const other = m->P;
    m->P = m->Q;
    m->Q = other;
}

static void begin_with_one(rdg_colloc_monodromy *m)
{
    memset(m->P, 0, (size_t)(m->states * m->states) * sizeof *m->P);
    for (rdg_index a = 0; a < m->states; a++) {
        m->P[a + m->states * a] = 1.0;
    }
}

/* Sizes of the product until each link's end, into m->until; the last one is answered. */
static double go_forward(rdg_colloc_monodromy *m)
{
    rdg_index at = 0;
    begin_with_one(m);
    for (rdg_index k = 0; k < m->parts; k++) {
        for (rdg_index i = 0; i < links_of(&m->part[k]); i++, at++) {
            const link l = link_at(m, k, i);
            product(l.rows, l.cols, m->states, l.G, m->P, m->Q);
            swap(m);
            m->until[at] = size_of(m->P, l.rows, m->states, l.size_of_rows, m->part[0].s->size);
        }
    }
    return m->until[at - 1];
}

/* Errors that a link makes, of the size of the product until there, grow through the links behind it. */
static double spread(rdg_colloc_monodromy *m)
{
    double largest = go_forward(m);
    rdg_index at = 0;
    for (rdg_index k = 0; k < m->parts; k++) {
        at += links_of(&m->part[k]);
    }
    begin_with_one(m);
    for (rdg_index k = m->parts - 1; k >= 0; k--) {
        for (rdg_index i = links_of(&m->part[k]) - 1; i >= 0; i--) {
            const link l = link_at(m, k, i);
            product(m->states, l.rows, l.cols, m->P, l.G, m->Q);
            swap(m);
            if (--at > 0) {
                const double behind = size_of(m->P, m->states, l.cols, m->part[0].s->size, l.size_of_columns);
                largest = fmax(largest, m->until[at - 1] * fmax(1.0, behind));
            }
        }
    }
    return largest;
}

static double drawn_together(double log)
{
    const double l = fabs(log);
    return l <= far ? log : copysign(1.5 * far - 0.5 * far * far / l, log);
}

static rdg_colloc_variation *walk_of(rdg_colloc_monodromy *m)
{
    if (!m->walk) {
        m->walk = rdg_context_calloc(m->c->ctx, 1, sizeof *m->walk);
        if (m->walk && rdg_colloc_variation_create(m->walk, m) != RDG_OK) {
            rdg_colloc_variation_release(m->walk);
            rdg_free(m->walk);
            m->walk = NULL;
        }
    }
    return m->walk;
}

int rdg_colloc_monodromy_logarithms(rdg_colloc_monodromy *m, const double *u)
{
    rdg_colloc_variation *v = walk_of(m);
    int answer = v ? rdg_colloc_monodromy_prepare(m, u) : -1;
    answer = answer == 0 && m->grazes ? 1 : answer;
    return answer ? answer
                  : rdg_colloc_variation_multipliers(v, RDG_COLLOC_VARIATION_EXACT, m->log, m->angle);
}

int rdg_colloc_monodromy_eigenvalues(const double *u, double *re, double *im, rdg_spectrum_known *known,
                                     void *data)
{
    rdg_colloc_monodromy *m = data;
    rdg_colloc_variation *v = walk_of(m);
    *known = RDG_SPECTRUM_BY_MATRIX;
    int answer = v ? rdg_colloc_monodromy_prepare(m, u) : -1;
    if (answer == 0 && m->grazes) {
        *known = RDG_SPECTRUM_UNKNOWN;
        return 0;
    }
    if (answer != 0 || (m->stiffness <= RDG_COLLOC_VARIATION_RESOLVED && spread(m) <= most_growth)) {
        return answer;
    }
    answer = rdg_colloc_variation_multipliers(v, RDG_COLLOC_VARIATION_TOLD, m->log, m->angle);
    for (rdg_index i = 0; answer == 0 && i < m->n; i++) {
        const double modulus = isinf(m->log[i]) ? 0.0 : exp(drawn_together(m->log[i]));
        const bool real = fabs(sin(m->angle[i])) < 1e-15;
        re[i] = modulus * cos(m->angle[i]);
        im[i] = real ? 0.0 : modulus * sin(m->angle[i]);
    }
    *known = answer == 0 ? RDG_SPECTRUM_TOLD : RDG_SPECTRUM_UNKNOWN;
    return answer < 0 ? answer : 0;
}
