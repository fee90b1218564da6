/* Second derivatives of L = lambda . F. L is stationary in all states and instants of the nodes once the maps
 * and conditions are joined to it with the multipliers of the backward sweep, so that its Hessian is
 *
 *     sum over the nodes of R^T (second partial derivatives of maps, conditions, motion and weights) R
 *
 * with the rows R of first derivatives from the forward sweep: nothing implicit is differentiated twice.
 * Every term is a sum of outer products of rows; they are collected in blocks. */
#include "cone_impl.h"

#include <cblas.h>

#include <string.h>

/* A forward sweep that collects. */
typedef struct collection {
    rdg_cone *cone;
    double *H;
    rdg_index ld, count; /* count: outer products in the block */
    bool weighted;
} collection;

static void flush(collection *c)
{
    const int N = (int)c->cone->N;
    if (c->count > 0) {
        rdg_blas_begin();
        cblas_dgemm(CblasColMajor, CblasNoTrans, CblasTrans, N, N, (int)c->count, 1, c->cone->left, N,
                    c->cone->right, N, 1, c->H, (int)c->ld);
        rdg_blas_end(0);
    }
    c->count = 0;
}

/* H += factor x y^T */
static void push(collection *c, double factor, const double *x, const double *y)
{
    const rdg_index N = c->cone->N;
    double *left = c->cone->left + N * c->count, *right = c->cone->right + N * c->count;
    for (rdg_index i = 0; i < N; i++) {
        left[i] = factor * x[i];
        right[i] = y[i];
    }
    if (++c->count == CONE_BLOCK) {
        flush(c);
    }
}

static void push_both(collection *c, double factor, const double *x, const double *y)
{
    push(c, factor, x, y);
    push(c, factor, y, x);
}

static void add(const collection *c, double factor, const double *x, double *y)
{
    for (rdg_index i = 0; i < c->cone->N; i++) {
        y[i] += factor * x[i];
    }
}

static double *clear(const collection *c, double *row)
{
    memset(row, 0, (size_t)c->cone->N * sizeof *row);
    return row;
}

/* row += d(factor . q^(order)) at a node, its instant included */
static void add_motion(const collection *c, const cone_node *node, const cone_rows *rows, int order,
                       const double factor[3], double *row)
{
    rdg_cone_add_basis(c->cone, row, factor, rows->phi[order]);
    if (node->event != CONE_SAMPLE) {
        const double rate = factor[0] * node->q[0][order + 1] + factor[1] * node->q[1][order + 1] +
                            factor[2] * node->q[2][order + 1];
        add(c, rate, rows->tau, row);
    }
}

/* The time between two nodes */
static void add_time(const collection *c, double factor, const cone_node *a, const cone_node *b,
                     const cone_rows *from, const cone_rows *to, double *row)
{
    if (b->event != CONE_SAMPLE) {
        add(c, factor, to->tau, row);
    }
    if (a->event != CONE_SAMPLE) {
        add(c, -factor, from->tau, row);
    }
}

/* Row of an input's derivatives: that of in . inputs for a unit vector `in` */
static void add_input(const collection *c, int input, const cone_node *a, const cone_node *b,
                      const cone_rows *from, const cone_rows *to, double *row)
{
    double in[CONE_INPUTS] = {0};
    cone_spread s;
    if (input < 2) {
        add(c, 1, from->t[input], row);
        return;
    }
    in[input] = 1;
    rdg_cone_spread(in, a, b, &s);
    for (int order = 0; order < (input < 6 ? 1 : 3); order++) {
        add_motion(c, a, from, order, s.at[0][order], row);
        add_motion(c, b, to, order, s.at[1][order], row);
    }
    if (input >= 6) {
        add_time(c, s.time, a, b, from, to, row);
    }
}

