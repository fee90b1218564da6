/* The run that is to be resumed: is it the same one, and is it complete? */
#include "resume_impl.h"
#include "run_data_impl.h"
#include "run_facts_impl.h"
#include "sink_impl.h"
#include "text_impl.h"
#include "toolbox.h"

/* What is eliminated, the last fact, follows from the start where the problem examines it: that is compared.
 */
static rdg_status require_same(rdg_problem *p, const rdg_run_setup *setup, rdg_run *past)
{
    rdg_run_facts facts;
    rdg_run_layout layout;
    RDG_TRY(rdg_run_facts_make(&facts, p, setup));
    rdg_status status = rdg_run_layout_make(&layout, p, setup);
    if (status == RDG_OK) {
        status = rdg_run_require(past, &layout.names, facts.fact, facts.count - (p->start_look != NULL));
        rdg_run_layout_release(&layout);
    }
    rdg_run_facts_release(&facts);
    return status;
}

/* There is nothing to resume: the summary and the shortfall are those of the past run. */
static rdg_status report_complete(rdg_problem *p, const rdg_run_setup *setup, rdg_run *past)
{
    rdg_write(p->ctx, RDG_CHANNEL_NOTE, "note: run %s is complete: nothing to resume\n", setup->name);
    if (setup->summary) {
        *setup->summary = rdg_summary_of(past);
        if (setup->first_active >= 0) {
            RDG_TRY(rdg_run_range(past, p->parameter[setup->first_active].name, &setup->summary->reached[0],
                                  &setup->summary->reached[1]));
        }
    }
    const char *not_reached = rdg_run_find_fact(past, "not_reached");
    if (not_reached && *not_reached) {
        char who[RDG_VERDICT_SIZE];
        rdg_format(who, sizeof who, "run %s", setup->name);
        rdg_fall_short(p->ctx, who, "%s", not_reached);
    }
    return rdg_error_status(p->ctx);
}

rdg_status rdg_past_run_open(rdg_problem *p, const rdg_run_setup *setup, rdg_run **past, bool *is_complete)
{
    *past = NULL;
    *is_complete = false;
    const bool has_begun = setup->is_kept && rdg_run_has_begun(p->ctx, setup->name, setup->in_memory);
    RDG_TRY(rdg_error_status(p->ctx));
    if (!has_begun) {
        return RDG_OK;
    }
    *past = rdg_run_open_in(p->ctx, setup->name, setup->in_memory);
    RDG_TRY(*past ? RDG_OK : rdg_error_status(p->ctx));
    RDG_TRY(require_same(p, setup, *past));
    if (!rdg_run_finished(*past)) {
        return RDG_OK;
    }
    if (!setup->in_memory) {
        rdg_memory_run_forget(p->ctx, setup->name); /* the name now means the folder */
    }
    *is_complete = !setup->observer; /* which sees the end again, and nothing is written */
    return *is_complete ? report_complete(p, setup, *past) : RDG_OK;
}
