/** @file adjoint_rows.h
 *  @brief Rows of a problem that are the adjoint equations of those before them. */
#ifndef RDG_ADJOINT_ROWS_H
#define RDG_ADJOINT_ROWS_H

#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** State that a zero function is the adjoint equations of all that was added before its multipliers. With the
 *  problem's zero functions Phi(u) and variables u at that time, its rows, one a variable, are
 *  Phi_u^T l + ..., where l are the variables of a block and the dots hold none of them. Runs factor Phi_u in
 *  place of the whole matrix then, which has twice its size, wherever that is good to rounding.
 *  @param problem     problem
 *  @param function    name of the zero function. The last call counts
 *  @param multipliers name of the block, one variable a row of Phi
 *  @return RDG_OK, RDG_ERR_NAME, or RDG_ERR_SIZE if the sizes contradict this */
rdg_status rdg_declare_adjoint(rdg_problem *problem, const char *function, const char *multipliers);

/** Does a system evaluate the problem now that holds the variable? It has a row that states nothing but
 * that: the column of the variable in other rows counts for nothing, and need not be computed where that is
 * dear.
 *  @param problem  problem
 *  @param variable index among all, from 0
 *  @return false wherever else derivatives are requested */
bool rdg_is_steady(const rdg_problem *problem, rdg_index variable);

#ifdef __cplusplus
}
#endif
#endif
