/* Closed forms of one rigid contact: numbers, and that they are fixed points of the motion from event to
 * event. */
#include "coulomb_systems.h"

static const double degree = 0.01745329251994329577;

static void amplitudes_and_phases_are_those_of_the_paper(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double r1, beta, X[2], phase[2], z;
    } cases[] = {
        {"two_m1", 1.3, 0.4, {0.5270333126, 0.7714059198}, {21.998032, -149.940047}, 0.5270333126},
        {"mass_mass", 0.8, 0.3, {2.01699186, 5.181862895}, {NAN, NAN}, 3.290099405},
        {"base_wall", 1.2, 0.4, {0.4032141597, 0.9475195424}, {NAN, NAN}, 0.6409166738},
        {"two_m2", 1.0, 0.5, {0.6402789994, 0.6036129661}, {NAN, NAN}, 0.6036129661},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, 1.0);
        rdg_coulomb_response r;
        double X[2];
        double phase[2];
        assert_ok(ctx, rdg_coulomb_closed(c, cases[i].r1, cases[i].beta, &r, X, phase));
        for (int k = 0; k < 2; k++) {
            assert_near(X[k], cases[i].X[k], 2e-9, 0);
            if (isfinite(cases[i].phase[k])) {
                assert_near(phase[k] / degree, cases[i].phase[k], 0, 1e-6);
            }
        }
        assert_near(r.Z, cases[i].z, 2e-9, 0);
    }
}

static void five_masses_and_unequal_ones(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *five = coulomb_named(ctx, "five_m1", 1.0);
    const double known[5] = {2.078413085, 0.02917104617, 2.067519418, 0.9332937232, 1.659190545};
    rdg_coulomb_response r;
    double X[5];
    assert_ok(ctx, rdg_coulomb_closed(five, 1.25, 0.4, &r, X, NULL));
    for (int k = 0; k < 5; k++) {
        assert_near(X[k], known[k], 1e-9, 0);
    }
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 0.5}, (double[]){1, 2});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1"});
    double phase[2];
    assert_ok(ctx, rdg_coulomb_closed(c, 0.7, 0.3, &r, X, phase));
    assert_near(X[0], 4.041724389, 1e-9, 0);
    assert_near(X[1], 4.606495589, 1e-9, 0);
    assert_near(phase[0] / degree, 21.121119, 0, 1e-6);
    assert_near(phase[1] / degree, 20.242812, 0, 1e-6);
    double x[4];
    assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.25 * coulomb_pi, x));
    assert_near(x[0], 2.936611766, 1e-9, 0);
    assert_ok(ctx, rdg_name_dof(s, "m2", 1));
    c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m2", .load = "m1"});
    assert_ok(ctx, rdg_coulomb_closed(c, 0.9, 0.3, &r, X, NULL));
    assert_near(X[0], 2.612164359, 1e-9, 0);
    assert_near(X[1], 3.193611368, 1e-9, 0);
}

static void limits_are_those_of_the_reference(void **state)
{
    rdg_context *ctx = *state;
    FILE *file = fopen("test/data/coulomb_boundaries.csv", "r");
    assert_non_null(file);
    char line[256];
    int rows = 0;
    while (fgets(line, sizeof line, file)) {
        char system[32];
        double r1;
        double mu;
        double known[4];
        if (sscanf(line, "%31[a-z0-9_],%lf,%lf,%lf,%lf,%lf,%lf", system, &r1, &mu, &known[0], &known[1],
                   &known[2], &known[3]) != 7) {
            continue;
        }
        rdg_coulomb *c = coulomb_named(ctx, system, mu);
        rdg_coulomb_limits l;
        assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        assert_near(l.continuous, known[0], 1e-8, 1e-12);
        assert_near(l.first, known[1], 1e-8, 1e-12);
        assert_true(isinf(known[2]) ? isinf(l.stuck) : fabs(l.stuck - known[2]) <= 1e-8 * known[2]);
        assert_near(l.z, known[3], 1e-8, 1e-12);
        rdg_coulomb_free(c);
        rows++;
    }
    fclose(file);
    assert_true(rows > 280);
}

/* The maximum of the sum over modes, where that of each mode by itself is far off. */
static void slip_may_end_between_two_reversals(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    rdg_coulomb_limits l;
    assert_ok(ctx, rdg_coulomb_limits_at(c, 0.62, &l));
    assert_near(l.tau, 0.47953481, 0, 1e-8);
    assert_near(l.slowest, 3.257825073, 0, 1e-9);
    assert_near(l.continuous, 0.776228881, 0, 1e-9);
    assert_near(l.z, 2.528817911, 0, 1e-9);
    assert_ok(ctx, rdg_coulomb_limits_at(c, 0.52, &l));
    assert_near(l.tau, 2.28557198, 0, 1e-8);
    assert_near(l.slowest, 8.914479690, 0, 1e-9);
    assert_near(l.continuous, 0.236817977, 0, 1e-9);
}

