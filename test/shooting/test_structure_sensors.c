/* What sensors measure of orbits: against closed forms, against the motion itself, and their derivatives
 * against differences. */
#include "structures.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/run.h>
#include <ridgewalk/sensors.h>
#include <ridgewalk/shooting_sensors.h>

enum { INSTANTS = 20000 };

static const char *const names[] = {"mean", "rms", "dynamic", "first", "third", "peak"};
enum { SENSORS = 6 };

static void add_sensors(rdg_structure *s)
{
    rdg_sensor_mean_add(s, "mean", "press");
    rdg_sensor_rms_add(s, "rms", "press");
    rdg_sensor_add(s, "dynamic", "press");
    rdg_sensor_harmonic_add(s, "first", "press", 1);
    rdg_sensor_harmonic_add(s, "third", "press", 3);
    rdg_sensor_peak_add(s, "peak", "press");
}

static void value_of(const rdg_function *f, const double *u, double *y)
{
    assert_int_equal(f->f(f->n, u, 1, y, f->data), 0);
}

/* The motion's own values: means of samples. */
static void check_values(rdg_shooting *s, rdg_problem *p, double omega, double tolerance)
{
    static double t[INSTANTS], x[INSTANTS * 32];
    const double *u = rdg_start_values(p);
    rdg_index n = 0, states = 0;
    rdg_variable_index(p, "x", &states);
    rdg_variable_index(p, "tau", &n);
    states /= n;
    assert_true(states <= 32);
    const double phi = u[rdg_variable_index(p, "phi", NULL)];
    assert_int_equal(rdg_shooting_motion(s, u, INSTANTS, t, NULL, x), RDG_OK);
    double mean = 0, square = 0, most = 0, c[2] = {0}, sine[2] = {0};
    for (int i = 0; i < INSTANTS; i++) {
        const double press = 0.5 * x[states * i + 1] - 0.8 * x[states * i + 2];
        mean += press / INSTANTS;
        square += press * press / INSTANTS;
        most = fmax(most, fabs(press));
        for (int k = 0; k < 2; k++) {
            c[k] += 2 * press * cos((1 + 2 * k) * (phi + omega * t[i])) / INSTANTS;
            sine[k] += 2 * press * sin((1 + 2 * k) * (phi + omega * t[i])) / INSTANTS;
        }
    }
    const double expected[SENSORS] = {
        mean, sqrt(square), sqrt(square - mean * mean), hypot(c[0], sine[0]), hypot(c[1], sine[1]), most};
    for (int i = 0; i < SENSORS; i++) {
        double y = 0;
        value_of(rdg_find_function(p, names[i]), u, &y);
        /* the peak is at most between two samples */
        assert_near(y, expected[i], 0, i < 5 ? tolerance : 2e-7 * most);
    }
}

static void check_derivatives(rdg_problem *p, uint64_t *seed)
{
    const rdg_index n = rdg_variable_count(p);
    double *u = malloc(6 * (size_t)n * sizeof *u), *v = u + n, *slope = v + n, *side = slope + n;
    double *curve = calloc((size_t)(n * n), sizeof *curve);
    memcpy(u, rdg_start_values(p), (size_t)n * sizeof *u);
    for (int i = 0; i < SENSORS; i++) {
        const rdg_function *f = rdg_find_function(p, names[i]);
        assert_int_equal(f->n, n);
        const double h = 1e-4, lambda = 1.7, weight[] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
        const int shift[] = {-2, -1, 1, 2};
        double difference = 0, size = 1, along = 0, value = 0;
        value_of(f, u, &value);
        if (fabs(value) < 0.05) { /* an amplitude has no derivative at rest, and bends near it */
            continue;
        }
        for (rdg_index j = 0; j < n; j++) {
            v[j] = u[j] != 0 ? random_signed(seed) : 0; /* unused slots stay */
        }
        memset(slope, 0, (size_t)n * sizeof *slope);
        memset(curve, 0, (size_t)(n * n) * sizeof *curve);
        memset(side, 0, 2 * (size_t)n * sizeof *side);
        assert_int_equal(f->df(n, u, 1, slope, f->data), 0);
        assert_int_equal(f->d2f(n, u, 1, &lambda, curve, f->data), 0);
        for (int k = 0; k < 4; k++) {
            double y = 0;
            for (rdg_index j = 0; j < n; j++) {
                side[n + j] = u[j] + shift[k] * h * v[j];
            }
            value_of(f, side + n, &y);
            difference += weight[k] * y / h;
            double *at = calloc((size_t)n, sizeof *at);
            assert_int_equal(f->df(n, side + n, 1, at, f->data), 0);
            for (rdg_index j = 0; j < n; j++) {
                side[j] += lambda * weight[k] * at[j] / h;
            }
            free(at);
        }
        for (rdg_index j = 0; j < n; j++) {
            along += slope[j] * v[j];
        }
        assert_near(along, difference, 1e-8, 1e-8);
        for (rdg_index j = 0; j < n; j++) {
            size = fmax(size, fabs(side[j]));
        }
        for (rdg_index j = 0; j < n; j++) {
            double bent = 0;
            for (rdg_index k = 0; k < n; k++) {
                bent += curve[j + n * k] * v[k];
            }
            assert_near(bent, side[j], 0, 1e-7 * size);
        }
    }
    free(u);
    free(curve);
}

