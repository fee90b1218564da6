/* The run: reads its options, sets up system, corrector and output, lets the atlas of the right dimension
 * cover. */
#include "run.h"
#include "dense_output_impl.h"
#include "early_notes_impl.h"
#include "journal_impl.h"
#include "option_list.h"
#include "resume_impl.h"
#include "sink_impl.h"
#include "start_impl.h"
#include "step_matrix_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"
#include "walk_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static const rdg_atlas_ops *choose_atlas(const rdg_tracer *t)
{
    if (t->s->dimension == 0) {
        return &rdg_atlas_0d;
    }
    return t->setup->covers ? &rdg_atlas_kd : &rdg_atlas_1d;
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

/* Their totals, which are stated once the run is closed, are among its notes. */
static void note_warnings(const rdg_tracer *t)
{
    char whose[RDG_VERDICT_SIZE];
    rdg_format(whose, sizeof whose, "run %s", t->setup->name);
    rdg_warnings_note(t->ctx, whose);
}

static rdg_status trace(rdg_tracer *t, rdg_early_notes *early, bool only_point)
{
    bool begun = false;
    RDG_TRY(rdg_tracer_allocate(t));
    rdg_reached_begin(t);
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
    RDG_TRY(t->setup->dense_output && t->setup->is_kept && t->s->dimension == 1 ? rdg_dense_create(t)
                                                                                : RDG_OK);
    rdg_early_notes_tell(early);
    const rdg_status status = choose_atlas(t)->cover(t);
    if (status == RDG_OK && t->p->chart_look && t->setup->table && !only_point) {
        t->p->chart_look(t->p, NULL, t->p->chart_look_data);
    }
    if (status == RDG_OK) {
        rdg_verdict_say(t);
        rdg_reached_range(t, t->setup->first_active, t->summary.reached);
        note_warnings(t);
        t->summary.warnings = rdg_warnings(t->ctx) - t->resume.warnings_before;
        rdg_summary_complete(t);
        RDG_TRY(rdg_sink_finish(t));
    }
    return status;
}

/* only_point: refuse a curve, and keep the point as start values. past: the run to be resumed, or NULL. */
static rdg_status run(rdg_problem *p, const rdg_run_setup *setup, bool only_point, rdg_run *past)
{
    rdg_tracer t = {.p = p,
                    .ctx = p->ctx,
                    .setup = setup,
                    .begin = rdg_seconds(),
                    .position = {.direction = 1},
                    .resume = {.past = past,
                               .is_complete = past && rdg_run_finished(past),
                               .memo = {.ctx = p->ctx},
                               .warnings_before = setup->warnings_before}};
    rdg_early_notes early;
    t.summary.covered = true;
    t.summary.reached[0] = t.summary.reached[1] = NAN;
    rdg_early_notes_begin(&early, p->ctx);
    rdg_problem_forget_trouble(p);
    const bool *const held_before = p->held;
    const bool saddles_before = p->neutral_saddles;
    const long run_before = p->run;
    p->runs++;
    p->held = setup->held;
    p->neutral_saddles = setup->neutral_saddles;
    p->run = ++p->begun;
    rdg_context_count_runs(p->ctx, 1);
    rdg_status status = rdg_frozen_copy(p->ctx, &t.first.frozen, &p->frozen);
    status = status == RDG_OK ? trace(&t, &early, only_point) : status;
    const rdg_status restored = rdg_frozen_restore(p, &t.first.frozen);
    status = status == RDG_OK ? restored : status;
    rdg_frozen_release(&t.first.frozen);
    rdg_context_count_runs(p->ctx, -1);
    p->runs--;
    p->held = held_before;
    p->neutral_saddles = saddles_before;
    p->run = run_before;
    if (status == RDG_OK && rdg_problem_is_aborted(p)) { /* requested on the last point */
        status =
            rdg_fail(p->ctx, RDG_ERR_CALLBACK, "rdg_continue", "run \"%s\": %s", setup->name, p->trouble);
    }
    rdg_problem_forget_trouble(p);
    t.summary.covered = t.summary.covered && status == RDG_OK;
    rdg_summary_complete(&t);
    if (setup->summary) {
        *setup->summary = t.summary;
    }
    if (only_point && status == RDG_OK) {
        memcpy(p->u0, t.start.chart.u, (size_t)p->n * sizeof(double));
        rdg_problem_settle(p, NULL);
    }
    rdg_early_notes_tell(&early);
    rdg_dense_free(t.dense);
    rdg_sink_free(t.sink);
    rdg_tracer_release(&t);
    return status == RDG_OK ? RDG_OK : rdg_error_status(p->ctx);
}

static rdg_status resume(rdg_problem *p, const rdg_run_setup *setup)
{
    rdg_run *past = NULL;
    bool is_complete = false;
    rdg_status status = rdg_past_run_open(p, setup, &past, &is_complete);
    if (status == RDG_OK && !is_complete) {
        status = run(p, setup, false, past && rdg_run_count(past) > 0 ? past : NULL);
    }
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
        setup.resumes = purpose == TO_RESUME;
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

static rdg_status solve(rdg_problem *p, bool from_afar)
{
    if (!p || rdg_error_status(p->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_run_setup setup;
    const rdg_option options[] = {RDG_NO_FOLDER, RDG_NO_TABLE, {.kind = RDG_OPTION_END}};
    RDG_TRY(rdg_run_setup_read(&setup, p, "solve", options));
    setup.from_afar = from_afar;
    const rdg_status status = run(p, &setup, true, NULL);
    rdg_run_setup_release(&setup);
    return status;
}

rdg_status rdg_solve(rdg_problem *p)
{
    return solve(p, false);
}

rdg_status rdg_solve_from_afar(rdg_problem *p)
{
    return solve(p, true);
}
