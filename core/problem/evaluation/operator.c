/* Products with a Jacobian that is in part an operator. */
#include "loops_impl.h"
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

/* entries of a column, from which on it is split into runs of rows */
enum { MANY = 8 };

/* End of the entries from k on whose rows follow each other. Rows ascend: if the rows of two entries differ
 * by as much as their places, all rows in between follow each other. */
static rdg_index end_of_run(const rdg_index *row, rdg_index k, rdg_index stop)
{
    rdg_index end = k + 1;
    if (row[stop - 1] - row[k] == stop - 1 - k) {
        return stop;
    }
    while (row[end] - row[k] == end - k) { /* not so for the last one */
        end++;
    }
    return end;
}

/* Entries from k to stop of a column, many of them. Returns the product with x, or adds the multiple to y. */
static double times_many(const rdg_index *row, const double *numbers, rdg_index k, rdg_index stop,
                         bool transposed, const double *x, double of_column, double *y)
{
    double sum = 0.0;
    while (k < stop) {
        const rdg_index end = end_of_run(row, k, stop);
        if (end - k == 1) {
            if (transposed) {
                sum += numbers[k] * x[row[k]];
            } else {
                y[row[k]] += of_column * numbers[k];
            }
        } else if (transposed) {
            sum += rdg_loop_dot(end - k, numbers + k, x + row[k]);
        } else {
            rdg_loop_add(end - k, of_column, numbers + k, y + row[k]);
        }
        k = end;
    }
    return sum;
}

void rdg_assembly_times(const rdg_assembly *a, rdg_index m, const double *numbers, bool transposed,
                        const double *x, double *y)
{
    const rdg_pattern *p = rdg_assembly_jacobian_pattern(a);
    const rdg_operator *op = rdg_assembly_operator(a);
    memset(y, 0, (size_t)(transposed ? p->cols : m) * sizeof *y);
    for (rdg_index j = 0; j < p->cols; j++) {
        const rdg_index first = p->start[j];
        rdg_index stop = p->start[j + 1];
        while (stop > first && p->row[stop - 1] >= m) { /* below lies what takes no part */
            stop--;
        }
        double sum = 0.0;
        if (stop - first >= MANY) {
            sum = times_many(p->row, numbers, first, stop, transposed, x, x[transposed ? 0 : j], y);
        } else if (transposed) {
            for (rdg_index k = first; k < stop; k++) {
                sum += numbers[k] * x[p->row[k]];
            }
        } else {
            for (rdg_index k = first; k < stop; k++) {
                y[p->row[k]] += numbers[k] * x[j];
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