/* Drag of |v| v has no third derivative, which differences ask for. */
static void add_cubic(rdg_structure *s, uint64_t *seed)
{
    rdg_cubic_spring_add(
        s, &(rdg_cubic_spring){.name = "spring", .at = "slide", .k = 0.3, .k3 = between(seed, 0.1, 1)});
}

static void sensors_tell_the_motion_with_derivatives(void **state)
{
    (void)state;
    adder *const kinds[] = {NULL, add_cubic, add_gap, add_jenkins, add_contact, add_cone};
    uint64_t seed = 5, directions = 8;
    int orbits = 0;
    for (int kind = 0; kind < 6; kind++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_structure *s = random_structure(ctx, &seed, NULL);
        rdg_damping_proportional(s, 0.3, 0.1);
        if (kinds[kind]) {
            kinds[kind](s, &seed);
        }
        rdg_force_add(s, "y", 1, 2.0);
        rdg_force_phase_add(s, "x1", 1, 1.5, 0.7);
        rdg_static_force_add(s, "y", -0.3);
        if (kind < 5) { /* or both peaks of a symmetric motion would tie, a kink */
            rdg_force_add(s, "y", 2, 0.4);
        }
        add_sensors(s);
        const double omega = 0.9;
        rdg_hybrid *h = rdg_hybrid_of(s, RDG_AT("omega", omega), RDG_AT("alpha", 1.1));
        rdg_shooting *sh = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 300});
        rdg_problem *p = rdg_shooting_problem(sh);
        if (!p || rdg_shooting_add_sensors(sh, p) != RDG_OK || rdg_solve(p) != RDG_OK) {
            print_message("kind %d: %s\n", kind, rdg_error_message(ctx));
            rdg_context_free(ctx);
            continue;
        }
        check_values(sh, p, omega, kind > 1 ? 1e-6 : 1e-9);
        check_derivatives(p, &directions);
        orbits++;
        if (kind % 2 == 0) { /* else the context does it */
            rdg_problem_free(p);
            rdg_shooting_free(sh);
        }
        rdg_context_free(ctx);
    }
    assert_int_equal(orbits, 6);
}

#define STIFFNESS 1.3

enum { STOP, JOINT, RAIL, PAD, TWO, ELEMENTS };

static void add_stiff(rdg_structure *s, int element)
{
    if (element == STOP || element == TWO) {
        rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "press", .k = STIFFNESS, .gap = 0.1});
    }
    if (element == JOINT) {
        rdg_jenkins_add(s, &(rdg_jenkins){.name = "joint", .at = "slide", .kt = STIFFNESS, .limit = 0.2});
    }
    if (element == RAIL || element == TWO) {
        rdg_contact_add(
            s,
            &(rdg_contact){.name = "rail", .tangential = "x2", .kt = STIFFNESS, .mu = 0.4, .preload = 0.6});
    }
    if (element == PAD) {
        rdg_contact_add(s, &(rdg_contact){.name = "pad",
                                          .tangential = "slide",
                                          .normal = "press",
                                          .kt = STIFFNESS,
                                          .kn = 0.9,
                                          .mu = 0.5,
                                          .preload = 0.2});
    }
}

