/* Sliders that stick at their limit.
 *
 * Small motions leave a sticking slider where it is, but one at its limit, v = max L, can be dragged on by a
 * disturbance. With v as the coordinates of the family of residual stresses the solutions q(v) of
 * R(q, v) = 0 have dq/dv = -R_q^-1 R_v, R_q at constant sliders, and the limits follow by
 * D = d(max L)/dq dq/dv. The margin v - max L grows with v if 1 - D > 0: a slow disturbance moves the slider
 * once. Otherwise the slider runs away, the contact wedges. Transients: stability_push.c.
 *
 * What elements answer is the Jacobian with dragged sliders less that with constant ones: its static rows are
 * R_v dv/dq = -dv/dq, and R_v = -1 in these rows. */
#include "stability_drag_impl.h"

#include <math.h>
#include <string.h>

static bool has_memory(const rdg_hbm_element *e)
{
    return e->law->remembers || e->law->margin;
}

void rdg_drag_release(rdg_drag *drag)
{
    double *const arrays[] = {drag->rows, drag->columns, drag->D, drag->work, drag->moving, drag->force};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(drag->element);
    rdg_free(drag->pivot);
    *drag = (rdg_drag){0};
}

/* Without the static harmonic slider positions are not seen. */
rdg_status rdg_drag_init(rdg_drag *drag, rdg_variation *v)
{
    rdg_context *ctx = v->hb->ctx;
    *drag = (rdg_drag){0};
    for (rdg_index i = 0; v->hb->basis.has_static && i < v->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
        drag->most += has_memory(e) ? e->d : 0;
    }
    const size_t most = (size_t)drag->most, size = (size_t)v->size;
    const size_t N = (size_t)(v->clones.largest * v->clones.basis.n_coefficients);
    if (most == 0) {
        return RDG_OK;
    }
    drag->element = rdg_context_calloc(ctx, most, sizeof *drag->element);
    drag->rows = rdg_context_calloc(ctx, size * most, sizeof(double));
    drag->columns = rdg_context_calloc(ctx, size * most, sizeof(double));
    drag->D = rdg_context_calloc(ctx, most * most, sizeof(double));
    drag->work = rdg_context_calloc(ctx, 2 * most, sizeof(double));
    drag->moving = rdg_context_calloc(ctx, N * (N + 1), sizeof(double));
    drag->force = rdg_context_calloc(ctx, N, sizeof(double));
    drag->pivot = rdg_context_calloc(ctx, size, sizeof *drag->pivot);
    return rdg_error_status(ctx);
}

/* The static row of a displacement: whether its slider is dragged. A larger vibration about the same mean
 * raises max L and lowers min U, so that the change along the vibration has the sign of the direction in
 * which the slider is dragged; without vibration the force at its limit has it. */
static bool find_row(const rdg_drag *drag, const rdg_variation *v, rdg_index N, rdg_index slot, double *sign)
{
    const rdg_index nc = v->clones.basis.n_coefficients;
    double along = 0.0;
    bool is_dragged = false;
    for (rdg_index j = 0; j < N; j++) {
        const rdg_index k = slot * nc + N * j;
        const double dv = v->Fz[k] - drag->moving[k];
        is_dragged = is_dragged || dv != 0.0;
        along += j % nc > 0 ? dv * v->z[j] : 0.0;
    }
    const double direction = along != 0.0 ? along : drag->force[slot * nc];
    *sign = direction < 0.0 ? -1.0 : 1.0;
    return is_dragged;
}