/* alpha . second derivatives of a slip step */
static void collect_map(collection *c, const cone_map *map, const cone_node *a, const cone_node *b,
                        const cone_rows *from, const cone_rows *to)
{
    const rdg_index N = c->cone->N;
    double *row[CONE_INPUTS];
    for (int i = 0; i < CONE_INPUTS; i++) {
        row[i] = clear(c, c->cone->input + i * N);
        add_input(c, i, a, b, from, to, row[i]);
    }
    for (int i = 0; i < CONE_INPUTS; i++) {
        double *sum = clear(c, c->cone->scratch);
        for (int j = 0; j < CONE_INPUTS; j++) {
            add(c, b->alpha[0] * map->second[0][i][j] + b->alpha[1] * map->second[1][i][j], row[j], sum);
        }
        push(c, 1, row[i], sum);
    }
}

/* Second derivatives of in . u2, u3 in the time h between the nodes:
 * d2u2 = 2 dh (6/5 d(v_b - v_a) - h/5 d(v'_b + v'_a)) - dh^2 (v'_b + v'_a) / 5, likewise u3. */
static void collect_time(collection *c, const double in[CONE_INPUTS], const cone_node *a, const cone_node *b,
                         const cone_rows *from, const cone_rows *to)
{
    const double h = b->tau - a->tau;
    double *dh = clear(c, c->cone->scratch), *sum = clear(c, c->cone->scratch + c->cone->N), second = 0;
    double slope[3] = {0}, minus[3] = {0}, first[3] = {0}, last[3] = {0};
    for (int i = 0; i < 2; i++) {
        slope[i] = 1.2 * in[6 + i];
        minus[i] = -slope[i];
        first[i] = -0.2 * h * in[6 + i] - h * in[8 + i];
        last[i] = -0.2 * h * in[6 + i] + h * in[8 + i];
        second += in[8 + i] * (b->q[i][2] - a->q[i][2]) - 0.2 * in[6 + i] * (b->q[i][2] + a->q[i][2]);
    }
    add_motion(c, a, from, 1, minus, sum);
    add_motion(c, b, to, 1, slope, sum);
    add_motion(c, a, from, 2, first, sum);
    add_motion(c, b, to, 2, last, sum);
    add_time(c, 1, a, b, from, to, dh);
    add(c, 0.5 * second, dh, sum);
    push_both(c, 1, dh, sum);
}

/* The motion at an event's instant: weight holds the derivatives of what is joined to L in x1, x2, N and in
 * their first and second derivatives there. */
static void collect_instant(collection *c, const cone_node *node, const cone_rows *rows, double weight[3][3])
{
    double *sum = clear(c, c->cone->scratch), second = 0;
    for (int order = 0; order < 3; order++) {
        rdg_cone_add_basis(c->cone, sum, weight[order], rows->phi[order + 1]);
        for (int s = 0; s < 3; s++) {
            second += weight[order][s] * node->q[s][order + 2];
        }
    }
    add(c, 0.5 * second, rows->tau, sum);
    push_both(c, 1, rows->tau, sum);
}

/* eta . second derivatives of an event's condition in t, x', N and N' */
static void collect_condition(collection *c, const cone_node *b, const cone_rows *to)
{
    const rdg_cone *cone = c->cone;
    const double mu2 = cone->mu * cone->mu;
    const double load[3] = {0, 0, 1};
    double *dN = clear(c, cone->scratch), *slope = cone->scratch + cone->N;
    if (b->event == CONE_ZERO_LOAD) {
        return;
    }
    add_motion(c, b, to, 0, load, dN);
    if (b->event == CONE_ONSET) {
        push(c, 2 * b->eta, to->t[0], to->t[0]);
        push(c, 2 * b->eta, to->t[1], to->t[1]);
        push(c, -2 * mu2 * b->eta, dN, dN);
        return;
    }
    add_motion(c, b, to, 1, load, clear(c, slope));
    push_both(c, -mu2 * b->eta, dN, slope);
    for (int i = 0; i < 2; i++) {
        add_motion(c, b, to, 1, (double[]){i == 0, i == 1, 0}, clear(c, slope));
        push_both(c, cone->kt * b->eta, slope, to->t[i]);
    }
}

/* Second derivatives of the share (u_a + u_b) / 2 . (M_b - M_a) of a step of stick in the instant of one end
 * of it, besides those of the motion, and of kt int m . x up to there. */
