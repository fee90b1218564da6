/* A contact as an element of a structure. */
#include "contact_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

/* Whether it is requested in the basis that the instance was made for. */
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
    return fits(self, basis) && rdg_contact_has_memory(self, z);
}

static rdg_element_regime regime(void *self, const rdg_basis *basis, const double *z)
{
    return fits(self, basis) ? rdg_contact_regime_at(self, z) : RDG_ELEMENT_NO_REGIME;
}

static void set(void *self, int which, double value)
{
    rdg_contact_set(self, which, value);
}

static int numbers(void *self, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer)
{
    (void)omega;
    return fits(self, basis) ? rdg_contact_numbers(self, z, answer) : -1;
}

static int margin_numbers(void *self, const rdg_basis *basis, const double *z,
                          const rdg_element_margin_parameters *answer)
{
    return fits(self, basis) ? rdg_contact_margin_numbers(self, z, answer) : -1;
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    rdg_contact_element *e = rdg_contact_element_new(ctx, "rdg_contact_add", self, basis);
    rdg_contact_prestress(e, rest);
    return e;
}

static void free_instance(void *instance)
{
    rdg_contact_element_free(instance);
}

static bool starts_at_rest(const void *self)
{
    return ((const rdg_contact *)self)->start == RDG_SLIDER_PRESTRESS;
}

static const rdg_law_in_frequency contact_in_frequency = {.create = create,
                                                          .free_instance = free_instance,
                                                          .evaluate = evaluate,
                                                          .margin = margin,
                                                          .focus = focus,
                                                          .hold_stuck = hold_stuck,
                                                          .starts_at_rest = starts_at_rest,
                                                          .set = set,
                                                          .numbers = numbers,
                                                          .margin_numbers = margin_numbers,
                                                          .remembers = remembers,
                                                          .regime = regime};

rdg_status rdg_contact_add_as(rdg_structure *s, const rdg_contact_kind *kind, const char *where,
                              const rdg_contact *contact)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(rdg_contact_check(ctx, where, contact));
    rdg_contact law = *contact; /* without the user's names, but with a normal displacement if there is one */
    law.name = law.parameters = NULL;
    law.tangential = "tangential";
    law.normal = contact->normal ? "normal" : NULL;
    return rdg_element_add(
        s,
        &(rdg_element){.name = contact->name,
                       .parameters = contact->parameters,
                       .d = contact->normal ? 2 : 1,
                       .at = (const char *[]){contact->tangential, contact->normal},
                       .kind = {.type = kind->type,
                                .time = &rdg_contact_in_time,
                                .frequency = &contact_in_frequency,
                                .n_numbers = kind->number ? kind->n_numbers : RDG_FRICTION_PARAMETERS,
                                .number = kind->number ? kind->number : rdg_contact_number_table(contact)},
                       .self = &law,
                       .size = sizeof law},
        where);
}

rdg_status rdg_contact_add(rdg_structure *s, const rdg_contact *contact)
{
    RDG_TRY(rdg_contact_add_as(s, &(rdg_contact_kind){.type = "contact"}, __func__, contact));
    const rdg_contact_law law = rdg_contact_law_of(contact);
    if (law.mu > 0.0 && law.kn == 0.0 && law.preload <= 0.0) {
        rdg_warn(rdg_structure_context(s), "contacts without a normal load",
                 "contact \"%s\": its normal load is zero at all times (preload %g N, %s), so that it has no "
                 "friction: give it a preload, or a normal displacement and kn",
                 contact->name ? contact->name : contact->tangential, law.preload,
                 contact->normal ? "kn 0 N/m" : "no normal displacement");
    }
    return RDG_OK;
}
