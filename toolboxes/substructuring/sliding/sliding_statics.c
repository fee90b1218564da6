/* The equilibrium of steady sliding as four equations: C is at its place on the polyline (2), gamma is the
 * polyline's inclination there, and the force balances what pushes the rigid motion. Unknowns: alpha, gamma,
 * lambda, amplitude of the rigid motion. */
#include "sliding_impl.h"

#include <ridgewalk/toolbox.h>

#include <float.h>
#include <math.h>
#include <string.h>

enum { ALPHA, GAMMA, LAMBDA, RIGID, UNKNOWNS, COLUMNS = UNKNOWNS + 1 + RDG_PLACE_NUMBERS };

typedef struct vector {
    double x, y;
} vector;

static vector plus(vector a, double factor, vector b)
{
    return (vector){a.x + factor * b.x, a.y + factor * b.y};
}

static vector times(const double block[4], vector v)
{
    return (vector){block[0] * v.x + block[1] * v.y, block[2] * v.x + block[3] * v.y};
}

static void add_mode(double block[4], double w2, double x, double y, double to_x, double to_y)
{
    block[0] += x * to_x / w2;
    block[1] += x * to_y / w2;
    block[2] += y * to_x / w2;
    block[3] += y * to_y / w2;
}

static void sum_slider(rdg_sliding *c)
{
    const rdg_sliding_side *side = &c->slider;
    rdg_statics *s = &c->statics;
    for (rdg_index i = 0; i < side->n; i++) {
        if (side->w2[i] == 0.0) {
            s->rigid[0] = side->x[i];
            s->rigid[1] = side->y[i];
            s->push = side->f[i];
            continue;
        }
        s->rest[0] += side->x[i] * side->f[i] / side->w2[i];
        s->rest[1] += side->y[i] * side->f[i] / side->w2[i];
        add_mode(s->compliance, side->w2[i], side->x[i], side->y[i], side->x[i], side->y[i]);
    }
}

static void sum_target(rdg_sliding *c)
{
    const rdg_sliding_side *side = &c->target;
    for (rdg_index node = 0; node < c->nodes; node++) {
        const double *x = side->x + side->n * node, *y = side->y + side->n * node;
        for (rdg_index i = 0; i < side->n; i++) {
            c->statics.node_rest[2 * node] += x[i] * side->f[i] / side->w2[i];
            c->statics.node_rest[2 * node + 1] += y[i] * side->f[i] / side->w2[i];
        }
        for (rdg_index d = 0; d < RDG_STENCIL_NODES && node + d < c->nodes; d++) {
            double *block = c->statics.node_compliance + 4 * (RDG_STENCIL_NODES * node + d);
            for (rdg_index i = 0; i < side->n; i++) {
                add_mode(block, side->w2[i], x[i], y[i], x[i + d * side->n], y[i + d * side->n]);
            }
        }
    }
}

rdg_status rdg_statics_create(rdg_sliding *c)
{
    const size_t nodes = (size_t)c->nodes;
    c->statics.node_rest = rdg_context_calloc(c->ctx, 2 * nodes, sizeof *c->statics.node_rest);
    c->statics.node_compliance =
        rdg_context_calloc(c->ctx, 4 * RDG_STENCIL_NODES * nodes, sizeof *c->statics.node_compliance);
    RDG_TRY(rdg_error_status(c->ctx));
    sum_slider(c);
    sum_target(c);
    return RDG_OK;
}

/* The displacement of a node by a force on another one */
static vector carried(const rdg_sliding *c, rdg_index node, rdg_index by, vector force)
{
    const rdg_index first = node < by ? node : by;
    const double *e =
        c->statics.node_compliance + 4 * (RDG_STENCIL_NODES * first + (node < by ? by : node) - first);
    return times(node <= by ? e : (const double[]){e[0], e[2], e[1], e[3]}, force);
}