static void collect_stuck_end(collection *c, double sign, const cone_node *node, const cone_rows *rows,
                              const double *both, const double u[2])
{
    const rdg_cone *cone = c->cone;
    const double kt = sign * cone->kt;
    double *sum = clear(c, cone->scratch), slope = 0;
    for (int i = 0; i < 2; i++) {
        add(c, 0.5 * sign * node->m[i][1], both + cone->columns * i, sum);
        slope += sign * 0.5 * node->m[i][2] * u[i];
        slope += kt * (node->m[i][2] * node->q[i][0] + node->m[i][1] * node->q[i][1]);
    }
    rdg_cone_add_basis(cone, sum, (double[]){kt * node->m[0][1], kt * node->m[1][1], 0}, rows->phi[0]);
    add(c, 0.5 * slope, rows->tau, sum);
    push_both(c, 1, rows->tau, sum);
}

static void collect_stuck(collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
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
        add(c, 1, row, both + cone->columns * i);
    }
    if (a->event != CONE_SAMPLE) {
        collect_stuck_end(c, -1, a, from, both, u);
    }
    if (b->event != CONE_SAMPLE) {
        collect_stuck_end(c, 1, b, to, both, u);
    }
}

/* row += d(m . t) */
static void add_weighted(const collection *c, const cone_node *node, const cone_rows *rows, double *row)
{
    add(c, node->m[0][1], rows->t[0], row);
    add(c, node->m[1][1], rows->t[1], row);
    if (node->event != CONE_SAMPLE) {
        add(c, node->m[0][2] * node->t[0] + node->m[1][2] * node->t[1], rows->tau, row);
    }
}

/* Second derivatives of the share h/2 (m_a . t_a + m_b . t_b) of a step of slip in the instant of one end. */
static void collect_slip_end(collection *c, double h, double sign, const cone_node *node,
                             const cone_rows *rows, const double *both)
{
    double *sum = clear(c, c->cone->scratch + c->cone->N);
    add(c, 0.5 * sign, both, sum);
    for (int i = 0; i < 2; i++) {
        add(c, 0.5 * h * node->m[i][2], rows->t[i], sum);
        add(c, 0.25 * h * node->m[i][3] * node->t[i], rows->tau, sum);
    }
    push_both(c, 1, rows->tau, sum);
}

static void collect_slip(collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                         const cone_rows *to)
{
    const double h = b->tau - a->tau;
    double *both = clear(c, c->cone->scratch);
    add_weighted(c, a, from, both);
    add_weighted(c, b, to, both);
    if (a->event != CONE_SAMPLE) {
        collect_slip_end(c, h, -1, a, from, both);
    }
    if (b->event != CONE_SAMPLE) {
        collect_slip_end(c, h, 1, b, to, both);
    }
}

/* d(m . t' + m' . t) at a node */
static void add_end_row(const collection *c, const cone_node *node, const cone_rows *rows, double *row)
{
    double rate[2];
    rdg_cone_slip_rate_row(c->cone, node, rows, (double[]){node->m[0][1], node->m[1][1]}, row);
    rdg_cone_slip_rate(c->cone, node, rate);
    for (int s = 0; s < 2; s++) {
        add(c, node->m[s][2], rows->t[s], row);
        if (node->event != CONE_SAMPLE) {
            add(c, node->m[s][2] * rate[s] + node->m[s][3] * node->t[s], rows->tau, row);
        }
    }
}

/* h^2/12 (G_a - G_b), G = m . t' + m' . t, by h. */
static void collect_end_time(collection *c, const cone_node *a, const cone_node *b, const cone_rows *from,
                             const cone_rows *to)
{
    const rdg_index columns = c->cone->columns;
    const double h = b->tau - a->tau;
    double *dh = clear(c, c->cone->scratch), *sum = c->cone->scratch + columns,
           *row = c->cone->scratch + 2 * columns;
    add_time(c, 1, a, b, from, to, dh);
    memset(sum, 0, (size_t)columns * sizeof *sum);
    for (int end = 0; end < 2; end++) {
        const cone_node *node = end == 0 ? a : b;
        const double sign = end == 0 ? 1 : -1;
        double rate[2];
        memset(row, 0, (size_t)columns * sizeof *row);
        add_end_row(c, node, end == 0 ? from : to, row);
        add(c, sign * h / 6, row, sum);
        rdg_cone_slip_rate(c->cone, node, rate);
        for (int s = 0; s < 2; s++) {
            add(c, sign / 12 * (node->m[s][1] * rate[s] + node->m[s][2] * node->t[s]), dh, sum);
        }
    }
    push_both(c, 1, dh, sum);
}

