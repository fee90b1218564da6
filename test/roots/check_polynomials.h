/* Spans of zeros against what is known of the polynomial. */
#ifndef RDG_TEST_CHECK_POLYNOMIALS_H
#define RDG_TEST_CHECK_POLYNOMIALS_H

#include "random_polynomials.h"

static inline bool is_in_span(const rdg_root_span *spans, int n, double x)
{
    for (int i = 0; i < n; i++) {
        if (x >= spans[i].low && x <= spans[i].high) {
            return true;
        }
    }
    return false;
}

/* Each zero in [0, 1] lies in a span; spans are in order; a single one has one zero, but for zeros that are
 * nearer to one another than rounding of the coefficients moves them; in the gaps |p| is above rounding. */
static inline bool spans_are_right(const known_polynomial *k, uint64_t *seed)
{
    rdg_root_span spans[RDG_MOST_SPANS];
    const double rounding = rdg_polynomial_rounding(&k->p);
    const int n = rdg_polynomial_roots(&k->p, rounding, spans);
    bool right = n <= RDG_MOST_SPANS;
    for (int i = 0; i < k->count; i++) {
        right = right && (k->zero[i] < 0 || k->zero[i] > 1 || is_in_span(spans, n, k->zero[i]));
    }
    double last = 0;
    for (int i = 0; i < n; i++) {
        const rdg_root_span s = spans[i];
        right = right && s.low >= last && s.high >= s.low && s.high <= 1;
        last = s.high;
        if (s.is_single) {
            int inside = 0;
            for (int j = 0; j < k->count; j++) {
                inside += k->zero[j] >= s.low && k->zero[j] <= s.high;
            }
            right = right && inside == 1;
            /* no wider than values at the ends that are just above rounding ask for */
            const rdg_polynomial d = rdg_polynomial_derivative(&k->p);
            const double slope = fabs(rdg_polynomial_at(&d, s.low));
            right = right && (s.high - s.low) * slope <= 100 * rounding + 8 * 2.2e-16 * slope;
        } else {
            const double at = s.low + (s.high - s.low) * unit(seed);
            right = right && fabs(rdg_polynomial_at(&k->p, at)) <= 2 * rounding;
        }
    }
    for (int i = 0; i < 4; i++) {
        const double x = unit(seed);
        right = right && (is_in_span(spans, n, x) || fabs(rdg_polynomial_at(&k->p, x)) > 0.5 * rounding);
    }
    return right;
}

static inline long count_wrong(long polynomials, uint64_t seed)
{
    long wrong = 0;
    for (long i = 0; i < polynomials; i++) {
        const known_polynomial k = any_polynomial(&seed, 20);
        if (!spans_are_right(&k, &seed) && wrong++ < 3) {
            rdg_root_span spans[RDG_MOST_SPANS];
            const int n = rdg_polynomial_roots(&k.p, rdg_polynomial_rounding(&k.p), spans);
            print_error("polynomial %ld of degree %d: zeros", i, k.p.degree);
            for (int j = 0; j < k.count; j++) {
                print_error(" %.15g", k.zero[j]);
            }
            for (int j = 0; j < n; j++) {
                print_error(" [%.15g, %.3g]%s", spans[j].low, spans[j].high - spans[j].low,
                            spans[j].is_single ? "*" : "");
            }
            print_error("\n");
        }
    }
    return wrong;
}

#endif
