/* Elimination of the interior in its modal basis, for C = a M + b K.
 *
 * Then Z = p K - m M with p = 1 + i k omega b and m = (k omega)^2 - i k omega a. In the basis Phi with
 * M_ii Phi = K_ii Phi diag(mu), Phi^T K_ii Phi = I, and with the static response split off, the interior is
 * diagonal and coupled by its inertia only:
 *   Z_ii = diag(d_j),  d_j = p - m mu_j,   Z_ib = -m L,  L = Phi^T M_ib
 *   Z_bi Z_ii^-1 Z_ib = sum_j f_j L_j L_j^T,   f_j = m^2 / d_j
 * so that an evaluation, with both derivatives, costs O(n n_kept^2). The basis is scaled to the stiffness,
 * not to the mass: the errors of the eigenvalue solver are then relative to the low modes, which carry the
 * response. */
#include "elimination_impl.h"
#include "pencil_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

typedef struct modal {
    rdg_index n, n_kept;
    double a, b;            /* C = a M + b K */
    double *Phi;            /* [n * n] */
    double *mu;             /* [n] */
    double *L;              /* [n * n_kept] */
    double (*factor)[3][2]; /* [n] real and imaginary part of f, f', f'' */
    double complex *y;      /* [n] */
} modal;

/* Products and quotients written out: C's operators look after infinities, which costs most of the time. */
static inline double complex times(double complex x, double complex y)
{
    return rdg_complex(creal(x) * creal(y) - cimag(x) * cimag(y), creal(x) * cimag(y) + cimag(x) * creal(y));
}

static inline double complex reciprocal(double complex x)
{
    const double square = creal(x) * creal(x) + cimag(x) * cimag(x);
    return rdg_complex(creal(x) / square, -cimag(x) / square);
}

/* p and m with their derivatives in omega */
typedef struct coefficients {
    double complex p, p1;
    double complex m, m1;
    double m2;
} coefficients;

static coefficients coefficients_at(const modal *self, double k, double omega)
{
    const double w = k * omega;
    return (coefficients){.p = rdg_complex(1, w * self->b),
                          .p1 = rdg_complex(0, k * self->b),
                          .m = rdg_complex(w * w, -w * self->a),
                          .m1 = rdg_complex(2 * k * w, -k * self->a),
                          .m2 = 2 * k * k};
}

/* 1/d_j, or false where d_j is rounding error */
static inline bool invert(const coefficients *z, double mu, double complex *inverse)
{
    const double complex d = z->p - mu * z->m;
    const double size = fabs(creal(d)) + fabs(cimag(d));
    const double terms =
        fabs(creal(z->p)) + fabs(cimag(z->p)) + fabs(mu) * (fabs(creal(z->m)) + fabs(cimag(z->m)));
    *inverse = reciprocal(d);
    return size > RDG_SINGULAR * terms && size < HUGE_VAL;
}

/* f = a/d,  f' = (a' - f d')/d,  f'' = (a'' - 2 f' d' - f d'')/d for a numerator a with its derivatives */
static int find_factors(const modal *self, const coefficients *at, const double complex a[3])
{
    const coefficients z = *at;
    for (rdg_index j = 0; j < self->n; j++) {
        const double mu = self->mu[j];
        double complex inverse;
        if (!invert(&z, mu, &inverse)) {
            return 1;
        }
        const double complex d1 = z.p1 - mu * z.m1;
        const double d2 = -mu * z.m2;
        const double complex f = times(a[0], inverse);
        const double complex f1 = times(a[1] - times(f, d1), inverse);
        const double complex f2 = times(a[2] - 2 * times(f1, d1) - d2 * f, inverse);
        double(*factor)[2] = self->factor[j];
        factor[0][0] = creal(f);
        factor[0][1] = cimag(f);
        factor[1][0] = creal(f1);
        factor[1][1] = cimag(f1);
        factor[2][0] = creal(f2);
        factor[2][1] = cimag(f2);
    }
    return 0;
}

/* sum_j a_j b_j f_j, and of f', f''. Each sum in a variable of its own: an array would be stored and loaded
 * again at each step, which is the price of an evaluation. */
static void add_up(const modal *self, const double *a, const double *b, double sum[3][2])
{
    double re0 = 0.0, im0 = 0.0, re1 = 0.0, im1 = 0.0, re2 = 0.0, im2 = 0.0;
    for (rdg_index j = 0; j < self->n; j++) {
        const double(*f)[2] = (const double(*)[2])self->factor[j];
        const double product = a[j] * b[j];
        re0 += f[0][0] * product;
        im0 += f[0][1] * product;
        re1 += f[1][0] * product;
        im1 += f[1][1] * product;
        re2 += f[2][0] * product;
        im2 += f[2][1] * product;
    }
    sum[0][0] = re0;
    sum[0][1] = im0;
    sum[1][0] = re1;
    sum[1][1] = im1;
    sum[2][0] = re2;
    sum[2][1] = im2;
}

static int reduce(void *object, double k, double omega, double *D, double *D1, double *D2)
{
    modal *self = object;
    const rdg_index n = self->n;
    const rdg_index m = self->n_kept;
    const rdg_index imaginary = m * m;
    const coefficients z = coefficients_at(self, k, omega);
    const double complex squared[3] = {times(z.m, z.m), 2 * times(z.m, z.m1),
                                       2 * times(z.m1, z.m1) + 2 * z.m2 * z.m};
    if (find_factors(self, &z, squared)) {
        return 1;
    }
    double *const target[3] = {D, D1, D2};
    for (rdg_index c = 0; c < m; c++) {
        for (rdg_index r = 0; r <= c; r++) {
            double sum[3][2];
            add_up(self, self->L + n * r, self->L + n * c, sum);
            for (int i = 0; i < 3; i++) {
                if (target[i]) {
                    target[i][r + m * c] -= sum[i][0];
                    target[i][imaginary + r + m * c] -= sum[i][1];
                    target[i][c + m * r] = target[i][r + m * c];
                    target[i][imaginary + c + m * r] = target[i][imaginary + r + m * c];
                }
            }
        }
    }
    return 0;
}

