/* Eliminated variables: which ones, at which values, and with which equations. */
#include "problem.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>

bool rdg_is_eliminated(const rdg_problem *p, rdg_index variable)
{
    return p && variable >= 0 && rdg_frozen_has(&p->frozen, variable);
}

rdg_index rdg_eliminated_count(const rdg_problem *p)
{
    return p ? p->frozen.count : 0;
}

static rdg_index zero_rows(const rdg_problem *p)
{
    rdg_index rows = 0;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        rows += p->entry[k].is_monitor ? 0 : p->entry[k].function.m;
    }
    return rows;
}

/* The set is another one: who watches it is reported. */
static rdg_status changed(rdg_problem *p)
{
    p->frozen.revision++;
    for (rdg_index i = 0; i < p->frozen.n_watchers; i++) {
        RDG_TRY(p->frozen.watcher[i].function(p, p->frozen.watcher[i].data));
    }
    return RDG_OK;
}

rdg_status rdg_frozen_restore(rdg_problem *p, rdg_frozen_set *set)
{
    rdg_frozen_set *own = &p->frozen;
    if (own->revision == set->revision) {
        return RDG_OK;
    }
    for (rdg_index j = 0; j < own->n; j++) { /* it is as long as the earlier one, or longer */
        const bool is_in = rdg_frozen_has(set, j);
        own->row_of[j] = is_in ? set->row_of[j] : -1;
        own->at[j] = is_in ? set->at[j] : 0.0;
    }
    for (rdg_index i = 0; i < own->rows; i++) {
        own->leaves_row[i] = rdg_frozen_leaves_row(set, i);
    }
    own->count = set->count;
    set->revision = own->revision + 1;
    return changed(p);
}

rdg_status rdg_frozen_copy_to_problem(rdg_problem *to, const rdg_problem *from)
{
    RDG_TRY(rdg_frozen_copy(to->ctx, &to->frozen, &from->frozen));
    for (rdg_index i = 0; i < from->frozen.n_watchers; i++) {
        RDG_TRY(rdg_watch_eliminated(to, from->frozen.watcher[i].function, from->frozen.watcher[i].data));
    }
    return RDG_OK;
}

rdg_status rdg_watch_eliminated(rdg_problem *p, rdg_eliminated_watch function, void *data)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    RDG_NEED(p->ctx, function, RDG_ERR_ARGUMENT);
    rdg_frozen_set *set = &p->frozen;
    RDG_TRY(rdg_context_grow(p->ctx, &set->watcher, set->n_watchers, 1, sizeof *set->watcher));
    set->watcher[set->n_watchers++] = (rdg_frozen_watcher){function, data};
    return RDG_OK;
}

/* --- changes of the set */

static rdg_status require_time(rdg_problem *p, const char *where)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    return p->runs == 0 || p->runs == p->frozen.may_change_runs
               ? RDG_OK
               : rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                          "a run of this problem is under way: its eliminated variables can be changed by "
                          "its function of RDG_ON_STOP() alone");
}

/* Index of the first variable; -1 after a failure. */
static rdg_index require_variables(rdg_problem *p, const char *where, const char *block, rdg_index first,
                                   rdg_index n)
{
    const rdg_index b = rdg_problem_require_block(p, where, block);
    if (b < 0) {
        return -1;
    }
    if (first < 0 || n < 1 || first > p->block[b].n - n) {
        rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                 "\"%s\" has %" PRId64 " variables, not %" PRId64 " from %" PRId64 " on", block,
                 p->block[b].n, n, first);
        return -1;
    }
    return p->block[b].start + first;
}

/* Number of the first equation among all; -1 after a failure. */
static rdg_index require_rows(rdg_problem *p, const char *where, const rdg_eliminated *part)
{
    const rdg_function *function = part->zero ? rdg_find_function(p, part->zero) : NULL;
    rdg_index before = 0;
    for (rdg_index k = 0; function && k < p->n_entries; k++) {
        const rdg_entry *e = &p->entry[k];
        if (&e->function != function) {
            before += e->is_monitor ? 0 : e->function.m;
            continue;
        }
        if (e->is_monitor) {
            break;
        }
        if (part->row < 0 || part->row > function->m - part->n) {
            rdg_fail(p->ctx, RDG_ERR_SIZE, where,
                     "\"%s\" has %" PRId64 " equations, not %" PRId64 " from %" PRId64 " on", part->zero,
                     function->m, part->n, part->row);
            return -1;
        }
        return before + part->row;
    }
    rdg_fail(p->ctx, RDG_ERR_NAME, where, "\"%s\" is no zero function of the problem",
             part->zero ? part->zero : "(null)");
    return -1;
}

