/* Dynamic stiffness of all harmonics at one omega, kept until another omega is asked for.
 *
 * A harmonic's complex block Re + i Im acts on (Qc, Qs) as [[Re, Im], [-Im, Re]]; the static part is Re
 * alone. The rows of one harmonic follow each other in Q, and so do their entries in a Jacobian's column. */
#include "hbm_impl.h"

/* One harmonic. */
typedef struct block {
    const double *re, *im; /* [n_kept^2], column-major */
    rdg_index first;       /* its first unknown */
    bool constant;         /* the static part */
} block;

static rdg_index block_count(const rdg_hbm *hb)
{
    return hb->basis.n_harmonics + hb->basis.has_static;
}

static block block_at(const rdg_hbm *hb, int order, rdg_index i)
{
    const rdg_index nk = hb->n_kept;
    const double *D = hb->stiffness.D[order] + 2 * nk * nk * i;
    const bool constant = hb->basis.has_static && i == 0;
    const rdg_index c = constant ? 0 : 2 * i - hb->basis.has_static;
    return (block){.re = D, .im = D + nk * nk, .first = c * nk, .constant = constant};
}

int rdg_hbm_stiffness_update(rdg_hbm *hb, double omega, int order)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    if (s->order >= order && s->omega == omega) {
        return 0;
    }
    s->wanted = order > s->wanted ? order : s->wanted;
    s->order = -1;
    const rdg_index size = 2 * hb->n_kept * hb->n_kept;
    for (rdg_index i = 0; i < block_count(hb); i++) {
        const rdg_index harmonic = i - hb->basis.has_static;
        const int k = harmonic < 0 ? 0 : hb->basis.harmonic[harmonic];
        const int status =
            rdg_condensation_evaluate(s->condensation, k, omega, s->D[0] + size * i, s->D[1] + size * i,
                                      s->wanted == 2 ? s->D[2] + size * i : NULL);
        if (status != 0) {
            return status;
        }
    }
    s->omega = omega;
    s->order = s->wanted;
    return 0;
}

/* y += A x, or y += A^T x; factor multiplies. */
static void add_product(rdg_index n, const double *A, bool transposed, double factor, const double *x,
                        double *y)
{
    for (rdg_index j = 0; j < n; j++) {
        const double *column = A + n * j;
        if (transposed) {
            double sum = 0.0;
            for (rdg_index i = 0; i < n; i++) {
                sum += column[i] * x[i];
            }
            y[j] += factor * sum;
        } else {
            const double xj = factor * x[j];
            for (rdg_index i = 0; i < n; i++) {
                y[i] += column[i] * xj;
            }
        }
    }
}

static void multiply(const rdg_hbm *hb, int order, bool transposed, const double *x, double *y)
{
    const rdg_index nk = hb->n_kept;
    for (rdg_index i = 0; i < block_count(hb); i++) {
        const block b = block_at(hb, order, i);
        const double *xc = x + b.first, *xs = xc + nk;
        double *yc = y + b.first, *ys = yc + nk;
        add_product(nk, b.re, transposed, 1.0, xc, yc);
        if (b.constant) {
            continue;
        }
        add_product(nk, b.re, transposed, 1.0, xs, ys);
        add_product(nk, b.im, transposed, transposed ? -1.0 : 1.0, xs, yc);
        add_product(nk, b.im, transposed, transposed ? 1.0 : -1.0, xc, ys);
    }
}

void rdg_hbm_stiffness_multiply(const rdg_hbm *hb, int order, const double *x, double *y)
{
    multiply(hb, order, false, x, y);
}

void rdg_hbm_stiffness_multiply_transposed(const rdg_hbm *hb, int order, const double *x, double *y)
{
    multiply(hb, order, true, x, y);
}

static void add_column(rdg_index n, double factor, const double *column, double *values)
{
    for (rdg_index i = 0; i < n; i++) {
        values[i] += factor * column[i];
    }
}

void rdg_hbm_stiffness_scatter(const rdg_hbm *hb, double *values)
{
    const rdg_index nk = hb->n_kept;
    for (rdg_index i = 0; i < block_count(hb); i++) {
        const block b = block_at(hb, 0, i);
        for (rdg_index j = 0; j < nk; j++) {
            const rdg_index *place = hb->jacobian.stiffness_place + b.first + j;
            add_column(nk, 1.0, b.re + nk * j, values + place[0]);
            if (!b.constant) {
                add_column(nk, -1.0, b.im + nk * j, values + place[0] + nk);
                add_column(nk, 1.0, b.im + nk * j, values + place[nk]);
                add_column(nk, 1.0, b.re + nk * j, values + place[nk] + nk);
            }
        }
    }
}
