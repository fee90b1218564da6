/** @file run_data.h
 *  @brief Reading a run back: columns, labels, types, solutions; writing columns as CSV.
 *
 *  A run is read from its file, rdg_run_open(). It has a row for every chart, sorted by point: backwards
 *  points (-1, -2, ...) come first, so that a curve through the rows is the branch. Its columns are the
 *  continuation parameters by name, "point", "label", "step", "next_step", "iterations", "residual", "norm"
 * and "time" (s). A single variable is a column as well: "u[0]" is the first variable of the block "u". A
 * small problem (8 variables at most) has it in every row, a larger one at labelled points only (NaN
 * elsewhere). */
#ifndef RDG_RUN_DATA_H
#define RDG_RUN_DATA_H

#include "compound.h"
#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A run that was read back. */
typedef struct rdg_run rdg_run;

/** Read a run, as far as it has come: the one that this context keeps in memory (RDG_IN_MEMORY), else the one
 * in the file of this name. What was read stays when a new run takes the name.
 *  @param ctx  context, owner of what is read
 *  @param name name of the run: its file in the run folder, see rdg_set_run_folder()
 *  @return NULL after a failure (RDG_ERR_NAME lists the runs there are, RDG_ERR_IO, RDG_ERR_FORMAT) */
rdg_run *rdg_run_open(rdg_context *ctx, const char *name);

/** Free what was read. The file stays.
 *  @param run NULL is allowed */
void rdg_run_free(rdg_run *run);

/** Keep a run in memory no longer. What was read of it by rdg_run_open() stays; a file of the same name is
 * found again.
 *  @param ctx  context
 *  @param name of a run that was made with RDG_IN_MEMORY
 *  @return RDG_OK, or RDG_ERR_NAME if there is none, whose message lists those there are */
rdg_status rdg_run_forget(rdg_context *ctx, const char *name);

/** Number of rows.
 *  @param run NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_run_count(const rdg_run *run);

/** Point of a row: 0 is the start, negative is backwards.
 *  @param run run
 *  @param row 0 .. rdg_run_count() - 1
 *  @return the point; 0 for a row that does not exist (recorded as a failure) */
rdg_index rdg_run_point(rdg_run *run, rdg_index row);

/** Label of a row.
 *  @param run run
 *  @param row 0 .. rdg_run_count() - 1
 *  @return > 0: the solution is there to be read; 0: no label, or no such row (recorded as a failure) */
rdg_index rdg_run_label(rdg_run *run, rdg_index row);

/** Type of a row.
 *  @param run run
 *  @param row 0 .. rdg_run_count() - 1
 *  @return "FP", "BP", "EP", ...; "" for a regular point, or for no such row (recorded as a failure) */
const char *rdg_run_type(rdg_run *run, rdg_index row);

/** A column.
 *  @param run  run
 *  @param name see above. A parameter with its unit as in CSV files ("omega_rad_s") is found as well
 *  @return shape [rdg_run_count()], valid until the run is freed. NULL after a failure, whose message lists
 *          the columns */
const double *rdg_run_column(rdg_run *run, const char *name);

/** Name of a column of the table, in its order.
 *  @param run   run
 *  @param index from 0
 *  @return the name, valid until the run is freed; NULL after the last */
const char *rdg_run_column_name(const rdg_run *run, rdg_index index);

/** Unit of a column.
 *  @param run  run
 *  @param name as in rdg_run_column()
 *  @return "" where none is known; NULL after a failure */
const char *rdg_run_unit(rdg_run *run, const char *name);

/** Least and greatest value of a column, without those that are not finite.
 *  @param run       run
 *  @param name      as in rdg_run_column()
 *  @param[out] low  least value; infinity where there is none. NULL: not requested
 *  @param[out] high greatest value; minus infinity where there is none; NULL: not requested
 *  @return RDG_OK, or as rdg_run_column() */
rdg_status rdg_run_range(rdg_run *run, const char *name, double *low, double *high);

/** The greatest value may be left out: rdg_run_range(run, "x", &low). */
#define rdg_run_range(run, name, ...)                                                                        \
    (rdg_run_range)((run), (name), RDG_FIRST(__VA_ARGS__), RDG_SECOND_OR_NULL(__VA_ARGS__))

