/** @file panel.h
 *  @brief Elimination of columns of blocks with few rows, and solutions with the factors: for toolboxes.
 *
 *  All loops along a column have one of a few constant lengths, so that a block costs a third to
 *  nine tenths of what LAPACK takes for it. */
#ifndef RDG_PANEL_H
#define RDG_PANEL_H

#include "function.h"
#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RDG_PANEL_MOST = 44 /**< rows of a block, at most */ };

/** Length of columns with space for some rows.
 *  @param rows up to RDG_PANEL_MOST
 *  @return even, or of many rows a multiple of 4: `rows` or a little more, 4 at least */
static inline rdg_index rdg_panel_lead(rdg_index rows)
{
    return rows <= 4 ? 4 : rows <= 24 ? (rows + 1) / 2 * 2 : (rows + 3) / 4 * 4;
}

/** Eliminate the first columns of a block, with pivots from its rows: P A = L U, as far as that goes.
 *  @param lead length of columns, see rdg_panel_lead()
 *  @param r rows that pivots come from: the first ones
 *  @param k columns to eliminate, up to r
 *  @param cols columns
 *  @param A [lead, cols], column-major; L with unit diagonal, U, and what is left take its place
 *  @param pivot [k] the row that each took, from 1 on, as LAPACK counts
 *  @return false: a column has nothing to divide by, or an argument is missing */
bool rdg_panel_eliminate(rdg_index lead, rdg_index r, rdg_index k, rdg_index cols, double *A, int *pivot);

/** Through L.
 *  @param lead, k as of rdg_panel_eliminate()
 *  @param A what that has left
 *  @param t [lead] a right-hand side with its rows swapped, then what is left of it */
void rdg_panel_forward(rdg_index lead, rdg_index k, const double *A, double *t);

/** Through U: the unknowns of the eliminated columns from those of others.
 *  @param lead, k as of rdg_panel_eliminate()
 *  @param o the next columns behind, whose unknowns are known
 *  @param A what that has left
 *  @param others [o] those unknowns
 *  @param t [lead] what rdg_panel_forward() has left; lost
 *  @param x [k] the unknowns */
void rdg_panel_backward(rdg_index lead, rdg_index k, rdg_index o, const double *A, const double *others,
                        double *t, double *x);

#ifdef __cplusplus
}
#endif

#endif
