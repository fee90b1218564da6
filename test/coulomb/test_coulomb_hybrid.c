/* Rigid contacts as hybrid systems: shooting finds the orbits that are known by the times of their events. */
#include "coulomb_systems.h"

#include <ridgewalk/coulomb_hybrid.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>

/* Moduli, the largest first. */
static void sort_moduli(rdg_index n, const double *re, const double *im, double *modulus)
{
    for (rdg_index k = 0; k < n; k++) {
        const double own = hypot(re[k], im[k]);
        rdg_index j = k;
        for (; j > 0 && modulus[j - 1] < own; j--) {
            modulus[j] = modulus[j - 1];
        }
        modulus[j] = own;
    }
}

/* Of a period, by the times of events; the state at tau = 0. */
static rdg_problem *known_orbit(rdg_coulomb *c, double r1, double beta, double *x, double *modulus, double *Z)
{
    rdg_context *ctx = NULL;
    rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", r1), RDG_AT("beta", beta));
    if (!p) {
        return NULL;
    }
    ctx = rdg_problem_context(p);
    const double *u = rdg_start_values(p);
    const rdg_index n = rdg_coulomb_size(c);
    double re[2 * COULOMB_MOST];
    double im[2 * COULOMB_MOST];
    rdg_index segments = 0;
    const rdg_contact_regime *regime = NULL;
    bool whole = false;
    assert_ok(ctx, rdg_coulomb_orbit_segments(p, &segments, &regime, &whole));
    assert_ok(ctx, rdg_coulomb_orbit_multipliers(p, u, re, im));
    sort_moduli(2 * n, re, im, modulus);
    for (rdg_index k = 0; !whole && k < 2 * n; k++) {
        modulus[k] *= modulus[k];
    }
    assert_ok(ctx, rdg_parameter_value(p, "Z", u, Z));
    assert_ok(ctx, rdg_coulomb_orbit_begin(p, u, x));
    double tau = u[0];
    double until = 2.0 * coulomb_pi * ceil(tau / (2.0 * coulomb_pi));
    assert_ok(ctx, rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = until},
                                     &tau, x, NULL));
    return p;
}

/* The state that shooting has where its first segment begins is that of the motion at that phase. */
static double distance(rdg_coulomb *c, double r1, double beta, double *x, rdg_problem *p, const double *u)
{
    const rdg_index n = rdg_coulomb_size(c);
    const rdg_index states = rdg_variable_index(p, "x", NULL);
    const rdg_index phase = rdg_variable_index(p, "phi", NULL);
    double worst = 0.0;
    double tau = 0.0;
    const double phi = fmod(u[phase] + 200.0 * coulomb_pi, 2.0 * coulomb_pi);
    assert_ok(rdg_problem_context(p),
              rdg_coulomb_march(c, &(rdg_coulomb_march_options){.r1 = r1, .beta = beta, .until = phi}, &tau,
                                x, NULL));
    const double size = greatest_of(2 * n, x);
    for (rdg_index i = 0; i < 2 * n; i++) {
        worst = fmax(worst, fabs(u[states + i] - x[i] * (i < n ? 1.0 : r1)) / size);
    }
    return worst;
}

static rdg_shooting *shoot(rdg_hybrid *h, const double *x, double time)
{
    double state[2 * COULOMB_MOST];
    const char *mode = NULL;
    if (rdg_coulomb_hybrid_start(h, 0.0, x, &mode, state) != RDG_OK) {
        return NULL;
    }
    return rdg_shooting_create(h, &(rdg_shooting_options){.mode = mode, .x = state, .transient = time});
}

enum { MOST_VARIABLES = 1000 };

static bool keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    assert_true(rdg_variable_count(p) <= MOST_VARIABLES);
    memcpy(data, chart->u, (size_t)rdg_variable_count(p) * sizeof(double));
    return false;
}

static bool is_mirrored(const char *a, const char *b)
{
    for (; *a != '\0' && *b != '\0'; a++, b++) { /* signs are behind "slip" */
        const bool is_sign = (*b == '+' || *b == '-') && b[-1] == 'p';
        if (*a != (is_sign ? (*b == '+' ? '-' : '+') : *b)) {
            return false;
        }
    }
    return *a == *b;
}

