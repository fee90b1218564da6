/* What an element sees of the variables of a mode: x, v, w, numbers. */
#include "motion_impl.h"

#include <string.h>

void rdg_motion_look(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                     rdg_motion_workspace *workspace)
{
    const rdg_index n = mode->motion->n;
    double *a = workspace->a;
    memset(a, 0, (size_t)(e->n + e->n_numbers) * sizeof *a);
    for (rdg_index i = 0; i < e->d; i++) {
        for (rdg_index t = 0; t < e->at[i].n; t++) {
            a[i] += e->at[i].weight[t] * u[e->at[i].dof[t]];
            a[e->d + i] += e->at[i].weight[t] * u[n + e->at[i].dof[t]];
        }
    }
    for (rdg_index k = 0; k < e->m; k++) {
        const rdg_index kept = mode->kept[e->first_memory + k];
        a[2 * e->d + k] = kept >= 0 ? u[kept] : 0.0;
    }
    for (rdg_index k = 0; k < e->n_numbers; k++) {
        a[e->n + k] = u[mode->n + e->number[k].parameter];
    }
}

/* The variables that an argument depends on, and how: space->column, space->weight. returns how many */
static rdg_index motion_argument(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index argument,
                                 rdg_motion_workspace *workspace)
{
    const rdg_index d = e->d;
    if (argument < 2 * d) {
        const rdg_weights *at = &e->at[argument % d];
        const rdg_index shift = argument < d ? 0 : mode->motion->n;
        for (rdg_index t = 0; t < at->n; t++) {
            workspace->column[t] = shift + at->dof[t];
            workspace->weight[t] = at->weight[t];
        }
        return at->n;
    }
    workspace->column[0] = argument < e->n ? mode->kept[e->first_memory + argument - 2 * d]
                                           : mode->n + e->number[argument - e->n].parameter;
    workspace->weight[0] = 1.0;
    return workspace->column[0] >= 0;
}

void rdg_motion_scatter(const rdg_motion_mode *mode, const rdg_asked *asked, rdg_index i, rdg_index row,
                        rdg_index rows, double factor, rdg_motion_workspace *workspace, double *values)
{
    const rdg_motion_element *e = asked->element;
    for (rdg_index j = 0; j < e->n + e->n_numbers; j++) {
        const double slope = factor * workspace->slope[i + asked->values * j];
        if (slope == 0.0) {
            continue;
        }
        const rdg_index count = motion_argument(mode, e, j, workspace);
        for (rdg_index t = 0; t < count; t++) {
            values[row + rows * workspace->column[t]] += slope * workspace->weight[t];
        }
    }
}

/* One row of a square of arguments along one variable. */
static void scatter_row(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *row,
                        rdg_index stride, rdg_index variable, double factor, rdg_motion_workspace *workspace,
                        double *values)
{
    const rdg_index nu = rdg_motion_variables(mode);
    for (rdg_index j = 0; j < e->n + e->n_numbers; j++) {
        if (row[stride * j] == 0.0) {
            continue;
        }
        const rdg_index count = motion_argument(mode, e, j, workspace);
        for (rdg_index t = 0; t < count; t++) {
            values[variable + nu * workspace->column[t]] += factor * row[stride * j] * workspace->weight[t];
        }
    }
}

void rdg_motion_scatter_curve(const rdg_motion_mode *mode, const rdg_asked *asked,
                              rdg_motion_workspace *workspace, double *values)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index na = e->n + e->n_numbers;
    for (rdg_index i = 0; i < na; i++) {
        const rdg_index count = motion_argument(mode, e, i, workspace);
        for (rdg_index t = 0; t < count; t++) {
            motion_argument(mode, e, i, workspace); /* the row has others in its place */
            scatter_row(mode, e, workspace->curve + i, na, workspace->column[t], workspace->weight[t],
                        workspace, values);
        }
    }
}
