/* A contact with a friction cone as an element of a structure. */
#include "cone_impl.h"

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/friction_numbers.h>

#include <math.h>
#include <stddef.h>
#include <string.h>

static const char *const where = "rdg_cone_contact_add";

enum { MOST = 1 << 20 }; /* samples of a period */

/* One number of the contact, and the range that it must be in. */
static rdg_status check_number(rdg_context *ctx, const char *name, const char *what, double value,
                               bool allowed, const char *range)
{
    if (!isfinite(value)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "%s of the cone contact \"%s\" is %g: it must be %s",
                        what, name, value, range);
    }
    if (!allowed) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s of the cone contact \"%s\" is %g: it must be %s",
                        what, name, value, range);
    }
    return RDG_OK;
}

/* Whether the contact can answer in the harmonics kept. */
static rdg_status check_basis(const void *self, rdg_context *ctx, const char *solver, const char *name,
                              const rdg_basis *basis)
{
    const rdg_index samples = ((const rdg_cone_contact *)self)->samples,
                    least = rdg_cone_least_samples(basis);
    if (samples != 0 && samples < least) {
        return rdg_fail(
            ctx, RDG_ERR_ARGUMENT, solver,
            "the cone contact \"%s\" has %lld samples a period: harmonic %d needs %lld or more; 0 chooses",
            name, (long long)samples, basis->harmonic[basis->n_harmonics - 1], (long long)least);
    }
    return RDG_OK;
}

static rdg_status check_displacements(rdg_context *ctx, const char *name, const rdg_cone_contact *contact)
{
    for (int i = 0; i < 2; i++) {
        if (!contact->tangential[i]) {
            return rdg_fail(ctx, RDG_ERR_NAME, where,
                            "the cone contact \"%s\" has no tangential[%d]: name two displacements at right "
                            "angles (for one direction use rdg_contact)",
                            name, i);
        }
    }
    if (strcmp(contact->tangential[0], contact->tangential[1]) == 0 ||
        (contact->normal && (strcmp(contact->normal, contact->tangential[0]) == 0 ||
                             strcmp(contact->normal, contact->tangential[1]) == 0))) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the cone contact \"%s\" names a displacement twice: its directions (\"%s\", \"%s\"; "
                        "\"%s\") are at right angles",
                        name, contact->tangential[0], contact->tangential[1],
                        contact->normal ? contact->normal : "constant load");
    }
    return RDG_OK;
}

/* A normal displacement can close a gap: then the preload may be anything. */
static const rdg_element_parameter *numbers_of(const rdg_cone_contact *contact)
{
#define NUMBER(field, unit, least)                                                                           \
    {                                                                                                        \
#field, unit, offsetof(rdg_cone_contact, field), least, NULL                                         \
    }
#define TABLE(least_preload)                                                                                 \
    {                                                                                                        \
        [RDG_FRICTION_KT] = NUMBER(kt, "N/m", RDG_ABOVE_ZERO),                                               \
        [RDG_FRICTION_PRELOAD] = NUMBER(preload, "N", least_preload), [RDG_FRICTION_MU] = NUMBER(mu, "", 0), \
        [RDG_FRICTION_KN] = NUMBER(kn, "N/m", 0)                                                             \
    }
    static const rdg_element_parameter constant[RDG_FRICTION_START] = TABLE(0);
    static const rdg_element_parameter variable[RDG_FRICTION_START] = TABLE(-INFINITY);
#undef TABLE
#undef NUMBER
    return contact->normal ? variable : constant;
}

static rdg_status check(rdg_context *ctx, const rdg_cone_contact *contact)
{
    if (!contact) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the contact is NULL: pass an rdg_cone_contact");
    }
    const char *name = contact->name            ? contact->name
                       : contact->tangential[0] ? contact->tangential[0]
                                                : "(no name)";
    const rdg_element_parameter *number = numbers_of(contact);
    RDG_TRY(check_displacements(ctx, name, contact));
    RDG_TRY(check_number(ctx, name, "tangential stiffness kt", contact->kt,
                         contact->kt >= number[RDG_FRICTION_KT].least, "positive (N/m)"));
    RDG_TRY(check_number(ctx, name, "normal stiffness kn", contact->kn,
                         contact->kn >= number[RDG_FRICTION_KN].least, "zero or positive (N/m)"));
    RDG_TRY(check_number(ctx, name, "friction coefficient mu", contact->mu,
                         contact->mu >= number[RDG_FRICTION_MU].least, "zero or positive"));
    RDG_TRY(check_number(
        ctx, name, "preload", contact->preload, contact->preload >= number[RDG_FRICTION_PRELOAD].least,
        contact->normal ? "finite (N)"
                        : "zero or positive (N), since no normal displacement (.normal) closes a gap"));
    if (contact->start != RDG_SLIDER_ZERO && contact->start != RDG_SLIDER_MEAN &&
        contact->start != RDG_SLIDER_PRESTRESS) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "start of the cone contact \"%s\" is %d: choose one of RDG_SLIDER_ZERO, "
                        "RDG_SLIDER_MEAN and RDG_SLIDER_PRESTRESS",
                        name, (int)contact->start);
    }
    if (contact->samples < 0 || contact->samples > MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the cone contact \"%s\" has %lld samples a period: at most %d are possible; 0 "
                        "chooses",
                        name, (long long)contact->samples, MOST);
    }
    return RDG_OK;
}

static void warn_without_load(rdg_context *ctx, const rdg_cone_contact *contact)
{
    if (contact->mu > 0.0 && contact->preload <= 0.0 && (!contact->normal || contact->kn == 0.0)) {
        rdg_warn(
            ctx, "contacts without a normal load",
            "cone contact \"%s\": its normal load is zero at all times (preload %g N, %s), so that it has "
            "no friction: give it a preload, or a normal displacement and kn",
            contact->name ? contact->name : contact->tangential[0], contact->preload,
            contact->normal ? "kn 0 N/m" : "no normal displacement");
    }
}

static bool starts_at_rest(const void *self)
{
    return ((const rdg_cone_contact *)self)->start == RDG_SLIDER_PRESTRESS;
}

rdg_status rdg_cone_contact_add(rdg_structure *s, const rdg_cone_contact *contact)
{
    static const rdg_law_in_frequency in_frequency = {.check = check_basis,
                                                      .create = rdg_cone_create,
                                                      .create_refined = rdg_cone_create_refined,
                                                      .free_instance = rdg_cone_free,
                                                      .evaluate = rdg_cone_evaluate,
                                                      .starts_at_rest = starts_at_rest,
                                                      .set = rdg_cone_set,
                                                      .numbers = rdg_cone_numbers,
                                                      .remembers = rdg_cone_remembers,
                                                      .regime = rdg_cone_regime};
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, contact));
    warn_without_load(ctx, contact);
    rdg_cone_contact law = *contact; /* without the user's names, but with a normal one if there is one */
    law.name = law.parameters = law.tangential[0] = law.tangential[1] = NULL;
    law.normal = contact->normal ? "normal" : NULL;
    return rdg_element_add(
        s,
        &(rdg_element){.name = contact->name,
                       .parameters = contact->parameters,
                       .d = contact->normal ? 3 : 2,
                       .at =
                           (const char *[]){contact->tangential[0], contact->tangential[1], contact->normal},
                       .kind = {.type = "cone contact",
                                .time = &rdg_cone_in_time,
                                .frequency = &in_frequency,
                                .n_numbers = contact->normal ? RDG_FRICTION_START : RDG_FRICTION_KN,
                                .number = numbers_of(contact)},
                       .self = &law,
                       .size = sizeof law},
        where);
}