static void at_resonance_friction_bounds_the_response(void **state)
{
    rdg_context *ctx = *state;
    const struct {
        const char *system;
        double beta[2];
    } cases[] = {{"two_m1", {0.78539816339745, 0.78539816339745}},
                 {"two_m2", {0.4854028, 1.2708009}},
                 {"mass_mass", {0.7853982, 0.3926991}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        rdg_coulomb *c = coulomb_named(ctx, cases[i].system, 1.0);
        for (rdg_index mode = 0; mode < 2; mode++) {
            double r1 = 0;
            double beta = 0;
            rdg_coulomb_limits l;
            assert_ok(ctx, rdg_coulomb_resonance(c, mode, &r1, &beta));
            assert_near(beta, cases[i].beta[mode], 0, 6e-8);
            assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
            assert_near(l.continuous, beta, 1e-14, 0);
            rdg_coulomb_response r;
            assert_int_equal(rdg_coulomb_closed(c, r1, 0.5 * beta, &r, NULL, NULL), RDG_ERR_SINGULAR);
            assert_failed(ctx, RDG_ERR_SINGULAR, "without bound");
            /* and where only rounding keeps the frequency from it */
            assert_int_equal(rdg_coulomb_closed(c, r1 * (1.0 + 5e-15), 0.5 * beta, &r, NULL, NULL),
                             RDG_ERR_SINGULAR);
            assert_failed(ctx, RDG_ERR_SINGULAR, "without bound");
            assert_ok(ctx, rdg_coulomb_closed(c, r1 * (1.0 + 5e-13), 0.5 * beta, &r, NULL, NULL));
        }
    }
}

static void too_much_friction_is_refused_with_the_limit(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    rdg_coulomb_response r;
    assert_int_equal(rdg_coulomb_closed(c, 1.3, 0.72, &r, NULL, NULL), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "0.71418060");
    assert_int_equal(rdg_coulomb_closed(c, -1.0, 0.72, &r, NULL, NULL), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "r1 = -1");
    rdg_structure *s = rdg_chain_create(ctx, 2, (double[]){1, 1}, (double[]){1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = NULL}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no contact is named");
    s = rdg_chain_create(ctx, 1, (double[]){1}, (double[]){1});
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m7"}));
    assert_failed(ctx, RDG_ERR_NAME, "m7");
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_null(rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m1", .ratio = 0.5}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "ratio is 0.5");
}

/* x(pi) = -x(0), by a motion that knows nothing of the closed form, and has one reversal and no stop. */
static void closed_forms_are_fixed_points_of_the_motion(void **state)
{
    uint64_t seed = 11;
    double worst = 0.0;
    (void)state;
    for (int k = 0; k < 300; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_random(ctx, &seed, &o);
        const rdg_index n = rdg_coulomb_size(c);
        const double r1 = random_in(&seed, 0.3, 3.0);
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        double x[2 * COULOMB_MOST];
        double y[2 * COULOMB_MOST];
        assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &l));
        const double beta = l.continuous * random_in(&seed, 0.0, 0.999);
        assert_ok(ctx, rdg_coulomb_closed(c, r1, beta, &r, NULL, NULL));
        assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.0, x));
        memcpy(y, x, sizeof y);
        double tau = r.phase;
        assert_ok(ctx, rdg_coulomb_march(
                           c, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = tau + coulomb_pi},
                           &tau, y, NULL));
        const double size = greatest_of(2 * n, x);
        for (rdg_index i = 0; i < 2 * n; i++) {
            worst = fmax(worst, fabs(y[i] + x[i]) / size);
        }
        rdg_context_free(ctx);
    }
    assert_true(worst < 1e-13);
}

/* Just below beta_lim the motion slips all the time, just above it stops somewhere. */
static long stops;

static bool count_stops(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data)
{
    (void)c, (void)data;
    stops += segment->regime == RDG_COULOMB_STICK && segment->t > 1e-9;
    return false;
}

