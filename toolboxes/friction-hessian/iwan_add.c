/* An Iwan model as an element of a harmonic balance. */
#include "element_check_impl.h"
#include "iwan_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

static bool settle(iwan_model *e, const double *z)
{
    if (e->known && memcmp(e->z, z, sizeof *z * (size_t)e->series.n) == 0) {
        return true;
    }
    e->known = rdg_iwan_load(e, z);
    if (e->known) {
        rdg_iwan_path(e);
        rdg_iwan_sum(e);
    }
    return e->known;
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    iwan_model *e = self;
    const rdg_index n = e->series.n;
    (void)omega; /* dry friction does not know how fast it slips */
    if (!rdg_series_fits(&e->series, basis)) {
        return -1;
    }
    if (!settle(e, z)) {
        return 1;
    }
    if (result->force) {
        rdg_iwan_force(e, result->force);
    }
    if (result->jacobian) {
        rdg_iwan_jacobian(e, result->jacobian);
        memset(result->jacobian + n * n, 0, sizeof(double) * (size_t)n);
    }
    if (result->hessian) {
        memset(result->hessian, 0, sizeof(double) * (size_t)((n + 1) * (n + 1)));
        rdg_iwan_add_hessian(e, result->lambda, n + 1, result->hessian);
    }
    return 0;
}

/* Sliders that move make Hill's exponents estimates. */
static bool remembers(void *self, const rdg_basis *basis, const double *z)
{
    iwan_model *e = self;
    return rdg_series_fits(&e->series, basis) && settle(e, z) && e->n_slips > 0;
}

static void prestress(void *self, const double *rest)
{
    iwan_model *e = self;
    e->rest = rest[0];
    e->known = false;
}

static void *clone(const void *self, rdg_context *ctx, const rdg_basis *basis)
{
    const iwan_model *e = self;
    iwan_model *copy = rdg_iwan_create(ctx, "rdg_iwan_add", &e->law, basis);
    if (copy) {
        copy->rest = e->rest;
    }
    return copy;
}

static void free_self(void *self)
{
    rdg_iwan_free(self);
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_iwan *joint)
{
    if (!joint) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the joint is NULL: pass an rdg_iwan");
    }
    enum { MOST_SLIDERS = 100000 };
    const char *type = "Iwan model", *name = rdg_element_called(joint->name, joint->at);
    const rdg_element_number numbers[] = {
        {"stiffness Kt", joint->Kt, joint->Kt > 0.0, "it must be positive (N/m)"},
        {"slip force Fs", joint->Fs, joint->Fs > 0.0,
         "a joint without limit never sticks; it must be positive (N)"},
        {"exponent chi", joint->chi, joint->chi > -1.0,
         "it must be greater than -1, for a stiffness that is finite"},
        {"lump beta", joint->beta, joint->beta >= 0.0, "it must be zero or positive"},
        {"number of sliders", (double)joint->sliders, joint->sliders >= 0 && joint->sliders <= MOST_SLIDERS,
         "it must be positive and at most 100000, or 0 for 100"}};
    RDG_TRY(rdg_element_check_at(ctx, where, type, name, "", "at", joint->at));
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        RDG_TRY(rdg_element_check_number(ctx, where, type, name, numbers[i]));
    }
    return rdg_element_check_start(ctx, where, type, name, (int)joint->start);
}

rdg_status rdg_iwan_add(rdg_hbm *hb, const rdg_iwan *joint)
{
    static const rdg_element_ops ops = {.type = "Iwan model",
                                        .evaluate = evaluate,
                                        .remembers = remembers,
                                        .prestress = prestress,
                                        .clone = clone,
                                        .free_self = free_self};
    rdg_context *ctx = rdg_hbm_context(hb);
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    RDG_TRY(check(ctx, __func__, joint));
    iwan_model *e = rdg_iwan_create(ctx, __func__, joint, rdg_hbm_basis(hb));
    if (!e) {
        return rdg_error_status(ctx);
    }
    return rdg_hbm_add_element(hb, joint->name, 1, &joint->at, &ops, e);
}
