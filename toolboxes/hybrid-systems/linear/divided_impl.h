/* Divided differences of the exponential function at complex nodes, also where nodes are equal or all but
 * equal. */
#ifndef RDG_DIVIDED_IMPL_H
#define RDG_DIVIDED_IMPL_H

/* A complex number: sums and products without a test of what is not finite, which is seen in the end. */
typedef struct rdg_structure_parameter {
    double re, im;
} rdg_structure_parameter;

static inline rdg_structure_parameter rdg_plus(rdg_structure_parameter a, rdg_structure_parameter b)
{
    return (rdg_structure_parameter){a.re + b.re, a.im + b.im};
}

static inline rdg_structure_parameter rdg_minus(rdg_structure_parameter a, rdg_structure_parameter b)
{
    return (rdg_structure_parameter){a.re - b.re, a.im - b.im};
}

static inline rdg_structure_parameter rdg_times(rdg_structure_parameter a, rdg_structure_parameter b)
{
    return (rdg_structure_parameter){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

static inline rdg_structure_parameter rdg_scaled(double a, rdg_structure_parameter b)
{
    return (rdg_structure_parameter){a * b.re, a * b.im};
}

static inline double rdg_square(rdg_structure_parameter a)
{
    return a.re * a.re + a.im * a.im;
}

/* A node, exp of it, and exp of it less 1, to all digits. */
typedef struct rdg_node {
    rdg_structure_parameter at, exp, less;
} rdg_node;

rdg_node rdg_node_at(rdg_structure_parameter at);

enum { RDG_MOST_NODES = 5 };

/* exp[node_0, .., node_count - 1], 3 to RDG_MOST_NODES of them */
rdg_structure_parameter rdg_divided(int count, const rdg_node *const *node);

/* exp[a, b], exp[a, b, c], exp[a, b, c, d] */
rdg_structure_parameter rdg_divided_2(const rdg_node *a, const rdg_node *b);
rdg_structure_parameter rdg_divided_3(const rdg_node *a, const rdg_node *b, const rdg_node *c);
rdg_structure_parameter rdg_divided_4(const rdg_node *a, const rdg_node *b, const rdg_node *c,
                                      const rdg_node *d);

#endif
