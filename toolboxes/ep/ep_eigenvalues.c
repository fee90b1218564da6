/* Eigenvalues at a point of a problem of equilibria or fixed points. */
#include "ep_impl.h"
#include "spectrum_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

rdg_status rdg_ep_eigenvalues_of(rdg_problem *p, const char *name, const double *u, double *re, double *im)
{
    rdg_context *ctx = rdg_problem_context(p);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    char counter[256];
    snprintf(counter, sizeof counter, "%s%sunstable", name ? name : "", name ? "." : "");
    const rdg_function *found = rdg_find_function(p, counter);
    if (!found || found->f != rdg_spectrum_unstable) {
        return rdg_fail(ctx, RDG_ERR_NAME, "rdg_ep_eigenvalues",
                        "the problem has no equilibria or fixed points %s%s%s: add them by rdg_ep_add() or "
                        "rdg_map_add(), or make it by rdg_ep_problem() or rdg_map_problem()",
                        name ? "\"" : "", name ? name : "without a name", name ? "\"" : "");
    }
    if (!u || !re || !im) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, "rdg_ep_eigenvalues",
                        "the point or the place for the eigenvalues is NULL");
    }
    rdg_spectrum *s = found->data;
    RDG_TRY(rdg_require_finite(ctx, "rdg_ep_eigenvalues", "u", s->nu, u));
    if (rdg_spectrum_decompose(s, u) != 0) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, "rdg_ep_eigenvalues",
                        "the Jacobian has no value, or no eigenvalues, at this point");
    }
    if (s->unknown) {
        return rdg_fail(ctx, RDG_ERR_NO_CONVERGENCE, "rdg_ep_eigenvalues",
                        "the eigenvalues are not known at this point: the matrix keeps too few digits");
    }
    memcpy(re, s->re, (size_t)s->n * sizeof *re);
    memcpy(im, s->im, (size_t)s->n * sizeof *im);
    return RDG_OK;
}

rdg_status rdg_ep_eigenvalues(rdg_problem *p, const double *u, double *re, double *im)
{
    return rdg_ep_eigenvalues_of(p, NULL, u, re, im);
}
