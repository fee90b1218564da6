/* What an element sees of the variables of a mode: x, v, w, numbers. */
#include "motion_impl.h"

#include <string.h>

void rdg_motion_look(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *u,
                     rdg_motion_room *room)
{
    const rdg_index n = mode->motion->n;
    double *a = room->a;
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

/* The variables that an argument depends on, and how: room->column, room->weight. returns how many */
static rdg_index motion_argument(const rdg_motion_mode *mode, const rdg_motion_element *e, rdg_index argument,
                                 rdg_motion_room *room)
{
    const rdg_index d = e->d;
    if (argument < 2 * d) {
        const rdg_weights *at = &e->at[argument % d];
        const rdg_index shift = argument < d ? 0 : mode->motion->n;
        for (rdg_index t = 0; t < at->n; t++) {
            room->column[t] = shift + at->dof[t];
            room->weight[t] = at->weight[t];
        }
        return at->n;
    }
    room->column[0] = argument < e->n ? mode->kept[e->first_memory + argument - 2 * d]
                                      : mode->n + e->number[argument - e->n].parameter;
    room->weight[0] = 1.0;
    return room->column[0] >= 0;
}

void rdg_motion_scatter(const rdg_motion_mode *mode, const rdg_asked *asked, rdg_index i, rdg_index row,
                        rdg_index rows, double factor, rdg_motion_room *room, double *values)
{
    const rdg_motion_element *e = asked->element;
    for (rdg_index j = 0; j < e->n + e->n_numbers; j++) {
        const double slope = factor * room->slope[i + asked->values * j];
        if (slope == 0.0) {
            continue;
        }
        const rdg_index count = motion_argument(mode, e, j, room);
        for (rdg_index t = 0; t < count; t++) {
            values[row + rows * room->column[t]] += slope * room->weight[t];
        }
    }
}

/* One row of a square of arguments along one variable. */
static void scatter_row(const rdg_motion_mode *mode, const rdg_motion_element *e, const double *row,
                        rdg_index stride, rdg_index variable, double factor, rdg_motion_room *room,
                        double *values)
{
    const rdg_index nu = rdg_motion_variables(mode);
    for (rdg_index j = 0; j < e->n + e->n_numbers; j++) {
        if (row[stride * j] == 0.0) {
            continue;
        }
        const rdg_index count = motion_argument(mode, e, j, room);
        for (rdg_index t = 0; t < count; t++) {
            values[variable + nu * room->column[t]] += factor * row[stride * j] * room->weight[t];
        }
    }
}

void rdg_motion_scatter_curve(const rdg_motion_mode *mode, const rdg_asked *asked, rdg_motion_room *room,
                              double *values)
{
    const rdg_motion_element *e = asked->element;
    const rdg_index na = e->n + e->n_numbers;
    for (rdg_index i = 0; i < na; i++) {
        const rdg_index count = motion_argument(mode, e, i, room);
        for (rdg_index t = 0; t < count; t++) {
            motion_argument(mode, e, i, room); /* the row has others in its place */
            scatter_row(mode, e, room->curve + i, na, room->column[t], room->weight[t], room, values);
        }
    }
}