/* x = Phi y,  y_j = (load_j + m L_j q_b) / d_j */
static int respond(void *object, double k, double omega, const double complex *kept, double complex *x)
{
    modal *self = object;
    const coefficients z = coefficients_at(self, k, omega);
    for (rdg_index j = 0; j < self->n; j++) {
        double complex inverse;
        if (!invert(&z, self->mu[j], &inverse)) {
            return 1;
        }
        double complex drive = 0;
        for (rdg_index b = 0; b < self->n_kept; b++) {
            drive += self->L[j + self->n * b] * kept[b];
        }
        self->y[j] = times(x[j] + times(z.m, drive), inverse);
    }
    memset(x, 0, (size_t)self->n * sizeof *x);
    for (rdg_index j = 0; j < self->n; j++) {
        for (rdg_index i = 0; i < self->n; i++) {
            x[i] += self->Phi[i + self->n * j] * self->y[j];
        }
    }
    return 0;
}

/* load = Phi^T load */
static void prepare_load(const void *object, double complex *load)
{
    const modal *self = object;
    for (rdg_index j = 0; j < self->n; j++) {
        self->y[j] = 0;
        for (rdg_index i = 0; i < self->n; i++) {
            self->y[j] += self->Phi[i + self->n * j] * load[i];
        }
    }
    memcpy(load, self->y, (size_t)self->n * sizeof *load);
}

/* Z_bi Z_ii^-1 load = -sum_j (m / d_j) L_j load_j */
static int reduce_load(void *object, double k, double omega, const double complex *load,
                       double complex *const f[3])
{
    modal *self = object;
    const coefficients z = coefficients_at(self, k, omega);
    if (find_factors(self, &z, (const double complex[]){z.m, z.m1, z.m2})) {
        return 1;
    }
    for (rdg_index b = 0; b < self->n_kept; b++) {
        for (rdg_index j = 0; j < self->n; j++) {
            const double complex product = self->L[j + self->n * b] * load[j];
            for (int i = 0; i < 3; i++) {
                f[i][b] += times(rdg_complex(self->factor[j][i][0], self->factor[j][i][1]), product);
            }
        }
    }
    return 0;
}

static void set_damping(void *object, double a, double b)
{
    modal *self = object;
    self->a = a;
    self->b = b;
}

static void free_modal(void *object)
{
    modal *self = object;
    rdg_free(self->Phi);
    rdg_free(self->mu);
    rdg_free(self->L);
    rdg_free(self->factor);
    rdg_free(self->y);
    rdg_free(self);
}

static const char *name_of(const void *object)
{
    (void)object;
    return "modal";
}

static const rdg_elimination_ops modal_ops = {.name = name_of,
                                              .reduce = reduce,
                                              .respond = respond,
                                              .prepare_load = prepare_load,
                                              .reduce_load = reduce_load,
                                              .set_damping = set_damping,
                                              .free_self = free_modal};

/* *definite: false if there is no such basis. stiffness: workspace, [n * n] */
static rdg_status find_basis(rdg_context *ctx, const char *where, const rdg_interior *in, modal *self,
                             double *stiffness, bool *definite)
{
    const rdg_index n = in->n;
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = in->start[j]; e < in->start[j + 1]; e++) {
            self->Phi[in->row[e] + n * j] = in->M[e];
            stiffness[in->row[e] + n * j] = in->K[e];
        }
    }
    RDG_TRY(rdg_pencil_solve(ctx, where, n, self->Phi, stiffness, self->mu, definite));
    for (rdg_index b = 0; *definite && b < in->n_kept; b++) {
        for (rdg_index j = 0; j < n; j++) {
            double sum = 0;
            for (rdg_index i = 0; i < n; i++) {
                sum += self->Phi[i + n * j] * in->Mib[i + n * b];
            }
            self->L[j + n * b] = sum;
        }
    }
    return RDG_OK;
}

rdg_status rdg_elimination_modal(rdg_context *ctx, const char *where, const rdg_interior *in,
                                 double mass_factor, double stiffness_factor, rdg_elimination *elimination)
{
    *elimination = (rdg_elimination){NULL, NULL};
    if (!in->has_shape) {
        return RDG_OK;
    }
    modal *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    const size_t n = (size_t)in->n;
    *self = (modal){.n = in->n, .n_kept = in->n_kept, .a = mass_factor, .b = stiffness_factor};
    self->Phi = rdg_context_calloc(ctx, n * n, sizeof *self->Phi);
    self->mu = rdg_context_calloc(ctx, n, sizeof *self->mu);
    self->L = rdg_context_calloc(ctx, n * (size_t)in->n_kept, sizeof *self->L);
    self->factor = rdg_context_calloc(ctx, n, sizeof *self->factor);
    self->y = rdg_context_calloc(ctx, n, sizeof *self->y);
    double *stiffness = rdg_context_calloc(ctx, n * n, sizeof *stiffness);
    bool definite = false;
    rdg_status status = rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = find_basis(ctx, where, in, self, stiffness, &definite);
    }
    rdg_free(stiffness);
    if (status != RDG_OK || !definite) {
        free_modal(self);
        return status;
    }
    *elimination = (rdg_elimination){&modal_ops, self};
    return RDG_OK;
}