/** The domain of a parameter in the run, and whether it was covered (rdg_run_range()).
 *  @param run       run
 *  @param name      of a parameter
 *  @param[out] low  its lower end; minus infinity where there is none. NULL: not requested
 *  @param[out] high its upper end; infinity where there is none; NULL: not requested
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_run_window(rdg_run *run, const char *name, double *low, double *high);

/** Row of the nth point of a type, for loops over all of them. rdg_run_value() reads a value at one of them.
 *  @param run  run
 *  @param type "FP", "BP", ...
 *  @param nth  from 0
 *  @return the row, or -1 if there are not so many (no failure): no index of a column */
rdg_index rdg_run_find(const rdg_run *run, const char *type, rdg_index nth);

/** Value of a column at the nth point of a type: rdg_run_value(run, "FP", 0, "omega", &omega).
 *  @param run        run
 *  @param type       "FP", "BP", ...
 *  @param nth        from 0
 *  @param column     as in rdg_run_column()
 *  @param[out] value the value, in the unit of the column; left as it is after a failure
 *  @return RDG_OK; RDG_ERR_ARGUMENT (there are not so many points: the message names the run, the type, the
 *          number and the column, and lists the types that there are; a NULL), RDG_ERR_NAME (no such column)
 *          or RDG_ERR_EARLIER */
rdg_status rdg_run_value(rdg_run *run, const char *type, rdg_index nth, const char *column, double *value);

/** Value of a column at any place of a curve, between two rows as well: dense output. The run was computed
 * with RDG_DENSE_OUTPUT. The variables are interpolated by a polynomial of degree 5 through both rows, their
 * tangents and two corrected points; monitors are evaluated there. A monitor of kind RDG_JUMPING has the
 * value of the nearer row, and the difference of both rows as error.
 *  @param run        run
 *  @param column     a parameter, a monitor, "norm", or a variable that every row holds
 *  @param place      0 <= place <= rdg_run_count() - 1: the row, and the fraction of the way to the next one
 *  @param[out] value the value, in the unit of the column. NaN where the curve jumps, or is not known
 *  @param[out] error estimate of the distance from the true value, same unit; 0 on a row. NULL: not required
 *  @return RDG_OK; RDG_ERR_ARGUMENT (no such place, no dense output, a column that belongs to the rows alone,
 *          as "time"), RDG_ERR_NAME (no such column), RDG_ERR_FORMAT (the file is damaged), RDG_ERR_NO_MEMORY
 * or RDG_ERR_EARLIER */
rdg_status rdg_run_interpolate(rdg_run *run, const char *column, double place, double *value, double *error);

/** The error may be left out: rdg_run_interpolate(run, "Am", 12.5, &Am). */
#define rdg_run_interpolate(run, column, place, ...)                                                         \
    (rdg_run_interpolate)((run), (column), (place), RDG_FIRST(__VA_ARGS__), RDG_SECOND_OR_NULL(__VA_ARGS__))

/** Label of the nth point of a type.
 *  @param run  run
 *  @param type "FP", "BP", ...
 *  @param nth  from 0
 *  @return > 0: the solution is there to be read; 0: no label, or a failure as in rdg_run_value() */
rdg_index rdg_run_label_of(rdg_run *run, const char *type, rdg_index nth);

/** Row of a label.
 *  @param run   run
 *  @param label label
 *  @return the row, or -1 if there is none (no failure) */
rdg_index rdg_run_row_of_label(const rdg_run *run, rdg_index label);

/** Names of the blocks of variables, one after the other.
 *  @param run   NULL is allowed
 *  @param index from 0
 *  @return NULL behind the last one */
const char *rdg_run_block_name(const rdg_run *run, rdg_index index);

/** Whether the solutions of a run have a block of variables of this name.
 *  @param run   NULL is allowed
 *  @param block NULL is allowed
 *  @return false for NULL; no failure */
bool rdg_run_has_block(const rdg_run *run, const char *block);

