/* Products with the dynamic stiffness of a structure, all harmonics at once. */
#ifndef RDG_SPECTRAL_PRODUCT_IMPL_H
#define RDG_SPECTRAL_PRODUCT_IMPL_H

#include "spectral_impl.h"

typedef struct rdg_spectral_product rdg_spectral_product;

/* mass_factor, stiffness_factor: C = a M + b K; NULL: it is not, and C takes part. NULL after a failure. */
rdg_spectral_product *rdg_spectral_product_create(rdg_context *ctx, const rdg_spectral_parts *parts,
                                                  const double *mass_factor, double stiffness_factor);
void rdg_spectral_product_free(rdg_spectral_product *p);

/* As rdg_spectral_times(). */
void rdg_spectral_product_add(const rdg_spectral_product *p, const rdg_basis *basis, int order, double omega,
                              bool transposed, const double *x, double *y);

#endif
