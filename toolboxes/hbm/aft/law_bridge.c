/* A force law in time without contact states, other than a force law, requested as one of several
 * displacements. */
#include "law_element_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

struct rdg_law_bridge {
    const rdg_element *element;
    double *df, *d2f; /* [d * 2 d], [(2 d)^2] */
};

static int ask(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    const rdg_law_bridge *b = data;
    const rdg_index n = 2 * d;
    const rdg_law_state at = {.x = x, .v = v};
    const rdg_law_force answer = {
        .f = value->f, .df = b->df, .mu = value->mu, .d2f = value->mu ? b->d2f : NULL};
    memset(b->df, 0, (size_t)(d * n) * sizeof *b->df);
    memset(b->d2f, 0, (size_t)(n * n) * sizeof *b->d2f);
    const int status = b->element->kind.time->force(b->element->self, d, &at, &answer);
    memcpy(value->fx, b->df, (size_t)(d * d) * sizeof *b->df);
    memcpy(value->fv, b->df + d * d, (size_t)(d * d) * sizeof *b->df);
    for (rdg_index k = 0; value->mu && k < d; k++) {
        for (rdg_index j = 0; j < d; j++) {
            value->hxx[j + d * k] = b->d2f[j + n * k];
            value->hxv[j + d * k] = b->d2f[j + n * (d + k)];
            value->hvv[j + d * k] = b->d2f[d + j + n * (d + k)];
        }
    }
    return status;
}

rdg_law_bridge *rdg_law_bridge_create(rdg_context *ctx, const rdg_element *element)
{
    const size_t d = (size_t)element->d;
    rdg_law_bridge *b = rdg_context_calloc(ctx, 1, sizeof *b);
    if (!b) {
        return NULL;
    }
    b->element = element;
    b->df = rdg_context_calloc(ctx, 2 * d * d, sizeof *b->df);
    b->d2f = rdg_context_calloc(ctx, 4 * d * d, sizeof *b->d2f);
    if (!b->df || !b->d2f) {
        rdg_law_bridge_free(b);
        return NULL;
    }
    return b;
}

void rdg_law_bridge_free(rdg_law_bridge *bridge)
{
    if (bridge) {
        rdg_free(bridge->df);
        rdg_free(bridge->d2f);
        rdg_free(bridge);
    }
}

rdg_force_law rdg_law_bridge_law(rdg_law_bridge *bridge)
{
    return (rdg_force_law){.d = bridge->element->d, .vector = ask, .data = bridge};
}
