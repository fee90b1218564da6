/* A problem in print: what it consists of, and what resembles an error in the model. */
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LIST_SIZE = 400, SHOWN = 4 };

static const char *const kind_text[] = {
    [RDG_INACTIVE] = "inactive",     [RDG_ACTIVE] = "active",   [RDG_INTERNAL] = "internal",
    [RDG_INEQUALITY] = "inequality", [RDG_REGULAR] = "regular", [RDG_KINKED] = "non-smooth",
    [RDG_JUMPING] = "jumping"};

static void say(rdg_problem *p, const rdg_text *line)
{
    rdg_write(p->ctx, RDG_CHANNEL_TABLE, "%s\n", line->chars);
}

static void print_blocks(rdg_problem *p)
{
    rdg_write(p->ctx, RDG_CHANNEL_TABLE, "variables: %" PRId64 "\n", p->n);
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        char chars[LIST_SIZE];
        rdg_text line = rdg_text_in(chars, sizeof chars);
        rdg_index frozen = 0;
        for (rdg_index j = 0; j < block->n; j++) {
            frozen += rdg_frozen_has(&p->frozen, block->start + j);
        }
        rdg_text_addf(&line, "  %-20s %6" PRId64 "  typical %.3g%s  start", block->name, block->n,
                      block->typical, block->follows ? ", follows" : "");
        for (rdg_index j = 0; j < block->n && j < SHOWN; j++) {
            rdg_text_addf(&line, " %.6g", p->u0[block->start + j]);
        }
        rdg_text_add(&line, block->n > SHOWN ? " ..." : "");
        if (frozen > 0) {
            rdg_text_addf(&line, "  %" PRId64 " of them eliminated", frozen);
        }
        say(p, &line);
    }
}

/* Names of the blocks that a function sees. */
static void list_blocks(const rdg_problem *p, const rdg_entry *e, rdg_text *list)
{
    for (rdg_index b = 0; b < p->n_blocks; b++) {
        const rdg_block *block = &p->block[b];
        bool seen = false;
        for (rdg_index i = 0; i < e->function.n && !seen; i++) {
            seen = e->index[i] >= block->start && e->index[i] < block->start + block->n;
        }
        if (seen) {
            rdg_text_item(list, block->name);
        }
    }
}

static rdg_index print_functions(rdg_problem *p)
{
    rdg_index zero_rows = 0;
    rdg_write(p->ctx, RDG_CHANNEL_TABLE, "functions:\n");
    for (rdg_index k = 0; k < p->n_entries; k++) {
        const rdg_entry *e = &p->entry[k];
        const rdg_function *f = &e->function;
        char chars[LIST_SIZE];
        char seen[LIST_SIZE];
        rdg_text line = rdg_text_in(chars, sizeof chars);
        rdg_text blocks = rdg_text_in(seen, sizeof seen);
        list_blocks(p, e, &blocks);
        rdg_text_addf(&line, "  %-20s %-7s m = %-6" PRId64 " n = %-6" PRId64 " of %s; df %s, d2f %s", f->name,
                      rdg_entry_kind(e), f->m, f->n, rdg_text_list(&blocks),
                      f->df ? "analytic" : "differences", f->d2f ? "analytic" : "differences");
        say(p, &line);
        zero_rows += e->is_monitor ? 0 : f->m;
    }
    return zero_rows;
}

static rdg_index print_parameters(rdg_problem *p)
{
    rdg_index held = 0;
    rdg_write(p->ctx, RDG_CHANNEL_TABLE, "parameters:\n");
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        const rdg_parameter *parameter = &p->parameter[k];
        double value = NAN;
        const int answer = rdg_problem_parameter(p, k, p->u0, &value, NULL);
        rdg_write(p->ctx, RDG_CHANNEL_TABLE, "  %-20s %-10s %14.6g %s%s\n", parameter->name,
                  kind_text[parameter->kind], value, parameter->unit, answer == 0 ? "" : " (no value here)");
        held += parameter->kind == RDG_INACTIVE;
    }
    rdg_problem_forget_trouble(p);
    return held;
}

