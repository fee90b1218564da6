/* Products with a Jacobian that is in part an operator. */
#include "operator_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <string.h>

/* y += L x, of all variables and rows */
static void add_operator(const rdg_operator *op, const double *numbers, bool transposed, const double *x,
                         double *y)
{
    for (rdg_index i = 0; i < op->size; i++) {
        op->in[i] = transposed ? x[op->first_row + i] : x[op->col[i]];
        op->out[i] = 0.0;
    }
    op->ops->times(numbers + op->numbers, transposed, op->in, op->out, op->ops->data);
    for (rdg_index i = 0; i < op->size; i++) {
        y[transposed ? op->col[i] : op->first_row + i] += op->out[i];
    }
}

void rdg_assembly_times(const rdg_assembly *a, rdg_index m, const double *numbers, bool transposed,
                        const double *x, double *y)
{
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(a);
    const rdg_operator *op = rdg_assembly_operator(a);
    memset(y, 0, (size_t)(transposed ? p->cols : m) * sizeof *y);
    for (rdg_index j = 0; j < p->cols; j++) {
        double sum = 0.0;
        for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
            const rdg_index i = p->row[k];
            if (i >= m) { /* below lies what takes no part */
                continue;
            }
            if (transposed) {
                sum += numbers[k] * x[i];
            } else {
                y[i] += numbers[k] * x[j];
            }
        }
        if (transposed) {
            y[j] = sum;
        }
    }
    if (op) {
        add_operator(op, numbers, transposed, x, y);
    }
}
