/* A contact as an element of a harmonic balance. */
#include "contact_impl.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/toolbox.h>

/* Whether harmonic balance asks in the basis that the element was made for. */
static bool fits(const rdg_contact_element *e, const rdg_basis *basis)
{
    return rdg_series_fits(&e->series, basis);
}

static int evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result)
{
    (void)omega; /* dry friction does not know how fast it slips */
    return fits(self, basis) ? rdg_contact_evaluate(self, z, result) : -1;
}

static int margin(void *self, const rdg_basis *basis, const double *z, rdg_element_margin *answer)
{
    return fits(self, basis) ? rdg_contact_margin(self, z, answer) : -1;
}

static int focus(void *self, const rdg_basis *basis, const double *z)
{
    return fits(self, basis) ? rdg_contact_focus(self, z) : -1;
}

static void hold_stuck(void *self, bool hold)
{
    rdg_contact_hold_stuck(self, hold);
}

static bool remembers(void *self, const rdg_basis *basis, const double *z)
{
    return fits(self, basis) && rdg_contact_remembers(self, z);
}

static void prestress(void *self, const double *rest)
{
    rdg_contact_prestress(self, rest);
}

static void *clone(const void *self, rdg_context *ctx, const rdg_basis *basis)
{
    return rdg_contact_element_clone(self, ctx, basis);
}

static void free_self(void *self)
{
    rdg_contact_element_free(self);
}

rdg_status rdg_contact_add_as(rdg_hbm *hb, const char *type, const char *where, const rdg_contact *contact)
{
    const rdg_element_ops ops = {.type = type,
                                 .evaluate = evaluate,
                                 .margin = margin,
                                 .focus = focus,
                                 .hold_stuck = hold_stuck,
                                 .remembers = remembers,
                                 .prestress = prestress,
                                 .clone = clone,
                                 .free_self = free_self};
    rdg_context *ctx = rdg_hbm_context(hb);
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_contact_element *element = rdg_contact_element_new(ctx, where, contact, rdg_hbm_basis(hb));
    if (!element) {
        return rdg_error_status(ctx);
    }
    const char *displacements[] = {contact->tangential, contact->normal};
    return rdg_hbm_add_element(hb, contact->name, contact->normal ? 2 : 1, displacements, &ops, element);
}

rdg_status rdg_contact_add(rdg_hbm *hb, const rdg_contact *contact)
{
    return rdg_contact_add_as(hb, "contact", __func__, contact);
}
