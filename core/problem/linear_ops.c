/* The linear solver that a function brings along (linear_ops.h). */
#include "linear_ops_impl.h"
#include "problem_impl.h"
#include "toolbox.h"

#include <string.h>

rdg_linear_ops *rdg_linear_ops_copy(rdg_context *ctx, const rdg_linear_ops *ops)
{
    rdg_linear_ops *copy = rdg_context_calloc(ctx, 1, sizeof *copy);
    rdg_index *at = rdg_context_calloc(ctx, (size_t)ops->n_at, sizeof *at);
    if (!copy || !at) {
        rdg_free(copy);
        rdg_free(at);
        return NULL;
    }
    memcpy(at, ops->at, (size_t)ops->n_at * sizeof *at);
    *copy = *ops;
    copy->at = at;
    return copy;
}

void rdg_linear_ops_free(rdg_linear_ops *ops)
{
    if (ops) {
        rdg_free((rdg_index *)ops->at);
        rdg_free(ops);
    }
}

/* Values of the variables that the operator depends on; u: the function's. */
static void linear_ops_take(const rdg_linear_ops *ops, const double *u, double *at)
{
    for (rdg_index k = 0; k < ops->n_at; k++) {
        at[k] = u[ops->at[k]];
    }
}

void rdg_linear_ops_add(const rdg_function *f, const double *u, bool transposed, const double *x, double *y)
{
    if (f->linear) {
        double at[RDG_MOST_OPERATOR_VARIABLES];
        linear_ops_take(f->linear, u, at);
        f->linear->times(at, transposed, x, y, f->linear->data);
    }
}

bool rdg_problem_has_operator(const rdg_problem *p)
{
    bool has = false;
    for (rdg_index k = 0; k < p->n_entries; k++) {
        has = has || p->entry[k].function.linear;
    }
    return has;
}
