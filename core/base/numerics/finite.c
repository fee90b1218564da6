/* Numbers of a caller that must be finite. */
#include "finite.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>

rdg_status rdg_require_finite(rdg_context *ctx, const char *where, const char *what, rdg_index n,
                              const double *values)
{
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    if (n > 0 && !values) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s is NULL", what ? what : "the vector");
    }
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(values[i])) {
            return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "%s[%" PRId64 "] is %g",
                            what ? what : "the vector", i, values[i]);
        }
    }
    return RDG_OK;
}
