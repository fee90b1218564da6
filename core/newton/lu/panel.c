/* Small blocks with columns of constant length: whole columns are subtracted from each other, with zeros
 * where nothing is to change, so that no loop along one begins or ends anywhere else. */
#include "panel.h"

#include "cloned.h"

#include <math.h>

#define PANEL_INLINE static inline __attribute__((always_inline))

/* Call `function` with the constant that lead is. */
#define PANEL_CASE(constant, function, ...)                                                                  \
    case constant:                                                                                           \
        function(constant, __VA_ARGS__);                                                                     \
        break;

#define PANEL_BY_LEAD(lead, ...)                                                                             \
    switch (lead) {                                                                                          \
        PANEL_CASE(4, __VA_ARGS__)                                                                           \
        PANEL_CASE(6, __VA_ARGS__)                                                                           \
        PANEL_CASE(8, __VA_ARGS__)                                                                           \
        PANEL_CASE(10, __VA_ARGS__)                                                                          \
        PANEL_CASE(12, __VA_ARGS__)                                                                          \
        PANEL_CASE(14, __VA_ARGS__)                                                                          \
        PANEL_CASE(16, __VA_ARGS__)                                                                          \
        PANEL_CASE(18, __VA_ARGS__)                                                                          \
        PANEL_CASE(20, __VA_ARGS__)                                                                          \
        PANEL_CASE(22, __VA_ARGS__)                                                                          \
        PANEL_CASE(24, __VA_ARGS__)                                                                          \
        PANEL_CASE(28, __VA_ARGS__)                                                                          \
        PANEL_CASE(32, __VA_ARGS__)                                                                          \
        PANEL_CASE(36, __VA_ARGS__)                                                                          \
        PANEL_CASE(40, __VA_ARGS__)                                                                          \
        PANEL_CASE(RDG_PANEL_MOST, __VA_ARGS__)                                                              \
    default:                                                                                                 \
        break;                                                                                               \
    }

/* y -= factor x */
PANEL_INLINE void subtract(const int lead, double factor, const double *restrict x, double *restrict y)
{
#pragma omp simd
    for (int i = 0; i < lead; i++) {
        y[i] -= factor * x[i];
    }
}

PANEL_INLINE void swap_rows(const int lead, rdg_index cols, rdg_index a, rdg_index b, double *A)
{
    double *p = A + a, *q = A + b;
    for (rdg_index j = 0; j < cols; j++, p += lead, q += lead) {
        const double kept = *p;
        *p = *q;
        *q = kept;
    }
}

/* Of the column of pivot c: L below it, in its place and to l, which has zeros above. */
PANEL_INLINE void take_column(const int lead, rdg_index c, double *column, double *l)
{
    const double by = 1.0 / column[c];
    double above[RDG_PANEL_MOST];
    for (rdg_index i = 0; i <= c; i++) {
        above[i] = column[i];
    }
    for (int i = 0; i < lead; i++) {
        l[i] = column[i] *= by;
    }
    for (rdg_index i = 0; i <= c; i++) {
        column[i] = above[i];
        l[i] = 0.0;
    }
}

PANEL_INLINE void eliminate(const int lead, rdg_index r, rdg_index k, rdg_index cols, double *A, int *pivot,
                            bool *regular)
{
    double l[RDG_PANEL_MOST];
    *regular = false;
    for (rdg_index c = 0; c < k; c++) {
        double *column = A + lead * c;
        rdg_index best = c;
        for (rdg_index i = c + 1; i < r; i++) {
            best = fabs(column[i]) > fabs(column[best]) ? i : best;
        }
        pivot[c] = (int)(best + 1);
        if (column[best] == 0.0) {
            return;
        }
        if (best != c) {
            swap_rows(lead, cols, c, best, A);
        }
        take_column(lead, c, column, l);
        for (rdg_index j = c + 1; j < cols; j++) {
            double *other = A + lead * j;
            subtract(lead, other[c], l, other);
        }
    }
    *regular = true;
}

RDG_CLONED
static bool panel_eliminate(rdg_index lead, rdg_index r, rdg_index k, rdg_index cols, double *A, int *pivot)
{
    bool regular = false;
    PANEL_BY_LEAD(lead, eliminate, r, k, cols, A, pivot, &regular)
    return regular;
}

bool rdg_panel_eliminate(rdg_index lead, rdg_index r, rdg_index k, rdg_index cols, double *A, int *pivot)
{
    return A && pivot && panel_eliminate(lead, r, k, cols, A, pivot);
}

/* What is known already is put aside: a column's entries of U, above, spoil nothing else. */
PANEL_INLINE void forward(const int lead, rdg_index k, const double *A, double *t)
{
    double known[RDG_PANEL_MOST];
    for (rdg_index l = 0; l < k; l++) {
        known[l] = t[l];
        subtract(lead, known[l], A + lead * l, t);
    }
    for (rdg_index l = 0; l < k; l++) {
        t[l] = known[l];
    }
}

RDG_CLONED
static void panel_forward(rdg_index lead, rdg_index k, const double *A, double *t)
{
    PANEL_BY_LEAD(lead, forward, k, A, t)
}

void rdg_panel_forward(rdg_index lead, rdg_index k, const double *A, double *t)
{
    if (A && t) {
        panel_forward(lead, k, A, t);
    }
}

PANEL_INLINE void backward(const int lead, rdg_index k, rdg_index o, const double *A, const double *others,
                           double *t, double *x)
{
    double known[RDG_PANEL_MOST]; /* of its own, so that it may stay in registers */
    for (int i = 0; i < lead; i++) {
        known[i] = t[i];
    }
    for (rdg_index j = 0; j < o; j++) {
        subtract(lead, others[j], A + lead * (k + j), known);
    }
    for (int i = 0; i < lead; i++) {
        t[i] = known[i];
    }
    for (rdg_index l = k; l-- > 0;) {
        x[l] = t[l] / A[l + lead * l];
        subtract(lead, x[l], A + lead * l, t);
    }
}

RDG_CLONED
static void panel_backward(rdg_index lead, rdg_index k, rdg_index o, const double *A, const double *others,
                           double *t, double *x)
{
    PANEL_BY_LEAD(lead, backward, k, o, A, others, t, x)
}

void rdg_panel_backward(rdg_index lead, rdg_index k, rdg_index o, const double *A, const double *others,
                        double *t, double *x)
{
    if (A && others && t && x) {
        panel_backward(lead, k, o, A, others, t, x);
    }
}