static void print_deficit(rdg_problem *p, rdg_index zero_rows, rdg_index held)
{
    const rdg_index deficit = p->n - zero_rows;
    const rdg_index left = deficit - held;
    rdg_write(p->ctx, RDG_CHANNEL_TABLE,
              "%" PRId64 " variables - %" PRId64 " equations = deficit %" PRId64 ", - %" PRId64
              " inactive parameters = %" PRId64 "\n",
              p->n, zero_rows, deficit, held, left);
    for (rdg_index dimension = 0; dimension <= 2; dimension++) {
        static const char *const what[] = {"a point", "a curve", "a surface"};
        const rdg_index release = dimension - left;
        rdg_write(p->ctx, RDG_CHANNEL_TABLE, "  for %s %s %" PRId64 "%s\n", what[dimension],
                  release < 0 ? "hold" : "release", release < 0 ? -release : release,
                  release > held ? ": impossible, there are too many equations" : "");
    }
}

/* Each row of the Jacobian of an entry at the start values: does it depend on anything there? */
static void check_rows(rdg_problem *p, rdg_entry *e)
{
    if (rdg_entry_jacobian(p, e, p->u0) != 0) {
        rdg_write(p->ctx, RDG_CHANNEL_TABLE, "check \"%s\": it has no derivatives at the start values (%s)\n",
                  e->function.name, p->trouble);
        rdg_problem_forget_trouble(p);
        return;
    }
    const rdg_pattern *a = e->function.df_pattern;
    memset(e->lambda, 0, (size_t)e->function.m * sizeof *e->lambda);
    for (rdg_index k = 0; k < rdg_pattern_count(a); k++) {
        e->lambda[a->row[k]] += fabs(e->df_values[k]);
    }
    for (rdg_index i = 0; i < e->function.m; i++) {
        if (e->lambda[i] == 0.0) {
            rdg_write(p->ctx, RDG_CHANNEL_TABLE,
                      "check \"%s\": row %" PRId64 " depends on no variable at the start values\n",
                      e->function.name, i);
        }
    }
}

static rdg_status check_variables_seen(rdg_problem *p)
{
    bool *seen = rdg_context_calloc(p->ctx, (size_t)p->n, sizeof *seen);
    if (!seen) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index k = 0; k < p->n_entries; k++) {
        for (rdg_index i = 0; i < p->entry[k].function.n; i++) {
            seen[p->entry[k].index[i]] = true;
        }
    }
    for (rdg_index j = 0; j < p->n; j++) {
        const rdg_block *block = rdg_problem_block_of(p, j);
        if (!seen[j]) {
            rdg_write(p->ctx, RDG_CHANNEL_TABLE, "check %s[%" PRId64 "]: no function sees it\n", block->name,
                      j - block->start);
        }
        if (!isfinite(p->u0[j])) {
            rdg_write(p->ctx, RDG_CHANNEL_TABLE, "check %s[%" PRId64 "]: it starts at %g\n", block->name,
                      j - block->start, p->u0[j]);
        }
    }
    rdg_free(seen);
    return RDG_OK;
}

rdg_status rdg_problem_print(rdg_problem *p)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    print_blocks(p);
    const rdg_index zero_rows = print_functions(p);
    const rdg_index held = print_parameters(p);
    print_deficit(p, zero_rows, held);
    for (rdg_index k = 0; k < p->n_entries; k++) {
        check_rows(p, &p->entry[k]);
    }
    return check_variables_seen(p);
}

void rdg_entry_name_variable(const rdg_problem *p, const rdg_entry *e, rdg_index local, char *name)
{
    const rdg_index variable = e->index[local];
    const rdg_block *block = rdg_problem_block_of(p, variable);
    rdg_text text = rdg_text_in(name, RDG_LOCAL_NAME);
    rdg_text_addf(&text, "u[%" PRId64 "] (%.64s[%" PRId64 "])", local, block->name, variable - block->start);
}
