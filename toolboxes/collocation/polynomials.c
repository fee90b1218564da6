/* Gauss points, and Lagrange's polynomials on places at equal distances. */
#include "polynomials_impl.h"

#include <ridgewalk/root.h>

#include <math.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Legendre's polynomial of a degree on [-1, 1], and its derivative. */
static double legendre(rdg_index degree, double x, double *slope)
{
    double before = 1.0, now = degree > 0 ? x : 1.0;
    for (rdg_index k = 2; k <= degree; k++) {
        const double next = ((double)(2 * k - 1) * x * now - (double)(k - 1) * before) / (double)k;
        before = now;
        now = next;
    }
    *slope = (double)degree * (x * now - before) / (x * x - 1.0);
    return now;
}

static void take_gauss_points(rdg_polynomials *b)
{
    enum { ITERATIONS = 8 };
    const rdg_index K = b->degree;
    for (rdg_index m = 0; m < K; m++) {
        double x = -cos(pi * ((double)m + 0.75) / ((double)K + 0.5)), slope = 1.0;
        for (int k = 0; k < ITERATIONS; k++) {
            const double value = legendre(K, x, &slope);
            x -= value / slope;
        }
        (void)legendre(K, x, &slope);
        b->node[m] = 0.5 * (1.0 + x);
        b->weight[m] = 1.0 / ((1.0 - x * x) * slope * slope);
    }
}

void rdg_polynomials_at(rdg_index K, double s, double *value)
{
    for (rdg_index k = 0; k <= K; k++) {
        value[k] = 1.0;
        for (rdg_index j = 0; j <= K; j++) {
            value[k] *= j == k ? 1.0 : ((double)K * s - (double)j) / (double)(k - j);
        }
    }
}

static double slope_at(rdg_index K, rdg_index k, double s)
{
    double sum = 0.0;
    for (rdg_index l = 0; l <= K; l++) {
        double product = l == k ? 0.0 : (double)K / (double)(k - l);
        for (rdg_index j = 0; j <= K; j++) {
            product *= j == k || j == l ? 1.0 : ((double)K * s - (double)j) / (double)(k - j);
        }
        sum += product;
    }
    return sum;
}

/* The derivative of the error is, to leading order, the product of (s - node) times the K-th derivative of x'
 * over K!: the error is largest where this passes zero, at the nodes. Gauss's quadrature is exact for it. */
static double error_constant(const rdg_polynomials *b)
{
    const rdg_index K = b->degree;
    double largest = 0.0, factorial = 1.0;
    for (rdg_index j = 0; j < K; j++) {
        double sum = 0.0;
        factorial *= (double)(j + 1);
        for (rdg_index m = 0; m < K; m++) {
            double product = b->weight[m] * b->node[j];
            for (rdg_index l = 0; l < K; l++) {
                product *= b->node[j] * b->node[m] - b->node[l];
            }
            sum += product;
        }
        largest = fmax(largest, fabs(sum));
    }
    return largest / factorial;
}

/* Values and slopes of the basis at the nodes. */
static void take_tables(rdg_polynomials *b)
{
    const rdg_index K = b->degree;
    memset(b->value_of, 0, sizeof b->value_of);
    memset(b->slope_of, 0, sizeof b->slope_of);
    for (rdg_index m = 0; m < K; m++) {
        rdg_polynomials_at(K, b->node[m], b->value[m]);
        for (rdg_index k = 0; k <= K; k++) {
            b->slope[m][k] = slope_at(K, k, b->node[m]);
            b->value_of[k][m] = b->value[m][k];
            b->slope_of[k][m] = b->slope[m][k];
        }
    }
    for (rdg_index k = 0; k <= K; k++) {
        b->end_slope[k] = slope_at(K, k, 1.0);
    }
}

void rdg_polynomials_make(rdg_index K, rdg_polynomials *b)
{
    b->degree = K;
    if (K == 1) { /* the one point, where the recurrence divides by zero */
        b->node[0] = 0.5;
        b->weight[0] = 1.0;
    } else {
        take_gauss_points(b);
    }
    take_tables(b);
    for (rdg_index k = 0; k <= K; k++) { /* K! times the leading coefficient */
        b->leading[k] = 1.0;
        for (rdg_index j = 0, f = 1; j <= K; j++) {
            if (j != k) {
                b->leading[k] *= (double)f * (double)K / (double)(k - j);
                f++;
            }
        }
    }
    b->constant = error_constant(b);
    b->by_defect = b->constant; /* K! / product of (1 - node) times it */
    for (rdg_index m = 0; m < K; m++) {
        b->by_defect *= (double)(m + 1) / (1.0 - b->node[m]);
    }
}

/* P_K - P_(K-1) */
static double radau(rdg_index K, double x)
{
    double unused = 0.0;
    return legendre(K, x, &unused) - legendre(K - 1, x, &unused);
}

/* Between the zeros of P_K, and of P_(K-1), lies one of their difference. */
void rdg_polynomials_make_radau(rdg_index K, rdg_polynomials *b)
{
    rdg_polynomials gauss;
    rdg_polynomials_make(K, &gauss);
    *b = (rdg_polynomials){.degree = K};
    for (rdg_index m = 0; m + 1 < K; m++) {
        const double low = 2.0 * gauss.node[m] - 1.0, high = 2.0 * gauss.node[m + 1] - 1.0;
        rdg_root zero = rdg_root_between(low, radau(K, low), high, radau(K, high), 2e-16);
        while (rdg_root_next(&zero, radau(K, zero.at), NAN)) {
        }
        b->node[m] = 0.5 + 0.5 * zero.at;
    }
    b->node[K - 1] = 1.0;
    take_tables(b);
}
