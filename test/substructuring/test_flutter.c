/* Flutter by continuation: derivatives, windows of instability, tongues, against an independent program. */
#include "beam-on-beam/windows.h"
#include "fresh_context.h"

#include <string.h>

static rdg_sliding *beams(rdg_context *ctx, double mu, rdg_interpolation interpolation)
{
    return sliding_beams_of(ctx, &(beam_options){.mu = mu, .interpolation = interpolation});
}

/* At random states, on and off the curve, with all numbers away from where they usually are */
static void derivatives_are_those_of_differences(void **state)
{
    uint64_t seed = 11;
    for (int kind = 0; kind < 4; kind++) {
        rdg_sliding *c = beams(*state, 0.2, kind % 2 ? RDG_C1 : RDG_SEGMENTS);
        for (int trial = 0; trial < 10; trial++) {
            const double s = 0.055 + 0.045 * random_signed(&seed);
            rdg_problem *p = rdg_flutter_problem(c, kind / 2 ? RDG_DEFORMED : RDG_UNDEFORMED, RDG_AT("s", s),
                                                 RDG_AT("omega", RDG_HZ(8000 + 7000 * random_signed(&seed))),
                                                 RDG_AT("mu", 0.3 + 0.3 * random_signed(&seed)),
                                                 RDG_AT("damping", 1 + 0.9 * random_signed(&seed)),
                                                 RDG_AT("load", 2 + 1.9 * random_signed(&seed)));
            assert_non_null(p);
            double *u = rdg_start_values(p);
            u[0] +=
                20 +
                280 * fabs(random_signed(&seed)); /* on it poles and zeros may be too near for differences */
            u[1] *= 1 + (trial % 2 ? 0.05 * random_signed(&seed) : 0);
            assert_ok(*state, rdg_check_derivatives(p, NULL, 1e-6));
            rdg_problem_free(p);
        }
        rdg_sliding_free(c);
    }
}

/* Eigenvalues at a millimetre's distance, followed */
static void the_locus_is_that_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/flutter_locus.csv", "r");
    char line[1024];
    double before = 0;
    rdg_complex_modes *m = NULL;
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        char *at = line;
        double _Complex p[20];
        const double mu = strtod(at, &at), s = at == line ? 0 : strtod(at + 1, &at);
        if (at == line) {
            continue;
        }
        if (mu != before) {
            m = rdg_complex_modes_create(sliding_beams(*state, mu), 20, RDG_UNDEFORMED);
            before = mu;
        }
        assert_ok(*state, rdg_complex_modes_at(m, 1e-3 * s, p));
        for (int k = 0; k < 20; k++) {
            const double f = strtod(at + 1, &at), real = strtod(at + 1, &at);
            double nearest = INFINITY;
            for (int j = 0; j < 20; j++) { /* the static share costs that program 5e-3 of Re */
                const double ours = cimag(p[j]) / (2 * RDG_PI);
                const double off = fabs(ours - f) - (6e-4 + 0.02 / f + 4e-6 * f);
                nearest = fmin(nearest, fmax(off, fabs(creal(p[j]) - real) - (6e-4 + 5.5e-3 * fabs(real))));
            }
            assert_true(nearest < 0);
        }
        rows++;
    }
    fclose(file);
    assert_true(rows > 40);
}

typedef struct reference_row {
    double mu, on, off, peak_s, f, peak, growth, tip_s, tip_mu, tip_f;
    int nx2, deformed, columns;
} reference_row;

static bool read_row(FILE *file, reference_row *r)
{
    char line[512];
    while (fgets(line, sizeof line, file)) {
        *r = (reference_row){0};
        r->columns = sscanf(line, "%d,%lf,%d,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &r->nx2, &r->mu,
                            &r->deformed, &r->on, &r->off, &r->peak_s, &r->f, &r->peak, &r->growth, &r->tip_s,
                            &r->tip_mu, &r->tip_f);
        if (r->columns >= 9) {
            return true;
        }
    }
    return false;
}

/* Every window and tip of that program, from a place inside; its edges to its digits, its growth to what its
 * sum over steps is worth */
static void windows_are_those_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/flutter_windows.csv", "r");
    reference_row r;
    rdg_sliding *c = NULL;
    double mu = 0;
    int rows = 0, tips = 0;
    assert_non_null(file);
    while (read_row(file, &r)) {
        if (r.mu != mu) {
            c = beams(*state, r.mu, RDG_SEGMENTS);
            mu = r.mu;
        }
        unstable_window w = {.s = 1e-3 * r.peak_s, .omega = RDG_HZ(r.f)};
        rdg_problem *p = continue_window(c, r.deformed ? RDG_DEFORMED : RDG_UNDEFORMED, "locus", &w);
        assert_ok(*state, rdg_error_status(*state));
        assert_near(1e3 * w.on, r.on, 0, 1.5e-5);
        assert_near(1e3 * w.off, r.off, 0, 1.5e-5);
        assert_near(w.peak, r.peak, 1e-4, 2e-4);
        assert_near(w.growth, r.growth, 1e-4, 2e-4);
        if (r.columns == 12) {
            continue_tongue(p, "locus", "tongue", 0.4, &w);
            assert_near(1e3 * w.tip_s, r.tip_s, 0, 1e-5);
            assert_near(w.tip_mu, r.tip_mu, 0, 1e-6);
            assert_near(w.tip_f, r.tip_f, 0, 1e-3);
            tips++;
        }
        rdg_problem_free(p);
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 24);
    assert_int_equal(tips, 7);
}

