/* What a problem states of its adjoint equations. */
#include "adjoint_rows.h"
#include "problem.h"
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
    RDG_TRY(rdg_problem_freeze_adjoint(p));
    p->frozen.revision++;
    return RDG_OK;
}

bool rdg_problem_is_adjoint(const rdg_problem *p, rdg_index variable, rdg_index row)
{
    const rdg_adjoint_blocks *b = &p->adjoint;
    return b->n > 0 && ((variable >= b->multiplier && variable < b->multiplier + b->m) ||
                        (row >= b->m && row < b->m + b->n));
}

rdg_status rdg_problem_freeze_adjoint(rdg_problem *p)
{
    const rdg_adjoint_blocks *b = &p->adjoint;
    rdg_frozen_set *set = &p->frozen;
    if (b->n == 0 || set->n == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_frozen_provide(p->ctx, set, b->multiplier + b->m, b->m + b->n));
    for (rdg_index i = 0; i < b->m; i++) {
        set->count -= set->row_of[b->multiplier + i] >= 0;
        set->row_of[b->multiplier + i] = -1;
        set->at[b->multiplier + i] = 0.0;
    }
    for (rdg_index j = 0; j < b->n; j++) {
        const rdg_index row = set->row_of[j];
        set->leaves_row[b->m + j] = row >= 0;
        if (row >= 0) {
            set->row_of[b->multiplier + row] = b->m + j;
            set->count++;
        }
    }
    return RDG_OK;
}

bool rdg_is_steady(const rdg_problem *p, rdg_index variable)
{
    return p && p->settled && variable >= 0 && variable < p->n && p->settled[variable];
}

void rdg_problem_hold_steady(rdg_problem *p)
{
    p->period += p->steady++ == 0;
}

void rdg_problem_release_steady(rdg_problem *p)
{
    p->steady--;
}
