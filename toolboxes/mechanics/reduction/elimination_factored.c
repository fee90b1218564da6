/* Elimination of the interior with factors of Z_ii at each frequency: loads and motions. */
#include "elimination_factored_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static int respond(void *object, double k, double omega, const double complex *kept, double complex *x)
{
    rdg_factored *self = object;
    const rdg_interior *in = self->in;
    const double w = k * omega;
    const int flag = rdg_factored_at(self, w);
    if (flag) {
        return flag;
    }
    rdg_factored_couple(self, w, self->Z);
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

/* f -= factor X_ib^T x for the X_ib that rdg_factored_combine() left in Z */
static void take_off(const rdg_factored *self, double factor, const double complex *x, double complex *f)
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
    rdg_factored *self = object;
    const rdg_interior *in = self->in;
    const rdg_index n = in->n;
    const double w = k * omega, m1 = -2 * k * k * omega, m2 = -2 * k * k;
    double complex *y = self->y, *y1 = y + n, *y2 = y1 + n, *product = y2 + n;
    int flag = rdg_factored_at(self, w);
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
    if (flag || !rdg_all_finite(n, y2)) {
        return flag ? flag : 1;
    }
    rdg_factored_couple(self, w, self->Z);
    take_off(self, 1, y, f[0]);
    take_off(self, 1, y1, f[1]);
    take_off(self, 1, y2, f[2]);
    rdg_factored_combine(self, m1, k, self->Z);
    take_off(self, 1, y, f[1]);
    take_off(self, 2, y1, f[2]);
    rdg_factored_combine(self, m2, 0, self->Z);
    take_off(self, 1, y, f[2]);
    return 0;
}

/* It has C from the interior. */
static void set_damping(void *object, double a, double b)
{
    rdg_factored *self = object;
    (void)a;
    (void)b;
    self->has_factors = false;
}

/* Likewise. */
static void set_loss(void *object, double loss)
{
    rdg_factored *self = object;
    (void)loss;
    self->has_factors = false;
}

static void free_workspace(rdg_factored *self)
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
    rdg_factored *self = object;
    self->lu.ops->free_self(self->lu.self);
    free_workspace(self);
}

static const char *name_of(const void *object)
{
    return ((const rdg_factored *)object)->lu.ops->name;
}

/* Fewer unknowns are factored sooner than a thread wakes. */
enum { WORTH_A_THREAD = 60 };

static rdg_status duplicate(rdg_context *ctx, const char *where, const void *object, void **other)
{
    const rdg_factored *from = object;
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
                                                 .reduce = rdg_factored_reduce,
                                                 .respond = respond,
                                                 .reduce_load = reduce_load,
                                                 .set_damping = set_damping,
                                                 .set_loss = set_loss,
                                                 .free_self = free_factored,
                                                 .duplicate = duplicate};

rdg_status rdg_elimination_factored(rdg_context *ctx, const rdg_interior *in, const rdg_interior_lu *lu,
                                    rdg_elimination *elimination)
{
    rdg_factored *self = rdg_context_calloc(ctx, 1, sizeof *self);
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
