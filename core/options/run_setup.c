/* The setup of a run: from its options, and from what the problem brings along. */
#include "run_setup_impl.h"
#include "toolbox.h"

#include <math.h>

void rdg_run_setup_release(rdg_run_setup *setup)
{
    rdg_free(setup->held);
    rdg_free(setup->moved);
    rdg_free(setup->held_at);
    rdg_free(setup->windowed);
    rdg_free(setup->low);
    rdg_free(setup->high);
    rdg_free(setup->event);
    rdg_free(setup->remembers);
}

static rdg_index count_events(const rdg_problem *p, const rdg_option *options)
{
    rdg_index count = 2 + p->n_events + p->n_counts; /* fold, branch point, and those of the problem */
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        count += o->kind == RDG_OPTION_EVENT || o->kind == RDG_OPTION_TERMINAL ? 1 : 0;
        count += o->kind == RDG_OPTION_MAXIMA ? 1 : 0;
        count += o->kind == RDG_OPTION_EVENTS ? o->count : 0;
        count += o->kind == RDG_OPTION_WINDOW ? 2 : 0;
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        count += p->parameter[k].bounded ? 2 : 0;
    }
    return count;
}

static rdg_status allocate(rdg_run_setup *setup, rdg_problem *p, const rdg_option *options)
{
    const size_t n = (size_t)p->n_parameters;
    setup->held = rdg_context_calloc(p->ctx, n, sizeof *setup->held);
    setup->moved = rdg_context_calloc(p->ctx, n, sizeof *setup->moved);
    setup->held_at = rdg_context_calloc(p->ctx, n, sizeof *setup->held_at);
    setup->windowed = rdg_context_calloc(p->ctx, n, sizeof *setup->windowed);
    setup->low = rdg_context_calloc(p->ctx, n, sizeof *setup->low);
    setup->high = rdg_context_calloc(p->ctx, n, sizeof *setup->high);
    setup->event = rdg_context_calloc(p->ctx, (size_t)count_events(p, options), sizeof *setup->event);
    RDG_TRY(rdg_error_status(p->ctx));
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        setup->held[k] = p->parameter[k].kind == RDG_INACTIVE;
        setup->low[k] = -INFINITY;
        setup->high[k] = INFINITY;
    }
    return RDG_OK;
}

bool rdg_run_setup_remembers(const rdg_run_setup *setup, const void *data)
{
    bool remembers = false;
    for (rdg_index k = 0; k < setup->n_remembers; k++) {
        remembers = remembers || setup->remembers[k].data == data;
    }
    return remembers;
}

/* What the problem's own functions remember comes first. */
static rdg_status take_memories(rdg_run_setup *setup, const rdg_problem *p)
{
    if (p->n_memories > 0) {
        RDG_TRY(rdg_context_grow(p->ctx, &setup->remembers, 0, p->n_memories, sizeof *setup->remembers));
    }
    for (rdg_index k = 0; k < p->n_memories; k++) {
        setup->remembers[setup->n_remembers++] = p->memory[k];
    }
    return RDG_OK;
}

static bool asks_for_maxima(const rdg_run_setup *setup)
{
    bool asks = false;
    for (rdg_index k = 0; k < setup->n_events; k++) {
        asks = asks || setup->event[k].maxima;
    }
    return asks;
}

/* Internal monitors are held, in the order in which they were added, while the manifold has too many
 * dimensions. */
static void hold_internal(rdg_run_setup *setup, const rdg_problem *p)
{
    rdg_index dimension = p->n;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        dimension -= p->entry[k].is_monitor ? 0 : p->entry[k].function.m;
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        dimension -= setup->held[k];
    }
    for (rdg_index k = 0; k < p->n_parameters && dimension > setup->dimension; k++) {
        if (p->parameter[k].kind == RDG_INTERNAL && !setup->held[k]) {
            setup->held[k] = true;
            dimension--;
        }
    }
}

rdg_status rdg_run_setup_check_start(const rdg_run_setup *setup, const rdg_problem *p, rdg_index k,
                                     double value)
{
    const rdg_parameter *parameter = &p->parameter[k];
    if (parameter->bounded && (isless(value, parameter->low) || isgreater(value, parameter->high))) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": it starts at %s = %.10g, outside of [%g, %g], where this has a meaning",
                        setup->name, parameter->name, value, parameter->low, parameter->high);
    }
    return RDG_OK;
}

/* Where a parameter that varies leaves its domain the branch ends, whatever window was asked for. One that is
 * held outside of it is refused. */
