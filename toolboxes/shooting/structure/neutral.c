/* Memory that gives an orbit a multiplier of 1, whatever the orbit is: positions of sliders that stick, and
 * conditions that the motion of a slider keeps. */
#include "motion_impl.h"

#include <ridgewalk/hybrid_of.h>

#include <math.h>
#include <string.h>

typedef rdg_index count_of_part(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index part,
                                double *work);

/* Whether no state changes the memory of a part. A rate that is zero at one state, with its derivatives, is
 * zero at all of them; numbers of the state are all different, so that no spring is without a stretch.
 * work: [n + m + m n] */
static bool rests(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index part, double *work)
{
    double *w = work + e->n, *dw = w + e->m;
    for (rdg_index i = 0; i < e->n; i++) {
        work[i] = (double)(i + 1);
    }
    memset(w, 0, (size_t)(e->m * (e->n + 1)) * sizeof *w);
    const rdg_law_state at = {
        .x = work, .v = work + e->d, .w = work + 2 * e->d, .status = mode->status + e->first_part};
    e->regimes->rate(e->self, e->d, &at, &(rdg_law_rate){.w = w, .dw = dw});
    for (rdg_index k = 0; k < e->m * (e->n + 1); k++) {
        if (k % e->m / e->memory == part && w[k] != 0.0) { /* dw is behind w, column by column */
            return false;
        }
    }
    return true;
}

static rdg_index count_resting(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index part,
                               double *work)
{
    return rests(mode, e, part, work) ? e->memory : 0;
}

static rdg_index count_constraints(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index part,
                                   double *work)
{
    (void)work;
    return e->regimes->constraints ? e->regimes->constraints(e->self, mode->status[e->first_part + part]) : 0;
}

const rdg_motion_mode *rdg_motion_mode_at(const rdg_motion *m, rdg_index place)
{
    for (rdg_index i = 0; i < m->n_modes; i++) {
        if (m->mode[i]->place == place) {
            return m->mode[i];
        }
    }
    return NULL;
}

/* Whether a part is in one contact state in all modes, and has its memory among the states. */
static bool is_steady(const rdg_motion *m, rdg_index part, rdg_index memory, rdg_index count,
                      const rdg_index *modes)
{
    const rdg_motion_mode *first = rdg_motion_mode_at(m, modes[0]);
    for (rdg_index i = 0; first && i < count; i++) {
        const rdg_motion_mode *mode = rdg_motion_mode_at(m, modes[i]);
        if (!mode || mode->kept[memory] < 0 || mode->status[part] != first->status[part]) {
            return false;
        }
    }
    return first;
}

/* The sum over parts that are in one contact state in all modes. */
static rdg_index count_neutral(rdg_hybrid *h, rdg_index count, const rdg_index *modes, count_of_part *of)
{
    RDG_ENTER(h, h->ctx, 0);
    if (count > 0 && !modes) {
        RDG_FAIL(h->ctx, RDG_ERR_ARGUMENT, "the phases of \"%s\" are NULL", h->name);
        return 0;
    }
    const rdg_motion *m = rdg_motion_of(h, "rdg_hybrid_stuck");
    rdg_index sum = 0;
    for (rdg_index i = 0; m && count > 0 && i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        const size_t size = (size_t)(e->n + e->m + e->m * e->n);
        double *work = e->memory > 0 ? rdg_context_calloc(m->ctx, size, sizeof *work) : NULL;
        for (rdg_index part = 0; work && part < e->parts; part++) {
            if (is_steady(m, e->first_part + part, e->first_memory + e->memory * part, count, modes)) {
                sum += of(rdg_motion_mode_at(m, modes[0]), e, part, work);
            }
        }
        rdg_free(work);
    }
    return rdg_error_status(h->ctx) == RDG_OK ? sum : 0;
}

const rdg_motion_element *rdg_motion_next_resting(const rdg_motion *m, const rdg_motion_element *after,
                                                  rdg_index count, const rdg_index *modes)
{
    const rdg_motion_mode *mode = rdg_motion_mode_at(m, modes[0]);
    for (rdg_index i = after ? after->index + 1 : 0; mode && i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        if (strcmp(e->of.kind.type, "contact") == 0 &&
            is_steady(m, e->first_part, e->first_memory, count, modes)) {
            return e;
        }
    }
    return NULL;
}

int rdg_motion_margins(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                       double *least, double *stiffness)
{
    rdg_motion_workspace *workspace = rdg_motion_enter(mode->motion);
    int answer = workspace ? 0 : -1;
    for (int k = 0; answer == 0 && k < 2; k++) {
        const rdg_asked asked = rdg_ask_law(mode, e, (rdg_law_question){.what = RDG_LAW_EVENT, .event = k});
        rdg_motion_look(mode, e, u, workspace);
        answer = rdg_answer(workspace, &asked, true);
        if (answer == 0) {
            least[k] = fmin(least[k], workspace->value[0]);
            *stiffness = fabs(workspace->slope[2 * e->d]);
        }
    }
    rdg_motion_leave(mode->motion, workspace);
    return answer;
}

rdg_index rdg_hybrid_stuck(rdg_hybrid *h, rdg_index count, const rdg_index *modes)
{
    return count_neutral(h, count, modes, count_resting);
}

rdg_index rdg_hybrid_constraints(rdg_hybrid *h, rdg_index count, const rdg_index *modes)
{
    return count_neutral(h, count, modes, count_constraints);
}

/* What an element sees of displacements and velocities. */
static void take_displacements(const rdg_motion *m, const rdg_motion_element *e, const double *x, double *y)
{
    for (rdg_index i = 0; i < e->d; i++) {
        const rdg_weights *at = &e->at[i];
        y[i] = y[e->d + i] = 0.0;
        for (rdg_index k = 0; k < at->n; k++) {
            y[i] += at->weight[k] * x[at->dof[k]];
            y[e->d + i] += at->weight[k] * x[m->n + at->dof[k]];
        }
    }
}

static rdg_status project_element(const rdg_motion_mode *mode, const rdg_motion_element *e, double *x)
{
    const rdg_motion *m = mode->motion;
    double *y = rdg_context_calloc(m->ctx, (size_t)e->n, sizeof *y);
    if (!y) {
        return RDG_ERR_NO_MEMORY;
    }
    take_displacements(m, e, x, y);
    const rdg_law_state at = {.x = y, .v = y + e->d, .status = mode->status + e->first_part};
    for (rdg_index part = 0; part < e->parts; part++) {
        const rdg_index kept = mode->kept[e->first_memory + e->memory * part];
        if (kept >= 0 && count_constraints(mode, e, part, NULL) > 0) {
            e->regimes->project(e->self, e->d, part, &at, x + kept);
        }
    }
    rdg_free(y);
    return RDG_OK;
}

rdg_status rdg_hybrid_project(rdg_hybrid *h, rdg_index mode, double *x)
{
    RDG_ENTER(h, h->ctx, RDG_ERR_EARLIER);
    RDG_NEED(h->ctx, x, RDG_ERR_ARGUMENT);
    const rdg_motion *m = rdg_motion_of(h, __func__);
    const rdg_motion_mode *at = m ? rdg_motion_mode_at(m, mode) : NULL;
    for (rdg_index i = 0; at && i < m->n_elements; i++) {
        const rdg_law_regimes *r = m->element[i].regimes;
        if (r && r->constraints && r->project) {
            RDG_TRY(project_element(at, &m->element[i], x));
        }
    }
    return rdg_error_status(h->ctx);
}