/** Size of a block of variables in a labelled solution.
 *  @param run   run
 *  @param label label
 *  @param block name of the block
 *  @return the size; -1 after a failure, as in rdg_run_solution() */
rdg_index rdg_run_block_size(rdg_run *run, rdg_index label, const char *block);

/** Read a block of variables of a labelled solution.
 *  @param run          run
 *  @param label        label
 *  @param block        name of the block
 *  @param n            its size
 *  @param[out] u       shape [n]. NULL: not requested
 *  @param[out] tangent shape [n], the block's part of the tangent. NULL: not requested
 *  @return RDG_OK; RDG_ERR_NAME (no such label or block: the message lists them), RDG_ERR_SIZE, RDG_ERR_IO,
 *          RDG_ERR_FORMAT (the file is damaged or something else) or RDG_ERR_NO_MEMORY */
rdg_status rdg_run_solution(rdg_run *run, rdg_index label, const char *block, rdg_index n, double *u,
                            double *tangent);

/** The tangent may be left out: rdg_run_solution(run, label, "Q", n, Q). */
#define rdg_run_solution(run, label, block, n, ...)                                                          \
    (rdg_run_solution)((run), (label), (block), (n), RDG_FIRST(__VA_ARGS__), RDG_SECOND_OR_NULL(__VA_ARGS__))

/** What its problem has kept with a labelled solution (rdg_keep_with_labels()).
 *  @param run       run
 *  @param label     label
 *  @param[out] text a copy, to be freed with rdg_free(); NULL where there is none
 *  @return as rdg_run_solution(), RDG_ERR_ARGUMENT (text is NULL) */
rdg_status rdg_run_kept(rdg_run *run, rdg_index label, char **text);

/** Triangles of a surface (RDG_DIMENSION(2)): three charts each, which are rows of the run.
 *  @param run        run
 *  @param[out] count number of triangles
 *  @return rows, shape [3 count], valid until the run is freed; NULL after a failure */
const rdg_index *rdg_run_triangles(rdg_run *run, rdg_index *count);

/** Curves on a surface along which an event function vanishes: points that belong together follow each other.
 *  @param run        run
 *  @param[out] count number of points
 *  @return shape [2 count]: number of the curve, row; valid until the run is freed; NULL after a failure */
const rdg_index *rdg_run_event_curves(rdg_run *run, rdg_index *count);

/** Whether the run came to its end; a run in progress, or killed, did not.
 *  @param run NULL is allowed
 *  @return false for NULL */
bool rdg_run_finished(const rdg_run *run);

/** A fact, as text: how it ended ("stop"), its options, "version", "started", ...
 *  @param run  run
 *  @param fact name of the fact
 *  @return the text (of a number: with 17 digits), valid until the run is freed. NULL after a failure,
 *          whose message lists the facts */
const char *rdg_run_text(rdg_run *run, const char *fact);

/** A fact that is a number.
 *  @param run  run
 *  @param fact name of the fact
 *  @return the number; NaN after a failure (no such fact, or no number) */
double rdg_run_number(rdg_run *run, const char *fact);

/** What an item of an export is. */
typedef enum rdg_export_kind {
    RDG_EXPORT_END,    /**< ends a list of items */
    RDG_EXPORT_COLUMN, /**< a column of the run */
    RDG_EXPORT_ARRAY,  /**< a column of the caller's own numbers */
    RDG_EXPORT_TEXTS,  /**< a column of the caller's own texts */
    RDG_EXPORT_TYPE,   /**< only rows of this type */
    RDG_EXPORT_ROWS    /**< only these rows */
} rdg_export_kind;

/** An item of an export: a column of the file, or a choice of rows. */
typedef struct rdg_column {
    rdg_export_kind kind;     /**< what it is */
    bool may_miss;            /**< ARRAY: NaN is no value, its field stays empty */
    const char *from;         /**< COLUMN: column of the run, or "type"; TYPE: the type */
    const char *header;       /**< what it is called in the file; NULL: as in the run, with its unit */
    double factor;            /**< values are multiplied by it; 0 counts as 1 */
    const double *values;     /**< ARRAY: one value for each row, borrowed */
    const char *const *texts; /**< TEXTS: one text for each row, borrowed */
    rdg_index first;          /**< ROWS: first row */
    rdg_index last;           /**< ROWS: last row, included */
} rdg_column;

