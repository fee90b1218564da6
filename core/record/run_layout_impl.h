/* What a run consists of, as its writer states it. */
#ifndef RDG_RUN_LAYOUT_IMPL_H
#define RDG_RUN_LAYOUT_IMPL_H

#include "status.h"

/* What is known of a parameter besides its name. */
typedef struct rdg_quantity_about {
    const char *kind; /* "held", "released", "monitor" */
    double low, high; /* its domain; NaN: none was requested */
} rdg_quantity_about;

/* What the columns and blocks are called; borrowed by the store, outlives it. */
typedef struct rdg_layout {
    rdg_index n_blocks;           /* blocks of variables */
    const char *const *block;     /* [n_blocks] */
    const rdg_index *block_start; /* [n_blocks + 1] */
    rdg_index n_parameters;
    const char *const *parameter;    /* [n_parameters] */
    const char *const *unit;         /* [n_parameters] "" where none is known */
    const rdg_quantity_about *about; /* [n_parameters]; NULL: nothing is known */
} rdg_layout;

/* A fact about the run: a number or, where text is not NULL, a text. */
typedef struct rdg_fact {
    const char *name;
    const char *text;
    double number;
} rdg_fact;

/* Small problems have so many variables at most: each then has its own column, "block[i]". */
enum { RDG_SMALL_PROBLEM = 8 };

/* Variables that have a column: all, or none. */
static inline rdg_index rdg_layout_small(const rdg_layout *layout)
{
    const rdg_index n = layout->block_start[layout->n_blocks];
    return n <= RDG_SMALL_PROBLEM ? n : 0;
}

#endif
