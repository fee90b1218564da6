/* The residual stress of contacts that stick while others slip: one line at the end of a run.
 *
 * The slider of a contact that sticks all the time keeps its position v, and each v within the margin is
 * possible. If another contact slips, v may change the amplitude. Of the solution with the greatest amplitude
 * at which both are the case dA/dv is found at a fixed frequency. One solve J^T w = -dA/dQ serves all
 * contacts: dA/dv = w . R_v, and v is a tangential static force -1 in the residual R. */
#include "hbm_impl.h"
#include "release_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/problem.h>

#include <math.h>
#include <string.h>

/* Change of the amplitude, relative, that v must make within the margin. */
#define MATTERS 1e-3

typedef struct sliders {
    rdg_hbm *hb;
    double amplitude; /* of the first sensor; 0: no such solution yet */
    double *u;        /* [capacity] Q, omega, alpha, numbers */
    rdg_index capacity;
} sliders;

static void free_sliders(void *object)
{
    sliders *s = object;
    rdg_free(s->u);
    rdg_free(s);
}

static const rdg_hbm_attachment_kind attachment = {.free = free_sliders};

static bool is_contact(const rdg_hbm_element *e)
{
    return e->law->regime && e->law->margin && strcmp(e->type, "contact") == 0;
}

/* Some contact sticks all the time, and another one does not. */
static bool is_mixed(rdg_hbm *hb, const double *Q)
{
    bool sticks = false;
    bool moves = false;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_element_regime regime = rdg_hbm_element_regime(hb, i, Q);
        sticks = sticks || (regime == RDG_ELEMENT_STICKS && is_contact(rdg_hbm_element_at(hb, i)));
        moves = moves || regime == RDG_ELEMENT_SLIPS || regime == RDG_ELEMENT_OPENS;
    }
    return sticks && moves;
}

/* The first sensor at Q and, unless NULL, its derivative, [m]. */
static double amplitude_at(rdg_hbm *hb, const double *Q, double *derivative)
{
    const rdg_index *place = NULL;
    const rdg_function *f = rdg_hbm_sensor_function(hb, 0, &place);
    double *at = f ? rdg_calloc(2 * (size_t)f->n, sizeof *at) : NULL;
    double value = NAN;
    for (rdg_index i = 0; at && i < f->n; i++) {
        at[i] = Q[place[i]];
    }
    if (at && f->f(f->n, at, 1, &value, f->data) == 0 && derivative) {
        memset(derivative, 0, sizeof *derivative * (size_t)hb->m);
        f->df(f->n, at, 1, at + f->n, f->data);
        for (rdg_index i = 0; i < f->n; i++) {
            derivative[place[i]] += at[f->n + i];
        }
    }
    rdg_free(at);
    return value;
}

/* Contacts follow their force law, or are held again as a ridge does: its last assumption need not be that of
 * the solution with the greatest amplitude. */
static void hold(rdg_hbm *hb, bool as_assumed)
{
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        if (e->held) {
            e->law->hold_stuck(e->self, as_assumed);
        }
    }
}

static void see(sliders *s, rdg_problem *problem, const rdg_chart *chart)
{
    rdg_hbm *hb = s->hb;
    s->amplitude = chart->point == 0 ? 0.0 : s->amplitude;
    if (rdg_hbm_use_parameters(hb, problem, chart->u) != 0 || !is_mixed(hb, chart->u)) {
        return;
    }
    const double amplitude = amplitude_at(hb, chart->u, NULL);
    if (isfinite(amplitude) && amplitude > s->amplitude) {
        const rdg_index n = rdg_variable_count(problem);
        if (rdg_context_reserve(hb->ctx, &s->u, &s->capacity, n, sizeof *s->u) == RDG_OK) {
            s->amplitude = amplitude;
            memcpy(s->u, chart->u, sizeof *s->u * (size_t)n);
        }
    }
}

