/* What dry contacts answer, against closed forms: loads, starts and states, and derivatives by their numbers.
 */
#include "support.h"

#include <ridgewalk/contact_law.h>
#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/law_terms.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/rigid_follow.h>
#include <ridgewalk/stuck_slider.h>

enum { M = 4, NUMBERS = RDG_FRICTION_START };

static void limits_of_a_slider_are_those_of_coulomb(void **state)
{
    (void)state;
    assert_near(rdg_contact_lower(0.25, 3.0, 8.0), 1.0, 0.0, 0.0);
    assert_near(rdg_contact_upper(0.25, 3.0, 8.0), 5.0, 0.0, 0.0);
    assert_near(rdg_slider_begins(RDG_SLIDER_ZERO, 2.0, 3.0), 0.0, 0.0, 0.0);
    assert_near(rdg_slider_begins(RDG_SLIDER_MEAN, 2.0, 3.0), 2.0, 0.0, 0.0);
    assert_near(rdg_slider_begins(RDG_SLIDER_PRESTRESS, 2.0, 3.0), 3.0, 0.0, 0.0);
    assert_true(rdg_slider_rests(0.9e-8, 1.0, 0.0) && !rdg_slider_rests(1.1e-8, 1.0, 0.0));
    assert_true(rdg_slider_rests(0.9e-6, 1.0, 1e-6));
}

/* int_0^y (N0 + kn y) dy = (N^2 - N0^2) / (2 kn) */
static void the_normal_energy_is_the_work_of_the_load(void **state)
{
    (void)state;
    const rdg_contact_law spring = {.kn = 5.0, .preload = 2.0}, constant = {.preload = 2.0};
    assert_near(rdg_contact_normal_energy(&spring, 0.4) - rdg_contact_normal_energy(&spring, 0.0), 0.4 * 3.0,
                1e-15, 0.0);
    assert_near(rdg_contact_normal_energy(&spring, -0.4), 0.0, 0.0, 1e-30); /* it opens */
    assert_near(rdg_contact_normal_energy(&constant, 0.4), 0.8, 1e-15, 0.0);
}

/* The mean of max(0, .) over a straight way by the midpoint rule; it errs where the contact opens, by way /
 * count^2. */
static double mean_load(double n0, double n)
{
    enum { COUNT = 4000 };
    double sum = 0.0;
    for (int k = 0; k < COUNT; k++) {
        sum += fmax(0.0, n0 + (n - n0) * (k + 0.5) / COUNT);
    }
    return sum / COUNT;
}

static void straight_ways_close_and_open_where_the_load_vanishes(void **state)
{
    (void)state;
    const double ways[][2] = {{-1, 3}, {3, -1}, {-2, 0.5}, {0.5, -2}, {1, 3}, {-1, -3}, {-1, 0}, {0, 2}};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const double n0 = ways[i][0], n = ways[i][1], h = 1e-6;
        double slope = NAN, aside = NAN;
        const double share = rdg_contact_closes(n0, n, &slope);
        assert_near(share, n0 < 0 && n > 0 ? -n0 / (n - n0) : 0.0, 1e-15, 0.0);
        assert_near(slope, n0 < 0 && n > 0 ? n0 / ((n - n0) * (n - n0)) : 0.0, 1e-15, 0.0);
        const double beside = rdg_contact_beside_ends(n0, n, &slope);
        assert_near(beside, mean_load(n0, n) - 0.5 * (fmax(0, n0) + fmax(0, n)), 0.0,
                    4.0 / (4000.0 * 4000.0));
        if (n != 0) {
            const double difference =
                rdg_contact_beside_ends(n0, n + h, &aside) - rdg_contact_beside_ends(n0, n - h, &aside);
            assert_near(slope, difference / (2 * h), 0.0, 1e-9);
        }
    }
}

static void a_state_is_followed_by_the_two_others(void **state)
{
    (void)state;
    rdg_rigid_state next[2];
    rdg_rigid_successors(RDG_RIGID_STICKS, next);
    assert_true(next[0] == RDG_RIGID_SLIPS_FORWARD && next[1] == RDG_RIGID_SLIPS_BACK);
    rdg_rigid_successors(RDG_RIGID_SLIPS_FORWARD, next);
    assert_true(next[0] == RDG_RIGID_STICKS && next[1] == RDG_RIGID_SLIPS_BACK);
    rdg_rigid_successors(RDG_RIGID_SLIPS_BACK, next);
    assert_true(next[0] == RDG_RIGID_STICKS && next[1] == RDG_RIGID_SLIPS_FORWARD);
}

/* --- derivatives by the numbers: f = sqrt(w^T Q w) of w = (P, mu s) is homogeneous of degree 1 */

static const double Q[M][M] = {
    {2, 0.3, 0.4, -0.2}, {0.3, 1.5, 0.1, 0.2}, {0.4, 0.1, 3, 0.5}, {-0.2, 0.2, 0.5, 1}};

