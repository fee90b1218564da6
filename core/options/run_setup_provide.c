/* Parameters that a problem gets when a run first names them. */
#include "run_data.h"
#include "run_setup_impl.h"
#include "toolbox.h"

#include <inttypes.h>

static bool has_block(const void *run, const char *block)
{
    return rdg_run_has_block(run, block);
}

/* Variables by name, "Q[3]", may be windowed, met events on, shown; numbers of a toolbox that are neither
 * released nor held state nothing. */
static rdg_status provide_named(rdg_problem *p, const rdg_option *o)
{
    switch (o->kind) {
    case RDG_OPTION_RELEASE:
    case RDG_OPTION_HOLD:
    case RDG_OPTION_HOLD_AT:
        return rdg_problem_provide(p, o->name);
    case RDG_OPTION_WINDOW:
    case RDG_OPTION_EVENT:
    case RDG_OPTION_EVENTS:
    case RDG_OPTION_TERMINAL:
    case RDG_OPTION_MAXIMA:
        return rdg_problem_provide_element(p, o->name);
    default:
        return RDG_OK;
    }
}

/* What a solution has that the problem gets now. */
static rdg_status provide_of_start(rdg_problem *p, const char *name)
{
    rdg_run *run = rdg_run_open(p->ctx, name);
    const rdg_status status = run ? rdg_problem_provide_blocks(p, has_block, run) : rdg_error_status(p->ctx);
    rdg_run_free(run);
    return status;
}

/* Parameters that the problem gets now: those that options name, and those that the start has. */
rdg_status rdg_run_setup_provide(rdg_problem *p, const char *name, const rdg_option *options)
{
    const rdg_index n = p->n;
    bool has_values = false;
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        RDG_TRY(provide_named(p, o));
        RDG_TRY(p->n_providers > 0 && rdg_option_starts_at_label(o) ? provide_of_start(p, o->name) : RDG_OK);
        has_values = has_values || rdg_option_gives_values(o);
    }
    return has_values && p->n > n ? RDG_REFUSE(p->ctx, name, RDG_ERR_SIZE,
                                               "the start values are for %" PRId64
                                               " variables, but the parameters that it needs make it %" PRId64
                                               ": call rdg_need_parameter() before they are gathered",
                                               n, p->n)
                                  : RDG_OK;
}