/* dA/dv of a contact by the multipliers, [m], and its margin, the range of v. */
static double slope_of(const sliders *s, const rdg_hbm_element *e, const double *multiplier, double *range)
{
    rdg_hbm *hb = s->hb;
    rdg_element_margin margin = {.value = 0.0};
    rdg_hbm_gather(hb, &hb->basis, &e->terms, e->d, s->u, hb->batch.z);
    if (e->law->margin(e->self, &hb->basis, hb->batch.z, &margin) != 0) {
        return 0.0;
    }
    *range = margin.value;
    rdg_hbm_gather(hb, &hb->basis, &e->terms, e->d, multiplier, hb->batch.z);
    const double slope = -hb->batch.z[0]; /* the tangential force is kt x - v */
    return isfinite(slope) ? slope : 0.0;
}

/* Multipliers of the equations of Q, J^T w = -dA/dQ; work: [m]. false: there are none */
static bool find_multipliers(const sliders *s, double *jacobian, double *work, double *w)
{
    rdg_hbm *hb = s->hb;
    amplitude_at(hb, s->u, work);
    return rdg_hbm_jacobian(hb->m + 2, s->u, hb->m, jacobian, hb) == 0 &&
           rdg_hbm_solve_jacobian(hb, jacobian, true, work, w) == 0;
}

static void say(const sliders *s)
{
    rdg_hbm *hb = s->hb;
    const rdg_index m = hb->m;
    double *jacobian = rdg_calloc((size_t)hb->jacobian.pattern->start[m + 2], sizeof *jacobian);
    double *work = rdg_calloc(2 * (size_t)m, sizeof *work);
    double most = 0.0;
    double slope = 0.0;
    const rdg_hbm_element *contact = NULL;
    const bool known = jacobian && work && find_multipliers(s, jacobian, work, work + m);
    for (rdg_index i = 0; known && i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        double range = 0.0;
        if (is_contact(e) && rdg_hbm_element_regime(hb, i, s->u) == RDG_ELEMENT_STICKS) {
            const double by = slope_of(s, e, work + m, &range);
            if (fabs(by) * range > most) {
                most = fabs(by) * range;
                slope = by;
                contact = e;
            }
        }
    }
    rdg_free(jacobian);
    rdg_free(work);
    if (contact && most > MATTERS * s->amplitude) {
        const char *sensor = rdg_hbm_sensor_function(hb, 0, NULL)->name;
        rdg_write(hb->ctx, RDG_CHANNEL_NOTE,
                  "note: the residual stress of \"%s\" is free at omega = %.6g rad/s: d %s/d %s.start = %.3g "
                  "m/N, %.1f %% "
                  "over the range of its slider; rdg_bounds() gives the band\n",
                  contact->name, s->u[m], sensor, contact->name, slope, 100.0 * most / s->amplitude);
    }
}

static void look(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    rdg_hbm *hb = data;
    sliders *s = rdg_hbm_attached(hb, &attachment);
    if (chart) {
        see(s, problem, chart);
    } else if (s->amplitude > 0.0) {
        if (rdg_hbm_use_parameters(hb, problem, s->u) == 0) {
            hold(hb, false);
            say(s);
            hold(hb, true);
        }
        s->amplitude = 0.0;
    }
}

static rdg_status attach(rdg_hbm *hb)
{
    sliders *s = rdg_context_calloc(hb->ctx, 1, sizeof *s);
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    s->hb = hb;
    return rdg_hbm_attach(hb, &attachment, s);
}

rdg_status rdg_hbm_look_at_sliders(rdg_hbm *hb, rdg_problem *problem)
{
    rdg_index contacts = 0;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        contacts += is_contact(rdg_hbm_element_at(hb, i));
    }
    if (contacts == 0 || hb->n_elements < 2 || !hb->basis.has_static || hb->n_sensors == 0) {
        return RDG_OK;
    }
    if (!rdg_hbm_attached(hb, &attachment)) {
        RDG_TRY(attach(hb));
    }
    return rdg_look_at_charts(problem, look, hb);
}
