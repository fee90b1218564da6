/* Monitors of a solution as a whole: stability, truncation. */
#include "hbm_impl.h"
#include "watch_impl.h"

#include <inttypes.h>

rdg_status rdg_hbm_share_context(rdg_hbm *hb, rdg_problem *problem, const char *where)
{
    return rdg_same_context(rdg_hbm_context(hb), rdg_problem_context(problem), where,
                            "the problem and the harmonic balance of \"%s\"",
                            rdg_structure_name(rdg_hbm_structure(hb)));
}

rdg_index *rdg_hbm_unknown_places(rdg_hbm *hb, rdg_problem *problem, const char *where, rdg_index more)
{
    if (rdg_hbm_share_context(hb, problem, where) != RDG_OK) {
        return NULL;
    }
    rdg_index unknowns = 0;
    const rdg_index Q = rdg_variable_index(problem, "Q", &unknowns);
    const rdg_index omega = Q < 0 ? Q : rdg_variable_index(problem, "omega", NULL);
    if (omega < 0) {
        return NULL;
    }
    if (unknowns != hb->m) {
        rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                 "the problem has %" PRId64 " unknowns Q, the harmonic balance of \"%s\" has %" PRId64
                 ": give the harmonic balance that the problem was made from",
                 unknowns, rdg_structure_name(hb->structure), hb->m);
        return NULL;
    }
    rdg_index *index = rdg_context_calloc(hb->ctx, (size_t)(hb->m + 1 + more), sizeof *index);
    for (rdg_index i = 0; index && i < hb->m; i++) {
        index[i] = Q + i;
    }
    if (index) {
        index[hb->m] = omega;
    }
    return index;
}

rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                             rdg_hbm_watch f, rdg_monitor_kind kind)
{
    const rdg_function function = {
        .name = name, .n = hb->m + 1, .m = 1, .f = f, .by_differences = true, .data = hb};
    rdg_index *index = rdg_hbm_unknown_places(hb, problem, where, 0);
    if (!index) {
        return rdg_error_status(rdg_problem_context(problem));
    }
    const rdg_status status = rdg_add_monitor(problem, &function, index, NULL, kind);
    rdg_free(index);
    return status;
}
