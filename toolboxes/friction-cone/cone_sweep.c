/* Derivatives in the coefficients z forward through the nodes of a period. At a node b, with the map T of its
 * step,
 *
 *     dt_b = T_t dt_a + T_D (dx_b - dx_a) + T_a dN_a + T_b dN_b + T_2 du2 + T_3 du3,
 *     dx_b = phi(tau_b) dz + x'_b dtau_b, ...
 *
 * where an event's instant moves such that its condition stays zero. */
#include "cone_impl.h"

#include <string.h>

void rdg_cone_add_basis(const rdg_cone *cone, double *row, const double factor[3], const double *phi)
{
    for (rdg_index s = 0; s < 3 && s < cone->d; s++) {
        const double scale = s < 2 ? factor[s] : cone->kn * factor[s];
        for (rdg_index j = 0; scale != 0 && j < cone->n; j++) {
            row[s * cone->n + j] += scale * phi[j];
        }
    }
}

static void add(rdg_index n, double factor, const double *x, double *y)
{
    for (rdg_index i = 0; factor != 0 && i < n; i++) {
        y[i] += factor * x[i];
    }
}

/* dt_b as if the instant of b were given; first: row i of T */
static void advance(const rdg_cone *cone, const double first[CONE_INPUTS], const cone_node *a,
                    const cone_node *b, const cone_rows *from, const cone_rows *to, double *row)
{
    cone_spread s;
    const int orders = a->phase == CONE_SLIP ? 3 : 1;
    memset(row, 0, (size_t)cone->columns * sizeof *row);
    add(cone->columns, first[0], from->t[0], row);
    add(cone->columns, first[1], from->t[1], row);
    rdg_cone_spread(first, a, b, &s);
    for (int order = 0; order < orders; order++) {
        rdg_cone_add_basis(cone, row, s.at[1][order], to->phi[order]);
        rdg_cone_add_basis(cone, row, s.at[0][order], from->phi[order]);
    }
    if (a->event != CONE_SAMPLE) {
        add(cone->columns, rdg_cone_spread_rate(&s, 0, a), from->tau, row);
    }
}

/* An event's instant, and t there with it. */
static void move_event(const rdg_cone *cone, const cone_map *map, const cone_node *a, const cone_node *b,
                       const cone_rows *to)
{
    cone_condition c;
    double rate[2];
    rdg_cone_condition(cone, b, &c);
    rdg_cone_rate(map, a, b, rate);
    const double scale = -1 / rdg_cone_condition_rate(&c, b, rate);
    memset(to->tau, 0, (size_t)cone->columns * sizeof *to->tau);
    for (int i = 0; i < 2; i++) {
        add(cone->columns, scale * c.t[i], to->t[i], to->tau);
    }
    rdg_cone_add_basis(cone, to->tau, (double[]){0, 0, scale * c.load}, to->phi[0]);
    rdg_cone_add_basis(cone, to->tau, (double[]){scale * c.v[0], scale * c.v[1], scale * c.slope},
                       to->phi[1]);
    for (int i = 0; i < 2; i++) {
        add(cone->columns, rate[i], to->tau, to->t[i]);
    }
}

void rdg_cone_sweep(rdg_cone *cone, rdg_cone_visit visit, void *data)
{
    rdg_cone_basis_slopes(cone, &cone->node[0], &cone->rows[0]);
    if (visit) {
        visit(cone, 0, NULL, &cone->rows[0], data);
    }
    for (rdg_index i = 1; i < cone->n_nodes; i++) {
        const cone_rows *from = &cone->rows[0];
        cone_rows *to = &cone->rows[1];
        const cone_node *b = &cone->node[i], *a = b - 1;
        cone_map map;
        rdg_cone_basis_slopes(cone, b, to);
        rdg_cone_step(cone, a, b, 1, &map);
        advance(cone, map.first[0], a, b, from, to, to->t[0]);
        advance(cone, map.first[1], a, b, from, to, to->t[1]);
        if (b->event != CONE_SAMPLE) {
            move_event(cone, &map, a, b, to);
        }
        if (visit) {
            visit(cone, i, from, to, data);
        }
        const cone_rows swap = cone->rows[0];
        cone->rows[0] = cone->rows[1];
        cone->rows[1] = swap;
    }
}

void rdg_cone_seed(rdg_cone *cone)
{
    for (int i = 0; i < 2; i++) {
        memset(cone->rows[0].t[i], 0, (size_t)cone->columns * sizeof(double));
        cone->rows[0].t[i][cone->N + i] = 1;
    }
}

/* The slider's start: t = kt (x - w) before it returns to the cone. */
static void seed_start(rdg_cone *cone, rdg_stuck_slider sliders)
{
    const bool follows = sliders == RDG_STUCK_ON_BRANCH && cone->start == RDG_SLIDER_MEAN && cone->has_static;
    rdg_cone_basis(cone, &cone->node[0], &cone->rows[0]);
    for (int i = 0; i < 2; i++) {
        double *row = cone->rows[0].t[i];
        memset(row, 0, (size_t)cone->columns * sizeof *row);
        rdg_cone_add_basis(cone, row, (double[]){i == 0 ? cone->kt : 0, i == 1 ? cone->kt : 0, 0},
                           cone->rows[0].phi[0]);
        if (follows) {
            row[i * cone->n] -= cone->kt;
        }
    }
}

rdg_index rdg_cone_approach(const rdg_cone *cone)
{
    return cone->has_static || cone->slips ? cone->n_periods + 1 : 0;
}

void rdg_cone_approach_part(rdg_cone *cone, rdg_index part)
{
    if (part == 0) {
        rdg_cone_begin(cone);
    } else {
        rdg_cone_march(cone, cone->start_of[part - 1]);
    }
}

void rdg_cone_seed_approach(rdg_cone *cone, rdg_stuck_slider sliders)
{
    if (rdg_cone_approach(cone) > 0) {
        rdg_cone_begin(cone);
        seed_start(cone, sliders);
        return;
    }
    for (int i = 0; i < 2; i++) {
        memset(cone->rows[0].t[i], 0, (size_t)cone->columns * sizeof(double));
    }
}
