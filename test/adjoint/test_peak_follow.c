/* Peaks followed over levels: against ridges, tables of brute force, and differences. */
#define _XOPEN_SOURCE 700

#include "bench/bench.h"
#include "bench/ridge_cost.h"
#include "ridge_cases.h"
#include "scratch.h"

#include <ridgewalk/peak.h>

/* Levels of a structure at which the peak is that of the ridge. */
static void assert_is_the_ridge(rdg_context *ctx, const ridge_case *c, int *known)
{
    const reference levels = levels_of(c);
    rdg_hbm *hb = c->model(ctx);
    const ridge_cost ridge = ridge_cost_of(hb, &c->c, &levels, false, 0.0);
    rdg_peak_response *r =
        rdg_peak_response_create(hb, "Am", RDG_HZ(c->c.range[0]), RDG_HZ(c->c.range[1]), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, levels.alpha[0], ridge.omega[0]);
    assert_non_null(peak);
    for (rdg_index k = 0; k < levels.n; k++) {
        assert_int_equal(rdg_peak_follow(r, peak, levels.alpha[k]), RDG_PEAK_REACHED);
        assert_int_equal(peak->kind, RDG_PEAK_SMOOTH);
        assert_true(peak->curvature < 0.0);
        assert_true(peak->level == levels.alpha[k]);
        if (isfinite(ridge.Am[k])) {
            assert_near(peak->amplitude, ridge.Am[k], 1e-10, 0.0);
            ++*known;
        }
    }
    const rdg_peak_counts counts = rdg_peak_response_counts(r);
    const bool bursts = strncmp(c->name, "beam", 4) == 0; /* slip begins, or begins anew, between levels */
    print_message("%s: %ld factorisations, %ld Hessian products at %lld levels\n", c->name,
                  counts.factorisations, counts.hessian_products, (long long)levels.n);
    assert_true(counts.factorisations <= (bursts ? 25 : 5) * levels.n);
    assert_true(counts.factorisations <= counts.residuals);
    if (strcmp(c->name, "blades") == 0 || strcmp(c->name, "pads") == 0 || strcmp(c->name, "duffing") == 0) {
        assert_true(counts.factorisations <= 3 * levels.n); /* smooth from level to level */
    }
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
}

static void peaks_of_eight_structures_are_their_ridges(void **state)
{
    rdg_context *ctx = *state;
    int known = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        assert_is_the_ridge(ctx, &cases[k], &known);
    }
    assert_int_equal(known, 240);
}

/* Through smooth peaks and corners of a table of brute force. */
static void assert_is_in_table(rdg_context *ctx, const backbone_case *c, const reference *table)
{
    rdg_hbm *hb = backbone_model(ctx, c);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(c->range[0]), RDG_HZ(c->range[1]), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, table->alpha[0], RDG_HZ(table->f[0]));
    assert_non_null(peak);
    int corners = 0;
    for (rdg_index k = 0; k < table->n; k++) {
        assert_int_equal(rdg_peak_follow(r, peak, table->alpha[k]), RDG_PEAK_REACHED);
        assert_near(peak->amplitude, table->Am[k], 2e-9, 0.0); /* ten digits */
        assert_near(peak->omega, RDG_HZ(table->f[k]), 1e-6, 0.0);
        assert_int_equal(peak->kind, table->corner[k] ? RDG_PEAK_CORNER : RDG_PEAK_SMOOTH);
        assert_true(table->corner[k] == (peak->corner >= 0));
        if (table->corner[k]) {
            assert_true(peak->stuck_slope >= 0.0 && peak->slip_slope <= 0.0);
            corners++;
        }
    }
    assert_true(corners > 0);
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
}

static void corners_and_smooth_peaks_are_those_of_the_tables(void **state)
{
    rdg_context *ctx = *state;
    reference table;
    assert_true(read_beam_reference(&table));
    assert_is_in_table(ctx, &beam_1, &table);
    assert_true(read_blade_reference(&table));
    assert_is_in_table(ctx, &blades[0], &table);
}

