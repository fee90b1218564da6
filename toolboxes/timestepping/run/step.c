/* One step as it was requested: made aside, then taken over. */
#include "timestepping_impl.h"

#include <math.h>
#include <string.h>

static rdg_status make_raw(rdg_timestepping *ts)
{
    switch (ts->o.scheme) {
    case RDG_MOREAU:
        return ts->large ? rdg_ts_large_moreau(ts) : rdg_ts_moreau(ts);
    case RDG_MOREAU_MIDPOINT:
        return rdg_ts_midpoint(ts);
    case RDG_HALF_EXPLICIT:
        return rdg_ts_mixed(ts, rdg_ts_half_explicit);
    case RDG_BATHE:
        return rdg_ts_mixed(ts, rdg_ts_bathe);
    case RDG_ENERGY_DECAYING:
        return rdg_ts_mixed(ts, rdg_ts_energy_decaying);
    case RDG_EVENT_DRIVEN:
        return rdg_ts_event_driven(ts);
    case RDG_NONSMOOTH_ALPHA:
        return rdg_ts_nonsmooth_alpha(ts);
    case RDG_GENERALISED_ALPHA:
    case RDG_NEWMARK:
    default:
        return rdg_ts_mixed(ts, rdg_ts_alpha);
    }
}

/* What each contact bears, and whether it slips */
static void tell_contacts(rdg_timestepping *ts)
{
    const rdg_index contacts = ts->about->contacts;
    for (rdg_index k = 0; k < contacts; k++) {
        const rdg_index row = ts->first[k];
        const rdg_contact_law *law = &ts->about->law[k];
        ts->before[k] = ts->closed[k];
        ts->closed[k] = ts->impulse[row] > 0.0;
        ts->by_impulse[contacts + k] = ts->by_impulse[k];
        ts->by_impulse[k] = rdg_rigid_state_of_impulse(law->directions, law->mu, ts->impulse + row);
        /* event-driven motion has counted them one by one */
        ts->motion.impacts += !ts->events && ts->jump[row] > 0.0 && !ts->before[k];
    }
}

static void take_over(rdg_timestepping *ts)
{
    const rdg_ts_state kept = ts->now;
    rdg_motion *m = &ts->motion;
    m->q = ts->next.q;
    m->v = ts->next.v;
    m->a = ts->next.a;
    const bool impulses = ts->o.scheme == RDG_MOREAU || ts->o.scheme == RDG_MOREAU_MIDPOINT ||
                          ts->o.scheme == RDG_NONSMOOTH_ALPHA;
    ts->now = ts->next;
    ts->next = kept;
    m->steps++;
    for (rdg_index i = 0; i < ts->rows; i++) {
        ts->impulse[i] = ts->smooth[i] + ts->jump[i];
        ts->mean_force[i] = (impulses ? ts->impulse[i] : ts->smooth[i]) / ts->o.h;
    }
    m->normal_work += ts->works[0];
    m->friction_work += ts->works[1];
    m->load_work += ts->others[0];
    m->damper_work += ts->others[1];
    m->element_work += ts->others[2];
    ts->energies = false;
    tell_contacts(ts);
}

rdg_status rdg_ts_single(rdg_timestepping *ts)
{
    const double t = rdg_ts_time(ts, 1.0), stored = ts->elements.stored;
    ts->motion.iterations = 0;
    ts->works[0] = ts->works[1] = ts->gain = 0.0;
    ts->failure = RDG_OK;
    rdg_ts_from(ts, ts->now.q, ts->now.v, ts->now.w);
    memset(ts->smooth, 0, (size_t)(2 * ts->rows) * sizeof *ts->smooth); /* with jump behind it */
    RDG_TRY(make_raw(ts));
    if (!rdg_ts_finite(ts->n, ts->next.v) || !rdg_ts_finite(ts->n, ts->next.q)) {
        return rdg_ts_fail(ts, RDG_ERR_NOT_FINITE, "coordinates or velocities are not finite");
    }
    if (ts->o.project && ts->rows > 0) {
        RDG_TRY(rdg_ts_project(ts, t, &ts->next));
    }
    ts->looked = ts->about->contacts > 0;
    if (ts->looked) {
        RDG_TRY(rdg_ts_look(ts, t, &ts->next));
    }
    if (ts->o.works) {
        RDG_TRY(rdg_ts_others(ts, t, ts->next.q, ts->next.v, ts->others));
    }
    RDG_TRY(rdg_ts_settle(ts, t, ts->next.q, ts->next.v, ts->next.w));
    ts->others[2] += ts->o.works ? ts->elements.stored - stored : 0.0;
    take_over(ts);
    return RDG_OK;
}

static void ts_energies(rdg_timestepping *ts)
{
    const double t = rdg_ts_moment(ts);
    rdg_motion *m = &ts->motion;
    const long evaluations = m->evaluations;
    if (ts->energies || rdg_ts_smooth_terms(ts, t, ts->now.q, ts->now.v) != RDG_OK) {
        return;
    }
    m->evaluations = evaluations;
    m->kinetic = ts->large ? rdg_ts_large_kinetic(ts, ts->now.v) : 0.0;
    for (rdg_index j = 0; !ts->large && j < ts->n; j++) {
        for (rdg_index k = 0; k < ts->n; k++) {
            m->kinetic += 0.5 * ts->now.v[j] * ts->terms.M[k * ts->n + j] * ts->now.v[k];
        }
    }
    m->potential = ts->about->potential ? ts->about->potential(t, ts->now.q, ts->about->data) : 0.0;
    m->potential += ts->about->potential ? ts->elements.stored : 0.0;
    ts->energies = true;
}

void rdg_ts_outdate(rdg_timestepping *ts)
{
    rdg_motion *m = &ts->motion;
    m->t = rdg_ts_moment(ts);
    m->gap = ts->looked ? ts->now.gap : NULL;
    if (!ts->energies) {
        m->kinetic = m->potential = NAN;
    }
}

void rdg_ts_refresh(rdg_timestepping *ts)
{
    rdg_motion *m = &ts->motion;
    m->n = ts->n;
    m->rows = ts->rows;
    m->q = ts->now.q;
    m->v = ts->now.v;
    m->a = ts->now.a;
    m->impulse = ts->impulse;
    m->force = ts->mean_force;
    m->closed = ts->closed;
    m->sensor = ts->measured;
    rdg_ts_outdate(ts);
}

void rdg_ts_show(rdg_timestepping *ts)
{
    if (!ts->looked) {
        (void)rdg_ts_look(ts, rdg_ts_moment(ts), &ts->now); /* what fails here ends the next step */
        ts->looked = true;
    }
    ts_energies(ts);
    rdg_ts_refresh(ts);
}
