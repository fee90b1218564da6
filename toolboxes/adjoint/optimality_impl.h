/* The Karush-Kuhn-Tucker conditions at the point where an optimisation ends. */
#ifndef RDG_OPTIMALITY_IMPL_H
#define RDG_OPTIMALITY_IMPL_H

#include "active_set_impl.h"

/* Check the start values: equations, adjoint equations, ranges, multipliers. A failure names what is
 * violated. */
rdg_status rdg_optimality_check(rdg_adjoint *a, const char *name, const rdg_active_set *set);

/* Variables up to which curvature is examined: two dense matrices of 32 MB. */
enum { RDG_CURVATURE_MOST = 2000 };

/* --- curvature.c: is the objective no minimum (maximum) on the tangent space of what is active at the start
 * values? which: the free quantity that changes most along the worst direction; -1: none */
rdg_status rdg_optimality_curvature(rdg_adjoint *a, const rdg_active_set *set, bool *is_saddle,
                                    rdg_index *which);

#endif
