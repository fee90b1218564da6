/* Responses by two solvers, point for point where they are located: the spectral one against factors. */
#ifndef RDG_TEST_SPECTRAL_CURVES_H
#define RDG_TEST_SPECTRAL_CURVES_H

#include "harvest.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/mechanics.h>

#include <math.h>

enum { SPECTRAL_MARGINS = 48 };

/* A response: the domain of omega, rad/s, and the amplitude of the force. */
typedef struct spectral_response {
    double first, last, alpha, step;
    const char *sensor;
    bool onsets; /* the onset of slip of each contact that has a margin is located, too */
} spectral_response;

static inline void spectral_follow(rdg_context *ctx, rdg_hbm *hb, rdg_hbm_solver_kind kind,
                                   const spectral_response *r, harvest *h)
{
    char name[SPECTRAL_MARGINS][64];
    assert_ok(ctx, rdg_hbm_solver(hb, kind));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", r->first), RDG_AT("alpha", r->alpha));
    rdg_option option[SPECTRAL_MARGINS + 10] = {
        RDG_RELEASE("omega"),
        RDG_WINDOW("omega", fmin(r->first, r->last), fmax(r->first, r->last)),
        RDG_STEP(r->step, 1e-8, r->step),
        RDG_MAXIMA(r->sensor),
        RDG_MAX_POINTS(3000),
        RDG_NO_BRANCH_POINTS,
        HARVEST(h),
        RDG_NO_FOLDER,
    };
    int n = 9;
    if (r->onsets) {
        assert_ok(ctx, rdg_hbm_add_margins(hb, p));
        assert_true(rdg_hbm_margin_count(hb) <= SPECTRAL_MARGINS);
    }
    for (rdg_index k = 0; r->onsets && k < rdg_hbm_margin_count(hb); k++) {
        snprintf(name[k], sizeof name[k], "%s.margin", rdg_hbm_margin_name(hb, k));
        option[n++] = RDG_EVENT("SLIP", name[k], 0.0);
    }
    option[n++] = RDG_NO_TABLE;
    option[n] = RDG_LAST_OPTION;
    assert_ok(ctx, rdg_continue_list(p, "frc", option));
    assert_int_equal(rdg_hbm_solver_in_use(hb), kind);
}

static inline size_t spectral_next_located(const harvest *h, size_t i)
{
    while (i < h->count && h->chart[i].type[0] == 0) {
        i++;
    }
    return i;
}

/* How many located points there are, which agree. */
static inline int spectral_compare(const spectral_response *r, const harvest *factors, const harvest *modes)
{
    int located = 0;
    size_t k = spectral_next_located(modes, 0);
    for (size_t i = spectral_next_located(factors, 0); i < factors->count;
         i = spectral_next_located(factors, i + 1)) {
        const harvested *a = &factors->chart[i], *b = &modes->chart[k];
        assert_true(k < modes->count);
        assert_string_equal(b->type, a->type);
        assert_near(harvest_mu(modes, b, "omega"), harvest_mu(factors, a, "omega"), 1e-10, 0);
        assert_near(harvest_mu(modes, b, r->sensor), harvest_mu(factors, a, r->sensor), 1e-10, 0);
        located++;
        k = spectral_next_located(modes, k + 1);
    }
    assert_int_equal(k, modes->count);
    return located;
}

#endif
