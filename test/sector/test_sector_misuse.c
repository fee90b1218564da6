/* What sectors, waves and rings refuse, and who refuses a wave: messages name what is wrong and what to do.
 * NULL for any pointer of their public calls. */
#define _GNU_SOURCE

#include "misuse.h"
#include "random_sector.h"

#include <ridgewalk/component.h>
#include <ridgewalk/coulomb.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/dnnm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/mechanism_of.h>
#include <ridgewalk/mistuning.h>
#include <ridgewalk/wave_exponents.h>

static rdg_structure *lumped(rdg_context *ctx)
{
    const double M[9] = {1, 0, 0, 0, 0.3, 0, 0, 0, 0.0};
    const double K[9] = {5, -1, -2, -1, 1, 0, -2, 0, 2};
    rdg_structure *s = rdg_structure_create(ctx, "sector", 3, M, RDG_UNDAMPED, K);
    rdg_name_dof(s, "left", 0);
    rdg_name_dof(s, "blade", 1);
    rdg_name_dof(s, "right", 2);
    return s;
}

static rdg_sector *sector_of(rdg_structure *s)
{
    return rdg_sector_create(s, &(rdg_sector_options){.sectors = 12, .left = "left", .right = "right"});
}

/* 5 sectors of 3 degrees of freedom, nodal diameters 0 and 1: written as ccx does from matrices A and B */
#define ZERO "test/data/cyclic/zero"
#define ONE "test/data/cyclic/one"

struct world {
    rdg_context *ctx;
    rdg_structure *s, *wave;
    rdg_sector *sector;
    rdg_hbm *hb;
};

static double out[64], more[64], most[64];
static rdg_index terms;
static const rdg_index *dof;
static const double *weight, *across;
static double none[12];
static const rdg_sparse blade_stiffness = {
    .pattern = {.rows = 3, .cols = 3, .start = (rdg_index[]){0, 0, 1, 1}, .row = (rdg_index[]){1}},
    .values = (double[]){0.3}};

#define FACES                                                                                                \
    (&(rdg_sector_options){.sectors = 12, .left = NEEDED("left"), .right = NEEDED("right"), .axis = 0})

#define WHEEL                                                                                                \
    (&(rdg_mistuning){.modes = 1,                                                                            \
                      .contacts = OPTIONAL("blade"),                                                         \
                      .blade = NEEDED(&blade_stiffness),                                                     \
                      .deviation = NEEDED(none)})

#define CALLS(X)                                                                                             \
    X(rdg_sector_create, POINTER, rdg_sector_create(SELF(w->s), NEEDED(FACES)))                              \
    X(rdg_sector_read_calculix, POINTER,                                                                     \
      rdg_sector_read_calculix(SELF(w->ctx), NEEDED("x"), NEEDED(ZERO), NEEDED(ONE), 1, 5))                  \
    X(rdg_sector_structure, POINTER, rdg_sector_structure(SELF(w->sector)))                                  \
    X(rdg_sector_free, VOID, rdg_sector_free(SELF(w->sector)))                                               \
    X(rdg_sector_wave, POINTER, rdg_sector_wave(SELF(w->sector), 1))                                         \
    X(rdg_sector_mistuned, POINTER,                                                                          \
      rdg_sector_mistuned(SELF(w->sector), 1, NEEDED(&blade_stiffness), NEEDED(none)))                       \
    X(rdg_sector_mistuned_parameters, POINTER,                                                               \
      rdg_sector_mistuned_parameters(SELF(w->sector), 1, NEEDED(&blade_stiffness), NEEDED(none)))            \
    X(rdg_sector_mistuned_wheel, POINTER, rdg_sector_mistuned_wheel(SELF(w->sector), NEEDED(WHEEL)))         \
    X(rdg_name_difference, STATUS,                                                                           \
      rdg_name_difference(SELF(w->s), NEEDED("x"), NEEDED("blade"), NEEDED("left")))                         \
    X(rdg_sector_modes, STATUS, rdg_sector_modes(SELF(w->sector), 1, 1, NEEDED(out), OPTIONAL(more)))        \
    X(rdg_name_across, STATUS,                                                                               \
      rdg_name_across(SELF(w->wave), NEEDED("x"), NEEDED("blade"), NEEDED("blade")))                         \
    X(rdg_sector_ring, POINTER, rdg_sector_ring(SELF(w->wave)))                                              \
    X(rdg_sector_wheel, POINTER, rdg_sector_wheel(SELF(w->wave)))                                            \
    X(rdg_structure_is_wave, CODE, !rdg_structure_is_wave(SELF(w->wave)))                                    \
    X(rdg_structure_is_damped, NOTHING, rdg_structure_is_damped(OPTIONAL(w->wave)))                          \
    X(rdg_structure_refuse_wave, STATUS, rdg_structure_refuse_wave(OPTIONAL(w->s), OPTIONAL("test")))        \
    X(rdg_structure_refuse_wave__wave, TRIED, rdg_structure_refuse_wave(w->wave, NEEDED("test")))            \
    X(rdg_structure_turn, VOID, rdg_structure_turn(OPTIONAL(w->wave), 1, OPTIONAL(out), OPTIONAL(more)))     \
    X(rdg_structure_sectors, CODE, rdg_structure_sectors(SELF(w->wave)) == 0)                                \
    X(rdg_structure_engine_order, CODE, rdg_structure_engine_order(SELF(w->wave)) == 0)                      \
    X(rdg_structure_disturbed, VOID,                                                                         \
      rdg_structure_disturbed(SELF(w->wave), 1, 1, OPTIONAL(out), OPTIONAL(more), OPTIONAL(most),            \
                              OPTIONAL(out + 60), OPTIONAL(more + 60)))                                      \
    X(rdg_structure_pattern, CODE, rdg_structure_pattern(SELF(w->wave)).rows == 0)                           \
    X(rdg_structure_matrices_of, VOID,                                                                       \
      rdg_structure_matrices_of(SELF(w->wave), 1, OPTIONAL(out), OPTIONAL(more), OPTIONAL(most)))            \
    X(rdg_structure_displacement_across, STATUS,                                                             \
      rdg_structure_displacement_across(SELF(w->wave), OPTIONAL("test"), NEEDED("blade"), NEEDED(&terms),    \
                                        NEEDED(&dof), NEEDED(&weight), NEEDED(&across)))                     \
    X(rdg_hbm_wave_exponents, STATUS,                                                                        \
      rdg_hbm_wave_exponents(SELF(w->hb), VECTOR(out, rdg_hbm_unknowns(w->hb)), FINITE(2.0), 1, 2,           \
                             NEEDED(more), NEEDED(most)))

