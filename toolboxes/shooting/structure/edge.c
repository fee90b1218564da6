/* Where a mode ends, and how the motion goes on: of one part of an element, or of several that go together.
 */
#include "motion_impl.h"

#include <string.h>

/* The one function of an edge: of its surface, or the choice of what follows it. */
static int single(const rdg_motion_edge *edge, rdg_law_answer what, const double *u, const double *lambda,
                  double *value, double *slopes, double *curve)
{
    const rdg_motion_mode *mode = edge->from;
    const rdg_asked asked = rdg_ask_law(
        mode, edge->element,
        (rdg_law_question){.what = what, .part = edge->part, .event = edge->event, .choice = edge->choice});
    rdg_motion_workspace *workspace = rdg_motion_enter(mode->motion);
    if (!workspace) {
        return -1;
    }
    rdg_motion_look(mode, edge->element, u, workspace);
    int answer = 0;
    if (curve) {
        workspace->mu[0] = lambda[0];
        answer = rdg_answer_curve(workspace, &asked);
        rdg_motion_scatter_curve(mode, &asked, workspace, curve);
    } else {
        answer = rdg_answer(workspace, &asked, slopes != NULL);
    }
    if (value) {
        *value = workspace->value[0];
    }
    if (slopes) {
        rdg_motion_scatter(mode, &asked, 0, 0, 1, 1.0, workspace, slopes);
    }
    rdg_motion_leave(mode->motion, workspace);
    return answer;
}

static int surface_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_EVENT, u, NULL, y, NULL, NULL);
}

static int surface_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_EVENT, u, NULL, NULL, values, NULL);
}

static int surface_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                       void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_EVENT, u, lambda, NULL, NULL, values);
}

static int guard_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_CHOICE, u, NULL, y, NULL, NULL);
}

static int guard_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_CHOICE, u, NULL, NULL, values, NULL);
}

static int guard_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)n, (void)m;
    return single(data, RDG_LAW_CHOICE, u, lambda, NULL, NULL, values);
}

/* Whether a part goes through the edge: it, or one that has the same contact state and goes with it. */
static bool goes(const rdg_motion_edge *edge, rdg_index part)
{
    const rdg_motion_element *e = edge->element;
    const int *before = edge->from->status + e->first_part;
    return part == edge->part || (e->regimes->together && before[part] == before[edge->part] &&
                                  e->regimes->together(e->self, before[part]));
}

/* Displacements, velocities, and the memory that is kept as it was. */
static void keep(const rdg_motion_edge *edge, const double *u, double *y, double *values)
{
    const rdg_motion_mode *from = edge->from, *to = edge->to;
    const rdg_motion *m = from->motion;
    for (rdg_index i = 0; i < 2 * m->n; i++) {
        if (y) {
            y[i] = u[i];
        } else {
            values[i + to->n * i] = 1.0;
        }
    }
    for (rdg_index k = 0; k < m->memory; k++) {
        const rdg_index before = from->kept[k], after = to->kept[k];
        if (before < 0 || after < 0) {
            continue;
        }
        if (y) {
            y[after] = u[before];
        } else {
            values[after + to->n * before] = 1.0;
        }
    }
}

/* One row of the reset is not that of memory which is kept. */
static void clear_row(const rdg_motion_edge *edge, rdg_index row, double *values)
{
    const rdg_index nu = rdg_motion_variables(edge->from);
    for (rdg_index j = 0; j < nu; j++) {
        values[row + edge->to->n * j] = 0.0;
    }
}

static int pass(const rdg_motion_edge *edge, rdg_index part, const double *u, const double *lambda,
                rdg_motion_workspace *workspace, double *y, double *values)
{
    const rdg_motion_element *e = edge->element;
    const rdg_motion_mode *to = edge->to;
    const rdg_asked asked = rdg_ask_law(
        edge->from, e, (rdg_law_question){.what = RDG_LAW_PASS, .part = part, .event = edge->event});
    const rdg_index *kept = to->kept + e->first_memory + e->memory * part;
    if (e->memory == 0 || kept[0] < 0) {
        return 0;
    }
    rdg_motion_look(edge->from, e, u, workspace);
    if (lambda) {
        for (rdg_index k = 0; k < e->memory; k++) {
            workspace->mu[k] = lambda[kept[k]];
        }
        const int answer = rdg_answer_curve(workspace, &asked);
        rdg_motion_scatter_curve(edge->from, &asked, workspace, values);
        return answer;
    }
    const int answer = rdg_answer(workspace, &asked, values != NULL);
    for (rdg_index k = 0; k < e->memory; k++) {
        if (y) {
            y[kept[k]] = workspace->value[k];
        } else {
            clear_row(edge, kept[k], values);
            rdg_motion_scatter(edge->from, &asked, k, kept[k], to->n, 1.0, workspace, values);
        }
    }
    return answer;
}

static int reset(const rdg_motion_edge *edge, const double *u, const double *lambda, double *y,
                 double *values)
{
    const rdg_motion *m = edge->from->motion;
    rdg_motion_workspace *workspace = rdg_motion_enter(m);
    int answer = workspace ? 0 : -1;
    if (!lambda) {
        keep(edge, u, y, values);
    }
    for (rdg_index part = 0; part < edge->element->parts && answer == 0; part++) {
        answer = goes(edge, part) ? pass(edge, part, u, lambda, workspace, y, values) : 0;
    }
    rdg_motion_leave(m, workspace);
    return answer;
}

static int reset_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    return reset(data, u, NULL, y, NULL);
}

static int reset_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m;
    return reset(data, u, NULL, NULL, values);
}

static int reset_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)n, (void)m;
    return reset(data, u, lambda, NULL, values);
}

const rdg_hybrid_function rdg_motion_surface = {.f = surface_f, .df = surface_df, .d2f = surface_d2f};
const rdg_hybrid_function rdg_motion_reset = {.f = reset_f, .df = reset_df, .d2f = reset_d2f};
const rdg_hybrid_function rdg_motion_guard = {.f = guard_f, .df = guard_df, .d2f = guard_d2f};
