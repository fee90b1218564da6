/* The list of options of one stage of successive continuation. */
#include "adjoint_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

#include <stdio.h>

rdg_status rdg_stage_create(const rdg_adjoint *a, rdg_stage *s)
{
    rdg_context *ctx = rdg_problem_context(a->problem);
    s->list = (rdg_option_list){.ctx = ctx};
    s->name = rdg_context_calloc(ctx, (size_t)a->m, sizeof *s->name);
    for (rdg_index row = a->zero_rows; s->name && row < a->m; row++) {
        snprintf(s->name[row], RDG_ADJOINT_NAME, "d.%s", rdg_assembly_parameter(a->assembly, row));
    }
    return rdg_error_status(ctx);
}

void rdg_stage_release(rdg_stage *s)
{
    rdg_option_list_release(&s->list);
    rdg_free(s->name);
}

void rdg_stage_clear(rdg_stage *s)
{
    s->list.count = 0;
}

void rdg_stage_add(rdg_stage *s, rdg_option option)
{
    rdg_option_list_add(&s->list, option);
}

void rdg_stage_add_all(rdg_stage *s, const rdg_option *options)
{
    for (const rdg_option *o = options; o && o->kind != RDG_OPTION_END; o++) {
        rdg_stage_add(s, *o);
    }
}
