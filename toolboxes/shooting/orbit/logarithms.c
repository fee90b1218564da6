/* Logarithms of multipliers, for users. */
#include "multipliers_impl.h"
#include "orbit_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* The logarithm of zero, where a number is requested. */
static const double of_zero = -1e300;

static rdg_index count(const rdg_shooting *s)
{
    return s->at.states - (s->at.forced ? 0 : 1);
}

rdg_status rdg_shooting_multipliers(rdg_shooting *s, const double *u, rdg_index n, double *log, double *angle)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, u, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, log, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, angle, RDG_ERR_ARGUMENT);
    if (n != count(s)) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "there is space for %" PRId64 " multipliers, and orbits of \"%s\" have %" PRId64, n,
                        rdg_hybrid_name(s->hybrid), count(s));
    }
    RDG_TRY(rdg_require_finite(s->ctx, __func__, "u", s->at.n, u));
    const double *logs = NULL, *angles = NULL;
    const int answer = rdg_orbit_multipliers(s, u, &logs, &angles);
    if (answer != 0) {
        RDG_TRY(rdg_error_status(s->ctx));
        return RDG_FAIL(s->ctx, RDG_ERR_NO_CONVERGENCE,
                        "the multipliers of the orbit of \"%s\" are not known: rounding errors determine "
                        "some, changes die too fast, or it cannot be followed%s%s",
                        rdg_hybrid_name(s->hybrid), *rdg_flow_reason(s->flow) ? ": " : "",
                        rdg_flow_reason(s->flow));
    }
    memcpy(log, logs, (size_t)n * sizeof *log);
    memcpy(angle, angles, (size_t)n * sizeof *angle);
    return RDG_OK;
}

static int largest(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double *log = NULL, *angle = NULL;
    const int answer = rdg_orbit_multipliers(data, u, &log, &angle);
    y[0] = answer == 0 && isfinite(log[0]) ? log[0] : of_zero;
    return answer;
}

rdg_status rdg_shooting_add_logarithm(rdg_shooting *s, rdg_problem *p)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, p, RDG_ERR_ARGUMENT);
    RDG_TRY(rdg_same_context(s->ctx, rdg_problem_context(p), "rdg_shooting_add_logarithm",
                             "the orbits and the problem"));
    const rdg_function *zero = rdg_find_function(p, "shooting");
    if (!zero || zero->data != s) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "the problem is not that of these orbits of \"%s\"",
                        rdg_hybrid_name(s->hybrid));
    }
    if (count(s) < 1) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT, "orbits of \"%s\" have no multiplier but the trivial one",
                        rdg_hybrid_name(s->hybrid));
    }
    const rdg_function monitor = {.name = "multiplier.log",
                                  .n = rdg_variable_count(p),
                                  .m = 1,
                                  .f = largest,
                                  .by_differences = true,
                                  .data = s,
                                  .free_data = rdg_orbit_leave};
    s->users++;
    const rdg_status status = rdg_add_monitor(p, &monitor, RDG_ALL, NULL, RDG_REGULAR);
    s->users -= status != RDG_OK;
    return status;
}
