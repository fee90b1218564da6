/* Eigenvalues at a point of a problem of equilibria or fixed points. */
#include "ep_impl.h"

#include <ridgewalk/toolbox.h>

#include <string.h>

rdg_status rdg_ep_eigenvalues(rdg_problem *p, const double *u, double *re, double *im)
{
    rdg_context *ctx = rdg_problem_context(p);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    const rdg_function *counter = rdg_find_function(p, "unstable");
    if (!counter || counter->f != rdg_ep_unstable || !u) {
        return RDG_FAIL(
            ctx, RDG_ERR_ARGUMENT,
            "this is no problem of rdg_ep_problem() or rdg_map_problem(), or there is no point u");
    }
    rdg_ep_state *s = counter->data;
    if (rdg_ep_decompose(s, u) != 0) {
        return RDG_FAIL(ctx, RDG_ERR_NOT_FINITE,
                        "the Jacobian has no value, or no eigenvalues, at this point");
    }
    memcpy(re, s->re, (size_t)s->n * sizeof *re);
    memcpy(im, s->im, (size_t)s->n * sizeof *im);
    return RDG_OK;
}