/* The same orbit, with the same multipliers. */
static void compare(rdg_coulomb *c, double r1, double beta, const char *sequence)
{
    const rdg_index n = rdg_coulomb_size(c);
    double x[2 * COULOMB_MOST];
    double modulus[2 * COULOMB_MOST];
    double own[2 * COULOMB_MOST];
    double re[2 * COULOMB_MOST];
    double im[2 * COULOMB_MOST];
    double Z = 0.0;
    rdg_problem *known = known_orbit(c, r1, beta, x, modulus, &Z);
    rdg_context *ctx = rdg_problem_context(known);
    rdg_hybrid *h = rdg_coulomb_hybrid(c, RDG_AT("r1", r1), RDG_AT("beta", beta));
    rdg_shooting *s = shoot(h, x, 20.0 * coulomb_pi / r1);
    assert_ok(ctx, rdg_error_status(ctx));
    if (sequence) { /* which half comes first is as it happens */
        const char *own_sequence = rdg_shooting_sequence(s);
        assert_true(strcmp(own_sequence, sequence) == 0 || is_mirrored(own_sequence, sequence));
    }
    rdg_problem *p = rdg_shooting_problem(s);
    double u[MOST_VARIABLES];
    assert_ok(ctx, rdg_continue(p, "point", RDG_NO_FOLDER, RDG_OBSERVE(keep, u)));
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    sort_moduli(2 * n, re, im, own);
    for (rdg_index k = 0; k < 2 * n; k++) {
        assert_near(own[k], modulus[k], 0, 1e-9);
    }
    assert_true(distance(c, r1, beta, x, p, u) < 1e-9);
    rdg_problem_free(p);
    rdg_shooting_free(s);
    rdg_problem_free(known);
}

static void orbits_are_those_by_event_times(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, NULL, NULL);
    compare(coulomb_named(ctx, "two_m1", 1.0), 0.9, 0.4,
            "stick, stick -> slip-, slip-, slip- -> stick, stick, stick -> slip+, slip+, slip+ -> stick");
    compare(coulomb_named(ctx, "two_m1", 1.0), 1.3, 0.4, NULL);
    compare(coulomb_named(ctx, "five_m1", 1.0), 1.5, 0.4, NULL);
    compare(coulomb_named(ctx, "two_m2", 1.0), 1.4, 2.0, NULL);
    compare(coulomb_named(ctx, "base_wall", 1.25), 0.5, 0.4, NULL);
    compare(coulomb_named(ctx, "mass_mass", 1.5), 1.0, 0.5, NULL);
    compare(coulomb_named(ctx, "mass_mass", 1.5), 0.72, 0.73143,
            "stick, stick -> slip-, slip-, slip- -> slip+, slip+, slip+ -> stick");
}

/* With damping, which only the flows know of. */
static void damped_orbits_are_the_same(void **state)
{
    uint64_t seed = 21;
    int found = 0;
    (void)state;
    for (int k = 0; k < 25; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_coulomb_options o;
        rdg_coulomb *c = coulomb_damped(ctx, &seed, &o, k % 5 == 4 ? 2.0 : 0.2);
        const double r1 = random_in(&seed, 0.4, 2.0);
        const double beta = random_in(&seed, 0.1, 0.6);
        rdg_problem *p = rdg_orbit_problem(c, RDG_AT("r1", r1), RDG_AT("beta", beta));
        if (p) {
            rdg_problem_free(p);
            compare(c, r1, beta, NULL);
            found++;
        } else {
            assert_failed(ctx, RDG_ERR_ARGUMENT, "stick all the time");
        }
        rdg_context_free(ctx);
    }
    assert_true(found > 12);
}

/* Frequency, friction and its ratio as parameters: points of runs are orbits by the times of events. */
struct check {
    rdg_coulomb *c;
    const char *parameter;
    int points, compared;
};

