/* Divided differences of the exponential function. Where nodes are apart, by their recursion along the two
 * that are farthest from each other, which loses nothing then; where all are near each other, by the series
 *
 *     exp[z_0, .., z_r] = exp(z_0) sum over j of h_j(z_1 - z_0, .., z_r - z_0) / (j + r)! ,
 *
 * h_j the sum of all products of j of its arguments, with repetition. */
#include "divided_impl.h"

#include <math.h>

/* Squares of the distances from which on the recursion is taken, of two nodes and of more. */
static const double apart_of_two = 0.25, apart = 1.0;

enum { TERMS = 24 };

rdg_node rdg_node_at(rdg_structure_parameter at)
{
    const double size = expm1(at.re);
    if (at.im == 0.0) {
        return (rdg_node){at, {size + 1.0, 0.0}, {size, 0.0}};
    }
    const double half = sin(0.5 * at.im), s = (size + 1.0) * sin(at.im), c = -2.0 * half * half;
    const double less = size + c + size * c; /* (1 + size) (1 + c) - 1 */
    return (rdg_node){at, {less + 1.0, s}, {less, s}};
}

static rdg_structure_parameter over(rdg_structure_parameter a, rdg_structure_parameter b)
{
    const double size = 1.0 / rdg_square(b);
    return (rdg_structure_parameter){(a.re * b.re + a.im * b.im) * size, (a.im * b.re - a.re * b.im) * size};
}

/* The series around the first of two nodes, from its last term. */
static rdg_structure_parameter series_of_two(rdg_structure_parameter first, rdg_structure_parameter d)
{
    static const double inverse[] = {1.0,     1.0 / 2, 1.0 / 3,  1.0 / 4,  1.0 / 5,  1.0 / 6, 1.0 / 7,
                                     1.0 / 8, 1.0 / 9, 1.0 / 10, 1.0 / 11, 1.0 / 12, 1.0 / 13};
    rdg_structure_parameter sum = {1.0, 0.0};
    for (int j = 12; j >= 1; j--) {
        sum = rdg_scaled(inverse[j], rdg_times(sum, d));
        sum.re += 1.0;
    }
    return rdg_times(first, sum);
}

/* Around the first of r + 1 nodes; d: the others less the first. */
static rdg_structure_parameter series(rdg_structure_parameter first, int r, const rdg_structure_parameter *d)
{
    rdg_structure_parameter h[RDG_MOST_NODES - 1]; /* h_j of the first 1, 2, .. differences */
    double factor = 1.0;
    for (int i = 0; i < r; i++) {
        h[i] = (rdg_structure_parameter){1.0, 0.0};
        factor /= i + 1;
    }
    rdg_structure_parameter sum = {factor, 0.0};
    for (int j = 1; j < TERMS; j++) {
        factor /= j + r;
        h[0] = rdg_times(h[0], d[0]);
        double left = rdg_square(h[0]);
        for (int i = 1; i < r; i++) {
            h[i] = rdg_plus(h[i - 1], rdg_times(h[i], d[i]));
            left += rdg_square(h[i]);
        }
        sum = rdg_plus(sum, rdg_scaled(factor, h[r - 1]));
        if (factor * factor * left < 1e-36) {
            break;
        }
    }
    return rdg_times(first, sum);
}

rdg_structure_parameter rdg_divided_2(const rdg_node *a, const rdg_node *b)
{
    const rdg_structure_parameter d = rdg_minus(b->at, a->at);
    return rdg_square(d) > apart_of_two ? over(rdg_minus(b->exp, a->exp), d) : series_of_two(a->exp, d);
}

/* exp[between, last] - exp[between, first] over the distance */
static rdg_structure_parameter recursion(const rdg_node *first, const rdg_node *between, const rdg_node *last)
{
    return over(rdg_minus(rdg_divided_2(between, last), rdg_divided_2(between, first)),
                rdg_minus(last->at, first->at));
}

rdg_structure_parameter rdg_divided_3(const rdg_node *a, const rdg_node *b, const rdg_node *c)
{
    const rdg_structure_parameter d[2] = {rdg_minus(b->at, a->at), rdg_minus(c->at, a->at)};
    const double ab = rdg_square(d[0]), ac = rdg_square(d[1]), bc = rdg_square(rdg_minus(c->at, b->at));
    const double most = fmax(ab, fmax(ac, bc));
    if (most <= apart) {
        return series(a->exp, 2, d);
    }
    return most == ab ? recursion(a, c, b) : most == ac ? recursion(a, b, c) : recursion(b, a, c);
}

rdg_structure_parameter rdg_divided(int count, const rdg_node *const *node)
{
    if (count == 3) {
        return rdg_divided_3(node[0], node[1], node[2]);
    }
    const rdg_node *rest[RDG_MOST_NODES];
    double most = 0.0;
    int first = 0, last = 1, between = 0;
    for (int i = 0; i < count; i++) {
        for (int j = i + 1; j < count; j++) {
            const double far = rdg_square(rdg_minus(node[j]->at, node[i]->at));
            first = far > most ? i : first;
            last = far > most ? j : last;
            most = far > most ? far : most;
        }
    }
    if (most <= apart) {
        rdg_structure_parameter by[RDG_MOST_NODES - 1];
        for (int i = 1; i < count; i++) {
            by[i - 1] = rdg_minus(node[i]->at, node[0]->at);
        }
        return series(node[0]->exp, count - 1, by);
    }
    for (int i = 0; i < count; i++) {
        if (i != first && i != last) {
            rest[between++] = node[i];
        }
    }
    rest[between] = node[last];
    const rdg_structure_parameter upper = rdg_divided(count - 1, rest);
    rest[between] = node[first];
    return over(rdg_minus(upper, rdg_divided(count - 1, rest)), rdg_minus(node[last]->at, node[first]->at));
}

rdg_structure_parameter rdg_divided_4(const rdg_node *a, const rdg_node *b, const rdg_node *c,
                                      const rdg_node *d)
{
    return rdg_divided(4, (const rdg_node *const[]){a, b, c, d});
}
