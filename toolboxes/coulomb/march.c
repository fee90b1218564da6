/* Motions from segment to segment. */
#include "coulomb_march.h"
#include "march_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

static rdg_status check(const rdg_coulomb *c, const char *where, const rdg_coulomb_march_options *o,
                        double tau, const double *x)
{
    RDG_TRY(rdg_coulomb_check(c, where, o->r1, o->beta));
    for (rdg_index i = 0; i < 2 * c->n; i++) {
        if (!isfinite(x[i])) {
            return rdg_fail(c->ctx, RDG_ERR_NOT_FINITE, where, "x[%ld] is %g", (long)i, x[i]);
        }
    }
    if (!isfinite(tau) || !isfinite(o->until) || o->until < tau || o->most < 0) {
        return rdg_fail(c->ctx, RDG_ERR_ARGUMENT, where,
                        "the motion is to go from tau = %g to %g, in %ld segments at most: forwards, in 0 "
                        "(default) or more",
                        tau, o->until, o->most);
    }
    return RDG_OK;
}

/* work: [4 n] */
static rdg_status follow(const rdg_coulomb *c, const rdg_coulomb_march_options *o, rdg_bank *bank,
                         double *work, double *tau, double *x, rdg_contact_regime *regime)
{
    double *state = work;
    double *begin = work + 2 * c->n;
    const long most = o->most > 0 ? o->most : 1000000;
    rdg_modal_from_x(c, x, state);
    *regime = rdg_march_regime(bank, *tau, state);
    for (long segments = 0; *tau < o->until; segments++) {
        if (segments == most) {
            return rdg_fail(
                c->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_coulomb_march",
                "\"%s\" at r1 = %g, beta = %g has come to tau = %g with %ld changes between slip and "
                "stick, as many as rdg_coulomb_march_options.most allows",
                c->name, o->r1, o->beta, *tau, segments);
        }
        const rdg_contact_regime now = *regime;
        rdg_modal_to_x(c, state, begin);
        rdg_bank_begin(bank, now, *tau, state);
        const bool is_over = rdg_march_segment(bank, now, o->until);
        if (is_over) {
            *regime = rdg_march_next(bank, *tau, state);
        } else {
            rdg_bank_state(bank, state);
        }
        const rdg_coulomb_segment segment = {now, *tau, bank->tau - *tau, begin};
        *tau = bank->tau;
        if (o->watch && o->watch(c, &segment, o->data)) {
            break;
        }
    }
    rdg_modal_to_x(c, state, x);
    return RDG_OK;
}

rdg_status rdg_coulomb_march(const rdg_coulomb *c, const rdg_coulomb_march_options *options, double *tau,
                             double *x, rdg_contact_regime *regime)
{
    RDG_TRY(rdg_coulomb_check(c, __func__, options ? options->r1 : 1.0, options ? options->beta : 0.0));
    RDG_NEED(c->ctx, options, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, tau, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, x, RDG_ERR_ARGUMENT);
    RDG_TRY(check(c, __func__, options, *tau, x));
    rdg_contact_regime last = RDG_COULOMB_STICK;
    rdg_bank *bank = NULL;
    rdg_status status = rdg_bank_create(c, options->r1, options->beta, c->ratio, &bank);
    double *work = rdg_context_calloc(c->ctx, 4 * (size_t)c->n, sizeof *work);
    if (status == RDG_OK) {
        status = work ? follow(c, options, bank, work, tau, x, &last) : RDG_ERR_NO_MEMORY;
    }
    rdg_bank_free(bank);
    rdg_free(work);
    if (status == RDG_OK && regime) {
        *regime = last;
    }
    return status;
}