/* Down again, over the same levels: the same peaks, through the same corners. */
static void the_way_back_is_the_same(void **state)
{
    rdg_context *ctx = *state;
    reference table;
    assert_true(read_beam_reference(&table));
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(150), RDG_HZ(350), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, table.alpha[0], RDG_HZ(table.f[0]));
    assert_int_equal(rdg_peak_follow(r, peak, table.alpha[table.n - 1]), RDG_PEAK_REACHED);
    for (rdg_index k = table.n - 1; k >= 0; k--) {
        assert_int_equal(rdg_peak_follow(r, peak, table.alpha[k]), RDG_PEAK_REACHED);
        assert_near(peak->amplitude, table.Am[k], 2e-9, 0.0);
        assert_int_equal(peak->kind == RDG_PEAK_CORNER, table.corner[k]);
    }
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
}

typedef struct exchanges {
    rdg_index count;
    rdg_peak_exchange at[8];
    double level[8];
} exchanges;

static void note_exchange(const rdg_peak_exchange *met, const rdg_peak_point *at, void *data)
{
    exchanges *e = data;
    assert_true(e->count < 8);
    assert_int_equal(at->kind, RDG_PEAK_CORNER);
    e->level[e->count] = at->level;
    e->at[e->count++] = *met;
}

/* Levels of exchanges that brute force gave (friction-backbone.md), upwards and downwards. */
static void exchanges_are_those_of_brute_force(void **state)
{
    rdg_context *ctx = *state;
    static const struct {
        const backbone_case *c;
        double from, to;
        rdg_index count;
        struct {
            rdg_peak_exchange_kind kind;
            rdg_index corner, other;
            double level;
        } at[3];
    } table[] = {
        {&beam_1,
         0.03,
         0.3,
         2,
         {{RDG_PEAK_SLIP, 0, -1, 0.1583029740}, {RDG_PEAK_CORNER_END, 0, -1, 0.1583477770}}},
        {&beam_3,
         0.03,
         0.3,
         2,
         {{RDG_PEAK_SLIP, 0, -1, 0.1583029740}, {RDG_PEAK_CORNER_END, 0, -1, 0.1583476466}}},
        {&blades[0],
         0.7,
         8.0,
         2,
         {{RDG_PEAK_SLIP, 1, -1, 3.991476736}, {RDG_PEAK_CORNER_END, 1, -1, 4.020367083}}},
        {&blades[2],
         0.4,
         5.0,
         2,
         {{RDG_PEAK_SLIP, 1, -1, 2.423607356}, {RDG_PEAK_CORNER_END, 1, -1, 2.481677227}}},
        {&blades[4],
         0.15,
         5.0,
         3,
         {{RDG_PEAK_SLIP, 1, -1, 0.9704411575},
          {RDG_PEAK_OTHER_CORNER, 1, 0, 0.9794896622},
          {RDG_PEAK_SLIP, 0, -1, 3.524082}}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const backbone_case *c = table[i].c;
        rdg_peak_response *r = rdg_peak_response_create(backbone_model(ctx, c), "Am", RDG_HZ(c->range[0]),
                                                        RDG_HZ(c->range[1]), NULL);
        rdg_peak_point *peak = rdg_peak_find(r, table[i].from, RDG_HZ(c->beta > 0.0 ? 203.5 : 317.4));
        assert_non_null(peak);
        for (int down = 0; down < 2; down++) {
            const double goal = down ? table[i].from : table[i].to;
            exchanges met = {0};
            assert_int_equal(rdg_peak_follow_exchanges(r, peak, goal, note_exchange, &met), RDG_PEAK_REACHED);
            assert_int_equal(met.count, table[i].count);
            for (rdg_index k = 0; k < table[i].count; k++) {
                const rdg_index at = down ? table[i].count - 1 - k : k;
                const bool turned = down && table[i].at[at].kind == RDG_PEAK_OTHER_CORNER;
                assert_int_equal(met.at[k].kind, table[i].at[at].kind);
                assert_int_equal(met.at[k].corner, turned ? table[i].at[at].other : table[i].at[at].corner);
                assert_int_equal(met.at[k].other, turned ? table[i].at[at].corner : table[i].at[at].other);
                assert_near(met.level[k], table[i].at[at].level,
                            table[i].at[at].level == 3.524082 ? 1e-7 : 2e-8, 0.0);
            }
        }
        rdg_peak_point_free(peak);
    }
}

/* Derivatives of a peak in the level against peaks at levels beside. */
static void assert_slopes(rdg_hbm *hb, rdg_peak_response *r, const rdg_peak_point *at, const char *name)
{
    const double h =
        at->kind == RDG_PEAK_CORNER ? 1e-7 : 1e-5; /* the corner turns within 1e-4 of its level */
    rdg_peak_point *up = rdg_peak_point_copy(r, at), *down = rdg_peak_point_copy(r, at);
    assert_int_equal(rdg_peak_follow(r, up, at->level * (1.0 + h)), RDG_PEAK_REACHED);
    assert_int_equal(rdg_peak_follow(r, down, at->level * (1.0 - h)), RDG_PEAK_REACHED);
    const double difference = (up->amplitude - down->amplitude) / (2.0 * h * at->level);
    assert_near(rdg_peak_sensitivity(r, at, name), difference, 1e-5, 0.0);
    const double width = log((1.0 + h) / (1.0 - h));
    const rdg_index n = at->n, omega = rdg_hbm_unknowns(hb); /* Q, omega, alpha, numbers */
    double motion = 0.0;
    for (rdg_index i = 0; i < omega; i++) {
        motion = fmax(motion, fabs(at->slope[i]));
    }
    for (rdg_index i = 0; i < n; i++) {
        const double slope = (up->u[i] - down->u[i]) / width;
        const double rounding = i < omega ? 1e-5 * motion : i == omega ? 1e-15 / h * at->omega : 0.0;
        assert_near(at->slope[i], slope, 2e-5, rounding);
    }
    rdg_peak_point_free(up);
    rdg_peak_point_free(down);
}

static void slopes_over_the_level_agree_with_differences(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(150), RDG_HZ(350), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, 0.03, RDG_HZ(317.377));
    static const double level[] = {0.1, 0.15832, 0.2, 3.0, 30.0}; /* stuck, corner, slipping */
    int corners = 0;
    for (size_t k = 0; k < sizeof level / sizeof *level; k++) {
        assert_int_equal(rdg_peak_follow(r, peak, level[k]), RDG_PEAK_REACHED);
        assert_slopes(hb, r, peak, "alpha");
        corners += peak->kind == RDG_PEAK_CORNER;
    }
    assert_int_equal(corners, 1);
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
}

