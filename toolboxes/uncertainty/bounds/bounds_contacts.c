/* The contacts whose slider starts are varied. */
#include "bounds_impl.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

void rdg_bounds_free_contacts(rdg_bounds_search *s)
{
    for (rdg_index k = 0; k < s->n; k++) {
        rdg_free(s->contact[k].place);
    }
    rdg_free(s->Q);
    rdg_free(s->state[0]);
    rdg_free(s->state[1]);
}

/* Where the static part of the tangential displacement lies. */
static rdg_status place_static(rdg_bounds_search *s, const rdg_element *e, bounds_contact *c)
{
    const rdg_index *dof;
    RDG_TRY(
        rdg_structure_displacement(rdg_hbm_structure(s->hb), s->where, e->at[0], &c->n, &dof, &c->weight));
    c->place = rdg_context_calloc(s->ctx, (size_t)c->n, sizeof *c->place);
    return c->place ? rdg_hbm_places(s->hb, s->where, e->at[0], 0, c->n, c->place) : RDG_ERR_NO_MEMORY;
}

static rdg_status take(rdg_bounds_search *s, rdg_index element, const rdg_element *e)
{
    if (e->parameters) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, s->where,
            "contact \"%s\" shares its parameters, and so its slider start, as \"%s\": its residual "
            "stress cannot differ from that of others; leave out .parameters",
            e->name, e->parameters);
    }
    if (s->n == RDG_BOUNDS_MOST) {
        return rdg_fail(s->ctx, RDG_ERR_ARGUMENT, s->where, "more than %d contacts", RDG_BOUNDS_MOST);
    }
    const rdg_contact *law = e->self;
    bounds_contact *c = &s->contact[s->n++];
    const bool given = law->start == RDG_SLIDER_AT || law->start == RDG_SLIDER_ZERO;
    *c = (bounds_contact){.element = element,
                          .given = !given                        ? NAN
                                   : law->start == RDG_SLIDER_AT ? law->start_force
                                                                 : 0.0,
                          .kt = law->kt,
                          .kn = law->normal ? law->kn : 0.0,
                          .mu = law->mu,
                          .preload = law->preload,
                          .has_normal = law->normal != NULL,
                          .low = INFINITY,
                          .high = -INFINITY};
    s->result->element[s->n - 1] = element;
    snprintf(c->start, sizeof c->start, "%s.start", e->name);
    return place_static(s, e, c);
}

static rdg_status take_arrays(rdg_bounds_search *s)
{
    const size_t n = 2 * (size_t)rdg_hbm_basis(s->hb)->n_coefficients;
    for (int k = 0; k < 2; k++) {
        s->state[k] = rdg_context_calloc(s->ctx, n, sizeof(double));
    }
    s->n_Q = rdg_hbm_unknowns(s->hb);
    s->Q = rdg_context_calloc(s->ctx, (size_t)s->n_Q, sizeof(double));
    return rdg_error_status(s->ctx);
}

rdg_status rdg_bounds_find_contacts(rdg_bounds_search *s)
{
    const rdg_structure *structure = rdg_hbm_structure(s->hb);
    if (!rdg_hbm_basis(s->hb)->has_static) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, s->where,
            "the harmonic balance has no static harmonic, so that slider positions change nothing: "
            "create it with RDG_HARMONICS(0, 1, ...)");
    }
    if (rdg_hbm_unknowns(s->hb) == 0) {
        return rdg_error_status(s->ctx);
    }
    for (rdg_index k = 0; k < rdg_element_count(structure); k++) {
        const rdg_element *e = rdg_element_at(structure, k);
        if (strcmp(e->kind.type, "contact") == 0) {
            RDG_TRY(take(s, k, e));
        }
    }
    s->result->contacts = s->n;
    if (s->n == 0) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, s->where,
            "the structure has no contact of rdg_contact_add(): there is no residual stress to vary");
    }
    return take_arrays(s);
}
