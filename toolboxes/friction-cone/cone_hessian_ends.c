/* Second derivatives of the integral of t phi at the ends of its steps: by the instants at which phases begin
 * and end, and of (t phi)' there (cone_ends.c). */
#include "cone_collect_impl.h"

/* Second derivatives of the share (u_a + u_b) / 2 . (M_b - M_a) of a step of stick in the instant of one end
 * of it, besides those of the motion, and of kt int m . x up to there. */
static void collect_stuck_end(cone_collection *c, double sign, const cone_node *node, const cone_rows *rows,
                              const double *both, const double u[2])
{
    const rdg_cone *cone = c->cone;
    const double kt = sign * cone->kt;
    double *sum = cone_clear(c, cone->scratch), slope = 0;
    for (int i = 0; i < 2; i++) {
        cone_add(c, 0.5 * sign * node->m[i][1], both + cone->columns * i, sum);
        slope += sign * 0.5 * node->m[i][2] * u[i];
        slope += kt * (node->m[i][2] * node->q[i][0] + node->m[i][1] * node->q[i][1]);
    }
    rdg_cone_add_basis(cone, sum, (double[]){kt * node->m[0][1], kt * node->m[1][1], 0}, rows->phi[0]);
    cone_add(c, 0.5 * slope, rows->tau, sum);
    cone_push_both(c, 1, rows->tau, sum);
}

void rdg_cone_collect_stuck(cone_collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                            const cone_rows *to)
{
    rdg_cone *cone = c->cone;
    double u[2], then[2], *both = cone->input, *row = cone->scratch;
    rdg_cone_slider(cone, a, u);
    rdg_cone_slider(cone, b, then);
    for (int i = 0; i < 2; i++) {
        u[i] += then[i];
        rdg_cone_slider_row(cone, a, from, i, both + cone->columns * i);
        rdg_cone_slider_row(cone, b, to, i, row);
        cone_add(c, 1, row, both + cone->columns * i);
    }
    if (a->event != CONE_SAMPLE) {
        collect_stuck_end(c, -1, a, from, both, u);
    }
    if (b->event != CONE_SAMPLE) {
        collect_stuck_end(c, 1, b, to, both, u);
    }
}

/* row += d(m . t) */
static void add_weighted(const cone_collection *c, const cone_node *node, const cone_rows *rows, double *row)
{
    cone_add(c, node->m[0][1], rows->t[0], row);
    cone_add(c, node->m[1][1], rows->t[1], row);
    if (node->event != CONE_SAMPLE) {
        cone_add(c, node->m[0][2] * node->t[0] + node->m[1][2] * node->t[1], rows->tau, row);
    }
}

/* Second derivatives of the share h/2 (m_a . t_a + m_b . t_b) of a step of slip in the instant of one end. */
static void collect_slip_end(cone_collection *c, double h, double sign, const cone_node *node,
                             const cone_rows *rows, const double *both)
{
    double *sum = cone_clear(c, c->cone->scratch + c->cone->N);
    cone_add(c, 0.5 * sign, both, sum);
    for (int i = 0; i < 2; i++) {
        cone_add(c, 0.5 * h * node->m[i][2], rows->t[i], sum);
        cone_add(c, 0.25 * h * node->m[i][3] * node->t[i], rows->tau, sum);
    }
    cone_push_both(c, 1, rows->tau, sum);
}

/* d(m . t' + m' . t) at a node */
static void add_end_row(const cone_collection *c, const cone_node *node, const cone_rows *rows, double *row)
{
    double rate[2];
    rdg_cone_slip_rate_row(c->cone, node, rows, (double[]){node->m[0][1], node->m[1][1]}, row);
    rdg_cone_slip_rate(c->cone, node, rate);
    for (int s = 0; s < 2; s++) {
        cone_add(c, node->m[s][2], rows->t[s], row);
        if (node->event != CONE_SAMPLE) {
            cone_add(c, node->m[s][2] * rate[s] + node->m[s][3] * node->t[s], rows->tau, row);
        }
    }
}

