/* Frequencies of small undamped vibrations about rest: each element replaced by its stiffness there, the
 * positions of sliders being constant, so that closed contacts stick. */
#include "modes.h"
#include "rest_impl.h"
#include <ridgewalk/rest.h>

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <string.h>

/* u: [n + 1], zero on entry; values: of the Jacobian, zero on entry */
static rdg_status find(rdg_equilibrium *e, rdg_index count, double *u, double *values, double *omega)
{
    rdg_structure *s = e->s;
    const double *rest = rdg_structure_rest(s);
    e->sliders = RDG_STUCK_CONSTANT;
    if (rest) {
        memcpy(u, rest, (size_t)s->n * sizeof *u);
    }
    if (rdg_equilibrium_jacobian(s->n + 1, u, s->n, values, e) != 0) {
        return rdg_error_status(s->ctx) != RDG_OK
                   ? rdg_error_status(s->ctx)
                   : rdg_fail(s->ctx, RDG_ERR_CALLBACK, "rdg_structure_rest_frequencies",
                              "the elements of \"%s\" cannot be evaluated at rest", s->name);
    }
    rdg_sparse M;
    RDG_TRY(rdg_structure_matrices(s, &M, NULL, NULL));
    rdg_pattern square = *e->pattern; /* without the level's column, the last one */
    square.cols = s->n;
    const rdg_sparse K = {square, values};
    rdg_structure *linear = rdg_structure_create_sparse(s->ctx, s->name, &M, RDG_UNDAMPED, &K);
    const rdg_status status = rdg_structure_frequencies(linear, RDG_NO_SPRINGS, count, omega);
    rdg_structure_free(linear);
    return status;
}

rdg_status rdg_structure_rest_frequencies(rdg_structure *s, rdg_index count, double *omega)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, omega, RDG_ERR_ARGUMENT);
    rdg_equilibrium e = {.s = s};
    rdg_status status = rdg_equilibrium_make(s, &e);
    if (status == RDG_OK) {
        double *u = rdg_context_calloc(s->ctx, (size_t)s->n + 1, sizeof *u);
        double *values = rdg_context_calloc(s->ctx, (size_t)rdg_pattern_count(e.pattern), sizeof *values);
        status = u && values ? find(&e, count, u, values, omega) : RDG_ERR_NO_MEMORY;
        rdg_free(u);
        rdg_free(values);
    }
    rdg_equilibrium_clear(&e);
    return status;
}
