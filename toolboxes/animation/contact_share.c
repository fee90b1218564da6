/* Shares and energy of contacts with the parameters in use. */
#include "contact_share_impl.h"
#include "contact_walk_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/finite.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { PER_HARMONIC = 64, FEWEST = 256 }; /* instants in a period of the highest harmonic; in a period */

/* --- energy */

/* The integral of f dx over the period: pi h (F_cos Z_sin - F_sin Z_cos) of each harmonic */
static double dissipated(const rdg_basis *b, rdg_index d, const double *z, const double *force)
{
    double energy = 0.0;
    for (rdg_index j = 0; j < d; j++) {
        const double *x = z + j * b->n_coefficients + b->has_static;
        const double *f = force + j * b->n_coefficients + b->has_static;
        for (rdg_index k = 0; k < b->n_harmonics; k++) {
            energy += RDG_PI * b->harmonic[k] * (f[2 * k] * x[2 * k + 1] - f[2 * k + 1] * x[2 * k]);
        }
    }
    return energy;
}

rdg_status rdg_contact_share_find(const rdg_contact_shares *shares, rdg_index element, const double *Q,
                                  double omega, rdg_contact_share *share)
{
    rdg_hbm *hb = shares->hb;
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_element *e = rdg_element_at(rdg_hbm_structure(hb), element);
    rdg_contact_motion motion = {.element = e, .basis = rdg_hbm_basis(hb), .z = shares->z, .omega = omega};
    if (rdg_hbm_element_state(hb, element, Q, omega, shares->z, shares->force) != 0) {
        RDG_TRY(rdg_error_status(ctx));
        return rdg_fail(ctx, RDG_ERR_CALLBACK, shares->where,
                        "the force law of \"%s\" is outside its domain at omega = %.6g rad/s", e->name,
                        omega);
    }
    const double energy = dissipated(motion.basis, e->d, shares->z, shares->force);
    if (rdg_hbm_element_regime(hb, element, Q) == RDG_ELEMENT_STICKS) {
        *share = (rdg_contact_share){.stick = 1.0, .energy = energy};
        return RDG_OK;
    }
    RDG_TRY(rdg_contact_rest(hb, shares->where, e, shares->rest, &motion.rest));
    void *self = rdg_contact_self(hb, element);
    RDG_TRY(rdg_error_status(ctx));
    motion.self = self;
    const rdg_status status = rdg_contact_share_walk(shares, &motion, share);
    rdg_contact_self_free(e, self);
    share->energy = energy;
    return status;
}

/* --- all contacts */

static rdg_index count_contacts(rdg_contact_shares *shares, rdg_index *most)
{
    const rdg_structure *s = rdg_hbm_structure(shares->hb);
    rdg_index n = 0;
    for (rdg_index i = 0; i < rdg_element_count(s); i++) {
        const rdg_element *e = rdg_element_at(s, i);
        if (rdg_is_contact(e)) {
            if (shares->element) {
                shares->element[n] = i;
            }
            *most = e->d > *most ? e->d : *most;
            n++;
        }
    }
    return n;
}

rdg_status rdg_contact_shares_create(rdg_hbm *hb, const char *where, rdg_contact_shares *shares)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_basis *b = rdg_hbm_basis(hb);
    *shares = (rdg_contact_shares){.hb = hb, .where = where};
    RDG_TRY(b ? RDG_OK : RDG_ERR_EARLIER);
    rdg_index most = 0;
    shares->n = count_contacts(shares, &most);
    if (shares->n == 0) {
        rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "\"%s\" has no contact",
                 rdg_structure_name(rdg_hbm_structure(hb)));
        return RDG_ERR_ARGUMENT;
    }
    const rdg_index wanted = PER_HARMONIC * (rdg_index)b->harmonic[b->n_harmonics - 1];
    const size_t each = 2 * (size_t)b->n_harmonics, d = (size_t)most, n = d * (size_t)b->n_coefficients;
    shares->instants = wanted > FEWEST ? wanted : FEWEST;
    shares->turns = rdg_context_calloc(ctx, each * (size_t)shares->instants, sizeof *shares->turns);
    shares->turn = rdg_context_calloc(ctx, each, sizeof *shares->turn);
    shares->z = rdg_context_calloc(ctx, n, sizeof *shares->z);
    shares->force = rdg_context_calloc(ctx, n, sizeof *shares->force);
    shares->rest = rdg_context_calloc(ctx, d, sizeof *shares->rest);
    shares->element = rdg_context_calloc(ctx, (size_t)shares->n, sizeof *shares->element);
    if (!shares->turns || !shares->turn || !shares->z || !shares->force || !shares->rest ||
        !shares->element) {
        return RDG_ERR_NO_MEMORY;
    }
    count_contacts(shares, &most);
    for (rdg_index i = 0; i < shares->instants; i++) {
        rdg_contact_turn(b, 2.0 * RDG_PI * (double)i / (double)shares->instants,
                         shares->turns + each * (size_t)i);
    }
    return RDG_OK;
}

void rdg_contact_shares_free(rdg_contact_shares *shares)
{
    rdg_free(shares->turns);
    rdg_free(shares->turn);
    rdg_free(shares->z);
    rdg_free(shares->force);
    rdg_free(shares->rest);
    rdg_free(shares->element);
}

rdg_status rdg_contact_share_at(rdg_hbm *hb, rdg_index element, const double *Q, double omega,
                                rdg_contact_share *share)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(hb, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, Q, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, share, RDG_ERR_ARGUMENT);
    const rdg_element *e = rdg_element_at(rdg_hbm_structure(hb), element);
    if (!e || !rdg_is_contact(e)) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "element %lld is no contact", (long long)element);
    }
    RDG_TRY(rdg_require_finite(ctx, __func__, "omega", 1, &omega));
    RDG_TRY(rdg_require_finite(ctx, __func__, "Q", rdg_hbm_unknowns(hb), Q));
    rdg_contact_shares shares;
    rdg_status status = rdg_contact_shares_create(hb, __func__, &shares);
    status = status == RDG_OK ? rdg_contact_share_find(&shares, element, Q, omega, share) : status;
    rdg_contact_shares_free(&shares);
    return status;
}
