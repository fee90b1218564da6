/* The disc brake's equations: against the page's formulas in other coordinates, and their derivatives against
 * those by complex numbers. */
#define _XOPEN_SOURCE 700

#include "complex_numbers.h"
#include "scratch.h"

#define ORDER 3
#include "disc-brake/motion.h"
#undef ORDER
#define ORDER 4
#include "disc-brake/motion.h"
#undef ORDER

enum { TRIALS = 1000, MOST = VARIABLES };

/* A function of the brake: m values (0: as many as states), by the direction of slip or not, and the same in
 * complex numbers. */
#define BRAKE_TESTED(name, m, slips)                                                                         \
    {                                                                                                        \
#name, m, slips, BRAKE_CALLBACKS(name, NULL), name##3, name##4                                       \
    }

static const struct {
    const char *name;
    rdg_index m;
    bool slips;
    rdg_hybrid_function of;
    bool (*values)(const disc_brake *, const double *, number3 *);
    bool (*slopes)(const disc_brake *, const double *, number4 *);
} function[] = {BRAKE_TESTED(slip, 0, true),     BRAKE_TESTED(stick, 0, false),
                BRAKE_TESTED(apart, 0, false),   BRAKE_TESTED(lift, 1, false),
                BRAKE_TESTED(slowness, 1, true), BRAKE_TESTED(hold, 1, false),
                BRAKE_TESTED(holds, 1, false),   BRAKE_TESTED(stop, 0, false),
                BRAKE_TESTED(start, 0, false),   BRAKE_TESTED(release, 0, false)};
enum { FUNCTIONS = sizeof function / sizeof *function };

/* Sizes of the variables: displacements, velocities, parameters. */
static const double place_size[DOFS] = {1e-2, 1e-2, 1e-2, 1e-2, 0.3, 1e-2};
static const double rate_size[DOFS] = {0.1, 0.1, 0.3, 0.1, 3.0, 0.1};
static const double parameter_size[BRAKE_PARAMETERS] = {50.0, 5.0, 0.3, 100.0, 100.0};

static disc_brake brake_variant(int trial)
{
    disc_brake b = trial % 3 == 0 ? preset_cea() : trial % 3 == 1 ? preset_lc() : preset_ch();
    b.radial = trial % 2 == 0;
    b.polar = trial % 5 == 0;
    b.direction = trial % 7 == 0 ? BRAKE_THETA : BRAKE_PLANE;
    b.theta0 = trial % 4 == 0 ? 0.7 : 0.0;
    return b;
}

static rdg_index random_state(const disc_brake *b, uint64_t *seed, double *u, double *size)
{
    const int n = brake_dofs(b);
    for (int i = 0; i < n; i++) {
        size[i] = place_size[brake_dof(b, i)];
        size[n + i] = rate_size[brake_dof(b, i)];
        u[i] = size[i] * random_signed(seed);
        u[n + i] = size[n + i] * random_signed(seed);
    }
    u[n - 1] = -0.005 - fabs(u[n - 1]); /* in contact */
    for (int k = 0; k < BRAKE_PARAMETERS; k++) {
        size[2 * n + k] = parameter_size[k];
        u[2 * n + k] = parameter_size[k] * (1.0 + 0.5 * random_signed(seed));
    }
    return 2 * n + BRAKE_PARAMETERS;
}

/* Next to where slip ends: at rest but for a relative velocity of about eps to 0.1 m/s, as motions have it.
 */
static void slow_down(disc_brake *b, uint64_t *seed, rdg_index n, double *u)
{
    const int dofs = brake_dofs(b);
    const double speed = pow(10.0, -4.0 + 3.0 * random_signed(seed));
    double still[STATES] = {0.0};
    assert_int_equal(stop_f(n, u, 2 * dofs, still, b), 0);
    memcpy(u, still, (size_t)(2 * dofs) * sizeof *u);
    u[dofs] += speed * random_signed(seed);
    u[dofs + 1] += speed;
}

typedef struct sample {
    disc_brake brake;
    rdg_index n;
    double u[MOST], size[MOST];
    double turns; /* how much faster than in general the direction of slip turns with the state */
} sample;

static sample sample_of(int trial, uint64_t *seed)
{
    sample s = {.brake = brake_variant(trial)};
    double speed = 0.0;
    s.n = random_state(&s.brake, seed, s.u, s.size);
    if (trial % 11 < 4) {
        slow_down(&s.brake, seed, s.n, s.u);
    }
    assert_int_equal(slowness_f(s.n, s.u, 1, &speed, &s.brake), 0);
    s.turns = fmax(1.0, 0.3 / (speed + s.brake.eps));
    return s;
}

