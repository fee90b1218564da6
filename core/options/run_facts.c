/* What the options of a run state, as facts of the run: runs with the same facts do the same. */
#include "option_table_impl.h"
#include "run_facts_impl.h"
#include "text_impl.h"
#include "toolbox.h"
#include "version.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { ALL_DIGITS = 17 };

typedef void (*describe)(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup);

/* "y, x" */
static void describe_released(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        if (p->parameter[k].kind == RDG_INACTIVE && !setup->held[k]) {
            rdg_text_item(text, p->parameter[k].name);
        }
    }
}

/* Those that are held besides the inactive ones, or elsewhere than at the start. */
static void describe_held(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        if (!setup->held[k] || (p->parameter[k].kind == RDG_INACTIVE && !setup->moved[k])) {
            continue;
        }
        rdg_text_item(text, p->parameter[k].name);
        if (setup->moved[k]) {
            rdg_text_add(text, " at ");
            rdg_text_number(text, setup->held_at[k], ALL_DIGITS);
        }
    }
}

static void describe_windows(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        if (rdg_run_setup_has_window(setup, k)) {
            rdg_text_item(text, p->parameter[k].name);
            rdg_text_add(text, " in [");
            rdg_text_number(text, setup->low[k], ALL_DIGITS);
            rdg_text_add(text, ", ");
            rdg_text_number(text, setup->high[k], ALL_DIGITS);
            rdg_text_add(text, "]");
        }
    }
}

static void describe_events(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    for (rdg_index k = 0; k < setup->n_events; k++) {
        const rdg_event *event = &setup->event[k];
        if (event->kind == RDG_EVENT_COUNT ||
            (event->ends_branch && (event->stop == RDG_STOP_BOUNDARY || event->stop == RDG_STOP_DOMAIN))) {
            continue; /* nobody requested it; a domain */
        }
        rdg_text_item(text, event->type);
        if (event->kind == RDG_EVENT_VALUE) {
            rdg_text_addf(text, " at %s = ", p->parameter[event->parameter].name);
            rdg_text_number(text, event->value, ALL_DIGITS);
            rdg_text_add(text, event->slack > 0.0 ? " or beyond by " : "");
            if (event->slack > 0.0) {
                rdg_text_number(text, event->slack, ALL_DIGITS);
            }
        }
        if (event->maxima) {
            rdg_text_addf(text, " of %s", p->parameter[event->parameter].name);
        }
        rdg_text_add(text, event->ends_branch ? " (ends the branch)" : "");
    }
    if (setup->neutral_saddles) {
        rdg_text_item(text, "NSA");
    }
}

static void describe_start(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    (void)p;
    const rdg_option *start = &setup->start;
    if (rdg_option_gives_values(start)) {
        rdg_text_add(text, "given values");
    } else if (!rdg_option_starts_at_label(start)) {
        rdg_text_add(text, "values of the problem");
    } else if (start->type && start->count == RDG_NEAREST) {
        rdg_text_addf(text, "%s near %.17g of %s", start->type, start->a, start->name);
    } else {
        rdg_text_addf(text, "%s %" PRId64 " of %s", start->type ? start->type : "label", start->count,
                      start->name);
    }
    rdg_text_add(text, setup->switches ? ", other branch" : "");
}

/* "Q[6..25]": what is eliminated at the start, in stretches of variables and of equations. */
static void describe_frozen(rdg_text *text, const rdg_problem *p, const rdg_run_setup *setup)
{
    (void)setup;
    const rdg_frozen_set *frozen = &p->frozen;
    for (rdg_index b = 0; frozen->count > 0 && b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        rdg_index first = block->start;
        for (rdg_index j = block->start; j < block->start + block->n; j++) {
            const bool goes_on = rdg_frozen_has(frozen, j) && j + 1 < block->start + block->n &&
                                 rdg_frozen_has(frozen, j + 1) && frozen->at[j + 1] == frozen->at[j] &&
                                 frozen->row_of[j + 1] == frozen->row_of[j] + 1;
            if (goes_on) {
                continue;
            }
            if (rdg_frozen_has(frozen, j)) {
                rdg_text_item(text, block->name);
                rdg_text_addf(text, "[%" PRId64 "..%" PRId64 "] and equations from %" PRId64 " on at ",
                              first - block->start, j - block->start, frozen->row_of[first]);
                rdg_text_number(text, frozen->at[j], ALL_DIGITS);
            }
            first = j + 1;
        }
    }
}

/* Start values as one number: their norm relative to the typical sizes; a label has its own. */
static double start_norm(const rdg_problem *p, const rdg_run_setup *setup)
{
    const double *u = rdg_option_gives_values(&setup->start) ? setup->start.values : p->u0;
    double sum = 0.0;
    for (rdg_index b = 0; b < p->n_blocks && !rdg_option_starts_at_label(&setup->start); b++) {
        const rdg_block *block = &p->block[b];
        for (rdg_index j = block->start; j < block->start + block->n; j++) {
            sum += u[j] / block->typical * (u[j] / block->typical);
        }
    }
    return sqrt(sum);
}

/* The first pass measures, the second one writes. */
static char *make_text(describe make, const rdg_problem *p, const rdg_run_setup *setup)
{
    rdg_text text = rdg_text_in(NULL, 0);
    make(&text, p, setup);
    const size_t size = text.length + 1;
    char *chars = rdg_context_calloc(p->ctx, size, 1);
    if (chars) {
        text = rdg_text_in(chars, size);
        make(&text, p, setup);
    }
    return chars;
}

void rdg_run_facts_release(rdg_run_facts *facts)
{
    for (size_t i = 0; i < sizeof facts->text / sizeof *facts->text; i++) {
        rdg_free(facts->text[i]);
    }
}

rdg_status rdg_run_facts_make(rdg_run_facts *facts, const rdg_problem *p, const rdg_run_setup *setup)
{
    static const struct {
        const char *name;
        describe make;
    } texts[RDG_N_FACT_TEXTS] = {{"released", describe_released}, {"held", describe_held},
                                 {"windows", describe_windows},   {"events", describe_events},
                                 {"start", describe_start},       {"frozen", describe_frozen}};
#define FACT(named, field) {.name = (named), .number = (double)(setup->field)},
#define X(kind, written, number, effect, facts) facts
    const rdg_fact others[] = {
        {.name = "version", .text = rdg_version()},
        {.name = "first_active",
         .text = setup->first_active >= 0 ? p->parameter[setup->first_active].name : ""},
        {.name = "variables", .number = (double)p->n},
        {.name = "equations", .number = (double)rdg_run_setup_count_equations(setup, p)},
        {.name = "start_norm", .number = start_norm(p, setup)},
        {.name = "step_window", .number = isfinite(setup->window) ? setup->window : 0.0}, /* 0: none */
        RDG_OPTION_TABLE(X)};
#undef X
#undef FACT
    _Static_assert(sizeof others / sizeof *others + RDG_N_FACT_TEXTS < RDG_MAX_FACTS, "one more fact fits");
    *facts = (rdg_run_facts){.count = sizeof others / sizeof *others + RDG_N_FACT_TEXTS};
    memcpy(facts->fact, others, sizeof others);
    for (size_t i = 0; i < RDG_N_FACT_TEXTS; i++) {
        facts->text[i] = make_text(texts[i].make, p, setup);
        facts->fact[sizeof others / sizeof *others + i] =
            (rdg_fact){.name = texts[i].name, .text = facts->text[i]};
    }
    const rdg_status status = rdg_error_status(p->ctx);
    if (status != RDG_OK) {
        rdg_run_facts_release(facts);
    }
    return status;
}
