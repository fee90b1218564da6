/** @file memory_limit.h
 *  @brief Memory known before it is taken: for authors of toolboxes. */
#ifndef RDG_MEMORY_LIMIT_H
#define RDG_MEMORY_LIMIT_H

#include "objects.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Refuse a computation that needs more than half of the memory. The memory is the machine's, or the least
 * soft limit of the process if that is less (`ulimit -v`, `ulimit -d`, `ulimit -m`).
 *  @param ctx    context
 *  @param where  public function shown in the message
 *  @param what   what needs the memory, as the subject of a sentence in the plural
 *  @param bytes  memory it needs
 *  @param remedy what the user can do, as an order
 *  @return RDG_OK, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_require_memory(rdg_context *ctx, const char *where, const char *what, double bytes,
                              const char *remedy);

#ifdef __cplusplus
}
#endif
#endif
