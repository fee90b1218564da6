/* Measured frequency responses of a part. */
#ifndef RDG_MEASURED_IMPL_H
#define RDG_MEASURED_IMPL_H

#include "parts_impl.h"

#include <complex.h>
#include <stdbool.h>
#include <stddef.h>

/* From a CSV file; NULL after a failure, recorded. */
rdg_measured_frf *rdg_measured_frf_read(rdg_context *ctx, const char *where, const char *path);

void rdg_measured_frf_free(rdg_measured_frf *m);

rdg_index rdg_measured_frf_channels(const rdg_measured_frf *m);

/* A channel, or all that are called "name.something", borrowed until the next search for the same of two
 * sets, which = 0, 1; false: none. */
bool rdg_measured_frf_set(const rdg_measured_frf *m, const char *name, int which, rdg_index *n,
                          const rdg_index **channel);

/* "a, b, c", cut with "..." */
const char *rdg_measured_frf_list(const rdg_measured_frf *m, char *chars, size_t size);

/* Whether a response was measured, in one direction or the other: else recorded. */
rdg_status rdg_measured_frf_require(const rdg_measured_frf *m, const char *where, rdg_index output,
                                    rdg_index input);

/* H [channels * channels], outputs first, at an angular frequency. */
rdg_status rdg_measured_frf_evaluate(const rdg_measured_frf *m, const char *where, double omega,
                                     double complex *H);

#endif
