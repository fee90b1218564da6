/* The ends of slip in the integral of t phi. Over a step of length h the trapezoidal rule errs by
 *
 *     h^2 / 12 (g_a - g_b) + O(h^5),   g = (t phi)' = t' phi + t phi'
 *
 * (Euler and Maclaurin). Between equal steps these terms cancel, so that a node has the share
 * c = (h_after^2 - h_before^2) / 12 of its g, h being the steps of slip beside it. Where slip lasts
 *
 *     t' = (N'/N - q) t + kt v,   q = kt t.v / (mu N)^2,   v = x'.
 *
 * Where the load vanishes t points along v, t' = mu N' v/|v|. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

bool rdg_cone_end_share(const rdg_cone *cone, rdg_index b, cone_end *end)
{
    const cone_node *node = &cone->node[b];
    const bool before = b > 0 && node[-1].phase == CONE_SLIP;
    const bool after = b + 1 < cone->n_nodes && node->phase == CONE_SLIP;
    const bool even = node->event == CONE_SAMPLE && before && after && node[-1].event == CONE_SAMPLE &&
                      node[1].event == CONE_SAMPLE;
    *end = (cone_end){0};
    if (!(before || after) || even) {
        return false;
    }
    const double h[2] = {before ? node->tau - node[-1].tau : 0, after ? node[1].tau - node->tau : 0};
    end->share = (h[1] * h[1] - h[0] * h[0]) / 12;
    end->by[0] = h[0] / 6;
    end->by[1] = -(h[0] + h[1]) / 6;
    end->by[2] = h[1] / 6;
    return true;
}

/* m . t' where the load vanishes, its derivatives in v and N', and second ones unless that is NULL. */
static double rate_without_load(const rdg_cone *cone, const cone_node *node, const double m[2],
                                double first[CONE_RATE_INPUTS],
                                double second[CONE_RATE_INPUTS][CONE_RATE_INPUTS])
{
    const double v[2] = {node->q[0][1], node->q[1][1]}, size = hypot(v[0], v[1]);
    const double e[2] = {v[0] / size, v[1] / size}, M = m[0] * e[0] + m[1] * e[1];
    const double slope = cone->mu * node->q[2][1];
    memset(first, 0, CONE_RATE_INPUTS * sizeof *first);
    first[5] = cone->mu * M;
    for (int i = 0; i < 2; i++) {
        first[2 + i] = slope * (m[i] - M * e[i]) / size;
        for (int j = 0; second && j < 2; j++) {
            const double turn = 3 * M * e[i] * e[j] - m[i] * e[j] - m[j] * e[i] - (i == j ? M : 0);
            second[2 + i][2 + j] = slope * turn / (size * size);
        }
        if (second) {
            second[2 + i][5] = second[5][2 + i] = cone->mu * (m[i] - M * e[i]) / size;
        }
    }
    return slope * M;
}

void rdg_cone_slip_rate(const rdg_cone *cone, const cone_node *node, double rate[2])
{
    const double N = node->q[2][0], limit = cone->mu * N;
    const double along = node->t[0] * node->q[0][1] + node->t[1] * node->q[1][1];
    if (node->event == CONE_ZERO_LOAD) {
        double first[CONE_RATE_INPUTS];
        rate[0] = rate_without_load(cone, node, (double[]){1, 0}, first, NULL);
        rate[1] = rate_without_load(cone, node, (double[]){0, 1}, first, NULL);
        return;
    }
    const double factor = node->q[2][1] / N - cone->kt * along / (limit * limit);
    for (int i = 0; i < 2; i++) {
        rate[i] = factor * node->t[i] + cone->kt * node->q[i][1];
    }
}

void rdg_cone_slip_rate_slopes(const rdg_cone *cone, const cone_node *node, const double m[2],
                               double first[CONE_RATE_INPUTS])
{
    if (node->event == CONE_ZERO_LOAD) {
        rate_without_load(cone, node, m, first, NULL);
        return;
    }
    const double *t = node->t, v[2] = {node->q[0][1], node->q[1][1]}, N = node->q[2][0], dN = node->q[2][1];
    const double g = cone->kt / (cone->mu * cone->mu * N * N), along = t[0] * v[0] + t[1] * v[1];
    const double M = m[0] * t[0] + m[1] * t[1];
    for (int i = 0; i < 2; i++) {
        first[i] = (dN / N - g * along) * m[i] - g * M * v[i];
        first[2 + i] = cone->kt * m[i] - g * M * t[i];
    }
    first[4] = M * (2 * g * along - dN / N) / N;
    first[5] = M / N;
}

