/* A run as arrays with names, for formats that hold such: the columns of its table, and its labelled
 * solutions block by block. */
#ifndef RDG_ARRAYS_H
#define RDG_ARRAYS_H

#include <ridgewalk/ridgewalk.h>

/* One array, by rows. */
typedef struct array {
    const char *group;       /* "bd" or "solution" */
    const char *name;        /* of the column or block */
    const char *unit;        /* "" where none is known */
    rdg_index rows, columns; /* columns 0: a vector */
    const double *values;    /* NULL: texts */
    const char *const *texts;
} array;

/* Takes an array that is borrowed during the call; false: it could not be written, and no more are wanted. */
typedef bool (*array_taker)(const array *one, void *data);

/* RDG_OK, or a failure that has been recorded; RDG_ERR_IO without a message where the taker wants no more. */
rdg_status each_array(rdg_context *ctx, rdg_run *run, array_taker take, void *data);

#endif