/* One run over the whole beam, through nodes and veerings, meets the edges of all windows on its way. */
static void one_locus_passes_through_its_windows(void **state)
{
    static const double edge[] = {41.03317, 41.24539, 47.51693, 47.90950,
                                  51.61933, 52.14086, 58.40195, 58.64472};
    rdg_sliding *c = sliding_beams(*state, 0.3);
    rdg_problem *p =
        rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.0477), RDG_AT("omega", RDG_HZ(10569)));
    rdg_run_summary told;
    assert_ok(*state, rdg_continue(p, "locus", RDG_RELEASE("s"), RDG_WINDOW("s", 0.040, 0.060),
                                   RDG_EVENT("FL", "sigma", 0.0), RDG_MAX_POINTS(2000), RDG_IN_MEMORY,
                                   RDG_NO_TABLE, RDG_LABEL_EVERY(0), RDG_SUMMARY(&told)));
    assert_true(told.covered);
    rdg_run *run = rdg_run_open(*state, "locus");
    const double *s = rdg_run_column(run, "s");
    for (int k = 0; k < 8; k++) {
        const rdg_index row = rdg_run_find(run, "FL", k);
        assert_true(row >= 0);
        assert_near(1e3 * s[row], edge[k], 0, 1e-5);
    }
    assert_int_equal(rdg_run_find(run, "FL", 8), -1);
}

/* A tongue about the deformed state goes on over corners, where it jumps a little, and has its tip next to
 * that of the smooth polyline, to which it comes closer than the page's 0.1 mm. */
static void tongues_cross_nodes(void **state)
{
    unstable_window w[2];
    for (int k = 0; k < 2; k++) {
        rdg_sliding *c = beams(*state, 0.3, k ? RDG_C1 : RDG_SEGMENTS);
        w[k] = (unstable_window){.s = 0.0915, .omega = RDG_HZ(3523)};
        rdg_problem *p = continue_window(c, RDG_DEFORMED, "locus", &w[k]);
        continue_tongue(p, "locus", "tongue", 0.5, &w[k]);
        rdg_run *run = rdg_run_open(*state, "tongue");
        double low, high;
        assert_ok(*state, rdg_run_range(run, "s", &low, &high));
        assert_true(low < 0.0909 && high > 0.0924); /* up to mu = 0.5 on both sides */
        assert_true(k ? rdg_run_find(run, "CO", 0) < 0 : rdg_run_find(run, "CO", 1) >= 0);
    }
    assert_near(w[1].tip_s, w[0].tip_s, 0, 1e-4);
    assert_near(w[1].tip_mu, w[0].tip_mu, 1e-3, 0);
}

/* A start on a node is no start on one of its segments alone: both edges are found, with the node in between.
 */
static void a_start_may_be_on_a_node(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    for (int side = -1; side <= 1; side++) {
        unstable_window w = {.s = 0.052 + 1e-16 * side, .omega = RDG_HZ(10569)};
        rdg_problem *p = continue_window(c, RDG_UNDEFORMED, "locus", &w);
        assert_near(1e3 * w.on, 51.61933, 0, 1e-5);
        assert_near(1e3 * w.off, 52.14086, 0, 1e-5);
        assert_ok(*state, rdg_continue(p, "again", RDG_FROM_POINT("locus", "RS", 0), RDG_RELEASE("s"),
                                       RDG_WINDOW("s", 0.0515, 0.0525), RDG_EVENT("FL", "sigma", 0.0),
                                       RDG_IN_MEMORY, RDG_NO_TABLE, RDG_LABEL_EVERY(0)));
        rdg_run *run = rdg_run_open(*state, "again");
        assert_true(rdg_run_find(run, "FL", 1) > 0 && rdg_run_find(run, "FL", 2) < 0);
        assert_int_equal(rdg_continue(p, "beyond", RDG_FROM_POINT("locus", "CO", 0), RDG_RELEASE("s"),
                                      RDG_WINDOW("s", 0.0515, 0.0525), RDG_IN_MEMORY, RDG_NO_TABLE),
                         RDG_ERR_ARGUMENT);
        assert_failed(*state, RDG_ERR_ARGUMENT, "is not on the segment of the problem");
        rdg_problem_free(p);
    }
}

static void what_makes_no_problem_is_refused(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    assert_null(rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.05)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "omega = nan");
    assert_null(rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.2), RDG_AT("omega", 1e4)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "leaves the polyline");
    assert_null(rdg_flutter_problem(c, RDG_DEFORMED, RDG_AT("s", 0.001), RDG_AT("omega", 1e4)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "the deformed contact leaves the polyline");
    assert_null(
        rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.05), RDG_AT("omega", 1e4), RDG_AT("mu", -0.1)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "mu = -0.1");
    assert_null(rdg_flutter_problem(c, RDG_UNDEFORMED, RDG_AT("s", 0.05), RDG_AT("speed", 1)));
    assert_failed(*state, RDG_ERR_NAME, "there is no parameter \"speed\"");
    assert_null(rdg_flutter_problem(c, (rdg_sliding_shape)7, RDG_AT("s", 0.05), RDG_AT("omega", 1e4)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "there is no shape 7");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(derivatives_are_those_of_differences),
                                       TEST(the_locus_is_that_of_an_independent_program),
                                       TEST(windows_are_those_of_an_independent_program),
                                       TEST(one_locus_passes_through_its_windows),
                                       TEST(tongues_cross_nodes),
                                       TEST(a_start_may_be_on_a_node),
                                       TEST(what_makes_no_problem_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
