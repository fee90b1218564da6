/* Alternating frequency-time transforms: signals sampled over a period, and their means against the basis.

   phi_i are the basis functions 1, cos k tau, sin k tau; g_i the Galerkin factors 1 (static) and 2, so that
   g_i mean(w phi_i) is the coefficient of w at phi_i (weights 1/(2 pi) and 1/pi). */
#ifndef RDG_AFT_IMPL_H
#define RDG_AFT_IMPL_H

#include <ridgewalk/element.h>
#include <ridgewalk/toolbox.h>

typedef struct rdg_aft rdg_aft;

/* Fewest samples with which means of products of two basis functions and a signal are distinguished. */
rdg_index rdg_aft_least_samples(const rdg_basis *basis);

/* Samples for a force law that is a polynomial of some degree in x and v together: enough to make all
 * coefficients exact. Degree 0: for a smooth force law of any kind. */
rdg_index rdg_aft_default_samples(const rdg_basis *basis, int degree);

/* Plans and signals, samples >= rdg_aft_least_samples(); NULL after a failure recorded on ctx. Freed by
 * rdg_aft_free(). */
rdg_aft *rdg_aft_create(rdg_context *ctx, const char *where, rdg_index samples, rdg_index signals);
void rdg_aft_free(rdg_aft *aft);

double *rdg_aft_signal(const rdg_aft *aft, rdg_index signal); /* [samples] */

/* signal = sum_i z_i phi_i, or its derivative in tau (derivative = 1) */
void rdg_aft_synthesize(const rdg_aft *aft, const rdg_basis *basis, const double *z, int derivative,
                        rdg_index signal);

/* The same with z_i g_i: the signal that weights a force in the sum of z_i times its coefficients. */
void rdg_aft_synthesize_weight(const rdg_aft *aft, const rdg_basis *basis, const double *z, rdg_index signal);

/* Replace a signal by its spectrum, in place; false: it is zero and stays as it is. */
bool rdg_aft_analyze(const rdg_aft *aft, rdg_index signal);

/* out_i += factor [g_i] mean(w d^derivative phi_i) from the spectrum of w */
void rdg_aft_add_vector(const rdg_aft *aft, const rdg_basis *basis, rdg_index signal, bool galerkin,
                        double factor, int derivative, double *out);

/* out[i + ld*j] += factor [g_i] mean(w d^left phi_i d^right phi_j) from the spectrum of w */
void rdg_aft_add_matrix(const rdg_aft *aft, const rdg_basis *basis, rdg_index signal, bool galerkin,
                        double factor, int left, int right, double *out, rdg_index ld);

#endif