void rdg_cone_slip_rate_curvature(const rdg_cone *cone, const cone_node *node, const double m[2],
                                  double second[CONE_RATE_INPUTS][CONE_RATE_INPUTS])
{
    memset(second, 0, CONE_RATE_INPUTS * sizeof *second);
    if (node->event == CONE_ZERO_LOAD) {
        double first[CONE_RATE_INPUTS];
        rate_without_load(cone, node, m, first, second);
        return;
    }
    const double *t = node->t, v[2] = {node->q[0][1], node->q[1][1]}, N = node->q[2][0], dN = node->q[2][1];
    const double g = cone->kt / (cone->mu * cone->mu * N * N), along = t[0] * v[0] + t[1] * v[1];
    const double M = m[0] * t[0] + m[1] * t[1];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            second[i][j] = -g * (v[i] * m[j] + v[j] * m[i]);
            second[i][2 + j] = second[2 + j][i] = -g * (t[j] * m[i] + (i == j ? M : 0));
        }
        second[i][4] = second[4][i] = (2 * g * (v[i] * M + along * m[i]) - dN / N * m[i]) / N;
        second[i][5] = second[5][i] = m[i] / N;
        second[2 + i][4] = second[4][2 + i] = 2 * g * t[i] * M / N;
    }
    second[4][4] = M * (2 * dN / N - 6 * g * along) / (N * N);
    second[4][5] = second[5][4] = -M / (N * N);
}

/* out += factor g of direction i */
static void add_end(const cone_node *node, const cone_rows *rows, rdg_index n, int i, const double rate[2],
                    double factor, double *out)
{
    for (rdg_index j = 0; factor != 0 && j < n; j++) {
        out[j] += factor * (rate[i] * rows->phi[0][j] + node->t[i] * rows->phi[1][j]);
    }
}

void rdg_cone_add_end_force(const rdg_cone *cone, rdg_index b, const cone_rows *rows, double *F)
{
    cone_end end;
    double rate[2];
    if (!rdg_cone_end_share(cone, b, &end)) {
        return;
    }
    rdg_cone_slip_rate(cone, &cone->node[b], rate);
    for (int i = 0; i < 2; i++) {
        add_end(&cone->node[b], rows, cone->n, i, rate, end.share, F + i * cone->n);
    }
}

/* By the instant of node b alone: of its own g, of the shares of its neighbours, and of its own. */
void rdg_cone_end_instant(const rdg_cone *cone, rdg_index b, const cone_rows *const rows[3], int i,
                          double *out)
{
    const rdg_index n = cone->n;
    memset(out, 0, (size_t)n * sizeof *out);
    for (rdg_index k = -1; k <= 1; k++) {
        cone_end end;
        double rate[2];
        if (b + k < 0 || b + k >= cone->n_nodes || !rdg_cone_end_share(cone, b + k, &end)) {
            continue;
        }
        const cone_node *node = &cone->node[b + k];
        rdg_cone_slip_rate(cone, node, rate);
        add_end(node, rows[1 + k], n, i, rate, end.by[1 - k], out);
        for (rdg_index j = 0; k == 0 && j < n; j++) {
            out[j] += end.share * (rate[i] * rows[1]->phi[1][j] + node->t[i] * rows[1]->phi[2][j]);
        }
    }
}

/* d(m . t') at a node, its instant included; [columns] */
void rdg_cone_slip_rate_row(const rdg_cone *cone, const cone_node *node, const cone_rows *rows,
                            const double m[2], double *row)
{
    double first[CONE_RATE_INPUTS], along = 0;
    rdg_cone_slip_rate_slopes(cone, node, m, first);
    for (rdg_index j = 0; j < cone->columns; j++) {
        row[j] += first[0] * rows->t[0][j] + first[1] * rows->t[1][j];
    }
    rdg_cone_add_basis(cone, row, (double[]){0, 0, first[4]}, rows->phi[0]);
    rdg_cone_add_basis(cone, row, (double[]){first[2], first[3], first[5]}, rows->phi[1]);
    along = rdg_cone_slip_rate_along(node, first);
    for (rdg_index j = 0; node->event != CONE_SAMPLE && j < cone->columns; j++) {
        row[j] += along * rows->tau[j];
    }
}

double rdg_cone_slip_rate_along(const cone_node *node, const double first[CONE_RATE_INPUTS])
{
    return first[2] * node->q[0][2] + first[3] * node->q[1][2] + first[4] * node->q[2][1] +
           first[5] * node->q[2][2];
}
