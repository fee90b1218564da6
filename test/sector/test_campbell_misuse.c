/* What Campbell diagrams and stiffness at a speed refuse, and NULL for any pointer of their calls. */
#define _GNU_SOURCE

#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/campbell.h>
#include <ridgewalk/centrifugal.h>
#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/rest.h>

#include <math.h>

static rdg_structure *blade_of(rdg_context *ctx, double mass, double k)
{
    const double M[4] = {mass, 0.0, 0.0, 0.0}, K[4] = {k, -1.0, -1.0, 1.0};
    rdg_structure *s = rdg_structure_create(ctx, "blade", 2, M, RDG_UNDAMPED, K);
    rdg_name_dof(s, "q", 0);
    rdg_name_dof(s, "next", 1);
    return s;
}

static rdg_hbm *balance(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)speed;
    (void)order;
    (void)data;
    rdg_force_add(wave, "q", 1, 1.0);
    rdg_sensor_add(wave, "A", "q");
    return rdg_hbm_create(wave, RDG_HARMONICS(1));
}

static rdg_hbm *no_balance(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)speed;
    (void)wave;
    (void)order;
    (void)data;
    return NULL;
}

static rdg_hbm *another(rdg_structure *wave, rdg_index order, double speed, void *data)
{
    (void)speed;
    (void)order;
    (void)data;
    rdg_structure *s = blade_of(rdg_structure_context(wave), 1.0, 3.0);
    return balance(s, 1, 1.0, NULL);
}

struct world {
    rdg_structure *one, *other;
};

static const rdg_index two = 2;
static const double level = 0.1;

static rdg_campbell_options options(void)
{
    return (rdg_campbell_options){.rotor = {.sectors = 6, .left = "q", .right = "next"},
                                  .modes = 1,
                                  .n_orders = 1,
                                  .orders = &two,
                                  .low = 0.1,
                                  .high = 2.0,
                                  .speeds = 5,
                                  .balance = balance,
                                  .sensor = "A",
                                  .n_amplitudes = 1,
                                  .amplitudes = &level};
}

static rdg_campbell_options chosen;

static const rdg_campbell_options *choose(const char *sensor, const rdg_index *orders,
                                          const double *amplitudes, rdg_structure *turning, double speed,
                                          double low)
{
    chosen = options();
    chosen.sensor = sensor;
    chosen.orders = orders;
    chosen.amplitudes = amplitudes;
    chosen.turning = turning;
    chosen.turning_speed = speed;
    chosen.low = low;
    return &chosen;
}

#define CALLS(X)                                                                                             \
    X(rdg_structure_at_speed, POINTER,                                                                       \
      rdg_structure_at_speed(SELF(w->one), FINITE(0.0), NEEDED(w->other), FINITE(1.0), FINITE(2.0)))         \
    X(rdg_campbell, STATUS,                                                                                  \
      rdg_campbell(SELF(w->one), NEEDED("run"),                                                              \
                   NEEDED(choose(NEEDED("A"), NEEDED(&two), NEEDED(&level), OPTIONAL(w->other), FINITE(1.0), \
                                 FINITE(0.1)))))

CALLS(MISUSE_DEFINE)

static void null_is_refused_in_words(void **state)
{
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    world w = {.one = blade_of(*state, 1.0, 3.0), .other = blade_of(*state, 1.0, 3.5)};
    misuse_check(calls, sizeof calls / sizeof *calls, &w, *state);
}

static void exports_that_do_not_belong_together_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = blade_of(ctx, 1.0, 3.0), *same = blade_of(ctx, 1.0, 4.0);
    assert_null(rdg_structure_at_speed(s, 1.0, same, 1.0, 2.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "both exports of \"blade\" are of the speed 1 rad/s");
    assert_null(rdg_structure_at_speed(s, 1.0, same, 2.0, -3.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "a speed of \"blade\" is -3 rad/s");
    assert_null(rdg_structure_at_speed(s, 1.0, blade_of(ctx, 1.001, 4.0), 2.0, 3.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "differ by 0.001 of their largest entry");
    const double M[1] = {1.0}, K[1] = {2.0};
    assert_null(
        rdg_structure_at_speed(s, 1.0, rdg_structure_create(ctx, "mass", 1, M, RDG_UNDAMPED, K), 2.0, 3.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"blade\" has 2 degrees of freedom, \"mass\" has 1");
    rdg_structure *rests = blade_of(ctx, 1.0, 3.0);
    assert_ok(ctx, rdg_prestress(rests));
    assert_null(rdg_structure_at_speed(rests, 1.0, same, 2.0, 3.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rests already");
    assert_ok(ctx,
              rdg_gyroscopic_add(same, &(rdg_gyroscopic){.first = "q", .second = "next", .inertia = 1.0}));
    assert_null(rdg_structure_at_speed(same, 1.0, s, 2.0, 3.0));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has gyroscopic forces");
}

static void refuse(rdg_context *ctx, const rdg_campbell_options *o, rdg_status status, const char *message)
{
    assert_int_equal(rdg_campbell(blade_of(ctx, 1.0, 3.0), "run", o), status);
    assert_failed(ctx, status, message);
}

static void wrong_options_are_named(void **state)
{
    rdg_context *ctx = *state;
    rdg_campbell_options o = options();
    o.rotor.sectors = 1;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "\"run\": a rotor has at least 2 sectors");
    o = options();
    o.modes = 0;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "give .modes");
    o.modes = 2;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "\"blade\" has 1 .. 1 modes, not 2");
    o = options();
    o.high = o.low;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "speeds from 0.1 to 0.1 rad/s: 0 <= .low < .high");
    o = options();
    o.speeds = 1;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "at least 2 speeds");
    o = options();
    o.ridges = "ridges.png";
    o.n_amplitudes = 0;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "ridges need forcing amplitudes");
    o = options();
    o.orders = (rdg_index[]){0};
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "engine order 0 < 1");
    o = options();
    o.n_amplitudes = 2;
    o.amplitudes = (double[]){0.2, 0.1};
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "forcing amplitude 0.1: they are positive and ascend");
    o = options();
    o.balance = NULL;
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "peaks need .n_amplitudes, .amplitudes, .balance and .sensor");
    o = options();
    o.sensor = "B";
    refuse(ctx, &o, RDG_ERR_NAME, "\"B\"");
    o = options();
    o.balance = no_balance;
    refuse(ctx, &o, RDG_ERR_CALLBACK, ".balance returned NULL for engine order 2");
    o.balance = another;
    refuse(ctx, &o, RDG_ERR_CALLBACK, "another structure than the wave");
    o = options();
    o.turning = blade_of(ctx, 1.0, 4.0);
    refuse(ctx, &o, RDG_ERR_ARGUMENT, "both exports of \"blade\" are of the speed 0 rad/s");
    o = options();
    assert_ok(ctx, rdg_campbell(blade_of(ctx, 1.0, 3.0), "run", &o));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(null_is_refused_in_words),
        SCRATCH_TEST(exports_that_do_not_belong_together_are_refused),
        SCRATCH_TEST(wrong_options_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
