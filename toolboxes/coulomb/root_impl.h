/* A root between two places. */
#ifndef RDG_ROOT_IMPL_H
#define RDG_ROOT_IMPL_H

/* A value and its slope; NAN: that is not known. */
typedef struct rdg_sloped {
    double value, slope;
} rdg_sloped;

typedef rdg_sloped rdg_sloped_function(double at, void *data);

/* The root between a place `low` where the function is positive and a later one where it is not: by Newton's
 * method, or the secant's where no slope is known, within the bracket, until a step is `within` or less. */
double rdg_root(rdg_sloped_function *f, void *data, double low, double high, double within);

#endif
