/* Sparse matrices written by row and column: which entries there are is marked once. */
#include "equations_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_stencil_begin(rdg_context *ctx, rdg_stencil *s, rdg_index rows, rdg_index cols)
{
    *s = (rdg_stencil){.rows = rows, .cols = cols};
    s->place = rdg_context_calloc(ctx, (size_t)(rows * cols), sizeof *s->place);
    return s->place ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_stencil_mark(rdg_stencil *s, rdg_index row, rdg_index col)
{
    s->place[row + s->rows * col] = 1;
}

rdg_status rdg_stencil_end(rdg_context *ctx, rdg_stencil *s)
{
    rdg_index count = 0;
    for (rdg_index k = 0; k < s->rows * s->cols; k++) {
        count += s->place[k];
    }
    s->start = rdg_context_calloc(ctx, (size_t)s->cols + 1, sizeof *s->start);
    s->row = rdg_context_calloc(ctx, (size_t)count, sizeof *s->row);
    if (!s->start || !s->row) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_index k = 0;
    for (rdg_index j = 0; j < s->cols; j++) {
        for (rdg_index i = 0; i < s->rows; i++) {
            int32_t *place = &s->place[i + s->rows * j];
            if (*place) {
                s->row[k] = i;
                *place = (int32_t)k++;
            } else {
                *place = -1;
            }
        }
        s->start[j + 1] = k;
    }
    s->pattern = (rdg_pattern){s->rows, s->cols, s->start, s->row};
    return RDG_OK;
}

void rdg_stencil_release(rdg_stencil *s)
{
    rdg_free(s->place);
    rdg_free(s->start);
    rdg_free(s->row);
    *s = (rdg_stencil){.rows = 0};
}