static void the_limit_is_where_the_motion_stops_first(void **state)
{
    rdg_context *ctx = *state;
    const double at[] = {0.45, 0.52, 0.62, 0.7, 1.3, 2.0};
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
        rdg_coulomb_limits l;
        assert_ok(ctx, rdg_coulomb_limits_at(c, at[i], &l));
        for (int side = -1; side <= 1; side += 2) {
            const double beta = l.continuous * (1.0 + 1e-7 * side);
            double x[4];
            double tau = 0.0;
            rdg_coulomb_response r;
            assert_ok(ctx, rdg_coulomb_closed(c, at[i], l.continuous * (1.0 - 1e-9), &r, NULL, NULL));
            assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.0, x));
            tau = r.phase;
            const rdg_coulomb_march_options o = {
                .r1 = at[i], .beta = beta, .watch = count_stops, .until = 4000.0};
            stops = 0;
            assert_ok(ctx, rdg_coulomb_march(c, &o, &tau, x, NULL));
            assert_int_equal(stops > 0, side > 0);
        }
    }
}

static bool add_work(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data)
{
    double x[2 * COULOMB_MOST];
    static const double node[4] = {-0.86113631159405257522, -0.33998104358485626480, 0.33998104358485626480,
                                   0.86113631159405257522};
    static const double weight[4] = {0.34785484513745385737, 0.65214515486254614263, 0.65214515486254614263,
                                     0.34785484513745385737};
    const int parts = 60;
    double *work = data;
    for (int k = 0; k < 4 * parts; k++) { /* Gauss's rule of the load's power */
        const int part = k / 4;
        const double t = segment->t / parts * (part + 0.5 * (1.0 + node[k % 4]));
        memcpy(x, segment->x, 2 * sizeof(double) * (size_t)rdg_coulomb_size(c));
        rdg_modal_flow(c, segment->regime, work[1], work[2], segment->tau, t, x);
        *work += 0.5 * segment->t / parts * weight[k % 4] * cos(segment->tau + t) * x[rdg_coulomb_size(c)];
    }
    return false;
}

/* A period's work of the load on mass 1 is what friction takes: 4 beta Z. */
static void energy_balances_over_a_period(void **state)
{
    rdg_context *ctx = *state;
    const char *const systems[] = {"two_m1", "five_m1", "two_m2", "mass_mass"};
    for (size_t i = 0; i < sizeof systems / sizeof *systems; i++) {
        rdg_coulomb *c = coulomb_named(ctx, systems[i], 1.0);
        rdg_coulomb_limits l;
        rdg_coulomb_response r;
        double x[2 * COULOMB_MOST];
        assert_ok(ctx, rdg_coulomb_limits_at(c, 1.1, &l));
        assert_ok(ctx, rdg_coulomb_closed(c, 1.1, 0.6 * l.continuous, &r, NULL, NULL));
        assert_ok(ctx, rdg_coulomb_closed_motion(c, &r, 0.0, x));
        double work[3] = {0.0, r.r1, r.beta};
        double tau = r.phase;
        assert_ok(ctx, rdg_coulomb_march(c,
                                         &(rdg_coulomb_march_options){.r1 = r.r1,
                                                                      .beta = r.beta,
                                                                      .until = tau + 2.0 * coulomb_pi,
                                                                      .watch = add_work,
                                                                      .data = work},
                                         &tau, x, NULL));
        assert_near(work[0], 4.0 * r.beta * r.Z, 1e-12, 0);
    }
}

/* At a resonance of the structure with its contact held no friction keeps it stuck; beside it a finite one
 * does. The frequencies are those of a chain of n masses whose first one is held. */
static void the_stuck_limit_is_infinite_at_resonances(void **state)
{
    rdg_context *ctx = *state;
    for (rdg_index n = 2; n <= 5; n++) {
        rdg_coulomb *c = coulomb_chain(ctx, n, 1, (rdg_coulomb_options){.contact = "m1", .load = "m2"});
        for (rdg_index k = 0; k < n - 1; k++) {
            const double r1 = 2.0 * sin(0.5 * coulomb_pi * (2.0 * k + 1.0) / (2.0 * n - 1.0));
            rdg_coulomb_limits at, beside;
            double X[COULOMB_MOST];
            assert_ok(ctx, rdg_coulomb_limits_at(c, r1, &at));
            assert_true(isinf(at.stuck));
            assert_int_equal(rdg_coulomb_stuck(c, r1, X), RDG_ERR_SINGULAR);
            rdg_error_clear(ctx);
            assert_ok(ctx, rdg_coulomb_limits_at(c, r1 * (1.0 + 1e-12), &beside));
            assert_true(isfinite(beside.stuck) && beside.stuck > 1e9);
            assert_ok(ctx, rdg_coulomb_stuck(c, r1 * (1.0 + 1e-12), X));
        }
    }
}