/* The polyline below C, [value, slope, bend] in alpha: deformed by the factor of the constant forces and a
 * force that C puts on the place. `of` are its parts: rest and constant forces, what these do alone, the
 * force on weights, on slopes. */
typedef struct polyline {
    vector at[3], loaded[3], on_weight[3], on_slope[3];
} polyline;

static void bend_polyline(const rdg_sliding *c, const rdg_stencil *s, double load, vector force, polyline *p)
{
    memset(p, 0, sizeof *p);
    for (int k = 0; k < s->n; k++) {
        const rdg_index node = s->first + k;
        const double factor[3] = {s->weight[k], s->slope[k], s->bend[k]};
        const vector loaded = {c->statics.node_rest[2 * node], c->statics.node_rest[2 * node + 1]};
        vector on_weight = {0.0, 0.0}, on_slope = {0.0, 0.0};
        for (int l = 0; l < s->n; l++) {
            const vector moved = carried(c, node, s->first + l, force);
            on_weight = plus(on_weight, -s->weight[l], moved);
            on_slope = plus(on_slope, -s->slope[l], moved);
        }
        const vector rest = {c->node_x[node], c->node_y[node]};
        for (int d = 0; d < 3; d++) {
            p->at[d] = plus(p->at[d], factor[d], plus(plus(rest, load, loaded), 1.0, on_weight));
            p->loaded[d] = plus(p->loaded[d], factor[d], loaded);
            p->on_weight[d] = plus(p->on_weight[d], factor[d], on_weight);
            p->on_slope[d] = plus(p->on_slope[d], factor[d], on_slope);
        }
    }
}

/* Columns: unknowns, residual, numbers */
typedef double equations[UNKNOWNS][COLUMNS];

static void put(equations e, int column, vector place, vector tangent, vector normal)
{
    e[0][column] = place.x;
    e[1][column] = place.y;
    e[2][column] = normal.x * tangent.x + normal.y * tangent.y;
}

/* What a change of the force on C does */
static void put_force(const rdg_sliding *c, const rdg_stencil *s, equations e, int column, vector change,
                      vector normal)
{
    polyline p;
    bend_polyline(c, s, 0.0, change, &p);
    const vector moved = times(c->statics.compliance, change);
    put(e, column, plus(p.on_weight[0], -1.0, moved), p.on_weight[1], normal);
    e[3][column] = c->statics.rigid[0] * change.x + c->statics.rigid[1] * change.y;
}

static void write_equations(const rdg_sliding *c, const double *number, const rdg_place *at, equations e)
{
    const rdg_statics *s = &c->statics;
    const double mu = number[RDG_PLACE_MU], load = number[RDG_PLACE_LOAD];
    const vector normal = {-sin(at->gamma), cos(at->gamma)}, back = {-cos(at->gamma), -sin(at->gamma)};
    const vector unit = plus(normal, mu, back), force = plus((vector){0.0, 0.0}, at->lambda, unit);
    const vector rigid = {s->rigid[0], s->rigid[1]};
    rdg_stencil node;
    polyline p;
    memset(e, 0, sizeof(equations));
    rdg_polyline_stencil(c, at->segment, at->alpha, &node);
    bend_polyline(c, &node, load, force, &p);
    vector C = {number[RDG_PLACE_S] + load * s->rest[0], c->height + load * s->rest[1]};
    C = plus(plus(C, 1.0, times(s->compliance, force)), at->rigid, rigid);
    const bool is_rigid = rigid.x != 0.0 || rigid.y != 0.0;
    put(e, UNKNOWNS, plus(p.at[0], -1.0, C), p.at[1], normal);
    e[3][UNKNOWNS] = is_rigid ? load * s->push + rigid.x * force.x + rigid.y * force.y : at->rigid;

    put(e, ALPHA, plus(p.at[1], 1.0, p.on_slope[0]), plus(p.at[2], 1.0, p.on_slope[1]), normal);
    put_force(c, &node, e, GAMMA, plus(plus((vector){0.0, 0.0}, at->lambda, back), -mu * at->lambda, normal),
              normal);
    e[2][GAMMA] += back.x * p.at[1].x + back.y * p.at[1].y;
    put_force(c, &node, e, LAMBDA, unit, normal);
    put(e, RIGID, plus((vector){0.0, 0.0}, -1.0, rigid), (vector){0.0, 0.0}, normal);
    e[3][RIGID] = is_rigid ? 0.0 : 1.0;

    e[0][UNKNOWNS + 1 + RDG_PLACE_S] = -1.0;
    put_force(c, &node, e, UNKNOWNS + 1 + RDG_PLACE_MU, plus((vector){0.0, 0.0}, at->lambda, back), normal);
    const vector rest = {s->rest[0], s->rest[1]};
    put(e, UNKNOWNS + 1 + RDG_PLACE_LOAD, plus(p.loaded[0], -1.0, rest), p.loaded[1], normal);
    e[3][UNKNOWNS + 1 + RDG_PLACE_LOAD] = s->push;
}

