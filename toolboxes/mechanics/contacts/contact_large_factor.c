/* Factors by KLU of the linear system of contact problems of many bodies, and its solutions. */
#include "contact_large_impl.h"

#include <ridgewalk/sparse.h>

#include <math.h>
#include <string.h>

/* The pivots of the last matrix, or new ones; whether there are some. */
static bool factor(rdg_large_contacts *s, bool anew)
{
    rdg_large_factor *lu = &s->lu;
    SuiteSparse_long *start = rdg_large_long(s->pattern->start), *row = rdg_large_long(s->pattern->row);
    lu->ready = false;
    if (lu->numeric && !anew) {
        return klu_l_refactor(start, row, s->values, lu->symbolic, lu->numeric, &lu->common) &&
               lu->common.status == KLU_OK;
    }
    if (lu->numeric) {
        klu_l_free_numeric(&lu->numeric, &lu->common);
    }
    lu->numeric = klu_l_factor(start, row, s->values, lu->symbolic, &lu->common);
    return lu->numeric && lu->common.status == KLU_OK;
}

/* What is left of the system; relative to its largest terms, row by row. */
static double remainder_of(rdg_large_contacts *s)
{
    double *sum = s->left + s->size, worst = 0.0;
    for (rdg_index i = 0; i < s->size; i++) {
        s->left[i] = s->rhs[i];
        sum[i] = fabs(s->rhs[i]);
    }
    for (rdg_index j = 0; j < s->size; j++) {
        for (rdg_index e = s->pattern->start[j]; e < s->pattern->start[j + 1]; e++) {
            const double part = s->values[e] * s->x[j];
            s->left[s->pattern->row[e]] -= part;
            sum[s->pattern->row[e]] += fabs(part);
        }
    }
    for (rdg_index i = 0; i < s->size; i++) {
        if (!isfinite(sum[i])) {
            return INFINITY;
        }
        worst = rdg_larger(worst, sum[i] > 0.0 ? fabs(s->left[i]) / sum[i] : 0.0);
    }
    return worst;
}

/* With one step of refinement, where it is needed */
static bool solve_and_refine(rdg_large_contacts *s)
{
    memcpy(s->x, s->rhs, (size_t)s->size * sizeof *s->x);
    for (int k = 0; k < 3; k++) {
        double *b = k == 0 ? s->x : s->left;
        if (!klu_l_solve(s->lu.symbolic, s->lu.numeric, s->size, 1, b, &s->lu.common)) {
            return false;
        }
        for (rdg_index i = 0; k > 0 && i < s->size; i++) {
            s->x[i] += s->left[i];
        }
        const double left = remainder_of(s);
        if (left <= 1e-15 || (k == 2 && left <= 1e-11)) {
            return true;
        }
        if (!isfinite(left)) {
            return false;
        }
    }
    return false;
}

bool rdg_large_solve(rdg_large_contacts *s)
{
    rdg_large_factor *lu = &s->lu;
    if (lu->ready && (lu->fresh || lu->begun) && !s->changed) {
        lu->begun = true;
        return solve_and_refine(s);
    }
    s->changed = false;
    for (int anew = lu->begun ? 0 : 1; anew < 2; anew++) {
        if (factor(s, anew > 0) && solve_and_refine(s)) {
            lu->ready = lu->begun = true;
            lu->fresh = anew > 0;
            return true;
        }
    }
    lu->begun = false;
    return false;
}
