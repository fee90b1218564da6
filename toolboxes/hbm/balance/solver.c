/* The linear solver that a user requests, and the one in use. */
#include "hbm_impl.h"

#include <ridgewalk/hbm_solver.h>

rdg_status rdg_hbm_solver(rdg_hbm *hb, rdg_hbm_solver_kind kind)
{
    RDG_ENTER(hb, hb->ctx, RDG_ERR_EARLIER);
    RDG_TRY(rdg_hbm_still_open(hb, "rdg_hbm_solver"));
    if ((int)kind < RDG_AUTO || kind > RDG_FACTORS) {
        return RDG_FAIL(
            hb->ctx, RDG_ERR_ARGUMENT,
            "there is no solver %d: choose RDG_AUTO, RDG_FACTORS, RDG_DENSE, RDG_WHOLE or RDG_SPECTRAL",
            (int)kind);
    }
    hb->solver = kind;
    return RDG_OK;
}

rdg_hbm_solver_kind rdg_hbm_solver_in_use(rdg_hbm *hb)
{
    return rdg_hbm_close(hb) == RDG_OK ? hb->chosen : RDG_AUTO;
}
