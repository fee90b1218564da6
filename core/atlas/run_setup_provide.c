/* Parameters that a problem gets when a run first names them. */
#include "run_data.h"
#include "run_setup_impl.h"
#include "toolbox.h"

#include <inttypes.h>

static bool has_block(const void *run, const char *block)
{
    return rdg_run_has_block(run, block);
}

/* Parameters that the problem gets now: those that are released or held, and those that the start has. */
rdg_status rdg_run_setup_provide(rdg_problem *p, const char *name, const rdg_option *options)
{
    const rdg_index n = p->n;
    bool has_values = false;
    for (const rdg_option *o = options; p->n_providers > 0 && o->kind != RDG_OPTION_END; o++) {
        const bool named =
            o->kind == RDG_OPTION_RELEASE || o->kind == RDG_OPTION_HOLD || o->kind == RDG_OPTION_HOLD_AT;
        if (named) {
            RDG_TRY(rdg_problem_provide(p, o->name));
        } else if (o->kind == RDG_OPTION_START || o->kind == RDG_OPTION_SWITCH_AT ||
                   o->kind == RDG_OPTION_SWITCH_KNOWN) {
            has_values = true;
        } else if (o->kind == RDG_OPTION_FROM || o->kind == RDG_OPTION_SWITCH) {
            rdg_run *run = rdg_run_open(p->ctx, o->name);
            const rdg_status status =
                run ? rdg_problem_provide_blocks(p, has_block, run) : rdg_error_status(p->ctx);
            rdg_run_free(run);
            RDG_TRY(status);
        }
    }
    return has_values && p->n > n ? rdg_fail(p->ctx, RDG_ERR_SIZE, "rdg_continue",
                                             "run \"%s\": the start values are for %" PRId64
                                             " variables, but the parameters that it needs make it %" PRId64
                                             ": call rdg_need_parameter() before they are gathered",
                                             name, n, p->n)
                                  : RDG_OK;
}
