/* What holds of a ridge that goes on: its levels grow, and it is on local maxima. */
#ifndef RDG_TEST_RIDGE_CONTINUATION_H
#define RDG_TEST_RIDGE_CONTINUATION_H

#include "backbones.h"

#include <ridgewalk/iwan.h>

static inline void assert_levels_grow(const backbone *b, double last)
{
    for (rdg_index row = 1; row < b->rows; row++) {
        assert_true(b->alpha[row] >= b->alpha[row - 1] * (1.0 - 1e-10));
    }
    assert_near(b->alpha[b->rows - 1], last, 1e-12, 0.0);
}

/* How the neighbours of a maximum are met: so far away, relatively in omega; it may fold before that. */
typedef struct neighbours {
    double aside;
    bool may_fold;
} neighbours;

static const neighbours at_smooth_sides = {1e-5, false}, at_folding_sides = {1e-6, true};

/* On the branch of the response that the row is on, the sensor is less on both sides. */
static inline void assert_local_maximum(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index row,
                                        neighbours beside)
{
    for (int side = -1; side <= 1; side += 2) {
        double amplitude = 0.0;
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", b->omega[row]), RDG_AT("alpha", b->alpha[row]));
        double *u = rdg_start_values(p); /* Q comes first */
        assert_ok(ctx,
                  rdg_run_solution(b->run, rdg_run_label(b->run, row), "Q", rdg_hbm_unknowns(hb), u, NULL));
        u[rdg_variable_index(p, "omega", NULL)] *= 1.0 + beside.aside * side;
        const rdg_status status = rdg_solve(p);
        if (beside.may_fold && status == RDG_ERR_NO_CONVERGENCE) {
            rdg_error_clear(ctx);
        } else {
            assert_ok(ctx, status);
            assert_ok(ctx, rdg_parameter_value(p, "Am", u, &amplitude));
            assert_true(amplitude < b->Am[row] * (beside.may_fold ? 1.0 + 1e-13 : 1.0));
            assert_true(beside.may_fold || fabs(amplitude - b->Am[row]) < 1e-3 * b->Am[row]);
        }
        rdg_problem_free(p);
    }
}

static inline void assert_maxima_at(rdg_context *ctx, rdg_hbm *hb, const backbone *b, rdg_index n,
                                    const double *level, neighbours beside)
{
    for (rdg_index k = 0; k < n; k++) {
        assert_local_maximum(ctx, hb, b, row_at_level(b->run, level[k]), beside);
    }
}

/* Each slider is a kink without a corner. Where they crowd the ridge may step over some, but over no
 * level that is asked for. */
static inline void ridge_gets_past_sliders(rdg_context *ctx, int least, int most)
{
    enum { N = 40 };
    double level[N];
    for (int k = 0; k < N; k++) {
        level[k] = 0.02 * pow(20.0, (k + 0.5) / N);
    }
    for (int sliders = least; sliders <= most; sliders *= 4) {
        const double m = 1.0, c = 0.01, k = 0.75;
        rdg_structure *s = rdg_structure_create(ctx, "one mass", 1, &m, &c, &k);
        rdg_name_dof(s, "x", 0);
        rdg_iwan_add(s, &(rdg_iwan){.at = "x", .Kt = 0.25, .Fs = 0.2, .sliders = sliders});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_sensor_add(s, "Am", "x");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.02));
        assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.7, 1.5)));
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_WINDOW("alpha", 0.02, 0.4),
                                 RDG_UZ_LIST("alpha", N, level)));
        const backbone b = backbone_open(ctx, "ridge");
        assert_levels_grow(&b, 0.4);
        assert_maxima_at(ctx, hb, &b, N, level, at_smooth_sides);
        rdg_run_free(b.run);
    }
}

#endif
