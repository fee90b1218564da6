/* The residual stress of contacts that stick while others slip or open: one line at the end of a run.
 *
 * The position w of a slider that sticks all along an orbit is not determined, and each one within its limits
 * is possible. Of the orbit with the greatest value of the first sensor A the derivative by w is found at
 * constant parameters: one solve J^T l = -dA/dy serves all sliders, y being what the orbit determines, and
 * dA/dw = A_w + l . F_w. As in harmonic balance v = kt w, and its range is the sum of both margins. */
#include "motion_impl.h"
#include "shooting_sensors_impl.h"

#include <ridgewalk/frozen.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/sparse_solve.h>

#include <math.h>
#include <string.h>

/* Change of A, relative, that v must make within its range; instants of a segment at which it is measured. */
#define MATTERS 1e-3
enum { INSTANTS = 33 };

typedef struct sliders {
    rdg_shooting *s;
    rdg_orbit_sensor *sensor;
    double greatest;      /* A of the orbits of this run so far; 0: none of them has such a slider */
    const char *contact;  /* whose residual stress changes it most; NULL: none does */
    double slope, change; /* dA/dv; of A over the range */
    double omega;
    rdg_index mode[]; /* [slots] of an orbit */
} sliders;

static const rdg_motion *motion_of(const sliders *l)
{
    return l->s->hybrid->entry_data;
}

/* The contact that is measured along a segment, and its least margins, N. */
typedef struct margins {
    const rdg_motion_mode *mode;
    const rdg_motion_element *e;
    double *u; /* [variables of the mode] */
    double least[2], stiffness;
} margins;

static int see_instant(const rdg_hybrid_state *state, void *data)
{
    margins *of = data;
    memcpy(of->u, state->x, (size_t)of->mode->n * sizeof *of->u);
    if (of->mode->motion->forced) {
        of->u[rdg_motion_variables(of->mode) - 1] = state->phi;
    }
    return rdg_motion_margins(of->mode, of->e, of->u, of->least, &of->stiffness);
}

/* The range of v along an orbit; NAN: not known */
static double range_of(const sliders *l, const double *u, const rdg_motion_element *e, double *stiffness)
{
    rdg_shooting *s = l->s;
    const rdg_index np = s->at.np;
    double share[INSTANTS];
    margins of = {.e = e, .least = {INFINITY, INFINITY}};
    of.u = rdg_calloc((size_t)(s->at.states + np + 1), sizeof *of.u);
    int answer = of.u ? 0 : -1;
    for (int i = 0; i < INSTANTS; i++) {
        share[i] = (double)i / (INSTANTS - 1);
    }
    for (rdg_index j = 0; answer == 0 && j < s->segments; j++) {
        const rdg_orbit_at a = rdg_orbit_segment_at(s, u, j);
        of.mode = rdg_motion_mode_at(motion_of(l), l->mode[j]);
        memcpy(of.u + a.n, u + s->at.p, (size_t)np * sizeof *u);
        answer = rdg_orbit_end(s, &a, false);
        answer =
            answer
                ? answer
                : rdg_flow_trace_at(s->flow, a.segment->mode, &a.segment->mesh, s->work->sigma,
                                    &(rdg_flow_instants){
                                        .share = share, .count = INSTANTS, .at = see_instant, .data = &of});
    }
    rdg_free(of.u);
    *stiffness = of.stiffness;
    return answer == 0 ? of.least[0] + of.least[1] : NAN;
}

/* The columns of what an orbit determines; a unit column for each state that is eliminated, whose row is of
 * the same number. start, row, values: [m + 1], [entries + m] */
static rdg_sparse determined(const sliders *l, const rdg_problem *p, const double *J, rdg_index *start,
                             rdg_index *row, double *values)
{
    const rdg_pattern *all = &l->s->df.pattern;
    const rdg_index m = l->s->at.m;
    rdg_index count = 0;
    for (rdg_index j = 0; j < m; j++) {
        start[j] = count;
        if (rdg_is_eliminated(p, j)) {
            row[count] = j;
            values[count++] = 1.0;
            continue;
        }
        for (rdg_index e = all->start[j]; e < all->start[j + 1]; e++) {
            if (!rdg_is_eliminated(p, all->row[e])) {
                row[count] = all->row[e];
                values[count++] = J[e];
            }
        }
    }
    start[m] = count;
    return (rdg_sparse){{.rows = m, .cols = m, .start = start, .row = row}, values};
}