CALLS(MISUSE_DEFINE)

static void null_is_refused_in_words(void **state)
{
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    world w = {.ctx = *state, .s = lumped(*state)};
    w.sector = sector_of(w.s);
    w.wave = rdg_sector_wave(w.sector, 1);
    rdg_structure *loaded = rdg_sector_wave(w.sector, 1);
    rdg_force_add(loaded, "blade", 1, 1.0);
    w.hb = rdg_hbm_create(loaded, 1, (const int[]){1});
    misuse_check(calls, sizeof calls / sizeof *calls, &w, *state);
}

static void engine_orders_have_a_range(void **state)
{
    rdg_sector *sector = sector_of(lumped(*state));
    const rdg_index wrong[] = {0, -1, 13};
    for (int k = 0; k < 3; k++) {
        assert_null(rdg_sector_wave(sector, wrong[k]));
        assert_failed(*state, RDG_ERR_ARGUMENT, "12 sectors have the engine orders 1 .. 12");
    }
    assert_non_null(rdg_sector_wave(sector, 12));
    rdg_sector_free(sector);
    rdg_sector_free(NULL);
}

static void sectors_are_checked(void **state)
{
    rdg_structure *s = lumped(*state);
    assert_null(rdg_sector_create(s, &(rdg_sector_options){.sectors = 3, .left = "left"}));
    assert_failed(*state, RDG_ERR_NAME, "give the sets of both faces, .left and .right, or none of them");
    assert_null(rdg_sector_create(s, &(rdg_sector_options){.sectors = 3, .left = "left", .right = "rigth"}));
    assert_failed(*state, RDG_ERR_NAME, "\"rigth\" is no set of degrees of freedom");
    assert_null(rdg_sector_create(
        s, &(rdg_sector_options){.sectors = 3, .left = "left", .right = "right", .axis = 'z'}));
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "belongs to no node with coordinates: read them by rdg_nodes_read()");
    assert_ok(*state, rdg_name_set(s, "both", 2, (rdg_index[]){0, 1}));
    assert_null(rdg_sector_create(s, &(rdg_sector_options){.sectors = 3, .left = "both", .right = "right"}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"both\" has 2 degrees of freedom, \"right\" 1");
    assert_null(rdg_sector_create(s, NULL));
    assert_failed(*state, RDG_ERR_ARGUMENT, "give .sectors of at least 2");
    assert_null(rdg_sector_create(NULL, NULL));
}

static void moving_bases_and_rest_come_behind(void **state)
{
    rdg_structure *s = lumped(*state);
    assert_ok(*state, rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 1.0}));
    assert_null(rdg_sector_wave(sector_of(s), 1));
    assert_failed(*state, RDG_ERR_ARGUMENT, "load \"base\" of \"sector\" moves the base");
    rdg_structure *rests = lumped(*state);
    assert_ok(*state, rdg_prestress(rests));
    assert_null(rdg_sector_wave(sector_of(rests), 1));
    assert_failed(*state, RDG_ERR_ARGUMENT, "make the wave first, then call rdg_prestress()");
    rdg_structure *wave = rdg_sector_wave(sector_of(lumped(*state)), 1);
    assert_true(rdg_base_motion_add(wave, &(rdg_base_motion){.displacement = 1.0}) != RDG_OK);
    rdg_error_clear(*state);
}

