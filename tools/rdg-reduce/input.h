/* The files that rdg-reduce reads. */
#ifndef RDG_REDUCE_INPUT_H
#define RDG_REDUCE_INPUT_H

#include <ridgewalk/structure.h>

typedef struct format {
    const char *option; /* NULL: end of the list */
    int least, most;    /* files */
    rdg_structure *(*read)(rdg_context *ctx, const char *name, const char *const *files);
} format;

extern const format formats[];

#endif
