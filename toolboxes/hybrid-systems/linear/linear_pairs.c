/* What two parameters that move the matrix of a linear mode do to the end of a segment, one after the other:
 *
 *     sum over i, j, k of a_i (B_p,ij B_q,jk + B_q,ij B_p,jk) R_ijk    (linear_second.c).
 *
 * R_ijk is a divided difference of S_ik as a function of L_i: where L_i and L_j are apart it costs one
 * division, and the sum over k is a product of matrices. */
#include "linear_second_impl.h"

#include <string.h>

/* R_ijk */
static rdg_structure_parameter twice_spread(const rdg_second *s, rdg_index i, rdg_index j, rdg_index k)
{
    const rdg_linear_work *w = s->w;
    const double tau = s->tau;
    rdg_structure_parameter sum =
        rdg_times(w->z0[k], rdg_scaled(tau * tau, rdg_divided_3(&w->L[i], &w->L[j], &w->L[k])));
    for (rdg_index m = 0; m < s->l->waves; m++) {
        const rdg_structure_parameter q = w->q[k + s->l->n * m];
        if (q.re != 0.0 || q.im != 0.0) {
            const rdg_structure_parameter D = rdg_divided_4(&w->L[i], &w->L[j], &w->L[k], &w->M[m]);
            sum = rdg_plus(sum, rdg_times(q, rdg_scaled(tau * tau * tau, D)));
        }
    }
    return sum;
}

/* S_ik of the others of pairs. */
static void mirror_spread(const rdg_second *s)
{
    const rdg_linear *l = s->l;
    const rdg_index n = l->n;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index k = 0; k < n && !rdg_leads(l, i); k++) {
            const rdg_index other = l->lambda[k].im > 0.0 ? k + 1 : rdg_leads(l, k) ? k : k - 1;
            const rdg_structure_parameter S = s->w->S[i - 1 + n * other];
            s->w->S[i + n * k] = (rdg_structure_parameter){S.re, -S.im};
        }
    }
}

/* sum over k of B_jk R_ijk of two that are near each other: by the pair i, k where these are apart. */
static rdg_structure_parameter spread_near(const rdg_second *s, const rdg_structure_parameter *B, rdg_index i,
                                           rdg_index j)
{
    const rdg_linear_work *w = s->w;
    const rdg_index n = s->l->n;
    const rdg_structure_parameter ij = rdg_scaled(s->tau, rdg_divided_2(&w->L[i], &w->L[j]));
    rdg_structure_parameter sum = {0.0, 0.0};
    for (rdg_index m = 0; m < s->l->waves; m++) {
        w->near[m] = rdg_linear_of_three(w, n, i, j, m, s->tau, ij);
    }
    for (rdg_index k = 0; k < n; k++) {
        rdg_structure_parameter R;
        if (rdg_are_apart(s, i, k)) {
            rdg_structure_parameter S = rdg_times(w->z0[k], ij);
            for (rdg_index m = 0; m < s->l->waves; m++) {
                S = rdg_plus(S, rdg_times(w->q[k + n * m], w->near[m]));
            }
            R = rdg_between(s, i, k, S, w->S[j + n * k]);
        } else {
            R = twice_spread(s, i, j, k);
        }
        sum = rdg_plus(sum, rdg_times(B[j + n * k], R));
    }
    return sum;
}

/* sum over k of B_jk R_ijk for all j, to w->a; own: sum over k of B_jk S_jk. Where L_i and L_j are apart
 * R_ijk is tau (S_jk - S_ik) / (L_j - L_i). */
static void spread_behind(const rdg_second *s, const rdg_structure_parameter *B,
                          const rdg_structure_parameter *own, rdg_index i)
{
    const rdg_linear_work *w = s->w;
    const rdg_index n = s->l->n;
    memset(w->a, 0, (size_t)n * sizeof *w->a);
    for (rdg_index k = 0; k < n; k++) {
        const rdg_structure_parameter S = w->S[i + n * k];
        for (rdg_index j = 0; j < n; j++) {
            w->a[j] = rdg_plus(w->a[j], rdg_times(B[j + n * k], S));
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        w->a[j] = rdg_are_apart(s, i, j) ? rdg_between(s, i, j, w->a[j], own[j]) : spread_near(s, B, i, j);
    }
}

void rdg_linear_pairs(rdg_second *s)
{
    const rdg_linear *l = s->l;
    const rdg_index n = l->n, nn = n * n;
    mirror_spread(s);
    for (rdg_index q = 0; q < l->np; q++) {
        const rdg_structure_parameter *Bq = l->B + nn * q;
        for (rdg_index j = 0; j < n && l->moves[q]; j++) {
            s->w->c[j] = (rdg_structure_parameter){0.0, 0.0};
            for (rdg_index k = 0; k < n; k++) {
                s->w->c[j] = rdg_plus(s->w->c[j], rdg_times(Bq[j + n * k], s->w->S[j + n * k]));
            }
        }
        for (rdg_index i = 0; i < n && l->moves[q]; i++) {
            if (!rdg_leads(l, i)) {
                continue;
            }
            spread_behind(s, Bq, s->w->c, i);
            for (rdg_index p = 0; p < l->np; p++) {
                rdg_structure_parameter sum = {0.0, 0.0};
                for (rdg_index j = 0; j < n && l->moves[p]; j++) {
                    sum = rdg_plus(sum, rdg_times(l->B[i + n * j + nn * p], s->w->a[j]));
                }
                const double both = rdg_times(s->w->b[i], sum).re;
                rdg_second_add(s, n + p, n + q, p == q ? 2.0 * both : both);
            }
        }
    }
}
