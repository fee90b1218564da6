/* Patterns of a segment's derivatives. */
#include "segment_impl.h"

#include <ridgewalk/toolbox.h>

void rdg_band_release(rdg_band *b)
{
    rdg_free(b->start);
    rdg_free(b->row);
    rdg_free(b->first);
    rdg_free(b->tail);
    *b = (rdg_band){.start = NULL};
}

/* Intervals that state j takes part in: *last is the one behind the last. */
static void intervals_of(const rdg_segment_layout *at, rdg_index j, rdg_index *first, rdg_index *last)
{
    const rdg_index place = j / at->n; /* of a value, counted from the start */
    const rdg_index i = place / at->K;
    const bool shared = place % at->K == 0;
    *first = shared && i > 0 ? i - 1 : i;
    *last = i < at->N ? i + 1 : at->N;
}

static rdg_status make(rdg_segment *s, rdg_band *b, rdg_index rows, rdg_index rows_of_interval,
                       rdg_index overlap, rdg_index body, rdg_index tail)
{
    const rdg_segment_layout *at = &s->at;
    rdg_index count = 0;
    b->start = rdg_context_calloc(s->ctx, (size_t)at->count + 1, sizeof *b->start);
    b->first = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *b->first);
    b->tail = rdg_context_calloc(s->ctx, (size_t)at->count, sizeof *b->tail);
    RDG_TRY(rdg_error_status(s->ctx));
    for (int pass = 0; pass < 2; pass++) {
        if (pass == 1) {
            b->row = rdg_context_calloc(s->ctx, (size_t)count, sizeof *b->row);
            RDG_TRY(rdg_error_status(s->ctx));
        }
        count = 0;
        for (rdg_index j = 0; j < at->count; j++) {
            rdg_index from = 0, to = at->N;
            if (j < at->nx) {
                intervals_of(at, j, &from, &to);
            }
            const rdg_index first = from * rows_of_interval;
            const rdg_index end = j < at->nx ? to * rows_of_interval + overlap : body;
            b->first[j] = first;
            for (rdg_index i = first; i < end + tail; i++, count++) {
                if (pass == 1) {
                    b->row[count] = i < end ? i : body + i - end;
                }
            }
            b->tail[j] = count - tail;
            b->start[j + 1] = count;
        }
    }
    b->pattern = (rdg_pattern){rows, at->count, b->start, b->row};
    return RDG_OK;
}

/* Rows of an interval follow each other; there is no tail. */
rdg_status rdg_band_make_df(rdg_segment *s)
{
    return make(s, &s->df, s->at.m, s->at.block, 0, s->at.m, 0);
}

/* States that share an interval, and the tail with everything. */
rdg_status rdg_band_make_d2f(rdg_segment *s)
{
    return make(s, &s->d2f, s->at.count, s->at.block, s->at.n, s->at.nx, s->at.nt);
}