/* Columns behind the unknowns become their solutions; false: singular */
static bool eliminate(equations e)
{
    for (int i = 0; i < UNKNOWNS; i++) { /* rows in their own units */
        double largest = 0.0;
        for (int j = 0; j < UNKNOWNS; j++) {
            largest = fmax(largest, fabs(e[i][j]));
        }
        for (int j = 0; largest > 0.0 && j < COLUMNS; j++) {
            e[i][j] /= largest;
        }
    }
    for (int k = 0; k < UNKNOWNS; k++) {
        int best = k;
        for (int i = k + 1; i < UNKNOWNS; i++) {
            best = fabs(e[i][k]) > fabs(e[best][k]) ? i : best;
        }
        if (!(fabs(e[best][k]) > 0.0)) {
            return false;
        }
        for (int j = 0; j < COLUMNS; j++) {
            const double swapped = e[k][j];
            e[k][j] = e[best][j];
            e[best][j] = swapped;
        }
        for (int i = 0; i < UNKNOWNS; i++) {
            const double factor = i != k ? e[i][k] / e[k][k] : 0.0;
            for (int j = k; j < COLUMNS; j++) {
                e[i][j] -= factor * e[k][j];
            }
        }
    }
    for (int i = 0; i < UNKNOWNS; i++) {
        for (int j = UNKNOWNS; j < COLUMNS; j++) {
            e[i][j] /= e[i][i];
        }
    }
    return true;
}

bool rdg_statics_balance(const rdg_sliding *c, const double number[RDG_PLACE_NUMBERS], rdg_place *place)
{
    enum { STEPS = 40 };
    double before = INFINITY;
    for (int step = 0; step < STEPS; step++) {
        equations e;
        write_equations(c, number, place, e);
        if (!eliminate(e)) {
            return false;
        }
        place->alpha -= e[ALPHA][UNKNOWNS];
        place->gamma -= e[GAMMA][UNKNOWNS];
        place->lambda -= e[LAMBDA][UNKNOWNS];
        place->rigid -= e[RIGID][UNKNOWNS];
        const double moved = fmax(fabs(e[ALPHA][UNKNOWNS]), fabs(e[GAMMA][UNKNOWNS]));
        if (!(fabs(place->alpha) < 1e6 && fabs(place->gamma) < 1.57 && isfinite(place->lambda))) {
            return false;
        }
        if (moved < 1e-8 && (moved >= before || moved < 8.0 * DBL_EPSILON)) {
            for (int j = 0; j < RDG_PLACE_NUMBERS; j++) {
                place->alpha_by[j] = -e[ALPHA][UNKNOWNS + 1 + j];
                place->gamma_by[j] = -e[GAMMA][UNKNOWNS + 1 + j];
            }
            return true;
        }
        before = moved;
    }
    return false;
}
