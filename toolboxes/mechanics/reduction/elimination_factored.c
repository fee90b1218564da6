/* Elimination of the interior with LU factors of Z_ii at each frequency.
 *
 * With G = Z_ii^-1 Z_ib, ' = d/domega, Z' = -2 k^2 omega M + i k C, Z'' = -2 k^2 M and plain transposes
 *   Z_bi Z_ii^-1 Z_ib          = Z_ib^T G
 *   its first derivative       = Z'_ib^T G + G^T P,                        P = Z'_ib - Z'_ii G
 *   its second derivative      = Z''_ib^T G + G^T (Z''_ib - Z''_ii G) + 2 P^T Z_ii^-1 P */
#include "elimination_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <math.h>
#include <string.h>

typedef struct factored {
    const rdg_interior *in;
    rdg_interior_lu lu;
    double w; /* frequency of the factors */
    bool has_factors;
    double complex *Z, *G, *N, *P, *W; /* [n * n_kept] each */
    double complex *sum;               /* [n_kept * n_kept] */
    double complex *y;                 /* [4 * n], the response to a load */
} factored;

/* sum = beta sum + alpha A^T B for [n * n_kept] blocks */
static void multiply(const factored *self, double alpha, const double complex *A, const double complex *B,
                     double beta)
{
    const int n = (int)self->in->n;
    const int m = (int)self->in->n_kept;
    const double complex a = alpha;
    const double complex b = beta;
    rdg_blas_begin();
    cblas_zgemm(CblasColMajor, CblasTrans, CblasNoTrans, m, m, n, &a, A, n, B, n, &b, self->sum, m);
    rdg_blas_end(0);
}

static int factor_at(factored *self, double w)
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

/* to = Z_ib at a frequency */
static void couple(const factored *self, double w, double complex *to)
{
    const rdg_interior *in = self->in;
    const double loss = rdg_interior_loss(in, w);
    for (rdg_index i = 0; i < in->n * in->n_kept; i++) {
        to[i] = rdg_complex(in->Kib[i] - w * w * in->Mib[i], w * in->Cib[i] + loss * in->Kib[i]);
    }
}

/* to = m M_ib + i c C_ib */
static void combine(const factored *self, double m, double c, double complex *to)
{
    const rdg_interior *in = self->in;
    for (rdg_index i = 0; i < in->n * in->n_kept; i++) {
        to[i] = rdg_complex(m * in->Mib[i], c * in->Cib[i]);
    }
}

static bool all_finite(rdg_index n, const double complex *x)
{
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(creal(x[i])) || !isfinite(cimag(x[i]))) {
            return false;
        }
    }
    return true;
}

/* N = M_ib - M_ii G and P = Z'_ib - Z'_ii G */
static void find_rates(const factored *self, double k, double omega)
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

static int reduce(void *object, double k, double omega, double *D, double *D1, double *D2)
{
    factored *self = object;
    const rdg_interior *in = self->in;
    const rdg_index size = in->n * in->n_kept;
    const double w = k * omega;
    int flag = factor_at(self, w);
    if (flag) {
        return flag;
    }
    couple(self, w, self->Z);
    memcpy(self->G, self->Z, (size_t)size * sizeof *self->G);
    flag = self->lu.ops->solve(self->lu.self, in->n_kept, self->G);
    if (flag || !all_finite(size, self->G)) {
        return flag ? flag : 1;
    }
    if (D) {
        multiply(self, 1, self->Z, self->G, 0);
        subtract_symmetric(in->n_kept, self->sum, D);
    }
    if (!D1 && !D2) {
        return 0;
    }
    find_rates(self, k, omega);
    if (D1) {
        combine(self, -2 * k * k * omega, k, self->Z);
        multiply(self, 1, self->Z, self->G, 0);
        multiply(self, 1, self->G, self->P, 1);
        subtract_symmetric(in->n_kept, self->sum, D1);
    }
    if (D2) {
        memcpy(self->W, self->P, (size_t)size * sizeof *self->W);
        flag = self->lu.ops->solve(self->lu.self, in->n_kept, self->W);
        combine(self, 1, 0, self->Z);
        multiply(self, -2 * k * k, self->Z, self->G, 0);
        multiply(self, -2 * k * k, self->G, self->N, 1);
        multiply(self, 2, self->P, self->W, 1);
        subtract_symmetric(in->n_kept, self->sum, D2);
    }
    return flag;
}

static int respond(void *object, double k, double omega, const double complex *kept, double complex *x)
{
    factored *self = object;
    const rdg_interior *in = self->in;
    const double w = k * omega;
    const int flag = factor_at(self, w);
    if (flag) {
        return flag;
    }
    couple(self, w, self->Z);
    for (rdg_index i = 0; i < in->n; i++) {
        for (rdg_index b = 0; b < in->n_kept; b++) {
            x[i] -= self->Z[i + in->n * b] * kept[b];
        }
    }
    return self->lu.ops->solve(self->lu.self, 1, x);
}

/* y = X_ii x with X = m M + i c C */
static void apply(const rdg_interior *in, double m, double c, const double complex *x, double complex *y)
{
    memset(y, 0, (size_t)in->n * sizeof *y);
    for (rdg_index j = 0; j < in->n; j++) {
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            y[in->row[e]] += rdg_complex(m * in->M[e], c * in->C[e]) * x[j];
        }
    }
}

