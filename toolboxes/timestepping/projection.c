/* Back to the constraints: q by masses-orthogonal steps to g_B = 0 and to gaps >= 0 of contacts that are
 * inside, which push only; then v to velocities that keep ideal constraints. */
#include "timestepping_impl.h"

#include <string.h>

/* x += M^-1 W r with which rows have b + G r = 0 (contacts: >= 0) */
static rdg_status move(rdg_timestepping *ts, double *x)
{
    rdg_ts_rows *s = &ts->active;
    rdg_ts_respond(ts, &ts->factor[RDG_TS_FACTORS - 1]);
    rdg_ts_delassus(ts, 1.0, s->W);
    memset(ts->guess, 0, (size_t)ts->rows * sizeof *ts->guess);
    const rdg_contact_answer kept = ts->motion.answer;
    RDG_TRY(rdg_ts_react(ts, ts->guess));
    ts->motion.answer = kept;
    rdg_ts_apply(ts, 1.0, x);
    return RDG_OK;
}

/* Of contacts only the normal direction: as if without friction */
static void choose_normals(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index bilateral = ts->about->bilateral;
    s->bilateral = s->count = bilateral;
    s->contacts = 0;
    for (rdg_index i = 0; i < bilateral; i++) {
        s->row[i] = i;
        s->b[i] = ts->geometry.g[i];
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        if (ts->geometry.g[bilateral + k] < 0.0) {
            s->contact[s->contacts] = k;
            s->directions[s->contacts] = 0;
            s->mu[s->contacts++] = 0.0;
            s->b[s->count] = ts->geometry.g[bilateral + k];
            s->row[s->count++] = ts->first[k];
        }
    }
}

rdg_status rdg_ts_project(rdg_timestepping *ts, double t, rdg_ts_state *at)
{
    rdg_ts_rows *s = &ts->active;
    RDG_TRY(rdg_ts_terms(ts, t, at->q, at->v));
    if (!rdg_ts_factor(ts, RDG_TS_FACTORS - 1, 0.0, 0.0)) {
        return ts->failure;
    }
    for (int k = 0; k < 2; k++) {
        RDG_TRY(rdg_ts_geometry(ts, t, at->q));
        choose_normals(ts);
        rdg_ts_pack(ts);
        RDG_TRY(move(ts, at->q));
    }
    if (ts->about->bilateral == 0) {
        return RDG_OK;
    }
    RDG_TRY(rdg_ts_geometry(ts, t, at->q));
    s->bilateral = s->count = ts->about->bilateral;
    s->contacts = 0;
    rdg_ts_pack(ts);
    for (rdg_index i = 0; i < s->count; i++) {
        s->b[i] = rdg_ts_row_velocity(ts, i, at->v);
    }
    return move(ts, at->v);
}
