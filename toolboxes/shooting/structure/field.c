/* The motion in a mode. */
#include "motion_impl.h"

#include <math.h>
#include <string.h>

static bool is_outside(const rdg_motion_mode *mode, const double *u)
{
    const rdg_motion *m = mode->motion;
    for (rdg_index k = 0; k < m->np; k++) {
        if (!(u[mode->n + k] >= m->least[k])) {
            return true;
        }
    }
    return false;
}

/* Whether an element keeps any memory in this mode. */
static bool keeps(const rdg_motion_mode *mode, const rdg_motion_element *e)
{
    for (rdg_index k = 0; k < e->m; k++) {
        if (mode->kept[e->first_memory + k] >= 0) {
            return true;
        }
    }
    return false;
}

static const rdg_law_question rate = {.what = RDG_LAW_RATE};

/* What an element adds to the field or to its derivatives; lambda: the multipliers of second ones, or NULL */
typedef int add_one(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                    const double *lambda, rdg_motion_workspace *workspace, double *values);

static int add_elements(const rdg_motion_mode *mode, add_one *add, const double *u, const double *lambda,
                        double *values)
{
    const rdg_motion *m = mode->motion;
    rdg_motion_workspace *workspace = m->n_elements > 0 ? rdg_motion_enter(m) : NULL;
    int answer = workspace || m->n_elements == 0 ? 0 : -1;
    for (rdg_index i = 0; i < m->n_elements && answer == 0; i++) {
        answer = add(mode, &m->element[i], u, lambda, workspace, values);
    }
    rdg_motion_leave(m, workspace);
    return answer;
}

/* One force, or rate of a memory, in a row of the field, or its slopes in those of the derivatives */
static void put(const rdg_motion_mode *mode, const rdg_asked *asked, rdg_index i, rdg_index row,
                double factor, bool slopes, rdg_motion_workspace *workspace, double *values)
{
    if (slopes) {
        rdg_motion_scatter(mode, asked, i, row, mode->n, factor, workspace, values);
    } else {
        values[row] += factor * workspace->value[i];
    }
}

static int add_asked(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u, bool slopes,
                     rdg_motion_workspace *workspace, double *values)
{
    const rdg_asked force = rdg_ask_force(mode, e);
    rdg_motion_look(mode, e, u, workspace);
    int answer = rdg_answer(workspace, &force, slopes);
    for (rdg_index i = 0; i < e->d && answer == 0; i++) {
        for (rdg_index k = e->push.start[i]; k < e->push.start[i + 1]; k++) {
            put(mode, &force, i, mode->motion->n + e->push.row[k], -e->push.value[k], slopes, workspace,
                values);
        }
    }
    if (answer == 0 && keeps(mode, e)) {
        const rdg_asked memory = rdg_ask_law(mode, e, rate);
        answer = rdg_answer(workspace, &memory, slopes);
        for (rdg_index k = 0; k < e->m && answer == 0; k++) {
            const rdg_index kept = mode->kept[e->first_memory + k];
            if (kept >= 0) {
                put(mode, &memory, k, kept, 1.0, slopes, workspace, values);
            }
        }
    }
    return answer;
}

static int add_element(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                       const double *lambda, rdg_motion_workspace *workspace, double *y)
{
    (void)lambda;
    return add_asked(mode, e, u, false, workspace, y);
}

static int add_element_slopes(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                              const double *lambda, rdg_motion_workspace *workspace, double *values)
{
    (void)lambda;
    return add_asked(mode, e, u, true, workspace, values);
}

/* y -= A x */
static void subtract(rdg_index n, const rdg_columns *A, const double *x, double *y)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index k = A->start[j]; k < A->start[j + 1]; k++) {
            y[A->row[k]] -= A->value[k] * x[j];
        }
    }
}

static int f(rdg_index nu, const double *u, rdg_index rows, double *y, void *data)
{
    const rdg_motion_mode *mode = data;
    const rdg_motion *m = mode->motion;
    (void)nu;
    (void)rows;
    if (is_outside(mode, u)) {
        return 1;
    }
    memcpy(y, u + m->n, (size_t)m->n * sizeof *y);
    memset(y + m->n, 0, (size_t)(mode->n - m->n) * sizeof *y);
    subtract(m->n, &m->K, u, y + m->n);
    subtract(m->n, &m->C, u + m->n, y + m->n);
    rdg_motion_add_loads(m, mode->n, u, y);
    return add_elements(mode, add_element, u, NULL, y);
}

static void subtract_matrix(const rdg_motion *m, const rdg_columns *A, rdg_index first, rdg_index rows,
                            double *values)
{
    for (rdg_index j = 0; j < m->n; j++) {
        for (rdg_index k = A->start[j]; k < A->start[j + 1]; k++) {
            values[m->n + A->row[k] + rows * (first + j)] -= A->value[k];
        }
    }
}

static int df(rdg_index nu, const double *u, rdg_index rows, double *values, void *data)
{
    const rdg_motion_mode *mode = data;
    const rdg_motion *m = mode->motion;
    (void)nu;
    if (is_outside(mode, u)) {
        return 1;
    }
    for (rdg_index i = 0; i < m->n; i++) {
        values[i + rows * (m->n + i)] = 1.0;
    }
    subtract_matrix(m, &m->K, 0, rows, values);
    subtract_matrix(m, &m->C, m->n, rows, values);
    rdg_motion_add_load_slopes(m, mode->n, u, values);
    return add_elements(mode, add_element_slopes, u, NULL, values);
}

static int add_element_curve(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                             const double *lambda, rdg_motion_workspace *workspace, double *values)
{
    const rdg_asked force = rdg_ask_force(mode, e);
    rdg_motion_look(mode, e, u, workspace);
    for (rdg_index i = 0; i < e->d; i++) {
        workspace->mu[i] = 0.0;
        for (rdg_index k = e->push.start[i]; k < e->push.start[i + 1]; k++) {
            workspace->mu[i] -= e->push.value[k] * lambda[mode->motion->n + e->push.row[k]];
        }
    }
    int answer = rdg_answer_curve(workspace, &force);
    rdg_motion_scatter_curve(mode, &force, workspace, values);
    if (answer == 0 && keeps(mode, e)) {
        const rdg_asked memory = rdg_ask_law(mode, e, rate);
        for (rdg_index k = 0; k < e->m; k++) {
            const rdg_index kept = mode->kept[e->first_memory + k];
            workspace->mu[k] = kept >= 0 ? lambda[kept] : 0.0;
        }
        answer = rdg_answer_curve(workspace, &memory);
        rdg_motion_scatter_curve(mode, &memory, workspace, values);
    }
    return answer;
}

static int d2f(rdg_index nu, const double *u, rdg_index rows, const double *lambda, double *values,
               void *data)
{
    const rdg_motion_mode *mode = data;
    const rdg_motion *m = mode->motion;
    (void)nu;
    (void)rows;
    if (is_outside(mode, u)) {
        return 1;
    }
    rdg_motion_add_load_curves(m, mode->n, u, lambda, values);
    return add_elements(mode, add_element_curve, u, lambda, values);
}

const rdg_hybrid_function rdg_motion_field = {.f = f, .df = df, .d2f = d2f};
