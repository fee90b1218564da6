/* How far an orbit moves: the greatest |x| of each displacement, at the ends of legs or where its rate
 * vanishes. */
#include "legs_impl.h"
#include "root_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

/* Displacement i and its rate, a time t into leg j; work: [2 n2] */
static double coordinate(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double t, rdg_index i,
                         double *rate, double *work)
{
    rdg_leg leg = rdg_legs_leg(o, u, j);
    leg.t = t;
    rdg_leg_end(o->c, &leg, o->state + o->n2 * j, work);
    rdg_modal_to_x(o->c, work, work + o->n2);
    *rate = work[o->n2 + o->c->n + i];
    return work[o->n2 + i];
}

struct turning {
    const rdg_coulomb_orbit *o;
    const double *u;
    rdg_index j, i;
    double sign; /* of the rate before */
    double *work;
};

static rdg_sloped rate_at(double t, void *data)
{
    const struct turning *at = data;
    double rate = 0.0;
    (void)coordinate(at->o, at->u, at->j, t, at->i, &rate, at->work);
    return (rdg_sloped){at->sign * rate, NAN};
}

static double greatest(const rdg_coulomb_orbit *o, const double *u, rdg_index j, rdg_index i, double *work)
{
    const double lasts = rdg_legs_leg(o, u, j).t;
    const double fastest = fmax(o->c->wn[o->c->n - 1] / rdg_legs_numbers(u)[0], 1.0);
    const long looks = 8 + (long)ceil(5.0 * fastest * fabs(lasts));
    double rate = 0.0;
    double before = 0.0;
    double most = fabs(coordinate(o, u, j, 0.0, i, &before, work));
    for (long k = 1; k <= looks; k++) {
        const double low = lasts * (double)(k - 1) / (double)looks;
        const double high = lasts * (double)k / (double)looks;
        most = fmax(most, fabs(coordinate(o, u, j, high, i, &rate, work)));
        if (rate * before < 0.0) {
            struct turning turn = {o, u, j, i, before > 0.0 ? 1.0 : -1.0, work};
            const double t = rdg_root(rate_at, &turn, low, high, 1e-12);
            double here = 0.0;
            most = fmax(most, fabs(coordinate(o, u, j, t, i, &here, work)));
        }
        before = rate;
    }
    return most;
}

rdg_status rdg_coulomb_orbit_amplitudes(rdg_problem *problem, const double *u, double *amplitude)
{
    rdg_status status = RDG_OK;
    const rdg_coulomb_orbit *o = rdg_legs_of(problem, __func__, u, amplitude, &status);
    double *work = o ? rdg_context_calloc(o->c->ctx, 2 * (size_t)o->n2, sizeof *work) : NULL;
    if (!work) {
        return status == RDG_OK ? RDG_ERR_NO_MEMORY : status;
    }
    for (rdg_index i = 0; i < o->c->n; i++) {
        amplitude[i] = 0.0;
        for (rdg_index j = 0; j < o->now.legs; j++) {
            amplitude[i] = fmax(amplitude[i], greatest(o, u, j, i, work));
        }
    }
    rdg_free(work);
    return RDG_OK;
}
