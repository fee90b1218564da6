/* What is stated of a motion that cannot go on. */
#include "flow_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

static const double escaped = 1e100; /* no state in any unit */

int rdg_flow_because(rdg_flow *flow, int answer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(flow->reason, sizeof flow->reason, format, list);
    va_end(list);
    return answer;
}

int rdg_flow_refused(rdg_flow *flow, int answer, double place)
{
    return rdg_flow_because(
        flow, answer, "%s phase \"%s\" of \"%s\" %s at t = %.10g",
        answer < 0 ? "the field of" : "the motion in", flow->mode, rdg_hybrid_name(flow->h),
        answer < 0 ? "has requested the end of the run" : "leaves the domain of its field",
        flow->started + flow->rk.tau * place);
}

int rdg_flow_not_a_state(rdg_flow *flow, double place)
{
    rdg_index which = 0;
    const double largest = rdg_rk_largest(&flow->rk, &which);
    if (largest < escaped) {
        return 0;
    }
    const double t = flow->started + flow->rk.tau * place;
    if (isnan(largest) || isinf(largest)) {
        return rdg_flow_because(
            flow, 1,
            "the motion in phase \"%s\" of \"%s\" is not finite at t = %.10g: state %" PRId64 " of %" PRId64,
            flow->mode, rdg_hybrid_name(flow->h), t, which + 1, flow->rk.n);
    }
    return rdg_flow_because(flow, 1,
                            "the motion in phase \"%s\" of \"%s\" escapes: state %" PRId64 " of %" PRId64
                            " is %g at t = %.10g",
                            flow->mode, rdg_hybrid_name(flow->h), which + 1, flow->rk.n, largest, t);
}
