/* The zero function R(Q, omega, alpha) = D(omega) Q + F_nl(Q, omega) - alpha F_ex(omega) - F_static and its
 * derivatives:
 *
 *     R_Q = D + B^T F_z B,   R_omega = D' Q + B^T F_omega - alpha F_ex',   R_alpha = -F_ex,
 *
 * and contracted with lambda, where mu = B lambda:
 *
 *     QQ: B^T (mu : F_zz) B,   Q omega: D'^T lambda + B^T (mu : F_z omega),
 *     omega omega: lambda^T D'' Q + mu : F_omega omega - alpha lambda^T F_ex'',
 *     omega alpha: -lambda^T F_ex',   everything else with alpha: 0. */
#include "hbm_impl.h"

#include <string.h>

/* Where one pair of an element's terms goes. */
typedef struct pair {
    const rdg_hbm_term *left, *right;
    const rdg_index *place; /* of the first coefficients */
    rdg_index beside;       /* from one coefficient of the right to the next */
} pair;

/* values += B^T A B of a pair of which one is across; A has leading dimension ld. */
static void scatter_turned(const rdg_hbm *hb, const pair *p, const double *A, rdg_index ld, double *values)
{
    const rdg_index nc = hb->active.n_coefficients;
    A += p->left->slot * nc + ld * p->right->slot * nc;
    for (rdg_index cj = 0; cj < nc; cj++) {
        const rdg_hbm_entry right = rdg_hbm_entry_of(p->right, hb->shift, cj);
        const double *own = A + ld * cj, *other = A + ld * right.partner;
        for (rdg_index ci = 0; ci < nc; ci++) {
            const rdg_hbm_entry left = rdg_hbm_entry_of(p->left, hb->shift, ci);
            values[p->place[ci + cj * p->beside]] +=
                right.own * (left.own * own[ci] + left.other * own[left.partner]) +
                right.other * (left.own * other[ci] + left.other * other[left.partner]);
        }
    }
}

/* values += B^T A B; A has leading dimension ld. place: of all coefficients */
static void scatter_matrix(const rdg_hbm *hb, const rdg_hbm_terms *terms, const double *A, rdg_index ld,
                           const rdg_index *place, double *values)
{
    const rdg_index nc = hb->active.n_coefficients, all = hb->basis.n_coefficients;
    const rdg_index side = terms->n * all;
    for (rdg_index tj = 0; tj < terms->n; tj++) {
        const rdg_hbm_term *right = &terms->term[tj];
        for (rdg_index ti = 0; ti < terms->n; ti++) {
            const rdg_hbm_term *left = &terms->term[ti];
            const rdg_index *to = place + ti * all + tj * all * side;
            if (left->across != 0.0 || right->across != 0.0) {
                scatter_turned(hb, &(pair){left, right, to, side}, A, ld, values);
                continue;
            }
            const double weight = left->weight * right->weight;
            for (rdg_index cj = 0; cj < nc; cj++) {
                const double *entry = A + ld * (right->slot * nc + cj) + left->slot * nc;
                for (rdg_index ci = 0; ci < nc; ci++) {
                    values[to[ci + cj * side]] += weight * entry[ci];
                }
            }
        }
    }
}

/* An element's part of the Jacobian J, [N * (N + 1)]. */
static void add_jacobian(const rdg_hbm *hb, rdg_index i, const double *J, double *values,
                         double *omega_column)
{
    const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
    const rdg_index N = element->d * hb->active.n_coefficients;
    scatter_matrix(hb, &element->terms, J, N, element->jacobian_place, values);
    rdg_hbm_scatter(hb, &hb->active, &element->terms, J + N * N, omega_column);
}

/* An element's part of the Hessian H, [(N + 1)^2]; returns its entry at (omega, omega). */
static double add_hessian(const rdg_hbm *hb, rdg_index i, const double *H, double *values, double *mixed)
{
    const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
    const rdg_index N = element->d * hb->active.n_coefficients;
    scatter_matrix(hb, &element->terms, H, N + 1, element->hessian_place, values);
    rdg_hbm_scatter(hb, &hb->active, &element->terms, H + (N + 1) * N, mixed);
    return H[(N + 1) * (N + 1) - 1];
}

