/** @file run_writer.h
 *  @brief Runs that are no continuation, as a motion in time: rows of numbers, some of them labelled, with a
 * whole state that can be gone on from. They are kept, listed, plotted and read back (run_data.h) as any
 * other run. */
#ifndef RDG_RUN_WRITER_H
#define RDG_RUN_WRITER_H

#include "contents.h"
#include "objects.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A quantity of every row. */
typedef struct rdg_written_column {
    const char *name; /**< of the column */
    const char *unit; /**< "" or NULL: none */
    bool shown;       /**< in the printed table, too */
} rdg_written_column;

/** A part of the state of labelled rows. */
typedef struct rdg_written_block {
    const char *name; /**< under which it is read by rdg_run_solution() */
    rdg_index n;      /**< numbers */
} rdg_written_block;

/** What a run consists of; names are borrowed until it is closed. */
typedef struct rdg_run_writer_options {
    const char *name;      /**< of the run */
    const char *headline;  /**< printed behind its name above the table; NULL: nothing */
    rdg_describe describe; /**< describes the model; NULL: no description */
    void *described;       /**< handed to describe */
    bool in_memory;        /**< keep it in memory; else in the run folder */
    bool silent;           /**< no table */
    bool resumes;          /**< continue with the run of this name, if it was begun and cut off:
                              rdg_run_writer_take_up() */
    const char *how;       /**< what else decides about its rows, as text: it is gone on with by the
                              same alone; NULL: nothing */
    rdg_index columns;     /**< how many */
    const rdg_written_column *column; /**< [columns] */
    rdg_index blocks;                 /**< how many */
    const rdg_written_block *block;   /**< [blocks] */
} rdg_run_writer_options;

/** A row. */
typedef struct rdg_written_row {
    rdg_index point;      /**< ascending */
    const char *type;     /**< "" or NULL: none */
    bool labelled;        /**< its state is kept */
    bool shown;           /**< print it */
    const double *column; /**< [columns] */
    const double *state;  /**< [sum of blocks] */
    double step;          /**< from the row before */
    double norm;          /**< of what the run is about, as the coordinates: the column "norm" */
    double residual;      /**< what is left of the equations */
    int iterations;       /**< since the row before */
    const double
        *memory; /**< [n_memory] of a labelled row, what the program needs besides to continue from there */
    rdg_index n_memory; /**< 0: nothing */
} rdg_written_row;

/** A run that is being written. */
typedef struct rdg_run_writer rdg_run_writer;

/** Begin a run: an older one of its name goes, unless it is gone on with (`resumes`).
 *  @param ctx     context
 *  @param options what
 *  @return NULL after a failure (RDG_ERR_ARGUMENT, RDG_ERR_NAME, RDG_ERR_IO, RDG_ERR_NO_MEMORY) */
rdg_run_writer *rdg_run_writer_open(rdg_context *ctx, const rdg_run_writer_options *options);

/** Where a run is that is gone on with. */
typedef struct rdg_taken_up {
    bool is_complete; /**< there is nothing to be done: close it */
    bool is_there;    /**< it was begun; false: begin it */
    rdg_index point;  /**< of its last labelled row, from which to continue; rows that follow and are there
                         already are  not written again */
} rdg_taken_up;

/** Find where to continue with a run, after rdg_run_writer_open() with `resumes`.
 *  @param writer      run
 *  @param[out] state  of the last labelled row, shape [sum of blocks]
 *  @param[out] memory that was given with it, shape [n_memory]
 *  @param n_memory    how many numbers
 *  @param[out] at     where it is
 *  @return RDG_OK, RDG_ERR_FORMAT, RDG_ERR_IO, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_run_writer_take_up(rdg_run_writer *writer, double *state, double *memory, rdg_index n_memory,
                                  rdg_taken_up *at);

/** Write a row.
 *  @param writer run
 *  @param row    what
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_run_writer_add(rdg_run_writer *writer, const rdg_written_row *row);

/** End a run and free the writer. After a failure, Ctrl-C among them, the run is kept as one that was cut
 * off.
 *  @param writer run; NULL is allowed
 *  @param stop   how it ended, as text
 *  @param told   printed behind that; NULL: nothing
 *  @return RDG_OK, RDG_ERR_IO, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_run_writer_close(rdg_run_writer *writer, const char *stop, const char *told);

#ifdef __cplusplus
}
#endif
#endif
