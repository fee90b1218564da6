/* A smooth function that is known by values only, enclosed for rdg_isolate(). */
#ifndef RDG_SAMPLED_IMPL_H
#define RDG_SAMPLED_IMPL_H

#include "enclosure_impl.h"

enum { RDG_SAMPLED_DEGREE = 8 };

typedef struct rdg_sampled {
    int (*value)(double at, double *value, void *data); /* other answers than 0 end the search */
    void *data;
    double rounding; /* values below have no certain sign */
    double doubt;    /* between low and high a value may be off by this: of what is exact at these alone */
    int (*beside)(double at, double *value, void *data); /* a value that is off by as much; NULL: none is */
} rdg_sampled;

/* The polynomial through values at Chebyshev-Lobatto points. Its error is an estimate, by the decay of
 * Chebyshev coefficients: a function that repeats itself from sample to sample deceives it. sampled: an
 * rdg_sampled; the type is that of rdg_enclose */
int rdg_enclose_sampled(double low, double high, rdg_enclosure *f, void *sampled);

/* The same for values that are dear: three, or five, where these decide which zeros there are. Less certain
 * than nine: a function must not wave between charts. */
int rdg_enclose_by_few(double low, double high, rdg_enclosure *f, void *sampled);

#endif
