/** @file table_column.h
 *  @brief Columns of text in printed tables: what many numbers of a point come to.
 *
 *  A problem with a parameter for each of its many parts would have a table too wide to be read. It hides
 *  these (rdg_hide_parameter()) and adds a column with their summary, "17 stick, 5 slip". Records
 * of runs have the numbers, not the words. */
#ifndef RDG_TABLE_COLUMN_H
#define RDG_TABLE_COLUMN_H

#include "chart.h"
#include "objects.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A column of text. */
typedef struct rdg_table_column {
    const char *header; /**< UTF-8 without control characters; copied */
    int width;          /**< characters that the words need, <= RDG_TABLE_COLUMN_WIDTH */
    /** Write the words of a point that has a line in a table.
     *  @param problem whose run it is
     *  @param chart   the point
     *  @param[out] text ended by a zero. The column is empty if it is left alone
     *  @param size    of text
     *  @param data    of the column */
    void (*write)(const rdg_problem *problem, const rdg_chart *chart, char *text, size_t size, void *data);
    void *data; /**< handed to write; borrowed */
} rdg_table_column;

/** The widest column. */
#define RDG_TABLE_COLUMN_WIDTH 60

/** Add a column to the tables of a problem's runs, and of its copies' runs: behind the parameters.
 *  @param problem problem
 *  @param column  copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT (no header, no function, a width that is not in 1 to
 * RDG_TABLE_COLUMN_WIDTH), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_add_table_column(rdg_problem *problem, const rdg_table_column *column);

#ifdef __cplusplus
}
#endif
#endif
