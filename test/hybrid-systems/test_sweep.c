/* Sweeps of systems whose motions are known. */
#include "sections.h"
#include "shooting/sweep_tables.h"

/* The first PD values of Roessler's
 * system: 2.83244502786254, 3.83735816841009, 4.12421473207550, 4.18699699939433 */
static void periods_double_where_they_should(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = roessler_with_section(ctx, 3.0);
    const double at[] = {2.78, 2.89, 3.79, 3.88, 4.1, 4.11, 4.123, 4.14, 4.18, 4.193, 5.7};
    const rdg_index period[] = {1, 2, 2, 4, 4, 4, 4, 8, 8, 16, 0};
    for (int k = 0; k < 11; k++) {
        rdg_sweep_table table;
        assert_ok(ctx, rdg_sweep(h,
                                 &(rdg_sweep_options){.parameter = "c",
                                                      .from = at[k],
                                                      .to = at[k],
                                                      .count = 1,
                                                      .direction = 1,
                                                      .x = (double[]){1, 1, 0},
                                                      .most_returns = 4000},
                                 &table));
        assert_int_equal(table.row[0].period, period[k]);
        assert_int_equal(table.row[0].fate, period[k] ? RDG_SWEEP_PERIODIC : RDG_SWEEP_NONE);
        rdg_sweep_release(&table);
    }
}

/* T and greatest displacement: shooting_smooth.csv */
static void van_der_pol_s_period_and_extrema(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = van_der_pol_with_section(ctx, 1.0);
    rdg_sweep_table table;
    assert_ok(
        ctx, rdg_sweep(
                 h,
                 &(rdg_sweep_options){
                     .parameter = "mu", .from = 1, .to = 10, .count = 2, .x = (double[]){1, 1}, .cold = true},
                 &table));
    assert_int_equal(table.rows, 2);
    assert_near(table.row[0].T, 6.66328685932313, 1e-8, 0.0);
    assert_near(table.row[0].max, 2.00861986087484, 1e-8, 0.0);
    assert_near(table.row[0].min, -2.00861986087484, 1e-8, 0.0);
    assert_near(table.row[1].T, 19.0783695669390, 1e-8, 0.0);
    assert_near(table.row[1].max, 2.01428536092641, 1e-7, 0.0);
    assert_string_equal(table.row[0].modes, "smooth");
    rdg_sweep_release(&table);
}

/* Folds of x'' + .02 x' + x + .1 x^3 = .1 cos(omega t): 1.08155316512136, 1.40242700462776 */
static void up_and_down_differ_between_the_folds_alone(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = duffing_system(ctx, 0.02, 0.1, 0.1, 1.0);
    rdg_sweep_table table;
    const rdg_index n = 41;
    assert_ok(ctx, rdg_sweep(h,
                             &(rdg_sweep_options){
                                 .parameter = "omega", .from = 0.9, .to = 1.7, .count = n, .threads = 2},
                             &table));
    assert_int_equal(table.rows, 2 * n);
    assert_int_equal(table.lost, 0);
    for (rdg_index i = 0; i < n; i++) {
        const rdg_sweep_row *up = &table.row[i], *down = &table.row[2 * n - 1 - i];
        assert_true(up->value == down->value);
        assert_int_equal(up->direction, 1);
        assert_int_equal(down->direction, -1);
        assert_int_equal(up->period, 1);
        assert_int_equal(down->period, 1);
        /* next to a fold the change of the parameter already throws the motion out of its basin */
        const bool between = up->value > 1.08155316512136 && up->value < 1.39;
        const bool outside = up->value < 1.08155316512136 || up->value > 1.40242700462776;
        assert_true(!between || up->max - down->max > 0.1);
        assert_true(!outside || fabs(up->max - down->max) < 1e-4);
        assert_near(up->T, 2.0 * RDG_PI / up->value, 1e-10, 0.0);
    }
    rdg_sweep_release(&table);
}

/* The belt's orbit in closed form. */
static void a_belt_has_its_modes_and_period(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt_system(ctx, (double[]){1, 0.5, 0.2, 0});
    rdg_sweep_table table;
    assert_ok(ctx, rdg_sweep(h,
                             &(rdg_sweep_options){.parameter = "v",
                                                  .from = 0.1,
                                                  .to = 0.4,
                                                  .count = 7,
                                                  .x = (double[]){1, 0},
                                                  .section = RDG_PARAMETERS("catch"),
                                                  .transient_returns = 3},
                             &table));
    for (rdg_index i = 0; i < table.rows; i++) {
        const double v = table.row[i].value, twice_pi = 2.0 * RDG_PI;
        assert_int_equal(table.row[i].period, 1);
        assert_near(table.row[i].T, 2.0 * 0.5 / v + twice_pi - 2.0 * atan(0.5 / v), 1e-9, 0.0);
        assert_near(table.row[i].max, 0.5 + hypot(0.5, v), 1e-6, 0.0);
        assert_string_equal(table.row[i].modes, "stick, slip");
        assert_string_equal(table.row[i].reason, "");
    }
    rdg_sweep_release(&table);
}

