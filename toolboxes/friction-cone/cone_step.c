/* One step in one phase.
 *
 * Stick: t_b = t_a + kt (x_b - x_a).
 *
 * Slip: t = mu N e with the unit vector e at the angle theta, mu N theta' = kt x'.e_theta. For a straight way
 * x_b - x_a = D on which N is linear in time this is solved in closed form: the tangent of half the angle
 * between t and D decays by exp(-r), r = kappa |D|, kappa = (kt/mu) log(N_b/N_a) / (N_b - N_a), or
 *
 *     e_b = (e_a + kappa D S(r^2) + kappa^2 (e_a.D) D D2(r^2)) / (C(r^2) + kappa (e_a.D) S(r^2)),
 *     C = cosh r, S = sinh r / r, D2 = (cosh r - 1) / r^2,
 *
 * an analytic function of D, also at D = 0, and stable however small N is. It is exact in one direction and
 * of second order on a curved way. */
#include "cone_jet_impl.h"

#include <math.h>
#include <string.h>

/* sum_k c_k y^k with its derivatives, for c_k = 1 / (2 k + shift)! */
static void factorial_series(double y, int shift, double f[3])
{
    enum { TERMS = 11 }; /* enough for y <= 1 */
    double c = shift == 2 ? 0.5 : 1.0, power[TERMS] = {1};
    f[0] = f[1] = f[2] = 0;
    for (int k = 1; k < TERMS; k++) {
        power[k] = power[k - 1] * y;
    }
    for (int k = 0; k < TERMS; k++) {
        f[0] += c * power[k];
        f[1] += k > 0 ? k * c * power[k - 1] : 0;
        f[2] += k > 1 ? k * (k - 1) * c * power[k - 2] : 0;
        c /= (2 * k + shift + 1) * (2 * k + shift + 2);
    }
}

/* atanh(sqrt w) / sqrt w, 0 <= w < 1, with its derivatives: 2 w A' + A = 1 / (1 - w) */
static void area_tangent(double w, double f[3])
{
    if (w < 0.1) {
        enum { TERMS = 20 };
        f[0] = f[1] = f[2] = 0;
        for (int k = TERMS; k-- > 0;) { /* Horner, with derivatives */
            f[2] = f[2] * w + 2 * f[1];
            f[1] = f[1] * w + f[0];
            f[0] = f[0] * w + 1.0 / (2 * k + 1);
        }
        return;
    }
    const double root = sqrt(w), q = 1 / (1 - w);
    f[0] = atanh(root) / root;
    f[1] = (q - f[0]) / (2 * w);
    f[2] = (q * q - 3 * f[1]) / (2 * w);
}

/* mean of 1/N over the step: (2/s) A((N_b - N_a)^2 / s^2), s = N_a + N_b */
static void mean_inverse(const cone_jet *Na, const cone_jet *Nb, cone_jet *r)
{
    cone_jet inverse, w;
    double f[3];
    jet_combine(&inverse, 1, Na, 1, Nb);
    const double s = inverse.v;
    jet_compose(&inverse, &inverse, (double[]){1 / s, -1 / (s * s), 2 / (s * s * s)});
    jet_combine(&w, -1, Na, 1, Nb);
    jet_multiply(&w, &w, &inverse);
    jet_multiply(&w, &w, &w);
    area_tangent(w.v, f);
    jet_compose(&w, &w, f);
    jet_multiply(r, &w, &inverse);
    jet_combine(r, 2, r, 0, r);
}

/* C, S, D2 and 1 at y = r^2; all times exp(-r) where r > 1 */
static void hyperbolic(const cone_jet *y, cone_jet *C, cone_jet *S, cone_jet *D, cone_jet *one)
{
    double f[3];
    if (y->v < 1) {
        cone_jet *const series[3] = {C, S, D};
        for (int shift = 0; shift < 3; shift++) {
            factorial_series(y->v, shift, f);
            jet_compose(series[shift], y, f);
        }
        *one = (cone_jet){.v = 1};
        return;
    }
    cone_jet r, inverse, square;
    const double root = sqrt(y->v);
    jet_compose(&r, y, (double[]){root, 0.5 / root, -0.25 / (root * y->v)});
    jet_compose(&inverse, &r, (double[]){1 / root, -1 / y->v, 2 / (root * y->v)});
    const double decay = exp(-root);
    jet_compose(one, &r, (double[]){decay, -decay, decay});
    jet_multiply(&square, one, one);
    jet_combine(C, 0.5, &square, 0, &square);
    jet_combine(S, -1, C, 0, C);
    C->v += 0.5;
    S->v += 0.5;
    jet_combine(D, 1, C, -1, one);
    jet_multiply(S, S, &inverse);
    jet_multiply(D, D, &inverse);
    jet_multiply(D, D, &inverse);
}

/* r = x . y */
static void dot(const cone_jet x[2], const cone_jet y[2], cone_jet *r)
{
    cone_jet second;
    jet_multiply(&second, &x[1], &y[1]);
    jet_multiply(r, &x[0], &y[0]);
    jet_combine(r, 1, r, 1, &second);
}

static void normalize(cone_jet x[2])
{
    cone_jet s;
    dot(x, x, &s);
    const double inverse = 1 / sqrt(s.v);
    jet_compose(&s, &s, (double[]){inverse, -0.5 * inverse / s.v, 0.75 * inverse / (s.v * s.v)});
    for (int i = 0; i < 2; i++) {
        jet_multiply(&x[i], &x[i], &s);
    }
}