static bool is_known(rdg_problem *p, const rdg_chart *chart, void *data)
{
    struct check *check = data;
    rdg_context *ctx = rdg_problem_context(p);
    double at[3];
    static const char *const names[3] = {"r1", "beta", "mu"};
    for (int k = 0; k < 3; k++) {
        assert_ok(ctx, rdg_parameter_value(p, names[k], chart->u, &at[k]));
    }
    double unstable = 0.0;
    assert_ok(ctx, rdg_parameter_value(p, "unstable", chart->u, &unstable));
    check->points++;
    if (unstable == 0.0 && strcmp(chart->type, "GR") != 0) {
        double x[2 * COULOMB_MOST];
        double own[3];
        double begin[4];
        for (int i = 0; i < 4; i++) {
            begin[i] = chart->u[rdg_variable_index(p, "x", NULL) + i] / (i < 2 ? 1.0 : at[0]);
        }
        const rdg_coulomb_start start = {.x = begin, .tau = chart->u[rdg_variable_index(p, "phi", NULL)]};
        rdg_problem *known = rdg_orbit_problem_at(
            check->c, &start,
            (rdg_at[]){RDG_AT("r1", at[0]), RDG_AT("beta", at[1]), RDG_AT("mu", at[2]), {0, 0}});
        assert_ok(ctx, rdg_error_status(ctx));
        const double *u = rdg_start_values(known);
        assert_ok(ctx, rdg_coulomb_orbit_amplitudes(known, u, x));
        assert_ok(ctx, rdg_parameter_value(p, "X", chart->u, own));
        assert_near(own[0], x[0], 1e-9, 1e-9);
        rdg_problem_free(known);
        check->compared++;
    }
    return false;
}

static void numbers_are_parameters(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, NULL, NULL);
    const struct {
        const char *parameter;
        double low, high;
    } runs[] = {{"r1", 0.85, 1.05}, {"beta", 0.3, 0.5}, {"mu", 1.0, 1.3}};
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.1);
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        double x[4];
        double modulus[4];
        double Z = 0.0;
        rdg_problem_free(known_orbit(c, 0.9, 0.4, x, modulus, &Z));
        rdg_hybrid *h = rdg_coulomb_hybrid(c, RDG_AT("r1", 0.9), RDG_AT("beta", 0.4));
        rdg_shooting *s = shoot(h, x, 80.0);
        rdg_problem *p = rdg_shooting_problem(s);
        assert_ok(ctx, rdg_shooting_add_sensor(
                           s, p, &(rdg_shooting_sensor){.name = "X", .kind = RDG_SENSOR_PEAK, .state = 0}));
        struct check check = {c, runs[i].parameter, 0, 0};
        assert_ok(ctx, rdg_continue(p, "numbers", RDG_RELEASE(runs[i].parameter),
                                    RDG_WINDOW(runs[i].parameter, runs[i].low, runs[i].high), RDG_NO_FOLDER,
                                    RDG_OBSERVE(is_known, &check)));
        assert_true(check.points > 5 && 2 * check.compared > check.points);
    }
}

/* A cubic spring besides: without stiffness the orbit is the known one, with it that of the equations. */
static int hardens(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] = i == 0 ? -u[n - 2] * u[0] * u[0] * u[0] : 0.0;
    }
    return 0;
}

static void a_smooth_force_besides(void **state)
{
    rdg_context *ctx = *state;
    rdg_set_writer(ctx, NULL, NULL);
    rdg_coulomb *c = coulomb_named(ctx, "two_m1", 1.0);
    const rdg_coulomb_hybrid_options o = {.force = {.f = hardens}, .parameters = RDG_PARAMETERS("cubic")};
    double x[4];
    double modulus[4];
    double own[4];
    double re[4];
    double im[4];
    double Z = 0.0;
    double u[MOST_VARIABLES];
    rdg_problem_free(known_orbit(c, 0.9, 0.4, x, modulus, &Z));
    rdg_hybrid *h =
        rdg_coulomb_hybrid_at(c, &o, (const rdg_at[]){RDG_AT("r1", 0.9), RDG_AT("beta", 0.4), {0, 0.0}});
    rdg_shooting *s = shoot(h, x, 80.0);
    assert_ok(ctx, rdg_error_status(ctx));
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "point", RDG_NO_FOLDER, RDG_OBSERVE(keep, u)));
    assert_ok(ctx, rdg_ep_eigenvalues(p, u, re, im));
    sort_moduli(4, re, im, own);
    for (int k = 0; k < 4; k++) {
        assert_near(own[k], modulus[k], 0, 1e-8);
    }
    assert_true(distance(c, 0.9, 0.4, x, p, u) < 1e-9);
    rdg_run_summary summary;
    assert_ok(ctx, rdg_continue(p, "harder", RDG_RELEASE("cubic"), RDG_WINDOW("cubic", 0.0, 1.0),
                                RDG_NO_FOLDER, RDG_SUMMARY(&summary)));
    assert_true(summary.covered);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(orbits_are_those_by_event_times),
                                       TEST(damped_orbits_are_the_same), TEST(numbers_are_parameters),
                                       TEST(a_smooth_force_besides)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