/* The share of node i times the second derivatives of G. */
static void collect_end(collection *c, rdg_index i, const cone_rows *rows)
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
        row[k] = clear(c, cone->input + k * columns);
        if (k < 2) {
            add(c, 1, rows->t[k], row[k]);
        } else {
            add_motion(c, node, rows, k != 4, (double[]){k == 2, k == 3, k > 3}, row[k]);
        }
    }
    for (int k = 0; k < CONE_RATE_INPUTS; k++) {
        double *sum = clear(c, cone->scratch);
        for (int j = 0; j < CONE_RATE_INPUTS; j++) {
            add(c, end.share * second[k][j], row[j], sum);
        }
        push(c, 1, row[k], sum);
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
        add(c, node->m[s][3], rows->t[s], sum);
        add(c, 0.5 * (node->m[s][3] * rate[s] + node->m[s][4] * node->t[s]), rows->tau, sum);
    }
    push_both(c, end.share, rows->tau, sum);
    rdg_cone_slip_rate_slopes(cone, node, m, first);
    const double share = end.share;
    collect_instant(c, node, rows,
                    (double[3][3]){{0, 0, share * first[4]},
                                   {share * first[2], share * first[3], share * first[5]},
                                   {0}});
}

static void collect(rdg_cone *cone, rdg_index i, const cone_rows *from, const cone_rows *to, void *data)
{
    collection *c = data;
    if (c->weighted) {
        collect_end(c, i, to);
    }
    if (i == 0) {
        return;
    }
    const cone_node *b = &cone->node[i], *a = b - 1;
    const bool slips = a->phase == CONE_SLIP, a_moves = a->event != CONE_SAMPLE,
               b_moves = b->event != CONE_SAMPLE;
    if (!slips && !a_moves && !b_moves) {
        return;
    }
    cone_map map;
    rdg_cone_step(cone, a, b, slips ? 2 : 1, &map);
    if (slips && b->event != CONE_ZERO_LOAD) {
        collect_map(c, &map, a, b, from, to);
    }
    double in[CONE_INPUTS];
    for (int j = 0; j < CONE_INPUTS; j++) {
        in[j] = b->alpha[0] * map.first[0][j] + b->alpha[1] * map.first[1][j];
    }
    double spring[2] = {0, 0}; /* L in x, by u = t - kt x, at each end */
    const bool stuck = c->weighted && a->phase == CONE_STICK;
    for (int s = 0; s < 2 && stuck; s++) {
        spring[s] = -0.5 * cone->kt * (b->m[s][0] - a->m[s][0]);
    }
    cone_spread spread;
    rdg_cone_spread(in, a, b, &spread);
    for (int s = 0; s < 2; s++) {
        spread.at[0][0][s] += spring[s];
        spread.at[1][0][s] += spring[s];
    }
    if (slips && (a_moves || b_moves)) {
        collect_time(c, in, a, b, from, to);
    }
    if (a_moves) {
        collect_instant(c, a, from, spread.at[0]);
    }
    if (b_moves) {
        cone_condition d;
        rdg_cone_condition(cone, b, &d);
        spread.at[1][0][2] += b->eta * d.load;
        spread.at[1][1][0] += b->eta * d.v[0];
        spread.at[1][1][1] += b->eta * d.v[1];
        spread.at[1][1][2] += b->eta * d.slope;
        collect_instant(c, b, to, spread.at[1]);
        collect_condition(c, b, to);
    }
    if (stuck) {
        collect_stuck(c, a, b, from, to);
    } else if (c->weighted && slips) {
        collect_slip(c, a, b, from, to);
        if (a_moves || b_moves) {
            collect_end_time(c, a, b, from, to);
        }
    }
}