/* What both ways may differ by is rounding, as a share of the terms that a derivative is the sum of. They
 * cancel: that of the direction of slip along itself is 0, of terms as large as the others; holding forces
 * come of two equations that may all but depend on each other. */
static const double rounding = 1e-13;

static void assert_derivative(const char *name, double found, double expected, double allowed, int order)
{
    if (!(fabs(found - expected) <= allowed)) {
        print_error("%s, order %d: %.15g, by complex numbers %.15g\n", name, order, found, expected);
        fail();
    }
}

static void assert_slope(const char *name, double found, double expected, double scale)
{
    if (!(fabs(found - expected) <= 1e-6 * (fabs(expected) + scale))) {
        print_error("%s: %.12g, by differences %.12g\n", name, found, expected);
        fail();
    }
}

static double greatest_of(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

static void first_derivatives_of(int q, sample *s)
{
    const rdg_index m = function[q].m ? function[q].m : 2 * brake_dofs(&s->brake);
    double df[MOST * STATES] = {0.0}, f[STATES] = {0.0};
    assert_int_equal(function[q].of.df(s->n, s->u, m, df, &s->brake), 0);
    assert_int_equal(function[q].of.f(s->n, s->u, m, f, &s->brake), 0);
    for (rdg_index j = 0; j < s->n; j++) {
        number3 y[STATES];
        const double most = greatest_of(m, f) * (function[q].slips ? s->turns : 1.0);
        complex_variable = (int)j;
        assert_true(function[q].values(&s->brake, s->u, y));
        const double size = fmax(greatest_of(m, df + m * j), most / s->size[j]);
        for (rdg_index i = 0; i < m; i++) {
            assert_derivative(function[q].name, df[i + m * j], cimag(y[i]) / complex_step, rounding * size,
                              1);
        }
    }
}

static void first_derivatives_are_those_of_the_values(void **state)
{
    uint64_t seed = 1;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        sample s = sample_of(trial, &seed);
        for (int q = 0; q < FUNCTIONS; q++) {
            first_derivatives_of(q, &s);
        }
    }
}

/* By hand and by numbers, each row relative to its largest term. */
static void assert_same_slopes(const sample *s, rdg_index m, const double *by_hand, const double *known)
{
    for (rdg_index k = 0; k < m * s->n; k++) {
        double scale = 1.0 / s->size[k / m];
        for (rdg_index j = 0; j < s->n; j++) {
            scale = fmax(scale, fabs(known[k % m + m * j]) * s->size[j] / s->size[k / m]);
        }
        assert_derivative("by hand", by_hand[k], known[k], 1e-12 * scale * s->turns, 1);
    }
}

static void slopes_by_hand_are_those_of_numbers_that_know_them(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        sample s = sample_of(trial, &seed);
        const rdg_index m = 2 * brake_dofs(&s.brake);
        double known[MOST * STATES] = {0.0}, by_hand[MOST * STATES] = {0.0};
        assert_int_equal(slip_df(s.n, s.u, m, known, &s.brake), 0);
        assert_int_equal(slip_slope(s.n, s.u, m, by_hand, &s.brake), 0);
        assert_same_slopes(&s, m, by_hand, known);
        memset(known, 0, sizeof known);
        memset(by_hand, 0, sizeof by_hand);
        assert_int_equal(apart_df(s.n, s.u, m, known, &s.brake), 0);
        assert_int_equal(apart_slope(s.n, s.u, m, by_hand, &s.brake), 0);
        assert_same_slopes(&s, m, by_hand, known);
        memset(known, 0, sizeof known);
        memset(by_hand, 0, sizeof by_hand);
        assert_int_equal(slowness_df(s.n, s.u, 1, known, &s.brake), 0);
        assert_int_equal(slowness_slope(s.n, s.u, 1, by_hand, &s.brake), 0);
        assert_same_slopes(&s, 1, by_hand, known);
    }
}

