/* Fields and headers of CSV files. */
#ifndef RDG_CSV_IMPL_H
#define RDG_CSV_IMPL_H

#include "text_impl.h"

/* A field, in quotes where it needs them. */
void rdg_csv_field(rdg_text *text, const char *field);

/* What a column is called in a file: omega in rad/s is omega_rad_s. */
void rdg_csv_header(rdg_text *text, const char *name, const char *unit);

#endif
