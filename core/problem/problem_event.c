/* Events that belong to a problem. */
#include "event.h"
#include "problem_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>

void rdg_problem_release_events(rdg_problem *p)
{
    for (rdg_index k = 0; k < p->n_events; k++) {
        rdg_free((char *)p->event[k].type);
        rdg_free((char *)p->event[k].parameter);
    }
    rdg_free(p->event);
    for (rdg_index k = 0; k < p->n_counts; k++) {
        rdg_free((char *)p->count[k].name);
    }
    rdg_free(p->count);
}

/* The name with the prefix of the part under way, unless it has it. */
static rdg_status add_count(rdg_problem *p, const rdg_count_definition *count, char *name)
{
    if (!name) {
        return rdg_fail(p->ctx, RDG_ERR_NO_MEMORY, "rdg_add_count", "no memory for the name of a number");
    }
    const rdg_status status = rdg_context_grow(p->ctx, &p->count, p->n_counts, 1, sizeof *p->count);
    if (status != RDG_OK) {
        rdg_free(name);
        return status;
    }
    p->count[p->n_counts] = *count;
    p->count[p->n_counts++].name = name;
    return RDG_OK;
}

rdg_status rdg_add_count(rdg_problem *p, const rdg_count_definition *count)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (!count || !count->name || !count->what || !count->range || !count->change || !count->type) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "a number%s%s that special points change needs %s",
                        count && count->name ? " " : "", count && count->name ? count->name : "",
                        "a name, what it is, its range, the changes, and a type of its own points");
    }
    return add_count(p, count, rdg_problem_own_name(p, count->name));
}

rdg_status rdg_problem_copy_events(rdg_problem *to, const rdg_problem *from)
{
    for (rdg_index k = 0; k < from->n_events; k++) {
        RDG_TRY(rdg_add_event(to, &from->event[k]));
    }
    for (rdg_index k = 0; k < from->n_counts; k++) {
        RDG_TRY(add_count(to, &from->count[k], rdg_strdup(from->count[k].name)));
    }
    return RDG_OK;
}

rdg_status rdg_add_event(rdg_problem *p, const rdg_event_definition *event)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    if (!event || !event->type || !*event->type) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "an event on \"%s\" needs a type, such as \"HB\"",
                        event && event->parameter ? event->parameter : "(null)");
    }
    const rdg_index k = rdg_problem_require_parameter(p, __func__, event->parameter);
    if (k < 0) {
        return RDG_ERR_NAME;
    }
    if (!isfinite(event->value)) {
        return RDG_FAIL(p->ctx, RDG_ERR_NOT_FINITE, "event %s on \"%s\": its value is %g", event->type,
                        event->parameter, event->value);
    }
    RDG_TRY(rdg_context_grow(p->ctx, &p->event, p->n_events, 1, sizeof *p->event));
    rdg_event_definition *added = &p->event[p->n_events];
    *added = *event;
    added->type = rdg_strdup(event->type);
    added->parameter = rdg_strdup(p->parameter[k].name);
    p->n_events++; /* what there is of it is freed with the others */
    return added->type && added->parameter
               ? RDG_OK
               : RDG_FAIL(p->ctx, RDG_ERR_NO_MEMORY, "no memory for the names of an event");
}

long rdg_run_under_way(const rdg_problem *p)
{
    return p ? p->run : 0;
}

bool rdg_run_locates_neutral_saddles(const rdg_problem *p)
{
    return p && p->neutral_saddles;
}

bool rdg_run_holds(const rdg_problem *p, rdg_index parameter)
{
    return p && p->held && parameter >= 0 && parameter < p->n_parameters && p->held[parameter];
}
