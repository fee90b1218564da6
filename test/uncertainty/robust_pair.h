/* Two contacts, one of which holds a residual stress that the normal load of the other one depends on: the
 * band of the peak in closed form. */
#ifndef RDG_TEST_ROBUST_PAIR_H
#define RDG_TEST_ROBUST_PAIR_H

#include "fresh_context.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/robust.h>

/* A mass on a Jenkins element whose limit is mu (N20 + kn y): at the limit N the peak is 4 N^2/(4 N - pi).
 * With the slider of the other contact N lies within mu (N20 - 1) and mu (N20 + 1), and is mu N20 as given.
 */
static inline rdg_hbm *pair(rdg_context *ctx, double N20, double mu, void *data)
{
    const double M[4] = {1, 0, 0, 1}, C[4] = {0, 0, 0, 0.1}, K[4] = {1, 0, 0, 1};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, M, C, K);
    (*(long *)data)++;
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "holds", .tangential = "y", .kt = 1, .mu = 1, .preload = 3});
    rdg_contact_add(s, &(rdg_contact){.name = "slips",
                                      .tangential = "x",
                                      .normal = "y",
                                      .kt = 1,
                                      .kn = 0.5,
                                      .mu = isnan(mu) ? 1 : mu,
                                      .preload = N20});
    rdg_static_force_add(s, "y", N20);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1));
}

static inline double peak(double N)
{
    return 4.0 * N * N / (4.0 * N - M_PI);
}

static inline rdg_robust_problem problem_of(long *models)
{
    return (rdg_robust_problem){.model = pair,
                                .data = models,
                                .sensor = "A",
                                .level = 1.0,
                                .omega = {0.8, 1.6},
                                .design = {1.8, 3.4},
                                .scans = 4,
                                .accuracy = 5e-3,
                                .nominal = NAN};
}

#endif