static void second_derivatives_of(int q, sample *s, uint64_t *seed)
{
    const rdg_index m = function[q].m ? function[q].m : 2 * brake_dofs(&s->brake), n = s->n;
    const double turns = function[q].slips ? s->turns : 1.0;
    double d2f[MOST * MOST] = {0.0}, df[MOST * STATES] = {0.0}, f[STATES], lambda[STATES];
    for (rdg_index i = 0; i < m; i++) {
        lambda[i] = random_signed(seed);
    }
    assert_int_equal(function[q].of.d2f(n, s->u, m, lambda, d2f, &s->brake), 0);
    assert_int_equal(function[q].of.df(n, s->u, m, df, &s->brake), 0);
    assert_int_equal(function[q].of.f(n, s->u, m, f, &s->brake), 0);
    for (rdg_index k = 0; k < n; k++) {
        number4 y[STATES];
        complex_variable = (int)k;
        assert_true(function[q].slopes(&s->brake, s->u, y));
        for (rdg_index j = 0; j < n; j++) {
            const double most = fmax(greatest_of(m, df + m * j), greatest_of(m, f) * turns / s->size[j]);
            const double size = fmax(fabs(d2f[j + n * k]), most * turns / s->size[k]);
            double expected = 0.0;
            for (rdg_index i = 0; i < m; i++) {
                expected += lambda[i] * cimag(y[i].g[j]) / complex_step;
            }
            assert_derivative(function[q].name, d2f[j + n * k], expected, rounding * size, 2);
            assert_true(d2f[j + n * k] == d2f[k + n * j]);
        }
    }
}

static void second_derivatives_are_those_of_the_first(void **state)
{
    uint64_t seed = 2;
    (void)state;
    for (int trial = 0; trial < TRIALS / 10; trial++) {
        sample s = sample_of(trial, &seed);
        for (int q = 0; q < FUNCTIONS; q++) {
            second_derivatives_of(q, &s, &seed);
        }
    }
}

/* --- the same motion along x and y, as the paper writes it with its misprints mended */

typedef struct plain_brake {
    double rho, c, s, w, N, A[2][DOFS], B[DOFS][2], mass[DOFS], g[2], v[2], force[DOFS];
} plain_brake;

static plain_brake plain_at(const disc_brake *b, const double *u)
{
    const double x = u[0], y = u[1], psi = u[2], r = u[3], theta = u[4], z = u[5];
    const double *d = u + 6, *p = u + 12;
    plain_brake k = {.rho = b->r0 + r, .c = cos(b->theta0 + theta), .s = sin(b->theta0 + theta)};
    const double c = k.c, s = k.s, rho = k.rho, dx = d[0], dy = d[1], dr = d[3], dt = d[4];
    const double mass[DOFS] = {b->M, b->M, b->I, b->m, b->m * rho, b->m};
    const double A[2][DOFS] = {{-1, 0, rho * s - y, c, -rho * s, 0}, {0, -1, -(rho * c - x), s, rho * c, 0}};
    const double w = k.w = p[OMEGA] + d[2];
    memcpy(k.mass, mass, sizeof mass);
    memcpy(k.A, A, sizeof A);
    for (int i = 0; i < DOFS; i++) {
        k.B[i][0] = i == 4 ? -s : A[0][i];
        k.B[i][1] = i == 4 ? c : A[1][i];
    }
    k.N = -b->kz * z;
    k.v[0] = rho * (w - dt) * s + dr * c - dx - w * y;
    k.v[1] = -rho * (w - dt) * c + dr * s - dy + w * x;
    k.g[0] = dr * (w - dt) * s + rho * (w - dt) * c * dt - dr * s * dt - w * dy;
    k.g[1] = -dr * (w - dt) * c + rho * (w - dt) * s * dt + dr * c * dt + w * dx;
    k.force[0] = -b->cd * dx - b->kd * x;
    k.force[1] = -b->cd * dy - b->kd * y;
    k.force[2] = -b->cdpsi * d[2] - b->kdpsi * psi;
    k.force[3] = -b->cpr * dr - (p[KPR] + p[KIR] / 2) * r + p[KIR] / 2 * z;
    k.force[4] = -rho * (b->cpt * dt + (b->kpt + b->kit / 2) * theta) + b->kit / 2 * z;
    k.force[5] =
        -b->cz * d[5] + p[KIR] / 2 * r + b->kit / 2 * b->r0 * theta - (p[KIR] + b->kit) / 2 * z - p[N0];
    k.force[5] += k.N;
    return k;
}

