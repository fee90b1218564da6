/* Runs that start from a labelled solution on another mesh, of other intervals or another degree: it is put
 * on a mesh that has equal shares of its error, its tangent as well, and Newton's method makes it a solution
 * there. */
#include "stored_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* The segment whose states a block has. */
static rdg_segment *owner_of(const rdg_problem *p, const char *block)
{
    rdg_index index = 0;
    for (rdg_segment *s; (s = rdg_segment_at(p, &index)) != NULL;) {
        const size_t length = strlen(s->name);
        const bool is_part = length > 0 && strncmp(block, s->name, length) == 0 && block[length] == '.';
        if (strcmp(is_part ? block + length + 1 : block, "x") == 0 && is_part == (length > 0)) {
            return s;
        }
    }
    return NULL;
}

static rdg_status bad(const rdg_segment *s)
{
    return rdg_fail(s->ctx, RDG_ERR_FORMAT, "rdg_continue",
                    "segment \"%s\": the mesh kept with the solution to start from is none", s->name);
}

/* From the mesh `from`, which is read here, to s->target. */
static rdg_status remesh(rdg_segment *s, const rdg_start_block *block, const char *numbers, rdg_stored *from,
                         double *u, double *tangent)
{
    if (from->N < 1 || from->K < 1 || from->K > RDG_MOST_DEGREE ||
        s->at.n * (from->N * from->K + 1) != block->n) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                        "segment \"%s\" has %" PRId64
                        " states; the solution to start from has another number of "
                        "them",
                        s->name, s->at.n);
    }
    from->mesh = rdg_context_calloc(s->ctx, (size_t)from->N + 1, sizeof *from->mesh);
    from->x = rdg_context_calloc(s->ctx, (size_t)block->n, sizeof *from->x);
    if (!from->mesh || !from->x) {
        return RDG_ERR_NO_MEMORY;
    }
    if (!rdg_segment_read_mesh(numbers, from->N, from->mesh)) {
        return bad(s);
    }
    const size_t bytes = (size_t)block->n * sizeof *from->x;
    memcpy(from->x, block->u, bytes);
    RDG_TRY(rdg_stored_remesh(from, s->at.N, s->at.K, s->target, u));
    memcpy(from->x, block->tangent, bytes);
    for (rdg_index j = 0; j <= s->at.N * s->at.K; j++) {
        const rdg_index i = j < s->at.N * s->at.K ? j / s->at.K : s->at.N - 1;
        const double part = (double)(j - i * s->at.K) / (double)s->at.K;
        rdg_stored_state(from, s->target[i] + part * (s->target[i + 1] - s->target[i]),
                         tangent + j * s->at.n);
    }
    rdg_write(s->ctx, RDG_CHANNEL_NOTE,
              "note: segment \"%s\": the solution to start from, on %" PRId64 " intervals of degree %" PRId64
              ", is put on %" PRId64 " of degree %" PRId64 ", and corrected there\n",
              s->name, from->N, from->K, s->at.N, s->at.K);
    return RDG_OK;
}

static rdg_status fit(rdg_problem *p, const rdg_start_block *block, double *u, double *tangent, bool *fitted,
                      void *data)
{
    rdg_segment *s = owner_of(p, block->name);
    rdg_stored from = {.ctx = s ? s->ctx : NULL};
    (void)data;
    const char *numbers =
        s && block->kept ? rdg_segment_find_kept(block->kept, s->name, &from.N, &from.K) : NULL;
    *fitted = numbers && (from.N != s->at.N || from.K != s->at.K);
    if (!*fitted) {
        return RDG_OK;
    }
    from.n = s->at.n;
    from.nx = block->n;
    const rdg_status status = remesh(s, block, numbers, &from, u, tangent);
    s->fitted = status == RDG_OK;
    rdg_stored_release(&from);
    return status;
}

rdg_status rdg_segment_let_starts_fit(rdg_segment *s)
{
    return rdg_fit_starts(s->problem, fit, s);
}