static void threads_change_no_bit(void **state)
{
    rdg_context *ctx = *state;
    for (int cold = 0; cold < 2; cold++) {
        rdg_sweep_table table[3];
        for (int k = 0; k < 3; k++) {
            assert_ok(ctx, rdg_sweep(impact_system(ctx, 1.0),
                                     &(rdg_sweep_options){.parameter = "A",
                                                          .from = 0.2,
                                                          .to = 2.4,
                                                          .count = 23,
                                                          .cold = cold,
                                                          .transient_returns = 50,
                                                          .most_returns = 300,
                                                          .samples = 40,
                                                          .threads = 1 << k},
                                     &table[k]));
        }
        assert_true(sweeps_are_same(&table[0], &table[1], 40));
        assert_true(sweeps_are_same(&table[0], &table[2], 40));
        for (int k = 0; k < 3; k++) {
            rdg_sweep_release(&table[k]);
        }
    }
}

/* --- what cannot be followed, each value with its own words */

RDG_TEST_FUNCTION(falls)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -9.81;
    return 0;
}

RDG_TEST_FUNCTION(height)
{
    RDG_TEST_UNUSED;
    y[0] = u[0];
    return 0;
}

RDG_TEST_FUNCTION(bounces)
{
    RDG_TEST_UNUSED;
    y[0] = 0.0;
    y[1] = -u[2] * u[1];
    return 0;
}

RDG_TEST_FUNCTION(breaks)
{
    RDG_TEST_UNUSED;
    y[0] = u[2] > 0.6 ? NAN : u[1];
    y[1] = -u[0];
    return 0;
}

RDG_TEST_FUNCTION(refuses)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -u[0];
    return u[2] > 0.6 ? -1 : 0;
}

RDG_TEST_FUNCTION(leaves)
{
    RDG_TEST_UNUSED;
    y[0] = 1.0;
    return 0;
}

RDG_TEST_FUNCTION(bursts)
{
    RDG_TEST_UNUSED;
    y[0] = u[0] * u[0];
    return 0;
}

RDG_TEST_FUNCTION(settles_down)
{
    RDG_TEST_UNUSED;
    y[0] = u[1];
    y[1] = -u[0] - u[2] * u[1];
    return 0;
}

static rdg_status sweep_of(rdg_context *ctx, rdg_hybrid_function field, rdg_hybrid_function surface,
                           rdg_hybrid_function reset, double x, rdg_sweep_table *table)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "h", RDG_PARAMETERS("a"), (double[]){0.3});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "m", .n = 2, .field = field});
    rdg_hybrid_add_event_surface(
        h,
        &(rdg_hybrid_event_surface){.name = "c", .from = "m", .to = "m", .surface = surface, .reset = reset});
    return rdg_sweep(
        h,
        &(rdg_sweep_options){
            .parameter = "a", .from = 0.3, .to = 0.7, .count = 3, .x = (double[]){x, 0}, .longest = 100},
        table);
}

static void what_is_lost_is_told_value_by_value(void **state)
{
    rdg_context *ctx = *state;
    const rdg_hybrid_function none = {.f = NULL}, floor = {.f = height}, section = {.f = second_state};
    const struct {
        rdg_hybrid_function field, surface, reset;
        double x;
        rdg_index lost;
        const char *words;
    } cases[] = {
        {{.f = falls}, floor, {.f = bounces}, 1.0, 6, "come together"},
        {{.f = falls}, floor, {.f = bounces}, -1.0, 6, "starts in phase \"m\" behind the surface of \"c\""},
        {{.f = breaks}, section, none, 1.0, 2, "not finite"},
        {{.f = leaves}, section, none, 1.0, 6, "does not return within 100"},
        {{.f = bursts}, section, none, 1.0, 6, "escapes"},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        rdg_sweep_table table;
        const long before = rdg_shortfalls(ctx);
        assert_ok(ctx, sweep_of(ctx, cases[k].field, cases[k].surface, cases[k].reset, cases[k].x, &table));
        assert_int_equal(table.lost, cases[k].lost);
        assert_int_equal(rdg_shortfalls(ctx), before + 1);
        for (rdg_index i = 0; i < table.rows; i++) {
            const bool lost = table.row[i].fate == RDG_SWEEP_LOST;
            assert_true(!lost || strstr(table.row[i].reason, cases[k].words));
            assert_true(lost == isnan(table.row[i].max));
        }
        rdg_sweep_release(&table);
    }
    rdg_sweep_table table;
    sweep_of(ctx, (rdg_hybrid_function){.f = refuses}, section, none, 1.0, &table);
    assert_failed(ctx, RDG_ERR_CALLBACK, "at a = 0.7");
    rdg_sweep_release(&table);
    /* a spiral returns for ever, and rests all the same */
    assert_ok(ctx, sweep_of(ctx, (rdg_hybrid_function){.f = settles_down}, section, none, 1.0, &table));
    for (rdg_index i = 0; i < table.rows; i++) {
        assert_int_equal(table.row[i].fate, RDG_SWEEP_REST);
        assert_near(table.row[i].max, 0.0, 0.0, 1e-5);
    }
    rdg_sweep_release(&table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(periods_double_where_they_should),
        TEST(van_der_pol_s_period_and_extrema),
        TEST(up_and_down_differ_between_the_folds_alone),
        TEST(a_belt_has_its_modes_and_period),
        TEST(threads_change_no_bit),
        TEST(what_is_lost_is_told_value_by_value),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
