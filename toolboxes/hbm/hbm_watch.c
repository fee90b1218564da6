/* Monitors of a solution as a whole: stability, truncation. */
#include "hbm_impl.h"

#include <inttypes.h>

/* index: [m + 1], workspace */
static rdg_status add_at(rdg_hbm *hb, rdg_problem *problem, const char *name, rdg_hbm_watch f, rdg_index Q,
                         rdg_index omega, rdg_index *index)
{
    const rdg_function function = {
        .name = name, .n = hb->m + 1, .m = 1, .f = f, .by_differences = true, .data = hb};
    for (rdg_index i = 0; i < hb->m; i++) {
        index[i] = Q + i;
    }
    index[hb->m] = omega;
    return rdg_add_monitor(problem, &function, index, NULL, RDG_SINGULAR);
}

rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                             rdg_hbm_watch f)
{
    rdg_index unknowns = 0;
    const rdg_index Q = rdg_variable_index(problem, "Q", &unknowns);
    const rdg_index omega = Q < 0 ? Q : rdg_variable_index(problem, "omega", NULL);
    RDG_TRY(rdg_error_status(rdg_problem_context(problem)));
    if (unknowns != hb->m || omega < 0) {
        return rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                        "the problem has %" PRId64 " unknowns Q, the harmonic balance of \"%s\" has %" PRId64
                        ": give the harmonic balance that the problem was made from",
                        unknowns, rdg_structure_name(hb->structure), hb->m);
    }
    rdg_index *index = rdg_context_calloc(hb->ctx, (size_t)hb->m + 1, sizeof *index);
    const rdg_status status = index ? add_at(hb, problem, name, f, Q, omega, index) : RDG_ERR_NO_MEMORY;
    rdg_free(index);
    return status;
}
