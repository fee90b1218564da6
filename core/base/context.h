/** @file context.h
 *  @brief The context: owner of all objects, keeper of the first failure, outlet of table and log.
 *
 *  A program creates one context first. Everything created from it is freed with it. The first failure
 *  sticks: later calls do nothing and answer RDG_ERR_EARLIER until rdg_error_clear(). Contexts are
 *  independent of each other: two threads with two contexts never meet. */
#ifndef RDG_CONTEXT_H
#define RDG_CONTEXT_H

#include "failure.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Create a context.
 *  @return the context, or NULL when memory is exhausted (every call accepts NULL) */
rdg_context *rdg_context_create(void);

/** Free a context and everything created from it. While a run is under way (in a callback) it is not freed:
 *  RDG_ERR_ARGUMENT, which ends the run.
 *  @param ctx NULL is allowed */
void rdg_context_free(rdg_context *ctx);

/** Replace the writer of table and log.
 *  @param ctx    context
 *  @param writer NULL silences the library
 *  @param data   borrowed, handed to @p writer */
void rdg_set_writer(rdg_context *ctx, rdg_writer writer, void *data);

/** Set the number of threads of the library, for work that is large enough: many elements of a
 * harmonic balance, condensed harmonics, parts of a matrix of stability. Default: one, the caller's own.
 * Results are the same to the last bit. Harmonic balances that are made afterwards take the number.
 *
 *  Elements of the user's own are then called from several threads at a time: what they share must only be
 *  read. Threads pay on cores that have nothing else to do; a thread that waits sleeps. They end with the
 * context.
 *  @param ctx context
 *  @param n   1 .. 256, at most
 *  @return RDG_OK, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_threads(rdg_context *ctx, int n);

/** State where runs are written and read; "runs" in the current directory unless stated.
 *  @param ctx  context
 *  @param path folder, made when the first run is written; copied
 *  @return RDG_OK, RDG_ERR_ARGUMENT for an empty path, or RDG_ERR_NO_MEMORY */
rdg_status rdg_set_run_folder(rdg_context *ctx, const char *path);

/** Iterations of Newton's method in all that was computed with this context so far, whatever became of it:
 * what an algorithm of many runs and local solves needs is the difference of two calls.
 *  @param ctx NULL is allowed
 *  @return a count that only grows */
long rdg_newton_iterations(const rdg_context *ctx);

/** Runs that did not reach their goals, as the end of a domain. Each has printed a warning.
 *  @param ctx NULL is allowed
 *  @return a count that only grows */
long rdg_shortfalls(const rdg_context *ctx);

/** End of a script: print the failure, if any, free the context. (A failure that the program has not read, by
 * this call or rdg_error_message(), is printed when the context is freed or when the process ends. It is this
 * call alone that makes it the process's exit status: the library does not change that of main().)
 *  @param ctx context, freed by this call
 *  @return exit status for main(): 0; 1 after a failure, where rdg_shortfalls() counts some, and where the
 * table could not be printed */
int rdg_exit(rdg_context *ctx);

/** Let runs begin again after Ctrl-C. The first Ctrl-C while a run is under way ends it at its next point,
 * with RDG_ERR_INTERRUPTED, and all runs that begin later at their first one, until this call. The second one
 * ends the program. rdg_resume() continues with the run. A program that has a way of its own with SIGINT
 * keeps it. */
void rdg_interrupt_forget(void);

#ifdef __cplusplus
}
#endif
#endif
