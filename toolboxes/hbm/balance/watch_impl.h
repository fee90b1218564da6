/* Monitors of a solution as a whole, for upper rooms. */
#ifndef RDG_WATCH_IMPL_H
#define RDG_WATCH_IMPL_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/problem.h>

/* Refuse a problem of another context; `where` is named in the message. */
rdg_status rdg_hbm_share_context(rdg_hbm *hb, rdg_problem *problem, const char *where);

/* Places of Q and omega in a problem made from hb, and room for more: [hb->m + 1 + more]; NULL
 * after a failure. To be freed. */
rdg_index *rdg_hbm_unknown_places(rdg_hbm *hb, rdg_problem *problem, const char *where, rdg_index more);

/* Add a scalar function f of (Q, omega), data hb, as a monitor that has kinks or may jump: its events are
 * enclosed, its derivatives are differences (only checks ask for them). */
typedef int (*rdg_hbm_watch)(rdg_index n, const double *u, rdg_index m, double *y, void *data);
rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                             rdg_hbm_watch f, rdg_monitor_kind kind);

#endif
