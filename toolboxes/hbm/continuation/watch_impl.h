/* Monitors of a solution as a whole, for upper modules. */
#ifndef RDG_WATCH_IMPL_H
#define RDG_WATCH_IMPL_H

#include "elements_impl.h"

#include <ridgewalk/monitor_kind.h>
#include <ridgewalk/objects.h>

/* Refuse a problem of another context; `where` is named in the message. */
rdg_status rdg_hbm_share_context(rdg_hbm *hb, rdg_problem *problem, const char *where);

/* How a function of a solution changes with released numbers: values [m * n], entry (i, k) at i + m k, zero
 * on entry. u: (Q, omega, own variables). Called right after the function's df at the same u. */
typedef int (*rdg_hbm_by_numbers)(const double *u, rdg_index m, const rdg_hbm_released *released,
                                  double *values, void *data);

/* A function of (Q, omega, own variables) that is to see the numbers of its problem. */
typedef struct rdg_hbm_watch {
    rdg_function of;            /* its data are taken over, also after a failure; first derivatives dense */
    rdg_hbm_by_numbers numbers; /* NULL: of has no df */
    rdg_index n_own;
    const rdg_index *own; /* [n_own] places of its own variables */
    bool is_zero;         /* a zero function; else a monitor: */
    const char *const *names;
    rdg_monitor_kind kind;
} rdg_hbm_watch;

/* Add it to a problem made from hb. The instances have the numbers of its argument whenever it is requested.
 */
rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where,
                             const rdg_hbm_watch *watch);

/* Add a scalar function f of (Q, omega), data hb, as a monitor that has non-smooth points or may jump: its
 * events are enclosed, its derivatives are differences (only checks request them). */
typedef int (*rdg_hbm_scalar)(rdg_index n, const double *u, rdg_index m, double *y, void *data);
rdg_status rdg_hbm_add_scalar(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                              rdg_hbm_scalar f, rdg_monitor_kind kind);

/* The same function for a problem with more numbers, in *wider, whose data belong to the caller until it is
 * added; false: f is none of hb's watches, or there was a failure. */
bool rdg_hbm_wider_watch(const rdg_hbm *hb, const rdg_function *f, rdg_hbm_released *next,
                         rdg_function *wider);

#endif
