/** @file status.h
 *  @brief Status codes: what a call answers. Zero is success.
 *
 *  A status states that a call could not do its job. Why a branch of solutions ended is a result, not an
 *  error: see rdg_stop in run.h. */
#ifndef RDG_STATUS_H
#define RDG_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Index and size type of the library (the index type of KINSOL and of umfpack_dl_*). */
typedef int64_t rdg_index;

/** Every status with its short text. */
#define RDG_STATUS_LIST(X)                                                                                   \
    X(RDG_OK, "success")                                                                                     \
    X(RDG_ERR_EARLIER, "an earlier call failed: see its message")                                            \
    X(RDG_ERR_ARGUMENT, "an argument is out of range")                                                       \
    X(RDG_ERR_NAME, "a name is unknown or used twice")                                                       \
    X(RDG_ERR_SIZE, "sizes do not fit")                                                                      \
    X(RDG_ERR_NO_MEMORY, "memory allocation failed")                                                         \
    X(RDG_ERR_CALLBACK, "a user function requested the end of the run")                                      \
    X(RDG_ERR_NOT_FINITE, "a value is NaN or infinite")                                                      \
    X(RDG_ERR_SINGULAR, "a matrix is singular")                                                              \
    X(RDG_ERR_NO_CONVERGENCE, "Newton's method did not converge")                                            \
    X(RDG_ERR_DERIVATIVE, "an analytic derivative disagrees with differences")                               \
    X(RDG_ERR_IO, "a file could not be read or written")                                                     \
    X(RDG_ERR_FORMAT, "a file does not hold what it should")                                                 \
    X(RDG_ERR_LIBRARY, "a library below reported a failure")                                                 \
    X(RDG_ERR_BUSY, "somebody else is writing a run")                                                        \
    X(RDG_ERR_INTERRUPTED, "the user interrupted a run (Ctrl-C)")

/** Status of a call. */
typedef enum rdg_status {
#define X(code, text) code,
    RDG_STATUS_LIST(X)
#undef X
} rdg_status;

/** Short fixed text of a status.
 *  @param status any value
 *  @return a static string, never NULL */
const char *rdg_status_text(rdg_status status);

#ifdef __cplusplus
}
#endif
#endif