/* e, from e_a to e_b */
static void turn(cone_jet e[2], const cone_jet D[2], const cone_jet *kappa)
{
    cone_jet way[2], y, p, C, S, D2, one, term;
    for (int i = 0; i < 2; i++) {
        jet_multiply(&way[i], kappa, &D[i]);
    }
    dot(way, way, &y);
    dot(way, e, &p);
    hyperbolic(&y, &C, &S, &D2, &one);
    jet_multiply(&term, &p, &S);
    jet_combine(&C, 1, &C, 1, &term); /* the denominator */
    jet_compose(&C, &C, (double[]){1 / C.v, -1 / (C.v * C.v), 2 / (C.v * C.v * C.v)});
    jet_multiply(&D2, &p, &D2);
    jet_combine(&S, 1, &S, 1, &D2);
    for (int i = 0; i < 2; i++) {
        jet_multiply(&term, &way[i], &S);
        jet_multiply(&e[i], &e[i], &one);
        jet_combine(&e[i], 1, &e[i], 1, &term);
        jet_multiply(&e[i], &e[i], &C);
    }
}

static void copy_out(const cone_jet t[2], cone_map *map)
{
    for (int i = 0; i < 2; i++) {
        memcpy(map->first[i], t[i].g, sizeof t[i].g);
        for (int j = 0; j < CONE_INPUTS; j++) {
            for (int k = 0; k <= j; k++) {
                map->second[i][j][k] = map->second[i][k][j] = t[i].h[j][k];
            }
        }
    }
}

/* Just closed, N_a = 0: all memory is lost, and t points along the way. */
static void slip(const rdg_cone *cone, const cone_node *a, const cone_node *b, cone_map *map)
{
    cone_jet e[2], D[2], Na, Nb, kappa;
    for (int i = 0; i < 2; i++) {
        jet_variable(&e[i], a->t[i], i);
        jet_variable(&D[i], b->q[i][0] - a->q[i][0], 2 + i);
    }
    jet_variable(&Na, a->q[2][0], 4);
    jet_variable(&Nb, b->q[2][0], 5);
    if (a->event == CONE_ZERO_LOAD) {
        normalize(D);
        e[0] = D[0];
        e[1] = D[1];
    } else {
        normalize(e);
        mean_inverse(&Na, &Nb, &kappa);
        jet_combine(&kappa, cone->kt / cone->mu, &kappa, 0, &kappa);
        turn(e, D, &kappa);
    }
    for (int i = 0; i < 2; i++) {
        jet_multiply(&e[i], &e[i], &Nb);
        jet_combine(&e[i], cone->mu, &e[i], 0, &e[i]);
    }
    copy_out(e, map);
}

void rdg_cone_step(const rdg_cone *cone, const cone_node *a, const cone_node *b, int order, cone_map *map)
{
    const bool loaded =
        b->event != CONE_ZERO_LOAD; /* without load there is no friction, whatever was before */
    if (a->phase == CONE_SLIP && loaded) {
        if (order > 1) {
            slip(cone, a, b, map);
        } else {
            rdg_cone_slide_slopes(cone, a, b, map->first);
        }
        return;
    }
    memset(map, 0, order > 1 ? sizeof *map : sizeof map->first);
    for (int i = 0; a->phase == CONE_STICK && loaded && i < 2; i++) {
        map->first[i][i] = 1;
        map->first[i][2 + i] = cone->kt;
    }
}

/* > 0 outside the cone */
double rdg_cone_onset(const rdg_cone *cone, const cone_node *node)
{
    const double limit = cone->mu * node->q[2][0];
    return node->t[0] * node->t[0] + node->t[1] * node->t[1] - limit * limit;
}

/* > 0 where the contact, on the cone, goes on slipping: half the slope of the above if it stuck */
double rdg_cone_slipping(const rdg_cone *cone, const cone_node *node)
{
    return cone->kt * (node->q[0][1] * node->t[0] + node->q[1][1] * node->t[1]) -
           cone->mu * cone->mu * node->q[2][0] * node->q[2][1];
}

void rdg_cone_condition(const rdg_cone *cone, const cone_node *node, cone_condition *c)
{
    const double mu2 = cone->mu * cone->mu;
    *c = (cone_condition){.load = 1};
    for (int i = 0; i < 2; i++) {
        if (node->event == CONE_ONSET) {
            c->t[i] = 2 * node->t[i];
        } else if (node->event == CONE_END) {
            c->t[i] = cone->kt * node->q[i][1];
            c->v[i] = cone->kt * node->t[i];
        }
    }
    if (node->event == CONE_ONSET) {
        c->load = -2 * mu2 * node->q[2][0];
    } else if (node->event == CONE_END) {
        c->load = -mu2 * node->q[2][1];
        c->slope = -mu2 * node->q[2][0];
    }
}

double rdg_cone_condition_rate(const cone_condition *c, const cone_node *node, const double rate[2])
{
    double sum = c->load * node->q[2][1] + c->slope * node->q[2][2];
    for (int i = 0; i < 2; i++) {
        sum += c->t[i] * rate[i] + c->v[i] * node->q[i][2];
    }
    return sum;
}

void rdg_cone_rate(const cone_map *map, const cone_node *b, double rate[2])
{
    for (int i = 0; i < 2; i++) {
        rate[i] =
            map->first[i][2] * b->q[0][1] + map->first[i][3] * b->q[1][1] + map->first[i][5] * b->q[2][1];
    }
}
