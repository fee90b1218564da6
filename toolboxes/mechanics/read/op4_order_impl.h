/* Order of the rows in an external superelement of Nastran. */
#ifndef RDG_OP4_ORDER_IMPL_H
#define RDG_OP4_ORDER_IMPL_H

#include "fe_model_impl.h"

/* Names of so many rows, into the table of the model: from the card EXTRN of a .pch file; without one, all
 * six components of each GRID and the scalar points SPOINT, as of an .asm file, by ascending numbers.
 * RDG_ERR_SIZE: there are more or less of them. */
rdg_status rdg_op4_order_read(rdg_fe_model *model, const char *file, rdg_index rows);

#endif
