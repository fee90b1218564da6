/* What every factorisation answers, by its table of operations. */
#include "lu_impl.h"
#include "toolbox.h"

void rdg_lu_free(rdg_lu *lu)
{
    if (lu) {
        if (lu->ops) {
            lu->ops->destroy(lu);
        }
        rdg_free(lu);
    }
}

bool rdg_lu_factor(rdg_lu *lu, const double *values)
{
    return lu->ops->factor(lu, values);
}

void rdg_lu_solve(rdg_lu *lu, bool transposed, const double *b, double *x)
{
    lu->ops->solve(lu, transposed, 1, lu->n, b, x);
}

void rdg_lu_solve_columns(rdg_lu *lu, bool transposed, rdg_index count, rdg_index apart, const double *b,
                          double *x)
{
    if (count > 0) {
        lu->ops->solve(lu, transposed, count, apart, b, x);
    }
}

void rdg_lu_forget(rdg_lu *lu)
{
    if (lu) {
        lu->is_new = true;
    }
}

rdg_determinant rdg_lu_determinant(const rdg_lu *lu)
{
    return lu->ops->determinant(lu);
}
