/* Released numbers of a proportional damping: derivatives of the stiffness and of condensed loads by those in
 * omega (damping_chain_impl.h). What is at rest knows no damping. */
#include "damping_chain_impl.h"
#include "release_impl.h"

#include <complex.h>
#include <math.h>
#include <string.h>

typedef double _Complex number;

/* 0: a, 1: b, 2: g; -1: number k is none of the damping */
static int kind_of(const rdg_hbm_released *r, rdg_index k)
{
    switch (r->number[k].of.kind) {
    case RDG_PARAMETER_DAMPING_MASS:
        return 0;
    case RDG_PARAMETER_DAMPING_STIFFNESS:
        return 1;
    case RDG_PARAMETER_DAMPING_LOSS:
        return 2;
    default:
        return -1;
    }
}

/* One harmonic. */
typedef struct harmonic {
    int k;
    rdg_index first; /* of its unknowns, 2 n_kept */
    rdg_damping_chain chain;
} harmonic;

static harmonic harmonic_at(const rdg_hbm *hb, rdg_index i)
{
    harmonic h = {.k = hb->active.harmonic[i], .first = (2 * i + hb->basis.has_static) * hb->n_kept};
    rdg_damping_chain_at(h.k, hb->stiffness.omega, hb->stiffness.damping, &h.chain);
    return h;
}

/* to += c x, as cosine - i sine */
static void add(const rdg_hbm *hb, number c, const double *x, double *to)
{
    rdg_hbm_add_turned(hb->n_kept, true, creal(c), cimag(c), x, to);
}

/* omega^power of a pattern and its derivative, with the factor that its load has now */
static void scale_of(const rdg_hbm *hb, const rdg_hbm_pattern *p, number scale[2])
{
    const double omega = hb->stiffness.omega;
    const number f = p->alone >= 0 ? p->amplitude * (cos(p->phase) + I * sin(p->phase)) : (number)1.0;
    scale[0] = p->power == 2 ? f * (omega * omega) : f;
    scale[1] = p->power == 2 ? f * (2.0 * omega) : 0.0;
}

static bool acts(const rdg_hbm_pattern *p, const harmonic *h)
{
    return p->harmonic == h->k && p->load >= 0;
}

/* to += factor F_x of a harmonic */
static void add_load_slope(const rdg_hbm *hb, const harmonic *h, int x, double factor, double *to)
{
    for (rdg_index l = 0; l < hb->excitation.n; l++) {
        const rdg_hbm_pattern *p = &hb->excitation.pattern[l];
        if (acts(p, h)) {
            number s[2];
            scale_of(hb, p, s);
            add(hb, factor * s[0] * h->chain.first[x][1], p->rate[0], to);
        }
    }
}

/* to += factor F_x omega */
static void add_load_mixed(const rdg_hbm *hb, const harmonic *h, int x, double factor, double *to)
{
    for (rdg_index l = 0; l < hb->excitation.n; l++) {
        const rdg_hbm_pattern *p = &hb->excitation.pattern[l];
        if (acts(p, h)) {
            number s[2];
            scale_of(hb, p, s);
            const number c = h->chain.first[x][1];
            add(hb, factor * (s[1] * c + s[0] * h->chain.load_mixed[x]), p->rate[0], to);
            add(hb, factor * s[0] * c, p->rate[1], to);
        }
    }
}

/* to += factor F_xy */
static void add_load_second(const rdg_hbm *hb, const harmonic *h, int x, int y, double factor, double *to)
{
    for (rdg_index l = 0; l < hb->excitation.n; l++) {
        const rdg_hbm_pattern *p = &hb->excitation.pattern[l];
        if (acts(p, h)) {
            number s[2];
            scale_of(hb, p, s);
            add(hb, factor * s[0] * h->chain.load_second[x][y][0], p->rate[0], to);
            add(hb, factor * s[0] * h->chain.load_second[x][y][1], p->rate[1], to);
        }
    }
}

void rdg_hbm_add_damping_columns(const rdg_hbm_released *r, const double *u, double *columns)
{
    const rdg_hbm *hb = r->hb;
    const rdg_index m = hb->m;
    if (!r->product) {
        return;
    }
    memset(r->product, 0, 2 * (size_t)m * sizeof *r->product);
    rdg_hbm_stiffness_multiply(hb, 0, u, r->product);
    rdg_hbm_stiffness_multiply(hb, 1, u, r->product + m);
    for (rdg_index i = 0; i < hb->active.n_harmonics; i++) {
        const harmonic h = harmonic_at(hb, i);
        for (rdg_index k = 0; k < r->n; k++) {
            const int x = kind_of(r, k);
            double *to = columns + m * k + h.first;
            for (int order = 0; x >= 0 && order < 2; order++) {
                add(hb, h.chain.first[x][order], r->product + m * order + h.first, to);
            }
            if (x >= 0) {
                add_load_slope(hb, &h, x, -u[m + 1], to);
            }
        }
    }
}

