/* How often KLU chooses pivots. Programs that include this wrap klu_l_factor. */
#ifndef COUNTED_KLU_H
#define COUNTED_KLU_H

#include <klu.h>

static int chosen; /* pivots by KLU */

klu_l_numeric *__real_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common);
klu_l_numeric *__wrap_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common);
klu_l_numeric *__wrap_klu_l_factor(SuiteSparse_long *start, SuiteSparse_long *row, double *values,
                                   klu_l_symbolic *symbolic, klu_l_common *common)
{
    chosen++;
    return __real_klu_l_factor(start, row, values, symbolic, common);
}

#endif
