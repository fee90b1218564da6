/* Released amplitudes and phases of loads. As cosine - i sine a load is a exp(i p) U(omega), which alpha
 * scales unless it is constant:
 *
 *     d/da = exp(i p) U,   d/dp = i a exp(i p) U,   d2/da dp = i exp(i p) U,   d2/dp2 = -a exp(i p) U. */
#include "release_impl.h"

#include <math.h>
#include <string.h>

typedef struct factor {
    double re, im;
} factor;

/* by how much the factor a exp(i p) changes with a number */
static factor slope(const rdg_hbm_pattern *p, rdg_structure_parameter_kind by)
{
    const double c = cos(p->phase), s = sin(p->phase);
    return by == RDG_PARAMETER_AMPLITUDE ? (factor){c, s} : (factor){-p->amplitude * s, p->amplitude * c};
}

static factor curvature(const rdg_hbm_pattern *p, rdg_structure_parameter_kind by,
                        rdg_structure_parameter_kind and)
{
    const double c = cos(p->phase), s = sin(p->phase);
    if (by == RDG_PARAMETER_AMPLITUDE || and == RDG_PARAMETER_AMPLITUDE) {
        return by == and? (factor){0.0, 0.0} : (factor){-s, c};
    }
    return (factor){-p->amplitude * c, -p->amplitude * s};
}

/* The pattern of number k; NULL if it is none of a load. */
static const rdg_hbm_pattern *pattern_of(const rdg_hbm_released *r, rdg_index k)
{
    const rdg_structure_parameter *of = &r->number[k].of;
    return of->kind == RDG_PARAMETER_AMPLITUDE || of->kind == RDG_PARAMETER_PHASE
               ? rdg_hbm_pattern_alone(r->hb, of->item)
               : NULL;
}

static rdg_index first_of(const rdg_hbm *hb, const rdg_hbm_pattern *p)
{
    return rdg_hbm_coefficient(&hb->basis, p->harmonic) * hb->n_kept;
}

void rdg_hbm_add_load_columns(const rdg_hbm_released *r, double alpha, double *columns)
{
    const rdg_hbm *hb = r->hb;
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_hbm_pattern *p = pattern_of(r, k);
        if (p) {
            const factor f = slope(p, r->number[k].of.kind);
            const double level = p->is_static ? -1.0 : -alpha;
            rdg_hbm_add_turned(hb->n_kept, p->harmonic > 0, level * f.re, level * f.im, p->unit[0],
                               columns + hb->m * k + first_of(hb, p));
        }
    }
}

/* lambda . f U, or a derivative of U in omega */
static double contract(const rdg_hbm_released *r, const rdg_hbm_pattern *p, factor f, int order,
                       const double *lambda)
{
    const rdg_hbm *hb = r->hb;
    const rdg_index n = (p->harmonic > 0 ? 2 : 1) * hb->n_kept;
    double sum = 0.0;
    memset(r->column, 0, (size_t)n * sizeof *r->column);
    rdg_hbm_add_turned(hb->n_kept, p->harmonic > 0, f.re, f.im, p->unit[order], r->column);
    for (rdg_index i = 0; i < n; i++) {
        sum += lambda[first_of(hb, p) + i] * r->column[i];
    }
    return sum;
}

void rdg_hbm_add_load_hessian(const rdg_hbm_released *r, double alpha, const double *lambda, double *values)
{
    const rdg_index m = r->hb->m;
    for (rdg_index k = 0; k < r->n; k++) {
        const rdg_hbm_pattern *p = pattern_of(r, k);
        if (!p) {
            continue;
        }
        const rdg_structure_parameter_kind by = r->number[k].of.kind;
        const factor f = slope(p, by);
        const double level = p->is_static ? 1.0 : alpha;
        rdg_hbm_add_mixed(r, m, k, -level * contract(r, p, f, 1, lambda), values);
        if (!p->is_static) {
            rdg_hbm_add_mixed(r, m + 1, k, -contract(r, p, f, 0, lambda), values);
        }
        for (rdg_index l = 0; l < r->n; l++) {
            if (pattern_of(r, l) == p) {
                values[r->square_place[l + r->n * k]] -=
                    level * contract(r, p, curvature(p, by, r->number[l].of.kind), 0, lambda);
            }
        }
    }
}
