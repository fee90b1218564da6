/** @file toolbox.h
 *  @brief What the author of a toolbox needs from the core: memory, failures, ownership, text.
 *
 *  A user's program does not need this header. */
#ifndef RDG_TOOLBOX_H
#define RDG_TOOLBOX_H

#include "failure.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
/** Lets the compiler check the printf format, argument @p text, against the arguments from @p first on. */
#define RDG_PRINTF(text, first) __attribute__((__format__(__printf__, text, first)))
#else
#define RDG_PRINTF(text, first)
#endif

/** Zeroed memory. All memory of the library comes from here, so that a test can make it fail.
 *  @param count number of items; 0 is taken as 1
 *  @param size  size of an item
 *  @return NULL when memory is exhausted */
void *rdg_calloc(size_t count, size_t size);

/** Free memory of rdg_calloc().
 *  @param memory NULL is allowed */
void rdg_free(void *memory);

/** A copy of a string, to be freed with rdg_free().
 *  @param text zero-terminated; NULL is allowed
 *  @return NULL when memory is exhausted, and of NULL */
char *rdg_strdup(const char *text);

/** Record a failure. Only the first one is kept.
 *  @param ctx    context
 *  @param status what failed
 *  @param where  name of the public function that failed
 *  @param format printf format of the reason
 *  @return @p status, or RDG_ERR_EARLIER if there already was a failure */
rdg_status rdg_fail(rdg_context *ctx, rdg_status status, const char *where, const char *format, ...)
    RDG_PRINTF(4, 5);

/** Does a status mean that a solution was sought and not found? Others (memory, a name, a file) concern
 * the search itself.
 *  @param status of a run or a local solve
 *  @return for RDG_ERR_NO_CONVERGENCE, RDG_ERR_SINGULAR and RDG_ERR_NOT_FINITE */
bool rdg_is_no_solution(rdg_status status);

/** Forget the failure if it is one of those: that there is no solution may be an answer.
 *  @param ctx NULL is allowed */
void rdg_error_forgive(rdg_context *ctx);

/** rdg_fail() with the name of the calling function. */
#define RDG_FAIL(ctx, status, ...) rdg_fail((ctx), (status), __func__, __VA_ARGS__)

/** Leave the calling function with the status of @p call unless it is RDG_OK. */
#define RDG_TRY(call)                                                                                        \
    do {                                                                                                     \
        rdg_status rdg_try_status_ = (call);                                                                 \
        if (rdg_try_status_ != RDG_OK) {                                                                     \
            return rdg_try_status_;                                                                          \
        }                                                                                                    \
    } while (0)

/** Begin a public function: leave it with @p answer if @p object is NULL or @p context has failed before. */
#define RDG_ENTER(object, context, answer)                                                                   \
    do {                                                                                                     \
        if (!(object) || rdg_error_status(context) != RDG_OK) {                                              \
            return answer;                                                                                   \
        }                                                                                                    \
    } while (0)

