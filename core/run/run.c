/* The run: reads its options, sets up system, corrector and sink, lets the atlas of the right dimension
 * cover. */
#include "run.h"
#include "dense_output_impl.h"
#include "journal_impl.h"
#include "option_list.h"
#include "resume_impl.h"
#include "run_data_impl.h"
#include "run_facts_impl.h"
#include "sink_impl.h"
#include "start_impl.h"
#include "step_rule_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"
#include "walk_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static rdg_stop stop_from_text(const char *text)
{
    for (int stop = RDG_STOP_NONE; text && stop <= RDG_STOP_GAPS; stop++) {
        if (strcmp(text, rdg_stop_text((rdg_stop)stop)) == 0) {
            return (rdg_stop)stop;
        }
    }
    return RDG_STOP_NONE;
}

static const rdg_atlas_ops *choose_atlas(const rdg_tracer *t)
{
    if (t->s->dimension == 0) {
        return &rdg_atlas_0d;
    }
    return t->setup->covers ? &rdg_atlas_kd : &rdg_atlas_1d;
}

static void release(rdg_tracer *t)
{
    rdg_early_notes_tell(&t->early);
    rdg_node *nodes[] = {&t->start,      &t->current, &t->next,    &t->special, &t->bracket[0],
                         &t->bracket[1], &t->side[0], &t->side[1], &t->side[2], &t->side[3]};
    for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
        rdg_node_release(nodes[k]);
    }
    for (rdg_index k = 0; t->found && k < t->setup->n_events; k++) {
        rdg_node_release(&t->found[k]);
    }
    rdg_gate_release(t);
    rdg_free(t->found);
    rdg_free(t->before.test);
    rdg_free(t->invariants.value);
    rdg_free(t->invariants.followed);
    rdg_free(t->before.steepest);
    rdg_free(t->before.tangent);
    rdg_free(t->before.u);
    rdg_free(t->found_at);
    rdg_free(t->inside);
    rdg_free(t->row);
    rdg_free(t->along);
    rdg_free(t->work);
    rdg_free(t->ahead);
    rdg_free(t->home);
    rdg_free(t->block);
    rdg_memo_release(&t->memo);
    rdg_free(t->reached);
    rdg_branch_work_free(t->branch_work);
    rdg_dense_free(t->dense);
    rdg_sink_free(t->sink);
    rdg_corrector_free(t->corrector);
    rdg_system_free(t->s);
}

/* Slopes are as good as the points are that they are taken at, and as the Jacobian: by differences a few
 * digits are lost. */
static double choose_slope_rounding(const rdg_problem *p, const rdg_newton_options *newton)
{
    bool exact = true;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        exact = exact && (p->entry[k].is_monitor || p->entry[k].function.df);
    }
    return fmax(2.0 * newton->step_tol, exact ? 0.0 : 1e-9);
}

static rdg_status allocate(rdg_tracer *t)
{
    const size_t n = (size_t)t->p->n;
    const size_t n_events = (size_t)t->setup->n_events;
    RDG_TRY(rdg_gate_create(t));
    t->row = rdg_context_calloc(t->ctx, n, sizeof(double));
    t->along = rdg_context_calloc(t->ctx, n, sizeof(double));
    t->work = rdg_context_calloc(t->ctx, n, sizeof(double));
    t->ahead = rdg_context_calloc(t->ctx, 2 * n, sizeof(double));
    t->home = rdg_context_calloc(t->ctx, 2 * n, sizeof(double));
    t->block = rdg_context_calloc(t->ctx, (RDG_MOST_NULL_VECTORS + 4) * n, sizeof(double));
    t->rule = t->setup->step_rule == RDG_STEP_RULE_COCO ? &rdg_step_coco : &rdg_step_combined;
    t->slope_rounding = choose_slope_rounding(t->p, &t->setup->newton);
    t->found_at = rdg_context_calloc(t->ctx, n_events, sizeof(double));
    t->invariants.value = rdg_context_calloc(t->ctx, n_events, sizeof *t->invariants.value);
    t->invariants.followed = rdg_context_calloc(t->ctx, n_events, sizeof *t->invariants.followed);
    t->inside = rdg_context_calloc(t->ctx, RDG_LOOKS_INSIDE * n_events, sizeof(double));
    t->before.test = rdg_context_calloc(t->ctx, n_events, sizeof(double));
    t->before.steepest = rdg_context_calloc(t->ctx, n_events, sizeof(double));
    t->before.tangent = rdg_context_calloc(t->ctx, n, sizeof(double));
    t->before.u = rdg_context_calloc(t->ctx, n, sizeof(double));
    t->found = rdg_context_calloc(t->ctx, n_events, sizeof *t->found);
    rdg_node *nodes[] = {&t->start,      &t->current, &t->next,    &t->special, &t->bracket[0],
                         &t->bracket[1], &t->side[0], &t->side[1], &t->side[2], &t->side[3]};
    for (size_t k = 0; k < sizeof nodes / sizeof *nodes; k++) {
        RDG_TRY(rdg_node_create(nodes[k], t));
    }
    for (size_t k = 0; t->found && k < n_events; k++) {
        RDG_TRY(rdg_node_create(&t->found[k], t));
    }
    return rdg_error_status(t->ctx);
}