/* J, the derivatives A_u, [n], and the multipliers, [m], which are 0 in the rows of eliminated states. */
static bool find_multipliers(const sliders *l, const rdg_problem *p, const double *u, double *J, double *A_u,
                             double *multiplier)
{
    rdg_shooting *s = l->s;
    const rdg_index m = s->at.m, n = s->at.n, count = s->df.pattern.start[n] + m;
    rdg_index *start = rdg_calloc((size_t)(m + 1 + count), sizeof *start);
    double *values = rdg_calloc((size_t)(count + m), sizeof *values);
    bool known =
        start && values && rdg_orbit_df(n, u, m, J, s) == 0 &&
        (l->sensor->kind == RDG_SENSOR_PEAK ? rdg_top_df : rdg_average_df)(n, u, 1, A_u, l->sensor) == 0;
    if (known) {
        const rdg_sparse A = determined(l, p, J, start, start + m + 1, values);
        double *b = values + count;
        for (rdg_index i = 0; i < m; i++) {
            b[i] = rdg_is_eliminated(p, i) ? 0.0 : -A_u[i];
        }
        known = rdg_sparse_solve_transposed(&A, b, multiplier) == 0;
    }
    rdg_free(start);
    rdg_free(values);
    return known;
}

/* dA/dw, with w the same in all segments. */
static double slope_of(const sliders *l, const rdg_motion_element *e, const double *J, const double *A_u,
                       const double *multiplier)
{
    const rdg_shooting *s = l->s;
    const rdg_pattern *all = &s->df.pattern;
    double slope = 0.0;
    for (rdg_index j = 0; j < s->segments; j++) {
        const rdg_index c =
            j * s->at.states + rdg_motion_mode_at(motion_of(l), l->mode[j])->kept[e->first_memory];
        slope += A_u[c];
        for (rdg_index k = all->start[c]; k < all->start[c + 1]; k++) {
            slope += multiplier[all->row[k]] * J[k];
        }
    }
    return slope;
}

/* The slider that changes A most. */
static void choose(sliders *l, const rdg_problem *p, const double *u)
{
    rdg_shooting *s = l->s;
    const rdg_index n = s->at.n, m = s->at.m;
    double *J = rdg_calloc((size_t)(s->df.pattern.start[n] + n + m), sizeof *J);
    double *A_u = J ? J + s->df.pattern.start[n] : NULL, *multiplier = J ? A_u + n : NULL;
    l->contact = NULL;
    l->change = 0.0;
    l->omega = u[s->at.p + s->at.omega];
    const bool known = J && find_multipliers(l, p, u, J, A_u, multiplier);
    const rdg_motion_element *e = NULL;
    while (known && (e = rdg_motion_next_resting(motion_of(l), e, s->segments, l->mode)) != NULL) {
        double stiffness = 0.0;
        const double range = range_of(l, u, e, &stiffness);
        const double slope = isfinite(range) ? slope_of(l, e, J, A_u, multiplier) / stiffness : 0.0;
        if (isgreater(fabs(slope) * range, l->change)) {
            l->change = fabs(slope) * range;
            l->slope = slope;
            l->contact = e->of.name;
        }
    }
    rdg_free(J);
}

/* Contacts change their states along the orbit, and one sticks all along it. */
static bool is_mixed(sliders *l)
{
    const rdg_shooting *s = l->s;
    bool changes = false;
    for (rdg_index j = 0; j < s->segments; j++) {
        l->mode[j] = s->segment[j].mode;
        changes = changes || l->mode[j] != l->mode[0];
    }
    return changes && rdg_motion_next_resting(motion_of(l), NULL, s->segments, l->mode);
}

static void see(sliders *l, const rdg_problem *p, const double *u)
{
    const rdg_shooting *s = l->s;
    double A = NAN;
    if (is_mixed(l) &&
        (l->sensor->kind == RDG_SENSOR_PEAK ? rdg_top_f : rdg_average_f)(s->at.n, u, 1, &A, l->sensor) == 0 &&
        isgreater(A, l->greatest)) {
        l->greatest = A;
        choose(l, p, u);
    }
}

static void look(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    sliders *l = data;
    if (chart) {
        l->greatest = chart->point == 0 ? 0.0 : l->greatest;
        l->contact = chart->point == 0 ? NULL : l->contact;
        see(l, problem, chart->u);
    } else if (l->contact && l->change > MATTERS * l->greatest) {
        rdg_write(l->s->ctx, RDG_CHANNEL_NOTE,
                  "note: the residual stress of \"%s\" is free at omega = %.6g rad/s: d %s/d %s.start = %.3g "
                  "m/N, %.1f %% over the range of its slider; rdg_bounds() gives the band\n",
                  l->contact, l->omega, l->sensor->name, l->contact, l->slope,
                  100.0 * l->change / l->greatest);
    }
}

/* Half of a symmetric orbit determines its sliders: v becomes -v half a period later. */
rdg_status rdg_sensors_look_at_sliders(rdg_problem *p, rdg_orbit_sensor *sensor)
{
    rdg_shooting *s = sensor->all->s;
    if (!s->at.forced || s->symmetry) {
        return RDG_OK;
    }
    sliders *l = rdg_context_calloc(s->ctx, 1, sizeof *l + (size_t)s->at.slots * sizeof *l->mode);
    if (!l || rdg_context_own(s->ctx, l, rdg_free) != RDG_OK) {
        return RDG_ERR_NO_MEMORY;
    }
    l->s = s;
    l->sensor = sensor;
    return rdg_look_at_charts(p, look, l);
}