static void displacements_across_need_a_wave(void **state)
{
    rdg_structure *s = lumped(*state);
    rdg_sector *sector = sector_of(s);
    rdg_structure *wave = rdg_sector_wave(sector, 1);
    assert_int_equal(rdg_name_across(s, "x", "blade", "blade"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "\"sector\" has no next sector: it is not from rdg_sector_wave()");
    assert_int_equal(rdg_name_across(wave, "x", "blade", "right"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"right\" of the next sector reaches the sector after it");
    assert_int_equal(rdg_name_across(wave, "x", "blade", "nose"), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"nose\" is no named degree of freedom");
    assert_int_equal(rdg_name_across(wave, "blade", "blade", "blade"), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"blade\" already names a displacement");
    assert_ok(*state,
              rdg_name_across(wave, "tied", "right", "blade")); /* on the right face: of the next sector */
    assert_null(rdg_sector_ring(s));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"sector\" is no sector of a wave");
    assert_null(rdg_sector_wheel(s));
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"sector\" is no sector of a wave");
}

static void contacts_of_a_wheel_are_checked(void **state)
{
    rdg_structure *s = lumped(*state);
    rdg_sector *sector = sector_of(s);
    rdg_mistuning o = {.modes = 1, .contacts = "tip", .blade = &blade_stiffness, .deviation = none};
    assert_null(rdg_sector_mistuned_wheel(sector, &o));
    assert_failed(*state, RDG_ERR_NAME, "\"tip\" is no set of degrees of freedom");
    o.contacts = "right";
    assert_null(rdg_sector_mistuned_wheel(sector, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "degree of freedom 2 of \"sector\" is on the right face");
    const double M[4] = {1, 0, 0, 0}, K[4] = {1, -1, -1, 1};
    rdg_structure *ring = rdg_structure_create(*state, "ring", 2, M, RDG_UNDAMPED, K);
    rdg_name_dof(ring, "left", 0);
    rdg_name_dof(ring, "right", 1);
    const rdg_sparse blade = {
        .pattern = {.rows = 2, .cols = 2, .start = (rdg_index[]){0, 1, 1}, .row = (rdg_index[]){0}},
        .values = (double[]){0.3}};
    o = (rdg_mistuning){.modes = 1, .contacts = "left", .blade = &blade, .deviation = none};
    assert_null(rdg_sector_mistuned_wheel(sector_of(ring), &o));
    assert_failed(*state, RDG_ERR_SINGULAR, "not held in nodal diameter 0");
    assert_int_equal(rdg_name_difference(s, "d", "blade", "blade"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "move alike: their difference is 0");
    rdg_structure *wave = rdg_sector_wave(sector, 1);
    assert_ok(*state, rdg_name_across(wave, "x", "blade", "blade"));
    assert_int_equal(rdg_name_difference(wave, "d", "x", "blade"), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "\"x\" of \"sector\" is across sectors");
}

static void who_solves_in_time_refuses_waves(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *wave = rdg_sector_wave(sector_of(lumped(ctx)), 3);
    rdg_force_add(wave, "blade", 1, 1.0);
    rdg_sensor_add(wave, "A", "blade");
    assert_null(rdg_hybrid_of(wave, RDG_AT("omega", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "which rdg_hybrid_of() cannot take: the other sectors move later. Give it "
                  "the ring, rdg_sector_ring()");
    assert_null(rdg_mechanism_of(wave, RDG_AT("omega", 1.0)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_mechanism_of() cannot take");
    assert_null(rdg_coulomb_create(wave, &(rdg_coulomb_options){.contact = "blade"}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_coulomb_create() cannot take");
    assert_null(rdg_component_fixed(wave, "left", RDG_MODES(1)));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_component_fixed() cannot take");
    assert_true(rdg_coupling_add(rdg_coupling_create(ctx), "part", wave) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_coupling_add() cannot take");
    assert_null(rdg_structure_hold(wave, 1, (rdg_index[]){0}));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_structure_hold() cannot take");
    double omega[2], shapes[4];
    assert_true(rdg_structure_modes(wave, RDG_NO_SPRINGS, 2, omega, shapes) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "its shapes are complex");
    rdg_hbm *hb = rdg_hbm_create(wave, RDG_HARMONICS(1));
    double Q[4] = {0.0}, re[2], im[2];
    assert_true(rdg_hbm_exponents(hb, Q, 1.0, 2, re, im) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_hbm_exponents() cannot take");
    assert_int_equal(rdg_nonlinear_mode(rdg_hbm_full(hb), "mode", RDG_MODE(.number = 1, .at = "blade"),
                                        RDG_WINDOW("a", 0.1, 1.0)) == RDG_OK,
                     false);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "which rdg_nonlinear_mode() cannot take");
    /* the ring takes the place */
    assert_non_null(rdg_hybrid_of(rdg_sector_ring(wave), RDG_AT("omega", 1.0)));
    assert_ok(ctx, rdg_error_status(ctx));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(null_is_refused_in_words),
        TEST(engine_orders_have_a_range),
        TEST(sectors_are_checked),
        TEST(moving_bases_and_rest_come_behind),
        TEST(displacements_across_need_a_wave),
        TEST(contacts_of_a_wheel_are_checked),
        TEST(who_solves_in_time_refuses_waves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
