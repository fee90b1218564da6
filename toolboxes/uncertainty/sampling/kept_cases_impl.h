/* Cases of a plan that are kept in a file. */
#ifndef RDG_KEPT_CASES_IMPL_H
#define RDG_KEPT_CASES_IMPL_H

#include "sampling.h"

#include <stdio.h>

typedef struct rdg_kept_cases {
    FILE *file; /* NULL: none, or closed after an error */
    const char *path;
    rdg_index cases, n_results;
    int error; /* errno of a line that could not be written */
} rdg_kept_cases;

/* Open the file of a plan, or begin it. The results of its cases go to result [cases * n_results], and has
 * [cases] is true where there are any. */
rdg_status rdg_kept_cases_open(rdg_kept_cases *k, rdg_context *ctx, const char *where,
                               const rdg_sampling *plan, double *result, bool *has);

/* Add a case, from 1 on. One thread at a time; after an error nothing more is written. */
void rdg_kept_cases_add(rdg_kept_cases *k, rdg_index number, const double *own);

void rdg_kept_cases_close(rdg_kept_cases *k);

#endif
