/* The logarithm of a product of many magnitudes, in a tenth of the time of their logarithms' sum. */
#ifndef RDG_LOG_PRODUCT_IMPL_H
#define RDG_LOG_PRODUCT_IMPL_H

#include <math.h>

/* mantissa * 2^exponent; begins as {1.0, 0.0} */
typedef struct rdg_product {
    double mantissa, exponent;
} rdg_product;

static inline void rdg_product_times(rdg_product *p, double magnitude)
{
    const double low = 1e-100, high = 1e100; /* two of them can still be multiplied */
    int exponent = 0;
    if (!(magnitude > low && magnitude < high)) {
        magnitude = frexp(magnitude, &exponent);
        p->exponent += exponent;
    }
    p->mantissa *= magnitude;
    if (!(p->mantissa > low && p->mantissa < high)) {
        p->mantissa = frexp(p->mantissa, &exponent);
        p->exponent += exponent;
    }
}

static inline double rdg_product_log(const rdg_product *p)
{
    const double ln_2 = 0.69314718055994530942;
    return log(p->mantissa) + ln_2 * p->exponent;
}

#endif
