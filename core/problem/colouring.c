/* Columns of a pattern in groups that share no row, first come, first served (Curtis, Powell and Reid 1974).
 *
 * Each group takes one walk through the columns that have none yet: the whole costs no more than the
 * evaluations of a Jacobian by differences that it saves others of. */
#include "colouring_impl.h"
#include "sparse.h"
#include "toolbox.h"

#include <string.h>

/* taken[i]: the last group with a column in row i, plus one */
static bool is_free(const rdg_pattern *p, rdg_index column, const rdg_index *taken, rdg_index mark)
{
    for (rdg_index k = p->start[column]; k < p->start[column + 1]; k++) {
        if (taken[p->row[k]] == mark) {
            return false;
        }
    }
    return true;
}

/* Groups of `waiting`, which is left in disorder. */
static void gather(const rdg_pattern *p, rdg_colouring *c, rdg_index *taken, rdg_index *waiting)
{
    rdg_index left = p->cols;
    rdg_index placed = 0;
    if (p->rows > 0 && rdg_pattern_count(p) == p->rows * p->cols) { /* each column is a group */
        for (; placed < p->cols; placed++) {
            c->column[placed] = placed;
            c->start[placed + 1] = placed + 1;
        }
        c->count = p->cols;
        return;
    }
    while (left > 0) {
        const rdg_index mark = c->count + 1;
        rdg_index kept = 0;
        for (rdg_index w = 0; w < left; w++) {
            const rdg_index j = waiting[w];
            if (!is_free(p, j, taken, mark)) {
                waiting[kept++] = j;
                continue;
            }
            for (rdg_index k = p->start[j]; k < p->start[j + 1]; k++) {
                taken[p->row[k]] = mark;
            }
            c->column[placed++] = j;
        }
        c->start[++c->count] = placed;
        left = kept;
    }
}

rdg_status rdg_colouring_create(rdg_context *ctx, const rdg_pattern *pattern, rdg_colouring *colouring)
{
    rdg_colouring c = {
        .start = rdg_context_calloc(ctx, (size_t)pattern->cols + 1, sizeof *c.start),
        .column = rdg_context_calloc(ctx, (size_t)pattern->cols, sizeof *c.column),
    };
    rdg_index *taken = rdg_context_calloc(ctx, (size_t)pattern->rows, sizeof *taken);
    rdg_index *waiting = rdg_context_calloc(ctx, (size_t)pattern->cols, sizeof *waiting);
    const bool capacity = c.start && c.column && taken && waiting;
    if (capacity) {
        for (rdg_index j = 0; j < pattern->cols; j++) {
            waiting[j] = j;
        }
        gather(pattern, &c, taken, waiting);
    } else {
        rdg_colouring_free(&c);
    }
    rdg_free(taken);
    rdg_free(waiting);
    *colouring = c;
    return capacity ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_colouring_free(rdg_colouring *colouring)
{
    rdg_free(colouring->start);
    rdg_free(colouring->column);
    *colouring = (rdg_colouring){.count = 0};
}
