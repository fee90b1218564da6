/* What keeps a covering from being the whole: counted, and stated once. */
#include "covering_impl.h"
#include "text_impl.h"

#include <inttypes.h>

void rdg_covering_count_gaps(rdg_covering *c)
{
    c->doubt.gaps = 0;
    for (rdg_index i = 0; i < c->n_patches; i++) {
        const rdg_patch *patch = &c->patch[i];
        rdg_index gaps = patch->cell.overfull;
        for (rdg_index v = 0; v < patch->cell.n_vertices; v++) {
            gaps += patch->cell.vertex[v].given_up;
        }
        c->doubt.at = c->doubt.gaps == 0 && gaps > 0 ? i : c->doubt.at;
        c->doubt.gaps += gaps;
    }
}

bool rdg_covering_is_doubtful(const rdg_covering *c)
{
    return c->doubt.gaps > 0 || c->doubt.loose > 0 || c->doubt.unlike || c->doubt.rough;
}

/* "x = 0.1, y = 0.2": the parameters that were released or have a domain. */
static void describe_place(const rdg_covering *c, rdg_text *text)
{
    const rdg_tracer *t = c->t;
    int named = 0;
    for (rdg_index k = 0; k < t->p->n_parameters && named < 4; k++) {
        if (!t->setup->held[k] && !t->p->parameter[k].hidden) {
            rdg_text_addf(text, named++ > 0 ? ", %s = %.6g" : "%s = %.6g", t->p->parameter[k].name,
                          c->patch[c->doubt.at].mu[k]);
        }
    }
}

void rdg_covering_describe_doubt(const rdg_covering *c, char *chars, size_t size)
{
    const rdg_tracer *t = c->t;
    const rdg_doubt *d = &c->doubt;
    rdg_text text = rdg_text_in(chars, size);
    rdg_text_add(&text, "not all is covered: ");
    if (d->gaps > 0) {
        rdg_text_addf(&text, "in %" PRId64 " directions no chart could be made (%.100s), first at ", d->gaps,
                      t->p->trouble[0] ? t->p->trouble : "the tangent space turns too fast");
    } else if (d->loose > 0) {
        rdg_text_addf(&text, "%" PRId64 " edges of its boundary lie on no bound, first at ", d->loose);
    } else if (d->rough) {
        rdg_text_addf(&text, "the areas of charts and of the triangles between them differ by %.1f %%, near ",
                      100.0 * d->apart);
    } else {
        rdg_text_addf(&text, "Euler characteristic %ld and %ld boundaries contradict the curvature, near ",
                      t->summary.euler, t->summary.boundaries);
    }
    describe_place(c, &text);
    rdg_text_add(&text,
                 "; a smaller least radius (RDG_STEP) or smaller charts (RDG_SAG, RDG_ANGLE) may help");
}
