/* How far an orbit moves: the greatest |x| of each displacement, at the ends of segments or where its rate
 * vanishes. */
#include "segments_impl.h"

#include <ridgewalk/root.h>
#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

/* Displacement i and its rate, a time t into segment j; work: [n2] */
static double coordinate(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double t, rdg_index i,
                         double *rate, double *work)
{
    const rdg_coulomb *c = o->c;
    rdg_modal_segment segment = rdg_segments_at(o, u, j);
    double x = 0.0;
    segment.t = t;
    rdg_modal_segment_end(c, &segment, o->state + o->n2 * j, work);
    *rate = 0.0;
    for (rdg_index k = 0; k < c->n; k++) {
        x += c->phi[i + c->n * k] * work[k];
        *rate += c->phi[i + c->n * k] * work[c->n + k];
    }
    return x;
}

/* Over segment j, into amplitude; work: [4 n2], two states, the displacements with their rates at both. */
static void look_along(const rdg_coulomb_orbit *o, const double *u, rdg_index j, double *amplitude,
                       double *work)
{
    const rdg_index n = o->c->n;
    const double lasts = rdg_segments_at(o, u, j).t;
    const long looks = rdg_segments_samples(o, u, lasts);
    double *state = work + o->n2;
    double *x = work + 2 * o->n2;
    double *before = work + 3 * o->n2;
    rdg_modal_segment step = rdg_segments_at(o, u, j);
    step.t = lasts / (double)looks;
    rdg_modal_segment_answers(o->c, &step, o->stepped);
    step.answers = o->stepped;
    memcpy(state, o->state + o->n2 * j, (size_t)o->n2 * sizeof *state);
    for (long k = 0; k <= looks; k++) {
        const double low = lasts * (double)(k - 1) / (double)looks;
        const double high = lasts * (double)k / (double)looks;
        if (k > 0) {
            rdg_modal_segment_end(o->c, &step, state, work);
            step.tau += step.t;
            memcpy(state, work, (size_t)o->n2 * sizeof *state);
        }
        rdg_modal_to_x(o->c, state, x);
        for (rdg_index i = 0; i < n; i++) {
            amplitude[i] = fmax(amplitude[i], fabs(x[i]));
            if (k > 0 && x[n + i] * before[i] < 0.0) {
                rdg_root turn = rdg_root_between(low, before[i], high, x[n + i], 1e-12);
                double rate = 0.0;
                do {
                    (void)coordinate(o, u, j, turn.at, i, &rate, work);
                } while (rdg_root_next(&turn, rate, NAN));
                amplitude[i] = fmax(amplitude[i], fabs(coordinate(o, u, j, turn.at, i, &rate, work)));
            }
            before[i] = x[n + i];
        }
    }
}

rdg_status rdg_coulomb_orbit_amplitudes(rdg_problem *problem, const double *u, double *amplitude)
{
    rdg_status status = RDG_OK;
    const rdg_coulomb_orbit *o = rdg_segments_of(problem, __func__, u, amplitude, &status);
    double *work = o ? rdg_context_calloc(o->c->ctx, 4 * (size_t)o->n2, sizeof *work) : NULL;
    if (!work) {
        return status == RDG_OK ? RDG_ERR_NO_MEMORY : status;
    }
    for (rdg_index i = 0; i < o->c->n; i++) {
        amplitude[i] = 0.0;
    }
    for (rdg_index j = 0; j < o->now.segments; j++) {
        look_along(o, u, j, amplitude, work);
    }
    rdg_free(work);
    return RDG_OK;
}