/* lambda . what is in the column of a harmonic, which is empty afterwards */
static double contract(const rdg_hbm_released *r, const harmonic *h, const double *lambda)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < 2 * r->hb->n_kept; i++) {
        sum += lambda[h->first + i] * r->column[i];
        r->column[i] = 0.0;
    }
    return sum;
}

/* by x and omega, alpha */
static void add_mixed(const rdg_hbm_released *r, const harmonic *h, rdg_index k, double alpha,
                      const double *lambda, double *values)
{
    const rdg_hbm *hb = r->hb;
    const rdg_index m = hb->m;
    const int x = kind_of(r, k);
    for (int order = 0; order < 3; order++) {
        add(hb, h->chain.mixed[x][order], r->product + m * order + h->first, r->column);
    }
    add_load_mixed(hb, h, x, -alpha, r->column);
    rdg_hbm_add_mixed(r, m, k, contract(r, h, lambda), values);
    add_load_slope(hb, h, x, -1.0, r->column);
    rdg_hbm_add_mixed(r, m + 1, k, contract(r, h, lambda), values);
}

/* by x and amplitude or phase of a load */
static void add_load_number(const rdg_hbm_released *r, const harmonic *h, int x, rdg_index l, double alpha,
                            double *to)
{
    const rdg_structure_parameter *of = &r->number[l].of;
    const rdg_hbm_pattern *p = rdg_hbm_pattern_alone(r->hb, of->item);
    const double omega = r->hb->stiffness.omega;
    if (acts(p, h)) {
        const number turn = cos(p->phase) + I * sin(p->phase);
        const number f = of->kind == RDG_PARAMETER_AMPLITUDE ? turn : I * p->amplitude * turn;
        add(r->hb, -alpha * (p->power == 2 ? omega * omega : 1.0) * f * h->chain.first[x][1], p->rate[0], to);
    }
}

/* by x and the other numbers */
static void add_square(const rdg_hbm_released *r, const harmonic *h, rdg_index k, double alpha,
                       const double *lambda, double *values)
{
    const rdg_hbm *hb = r->hb;
    const int x = kind_of(r, k);
    for (rdg_index l = 0; l < r->n; l++) {
        const int y = kind_of(r, l);
        if (y >= 0) {
            for (int order = 0; order < 3; order++) {
                add(hb, h->chain.second[x][y][order], r->product + hb->m * order + h->first, r->column);
            }
            add_load_second(hb, h, x, y, -alpha, r->column);
            values[r->square_place[l + r->n * k]] += contract(r, h, lambda);
        } else if (r->number[l].of.kind != RDG_PARAMETER_OF_ELEMENT) {
            add_load_number(r, h, x, l, alpha, r->column);
            const double entry = contract(r, h, lambda);
            values[r->square_place[l + r->n * k]] += entry;
            values[r->square_place[k + r->n * l]] += entry;
        }
    }
}

/* by x and Q: (lambda^T D_x)^T, whose products are cosine + i sine */
static void add_unknowns(const rdg_hbm_released *r, const harmonic *h, rdg_index k, double *values)
{
    const rdg_hbm *hb = r->hb;
    const int x = kind_of(r, k);
    for (int order = 0; order < 2; order++) {
        add(hb, conj(h->chain.first[x][order]), r->product + hb->m * order + h->first, r->column);
    }
    for (rdg_index i = 0; i < 2 * hb->n_kept; i++) {
        rdg_hbm_add_mixed(r, h->first + i, k, r->column[i], values);
        r->column[i] = 0.0;
    }
}

void rdg_hbm_add_damping_hessian(const rdg_hbm_released *r, const double *u, const double *lambda,
                                 double *values)
{
    const rdg_hbm *hb = r->hb;
    const rdg_index m = hb->m;
    if (!r->product) {
        return;
    }
    for (int transposed = 0; transposed < 2; transposed++) {
        memset(r->column, 0, (size_t)m * sizeof *r->column);
        memset(r->product, 0, 3 * (size_t)m * sizeof *r->product);
        for (int order = 0; order < (transposed ? 2 : 3); order++) {
            double *to = r->product + m * order;
            if (transposed) {
                rdg_hbm_stiffness_multiply_transposed(hb, order, lambda, to);
            } else {
                rdg_hbm_stiffness_multiply(hb, order, u, to);
            }
        }
        for (rdg_index i = 0; i < hb->active.n_harmonics; i++) {
            const harmonic h = harmonic_at(hb, i);
            for (rdg_index k = 0; k < r->n; k++) {
                if (kind_of(r, k) < 0) {
                    continue;
                }
                if (transposed) {
                    add_unknowns(r, &h, k, values);
                } else {
                    add_mixed(r, &h, k, u[m + 1], lambda, values);
                    add_square(r, &h, k, u[m + 1], lambda, values);
                }
            }
        }
    }
}
