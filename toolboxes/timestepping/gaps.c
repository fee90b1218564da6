/* Gaps, which of them act, and velocities of rows. */
#include "timestepping_impl.h"

/* A contact that bears stays closed though rounding opens it a little. */
bool rdg_ts_is_inside(const rdg_timestepping *ts, double gap, bool bears)
{
    return gap <= (bears ? 1e-12 * (1.0 + rdg_ts_size(ts->n, ts->now.q)) : 0.0);
}

rdg_status rdg_ts_look(rdg_timestepping *ts, double t, rdg_ts_state *at)
{
    const rdg_index bilateral = ts->about->bilateral;
    RDG_TRY(rdg_ts_geometry(ts, t, at->q));
    for (rdg_index k = 0; k < bilateral + ts->about->contacts; k++) {
        at->gap[k] = ts->geometry.g[k];
    }
    for (rdg_index k = 0; k < ts->about->contacts; k++) {
        at->inside[k] = rdg_ts_is_inside(ts, at->gap[bilateral + k],
                                         ts->smooth[ts->first[k]] + ts->jump[ts->first[k]] > 0.0);
    }
    for (rdg_index i = 0; i < ts->rows; i++) {
        double u = ts->geometry.drift[i];
        for (rdg_index k = 0; k < ts->n; k++) {
            u += ts->geometry.W[i * ts->n + k] * at->v[k];
        }
        ts->u0[i] = u;
    }
    return RDG_OK;
}
