/* Bounds at one forcing amplitude. */
#include "bounds_impl.h"

#include <ridgewalk/timing.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_bounds_at(rdg_hbm *hb, const char *sensor, double level, double low, double high,
                         rdg_bounds_result *result)
{
    rdg_context *ctx = hb ? rdg_hbm_context(hb) : NULL;
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, sensor, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, result, RDG_ERR_ARGUMENT);
    if (!(isfinite(level) && level > 0.0)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, __func__, "forcing amplitude %g: give a positive one", level);
    }
    *result = (rdg_bounds_result){.level = level};
    rdg_bounds_search s = {.ctx = ctx,
                           .hb = hb,
                           .where = __func__,
                           .sensor = sensor,
                           .level = level,
                           .low = low,
                           .high = high,
                           .result = result,
                           .seed = 20261129};
    rdg_status status = rdg_bounds_find_contacts(&s);
    status = status == RDG_OK ? rdg_bounds_search_all(&s) : status;
    rdg_bounds_free_contacts(&s);
    return status;
}
