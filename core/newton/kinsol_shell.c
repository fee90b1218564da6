/* KINSOL's matrix and linear solver as shells: SUNDIALS's own sparse matrix forgets its pattern before every
 * Jacobian. */
#include "kinsol_shell_impl.h"

static SUNLinearSolver_Type solver_type(SUNLinearSolver solver)
{
    (void)solver;
    return SUNLINEARSOLVER_DIRECT;
}

static int solver_initialize(SUNLinearSolver solver)
{
    (void)solver;
    return 0;
}

static SUNMatrix_ID shell_id(SUNMatrix J)
{
    (void)J;
    return SUNMATRIX_CUSTOM;
}

static int shell_zero(SUNMatrix J)
{
    (void)J;
    return 0;
}

SUNMatrix rdg_kinsol_matrix(SUNContext context)
{
    SUNMatrix shell = SUNMatNewEmpty(context);
    if (shell) {
        shell->ops->getid = shell_id;
        shell->ops->zero = shell_zero;
    }
    return shell;
}

SUNLinearSolver rdg_kinsol_solver(SUNContext context, void *content, rdg_kinsol_setup setup,
                                  rdg_kinsol_solve solve)
{
    SUNLinearSolver solver = SUNLinSolNewEmpty(context);
    if (solver) {
        solver->content = content;
        solver->ops->gettype = solver_type;
        solver->ops->initialize = solver_initialize;
        solver->ops->setup = setup;
        solver->ops->solve = solve;
    }
    return solver;
}

void rdg_kinsol_ignore(int code, const char *module, const char *function, char *text, void *data)
{
    (void)code;
    (void)module;
    (void)function;
    (void)text;
    (void)data;
}
