/** @file failure.h
 *  @brief The first failure of a context, and the outlet of its text. */
#ifndef RDG_FAILURE_H
#define RDG_FAILURE_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a piece of text is, for the writer that receives it. */
typedef enum rdg_channel {
    RDG_CHANNEL_TABLE,   /**< the table of a run; default: standard output */
    RDG_CHANNEL_NOTE,    /**< a note on what the library did; default: standard error */
    RDG_CHANNEL_WARNING, /**< something the user should check; default: standard error */
    RDG_CHANNEL_ERROR    /**< the message printed by rdg_exit(); default: standard error */
} rdg_channel;

/** Receives the text of table and log.
 *  @param channel what the text is
 *  @param text    zero-terminated, with its line ends; valid during the call only
 *  @param data    pointer given to rdg_set_writer() */
typedef void (*rdg_writer)(rdg_channel channel, const char *text, void *data);

/** Status of the first failure.
 *  @param ctx NULL counts as out of memory
 *  @return RDG_OK if nothing failed since creation or rdg_error_clear() */
rdg_status rdg_error_status(const rdg_context *ctx);

/** Message of the first failure, with the names and numbers involved.
 *  @param ctx NULL is allowed
 *  @return "" if nothing failed; valid until the next call on this context */
const char *rdg_error_message(const rdg_context *ctx);

/** Forget the failure, so that the context works again.
 *  @param ctx context */
void rdg_error_clear(rdg_context *ctx);

#ifdef __cplusplus
}
#endif
#endif