int rdg_hbm_residual(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_hbm *hb = data;
    (void)n;
    const double omega = u[m], alpha = u[m + 1];
    int status = rdg_hbm_stiffness_update(hb, omega, 0);
    if (status != 0) {
        return status;
    }
    for (rdg_index i = 0; i < m; i++) {
        y[i] = -alpha * hb->excitation.F[0][i] - hb->excitation.F_static[i];
    }
    rdg_hbm_stiffness_multiply(hb, 0, u, y);
    const rdg_index count = hb->n_elements;
    for (rdg_index first = 0; first < count && status == 0; first += hb->batch.size) {
        status = rdg_hbm_evaluate_batch(hb, first, RDG_HBM_FORCE, u, NULL);
        for (rdg_index i = first; status == 0 && i < rdg_hbm_batch_end(hb, first); i++) {
            const rdg_hbm_answer answer = rdg_hbm_batch_answer(hb, i - first);
            rdg_hbm_scatter(hb, &hb->active, &rdg_hbm_element_at(hb, i)->terms, answer.force, y);
        }
    }
    return status;
}

int rdg_hbm_jacobian(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_hbm *hb = data;
    (void)n;
    const double omega = u[m], alpha = u[m + 1];
    double *omega_column = values + hb->jacobian.pattern->start[m],
           *alpha_column = values + hb->jacobian.pattern->start[m + 1];
    int status = rdg_hbm_stiffness_update(hb, omega, 1);
    if (status != 0) {
        return status;
    }
    rdg_hbm_stiffness_scatter(hb, values);
    rdg_hbm_stiffness_multiply(hb, 1, u, omega_column);
    for (rdg_index i = 0; i < m; i++) {
        omega_column[i] -= alpha * hb->excitation.F[1][i];
        alpha_column[i] = -hb->excitation.F[0][i];
    }
    const rdg_index count = hb->n_elements;
    for (rdg_index first = 0; first < count && status == 0; first += hb->batch.size) {
        status = rdg_hbm_evaluate_batch(hb, first, RDG_HBM_JACOBIAN, u, NULL);
        for (rdg_index i = first; status == 0 && i < rdg_hbm_batch_end(hb, first); i++) {
            add_jacobian(hb, i, rdg_hbm_batch_answer(hb, i - first).jacobian, values, omega_column);
        }
    }
    return status;
}

int rdg_hbm_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                    void *data)
{
    rdg_hbm *hb = data;
    (void)n;
    const double omega = u[m];
    double *mixed = hb->vector, *product = hb->vector + m, second = 0.0, omega_alpha = 0.0;
    int status = rdg_hbm_stiffness_update(hb, omega, 2);
    if (status != 0) {
        return status;
    }
    memset(hb->vector, 0, 2 * (size_t)m * sizeof *hb->vector);
    rdg_hbm_stiffness_multiply_transposed(hb, 1, lambda, mixed);
    rdg_hbm_stiffness_multiply(hb, 2, u, product);
    for (rdg_index i = 0; i < m; i++) {
        second += lambda[i] * (product[i] - u[m + 1] * hb->excitation.F[2][i]);
        omega_alpha -= lambda[i] * hb->excitation.F[1][i];
    }
    const rdg_index count = hb->n_elements;
    for (rdg_index first = 0; first < count && status == 0; first += hb->batch.size) {
        status = rdg_hbm_evaluate_batch(hb, first, RDG_HBM_HESSIAN, u, lambda);
        for (rdg_index i = first; status == 0 && i < rdg_hbm_batch_end(hb, first); i++) {
            second += add_hessian(hb, i, rdg_hbm_batch_answer(hb, i - first).hessian, values, mixed);
        }
    }
    double *omega_column = values + hb->hessian.pattern->start[m];
    for (rdg_index i = 0; i < m; i++) {
        omega_column[i] = mixed[i];
        values[hb->omega_row_place[i]] = mixed[i];
    }
    omega_column[m] = second;
    if (hb->excitation.varies) {
        values[hb->mixed_place[0]] = omega_alpha;
        values[hb->mixed_place[1]] = omega_alpha;
    }
    return status;
}
