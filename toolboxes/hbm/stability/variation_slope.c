/* How the operator of small motions changes with the solution: d/d(Q, omega) of w^T (Delta0 p + Delta1 r). */
#include "variation_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

void rdg_variation_gather(const rdg_variation *v, const rdg_hbm_element *e, const double *x, double *z)
{
    const rdg_index nc = v->clones.basis.n_coefficients;
    memset(z, 0, (size_t)(e->d * nc) * sizeof *z);
    for (rdg_index t = 0; x && t < e->terms.n; t++) {
        const rdg_hbm_term *term = &e->terms.term[t];
        for (rdg_index c = 0; c < nc; c++) {
            if (v->place[c] >= 0) {
                z[term->slot * nc + c] += term->weight * x[v->n * v->place[c] + term->dof];
            }
        }
    }
}

/* An element's slope, [N + 1], into the gradient: its coefficients of harmonics that are kept. */
static void scatter(rdg_variation *v, const rdg_hbm_element *e, double factor, double *gradient)
{
    const rdg_basis *kept = &v->hb->basis;
    const rdg_index nc = v->clones.basis.n_coefficients;
    for (rdg_index slot = 0; slot < e->d; slot++) {
        const double *from = v->slope + slot * nc;
        double *to = v->clones.kept + slot * kept->n_coefficients;
        if (kept->has_static) {
            *to++ = factor * *from;
        }
        for (rdg_index h = 0; h < kept->n_harmonics; h++) {
            const rdg_index sine = 2 * (rdg_index)v->clones.periods * kept->harmonic[h];
            to[2 * h] = factor * from[sine - 1];
            to[2 * h + 1] = factor * from[sine];
        }
    }
    rdg_hbm_scatter(v->hb, &v->hb->basis, &e->terms, v->clones.kept, gradient);
    gradient[v->hb->m] += factor * v->slope[e->d * nc] / v->clones.periods;
}

int rdg_variation_damping(rdg_variation *v, rdg_index i, double nu, double *value, bool *is_zero)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    const rdg_index N = e->d * v->clones.basis.n_coefficients;
    rdg_element_result result = {.damping = v->Fv};
    memset(v->Fv, 0, (size_t)(N * N) * sizeof *v->Fv);
    const int answer = e->law->evaluate(v->clones.self[i], &v->clones.basis, v->z, nu, &result);
    *value = 0.0;
    for (rdg_index k = 0; k < N * N; k++) {
        *is_zero = *is_zero && v->Fv[k] == 0.0;
        *value += v->lambda[k % N] * v->Fv[k] * v->rate[k / N];
    }
    return answer;
}

/* slope += d/d(z, nu) of lambda^T F_v rate by central differences; nothing for a force without velocity */
static int add_damping_differences(rdg_variation *v, rdg_index i, double nu)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    const rdg_index N = e->d * v->clones.basis.n_coefficients;
    double value = 0.0, size = 0.0;
    bool is_zero = true;
    int answer = rdg_variation_damping(v, i, nu, &value, &is_zero);
    for (rdg_index j = 0; j < N; j++) {
        size = rdg_larger(size, fabs(v->z[j]));
    }
    for (rdg_index j = 0; answer == 0 && !is_zero && j <= N; j++) {
        double *at = j < N ? &v->z[j] : &nu, side[2];
        const double middle = *at, step = cbrt(DBL_EPSILON) * (j == N ? nu : size > 0.0 ? size : 1.0);
        for (int k = 0; answer == 0 && k < 2; k++) {
            *at = middle + (k == 0 ? step : -step);
            answer = rdg_variation_damping(v, i, nu, &side[k], &is_zero);
        }
        *at = middle;
        v->slope[j] += answer == 0 ? (side[0] - side[1]) / (2.0 * step) : 0.0;
    }
    return answer;
}

/* For an element without the operation slope. */
static int slope_from_hessian(rdg_variation *v, rdg_index i, double nu, bool has_rate)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    const rdg_index N = e->d * v->clones.basis.n_coefficients, ld = N + 1;
    rdg_element_result result = {.lambda = v->lambda, .hessian = v->H, .sliders = RDG_STUCK_CONSTANT};
    const int answer = e->law->evaluate(v->clones.self[i], &v->clones.basis, v->z, nu, &result);
    memset(v->slope, 0, (size_t)ld * sizeof *v->slope);
    for (rdg_index k = 0; answer == 0 && k < N; k++) {
        for (rdg_index j = 0; j < ld; j++) {
            v->slope[j] += v->H[j + ld * k] * v->direction[k];
        }
    }
    return answer == 0 && has_rate ? add_damping_differences(v, i, nu) : answer;
}

static int add_elements(rdg_variation *v, const double *Q, double nu, double factor, const double *w,
                        const double *p, const double *r, double *gradient)
{
    int answer = 0;
    for (rdg_index i = 0; answer == 0 && i < v->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
        const rdg_element_slope slope = {
            .lambda = v->lambda, .direction = v->direction, .rate = v->rate, .slope = v->slope};
        rdg_hbm_gather_all(&v->clones, i, Q, v->z);
        rdg_variation_gather(v, e, w, v->lambda);
        rdg_variation_gather(v, e, p, v->direction);
        rdg_variation_gather(v, e, r, v->rate);
        answer = e->law->slope ? e->law->slope(v->clones.self[i], &v->clones.basis, v->z, nu, &slope)
                               : slope_from_hessian(v, i, nu, r != NULL);
        if (answer == 0) {
            scatter(v, e, factor, gradient);
        }
    }
    return answer;
}

double rdg_variation_form(rdg_index n, const double *a, const double *A, const double *b)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < n * n; k++) {
        sum += a[k % n] * A[k] * b[k / n];
    }
    return sum;
}

/* d/d nu of the structure's part */
static double structure_slope(const rdg_variation *v, double nu, const double *w, const double *p,
                              const double *r)
{
    const rdg_index n = v->n;
    double sum = 0.0;
    for (rdg_index c = 0; c < v->clones.basis.n_coefficients; c++) {
        double k = 0.0;
        const rdg_index here = n * v->place[c], there = n * v->place[rdg_variation_partner(c, &k)];
        if (here < 0 || k == 0.0) {
            continue;
        }
        sum -= 2.0 * k * k * nu * rdg_variation_form(n, w + here, v->M, p + here);
        sum += k * rdg_variation_form(n, w + there, v->C, p + here);
        sum += r ? 2.0 * k * rdg_variation_form(n, w + there, v->M, r + here) : 0.0;
    }
    return sum;
}

int rdg_variation_slope(rdg_variation *v, const double *Q, double omega, double factor, const double *w,
                        const double *p, const double *r, double *gradient)
{
    const double nu = omega / v->clones.periods;
    gradient[v->hb->m] += factor * structure_slope(v, nu, w, p, r) / v->clones.periods;
    return add_elements(v, Q, nu, factor, w, p, r, gradient);
}
