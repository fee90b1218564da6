/* Back to the constraints: q by masses-orthogonal steps to g_B = 0, to gaps = 0 of contacts that stay closed,
 * and to gaps >= 0 of others that are inside, which push only; then v to velocities that keep constraints and
 * closed contacts. */
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

/* Rows of ideal constraints and normal directions of contacts that stay closed, which are kept on both sides;
 * with the values at the place, gaps or velocities */
static void choose_closed(rdg_timestepping *ts, const double *v, bool velocities)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index bilateral = ts->about->bilateral;
    s->count = s->contacts = 0;
    for (rdg_index i = 0; i < bilateral + ts->about->contacts; i++) {
        const rdg_index row = i < bilateral ? i : ts->first[i - bilateral];
        const double u = rdg_mechanism_velocity(ts->mechanism, &ts->geometry, row, v);
        if (i < bilateral || rdg_ts_stays(ts, ts->smooth[row] + ts->jump[row], u, v)) {
            s->b[s->count] = velocities ? u : ts->geometry.g[i];
            s->row[s->count++] = row;
        }
    }
    s->bilateral = s->count;
}

/* And of other contacts that are inside the normal direction: as if without friction */
static void add_pushed(rdg_timestepping *ts)
{
    rdg_ts_rows *s = &ts->active;
    const rdg_index bilateral = ts->about->bilateral;
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        bool listed = false;
        for (rdg_index i = 0; i < s->bilateral; i++) {
            listed = listed || s->row[i] == ts->first[k];
        }
        if (!listed && ts->geometry.g[bilateral + k] < 0.0) {
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
        choose_closed(ts, at->v, false);
        add_pushed(ts);
        rdg_ts_pack(ts);
        RDG_TRY(move(ts, at->q));
    }
    RDG_TRY(rdg_ts_geometry(ts, t, at->q));
    choose_closed(ts, at->v, true);
    rdg_ts_pack(ts);
    return s->count > 0 ? move(ts, at->v) : RDG_OK;
}