static void plain_stick_force(const plain_brake *k, double F[2])
{
    double K[2][2] = {{0.0}}, rhs[2];
    for (int a = 0; a < 2; a++) {
        rhs[a] = -k->g[a];
        for (int i = 0; i < DOFS; i++) {
            rhs[a] -= k->A[a][i] * k->force[i] / k->mass[i];
            for (int e = 0; e < 2; e++) {
                K[a][e] += k->A[a][i] * k->B[i][e] / k->mass[i];
            }
        }
    }
    const double det = K[0][0] * K[1][1] - K[0][1] * K[1][0];
    F[0] = (K[1][1] * rhs[0] - K[0][1] * rhs[1]) / det;
    F[1] = (K[0][0] * rhs[1] - K[1][0] * rhs[0]) / det;
}

static void assert_motion(const plain_brake *k, const double F[2], const double *rates, const char *name)
{
    for (int i = 0; i < DOFS; i++) {
        const double a = (k->force[i] + k->B[i][0] * F[0] + k->B[i][1] * F[1]) / k->mass[i];
        assert_slope(name, rates[DOFS + i], a, 1e-6 * fabs(a));
    }
}

static void fields_are_the_corrected_equations_of_the_paper(void **state)
{
    uint64_t seed = 3;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        disc_brake b = trial % 2 ? preset_lc() : preset_ch();
        double u[MOST], size[MOST], rates[STATES], F[2], still[STATES] = {0.0}, margin = 0.0;
        b.theta0 = trial % 3 == 0 ? 0.4 : 0.0;
        const rdg_index n = random_state(&b, &seed, u, size);
        plain_brake k = plain_at(&b, u);
        const double factor = -u[STATES + MU] * k.N / hypot(k.v[0], k.v[1]);
        slip_f(n, u, STATES, rates, &b);
        assert_motion(&k, (double[2]){factor * k.v[0], factor * k.v[1]}, rates, "slip");

        stop_f(n, u, STATES, still, &b); /* stick: on v = 0 */
        memcpy(u, still, sizeof still);
        k = plain_at(&b, u);
        assert_near(hypot(k.v[0], k.v[1]), 0.0, 0.0, 1e-14);
        plain_stick_force(&k, F);
        stick_f(n, u, STATES, rates, &b);
        assert_motion(&k, F, rates, "stick");
        hold_f(n, u, 1, &margin, &b);
        const double limit = u[STATES + MU] * k.N;
        const double used = (F[0] * F[0] + F[1] * F[1]) / (limit * limit);
        assert_near(margin, 1.0 - used, 1e-8, 1e-8 * used);
    }
}

static void resets_leave_the_velocity_that_they_should(void **state)
{
    uint64_t seed = 4;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        disc_brake b = preset_lc();
        double u[MOST], size[MOST], F[2], after[STATES] = {0.0};
        const rdg_index n = random_state(&b, &seed, u, size);
        b.eps = 1e-4;
        start_f(n, u, STATES, after, &b);
        memcpy(u, after, sizeof after);
        const plain_brake k = plain_at(&b, u);
        plain_stick_force(&k, F);
        const double speed = hypot(k.v[0], k.v[1]), force = hypot(F[0], F[1]);
        assert_near(speed, 1.5e-4, 1e-9, 0.0);
        assert_near((k.v[0] * F[0] + k.v[1] * F[1]) / (speed * force), -1.0, 0.0, 1e-3);
    }
}

/* Released states are at the limit of what friction holds, and to release them once more changes nothing. */
static void what_is_released_is_at_the_limit(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (int trial = 0; trial < TRIALS; trial++) {
        disc_brake b = trial % 2 ? preset_lc() : preset_ch();
        double u[MOST], size[MOST], after[STATES] = {0.0}, again[STATES] = {0.0}, margin = 1.0;
        const rdg_index n = random_state(&b, &seed, u, size);
        release_f(n, u, STATES, after, &b);
        memcpy(u, after, sizeof after);
        holds_f(n, u, 1, &margin, &b);
        assert_near(margin, 0.0, 0.0, 1e-9);
        release_f(n, u, STATES, again, &b);
        for (int i = 0; i < STATES; i++) {
            assert_near(again[i], after[i], 1e-9, 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_released_is_at_the_limit),
        cmocka_unit_test(first_derivatives_are_those_of_the_values),
        cmocka_unit_test(slopes_by_hand_are_those_of_numbers_that_know_them),
        cmocka_unit_test(second_derivatives_are_those_of_the_first),
        cmocka_unit_test(fields_are_the_corrected_equations_of_the_paper),
        cmocka_unit_test(resets_leave_the_velocity_that_they_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
