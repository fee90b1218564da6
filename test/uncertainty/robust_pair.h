/* Two contacts, one of which holds a residual stress that the normal load of the other one depends on: the
 * band of the peak in closed form. */
#ifndef RDG_TEST_ROBUST_PAIR_H
#define RDG_TEST_ROBUST_PAIR_H

#include "design/contact_pair.h"
#include "fresh_context.h"

#include <ridgewalk/hbm.h>
#include <ridgewalk/robust.h>

/* A mass on a Jenkins element whose limit is mu (N20 + kn y): at the limit N the peak is 4 N^2/(4 N - pi).
 * With the slider of the other contact N lies within mu (N20 - 1) and mu (N20 + 1), and is mu N20 as given.
 */
static inline rdg_hbm *pair(rdg_context *ctx, double N20, double mu, void *data)
{
    (*(long *)data)++;
    return rdg_hbm_create(contact_pair(ctx, 0.0, 0.1, N20, isnan(mu) ? 1.0 : mu), RDG_HARMONICS(0, 1));
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