/* Over the preload of the pad at forcing amplitudes of which peaks are non-smooth: the margin depends on the
 * preload, too. Forces in proportion: A = alpha dA/d alpha + N0 dA/dN0. */
static void peaks_are_followed_over_a_number(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = backbone_model(ctx, &beam_1);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(150), RDG_HZ(350),
                                                    RDG_AT_LIST(RDG_AT("pad.preload", 40.0)));
    rdg_peak_point *peak = rdg_peak_find(r, 0.03, RDG_HZ(317.377));
    assert_int_equal(rdg_peak_follow(r, peak, 0.2), RDG_PEAK_REACHED);
    assert_ok(ctx, rdg_peak_response_hold(r, "alpha", 0.2));
    assert_ok(ctx, rdg_peak_response_release(r, "pad.preload"));
    rdg_peak_point *over = rdg_peak_find(r, 40.0, peak->omega);
    assert_non_null(over);
    assert_near(over->amplitude, peak->amplitude, 1e-12, 0.0);
    static const double at_40_N[] = {0.1, 0.15832, 0.2, 3.0, 30.0}; /* forcing amplitudes */
    int kinds[3] = {0};
    for (size_t k = 0; k < sizeof at_40_N / sizeof *at_40_N; k++) {
        assert_int_equal(rdg_peak_follow(r, over, 8.0 / at_40_N[k]), RDG_PEAK_REACHED);
        assert_slopes(hb, r, over, "pad.preload");
        assert_near(0.2 * rdg_peak_sensitivity(r, over, "alpha") +
                        over->level * rdg_peak_sensitivity(r, over, "pad.preload"),
                    over->amplitude, 1e-8, 0.0);
        kinds[over->kind]++;
    }
    assert_true(kinds[RDG_PEAK_SMOOTH] == 4 && kinds[RDG_PEAK_CORNER] == 1);
    assert_int_equal(rdg_peak_response_hold(r, "omega", 1.0), RDG_ERR_NAME);
    assert_failed(ctx, RDG_ERR_NAME, "neither alpha");
    rdg_peak_point_free(peak);
    rdg_peak_point_free(over);
    rdg_peak_response_free(r);
}

