/* What is measured of orbits of any system: peaks, averages, and harmonics of autonomous and of symmetric
 * ones. */
#include "hybrid_systems.h"
#include "orbit_run.h"
#include "smooth_systems.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>
#include <ridgewalk/shooting_sensors.h>

#include <string.h>

enum { MOST = 100 };

/* x^2 + sin(phi) v where there is a phase; behind the states stands what it does not know */
static int energy(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const bool *forced = data;
    (void)m;
    y[0] = u[0] * u[0] + (*forced ? sin(u[n - 1]) * u[1] : u[1] * u[2]);
    return 0;
}

static int energy_df(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    const bool *forced = data;
    (void)m;
    J[0] = 2 * u[0];
    J[1] = *forced ? sin(u[n - 1]) : u[2];
    J[*forced ? n - 1 : 2] = *forced ? cos(u[n - 1]) * u[1] : u[1];
    return 0;
}

static int energy_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H, void *data)
{
    const bool *forced = data;
    const rdg_index other = *forced ? n - 1 : 2;
    (void)m;
    H[0] = 2 * lambda[0];
    H[1 + n * other] = H[other + n] = lambda[0] * (*forced ? cos(u[n - 1]) : 1.0);
    H[n * n - 1] = *forced ? -lambda[0] * sin(u[n - 1]) * u[1] : 0.0;
    return 0;
}

static const char *const names[] = {"mean", "rms",    "dynamic",     "first",          "third",
                                    "peak", "energy", "most energy", "third of energy"};
enum { SENSORS = 9 };

static void add_sensors(rdg_shooting *s, rdg_problem *p, bool *forced, bool derivatives)
{
    static const rdg_sensor_kind kinds[] = {RDG_SENSOR_MEAN,     RDG_SENSOR_RMS,      RDG_SENSOR_DYNAMIC,
                                            RDG_SENSOR_HARMONIC, RDG_SENSOR_HARMONIC, RDG_SENSOR_PEAK,
                                            RDG_SENSOR_MEAN,     RDG_SENSOR_PEAK,     RDG_SENSOR_HARMONIC};
    static const int harmonics[] = {0, 0, 0, 1, 3, 0, 0, 0, 3};
    const rdg_hybrid_function of = {energy, derivatives ? energy_df : NULL, derivatives ? energy_d2f : NULL,
                                    forced};
    for (int i = 0; i < SENSORS; i++) {
        rdg_shooting_add_sensor(s, p,
                                &(rdg_shooting_sensor){.name = names[i],
                                                       .kind = kinds[i],
                                                       .harmonic = harmonics[i],
                                                       .of = i > 5 ? of : (rdg_hybrid_function){0}});
    }
}

static double value_of(rdg_problem *p, int sensor, const double *u)
{
    const rdg_function *f = rdg_find_function(p, names[sensor]);
    double y = NAN;
    assert_int_equal(f->f(f->n, u, 1, &y, f->data), 0);
    return y;
}

