/** @file finite.h
 *  @brief Numbers of a caller that must be finite. */
#ifndef RDG_FINITE_H
#define RDG_FINITE_H

#include "context.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Refuse NaN and infinity, with name and place of the first one.
 *  @param ctx    context
 *  @param where  the calling function, for the message
 *  @param what   name of the numbers, as "Q"
 *  @param n      how many
 *  @param values shape [n]
 *  @return RDG_OK, RDG_ERR_NOT_FINITE, RDG_ERR_ARGUMENT (values is NULL and n > 0) or RDG_ERR_EARLIER */
rdg_status rdg_require_finite(rdg_context *ctx, const char *where, const char *what, rdg_index n,
                              const double *values);

#ifdef __cplusplus
}
#endif
#endif
