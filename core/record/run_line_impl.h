/* Lines of bd.csv. */
#ifndef RDG_RUN_LINE_IMPL_H
#define RDG_RUN_LINE_IMPL_H

#include "run_store_impl.h"
#include "text_impl.h"

/* Longest name of a type of point (FP, BP, ..., or a user's event). */
enum { RDG_TYPE_LENGTH = 63 };

/* The header, with its line end. */
void rdg_run_header(rdg_text *text, const rdg_layout *layout);

/* One chart, with its line end. */
void rdg_run_line(rdg_text *text, const rdg_layout *layout, const rdg_chart *chart);

/* Columns of a line; the numbers in them, with a zero in place of the type. */
rdg_index rdg_run_field_count(const rdg_layout *layout);
void rdg_run_numbers(double *numbers, const rdg_layout *layout, const rdg_chart *chart);

/* Room that any line of this layout fits in. */
size_t rdg_run_line_size(const rdg_layout *layout);

/* Whether a header, read back, is that of a parameter with its unit: omega in rad/s is omega_rad_s. */
bool rdg_run_header_is(const char *header, const char *name, const char *unit);

/* A field of a CSV file, in quotes where it needs them; `ending` ("_rad_s", "[0]", "") is joined to it. */
void rdg_csv_field(rdg_text *text, const char *field, const char *ending);

#endif