/** Leave the calling function with @p answer, and a failure that names the pointer, if it is NULL. */
#define RDG_NEED(ctx, pointer, answer)                                                                       \
    do {                                                                                                     \
        if (!(pointer)) {                                                                                    \
            RDG_FAIL((ctx), RDG_ERR_ARGUMENT, "%s is NULL", #pointer);                                       \
            return answer;                                                                                   \
        }                                                                                                    \
    } while (0)

/** Refuse to bring together what two contexts own: each frees its own. The failure is recorded on both.
 *  @param a      context of the one
 *  @param b      context of the other
 *  @param where  public function shown in the message
 *  @param format printf format of what is brought together
 *  @return RDG_OK, or RDG_ERR_ARGUMENT */
rdg_status rdg_same_context(rdg_context *a, rdg_context *b, const char *where, const char *format, ...)
    RDG_PRINTF(4, 5);

/** rdg_calloc() that records the failure.
 *  @param ctx   context
 *  @param count number of items
 *  @param size  size of an item
 *  @return NULL after a failure */
void *rdg_context_calloc(rdg_context *ctx, size_t count, size_t size);

/** Is so much memory left, and a quarter of a megabyte more? To be called before a call of FFTW's planner or
 * of SUNContext_Create(), which end the program where there is none.
 *  @param ctx  context
 *  @param size bytes
 *  @return false after a failure */
bool rdg_context_has_memory(rdg_context *ctx, size_t size);

/** rdg_strdup() that records the failure.
 *  @param ctx  context
 *  @param text zero-terminated; NULL counts as ""
 *  @return NULL after a failure */
char *rdg_context_strdup(rdg_context *ctx, const char *text);

/** Before numbers are read from text, or written to it, by functions of the C library: the calling thread has
 * the "C" locale, with its decimal point, until rdg_locale_end().
 *  @return to be handed to rdg_locale_end() */
void *rdg_locale_begin(void);

/** After it.
 *  @param before what rdg_locale_begin() answered */
void rdg_locale_end(void *before);

/** A number that fills the whole of a text, with a point in any locale.
 *  @param chars      zero-terminated
 *  @param[out] value untouched where it is no number
 *  @return whether it is one */
bool rdg_number_read(const char *chars, double *value);

/** Watch for Ctrl-C, as while a run is under way. A program's own way with SIGINT is left alone. Calls may be
 *  nested; each needs an rdg_interrupts_leave(). */
void rdg_interrupts_watch(void);

/** Watch no longer. */
void rdg_interrupts_leave(void);

/** Whether the user has requested runs to end, and rdg_interrupt_forget() was not called since.
 *  @return true after Ctrl-C */
bool rdg_interrupted(void);

/** Open a text file that was written elsewhere, to read it. Refused are a folder, a pipe and a device, which
 * may block or have no end. A file with zero bytes is refused, too: some functions take each of them for the
 * end of a line.
 *  @param ctx   context
 *  @param where public function, for the message
 *  @param path  of the file
 *  @param hint  behind the reason why it cannot be opened, as ". ccx writes it", or ""
 *  @return to be closed with fclose(); NULL after a failure (RDG_ERR_IO, RDG_ERR_FORMAT) */
FILE *rdg_text_file_open(rdg_context *ctx, const char *where, const char *path, const char *hint);

/** How many threads rdg_threads() has allowed.
 *  @param ctx NULL is allowed
 *  @return >= 1 */
int rdg_thread_count(const rdg_context *ctx);

/** Make threads for rdg_parallel_for(), which then takes no memory.
 *  @param ctx   context
 *  @param where the calling function, for the message
 *  @param n     threads, the caller's own among them; fewer where the system has no more
 *  @return RDG_OK, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_threads_provide(rdg_context *ctx, const char *where, int n);

/** One pass of a loop that is shared out.
 *  @param i      of the pass
 *  @param worker 0 .. threads - 1: no two passes with the same one run at a time
 *  @param data   as handed to rdg_parallel_for() */
typedef void rdg_loop_body(rdg_index i, int worker, void *data);

/** Run a loop in several threads: each pass once, in any order. The caller is one of them. Within a loop of
 * the same context, and where there is no memory for a thread, the passes run one after the other.
 *  @param ctx     context; its threads sleep from loop to loop, and end with it
 *  @param threads at most
 *  @param first   pass
 *  @param end     behind the last pass
 *  @param piece   passes that a thread takes at a time, >= 1
 *  @param body    one pass
 *  @param data    handed to @p body */
void rdg_parallel_for(rdg_context *ctx, int threads, rdg_index first, rdg_index end, rdg_index piece,
                      rdg_loop_body *body, void *data);

/** Keep address space for the working memory of BLAS, at the first call in a process. To be called where
 * objects are made whose functions call BLAS.
 *  @param ctx   context
 *  @param where the calling function, for the message
 *  @return RDG_OK, RDG_ERR_NO_MEMORY (its limit of address space is too small) or RDG_ERR_EARLIER */
rdg_status rdg_blas_provide(rdg_context *ctx, const char *where);

/** Before a call of BLAS, or of what is built on it (LAPACK, UMFPACK): it works in one thread until
 *  rdg_blas_end(), in all threads of the program. How a sum is shared out among threads decides about its
 * last digits, so that results would depend on the machine; and our systems are small. No function of the
 * user may be called in between. */
void rdg_blas_begin(void);

/** After it: the last call that ends gives BLAS the number of threads back that it had.
 *  @param answer any number
 *  @return @p answer */
long rdg_blas_end(long answer);

/** A call that answers an integer, between rdg_blas_begin() and rdg_blas_end(). */
#define RDG_BLAS(call) (rdg_blas_begin(), rdg_blas_end(call))

/** The larger of two numbers, a if b is NaN: fmax() without a call, for loops.
 *  @param a number
 *  @param b number
 *  @return b if it is larger, else a */
static inline double rdg_larger(double a, double b)
{
    return b > a ? b : a;
}

/** Element i of a vector in general position: nothing that a problem singles out is at right angles to it,
 * but by accident.
 *  @param i from 0
 *  @return a number in [1/2, 3/2] */
double rdg_general(rdg_index i);

/** Replace an array by a longer one; what is added is zero.
 *  @param ctx   context
 *  @param array address of the pointer to the array. After a failure it is what it was
 *  @param used  number of items that are kept
 *  @param more  number of items that are added
 *  @param size  size of an item
 *  @return RDG_OK, RDG_ERR_NO_MEMORY */
rdg_status rdg_context_grow(rdg_context *ctx, void *array, rdg_index used, rdg_index more, size_t size);

/** Make space for `count` items, and for as many again if the array has to grow; what is there is kept.
 *  @param ctx   context
 *  @param array address of the pointer to the array. After a failure it is what it was
 *  @param capacity  number of items that it has space for
 *  @param count number of items that it must have space for
 *  @param size  size of an item
 *  @return RDG_OK, RDG_ERR_NO_MEMORY */
rdg_status rdg_context_reserve(rdg_context *ctx, void *array, rdg_index *capacity, rdg_index count,
                               size_t size);

/** Hand an object to the context: it is freed with it, newest first.
 *  @param ctx         context
 *  @param object      the object; freed at once if it cannot be recorded
 *  @param free_object frees it
 *  @return RDG_OK, RDG_ERR_NO_MEMORY, or RDG_ERR_ARGUMENT without a function to free it */
rdg_status rdg_context_own(rdg_context *ctx, void *object, void (*free_object)(void *object));

/** Take an object back, before it is freed early. An object that is not owned is ignored.
 *  @param ctx    context
 *  @param object the object */
void rdg_context_disown(rdg_context *ctx, const void *object);

/** The newest object that a context owns and frees by a given function: so it is found again what a context
 * has once, and nobody else knows of.
 *  @param ctx         context, NULL is allowed
 *  @param free_object as given to rdg_context_own()
 *  @return the object, or NULL: there is none */
void *rdg_context_find(const rdg_context *ctx, void (*free_object)(void *object));

/** Folder in which the files of runs lie.
 *  @param ctx context, NULL is allowed
 *  @return path as given to rdg_set_run_folder(), or "runs"; valid until that is called again */
const char *rdg_run_folder(const rdg_context *ctx);

/** Add to what rdg_newton_iterations() answers.
 *  @param ctx  context, NULL is allowed
 *  @param more iterations that a Newton's method has made */
void rdg_count_iterations(rdg_context *ctx, long more);

/** Warn of something that may happen many times in a run. The first warning of a kind is printed, with
 * "warning: " before and a line end behind it. The others of the run are counted, and how many there were is
 * printed when it ends. A warning names the run, the value of the parameter, and what to do.
 *  @param ctx    context, NULL is allowed
 *  @param kind   what it is about, "events not met", also for the count; outlives the run
 *  @param format printf format */
void rdg_warn(rdg_context *ctx, const char *kind, const char *format, ...) RDG_PRINTF(3, 4);

/** Warnings counted so far, printed or not.
 *  @param ctx context, NULL is allowed
 *  @return a count that only grows */
long rdg_warnings(const rdg_context *ctx);

/** Between these two calls warnings are counted by kind; rdg_continue() calls them for its run, and an
 * algorithm of many runs may put them around all of these. Pairs within a pair belong to the outermost.
 *  @param ctx context, NULL is allowed */
void rdg_warnings_begin(rdg_context *ctx);

/** Hears what a context states, also where nobody is shown it: the writer of a run that is being recorded.
 * Part of what it belongs to. */
typedef struct rdg_listener rdg_listener;
struct rdg_listener {
    rdg_writer hear;     /**< called with each text but those of the table */
    void *data;          /**< handed to hear */
    rdg_listener *outer; /**< does not hear while this one does */
};

/** Listen, in place of whoever did before.
 *  @param ctx      NULL is allowed
 *  @param listener hear and data set; it must stay until rdg_listen_no_more(). NULL is allowed */
void rdg_listen(rdg_context *ctx, rdg_listener *listener);

/** Listen no more.
 *  @param ctx      NULL is allowed
 *  @param listener it may not be listening, or be NULL */
void rdg_listen_no_more(rdg_context *ctx, const rdg_listener *listener);

/** See rdg_warnings_begin().
 *  @param ctx   context, NULL is allowed
 *  @param whose "run frc", before the counts */
void rdg_warnings_end(rdg_context *ctx, const char *whose);

/** Print and count no notes and warnings until rdg_quiet_end(), which may be nested: for auxiliary runs, the
 * caller of which judges their results. Failures are recorded.
 *  @param ctx context, NULL is allowed */
void rdg_quiet_begin(rdg_context *ctx);

/** See rdg_quiet_begin().
 *  @param ctx context, NULL is allowed */
void rdg_quiet_end(rdg_context *ctx);

/** Warn that a request was not fulfilled, and let rdg_exit() answer 1. Within a
 * run that another run's function has started this does nothing: that function sees the summary.
 *  @param ctx    context, NULL is allowed
 *  @param who    "run frc", before the text
 *  @param format printf format: what was not done, why, and what to do */
void rdg_fall_short(rdg_context *ctx, const char *who, const char *format, ...) RDG_PRINTF(3, 4);

/** Send text to the writer of the context.
 *  @param ctx     context
 *  @param channel what it is
 *  @param format  printf format */
void rdg_write(rdg_context *ctx, rdg_channel channel, const char *format, ...) RDG_PRINTF(3, 4);

#ifdef __cplusplus
}
#endif
#endif