/* Multipliers and adjoint equations follow what they belong to. row -1: there are none. */
static rdg_status require_own(rdg_problem *p, const char *where, const char *block, rdg_index variable,
                              rdg_index row, rdg_index n)
{
    for (rdg_index i = 0; i < n; i++) {
        if (rdg_problem_is_adjoint(p, variable + i, row < 0 ? -1 : row + i)) {
            return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                            "\"%s\": multipliers and adjoint equations are eliminated with the variables and "
                            "equations that they belong to, not by themselves",
                            block);
        }
    }
    return RDG_OK;
}

/* Can these variables be eliminated, with these rows and values? */
static rdg_status require_free(rdg_problem *p, const char *where, const rdg_eliminated *part,
                               rdg_index variable, rdg_index row)
{
    const rdg_frozen_set *set = &p->frozen;
    for (rdg_index i = 0; i < part->n; i++) {
        const bool is_in = rdg_frozen_has(set, variable + i);
        if (is_in != rdg_frozen_leaves_row(set, row + i) || (is_in && set->row_of[variable + i] != row + i)) {
            return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                            "%s[%" PRId64 "] and equation %" PRId64
                            " of \"%s\": %s is eliminated already, with another one; restore that first",
                            part->block, part->first + i, part->row + i, part->zero,
                            is_in ? "the variable" : "the equation");
        }
        if (part->at && !isfinite(part->at[i])) {
            return rdg_fail(p->ctx, RDG_ERR_NOT_FINITE, where, "%s[%" PRId64 "] is to be held at %g",
                            part->block, part->first + i, part->at[i]);
        }
    }
    for (rdg_index k = 0; k < p->n_parameters; k++) {
        const rdg_index own = rdg_problem_variable_of(p, k);
        if (p->parameter[k].kind < RDG_REGULAR && own >= variable && own < variable + part->n) {
            return rdg_fail(p->ctx, RDG_ERR_ARGUMENT, where,
                            "%s[%" PRId64 "] is the continuation parameter \"%s\": runs hold it (RDG_HOLD()) "
                            "or release it, it cannot be eliminated",
                            part->block,
                            own - p->block[rdg_problem_require_block(p, where, part->block)].start,
                            p->parameter[k].name);
        }
    }
    return RDG_OK;
}

rdg_status rdg_eliminate(rdg_problem *p, const rdg_eliminated *part)
{
    RDG_TRY(require_time(p, __func__));
    RDG_NEED(p->ctx, part, RDG_ERR_ARGUMENT);
    const rdg_index variable = require_variables(p, __func__, part->block, part->first, part->n);
    const rdg_index row = variable < 0 ? -1 : require_rows(p, __func__, part);
    if (row < 0) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(require_own(p, __func__, part->block, variable, row, part->n));
    RDG_TRY(require_free(p, __func__, part, variable, row));
    RDG_TRY(rdg_frozen_provide(p->ctx, &p->frozen, p->n, zero_rows(p)));
    for (rdg_index i = 0; i < part->n; i++) {
        p->frozen.count += p->frozen.row_of[variable + i] < 0;
        p->frozen.row_of[variable + i] = row + i;
        p->frozen.leaves_row[row + i] = true;
        p->frozen.at[variable + i] = part->at ? part->at[i] : 0.0;
    }
    RDG_TRY(rdg_problem_freeze_adjoint(p));
    return changed(p);
}

rdg_status rdg_restore(rdg_problem *p, const char *block, rdg_index first, rdg_index n)
{
    RDG_TRY(require_time(p, __func__));
    const rdg_index variable = require_variables(p, __func__, block, first, n);
    if (variable < 0) {
        return rdg_error_status(p->ctx);
    }
    RDG_TRY(require_own(p, __func__, block, variable, -1, n));
    rdg_index thawed = 0;
    for (rdg_index j = variable; j < variable + n; j++) {
        if (rdg_frozen_has(&p->frozen, j)) {
            p->frozen.leaves_row[p->frozen.row_of[j]] = false;
            p->frozen.row_of[j] = -1;
            thawed++;
        }
    }
    p->frozen.count -= thawed; /* rdg_frozen_has() requests it */
    if (thawed == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_problem_freeze_adjoint(p));
    return changed(p);
}
