/* What a problem says of its adjoint equations. */
#include "assembly.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <inttypes.h>

rdg_status rdg_declare_adjoint(rdg_problem *p, const char *function, const char *multipliers)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    const rdg_function *f = rdg_find_function(p, function);
    rdg_adjoint_blocks blocks = {.n = f ? f->m : 0};
    rdg_index n_multipliers = 0;
    if (!f) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "the problem has no function \"%s\"",
                        function ? function : "(null)");
    }
    blocks.multiplier = rdg_variable_index(p, multipliers, &n_multipliers);
    if (blocks.multiplier < 0) {
        return RDG_ERR_NAME;
    }
    const rdg_entry *e = p->entry;
    for (; &e->function != f; e++) {
        blocks.m += e->is_monitor ? 0 : e->function.m;
    }
    if (e->is_monitor || n_multipliers != blocks.m || blocks.multiplier < blocks.n || blocks.m > blocks.n) {
        return RDG_FAIL(p->ctx, RDG_ERR_SIZE,
                        "\"%s\" has %" PRId64 " rows and \"%s\" %" PRId64 " multipliers, for %" PRId64
                        " rows of zero functions before: these are no adjoint equations",
                        function, blocks.n, multipliers, n_multipliers, blocks.m);
    }
    p->adjoint = blocks;
    return RDG_OK;
}

void rdg_problem_hold_steady(rdg_problem *p)
{
    p->period += p->steady++ == 0;
}

void rdg_problem_release_steady(rdg_problem *p)
{
    p->steady--;
}