/* Held parameters that the user moves get their new value; the first correction goes there. */
static void set_targets(rdg_tracer *t)
{
    for (rdg_index k = 0; k < t->p->n_parameters; k++) {
        if (t->setup->moved[k]) {
            rdg_system_set_target(t->s, k, t->setup->held_at[k]);
        }
    }
}

/* What a run is for. One that raises the load for another run does not raise it for itself. */
typedef enum purpose { AS_ASKED, TO_RESUME, TO_RAISE_LOAD } purpose;

static rdg_status read_and_run(rdg_problem *p, const char *name, const rdg_option *options, purpose purpose);

/* The first chart; where Newton's method finds none, after runs that raise the problem's load. */
static rdg_status find_first_chart(rdg_tracer *t)
{
    rdg_raise raise = {.t = t, .list = {.ctx = t->ctx}};
    rdg_status status = rdg_start_chart(t, &raise);
    while (status == RDG_OK && rdg_raise_next(&raise)) {
        status = rdg_raise_list(&raise);
        if (status == RDG_OK) {
            rdg_warnings_begin(t->ctx); /* what this run did not do is no shortfall of the program */
            status = read_and_run(t->p, t->setup->name, raise.list.item, TO_RAISE_LOAD);
            rdg_warnings_end(t->ctx, t->setup->name);
        }
        status = rdg_raise_judge(&raise, status);
    }
    status = status == RDG_OK ? rdg_raise_finish(&raise) : status;
    rdg_raise_release(&raise);
    return status;
}

/* Their totals, which are said once the run is closed, are among its notes. */
static void note_warnings(const rdg_tracer *t)
{
    char whose[RDG_VERDICT_SIZE];
    rdg_format(whose, sizeof whose, "run %s", t->setup->name);
    rdg_warnings_note(t->ctx, whose);
}

static rdg_status trace(rdg_tracer *t, bool only_point)
{
    bool begun = false;
    RDG_TRY(allocate(t));
    RDG_TRY(rdg_reached_begin(t));
    RDG_TRY(rdg_resume_start_values(t, &begun));
    if (!begun) {
        RDG_TRY(rdg_start_values_of_run(t));
    }
    t->s = rdg_system_create(t->p, t->setup->held, t->start.chart.u, t->setup->dimension, t->setup->solver);
    t->corrector = t->s ? rdg_corrector_create(t->s, &t->setup->newton) : NULL;
    if (!t->corrector) {
        return rdg_error_status(t->ctx);
    }
    if (only_point && t->s->dimension != 0) {
        return rdg_fail(t->ctx, RDG_ERR_SIZE, "rdg_solve",
                        "%" PRId64 " variables and %" PRId64
                        " equations (held parameters count as one each) are "
                        "no point but a curve: add a parameter that is held, or use rdg_continue()",
                        t->s->n, t->s->m);
    }
    set_targets(t);
    RDG_TRY(begun ? rdg_resume_start(t) : find_first_chart(t));
    RDG_TRY(begun ? RDG_OK : rdg_transport_start(t));
    rdg_resume_count(t);
    t->sink = rdg_sink_create(t);
    if (!t->sink) {
        return rdg_error_status(t->ctx);
    }
    const bool is_kept = t->setup->folder || t->setup->memory;
    RDG_TRY(t->setup->dense_output && is_kept && t->s->dimension == 1 ? rdg_dense_create(t) : RDG_OK);
    rdg_early_notes_tell(&t->early);
    const rdg_status status = choose_atlas(t)->cover(t);
    t->summary.timing.total_s = rdg_seconds() - t->begin;
    if (status == RDG_OK) {
        rdg_verdict_say(t);
        rdg_reached_range(t, t->setup->first_active, t->summary.reached);
        note_warnings(t);
        t->summary.warnings = rdg_warnings(t->ctx) - t->warnings_before;
        RDG_TRY(rdg_sink_finish(t));
    }
    return status;
}

