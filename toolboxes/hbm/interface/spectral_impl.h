/* The linear part of a harmonic balance with a large contact surface, in the modes of the stuck structure.
 *
 * Contacts have a reference stiffness k_c (that of sticking contacts). With the eigenproblem, solved once,
 *
 *     (K + k_c) Phi = M Phi Lambda,   Phi^T M Phi = 1,
 *
 * the dynamic stiffness of the stuck structure is diagonal in Phi at each frequency and harmonic k if the
 * damping is proportional, C = a M + b K:
 *
 *     P_k = Phi^-T [Lambda - (k omega)^2 + i k omega (a + b Lambda)] Phi^-1.
 *
 * P_k has k_c (1 + i k omega b) more than D_k: the damping a M + b K knows nothing of the contacts' springs.
 * Without this share of b, amplitudes near a resonance are wrong by several per cent. Other damping: a and b
 * are fitted, and P_k is near D_k + k_c only. */
#ifndef RDG_SPECTRAL_IMPL_H
#define RDG_SPECTRAL_IMPL_H

#include <ridgewalk/element.h>
#include <ridgewalk/structure.h>

typedef struct rdg_spectral rdg_spectral;

/* What it is made from. All are borrowed. */
typedef struct rdg_spectral_parts {
    const rdg_sparse *M, *C, *K; /* of all degrees of freedom */
    const rdg_sparse *contacts;  /* k_c, symmetric */
    const double *damping;       /* [2] a, b if the damping is proportional; NULL: they are fitted */
    const rdg_basis *basis;      /* harmonics, at most */
    const char *structure;       /* its name, for messages */
} rdg_spectral_parts;

/* NULL after a failure: RDG_ERR_ARGUMENT (not symmetric), RDG_ERR_SINGULAR (no mass in some direction, or the
 * structure moves without force even with all contacts stuck), RDG_ERR_NO_MEMORY. */
rdg_spectral *rdg_spectral_create(rdg_context *ctx, const rdg_spectral_parts *parts);
void rdg_spectral_free(rdg_spectral *s);

/* Can it be made: symmetric matrices and a mass matrix that is positive definite? RDG_OK or RDG_ERR_NO_MEMORY
 */
rdg_status rdg_spectral_suits(rdg_context *ctx, const rdg_sparse *M, const rdg_sparse *C, const rdg_sparse *K,
                              bool *suits);

/* Is the damping proportional, so that P = D + k_c (1 + i k omega b)? The factor b. */
bool rdg_spectral_is_exact(const rdg_spectral *s, double *stiffness_factor);

/* y += d^order D / d omega^order x, or with its transpose; x, y: coefficients of `basis`, which may have
 * fewer harmonics, [size * n_coefficients]. */
void rdg_spectral_times(const rdg_spectral *s, const rdg_basis *basis, int order, double omega,
                        bool transposed, const double *x, double *y);

/* x = P^-1 b, or P^-T b; likewise. What belongs to further harmonics is zero. */
void rdg_spectral_solve(const rdg_spectral *s, const rdg_basis *basis, double omega, bool transposed,
                        const double *b, double *x);

/* row_i: about the largest |D_ij| size_j. */
void rdg_spectral_row_sizes(const rdg_spectral *s, const rdg_basis *basis, double omega, const double *size,
                            double *row);

#endif
