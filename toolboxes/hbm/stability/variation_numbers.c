/* How the operator of small motions changes with released numbers: d/dp of w^T (Delta0 p + Delta1 r). Loads
 * are not in it, the damping is linear in its factors, elements report their part by d2(w.F)/dz dp. */
#include "release_impl.h"
#include "variation_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Delta0 has nu C nabla, Delta1 has C: of the matrix C that has the place of C */
static double by_damping(const rdg_variation *v, double nu, const double *C, const double *w, const double *p,
                         const double *r)
{
    const rdg_index n = v->n;
    double sum = 0.0;
    for (rdg_index c = 0; c < v->clones.basis.n_coefficients; c++) {
        double k = 0.0;
        const rdg_index here = n * v->place[c], there = n * v->place[rdg_variation_partner(c, &k)];
        if (here >= 0) {
            sum += k * nu * rdg_variation_form(n, w + there, C, p + here);
            sum += r ? rdg_variation_form(n, w + here, C, r + here) : 0.0;
        }
    }
    return sum;
}

/* d/dp of lambda^T F_v rate by central differences; nothing for a force without velocity */
static int add_damping_difference(rdg_variation *v, rdg_index i, double nu, int which, double *slope)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    void *self = v->clones.self[i];
    double value = 0.0, side[2] = {0.0};
    bool is_zero = true;
    int answer = rdg_variation_damping(v, i, nu, &value, &is_zero);
    const double at = e->number[which], step = cbrt(DBL_EPSILON) * (at != 0.0 ? fabs(at) : 1.0);
    for (int k = 0; answer == 0 && !is_zero && k < 2; k++) {
        e->law->set(self, which, at + (k == 0 ? step : -step));
        answer = rdg_variation_damping(v, i, nu, &side[k], &is_zero);
    }
    e->law->set(self, which, at);
    *slope += (side[0] - side[1]) / (2.0 * step);
    return answer;
}

/* of number k, which element i has at a place */
static int by_element(rdg_variation *v, const rdg_hbm_released *released, rdg_index i, int which, double nu,
                      bool has_rate, double *slope)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    const rdg_index N = e->d * v->clones.basis.n_coefficients;
    const rdg_element_parameters answer = {.n = 1,
                                           .which = &which,
                                           .lambda = v->lambda,
                                           .mixed = v->slope,
                                           .second = released->second,
                                           .sliders = RDG_STUCK_CONSTANT};
    int status = e->law->numbers(v->clones.self[i], &v->clones.basis, v->z, nu, &answer);
    *slope = 0.0;
    for (rdg_index j = 0; status == 0 && j < N; j++) {
        *slope += v->slope[j] * v->direction[j];
    }
    return status == 0 && has_rate ? add_damping_difference(v, i, nu, which, slope) : status;
}

static int add_elements(rdg_variation *v, const double *Q, double nu, double factor, const double *w,
                        const double *p, const double *r, const rdg_hbm_released *released, rdg_index stride,
                        double *values)
{
    int answer = 0;
    for (rdg_index i = 0; answer == 0 && i < v->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
        const rdg_index count = rdg_hbm_numbers_of(released, i);
        if (count == 0) {
            continue;
        }
        rdg_hbm_gather_all(&v->clones, i, Q, v->z);
        rdg_variation_gather(v, e, w, v->lambda);
        rdg_variation_gather(v, e, p, v->direction);
        rdg_variation_gather(v, e, r, v->rate);
        for (rdg_index k = 0; answer == 0 && k < count; k++) {
            double slope = 0.0;
            answer = by_element(v, released, i, released->which[k], nu, r != NULL, &slope);
            values[stride * released->mine[k]] += factor * slope;
        }
    }
    return answer;
}

int rdg_variation_by_numbers(rdg_variation *v, const double *Q, double omega, double factor, const double *w,
                             const double *p, const double *r, const rdg_hbm_released *released,
                             rdg_index stride, double *values)
{
    const double nu = omega / v->clones.periods;
    for (rdg_index k = 0; k < released->n; k++) {
        const rdg_structure_parameter_kind kind = released->number[k].of.kind;
        if (kind == RDG_PARAMETER_DAMPING_MASS || kind == RDG_PARAMETER_DAMPING_STIFFNESS) {
            values[stride * k] +=
                factor * by_damping(v, nu, kind == RDG_PARAMETER_DAMPING_MASS ? v->M : v->K, w, p, r);
        }
    }
    return add_elements(v, Q, nu, factor, w, p, r, released, stride, values);
}
