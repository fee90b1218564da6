/* The beam on the beam in time, against independent programs and numbers. */
#include "beam-on-beam/models.h"
#include "fresh_context.h"

#include <ridgewalk/complex_modes.h>
#include <ridgewalk/sliding_march.h>

#include <complex.h>

/* The motion that the page of numbers is about */
static rdg_march_options motion_from(double t0, double until)
{
    static const rdg_march_sensor T = {"T", "T.y", true};
    return (rdg_march_options){.speed = BEAM_SPEED,
                               .start = BEAM_START,
                               .from = t0,
                               .until = until,
                               .sensors = 1,
                               .sensor = &T,
                               .in_memory = true};
}

/* Records of 2 ms, four times */
static void short_motions_are_those_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/sliding_short.csv", "r");
    static const char *const name[] = {"t", "acc_T", "lambda", "v", "place", "gamma", "u_T"};
    /* that program's frequencies have rounding errors, which its equilibria show, too; its u is a step later
     */
    static const double tolerance[] = {1e-12, 1e-4, 2e-8, 4e-9, 1e-7, 3e-10, 2e-11};
    const double *column[7] = {NULL};
    double mu = -1, t0 = -1;
    char line[256];
    int rows = 0, row = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double mu_now, t0_now, h, known[7];
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", &mu_now, &t0_now, &h, &known[0],
                   &known[1], &known[2], &known[3], &known[4], &known[5], &known[6]) != 10) {
            continue;
        }
        if (mu_now != mu || t0_now != t0) {
            mu = mu_now;
            t0 = t0_now;
            rdg_march_options o = motion_from(t0, t0 + 2.001e-3);
            o.scheme = RDG_MARCH_CENTRAL;
            o.h = h;
            assert_ok(*state, rdg_march(sliding_beams(*state, mu), "short", &o, NULL));
            rdg_run *run = rdg_run_open(*state, "short");
            for (int c = 0; c < 7; c++) {
                column[c] = rdg_run_column(run, name[c]);
                assert_non_null(column[c]);
            }
            row = 0;
        }
        while (column[0][row] < known[0] - 1e-9) {
            row++;
        }
        known[4] -= 1; /* this polyline begins at x = 1 mm */
        for (int c = 0; c < 7; c++) {
            assert_near(column[c][row], known[c], 0, tolerance[c]);
        }
        rows++;
    }
    fclose(file);
    assert_int_equal(rows, 80);
}

static void the_central_difference_tells_its_limit(void **state)
{
    rdg_sliding *c = sliding_beams(*state, 0.3);
    rdg_march_options o = motion_from(0, 5e-3);
    rdg_march_result r;
    assert_near(rdg_march_limit(c, RDG_MARCH_CENTRAL), 7.1223e-8, 1e-5, 0);
    assert_true(isinf(rdg_march_limit(c, RDG_MARCH_EXACT)));
    o.scheme = RDG_MARCH_CENTRAL;
    o.h = 7.10e-8;
    assert_ok(*state, rdg_march(c, "runs", &o, &r));
    assert_int_equal(r.stop, RDG_MARCH_DONE);
    assert_true(r.lambda_min > 0.0998 && r.lambda_max < 0.1001);
    o.h = 7.13e-8;
    assert_int_equal(rdg_march(c, "explodes", &o, &r), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "explodes with steps longer than 7.1223e-08 s");
    o.scheme = RDG_MARCH_EXACT;
    o.h = 2e-6;
    assert_ok(*state, rdg_march(c, "long", &o, &r));
    assert_true(r.lambda_min > 0.0998 && r.lambda_max < 0.1001);
}

/* Discrete contact problems within two windows of instability, about the deformed state */
static void steps_grow_as_they_should(void **state)
{
    static const struct {
        double s, h, growth, atol;
    } known[] = {{94.1, 0, 169.022, 5e-4},  {94.1, 5e-7, 169.001, 5e-4}, {94.1, 1e-6, 168.89, 6e-3},
                 {94.1, 2e-6, 163.4, 0.05}, {91.6, 0, 167.1259, 1e-4},   {91.6, 5e-7, 167.1257, 1e-4}};
    rdg_sliding *c = sliding_beams(*state, 0.3);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        double _Complex p[40], q;
        rdg_sliding_state at;
        assert_ok(*state, rdg_sliding_equilibrium(c, 1e-3 * known[i].s, &at, NULL));
        assert_ok(*state, rdg_sliding_eigenvalues(c, &at, 40, p));
        q = p[0];
        for (int k = 0; k < 40; k++) {
            q = creal(p[k]) > creal(q) ? p[k] : q;
        }
        const double f = cimag(q);
        if (known[i].h > 0) {
            assert_ok(*state, rdg_march_eigenvalue(c, &at, RDG_MARCH_EXACT, known[i].h, &q));
        }
        assert_near(creal(q), known[i].growth, 0, known[i].atol);
        assert_near(cimag(q), f, 1e-4, 0);
    }
}

/* Stick begins and ends three times, whatever the step. */
static void it_sticks_when_an_independent_program_does(void **state)
{
    static const double begin[] = {2.8975960, 2.897874, 2.898153}, end[] = {2.897618, 2.897903, 2.898188};
    rdg_march_options o = motion_from(2.85, 2.8982);
    rdg_march_result r;
    o.unilateral = true;
    assert_ok(*state, rdg_march(sliding_beams(*state, 0.3), "stick", &o, &r));
    assert_near(r.first_reversal, 2.8975960, 0, 3e-7);
    rdg_run *run = rdg_run_open(*state, "stick");
    const double *t = rdg_run_column(run, "t");
    for (rdg_index k = 0; k < 3; k++) {
        const rdg_index stick = rdg_run_find(run, "ST", k), slip = rdg_run_find(run, "SL", k);
        assert_true(stick >= 0 && slip >= 0);
        assert_near(t[stick], begin[k], 0, 6e-7);
        assert_near(t[slip], end[k], 0, 6e-7);
    }
    assert_int_equal(rdg_run_find(run, "BK", 0), -1);
    assert_int_equal(rdg_run_find(run, "OFF", 0), -1);
}

/* Without `unilateral` the same motion ends there, which it says. */
static void a_reversal_stops_what_only_slides(void **state)
{
    rdg_march_options o = motion_from(2.85, 2.9);
    rdg_march_result r;
    assert_ok(*state, rdg_march(sliding_beams(*state, 0.3), "reversal", &o, &r));
    assert_int_equal(r.stop, RDG_MARCH_REVERSAL);
    assert_near(r.t, 2.8975960, 0, 6e-7);
    assert_int_equal(rdg_shortfalls(*state), 1);
    rdg_run *run = rdg_run_open(*state, "reversal");
    assert_int_equal(rdg_run_find(run, "MX", 0), rdg_run_count(run) - 1);
    assert_string_equal(rdg_run_text(run, "stop"), "stopped");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(short_motions_are_those_of_an_independent_program), TEST(the_central_difference_tells_its_limit),
        TEST(steps_grow_as_they_should), TEST(it_sticks_when_an_independent_program_does),
        TEST(a_reversal_stops_what_only_slides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