/* h^2/12 (G_a - G_b), G = m . t' + m' . t, by h. */
static void collect_end_time(cone_collection *c, const cone_node *a, const cone_node *b,
                             const cone_rows *from, const cone_rows *to)
{
    const rdg_index columns = c->cone->columns;
    const double h = b->tau - a->tau;
    double *dh = cone_clear(c, c->cone->scratch), *sum = c->cone->scratch + columns,
           *row = c->cone->scratch + 2 * columns;
    cone_add_time(c, 1, a, b, from, to, dh);
    memset(sum, 0, (size_t)columns * sizeof *sum);
    for (int end = 0; end < 2; end++) {
        const cone_node *node = end == 0 ? a : b;
        const double sign = end == 0 ? 1 : -1;
        double rate[2];
        memset(row, 0, (size_t)columns * sizeof *row);
        add_end_row(c, node, end == 0 ? from : to, row);
        cone_add(c, sign * h / 6, row, sum);
        rdg_cone_slip_rate(c->cone, node, rate);
        for (int s = 0; s < 2; s++) {
            cone_add(c, sign / 12 * (node->m[s][1] * rate[s] + node->m[s][2] * node->t[s]), dh, sum);
        }
    }
    cone_push_both(c, 1, dh, sum);
}

void rdg_cone_collect_slip(cone_collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                           const cone_rows *to)
{
    const double h = b->tau - a->tau;
    double *both = cone_clear(c, c->cone->scratch);
    add_weighted(c, a, from, both);
    add_weighted(c, b, to, both);
    if (a->event != CONE_SAMPLE) {
        collect_slip_end(c, h, -1, a, from, both);
    }
    if (b->event != CONE_SAMPLE) {
        collect_slip_end(c, h, 1, b, to, both);
    }
    if (a->event != CONE_SAMPLE || b->event != CONE_SAMPLE) {
        collect_end_time(c, a, b, from, to);
    }
}

/* The share of node i times the second derivatives of G. */
void rdg_cone_collect_end(cone_collection *c, rdg_index i, const cone_rows *rows)
{
    rdg_cone *cone = c->cone;
    const rdg_index columns = cone->columns;
    const cone_node *node = &cone->node[i];
    const double m[2] = {node->m[0][1], node->m[1][1]};
    double first[CONE_RATE_INPUTS], second[CONE_RATE_INPUTS][CONE_RATE_INPUTS], *row[CONE_RATE_INPUTS];
    cone_end end;
    if (!rdg_cone_end_share(cone, i, &end)) {
        return;
    }
    rdg_cone_slip_rate_curvature(cone, node, m, second);
    for (int k = 0; k < CONE_RATE_INPUTS; k++) {
        row[k] = cone_clear(c, cone->input + k * columns);
        if (k < 2) {
            cone_add(c, 1, rows->t[k], row[k]);
        } else {
            cone_add_motion(c, node, rows, k != 4, (double[]){k == 2, k == 3, k > 3}, row[k]);
        }
    }
    for (int k = 0; k < CONE_RATE_INPUTS; k++) {
        double *sum = cone_clear(c, cone->scratch);
        for (int j = 0; j < CONE_RATE_INPUTS; j++) {
            cone_add(c, end.share * second[k][j], row[j], sum);
        }
        cone_push(c, 1, row[k], sum);
    }
    if (node->event == CONE_SAMPLE) {
        return;
    }
    const double turned[2] = {node->m[0][2], node->m[1][2]};
    double rate[2], *sum = cone->scratch;
    rdg_cone_slip_rate(cone, node, rate);
    memset(sum, 0, (size_t)columns * sizeof *sum);
    rdg_cone_slip_rate_row(cone, node, rows, turned, sum);
    for (int s = 0; s < 2; s++) {
        cone_add(c, node->m[s][3], rows->t[s], sum);
        cone_add(c, 0.5 * (node->m[s][3] * rate[s] + node->m[s][4] * node->t[s]), rows->tau, sum);
    }
    cone_push_both(c, end.share, rows->tau, sum);
    rdg_cone_slip_rate_slopes(cone, node, m, first);
    const double share = end.share;
    rdg_cone_collect_instant(c, node, rows,
                             (double[3][3]){{0, 0, share * first[4]},
                                            {share * first[2], share * first[3], share * first[5]},
                                            {0}});
}