/* Orbits of a structure and their sensors; a number of an element that is a parameter, too, or NULL. */
static rdg_problem *measured(rdg_context *ctx, int element, uint64_t seed, const char *number)
{
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    rdg_damping_proportional(s, 0.3, 0.1);
    add_stiff(s, element);
    rdg_force_add(s, "y", 1, 2.0);
    rdg_force_phase_add(s, "x1", 2, 0.5, 0.7);
    rdg_static_force_add(s, "y", -0.3);
    add_sensors(s);
    const rdg_at with[] = {
        RDG_AT("omega", 0.9), RDG_AT("alpha", 1.1), RDG_AT("x1.phase", 0.6), RDG_AT(number, STIFFNESS), {0}};
    rdg_hybrid *h = rdg_hybrid_of_at(s, with);
    rdg_shooting *sh = rdg_shooting_create(h, &(rdg_shooting_options){.transient = 120});
    rdg_problem *p = rdg_shooting_problem(sh);
    assert_ok(ctx, rdg_shooting_add_sensors(sh, p));
    return p;
}

/* What a sensor tells at variables u. */
typedef struct twin {
    rdg_index n;
    double *u, *slope, *curve;
    double value;
} twin;

static twin look_at(rdg_problem *p, const char *sensor, const double *u)
{
    const rdg_function *f = rdg_find_function(p, sensor);
    const double lambda = 1.3;
    twin t = {.n = f->n, .u = calloc((size_t)(2 * f->n + f->n * f->n), sizeof(double))};
    t.slope = t.u + t.n;
    t.curve = t.slope + t.n;
    memcpy(t.u, u, (size_t)t.n * sizeof *u);
    assert_int_equal(f->f(f->n, t.u, 1, &t.value, f->data), 0);
    assert_int_equal(f->df(f->n, t.u, 1, t.slope, f->data), 0);
    assert_int_equal(f->d2f(f->n, t.u, 1, &lambda, t.curve, f->data), 0);
    return t;
}

/* By how much values, slopes and curves differ, of their sizes. */
static void compare(rdg_problem *closed, rdg_problem *places, const double *u, double *worst)
{
    for (int i = 0; i < SENSORS - 1; i++) { /* a peak is no integral */
        twin a = look_at(closed, names[i], u), b = look_at(places, names[i], u);
        const rdg_index n = a.n;
        double size[2] = {0};
        for (rdg_index k = 0; k < n * n; k++) {
            size[0] = fmax(size[0], fabs(a.slope[k % n]));
            size[1] = fmax(size[1], fabs(a.curve[k]));
        }
        worst[0] = fmax(worst[0], fabs(a.value - b.value) / fabs(a.value));
        for (rdg_index k = 0; k < n * n; k++) {
            worst[1] = fmax(worst[1], fabs(a.slope[k % n] - b.slope[k % n]) / size[0]);
            worst[2] = fmax(worst[2], fabs(a.curve[k] - b.curve[k % n + b.n * (k / n)]) / size[1]);
        }
        free(a.u);
        free(b.u);
    }
}

/* A parameter that moves the matrices of modes takes the closed forms of integrals away: what is at places
 * then is the same. */
static void closed_forms_of_integrals_are_what_rules_tell(void **state)
{
    (void)state;
    static const char *const number[ELEMENTS] = {"stop.k", "joint.kt", "rail.kt", "pad.kt", "rail.kt"};
    uint64_t seed = 11;
    double worst[3] = {0};
    for (int element = 0; element < ELEMENTS; element++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_problem *closed = measured(ctx, element, 11 + (uint64_t)element, NULL);
        rdg_problem *places = measured(ctx, element, 11 + (uint64_t)element, number[element]);
        const rdg_index n = rdg_variable_count(closed);
        assert_int_equal(rdg_variable_count(places), n + 1);
        double *u = calloc((size_t)n + 1, sizeof *u);
        memcpy(u, rdg_start_values(places), (size_t)(n + 1) * sizeof *u);
        for (rdg_index j = 0; j < n; j++) {
            u[j] *= 1 + 0.05 * random_signed(&seed);
        }
        compare(closed, places, u, worst);
        free(u);
        rdg_context_free(ctx);
    }
    for (int k = 0; k < 3; k++) {
        assert_true(worst[k] < 1e-12);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sensors_tell_the_motion_with_derivatives),
                                       cmocka_unit_test(closed_forms_of_integrals_are_what_rules_tell)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
