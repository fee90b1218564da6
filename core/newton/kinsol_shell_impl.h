/* What KINSOL wants to see as its matrix and its linear solver; the numbers lie in the system. */
#ifndef RDG_KINSOL_SHELL_IMPL_H
#define RDG_KINSOL_SHELL_IMPL_H

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

/* As SUNDIALS has them in a linear solver's table: answer 0, or > 0: a shorter step may help. */
typedef int (*rdg_kinsol_setup)(SUNLinearSolver solver, SUNMatrix J);
typedef int (*rdg_kinsol_solve)(SUNLinearSolver solver, SUNMatrix J, N_Vector x, N_Vector b,
                                realtype tolerance);

/* A matrix without entries; NULL: no memory. */
SUNMatrix rdg_kinsol_matrix(SUNContext context);

/* A direct solver that hands on to these two, which find `content` in solver->content, borrowed; NULL: no
 * memory. */
SUNLinearSolver rdg_kinsol_solver(SUNContext context, void *content, rdg_kinsol_setup setup,
                                  rdg_kinsol_solve solve);

/* A handler of KINSOL's messages that lets none out. */
void rdg_kinsol_ignore(int code, const char *module, const char *function, char *text, void *data);

#endif