/* f -= factor X_ib^T x for the X_ib that combine() left in Z */
static void take_off(const factored *self, double factor, const double complex *x, double complex *f)
{
    const rdg_interior *in = self->in;
    for (rdg_index b = 0; b < in->n_kept; b++) {
        const double complex *column = self->Z + in->n * b;
        double complex sum = 0;
        for (rdg_index i = 0; i < in->n; i++) {
            sum += column[i] * x[i];
        }
        f[b] -= factor * sum;
    }
}

/* With y = Z_ii^-1 load:  Z_ii y' = -Z'_ii y,  Z_ii y'' = -Z''_ii y - 2 Z'_ii y'; the products Z_ib^T y
 * follow by Leibniz's rule. */
static int reduce_load(void *object, double k, double omega, const double complex *load,
                       double complex *const f[3])
{
    factored *self = object;
    const rdg_interior *in = self->in;
    const rdg_index n = in->n;
    const double w = k * omega, m1 = -2 * k * k * omega, m2 = -2 * k * k;
    double complex *y = self->y, *y1 = y + n, *y2 = y1 + n, *product = y2 + n;
    int flag = factor_at(self, w);
    if (flag) {
        return flag;
    }
    memcpy(y, load, (size_t)n * sizeof *y);
    flag = self->lu.ops->solve(self->lu.self, 1, y);
    apply(in, -m1, -k, y, y1);
    flag = flag ? flag : self->lu.ops->solve(self->lu.self, 1, y1);
    apply(in, -2 * m1, -2 * k, y1, y2);
    apply(in, -m2, 0, y, product);
    for (rdg_index i = 0; i < n; i++) {
        y2[i] += product[i];
    }
    flag = flag ? flag : self->lu.ops->solve(self->lu.self, 1, y2);
    if (flag || !all_finite(n, y2)) {
        return flag ? flag : 1;
    }
    couple(self, w, self->Z);
    take_off(self, 1, y, f[0]);
    take_off(self, 1, y1, f[1]);
    take_off(self, 1, y2, f[2]);
    combine(self, m1, k, self->Z);
    take_off(self, 1, y, f[1]);
    take_off(self, 2, y1, f[2]);
    combine(self, m2, 0, self->Z);
    take_off(self, 1, y, f[2]);
    return 0;
}

/* It has C from the interior. */
static void set_damping(void *object, double a, double b)
{
    factored *self = object;
    (void)a;
    (void)b;
    self->has_factors = false;
}

/* Likewise. */
static void set_loss(void *object, double loss)
{
    factored *self = object;
    (void)loss;
    self->has_factors = false;
}

static void free_workspace(factored *self)
{
    rdg_free(self->Z);
    rdg_free(self->G);
    rdg_free(self->N);
    rdg_free(self->P);
    rdg_free(self->W);
    rdg_free(self->sum);
    rdg_free(self->y);
    rdg_free(self);
}

static void free_factored(void *object)
{
    factored *self = object;
    self->lu.ops->free_self(self->lu.self);
    free_workspace(self);
}

static const char *name_of(const void *object)
{
    return ((const factored *)object)->lu.ops->name;
}

/* Fewer unknowns are factored sooner than a thread wakes. */
enum { WORTH_A_THREAD = 60 };

static rdg_status duplicate(rdg_context *ctx, const char *where, const void *object, void **other)
{
    const factored *from = object;
    rdg_interior_lu lu = {.ops = from->lu.ops};
    rdg_elimination elimination = {NULL, NULL};
    if (from->in->n < WORTH_A_THREAD) {
        return RDG_OK;
    }
    RDG_TRY(lu.ops->create(ctx, where, from->in, &lu.self));
    const rdg_status status = rdg_elimination_factored(ctx, from->in, &lu, &elimination);
    if (status != RDG_OK) {
        lu.ops->free_self(lu.self);
    }
    *other = elimination.self;
    return status;
}

static const rdg_elimination_ops factored_ops = {.name = name_of,
                                                 .reduce = reduce,
                                                 .respond = respond,
                                                 .reduce_load = reduce_load,
                                                 .set_damping = set_damping,
                                                 .set_loss = set_loss,
                                                 .free_self = free_factored,
                                                 .duplicate = duplicate};

rdg_status rdg_elimination_factored(rdg_context *ctx, const rdg_interior *in, const rdg_interior_lu *lu,
                                    rdg_elimination *elimination)
{
    factored *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    const size_t size = (size_t)(in->n * in->n_kept);
    self->in = in;
    self->lu = *lu;
    self->Z = rdg_context_calloc(ctx, size, sizeof *self->Z);
    self->G = rdg_context_calloc(ctx, size, sizeof *self->G);
    self->N = rdg_context_calloc(ctx, size, sizeof *self->N);
    self->P = rdg_context_calloc(ctx, size, sizeof *self->P);
    self->W = rdg_context_calloc(ctx, size, sizeof *self->W);
    self->sum = rdg_context_calloc(ctx, (size_t)(in->n_kept * in->n_kept), sizeof *self->sum);
    self->y = rdg_context_calloc(ctx, 4 * (size_t)in->n, sizeof *self->y);
    if (rdg_error_status(ctx) != RDG_OK) {
        free_workspace(self);
        return RDG_ERR_NO_MEMORY;
    }
    *elimination = (rdg_elimination){&factored_ops, self};
    return RDG_OK;
}
