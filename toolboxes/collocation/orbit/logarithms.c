/* Logarithms of multipliers, for users. */
#include "colloc_monodromy_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <string.h>

rdg_status rdg_collocation_multipliers(rdg_collocation *c, const double *u, rdg_index n, double *log,
                                       double *angle)
{
    RDG_ENTER(c, c->ctx, RDG_ERR_EARLIER);
    RDG_NEED(c->ctx, u, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, log, RDG_ERR_ARGUMENT);
    RDG_NEED(c->ctx, angle, RDG_ERR_ARGUMENT);
    rdg_colloc_monodromy *m = c->segment ? c->monodromy : NULL;
    if (!m || n != m->n) {
        return RDG_FAIL(c->ctx, RDG_ERR_ARGUMENT,
                        "there is space for %" PRId64 " multipliers, and orbits of \"%s\" have %" PRId64
                        ", where their problem has been made",
                        n, rdg_hybrid_name(c->hybrid), m ? m->n : 0);
    }
    RDG_TRY(rdg_require_finite(c->ctx, __func__, "u", rdg_variable_count(c->segment->problem), u));
    if (rdg_colloc_monodromy_logarithms(m, u) != 0) {
        RDG_TRY(rdg_error_status(c->ctx));
        return RDG_FAIL(
            c->ctx, RDG_ERR_NO_CONVERGENCE,
            "the multipliers of the orbit of \"%s\" are not known: rounding errors determine some, "
            "changes die too fast, or it only touches a surface",
            rdg_hybrid_name(c->hybrid));
    }
    memcpy(log, m->log, (size_t)n * sizeof *log);
    memcpy(angle, m->angle, (size_t)n * sizeof *angle);
    return RDG_OK;
}

bool rdg_collocation_is_doubling(const rdg_collocation *c, const double *u, double nearest[2])
{
    const double near = 0.1;
    rdg_colloc_monodromy *m = c->segment ? c->monodromy : NULL;
    if (!m || rdg_colloc_monodromy_logarithms(m, u) != 0) {
        return true;
    }
    double least = INFINITY;
    for (rdg_index k = 0; k < m->n; k++) {
        const double off = fmax(fabs(m->log[k]), fabs(fabs(m->angle[k]) - RDG_HZ(0.5)));
        if (off < least) {
            least = off;
            nearest[0] = exp(m->log[k]) * cos(m->angle[k]);
            nearest[1] = exp(m->log[k]) * sin(m->angle[k]);
        }
    }
    return least < near;
}
