/* What an interior with factors of Z_ii takes off the stiffness of the kept degrees of freedom.
 *
 * With G = Z_ii^-1 Z_ib, ' = d/domega, Z' = -2 k^2 omega M + i k C, Z'' = -2 k^2 M and plain transposes
 *   Z_bi Z_ii^-1 Z_ib          = Z_ib^T G
 *   its first derivative       = Z'_ib^T G + G^T P,                        P = Z'_ib - Z'_ii G
 *   its second derivative      = Z''_ib^T G + G^T (Z''_ib - Z''_ii G) + 2 P^T Z_ii^-1 P */
#include "elimination_factored_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <string.h>

/* sum = alpha A^T B for [n * n_kept] blocks */
static void multiply(const rdg_factored *self, double alpha, const double complex *A, const double complex *B)
{
    const int n = (int)self->in->n;
    const int m = (int)self->in->n_kept;
    const double complex a = alpha, b = 0.0;
    rdg_blas_begin();
    cblas_zgemm(CblasColMajor, CblasTrans, CblasNoTrans, m, m, n, &a, A, n, B, n, &b, self->sum, m);
    rdg_blas_end(0);
}

int rdg_factored_at(rdg_factored *self, double w)
{
    if (self->has_factors && self->w == w) {
        return 0;
    }
    self->has_factors = false;
    const int flag = self->lu.ops->factor(self->lu.self, w);
    self->has_factors = flag == 0;
    self->w = w;
    return flag;
}

void rdg_factored_couple(const rdg_factored *self, double w, double complex *to)
{
    const rdg_interior *in = self->in;
    const double loss = rdg_interior_loss(in, w);
    for (rdg_index i = 0; i < in->n * in->n_kept; i++) {
        to[i] = rdg_complex(in->Kib[i] - w * w * in->Mib[i], w * in->Cib[i] + loss * in->Kib[i]);
    }
}

void rdg_factored_combine(const rdg_factored *self, double m, double c, double complex *to)
{
    const rdg_interior *in = self->in;
    for (rdg_index i = 0; i < in->n * in->n_kept; i++) {
        to[i] = rdg_complex(m * in->Mib[i], c * in->Cib[i]);
    }
}

/* N = M_ib - M_ii G and P = Z'_ib - Z'_ii G */
static void find_rates(const rdg_factored *self, double k, double omega)
{
    const rdg_interior *in = self->in;
    for (rdg_index b = 0; b < in->n_kept; b++) {
        const rdg_index column = in->n * b;
        double complex *N = self->N + column;
        double complex *Q = self->P + column; /* C_ib - C_ii G first */
        const double complex *G = self->G + column;
        for (rdg_index i = 0; i < in->n; i++) {
            N[i] = in->Mib[column + i];
            Q[i] = in->Cib[column + i];
        }
        for (rdg_index j = 0; j < in->n; j++) {
            for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
                N[in->row[e]] -= in->M[e] * G[j];
                Q[in->row[e]] -= in->C[e] * G[j];
            }
        }
        for (rdg_index i = 0; i < in->n; i++) {
            const double m = -2 * k * k * omega;
            Q[i] = rdg_complex(m * creal(N[i]) - k * cimag(Q[i]), m * cimag(N[i]) + k * creal(Q[i]));
        }
    }
}

/* D -= (S + S^T)/2 for a complex S, [n * n]: what is symmetric by formula is so to the last bit. */
static void subtract_symmetric(rdg_index n, const double complex *S, double *D)
{
    double *imaginary = D + n * n;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            const double complex mean = (S[i + n * j] + S[j + n * i]) / 2;
            D[i + n * j] -= creal(mean);
            imaginary[i + n * j] -= cimag(mean);
        }
    }
}

/* Take alpha A^T A off D for an [n * n_kept] block A. */
static void subtract_square(const rdg_factored *self, double alpha, const double complex *A, double *D)
{
    const rdg_index m = self->in->n_kept;
    const int n = (int)self->in->n, kept = (int)m;
    const double complex a = alpha, b = 0.0;
    rdg_blas_begin();
    cblas_zsyrk(CblasColMajor, CblasLower, CblasTrans, kept, n, &a, A, n, &b, self->sum, kept);
    rdg_blas_end(0);
    for (rdg_index j = 0; j < m; j++) {
        for (rdg_index i = 0; i < j; i++) {
            self->sum[i + m * j] = self->sum[j + m * i];
        }
    }
    subtract_symmetric(m, self->sum, D);
}

/* x = Z_ii^-1 A, if D is wanted alpha A^T Z_ii^-1 A taken off it, too. Factors that are symmetric need only
 * one half of a solution for that: x is finished if `whole`. */
static int solve(const rdg_factored *self, double alpha, const double complex *A, bool whole,
                 double complex *x, double *D)
{
    const rdg_index kept = self->in->n_kept;
    const rdg_interior_lu *lu = &self->lu;
    memcpy(x, A, (size_t)(self->in->n * kept) * sizeof *A);
    if (D && lu->ops->half_solve && lu->ops->half_solve(lu->self, kept, x)) {
        subtract_square(self, alpha, x, D);
        if (whole) {
            lu->ops->other_half(lu->self, kept, x);
        }
        return 0;
    }
    const int flag = lu->ops->solve(lu->self, kept, x);
    if (D) {
        multiply(self, alpha, A, x);
        subtract_symmetric(kept, self->sum, D);
    }
    return flag;
}

/* The derivatives, of sums that are symmetric once they are made so: Z'_ib^T G + G^T P has the same symmetric
 * part as G^T (Z'_ib + P). */
static int reduce_derivatives(rdg_factored *self, double k, double omega, double *D1, double *D2)
{
    const rdg_interior *in = self->in;
    const rdg_index size = in->n * in->n_kept;
    find_rates(self, k, omega);
    if (D1) {
        rdg_factored_combine(self, -2 * k * k * omega, k, self->Z);
        for (rdg_index i = 0; i < size; i++) {
            self->Z[i] += self->P[i];
        }
        multiply(self, 1, self->G, self->Z);
        subtract_symmetric(in->n_kept, self->sum, D1);
    }
    if (D2) {
        rdg_factored_combine(self, 1, 0, self->Z);
        for (rdg_index i = 0; i < size; i++) {
            self->Z[i] += self->N[i];
        }
        multiply(self, -2 * k * k, self->G, self->Z);
        subtract_symmetric(in->n_kept, self->sum, D2);
        return solve(self, 2, self->P, false, self->W, D2);
    }
    return 0;
}

int rdg_factored_reduce(void *object, double k, double omega, double *D, double *D1, double *D2)
{
    rdg_factored *self = object;
    const double w = k * omega;
    int flag = rdg_factored_at(self, w);
    if (flag) {
        return flag;
    }
    rdg_factored_couple(self, w, self->Z);
    flag = solve(self, 1, self->Z, D1 || D2, self->G, D);
    if (flag || !rdg_all_finite(self->in->n * self->in->n_kept, self->G)) {
        return flag ? flag : 1;
    }
    return D1 || D2 ? reduce_derivatives(self, k, omega, D1, D2) : 0;
}