static void collect_timing(rdg_tracer *t, rdg_run_summary *summary)
{
    *summary = t->summary;
    summary->sign_changes = t->jumps.count;
    summary->sign_change = t->jumps.count > 0 ? t->jumps.value : NAN;
    if (t->s) {
        summary->timing = rdg_system_timing(t->s);
    }
    summary->timing.output_s = t->summary.timing.output_s;
    summary->timing.handler_s = t->summary.timing.handler_s;
    summary->timing.total_s = rdg_seconds() - t->begin;
}

/* only_point: refuse a curve, and keep the point as start values. past_run: what is to be gone on with, or
 * NULL. */
static rdg_status run(rdg_problem *p, const rdg_run_setup *setup, bool only_point, rdg_run *past_run)
{
    rdg_tracer t = {.p = p,
                    .ctx = p->ctx,
                    .setup = setup,
                    .past_run = past_run,
                    .direction = 1,
                    .begin = rdg_seconds(),
                    .memo = {.ctx = p->ctx}};
    t.warnings_before = setup->warnings_before;
    t.summary.covered = true;
    t.summary.reached[0] = t.summary.reached[1] = NAN;
    rdg_early_notes_begin(&t.early, p->ctx);
    rdg_problem_forget_trouble(p);
    const bool *const held_before = p->held;
    const bool saddles_before = p->neutral_saddles;
    const long run_before = p->run;
    p->runs++;
    p->held = setup->held;
    p->neutral_saddles = setup->neutral_saddles;
    p->run = ++p->begun;
    rdg_context_count_runs(p->ctx, 1);
    rdg_status status = rdg_frozen_copy(p->ctx, &t.frozen, &p->frozen);
    status = status == RDG_OK ? trace(&t, only_point) : status;
    const rdg_status restored = rdg_frozen_restore(p, &t.frozen);
    status = status == RDG_OK ? restored : status;
    rdg_frozen_release(&t.frozen);
    rdg_context_count_runs(p->ctx, -1);
    p->runs--;
    p->held = held_before;
    p->neutral_saddles = saddles_before;
    p->run = run_before;
    if (status == RDG_OK && rdg_problem_is_aborted(p)) { /* asked for on the last point */
        status =
            rdg_fail(p->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\": %s", setup->name, p->trouble);
    }
    rdg_problem_forget_trouble(p);
    t.summary.covered = t.summary.covered && status == RDG_OK;
    if (setup->summary) {
        collect_timing(&t, setup->summary);
    }
    if (only_point && status == RDG_OK) {
        memcpy(p->u0, t.start.chart.u, (size_t)p->n * sizeof(double));
        rdg_problem_settle(p, NULL);
    }
    release(&t);
    return status == RDG_OK ? RDG_OK : rdg_error_status(p->ctx);
}

/* What is frozen follows from the start where the problem looks at it: that is compared. */
static void leave_frozen_out(rdg_run_facts *facts)
{
    rdg_index kept = 0;
    for (rdg_index k = 0; k < facts->count; k++) {
        if (strcmp(facts->fact[k].name, "frozen") != 0) {
            facts->fact[kept++] = facts->fact[k];
        }
    }
    facts->count = kept;
}

/* A run that is there is not touched before it is known to be the same one. */
static rdg_status require_same(rdg_problem *p, const rdg_run_setup *setup, rdg_run *past)
{
    rdg_run_facts facts;
    rdg_run_layout layout;
    RDG_TRY(rdg_run_facts_make(&facts, p, setup));
    if (p->start_look) {
        leave_frozen_out(&facts);
    }
    rdg_status status = rdg_run_layout_make(&layout, p, setup);
    if (status == RDG_OK) {
        status = rdg_run_require(past, &layout.names, facts.fact, facts.count);
        rdg_run_layout_release(&layout);
    }
    rdg_run_facts_release(&facts);
    return status;
}

/* How the run ended, as a number; 0 where it does not say. */
static double ending(const rdg_run *past, const char *fact)
{
    double number = 0.0;
    const char *text = rdg_run_find_fact(past, fact);
    return text && rdg_number_read(text, &number) ? number : 0.0;
}