typedef struct trial {
    rdg_contact_law law;
    double z[4], rest[2];
    rdg_friction_state at;
} trial;

static double *number_of(trial *t, int which)
{
    double *const of[NUMBERS] = {&t->law.kt, &t->law.preload, &t->law.mu, &t->law.kn};
    return of[which];
}

/* One static and one more coefficient; without static part, that is where it rests. */
static trial make(bool has_static)
{
    trial t = {.law = {.kt = 3.0, .kn = 2.0, .mu = 0.4, .preload = 1.5},
               .z = {0.5, -0.7, 0.3, 0.2},
               .rest = {0.25, 0.15}};
    t.at = (rdg_friction_state){
        .tangential = 1, .has_normal = true, .n = has_static ? 2 : 1, .has_static = has_static};
    return t;
}

static void load(trial *t, double *w)
{
    t->at.law = &t->law;
    t->at.z = t->z;
    t->at.rest = t->rest;
    rdg_friction_load(&t->at, w);
}

/* With the gradient and the Hessian by (P, s). */
static double root(const double *unit, double mu, double *gradient, double *hessian)
{
    double w[M], Qw[M], square = 0.0;
    for (int i = 0; i < M; i++) {
        w[i] = unit[i] * (i < 2 ? 1.0 : mu);
    }
    for (int i = 0; i < M; i++) {
        Qw[i] = Q[i][0] * w[0] + Q[i][1] * w[1] + Q[i][2] * w[2] + Q[i][3] * w[3];
        square += w[i] * Qw[i];
    }
    const double f = sqrt(square);
    for (int i = 0; i < M; i++) {
        const double scale_i = i < 2 ? 1.0 : mu;
        gradient[i] = scale_i * Qw[i] / f;
        for (int j = 0; j < M; j++) {
            hessian[i + M * j] = scale_i * (j < 2 ? 1.0 : mu) * (Q[i][j] / f - Qw[i] * Qw[j] / (f * f * f));
        }
    }
    return f;
}

/* Value, derivatives by z and by the numbers. */
static double answer(trial *t, double *by_z, double *by_number)
{
    double unit[M], gradient[M], hessian[M * M];
    load(t, unit);
    const rdg_friction_function f = {.value = root(unit, t->law.mu, gradient, hessian),
                                     .gradient = gradient,
                                     .friction = gradient,
                                     .hessian = hessian,
                                     .stride = M};
    const rdg_index n = t->at.n, m = 2;
    for (rdg_index i = 0; i < n; i++) {
        by_z[i] = t->law.kt * gradient[m - n + i];
        by_z[n + i] = t->law.kn * gradient[2 * m - n + i];
    }
    for (int k = 0; k < NUMBERS; k++) {
        by_number[k] = rdg_friction_first(&t->at, (rdg_friction_parameter)k, unit, 1, &f);
    }
    return f.value;
}

static void the_unit_contact_has_its_displacements_in_units_of_force(void **state)
{
    (void)state;
    for (int s = 0; s < 2; s++) {
        trial t = make(s);
        double unit[M], spread[M];
        load(&t, unit);
        assert_int_equal(rdg_friction_length(&t.at), M);
        const double expected[2][M] = {{3 * 0.25, 3 * 0.5, 1.5 + 2 * 0.15, 2 * -0.7},
                                       {3 * 0.5, 3 * -0.7, 1.5 + 2 * 0.3, 2 * 0.2}};
        const double multipliers[2][M] = {{0, 0.5, 0, -0.7}, {0.5, -0.7, 0.3, 0.2}};
        rdg_friction_spread(&t.at, t.z, spread);
        for (int i = 0; i < M; i++) {
            assert_near(unit[i], expected[s][i], 1e-15, 0.0);
            assert_near(spread[i], multipliers[s][i], 0.0, 0.0);
        }
    }
}

static void derivatives_by_numbers_are_those_of_the_composed_function(void **state)
{
    (void)state;
    const int which[NUMBERS] = {0, 1, 2, 3};
    const double h = 1e-5, tolerance = 1e-9;
    for (int s = 0; s < 2; s++) {
        trial t = make(s);
        double unit[M], gradient[M], hessian[M * M], work[M], mixed[M * NUMBERS], second[NUMBERS * NUMBERS];
        double by_z[M], first[NUMBERS];
        answer(&t, by_z, first);
        load(&t, unit);
        const rdg_friction_function f = {.value = root(unit, t.law.mu, gradient, hessian),
                                         .gradient = gradient,
                                         .friction = gradient,
                                         .hessian = hessian,
                                         .stride = M};
        rdg_friction_second(&t.at, NUMBERS, which, unit, &f, work, mixed, M, second);
        for (int k = 0; k < NUMBERS; k++) {
            trial more = t, less = t;
            double z[2][M], p[2][NUMBERS];
            *number_of(&more, k) += h;
            *number_of(&less, k) -= h;
            const double difference = answer(&more, z[1], p[1]) - answer(&less, z[0], p[0]);
            assert_near(first[k], difference / (2 * h), 0.0, tolerance);
            for (int i = 0; i < 2 * t.at.n; i++) {
                assert_near(mixed[i + M * k], (z[1][i] - z[0][i]) / (2 * h), 0.0, tolerance);
            }
            for (int l = 0; l < NUMBERS; l++) {
                assert_near(second[l + NUMBERS * k], (p[1][l] - p[0][l]) / (2 * h), 0.0, tolerance);
            }
        }
    }
}