/* clang-format off */

/** A column of the run under another name and in another unit:
 *  RDG_COLUMN("omega", "f_Hz", 1 / (2 * pi)). From "type" it is text. */
#define RDG_COLUMN(from_, header_, factor_) \
    RDG_ITEM(rdg_column, .kind = RDG_EXPORT_COLUMN, .from = (from_), .header = (header_), .factor = (factor_))

/** A column of the caller's own values, one a row: RDG_COLUMN_ARRAY("phase_deg", phase). */
#define RDG_COLUMN_ARRAY(header_, values_) \
    RDG_ITEM(rdg_column, .kind = RDG_EXPORT_ARRAY, .header = (header_), .values = (values_), .factor = 1.0)

/** The same where a row may have no value: NaN leaves its field empty. */
#define RDG_COLUMN_WITH_GAPS(header_, values_) \
    RDG_ITEM(rdg_column, .kind = RDG_EXPORT_ARRAY, .header = (header_), .values = (values_), .factor = 1.0, .may_miss = true)

/** A column of the caller's own texts, one a row: RDG_COLUMN_TEXTS("kind", kind). */
#define RDG_COLUMN_TEXTS(header_, texts_) RDG_ITEM(rdg_column, .kind = RDG_EXPORT_TEXTS, .header = (header_), .texts = (texts_))

/** Only rows of a type: RDG_ONLY_TYPE("FP"). */
#define RDG_ONLY_TYPE(type_) RDG_ITEM(rdg_column, .kind = RDG_EXPORT_TYPE, .from = (type_))

/** Only rows first to last, both included: RDG_ONLY_ROWS(0, 10). */
#define RDG_ONLY_ROWS(first_, last_) RDG_ITEM(rdg_column, .kind = RDG_EXPORT_ROWS, .first = (first_), .last = (last_))

/* clang-format on */

/** Write columns of a run as a CSV file: rdg_run_export(run, "frc.csv", RDG_COLUMN(...), ...).
 *  See rdg_run_export_items() for the rest. */
#define rdg_run_export(run, path, ...)                                                                       \
    rdg_run_export_items((run), (path),                                                                      \
                         RDG_LIST(rdg_column, __VA_ARGS__, RDG_ITEM(rdg_column, .kind = RDG_EXPORT_END)))

/** Write columns of a run as a CSV file: a header line, then a line a row, numbers with 17 significant
 * digits. The file appears when it is complete.
 *  @param run   run
 *  @param path  file, replaced if it exists
 *  @param items columns and choices of rows, ended by an item of kind RDG_EXPORT_END
 *  @return RDG_OK; RDG_ERR_NAME (no such column), RDG_ERR_ARGUMENT (no column, no such rows), RDG_ERR_IO or
 *          RDG_ERR_NO_MEMORY */
rdg_status rdg_run_export_items(rdg_run *run, const char *path, const rdg_column *items);

/** Write arrays as a CSV file, as rdg_run_export() does: rdg_export(ctx, "modes.csv", 5,
 *  RDG_COLUMN_ARRAY("omega_rad_s", omega)). */
#define rdg_export(ctx, path, n_rows, ...)                                                                   \
    rdg_export_items((ctx), (path), (n_rows),                                                                \
                     RDG_LIST(rdg_column, __VA_ARGS__, RDG_ITEM(rdg_column, .kind = RDG_EXPORT_END)))

/** Write arrays as a CSV file.
 *  @param ctx    context
 *  @param path   file, replaced if it exists
 *  @param n_rows number of rows of the arrays
 *  @param items  items of kind RDG_EXPORT_ARRAY or RDG_EXPORT_ROWS, ended by one of kind RDG_EXPORT_END
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_IO or RDG_ERR_NO_MEMORY */
rdg_status rdg_export_items(rdg_context *ctx, const char *path, rdg_index n_rows, const rdg_column *items);

#ifdef __cplusplus
}
#endif
#endif