static rdg_status add_domains(rdg_run_setup *setup, const rdg_problem *p)
{
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        const rdg_parameter *parameter = &p->parameter[k];
        if (setup->moved[k]) {
            RDG_TRY(rdg_run_setup_check_start(setup, p, k, setup->held_at[k]));
        }
        if (!parameter->bounded || setup->held[k]) {
            continue;
        }
        const double bound[2] = {parameter->low, parameter->high};
        for (int side = 0; side < 2; side++) {
            double *limit = side ? &setup->high[k] : &setup->low[k];
            if (side ? bound[1] < *limit : bound[0] > *limit) {
                *limit = bound[side];
                rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_VALUE,
                                                           .parameter = k,
                                                           .value = bound[side],
                                                           .type = "EP",
                                                           .ends_branch = true,
                                                           .stop = RDG_STOP_DOMAIN});
            }
        }
        if (!(setup->low[k] < setup->high[k])) {
            return rdg_fail(
                p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                "run \"%s\": the window of \"%s\" lies outside of [%g, %g], where it has a meaning",
                setup->name, parameter->name, parameter->low, parameter->high);
        }
    }
    return RDG_OK;
}

/* Those that the problem brings along, where they can happen. */
static void add_registered_events(rdg_run_setup *setup, const rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_events; i++) {
        const rdg_event_definition *e = &p->event[i];
        const rdg_index k = rdg_problem_find_parameter(p, e->parameter);
        if (!setup->held[k]) {
            rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_VALUE,
                                                       .parameter = k,
                                                       .value = e->value,
                                                       .type = e->type,
                                                       .ends_branch = e->terminal,
                                                       .turns_with_curve = e->turns_with_curve,
                                                       .stop = RDG_STOP_TERMINAL_EVENT,
                                                       .where = e->where,
                                                       .between = e->between,
                                                       .check = e->check,
                                                       .limit = e->limit,
                                                       .data = e->data});
        }
    }
}

/* Numbers that special points alone change along a curve. */
static void add_counts(rdg_run_setup *setup, const rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_counts && !setup->covers; i++) {
        rdg_run_setup_add_event(setup,
                                (rdg_event){.kind = RDG_EVENT_COUNT, .type = "", .count = &p->count[i]});
    }
}

rdg_status rdg_run_setup_read(rdg_run_setup *setup, rdg_problem *p, const char *name,
                              const rdg_option *options)
{
    *setup = (rdg_run_setup){.name = name,
                             .first_active = -1,
                             .warnings_before = rdg_warnings(p->ctx),
                             .dimension = 1,
                             .sag = 0.02,
                             .folds = true,
                             .branch_points = true,
                             .h0 = 0.05,
                             .h_max = 0.5,
                             .window = INFINITY,
                             .max_points = 500,
                             .label_every = 10,
                             .newton = {.residual_tol = 1e-9, .step_tol = 1e-10, .max_iterations = 12},
                             .folder = true,
                             .table = true};
    RDG_TRY(rdg_run_options_check(p, name, options));
    RDG_TRY(rdg_run_setup_provide(p, name, options));
    rdg_status status = allocate(setup, p, options);
    status = status == RDG_OK ? take_memories(setup, p) : status;
    for (const rdg_option *o = options; status == RDG_OK && o->kind != RDG_OPTION_END; o++) {
        status = rdg_run_setup_read_option(setup, p, o);
    }
    if (status != RDG_OK) {
        rdg_run_setup_release(setup);
        return status;
    }
    setup->covers = setup->covers || setup->dimension > 1;
    if (setup->covers && (setup->dense_output || asks_for_maxima(setup))) {
        const char *option = setup->dense_output ? "RDG_DENSE_OUTPUT" : "RDG_MAXIMA()";
        rdg_run_setup_release(setup);
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
                        "run \"%s\": %s is for curves that are followed from point to point", name, option);
    }
    if (setup->h_min == 0.0) {
        setup->h_min = setup->covers ? 1e-3 : 1e-6;
    }
    if (setup->angle == 0.0) {
        setup->angle = (setup->dimension > 1 ? 10.0 : 6.0) * rdg_degree;
    }
    if (!setup->handler && p->way_on) {
        setup->handler = p->way_on;
        setup->handler_data = p->way_on_data;
    }
    if (!setup->steps_are_given && !setup->covers && setup->first_active >= 0) {
        setup->window = setup->high[setup->first_active] - setup->low[setup->first_active];
    }
    hold_internal(setup, p);
    if (add_domains(setup, p) != RDG_OK) {
        rdg_run_setup_release(setup);
        return rdg_error_status(p->ctx);
    }
    add_registered_events(setup, p);
    add_counts(setup, p);
    if (setup->folds && setup->first_active >= 0) {
        rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_FOLD,
                                                   .parameter = setup->first_active,
                                                   .type = "FP",
                                                   .kink_type = "FK",
                                                   .ends_branch = setup->ends_at_folds,
                                                   .stop = RDG_STOP_TERMINAL_EVENT});
    }
    if (setup->branch_points) {
        rdg_run_setup_add_event(setup, (rdg_event){.kind = RDG_EVENT_BRANCH, .type = "BP"});
    }
    rdg_run_options_warn(p, setup);
    return RDG_OK;
}
