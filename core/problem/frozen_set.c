/* The set of eliminated variables as a value: space for it, copies, and what it does to vectors. */
#include "frozen_set_impl.h"
#include "toolbox.h"

#include <string.h>

void rdg_frozen_hold(const rdg_frozen_set *set, double *u)
{
    for (rdg_index j = 0; set->count > 0 && j < set->n; j++) {
        u[j] = set->row_of[j] >= 0 ? set->at[j] : u[j];
    }
}

void rdg_frozen_clear(const rdg_frozen_set *set, double *tangent)
{
    for (rdg_index j = 0; set->count > 0 && j < set->n; j++) {
        tangent[j] = set->row_of[j] >= 0 ? 0.0 : tangent[j];
    }
}

void rdg_frozen_release(rdg_frozen_set *set)
{
    rdg_free(set->row_of);
    rdg_free(set->leaves_row);
    rdg_free(set->at);
    rdg_free(set->watcher);
    *set = (rdg_frozen_set){.count = 0};
}

rdg_status rdg_frozen_provide(rdg_context *ctx, rdg_frozen_set *set, rdg_index n, rdg_index rows)
{
    if (n > set->n) {
        RDG_TRY(rdg_context_grow(ctx, &set->at, set->n, n - set->n, sizeof *set->at));
        RDG_TRY(rdg_context_grow(ctx, &set->row_of, set->n, n - set->n, sizeof *set->row_of));
        for (; set->n < n; set->n++) {
            set->row_of[set->n] = -1;
        }
    }
    if (rows > set->rows) {
        RDG_TRY(
            rdg_context_grow(ctx, &set->leaves_row, set->rows, rows - set->rows, sizeof *set->leaves_row));
        set->rows = rows;
    }
    return RDG_OK;
}

rdg_status rdg_frozen_copy(rdg_context *ctx, rdg_frozen_set *to, const rdg_frozen_set *from)
{
    *to = (rdg_frozen_set){.count = 0};
    if (from->count > 0) {
        RDG_TRY(rdg_frozen_provide(ctx, to, from->n, from->rows));
        memcpy(to->row_of, from->row_of, (size_t)from->n * sizeof *to->row_of);
        memcpy(to->at, from->at, (size_t)from->n * sizeof *to->at);
        memcpy(to->leaves_row, from->leaves_row, (size_t)from->rows * sizeof *to->leaves_row);
    }
    to->count = from->count;
    to->revision = from->revision;
    return RDG_OK;
}
