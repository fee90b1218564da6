/* Inside of sampling: numbers in (0, 1), distributions, resamples. */
#ifndef RDG_SAMPLING_IMPL_H
#define RDG_SAMPLING_IMPL_H

#include "sampling.h"

/* sampling.c: RDG_OK, or what is wrong with the plan */
rdg_status rdg_sampling_check(rdg_context *ctx, const char *where, const rdg_sampling *plan);

/* sobol_points.c: number of sample i (from 0) in a dimension (from 0, below RDG_SOBOL_MOST) */
double rdg_sobol_number(rdg_index dimension, uint64_t i, uint64_t seed);

/* latin_hypercube.c: the same of a Latin hypercube with so many samples */
double rdg_latin_number(rdg_index dimension, uint64_t i, uint64_t samples, uint64_t seed);

/* distribution.c: the value below which the quantity lies with probability p in (0, 1) */
double rdg_distribution_value(const rdg_uncertain *quantity, double p);

/* resample.c: how often each of n rows is drawn in n draws; resample number r */
enum { RDG_RESAMPLES = 1000 };
void rdg_resample(rdg_index r, rdg_index n, int *times);
/* For qsort(): ascending numbers */
int rdg_sampling_order(const void *one, const void *other);
/* 95 % of so many values lie in between; they are put in order */
void rdg_resample_interval(double *values, double *low, double *high);

#endif
