/* Random structures with many contacts, for the comparison of solvers. */
#ifndef RDG_TEST_SPECTRAL_STRUCTURES_H
#define RDG_TEST_SPECTRAL_STRUCTURES_H

#include "models.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>

#include <math.h>

static inline double spectral_between(uint64_t *seed, double low, double high)
{
    return 0.5 * (low + high) + 0.5 * (high - low) * random_signed(seed);
}

/* B B^T + shift, [n n] */
static inline void spectral_square(uint64_t *seed, int n, double scale, double shift, double *A)
{
    double *B = calloc((size_t)n * (size_t)n, sizeof *B);
    assert_non_null(B);
    for (int i = 0; i < n * n; i++) {
        B[i] = random_signed(seed);
    }
    for (int k = 0; k < n * n; k++) {
        A[k] = k % n == k / n ? shift : 0.0;
        for (int j = 0; j < n; j++) {
            A[k] += scale / n * B[k % n + n * j] * B[k / n + n * j];
        }
    }
    free(B);
}

typedef enum spectral_damping { SPECTRAL_PROPORTIONAL, SPECTRAL_OTHER } spectral_damping;

/* Contacts of constant and of varying normal load (those that begin with a gap, too), on 2 degrees of freedom
 * each; a force "drive" and a sensor "Am" at the last one, "tip". */
static inline rdg_structure *spectral_structure(rdg_context *ctx, uint64_t *seed, int contacts,
                                                spectral_damping damping)
{
    const int n = 2 * contacts + 3;
    const size_t size = (size_t)n * (size_t)n;
    double *M = calloc(3 * size, sizeof *M), *C = M + size, *K = C + size;
    assert_non_null(M);
    spectral_square(seed, n, 0.3, 1.0, M);
    spectral_square(seed, n, 3.0, 1.0, K);
    spectral_square(seed, n, 0.02, 0.01, C);
    rdg_structure *s =
        rdg_structure_create(ctx, "random", n, M, damping == SPECTRAL_OTHER ? C : RDG_UNDAMPED, K);
    if (damping == SPECTRAL_PROPORTIONAL) {
        assert_ok(ctx, rdg_damping_proportional(s, 0.01, 0.02));
    }
    free(M);
    for (int c = 0; c < contacts; c++) {
        char tangential[16], normal[16];
        snprintf(tangential, sizeof tangential, "t%d", c);
        snprintf(normal, sizeof normal, "n%d", c);
        assert_ok(ctx, rdg_name_dof(s, tangential, 2 * c));
        assert_ok(ctx, rdg_name_dof(s, normal, 2 * c + 1));
        const bool varies = random_signed(seed) > -0.3;
        assert_ok(ctx, rdg_contact_add(
                           s, &(rdg_contact){.tangential = tangential,
                                             .normal = varies ? normal : NULL,
                                             .kt = spectral_between(seed, 0.3, 1.5),
                                             .kn = spectral_between(seed, 0.3, 1.5),
                                             .mu = spectral_between(seed, 0.1, 0.6),
                                             .preload = spectral_between(seed, varies ? -0.02 : 0.1, 0.5)}));
    }
    assert_ok(ctx, rdg_name_dof(s, "tip", n - 1));
    assert_ok(ctx, rdg_force_add(s, "tip", 1, 1.0));
    assert_ok(ctx, rdg_sensor_harmonic_add(s, "Am", "tip", 1));
    return s;
}

#endif
