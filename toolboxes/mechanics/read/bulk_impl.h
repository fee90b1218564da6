/* Nastran's bulk data: cards of a name and fields, on one line or several. */
#ifndef RDG_BULK_IMPL_H
#define RDG_BULK_IMPL_H

#include "scan_impl.h"

/* A line: fields of 8 or, where the name ends in '*', of 16 characters, or separated by commas. */
typedef struct rdg_bulk {
    rdg_span card; /* name without '*'; empty on a line that continues the card before */
    int n;         /* fields behind the name: 8, or 4 of 16 characters */
    rdg_span field[8];
} rdg_bulk;

/* The next line that holds data. False at the end of the file, and after a failure, recorded. */
bool rdg_bulk_line(rdg_scan *scan, rdg_bulk *line);

/* An identification number of a node, 1 .. 99 999 999 and more (up to 2^31 - 1), else a failure. */
rdg_status rdg_bulk_node(const rdg_scan *scan, rdg_span field, rdg_index *node);

#endif
