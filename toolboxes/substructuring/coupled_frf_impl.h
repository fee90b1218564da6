/* Coupled frequency responses from inside. */
#ifndef RDG_COUPLED_FRF_IMPL_H
#define RDG_COUPLED_FRF_IMPL_H

#include "coupled_frf.h"
#include "parts_impl.h"

#include <stdbool.h>

typedef struct rdg_row_term {
    rdg_index dof; /* among those of all parts */
    double weight, force;
} rdg_row_term;

/* Growing list of rows: terms of row r are term[start[r] .. start[r + 1] - 1]. */
typedef struct rdg_rows {
    rdg_index count, start_capacity, term_capacity, compliance_capacity;
    rdg_index *start; /* [count + 1] */
    rdg_row_term *term;
    double *compliance; /* [count] */
} rdg_rows;

struct rdg_coupled_frf {
    rdg_context *ctx;
    rdg_parts parts;
    rdg_rows rows;
    double threshold;
    rdg_coupled_frf_report told;
};

void rdg_rows_free(rdg_rows *rows);

/* A row without terms. */
rdg_status rdg_rows_begin(rdg_context *ctx, rdg_rows *rows, double compliance);

/* Terms "part.displacement" of the last row. */
rdg_status rdg_rows_place(const rdg_parts *parts, rdg_rows *rows, const char *where, const char *path,
                          double weight, double force);

/* Which rows are needed: rigid ones that others imply are not. Reports how many are not. */
rdg_status rdg_rows_independent(rdg_coupled_frf *f, const char *where, bool *needed);

#endif