/* First and second derivatives along a random direction, of all variables in use. */
static void check_derivatives(rdg_problem *p, const double *at, int sensor, uint64_t *seed, double tolerance)
{
    const rdg_function *f = rdg_find_function(p, names[sensor]);
    const rdg_index n = f->n;
    static const double weight[] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
    static const int shift[] = {-2, -1, 1, 2};
    static double u[MOST], v[MOST], slope[MOST], side[MOST], there[MOST], bent[MOST], curve[MOST * MOST];
    const double h = 1e-4, lambda = 1.7;
    assert_true(n <= MOST);
    double difference = 0, along = 0, size = 1;
    for (rdg_index j = 0; j < n; j++) {
        v[j] = at[j] != 0 ? random_signed(seed) : 0;
        side[j] = bent[j] = slope[j] = 0;
    }
    memset(curve, 0, sizeof curve);
    assert_int_equal(f->df(n, at, 1, slope, f->data), 0);
    assert_int_equal(f->d2f(n, at, 1, &lambda, curve, f->data), 0);
    for (int k = 0; k < 4; k++) {
        for (rdg_index j = 0; j < n; j++) {
            u[j] = at[j] + shift[k] * h * v[j];
            there[j] = 0;
        }
        difference += weight[k] * value_of(p, sensor, u) / h;
        assert_int_equal(f->df(n, u, 1, there, f->data), 0);
        for (rdg_index j = 0; j < n; j++) {
            side[j] += lambda * weight[k] * there[j] / h;
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        along += slope[j] * v[j];
        for (rdg_index k = 0; k < n; k++) {
            bent[j] += curve[j + n * k] * v[k];
        }
        size = fmax(size, fabs(side[j]));
    }
    assert_near(along, difference, tolerance, tolerance);
    for (rdg_index j = 0; j < n; j++) {
        assert_near(bent[j], side[j], 0, 10 * tolerance * size);
    }
}

/* The motion's own values: means of samples. */
static void check_values(rdg_shooting *s, rdg_problem *p, bool forced, double omega)
{
    enum { INSTANTS = 4000 };
    static double t[INSTANTS], x[INSTANTS * 2];
    const double *u = rdg_start_values(p);
    const double phi = forced ? u[rdg_variable_index(p, "phi", NULL)] : 0;
    double sum[SENSORS] = {0}, c[2] = {0}, sine[2] = {0}, e[2] = {0};
    assert_int_equal(rdg_shooting_motion(s, u, INSTANTS, t, NULL, x), RDG_OK);
    for (int i = 0; i < INSTANTS; i++) {
        const double arguments[] = {x[2 * i], x[2 * i + 1], u[rdg_variable_index(p, "p", NULL)],
                                    phi + omega * t[i]};
        double g = 0;
        energy(4, arguments, 1, &g, &forced);
        sum[0] += x[2 * i] / INSTANTS;
        sum[1] += x[2 * i] * x[2 * i] / INSTANTS;
        sum[5] = fmax(sum[5], fabs(x[2 * i]));
        sum[6] += g / INSTANTS;
        sum[7] = fmax(sum[7], fabs(g));
        for (int k = 0; k < 2; k++) {
            c[k] += 2 * x[2 * i] * cos((1 + 2 * k) * (phi + omega * t[i])) / INSTANTS;
            sine[k] += 2 * x[2 * i] * sin((1 + 2 * k) * (phi + omega * t[i])) / INSTANTS;
        }
        e[0] += 2 * g * cos(3 * (phi + omega * t[i])) / INSTANTS;
        e[1] += 2 * g * sin(3 * (phi + omega * t[i])) / INSTANTS;
    }
    sum[2] = sqrt(sum[1] - sum[0] * sum[0]);
    sum[1] = sqrt(sum[1]);
    sum[3] = hypot(c[0], sine[0]);
    sum[4] = hypot(c[1], sine[1]);
    sum[8] = hypot(e[0], e[1]);
    for (int i = 0; i < SENSORS; i++) {
        const double sampled = i == 5 || i == 7 ? 3e-5 : 1e-9; /* a peak lies between two samples */
        assert_near(value_of(p, i, u), sum[i], sampled, sampled);
    }
}

static double between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

static const double minus[] = {-1, 0, 0, -1};

static void sensors_of_smooth_orbits_tell_the_motion(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int k = 0; k < 8; k++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        bool forced = k % 2;
        const bool half = k & 2, derivatives = k < 4;
        const double omega = between(&seed, 0.8, 1.3);
        rdg_hybrid *h = forced ? duffing_system(ctx, between(&seed, 0.2, 0.4), between(&seed, 0.5, 1),
                                                between(&seed, 0.5, 1), omega)
                               : van_der_pol_system(ctx, between(&seed, 0.3, 2));
        rdg_shooting *s = rdg_shooting_create(h, &(rdg_shooting_options){.x = (double[]){1, 0.1},
                                                                         .transient = 100,
                                                                         .symmetry = half ? minus : NULL,
                                                                         .segments = 4});
        rdg_problem *p = rdg_shooting_problem(s);
        add_sensors(s, p, &forced, derivatives);
        assert_ok(ctx, rdg_solve(p));
        const double *u = rdg_start_values(p);
        double T = 0;
        rdg_index segments = 0;
        const rdg_index tau = rdg_variable_index(p, "tau", &segments);
        for (rdg_index j = 0; j < segments; j++) {
            T += u[tau + j] * (half ? 2 : 1);
        }
        check_values(s, p, forced, RDG_HZ(1) / T);
        for (int i = 0; i < SENSORS; i++) {
            /* the means of what changes its sign with the motion vanish; both peaks tie */
            if (fabs(value_of(p, i, u)) > 0.05 && (half || (i != 5 && i != 7))) {
                check_derivatives(p, u, i, &seed, derivatives ? 3e-8 : 1e-6);
            }
        }
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sensors_of_smooth_orbits_tell_the_motion)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