static void add_row(rdg_drag *drag, const rdg_variation *v, rdg_index i, rdg_index slot, double sign)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
    const rdg_index nc = v->clones.basis.n_coefficients, N = e->d * nc;
    double *row = drag->rows + v->size * drag->n, *column = drag->columns + v->size * drag->n;
    memset(row, 0, (size_t)v->size * sizeof *row);
    memset(column, 0, (size_t)v->size * sizeof *column);
    for (rdg_index t = 0; t < e->terms.n; t++) {
        const rdg_hbm_term *term = &e->terms.term[t];
        for (rdg_index c = 0; c < nc; c++) {
            const rdg_index k = slot * nc + N * (term->slot * nc + c);
            row[v->place[c] * v->n + term->dof] += sign * term->weight * (v->Fz[k] - drag->moving[k]);
        }
        if (term->slot == slot) {
            column[v->place[0] * v->n + term->dof] += sign * term->weight;
        }
    }
    drag->element[drag->n++] = i;
}

int rdg_drag_collect(rdg_drag *drag, rdg_variation *v, const double *Q, double omega)
{
    drag->n = 0;
    for (rdg_index i = 0; drag->most > 0 && i < v->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(v->hb, i);
        if (!has_memory(e)) {
            continue;
        }
        rdg_element_result constant = {.jacobian = v->Fz, .sliders = RDG_STUCK_CONSTANT};
        rdg_element_result moving = {
            .force = drag->force, .jacobian = drag->moving, .sliders = RDG_STUCK_DRAGGED};
        void *self = v->clones.self[i];
        rdg_hbm_gather_all(&v->clones, i, Q, v->z);
        if (e->law->regime && e->law->regime(self, &v->clones.basis, v->z) != RDG_ELEMENT_STICKS) {
            continue;
        }
        int answer = e->law->evaluate(self, &v->clones.basis, v->z, omega, &constant);
        answer = answer == 0 ? e->law->evaluate(self, &v->clones.basis, v->z, omega, &moving) : answer;
        if (answer != 0) {
            return answer;
        }
        for (rdg_index slot = 0; slot < e->d; slot++) {
            double sign = 0.0;
            if (find_row(drag, v, e->d * v->clones.basis.n_coefficients, slot, &sign)) {
                add_row(drag, v, i, slot, sign);
            }
        }
    }
    return 0;
}

/* Where one of the columns is not zero. */
static bool concerns(const rdg_drag *drag, rdg_index size, rdg_index m, const rdg_index *member)
{
    for (rdg_index k = 0; k < m * drag->n; k++) {
        if (drag->columns[member[k % m] + size * (k / m)] != 0.0) {
            return true;
        }
    }
    return false;
}

bool rdg_drag_solve(rdg_drag *drag, const rdg_hill_parts *parts, const double *A, double *A_part,
                    double *x_part)
{
    const rdg_index size = parts->n, n = drag->n;
    for (rdg_index p = 0; p < parts->count; p++) {
        const rdg_index m = parts->start[p + 1] - parts->start[p], *member = parts->member + parts->start[p];
        if (!concerns(drag, size, m, member)) {
            continue;
        }
        for (rdg_index k = 0; k < m * m; k++) {
            A_part[k] = A[member[k % m] + size * member[k / m]];
        }
        for (rdg_index k = 0; k < m * n; k++) {
            x_part[k] = drag->columns[member[k % m] + size * (k / m)];
        }
        if (RDG_BLAS(LAPACKE_dgesv_work(LAPACK_COL_MAJOR, (lapack_int)m, (lapack_int)n, A_part, (lapack_int)m,
                                        drag->pivot, x_part, (lapack_int)m)) != 0) {
            return false;
        }
        for (rdg_index k = 0; k < m * n; k++) {
            drag->columns[member[k % m] + size * (k / m)] = x_part[k];
        }
    }
    return true;
}

rdg_index rdg_drag_wedging(rdg_drag *drag, rdg_index size, double *growth)
{
    const rdg_index n = drag->n;
    for (rdg_index k = 0; k < n * n; k++) {
        const double *row = drag->rows + size * (k % n), *column = drag->columns + size * (k / n);
        drag->D[k] = 0.0;
        for (rdg_index i = 0; i < size; i++) {
            drag->D[k] += row[i] * column[i];
        }
    }
    const rdg_index wedging = rdg_wedging_slider(n, drag->D, drag->work, growth);
    return wedging < 0 ? -1 : drag->element[wedging];
}
