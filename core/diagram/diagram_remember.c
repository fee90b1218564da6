/* What a diagram stores with the labels of its runs, so that it goes on where it was cut off. */
#include "diagram_impl.h"
#include "toolbox.h"

void rdg_diagram_forget(rdg_diagram_work *d, rdg_index crossings, rdg_index places)
{
    while (d->n_crossings > crossings) {
        const rdg_crossing *c = &d->crossing[--d->n_crossings];
        rdg_free(c->u);
        rdg_free(c->tangent);
        rdg_free(c->rays);
        rdg_free(c->passed);
    }
    while (d->n_places > places) {
        rdg_free(d->place[--d->n_places].u);
    }
}

static void exchange_crossing(rdg_diagram_work *d, rdg_checkpoint *memo, rdg_crossing *c)
{
    const bool reads = rdg_checkpoint_reads(memo);
    if (reads && !c->u) {
        c->u = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *c->u);
        c->tangent = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *c->tangent);
    }
    rdg_checkpoint_numbers(memo, c->u, d->n);
    rdg_checkpoint_numbers(memo, c->tangent, d->n);
    rdg_checkpoint_int(memo, &c->directions);
    rdg_checkpoint_int(memo, &c->multiplicity);
    rdg_checkpoint_index(memo, &c->found);
    rdg_checkpoint_index(memo, &c->n_rays);
    if (reads && c->n_rays > 0 && !c->rays) {
        c->rays = rdg_context_calloc(d->ctx, (size_t)(c->n_rays * d->n), sizeof *c->rays);
        c->passed = rdg_context_calloc(d->ctx, (size_t)c->n_rays, sizeof *c->passed);
    }
    rdg_checkpoint_numbers(memo, c->rays, c->n_rays * d->n);
    for (rdg_index k = 0; c->passed && k < c->n_rays; k++) {
        rdg_checkpoint_flag(memo, &c->passed[k]);
    }
}

static void exchange_place(rdg_diagram_work *d, rdg_checkpoint *memo, rdg_place *place)
{
    if (rdg_checkpoint_reads(memo) && !place->u) {
        place->u = rdg_context_calloc(d->ctx, (size_t)d->n, sizeof *place->u);
    }
    rdg_checkpoint_numbers(memo, place->u, d->n);
    rdg_checkpoint_number(memo, &place->step);
}

/* Events and places of later charts than the one at which it is read are forgotten. */
void rdg_diagram_exchange(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    rdg_diagram_work *d = data;
    rdg_index crossings = d->n_crossings;
    rdg_index places = d->n_places;
    (void)p;
    rdg_checkpoint_index(memo, &crossings);
    rdg_checkpoint_index(memo, &places);
    rdg_checkpoint_index(memo, &d->n_trail);
    rdg_checkpoint_index(memo, &d->n_passed);
    rdg_checkpoint_numbers(memo, d->trail, (RDG_TRAIL + 1) * 2 * d->n);
    if (rdg_checkpoint_reads(memo)) {
        rdg_diagram_forget(d, crossings, places);
        if (rdg_context_reserve(d->ctx, &d->crossing, &d->capacity_for_crossings, crossings,
                                sizeof *d->crossing) != RDG_OK ||
            rdg_context_reserve(d->ctx, &d->place, &d->capacity_for_places, places, sizeof *d->place) !=
                RDG_OK) {
            return;
        }
        while (d->n_crossings < crossings) {
            d->crossing[d->n_crossings++] = (rdg_crossing){.u = NULL};
        }
        while (d->n_places < places) {
            d->place[d->n_places++] = (rdg_place){.u = NULL};
        }
    }
    for (rdg_index k = 0; k < d->n_crossings; k++) {
        exchange_crossing(d, memo, &d->crossing[k]);
    }
    for (rdg_index k = 0; k < d->n_places; k++) {
        exchange_place(d, memo, &d->place[k]);
    }
}
