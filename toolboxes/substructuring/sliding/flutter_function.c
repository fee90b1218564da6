/* g over the root of the sum of the squares of its terms, as a function of the eigenvalue and of all that the
 * contact depends on. */
#include "flutter_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>

rdg_status rdg_flutter_workspace(rdg_flutter *o)
{
    const rdg_index n = rdg_sliding_modes(o->c);
    o->memory = rdg_coupled_create(o->c, "rdg_flutter_problem", RDG_PLACE_NUMBERS, &o->modes);
    if (!o->memory) {
        return RDG_ERR_NO_MEMORY;
    }
    for (int k = 0; k < RDG_PLACE_NUMBERS; k++) {
        o->r_by[k] = o->memory + (RDG_COUPLED_ROWS + k) * n;
    }
    return RDG_OK;
}

/* On a segment straight on beyond its ends; with cubics on the one where the contact is. */
bool rdg_flutter_place(const rdg_flutter *o, const double *u, rdg_place *place)
{
    const rdg_sliding *c = o->c;
    const double number[] = {u[RDG_FLUTTER_S], u[RDG_FLUTTER_MU], u[RDG_FLUTTER_LOAD]};
    const bool is_free = c->interpolation == RDG_C1;
    if (!isfinite(number[0]) ||
        (is_free && !(number[0] >= c->node_x[0] && number[0] <= c->node_x[c->nodes - 1]))) {
        return false;
    }
    const double last = (double)(c->nodes - 2);
    const rdg_index segment =
        is_free ? rdg_polyline_segment(c, number[0]) : lround(fmin(fmax(u[RDG_FLUTTER_SEGMENT], 0.0), last));
    rdg_place_undeformed(c, number[0], segment, place);
    if (!(place->alpha > -1.0 && place->alpha < 2.0)) {
        return false;
    }
    if (o->shape == RDG_UNDEFORMED) {
        return true;
    }
    return is_free ? rdg_place_search(c, number, place) == RDG_PLACE_FOUND
                   : rdg_statics_balance(c, number, place);
}

/* What one mode does at the contact: displacement there, and by alpha */
typedef struct shape {
    double x, y, x_by, y_by;
} shape;

static shape shape_of(const rdg_sliding *c, const rdg_stencil *node, rdg_index i)
{
    if (i < c->slider.n) {
        return (shape){-c->slider.x[i], -c->slider.y[i], 0.0, 0.0};
    }
    shape s = {0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < node->n; k++) {
        const rdg_index at = i - c->slider.n + c->target.n * (node->first + k);
        s.x += node->weight[k] * c->target.x[at];
        s.y += node->weight[k] * c->target.y[at];
        s.x_by += node->slope[k] * c->target.x[at];
        s.y_by += node->slope[k] * c->target.y[at];
    }
    return s;
}

/* a = n . D, b = a + mu t with t = back . D; by gamma n turns to back, and back to -n */
void rdg_flutter_terms(rdg_flutter *o, const rdg_place *place, double mu)
{
    const double sine = sin(place->gamma), cosine = cos(place->gamma);
    rdg_stencil node;
    rdg_polyline_stencil(o->c, place->segment, place->alpha, &node);
    for (rdg_index i = 0; i < o->modes.n; i++) {
        const shape D = shape_of(o->c, &node, i);
        const double a = cosine * D.y - sine * D.x, t = -cosine * D.x - sine * D.y;
        const double a_by = cosine * D.y_by - sine * D.x_by, t_by = -cosine * D.x_by - sine * D.y_by;
        const double by_alpha = 2.0 * a * a_by + mu * (a_by * t + a * t_by);
        const double by_gamma = 2.0 * a * t + mu * (t * t - a * a);
        o->modes.a[i] = a;
        o->modes.b[i] = a + mu * t;
        o->modes.r[i] = a * (a + mu * t);
        for (int k = 0; k < RDG_PLACE_NUMBERS; k++) {
            o->r_by[k][i] = by_alpha * place->alpha_by[k] + by_gamma * place->gamma_by[k];
        }
        o->r_by[RDG_PLACE_MU][i] += a * t;
    }
}

