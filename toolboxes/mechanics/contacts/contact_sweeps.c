/* Nonsmooth Gauss-Seidel: each contact by itself in closed form, with the impulses of the others as they are;
 * again and again. It comes near to a solution where nothing else does; Newton's method then finishes. */
#include "contact_solver_impl.h"

#include <string.h>

/* xi of a row without the impulses of rows first .. last - 1 */
static double others(const rdg_contact_scaled *p, const double *r, rdg_index row, rdg_index first,
                     rdg_index last)
{
    double sum = p->b[row];
    for (rdg_index j = 0; j < p->n; j++) {
        sum += j < first || j >= last ? p->G[j * p->n + row] * r[j] : 0.0;
    }
    return sum;
}

static void sweep(const rdg_contact_scaled *p, double *r)
{
    for (rdg_index row = 0; row < p->bilateral; row++) {
        const double own = p->G[row * p->n + row];
        r[row] = own > 0.0 ? -others(p, r, row, row, row + 1) / own : 0.0;
    }
    for (rdg_index k = 0; k < p->contacts; k++) {
        const rdg_index first = p->first[k], last = p->first[k + 1];
        double b[3], found[3];
        for (rdg_index row = first; row < last; row++) {
            b[row - first] = others(p, r, row, first, last);
        }
        if (rdg_contact_one(p->directions[k], p->mu[k], p->G + first * p->n + first, p->n, b, found)) {
            memcpy(r + first, found, (size_t)(last - first) * sizeof *r);
        }
    }
}

bool rdg_contact_by_sweeps(rdg_contact_solver *s, int *iterations)
{
    enum { ROUNDS = 8, SWEEPS = 50, STEPS = 8 };
    const size_t size = (size_t)s->p.n * sizeof *s->r;
    memset(s->start, 0, size);
    for (int round = 0; round < ROUNDS; round++) {
        int steps = 0;
        for (int k = 0; k < SWEEPS; k++, ++*iterations) {
            sweep(&s->p, s->start);
        }
        memcpy(s->r, s->start, size);
        if (rdg_contact_accept(s, s->r) || rdg_contact_by_newton(s, STEPS, false, &steps)) {
            return true;
        }
    }
    return false;
}
