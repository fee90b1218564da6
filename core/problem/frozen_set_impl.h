/* The set of eliminated variables, and who watches it. */
#ifndef RDG_FROZEN_SET_IMPL_H
#define RDG_FROZEN_SET_IMPL_H

#include "frozen.h"

typedef struct rdg_frozen_watcher {
    rdg_eliminated_watch function;
    void *data;
} rdg_frozen_watcher;

/* Rows are those of all zero functions, in the order in which these were added: the first ones of any
 * assembly. */
typedef struct rdg_frozen_set {
    rdg_index count;
    rdg_index n, rows;   /* that the arrays are for; what has been added since is free */
    rdg_index *row_of;   /* [n] the row that is left out with a variable; -1: the variable is free */
    bool *leaves_row;    /* [rows] */
    double *at;          /* [n] */
    long revision;       /* another one whenever the set is another one */
    int may_change_runs; /* so many runs are under way where the innermost one lets it be changed */
    rdg_index n_watchers;
    rdg_frozen_watcher *watcher;
} rdg_frozen_set;

static inline bool rdg_frozen_has(const rdg_frozen_set *set, rdg_index variable)
{
    return set->count > 0 && variable < set->n && set->row_of[variable] >= 0;
}

static inline bool rdg_frozen_leaves_row(const rdg_frozen_set *set, rdg_index row)
{
    return set->count > 0 && row < set->rows && set->leaves_row[row];
}

/* --- frozen_set.c */

/* Space for so many variables and rows; those that are new are free. */
rdg_status rdg_frozen_provide(rdg_context *ctx, rdg_frozen_set *set, rdg_index n, rdg_index rows);

/* Eliminated variables of u, or of a tangent, get their values. */
void rdg_frozen_hold(const rdg_frozen_set *set, double *u);
void rdg_frozen_clear(const rdg_frozen_set *set, double *tangent);

/* The set, without watchers, for another problem or for later. */
rdg_status rdg_frozen_copy(rdg_context *ctx, rdg_frozen_set *to, const rdg_frozen_set *from);
void rdg_frozen_release(rdg_frozen_set *set);

/* --- frozen.c */

/* A problem has the set of an earlier time again. */
rdg_status rdg_frozen_restore(rdg_problem *p, rdg_frozen_set *set);

/* Sets, watchers included, of a problem that is copied. */
rdg_status rdg_frozen_copy_to_problem(rdg_problem *to, const rdg_problem *from);

#endif