static double peak_with_limit(rdg_context *ctx, double limit, double *sensitivity)
{
    rdg_structure *s = one_mass(ctx, 0.02);
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "pad", .at = "x", .kt = 0.5, .limit = 1.0});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_peak_response *r =
        rdg_peak_response_create(hb, "Am", 0.5, 2.0, RDG_AT_LIST(RDG_AT("pad.limit", limit)));
    rdg_peak_point *peak = rdg_peak_find(r, 0.01, 1.2);
    assert_non_null(peak);
    assert_int_equal(rdg_peak_follow(r, peak, 1.5), RDG_PEAK_REACHED);
    *sensitivity = rdg_peak_sensitivity(r, peak, "pad.limit");
    const double amplitude = peak->amplitude;
    /* forces and limits in proportion: the amplitude goes with them */
    assert_near(peak->level * rdg_peak_sensitivity(r, peak, "alpha") + limit * *sensitivity, amplitude, 1e-8,
                0.0);
    assert_true(isnan(rdg_peak_sensitivity(r, peak, "omega")));
    assert_failed(ctx, RDG_ERR_NAME, "neither alpha nor a number");
    rdg_peak_point_free(peak);
    return amplitude;
}

static void sensitivity_in_a_number_agrees_with_differences(void **state)
{
    rdg_context *ctx = *state;
    const double h = 1e-4;
    double sensitivity, ignored;
    peak_with_limit(ctx, 1.0, &sensitivity);
    const double up = peak_with_limit(ctx, 1.0 + h, &ignored), down = peak_with_limit(ctx, 1.0 - h, &ignored);
    assert_near(sensitivity, (up - down) / (2.0 * h), 1e-6, 0.0);
}

/* From starts within rounding of the peak: signs of the slope beside the response are no bracket. */
static void a_start_on_the_peak_finds_it_smooth(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = long_beam(ctx);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", RDG_HZ(40), RDG_HZ(110), NULL);
    rdg_peak_point *peak = rdg_peak_find(r, 0.035, RDG_HZ(80));
    assert_non_null(peak);
    assert_int_equal(peak->kind, RDG_PEAK_SMOOTH);
    for (int k = -100; k < 100; k++) {
        rdg_peak_point *again = rdg_peak_find(r, 0.035, peak->omega * (1.0 + 1e-12 * k));
        assert_non_null(again);
        assert_int_equal(again->kind, RDG_PEAK_SMOOTH);
        assert_near(again->amplitude, peak->amplitude, 1e-11, 0.0);
        rdg_peak_point_free(again);
    }
    rdg_peak_point_free(peak);
}

static void a_peak_that_leaves_the_window_says_so(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = duffing(ctx);
    rdg_peak_response *r = rdg_peak_response_create(hb, "Am", 0.5, 2.0, NULL);
    rdg_peak_point *peak = rdg_peak_find(r, 0.002, 1.0);
    assert_non_null(peak);
    assert_int_equal(rdg_peak_follow(r, peak, 0.5), RDG_PEAK_LEFT_WINDOW);
    assert_true(peak->omega <= 2.0 && peak->omega > 2.0 * (1.0 - 2e-6) && peak->level < 0.5);
    assert_int_equal(rdg_peak_follow(r, peak, 1.001 * peak->level), RDG_PEAK_LEFT_WINDOW);
    assert_int_equal(rdg_peak_follow(r, peak, -1.0), RDG_PEAK_LOST);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "forcing amplitude -1: give a positive one");
    assert_null(rdg_peak_find(r, 0.1, 0.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "positive frequency");
    assert_null(rdg_peak_response_create(hb, "Am", 2.0, 1.0, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "the lower one first");
    assert_null(rdg_peak_response_create(hb, "Bm", 1.0, 2.0, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "Bm");
    rdg_peak_point_free(peak);
    rdg_peak_response_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(peaks_of_eight_structures_are_their_ridges),
        SCRATCH_TEST(corners_and_smooth_peaks_are_those_of_the_tables),
        SCRATCH_TEST(the_way_back_is_the_same),
        SCRATCH_TEST(exchanges_are_those_of_brute_force),
        SCRATCH_TEST(slopes_over_the_level_agree_with_differences),
        SCRATCH_TEST(peaks_are_followed_over_a_number),
        SCRATCH_TEST(sensitivity_in_a_number_agrees_with_differences),
        SCRATCH_TEST(a_start_on_the_peak_finds_it_smooth),
        SCRATCH_TEST(a_peak_that_leaves_the_window_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
