/* Second derivatives of L = lambda . F. L is stationary in all states and instants of the nodes once the maps
 * and conditions are joined to it with the multipliers of the backward sweep, so that its Hessian is
 *
 *     sum over the nodes of R^T (second partial derivatives of maps, conditions, motion and weights) R
 *
 * with the rows R of first derivatives from the forward sweep: nothing implicit is differentiated twice.
 * Every term is a sum of outer products of rows; they are collected in blocks. */
#include "cone_collect_impl.h"

#include <cblas.h>

#include <string.h>

/* Row of an input's derivatives: that of in . inputs for a unit vector `in` */
static void add_input(const cone_collection *c, int input, const cone_node *a, const cone_node *b,
                      const cone_rows *from, const cone_rows *to, double *row)
{
    double in[CONE_INPUTS] = {0};
    cone_spread s;
    if (input < 2) {
        cone_add(c, 1, from->t[input], row);
        return;
    }
    in[input] = 1;
    rdg_cone_spread(in, a, b, &s);
    for (int order = 0; order < (input < 6 ? 1 : 3); order++) {
        cone_add_motion(c, a, from, order, s.at[0][order], row);
        cone_add_motion(c, b, to, order, s.at[1][order], row);
    }
    if (input >= 6) {
        cone_add_time(c, s.time, a, b, from, to, row);
    }
}

/* alpha . second derivatives of a slip step */
static void collect_map(cone_collection *c, const cone_map *map, const cone_node *a, const cone_node *b,
                        const cone_rows *from, const cone_rows *to)
{
    const rdg_index N = c->cone->N;
    double *row[CONE_INPUTS];
    for (int i = 0; i < CONE_INPUTS; i++) {
        row[i] = cone_clear(c, c->cone->input + i * N);
        add_input(c, i, a, b, from, to, row[i]);
    }
    for (int i = 0; i < CONE_INPUTS; i++) {
        double *sum = cone_clear(c, c->cone->scratch);
        for (int j = 0; j < CONE_INPUTS; j++) {
            cone_add(c, b->alpha[0] * map->second[0][i][j] + b->alpha[1] * map->second[1][i][j], row[j], sum);
        }
        cone_push(c, 1, row[i], sum);
    }
}

/* Second derivatives of in . u2, u3 in the time h between the nodes:
 * d2u2 = 2 dh (6/5 d(v_b - v_a) - h/5 d(v'_b + v'_a)) - dh^2 (v'_b + v'_a) / 5, likewise u3. */
static void collect_time(cone_collection *c, const double in[CONE_INPUTS], const cone_node *a,
                         const cone_node *b, const cone_rows *from, const cone_rows *to)
{
    const double h = b->tau - a->tau;
    double *dh = cone_clear(c, c->cone->scratch), *sum = cone_clear(c, c->cone->scratch + c->cone->N),
           second = 0;
    double slope[3] = {0}, minus[3] = {0}, first[3] = {0}, last[3] = {0};
    for (int i = 0; i < 2; i++) {
        slope[i] = 1.2 * in[6 + i];
        minus[i] = -slope[i];
        first[i] = -0.2 * h * in[6 + i] - h * in[8 + i];
        last[i] = -0.2 * h * in[6 + i] + h * in[8 + i];
        second += in[8 + i] * (b->q[i][2] - a->q[i][2]) - 0.2 * in[6 + i] * (b->q[i][2] + a->q[i][2]);
    }
    cone_add_motion(c, a, from, 1, minus, sum);
    cone_add_motion(c, b, to, 1, slope, sum);
    cone_add_motion(c, a, from, 2, first, sum);
    cone_add_motion(c, b, to, 2, last, sum);
    cone_add_time(c, 1, a, b, from, to, dh);
    cone_add(c, 0.5 * second, dh, sum);
    cone_push_both(c, 1, dh, sum);
}

/* eta . second derivatives of an event's condition in t, x', N and N' */
static void collect_condition(cone_collection *c, const cone_node *b, const cone_rows *to)
{
    const rdg_cone *cone = c->cone;
    const double mu2 = cone->mu * cone->mu;
    const double load[3] = {0, 0, 1};
    double *dN = cone_clear(c, cone->scratch), *slope = cone->scratch + cone->N;
    if (b->event == CONE_ZERO_LOAD) {
        return;
    }
    cone_add_motion(c, b, to, 0, load, dN);
    if (b->event == CONE_ONSET) {
        cone_push(c, 2 * b->eta, to->t[0], to->t[0]);
        cone_push(c, 2 * b->eta, to->t[1], to->t[1]);
        cone_push(c, -2 * mu2 * b->eta, dN, dN);
        return;
    }
    cone_add_motion(c, b, to, 1, load, cone_clear(c, slope));
    cone_push_both(c, -mu2 * b->eta, dN, slope);
    for (int i = 0; i < 2; i++) {
        cone_add_motion(c, b, to, 1, (double[]){i == 0, i == 1, 0}, cone_clear(c, slope));
        cone_push_both(c, cone->kt * b->eta, slope, to->t[i]);
    }
}

static void collect(rdg_cone *cone, rdg_index i, const cone_rows *from, const cone_rows *to, void *data)
{
    cone_collection *c = data;
    if (c->weighted) {
        rdg_cone_collect_end(c, i, to);
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
        rdg_cone_collect_instant(c, a, from, spread.at[0]);
    }
    if (b_moves) {
        cone_condition d;
        rdg_cone_condition(cone, b, &d);
        spread.at[1][0][2] += b->eta * d.load;
        spread.at[1][1][0] += b->eta * d.v[0];
        spread.at[1][1][1] += b->eta * d.v[1];
        spread.at[1][1][2] += b->eta * d.slope;
        rdg_cone_collect_instant(c, b, to, spread.at[1]);
        collect_condition(c, b, to);
    }
    if (stuck) {
        rdg_cone_collect_stuck(c, a, b, from, to);
    } else if (c->weighted && slips) {
        rdg_cone_collect_slip(c, a, b, from, to);
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
static void collect_forgetful(rdg_cone *cone, const double A[4], cone_collection *c)
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

/* The way to a period that stores its start, and that period: multipliers from its end, then rows. */
static void collect_all(rdg_cone *cone, cone_collection *c)
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
    cone_collection c = {.cone = cone, .H = H, .ld = ld, .weighted = true};
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
    rdg_cone_collect_flush(&c);
}
