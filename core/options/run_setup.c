/* The setup of a run: from its options, and from what the problem brings along. */
#include "linear_ops_impl.h"
#include "option_list.h"
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

bool rdg_run_setup_has_window(const rdg_run_setup *setup, rdg_index k)
{
    return setup->windowed[k] && (isfinite(setup->low[k]) || isfinite(setup->high[k]));
}

rdg_index rdg_run_setup_count_equations(const rdg_run_setup *setup, const rdg_problem *p)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        count += p->entry[k].is_monitor ? 0 : p->entry[k].function.m;
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        count += setup->held[k];
    }
    return count;
}

static rdg_status allocate(rdg_run_setup *setup, rdg_problem *p)
{
    const size_t n = (size_t)p->n_parameters;
    setup->held = rdg_context_calloc(p->ctx, n, sizeof *setup->held);
    setup->moved = rdg_context_calloc(p->ctx, n, sizeof *setup->moved);
    setup->held_at = rdg_context_calloc(p->ctx, n, sizeof *setup->held_at);
    setup->windowed = rdg_context_calloc(p->ctx, n, sizeof *setup->windowed);
    setup->low = rdg_context_calloc(p->ctx, n, sizeof *setup->low);
    setup->high = rdg_context_calloc(p->ctx, n, sizeof *setup->high);
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

/* Internal monitors are held, in the order in which they were added, while the manifold has too many
 * dimensions. */
static void hold_internal(rdg_run_setup *setup, const rdg_problem *p)
{
    rdg_index dimension = p->n - rdg_run_setup_count_equations(setup, p);
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
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "it starts at %s = %.10g, outside of [%g, %g], where this has a meaning",
                          parameter->name, value, parameter->low, parameter->high);
    }
    return RDG_OK;
}

/* Where a parameter that varies leaves its domain the branch ends, whatever domain was requested. One that is
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
        if (parameter->low > setup->low[k]) {
            setup->low[k] = parameter->low;
            RDG_TRY(rdg_run_setup_add_bound(setup, p, k, parameter->low, RDG_STOP_DOMAIN));
        }
        if (parameter->high < setup->high[k]) {
            setup->high[k] = parameter->high;
            RDG_TRY(rdg_run_setup_add_bound(setup, p, k, parameter->high, RDG_STOP_DOMAIN));
        }
        if (!(setup->low[k] < setup->high[k])) {
            return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                              "the domain of \"%s\" lies outside of [%g, %g], where it has a meaning",
                              parameter->name, parameter->low, parameter->high);
        }
    }
    return RDG_OK;
}

/* Those that the problem brings along, where they can happen. */
static rdg_status add_registered_events(rdg_run_setup *setup, const rdg_problem *p)
{
    for (rdg_index i = 0; i < p->n_events; i++) {
        const rdg_event_definition *e = &p->event[i];
        const rdg_index k = rdg_problem_find_parameter(p, e->parameter);
        if (setup->held[k]) {
            continue;
        }
        RDG_TRY(rdg_run_setup_add_event(setup, p,
                                        (rdg_event){.kind = RDG_EVENT_VALUE,
                                                    .parameter = k,
                                                    .value = e->value,
                                                    .type = e->type,
                                                    .ends_branch = e->terminal,
                                                    .turns_with_curve = e->turns_with_curve,
                                                    .stop = RDG_STOP_TERMINAL_EVENT,
                                                    .where = e->where,
                                                    .between = e->between,
                                                    .factors = e->factors,
                                                    .check = e->check,
                                                    .limit = e->limit,
                                                    .data = e->data}));
    }
    for (rdg_index i = 0; i < p->n_counts && !setup->covers; i++) {
        const rdg_event count = {.kind = RDG_EVENT_COUNT, .type = "", .count = &p->count[i]};
        RDG_TRY(rdg_run_setup_add_event(setup, p, count));
    }
    return RDG_OK;
}

/* Folds and branch points. */
static rdg_status add_singular_points(rdg_run_setup *setup, const rdg_problem *p)
{
    if (setup->folds && setup->first_active >= 0) {
        RDG_TRY(rdg_run_setup_add_event(setup, p,
                                        (rdg_event){.kind = RDG_EVENT_FOLD,
                                                    .parameter = setup->first_active,
                                                    .type = "FP",
                                                    .kink_type = "FK",
                                                    .ends_branch = setup->is_monotone,
                                                    .stop = RDG_STOP_TERMINAL_EVENT}));
    }
    const rdg_event branch_point = {.kind = RDG_EVENT_BRANCH, .type = "BP"};
    if (setup->branch_points && rdg_problem_has_operator(p)) {
        rdg_write(p->ctx, RDG_CHANNEL_NOTE,
                  "note: run \"%s\": branch points are not available: the problem brings its own linear "
                  "solver, which "
                  "knows no determinants\n",
                  setup->name);
        return RDG_OK;
    }
    return setup->branch_points ? rdg_run_setup_add_event(setup, p, branch_point) : RDG_OK;
}

/* Defaults that depend on other options, or on the problem. */
static void complete(rdg_run_setup *setup, const rdg_problem *p)
{
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
}

static rdg_status fill(rdg_run_setup *setup, rdg_problem *p, const rdg_option *options)
{
    RDG_TRY(allocate(setup, p));
    /* what the problem's own functions store comes first */
    for (rdg_index k = 0; k < p->n_memories; k++) {
        RDG_TRY(rdg_run_setup_add_memory(setup, p, p->memory[k]));
    }
    for (const rdg_option *o = options; o->kind != RDG_OPTION_END; o++) {
        RDG_TRY(rdg_run_setup_read_option(setup, p, o));
    }
    setup->covers = setup->covers || setup->dimension > 1;
    if (setup->covers && (setup->dense_output || rdg_option_find(options, RDG_OPTION_MAXIMA, NULL))) {
        return RDG_REFUSE(p->ctx, setup->name, RDG_ERR_ARGUMENT,
                          "%s is for curves that are followed from point to point",
                          setup->dense_output ? "RDG_DENSE_OUTPUT" : "RDG_MAXIMA()");
    }
    complete(setup, p);
    RDG_TRY(add_domains(setup, p));
    RDG_TRY(add_registered_events(setup, p));
    return add_singular_points(setup, p);
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
                             .is_kept = true,
                             .table = true};
    RDG_TRY(rdg_run_options_check(p, name, options));
    RDG_TRY(rdg_run_setup_provide(p, name, options));
    const rdg_status status = fill(setup, p, options);
    if (status != RDG_OK) {
        rdg_run_setup_release(setup);
        return status;
    }
    rdg_run_options_warn(p, setup);
    return RDG_OK;
}
