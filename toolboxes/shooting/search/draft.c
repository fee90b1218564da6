/* Segments of an orbit before there is space for it. One on which small changes at its start grow too much is
 * divided, so that its end is well determined by its start. */
#include "search_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* So much changes may grow on a segment. */
static const double most_growth = 1e4;

enum { MOST_PIECES = 64 };

rdg_status rdg_draft_append(rdg_shooting *s, rdg_draft *draft, const rdg_draft_segment *segment)
{
    const rdg_index states = s->at.states;
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, segment->mode)->n;
    RDG_TRY(rdg_context_reserve(s->ctx, &draft->segment, &draft->capacity, draft->count + 1,
                                sizeof *draft->segment));
    RDG_TRY(rdg_context_reserve(s->ctx, &draft->x, &draft->capacity_x, (draft->count + 1) * states,
                                sizeof *draft->x));
    memcpy(draft->x + draft->count * states, segment->x, (size_t)n * sizeof(double));
    draft->segment[draft->count++] = *segment;
    for (rdg_index j = 0; j < draft->count; j++) {
        draft->segment[j].x = draft->x + j * states;
    }
    return RDG_OK;
}

static void set_sigma(rdg_shooting *s, const rdg_draft_segment *segment, rdg_index n)
{
    double *sigma = s->work->sigma;
    memcpy(sigma, segment->x, (size_t)n * sizeof *sigma);
    memcpy(sigma + n, s->p, (size_t)s->at.np * sizeof *sigma);
    if (s->at.forced) {
        sigma[n + s->at.np] = segment->phi;
    }
    sigma[n + s->at.np + (s->at.forced ? 1 : 0)] = segment->tau;
}

/* End of a segment in s->work->y; how much changes of its start grow, if requested. Answers as callbacks do.
 */
static int end_of(rdg_shooting *s, const rdg_draft_segment *segment, double *growth)
{
    const rdg_orbit_work *w = s->work;
    const rdg_index n = rdg_hybrid_phase_at(s->hybrid, segment->mode)->n;
    rdg_mesh mesh = {.steps = 0};
    set_sigma(s, segment, n);
    int answer = rdg_flow_mesh(s->flow, segment->mode, w->sigma, &mesh, w->y);
    if (answer == 0 && growth) {
        answer = rdg_flow_segment(s->flow, segment->mode, &mesh, w->sigma, w->y, w->dy, NULL);
        *growth = 0.0;
        for (rdg_index k = 0; k < n * n; k++) {
            *growth = hypot(*growth, w->dy[k]);
        }
    }
    rdg_mesh_release(&mesh);
    return answer;
}

static rdg_status fail(rdg_shooting *s, const rdg_draft_segment *segment)
{
    return rdg_fail(s->ctx, RDG_ERR_NO_CONVERGENCE, "rdg_shooting_create",
                    "\"%s\": the motion in phase \"%s\" cannot be followed: %s", rdg_hybrid_name(s->hybrid),
                    rdg_hybrid_phase_at(s->hybrid, segment->mode)->name, rdg_flow_reason(s->flow));
}

static rdg_index pieces_for(double growth)
{
    if (!(growth > most_growth)) {
        return 1;
    }
    const double pieces = ceil(log(growth) / log(most_growth));
    return pieces < (double)MOST_PIECES ? (rdg_index)pieces : MOST_PIECES;
}

rdg_status rdg_draft_add(rdg_shooting *s, rdg_draft *draft, const rdg_draft_segment *segment)
{
    double growth = 1.0;
    if (end_of(s, segment, &growth) != 0) {
        return fail(s, segment);
    }
    const rdg_index pieces = pieces_for(growth);
    rdg_draft_segment piece = *segment;
    piece.tau = segment->tau / (double)pieces;
    for (rdg_index k = 0; k < pieces; k++) {
        const bool is_last = k + 1 == pieces;
        piece.event = is_last ? segment->event : -1;
        piece.ratio = is_last ? 0.0 : 1.0;
        RDG_TRY(rdg_draft_append(s, draft, &piece));
        piece.x = draft->segment[draft->count - 1].x;
        if (!is_last && end_of(s, &piece, NULL) != 0) {
            return fail(s, &piece);
        }
        piece.x = s->work->y;
        piece.phi += s->at.forced ? s->p[s->at.omega] * piece.tau : 0.0;
    }
    return RDG_OK;
}

void rdg_draft_release(rdg_draft *draft)
{
    rdg_free(draft->segment);
    rdg_free(draft->x);
    *draft = (rdg_draft){.count = 0};
}
