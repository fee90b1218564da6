/* One step in one phase.
 *
 * Stick: t_b = t_a + kt (x_b - x_a).
 *
 * Slip: t = mu N e with the unit vector e at the angle theta, mu N theta' = kt x'.e_theta. The vector (1, e)
 * is turned and stretched by a linear flow with the generator L of the boost kappa x', kappa = kt / (mu N),
 * so that e_b is known from the exponent of Magnus (S. Blanes, F. Casas, J. A. Oteo, J. Ros, Physics Reports
 * 470 (2009) 151-238), a boost W and a rotation rho: with w = kappa (x_b - x_a), a = kappa u2, b = kappa u3
 * (cone_spread.c), J the quarter turn, and the mean of 1/N for N linear in time,
 *
 *     W = w + (w x b) J w / 360 - (w x a) J a / 240,    rho = (w x a) (G(w^2) + a^2 / 5400) + (a x b) / 360,
 *     e_b = (e + S (W + rho J e) + D2 ((W.e) W + rho J W - rho^2 e)) / (C + S W.e + D2 rho (rho + W.J e)),
 *     C = cosh r, S = sinh r / r, D2 = (cosh r - 1) / r^2,   r^2 = W^2 - rho^2,
 *
 * G = 1/12 - w^2/720 + ... = (r/2 coth(r/2) - 1) / r^2 at r^2 = w^2: so rho is right also where a step turns
 * e by all it can (little load). The order is six for a constant load, eight if the motion is a uniform
 * rotation (by a^2 / 5400, of seventh order), and two for a load that varies; on a straight way e_b is exact,
 * analytic in it also at x_b = x_a, and stable however small N is. */
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

/* r = x cross y */
static void cross(const cone_jet x[2], const cone_jet y[2], cone_jet *r)
{
    cone_jet second;
    jet_multiply(&second, &x[1], &y[0]);
    jet_multiply(r, &x[0], &y[1]);
    jet_combine(r, 1, r, -1, &second);
}

/* x += factor J y */
static void add_turned(double sign, const cone_jet *factor, const cone_jet y[2], cone_jet x[2])
{
    cone_jet term;
    jet_multiply(&term, factor, &y[1]);
    jet_combine(&x[0], 1, &x[0], -sign, &term);
    jet_multiply(&term, factor, &y[0]);
    jet_combine(&x[1], 1, &x[1], sign, &term);
}

/* W and rho of the flow over the step, from way, curvature and its rate times kappa; W is `way` on entry. */
static void find_exponent(cone_jet W[2], const cone_jet a[2], const cone_jet b[2], cone_jet *rho)
{
    const cone_jet w[2] = {W[0], W[1]};
    cone_jet c2, c3, G, Q, F, term;
    double f[3];
    cross(w, a, &c2);
    cross(w, b, &c3);
    dot(w, w, &G);
    F = G;
    rdg_cone_coth_factor(G.v, f);
    jet_compose(&G, &G, f);
    rdg_cone_held_back(F.v, CONE_SMALL, f);
    jet_compose(&F, &F, f);
    dot(a, a, &Q);
    jet_multiply(&term, &Q, &F);
    jet_combine(&G, 1, &G, 1.0 / 5400, &term);
    rdg_cone_held_back(Q.v, CONE_ROTATION, f);
    jet_compose(&Q, &Q, f);
    jet_multiply(rho, &c2, &G);
    jet_multiply(rho, rho, &Q);
    cross(a, b, &term);
    jet_multiply(&term, &term, &F);
    jet_combine(rho, 1, rho, 1.0 / 360, &term);
    jet_multiply(&c2, &c2, &F);
    jet_multiply(&c3, &c3, &F);
    add_turned(1.0 / 360, &c3, w, W);
    add_turned(-1.0 / 240, &c2, a, W);
}

/* e, from e_a to e_b */
static void turn(cone_jet e[2], const cone_jet W[2], const cone_jet *rho)
{
    const cone_jet from[2] = {e[0], e[1]};
    cone_jet y, square, p, C, S, D2, one, term;
    jet_multiply(&square, rho, rho);
    dot(W, W, &y);
    jet_combine(&y, 1, &y, -1, &square);
    dot(W, from, &p);
    hyperbolic(&y, &C, &S, &D2, &one);
    jet_multiply(&term, &p, &S);
    jet_combine(&C, 1, &C, 1, &term);
    cross(from, W, &term);
    jet_combine(&term, 1, &term, 1, rho);
    jet_multiply(&term, &term, rho);
    jet_multiply(&term, &term, &D2);
    jet_combine(&C, 1, &C, 1, &term); /* the denominator */
    jet_compose(&C, &C, (double[]){1 / C.v, -1 / (C.v * C.v), 2 / (C.v * C.v * C.v)});
    jet_multiply(&term, &square, &D2);
    jet_combine(&one, 1, &one, -1, &term);
    jet_multiply(&p, &p, &D2);
    jet_combine(&p, 1, &p, 1, &S);
    for (int i = 0; i < 2; i++) {
        jet_multiply(&term, &W[i], &p);
        jet_multiply(&e[i], &from[i], &one);
        jet_combine(&e[i], 1, &e[i], 1, &term);
    }
    jet_multiply(&S, &S, rho);
    jet_multiply(&D2, &D2, rho);
    add_turned(1, &S, from, e);
    add_turned(1, &D2, W, e);
    for (int i = 0; i < 2; i++) {
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
    cone_jet e[2], D[2], a2[2], a3[2], Na, Nb, kappa, rho;
    double u2[2], u3[2];
    rdg_cone_curvature(a, b, u2, u3);
    for (int i = 0; i < 2; i++) {
        jet_variable(&e[i], a->t[i], i);
        jet_variable(&D[i], b->q[i][0] - a->q[i][0], 2 + i);
        jet_variable(&a2[i], u2[i], 6 + i);
        jet_variable(&a3[i], u3[i], 8 + i);
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
        for (int i = 0; i < 2; i++) {
            jet_multiply(&D[i], &D[i], &kappa);
            jet_multiply(&a2[i], &a2[i], &kappa);
            jet_multiply(&a3[i], &a3[i], &kappa);
        }
        find_exponent(D, a2, a3, &rho);
        turn(e, D, &rho);
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

void rdg_cone_rate(const cone_map *map, const cone_node *a, const cone_node *b, double rate[2])
{
    for (int i = 0; i < 2; i++) {
        cone_spread spread;
        rdg_cone_spread(map->first[i], a, b, &spread);
        rate[i] = rdg_cone_spread_rate(&spread, 1, b);
    }
}