/* Without friction the driven mass of a chain of two rests at r1 = 1, where the other one absorbs. */
static void a_mass_at_rest_has_no_phase(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_chain(ctx, 2, 1, (rdg_coulomb_options){.contact = "m1"});
    rdg_coulomb_response r;
    double X[2], phase[2];
    rdg_coulomb_limits limits;
    const double at = 1.0; /* k - m r1^2 = 0 of the outer mass */
    assert_ok(ctx, rdg_coulomb_limits_at(c, at, &limits));
    assert_ok(ctx, rdg_coulomb_closed(c, at, 0.0, &r, X, phase));
    assert_true(X[0] < 1e-14 && isnan(phase[0]));
    assert_near(X[1], 1.0, 1e-12, 0.0);
    assert_true(isfinite(phase[1]));
    assert_ok(ctx, rdg_coulomb_closed(c, at * (1.0 + 1e-10), 0.0, &r, X, phase));
    assert_true(X[0] > 1e-11 && isfinite(phase[0]));
}

static void stuck_motions_and_a_single_harmonic(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = rdg_chain_create(ctx, 3, (double[]){1, 1, 1}, (double[]){1, 1, 1});
    assert_ok(ctx, rdg_name_dof(s, "m1", 0));
    assert_ok(ctx, rdg_name_dof(s, "m2", 1));
    rdg_coulomb *c = rdg_coulomb_create(s, &(rdg_coulomb_options){.contact = "m2", .load = "m1"});
    double X[3];
    assert_ok(ctx, rdg_coulomb_stuck(c, 1.2, X));
    assert_near(X[0], 1.0 / (2.0 - 1.44), 1e-13, 0); /* a mass between two springs */
    assert_near(X[1], 0.0, 0, 1e-14);
    assert_near(X[2], 0.0, 0, 1e-14);
    rdg_coulomb_response r;
    double single[3];
    assert_ok(ctx, rdg_coulomb_closed(c, 1.6, 0.4, &r, X, NULL));
    assert_near(X[0], 0.51123799, 0, 6e-9);
    assert_near(X[1], 0.93005978, 0, 6e-9);
    assert_near(X[2], 0.59695539, 0, 6e-9);
    assert_ok(ctx, rdg_coulomb_single_harmonic(c, &r, single));
    assert_near(single[1], X[1], 1e-12, 0); /* exact in the contact */
    assert_int_equal(rdg_coulomb_stuck(c, sqrt(2.0), X), RDG_ERR_SINGULAR);
    assert_failed(ctx, RDG_ERR_SINGULAR, "resonance");
}

/* Eq. 46 by hand: modes of two masses are those of [2 -1; -1 1]. */
static void a_single_harmonic_by_hand(void **state)
{
    rdg_context *ctx = *state;
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    const double r1 = 1.3;
    const double beta = 0.4;
    double V[2] = {0.0, 0.0};
    double U[2] = {0.0, 0.0};
    for (int k = 0; k < 2; k++) {
        const double w2 = 1.5 + (k ? 0.5 : -0.5) * sqrt(5.0);
        const double length = hypot(1.0, 2.0 - w2);
        const double psi[2] = {1.0 / length, (2.0 - w2) / length};
        const double v = sqrt(w2) / r1;
        for (int i = 0; i < 2; i++) {
            V[i] += psi[i] * psi[0] / (w2 - r1 * r1);
            U[i] += psi[i] * psi[0] * v * tan(0.5 * coulomb_pi * v) / w2;
        }
    }
    rdg_coulomb_response r;
    double single[2];
    assert_ok(ctx, rdg_coulomb_closed(c, r1, beta, &r, NULL, NULL));
    assert_ok(ctx, rdg_coulomb_single_harmonic(c, &r, single));
    assert_near(r.V, V[0], 1e-13, 0);
    assert_near(r.U, U[0], 1e-13, 0);
    for (int i = 0; i < 2; i++) {
        const double square = V[i] * V[i] + beta * beta * U[i] * (U[i] - 2.0 * V[i] * U[0] / V[0]);
        assert_near(single[i], sqrt(square), 1e-12, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(amplitudes_and_phases_are_those_of_the_paper),
                                       TEST(five_masses_and_unequal_ones),
                                       TEST(limits_are_those_of_the_reference),
                                       TEST(slip_may_end_between_two_reversals),
                                       TEST(at_resonance_friction_bounds_the_response),
                                       TEST(too_much_friction_is_refused_with_the_limit),
                                       TEST(closed_forms_are_fixed_points_of_the_motion),

                                       TEST(the_limit_is_where_the_motion_stops_first),
                                       TEST(energy_balances_over_a_period),
                                       TEST(the_stuck_limit_is_infinite_at_resonances),
                                       TEST(a_mass_at_rest_has_no_phase),
                                       TEST(stuck_motions_and_a_single_harmonic),
                                       TEST(a_single_harmonic_by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