/* The weights m of t at all nodes, and their integral. */
static void weigh(rdg_cone *cone)
{
    const rdg_index n = cone->n;
    for (rdg_index b = 0; b < cone->n_nodes; b++) {
        cone_node *node = &cone->node[b];
        cone_rows *rows = &cone->rows[1];
        rdg_cone_basis_slopes(cone, node, rows);
        memset(cone->scratch, 0, (size_t)n * sizeof *cone->scratch);
        rdg_cone_add_integrals(cone, 1, node->tau, rows->phi[0], cone->scratch);
        const double *const order[5] = {cone->scratch, rows->phi[0], rows->phi[1], rows->phi[2],
                                        rows->phi[3]};
        rdg_blas_begin();
        for (int s = 0; s < 2; s++) {
            for (int k = 0; k < 5; k++) {
                node->m[s][k] = order[k] ? cblas_ddot((int)n, cone->weight + s * n, 1, order[k], 1) : 0;
            }
        }
        rdg_blas_end(0);
    }
}

/* A period that forgets its start: what its multipliers are at its end, they are at its start. The rows at
 * its end are those of a sweep from seeds. */
static void collect_forgetful(rdg_cone *cone, const double A[4], collection *c)
{
    double alpha[2] = {0, 0}, end[2];
    double *start[2] = {cone->input, cone->input + cone->columns};
    rdg_cone_close_period(cone, A, start);
    for (int i = 0; i < 2; i++) {
        memcpy(cone->rows[0].t[i], start[i], (size_t)cone->N * sizeof(double));
        cone->rows[0].t[i][cone->N] = cone->rows[0].t[i][cone->N + 1] = 0;
    }
    weigh(cone);
    rdg_cone_backward(cone, true, alpha);
    if (!rdg_cone_solve_periodic(A, alpha, true, end)) {
        end[0] = end[1] = 0;
    }
    rdg_cone_backward(cone, true, end);
    rdg_cone_sweep(cone, collect, c);
}

/* The way to a period that remembers its start, and that period: multipliers from its end, then rows. */
static void collect_all(rdg_cone *cone, collection *c)
{
    const rdg_index parts = rdg_cone_approach(cone);
    double alpha[2] = {0, 0};
    weigh(cone);
    rdg_cone_backward(cone, true, alpha);
    for (rdg_index part = parts; part-- > 0;) {
        memcpy(cone->alpha_of[part], alpha, sizeof alpha);
        rdg_cone_approach_part(cone, part);
        rdg_cone_backward(cone, false, alpha);
    }
    rdg_cone_seed_approach(cone, RDG_STUCK_ON_BRANCH);
    c->weighted = false;
    for (rdg_index part = 0; part < parts; part++) {
        memcpy(alpha, cone->alpha_of[part], sizeof alpha);
        rdg_cone_approach_part(cone, part);
        rdg_cone_backward(cone, false, alpha);
        rdg_cone_sweep(cone, collect, c);
    }
    c->weighted = true;
    alpha[0] = alpha[1] = 0;
    rdg_cone_march(cone, cone->start_of[cone->n_periods]);
    weigh(cone);
    rdg_cone_backward(cone, true, alpha);
    rdg_cone_sweep(cone, collect, c);
}

void rdg_cone_hessian(rdg_cone *cone, const double *lambda, double *H, rdg_index ld)
{
    collection c = {.cone = cone, .H = H, .ld = ld, .weighted = true};
    double A[4] = {1, 0, 0, 1};
    for (rdg_index i = 0; i < 2 * cone->n; i++) {
        cone->weight[i] = rdg_cone_galerkin(cone, i % cone->n) * lambda[i];
    }
    if (cone->slips) {
        rdg_cone_seed(cone);
        rdg_cone_sweep(cone, NULL, NULL);
        rdg_cone_end_transition(cone, A);
    }
    if (cone->slips && (cone->turns || rdg_cone_forgets(A))) {
        collect_forgetful(cone, A, &c);
    } else {
        collect_all(cone, &c);
    }
    flush(&c);
}