/* Summary of a run that is there already. */
static void summarise(const rdg_run *past, rdg_run_summary *summary)
{
    *summary = (rdg_run_summary){.forwards = stop_from_text(rdg_run_find_fact(past, "stop_forwards")),
                                 .backwards = stop_from_text(rdg_run_find_fact(past, "stop_backwards")),
                                 .points = (long)ending(past, "points"),
                                 .folds = (long)ending(past, "folds"),
                                 .kink_folds = (long)ending(past, "kink_folds"),
                                 .branch_points = (long)ending(past, "branch_points"),
                                 .sign_changes = (long)ending(past, "sign_changes"),
                                 .sign_change = NAN,
                                 .iterations = (long)ending(past, "iterations"),
                                 .corrections = (long)ending(past, "corrections"),
                                 .rejected = (long)ending(past, "rejected"),
                                 .content = ending(past, "content"),
                                 .euler = (long)ending(past, "euler"),
                                 .boundaries = (long)ending(past, "boundaries"),
                                 .triangles = (long)ending(past, "triangles"),
                                 .gaps = (long)ending(past, "gaps"),
                                 .warnings = (long)ending(past, "warnings"),
                                 .covered = ending(past, "covered") != 0.0,
                                 .reached = {NAN, NAN},
                                 .timing.total_s = ending(past, "seconds")};
}

/* Go on with a run that was read: nothing is to be done when it has come to its end. */
static rdg_status go_on(rdg_problem *p, const rdg_run_setup *setup, rdg_run *past)
{
    RDG_TRY(require_same(p, setup, past));
    if (!rdg_run_finished(past) || setup->observer) { /* who sees its end again */
        return run(p, setup, false, rdg_run_count(past) > 0 ? past : NULL);
    }
    if (!setup->memory) {
        rdg_memory_run_forget(p->ctx, setup->name); /* the name now means the folder */
    }
    rdg_write(p->ctx, RDG_CHANNEL_NOTE, "note: run %s is complete: nothing to resume\n", setup->name);
    if (setup->summary) {
        summarise(past, setup->summary);
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

static rdg_status resume(rdg_problem *p, const rdg_run_setup *setup)
{
    const bool kept = setup->folder || setup->memory;
    const bool begun = kept && rdg_run_has_begun(p->ctx, setup->name, setup->memory);
    RDG_TRY(rdg_error_status(p->ctx));
    if (!begun) {
        return run(p, setup, false, NULL);
    }
    rdg_run *past = rdg_run_open_in(p->ctx, setup->name, setup->memory);
    if (!past) {
        return rdg_error_status(p->ctx);
    }
    const rdg_status status = go_on(p, setup, past);
    rdg_run_free(past);
    return status;
}

static rdg_status read_and_run(rdg_problem *p, const char *name, const rdg_option *options, purpose purpose)
{
    rdg_option_list_clear_summary(options);
    if (!p || rdg_error_status(p->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name || !*name || !options) {
        return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, "rdg_continue", "a run needs a name and a list of options");
    }
    rdg_run_setup setup;
    char whose[RDG_VERDICT_SIZE];
    const bool quiet = rdg_option_find(options, RDG_OPTION_QUIET, NULL) != NULL;
    rdg_format(whose, sizeof whose, "run %s", name);
    rdg_warnings_begin(p->ctx);
    if (quiet) {
        rdg_quiet_begin(p->ctx);
    }
    rdg_status status = rdg_run_setup_read(&setup, p, name, options);
    if (status == RDG_OK) {
        setup.raises_load = purpose == TO_RAISE_LOAD;
        status = purpose == TO_RESUME ? resume(p, &setup) : run(p, &setup, false, NULL);
        rdg_run_setup_release(&setup);
    }
    if (quiet) {
        rdg_quiet_end(p->ctx);
    }
    rdg_warnings_end(p->ctx, whose);
    return status;
}

rdg_status rdg_continue_list(rdg_problem *p, const char *name, const rdg_option *options)
{
    const bool resumes = rdg_option_find(options, RDG_OPTION_RESUME, NULL) != NULL;
    return read_and_run(p, name, options, resumes ? TO_RESUME : AS_ASKED);
}

rdg_status rdg_resume_list(rdg_problem *p, const char *name, const rdg_option *options)
{
    return read_and_run(p, name, options, TO_RESUME);
}

rdg_status rdg_solve(rdg_problem *p)
{
    if (!p || rdg_error_status(p->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_run_setup setup;
    const rdg_option options[] = {RDG_NO_FOLDER, RDG_NO_TABLE, {.kind = RDG_OPTION_END}};
    RDG_TRY(rdg_run_setup_read(&setup, p, "solve", options));
    const rdg_status status = run(p, &setup, true, NULL);
    rdg_run_setup_release(&setup);
    return status;
}