/* Forces: the tangential ones (f, 2 f), the normal ones s. */
static void forces_of(trial *t, double *force, double *jacobian)
{
    double unit[M], gradient[M], hessian[M * M];
    load(t, unit);
    const double f = root(unit, t->law.mu, gradient, hessian);
    for (int i = 0; i < M; i++) {
        force[i] = i < 2 ? (i + 1) * f : unit[i];
        for (int j = 0; j < M; j++) {
            jacobian[i + M * j] = i < 2 ? (i + 1) * gradient[j] : i == j;
        }
    }
}

static void columns_of_numbers_are_those_of_the_composed_forces(void **state)
{
    (void)state;
    const double h = 1e-5;
    for (int s = 0; s < 2; s++) {
        for (int k = 0; k < NUMBERS; k++) {
            trial t = make(s), more = t, less = t;
            double unit[M], force[3][M], jacobian[M * M], column[M];
            *number_of(&more, k) += h;
            *number_of(&less, k) -= h;
            forces_of(&more, force[2], jacobian);
            forces_of(&less, force[1], jacobian);
            forces_of(&t, force[0], jacobian);
            load(&t, unit);
            rdg_friction_column(&t.at, (rdg_friction_parameter)k, unit, force[0], jacobian, column);
            for (rdg_index i = 0; i < 2 * t.at.n; i++) {
                const rdg_index row = i / t.at.n * 2 + 2 - t.at.n + i % t.at.n;
                assert_near(column[i], (force[2][row] - force[1][row]) / (2 * h), 0.0, 1e-9);
            }
        }
    }
}

/* 3 p^2 q^-1 s(y) with s = y_0^2 y_1, and p y_1, by p and by q */
static void terms_of_a_law_are_differentiated_by_its_numbers(void **state)
{
    (void)state;
    const double p = 1.5, q = 0.75, y[2] = {0.4, -2.0}, s = y[0] * y[0] * y[1];
    const rdg_law_term terms[2] = {
        {.factor = 3.0, .power = {2, -1}, .s = s, .slope = (double[]){2 * y[0] * y[1], y[0] * y[0]}},
        {.value = 1, .factor = 1.0, .power = {1}, .s = y[1], .at = 1}};
    for (int which = 0; which < 2; which++) {
        double f[2] = {0}, df[4] = {0}, second[4] = {0};
        const rdg_law_slopes answer = {.values = 2, .numbers = 2, .f = f, .df = df, .second = second};
        for (int k = 0; k < 2; k++) {
            rdg_law_add_term(&(rdg_law_terms){{p, q}, which, 2, &answer}, &terms[k]);
        }
        const double once = which == 0 ? 6 * p / q : -3 * p * p / (q * q);
        assert_near(f[0], once * s, 1e-14, 0.0);
        assert_near(f[1], which == 0 ? y[1] : 0.0, 1e-14, 0.0);
        assert_near(df[0], once * 2 * y[0] * y[1], 1e-14, 0.0);
        assert_near(df[2], once * y[0] * y[0], 1e-14, 0.0);
        assert_near(df[1], 0.0, 0.0, 0.0);
        assert_near(df[3], which == 0 ? 1.0 : 0.0, 1e-14, 0.0);
        assert_near(second[0], (which == 0 ? 6 / q : -6 * p / (q * q)) * s, 1e-14, 0.0);
        assert_near(second[2], (which == 0 ? -6 * p / (q * q) : 6 * p * p / (q * q * q)) * s, 1e-14, 0.0);
        assert_near(second[1], 0.0, 0.0, 0.0);
        assert_near(second[3], 0.0, 0.0, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits_of_a_slider_are_those_of_coulomb),
        cmocka_unit_test(the_normal_energy_is_the_work_of_the_load),
        cmocka_unit_test(straight_ways_close_and_open_where_the_load_vanishes),
        cmocka_unit_test(a_state_is_followed_by_the_two_others),
        cmocka_unit_test(the_unit_contact_has_its_displacements_in_units_of_force),
        cmocka_unit_test(derivatives_by_numbers_are_those_of_the_composed_function),
        cmocka_unit_test(terms_of_a_law_are_differentiated_by_its_numbers),
        cmocka_unit_test(columns_of_numbers_are_those_of_the_composed_forces),
    };
    return cmocka_run_group_tests_name("values of contacts", tests, NULL, NULL);
}
