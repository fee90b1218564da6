/* Elimination of the interior in its modal basis, for C = a M + b K.
 *
 * Then Z = p K - m M with p = 1 + i (k omega b + g), g the loss factor, and m = (k omega)^2 - i k omega a. In
 * the basis Phi with M_ii Phi = K_ii Phi diag(mu), Phi^T K_ii Phi = I, and with the static response split
 * off, the interior is diagonal and coupled by its inertia only: Z_ii = diag(d_j),  d_j = p - m mu_j,   Z_ib
 * = -m L,  L = Phi^T M_ib Z_bi Z_ii^-1 Z_ib = sum_j f_j L_j L_j^T,   f_j = m^2 / d_j so that an evaluation,
 * with both derivatives, costs O(n n_kept^2). The basis is scaled to the stiffness, not to the mass: the
 * errors of the eigenvalue solver are then relative to the low modes, which carry the response. */
#include "elimination_impl.h"
#include "modal_sum_impl.h"
#include "pencil_impl.h"

#include <ridgewalk/toolbox.h>
#include <ridgewalk/vectors.h>

#include <math.h>
#include <string.h>

typedef struct modal {
    rdg_modal_sum sum;
    double *Phi;       /* [n * n] */
    double complex *y; /* [n] */
    bool is_borrowed;  /* Phi, mu, L */
} modal;

static int reduce(void *object, double k, double omega, double *D, double *D1, double *D2)
{
    modal *self = object;
    return rdg_modal_reduce(&self->sum, k, omega, D, D1, D2);
}

/* x = Phi y,  y_j = (load_j + m L_j q_b) / d_j */
static int respond(void *object, double k, double omega, const double complex *kept, double complex *x)
{
    modal *self = object;
    const rdg_modal_coefficients z = rdg_modal_coefficients_at(&self->sum, k, omega);
    for (rdg_index j = 0; j < self->sum.n; j++) {
        double complex inverse;
        if (!rdg_modal_invert(&z, self->sum.mu[j], &inverse)) {
            return 1;
        }
        double complex drive = 0;
        for (rdg_index b = 0; b < self->sum.n_kept; b++) {
            drive += self->sum.L[j + self->sum.n * b] * kept[b];
        }
        self->y[j] = rdg_times(x[j] + rdg_times(z.m, drive), inverse);
    }
    memset(x, 0, (size_t)self->sum.n * sizeof *x);
    for (rdg_index j = 0; j < self->sum.n; j++) {
        for (rdg_index i = 0; i < self->sum.n; i++) {
            x[i] += self->Phi[i + self->sum.n * j] * self->y[j];
        }
    }
    return 0;
}

/* load = Phi^T load */
static void prepare_load(const void *object, double complex *load)
{
    const modal *self = object;
    for (rdg_index j = 0; j < self->sum.n; j++) {
        self->y[j] = 0;
        for (rdg_index i = 0; i < self->sum.n; i++) {
            self->y[j] += self->Phi[i + self->sum.n * j] * load[i];
        }
    }
    memcpy(load, self->y, (size_t)self->sum.n * sizeof *load);
}

/* Z_bi Z_ii^-1 load = -sum_j (m / d_j) L_j load_j */
static int reduce_load(void *object, double k, double omega, const double complex *load,
                       double complex *const f[3])
{
    modal *self = object;
    const rdg_modal_coefficients z = rdg_modal_coefficients_at(&self->sum, k, omega);
    if (rdg_modal_find_factors(&self->sum, &z, (const double complex[]){z.m, z.m1, z.m2})) {
        return 1;
    }
    for (rdg_index b = 0; b < self->sum.n_kept; b++) {
        for (rdg_index j = 0; j < self->sum.n; j++) {
            const double complex product = self->sum.L[j + self->sum.n * b] * load[j];
            for (int i = 0; i < 3; i++) {
                f[i][b] +=
                    rdg_times(rdg_complex(self->sum.factor[j][i][0], self->sum.factor[j][i][1]), product);
            }
        }
    }
    return 0;
}

static void set_damping(void *object, double a, double b)
{
    modal *self = object;
    self->sum.a = a;
    self->sum.b = b;
}

static void set_loss(void *object, double loss)
{
    modal *self = object;
    self->sum.loss = loss;
}

static void free_modal(void *object)
{
    modal *self = object;
    if (!self->is_borrowed) {
        rdg_free(self->Phi);
        rdg_free(self->sum.mu);
        rdg_free(self->sum.L);
    }
    rdg_free(self->sum.factor);
    rdg_free(self->y);
    rdg_free(self);
}

static const char *name_of(const void *object)
{
    (void)object;
    return "modal";
}

/* Below some 0.2 ms an evaluation a second thread costs as much as it saves. */
enum { WORTH_A_THREAD = 100000 };

/* The basis is shared: it is the first one's, which lives longer. */
static rdg_status duplicate(rdg_context *ctx, const char *where, const void *object, void **other)
{
    const modal *from = object;
    (void)where;
    if (from->sum.n * from->sum.n_kept * from->sum.n_kept < WORTH_A_THREAD) {
        return RDG_OK;
    }
    modal *self = rdg_context_calloc(ctx, 1, sizeof *self);
    if (!self) {
        return RDG_ERR_NO_MEMORY;
    }
    *self = *from;
    self->is_borrowed = true;
    self->sum.factor = rdg_context_calloc(ctx, (size_t)from->sum.n, sizeof *self->sum.factor);
    self->y = rdg_context_calloc(ctx, (size_t)from->sum.n, sizeof *self->y);
    if (!self->sum.factor || !self->y) {
        free_modal(self);
        return RDG_ERR_NO_MEMORY;
    }
    *other = self;
    return RDG_OK;
}

static const rdg_elimination_ops modal_ops = {.name = name_of,
                                              .reduce = reduce,
                                              .respond = respond,
                                              .prepare_load = prepare_load,
                                              .reduce_load = reduce_load,
                                              .set_damping = set_damping,
                                              .set_loss = set_loss,
                                              .free_self = free_modal,
                                              .duplicate = duplicate};

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
    RDG_TRY(rdg_pencil_solve(ctx, where, n, self->Phi, stiffness, self->sum.mu, definite));
    for (rdg_index b = 0; *definite && b < in->n_kept; b++) {
        for (rdg_index j = 0; j < n; j++) {
            const double sum = rdg_dot(n, self->Phi + n * j, in->Mib + n * b);
            self->sum.L[j + n * b] = sum;
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
    self->sum = (rdg_modal_sum){
        .n = in->n, .n_kept = in->n_kept, .a = mass_factor, .b = stiffness_factor, .loss = in->loss};
    self->Phi = rdg_context_calloc(ctx, n * n, sizeof *self->Phi);
    self->sum.mu = rdg_context_calloc(ctx, n, sizeof *self->sum.mu);
    self->sum.L = rdg_context_calloc(ctx, n * (size_t)in->n_kept, sizeof *self->sum.L);
    self->sum.factor = rdg_context_calloc(ctx, n, sizeof *self->sum.factor);
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