/* Real and imaginary part, and the same with derivatives by the variables */
typedef struct value {
    double g[2], size;                                                 /* size: sum of squares */
    double g_by[RDG_FLUTTER_NUMBERS][2], size_by[RDG_FLUTTER_NUMBERS]; /* half of the size's */
} value;

/* Adds what a change of the term r/d by (re, im) does, one over the term: size = |r/d|^2 */
static void add_change(value *v, int by, double re, double im, const double term[2])
{
    v->g_by[by][0] += re;
    v->g_by[by][1] += im;
    v->size_by[by] += re * term[0] + im * term[1];
}

/* Terms r/d with d = p^2 + k c p + w^2, e = 1/d */
static void sum(const rdg_flutter *o, const double *u, value *v)
{
    static const int place[RDG_PLACE_NUMBERS] = {RDG_FLUTTER_S, RDG_FLUTTER_MU, RDG_FLUTTER_LOAD};
    const double s = u[RDG_FLUTTER_SIGMA], w = u[RDG_FLUTTER_OMEGA];
    *v = (value){.size = 0.0};
    for (rdg_index i = 0; i < o->modes.n; i++) {
        const double c = u[RDG_FLUTTER_DAMPING] * o->modes.c[i], r = o->modes.r[i];
        const double x = s * (s + c) - w * w + o->modes.w2[i], y = w * (2.0 * s + c), norm = x * x + y * y;
        if (!(norm > 0.0)) {
            continue; /* at a pole: no value, below */
        }
        const double e[2] = {x / norm, -y / norm}, term[2] = {r * e[0], r * e[1]};
        const double squared[2] = {term[0] * e[0] - term[1] * e[1], term[0] * e[1] + term[1] * e[0]};
        const double slope[2] = {2.0 * s + c, 2.0 * w}; /* d by p */
        const double by_p[2] = {-squared[0] * slope[0] + squared[1] * slope[1],
                                -squared[0] * slope[1] - squared[1] * slope[0]};
        v->g[0] += term[0];
        v->g[1] += term[1];
        v->size += term[0] * term[0] + term[1] * term[1];
        add_change(v, RDG_FLUTTER_SIGMA, by_p[0], by_p[1], term);
        add_change(v, RDG_FLUTTER_OMEGA, -by_p[1], by_p[0], term);
        add_change(v, RDG_FLUTTER_DAMPING, -o->modes.c[i] * (squared[0] * s - squared[1] * w),
                   -o->modes.c[i] * (squared[0] * w + squared[1] * s), term);
        for (int k = 0; k < RDG_PLACE_NUMBERS; k++) {
            add_change(v, place[k], o->r_by[k][i] * e[0], o->r_by[k][i] * e[1], term);
        }
    }
}

static bool evaluate(rdg_flutter *o, const double *u, value *v)
{
    rdg_place place;
    if (!(u[RDG_FLUTTER_OMEGA] > 0.0) || !rdg_flutter_place(o, u, &place)) {
        return false;
    }
    rdg_flutter_terms(o, &place, u[RDG_FLUTTER_MU]);
    sum(o, u, v);
    return v->size > 0.0;
}

int rdg_flutter_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    value v;
    (void)n, (void)m;
    if (!evaluate(data, u, &v)) {
        return 1;
    }
    y[0] = v.g[0] / sqrt(v.size);
    y[1] = v.g[1] / sqrt(v.size);
    return 0;
}

int rdg_flutter_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    value v;
    (void)n;
    if (!evaluate(data, u, &v)) {
        return 1;
    }
    for (int j = 0; j < RDG_FLUTTER_NUMBERS; j++) {
        for (int i = 0; i < 2; i++) {
            values[i + m * j] = (v.g_by[j][i] - v.g[i] * v.size_by[j] / v.size) / sqrt(v.size);
        }
    }
    return 0;
}
