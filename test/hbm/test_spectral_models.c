/* The spectral solver against factors of the whole matrix on models of other tests and benches: all located
 * points of their responses. */
#define _XOPEN_SOURCE 700

#include "spectral_curves.h"

#include <ridgewalk/component.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/mechanics.h>

#include "fresh_context.h"

enum { CONTACTS = 30, CELLS_ALONG = 60, CELLS_ACROSS = 4, SIDE = 2 * (CELLS_ACROSS + 1) };

static rdg_hbm *chain_at_a_stop(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "chain", 2, (double[]){1, 0, 0, 1}, RDG_UNDAMPED, (double[]){1, -1, -1, 2});
    rdg_damping_proportional(s, 0.0, 0.03);
    rdg_name_dof(s, "q1", 0);
    rdg_name_dof(s, "q2", 1);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "q1", .k = 100, .gap = 1});
    rdg_force_add(s, "q2", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A1", "q1", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
}

/* Problem P3 of the vibration page; its two folds are those of another program. */
static void a_stop_with_a_gap_agrees(void **state)
{
    rdg_context *ctx = *state;
    const spectral_response r = {.first = 0.8, .last = 0.5, .alpha = 0.1, .step = 0.05, .sensor = "A1"};
    harvest factors = {0}, modes = {0};
    spectral_follow(ctx, chain_at_a_stop(ctx), RDG_WHOLE, &r, &factors);
    spectral_follow(ctx, chain_at_a_stop(ctx), RDG_SPECTRAL, &r, &modes);
    assert_true(spectral_compare(&r, &factors, &modes) >= 3);
    assert_int_equal(harvest_count(&modes, "FP"), 2);
    assert_near(harvest_mu(&modes, harvest_nth(&modes, "FP", 1), "omega"), .754792244996, 1e-10, 0);
    harvest_clear(&factors);
    harvest_clear(&modes);
}

/* Clamped at one side, contacts along its lower edge; reduced to their displacements and 20 modes. */
static rdg_hbm *plate_on_contacts(rdg_context *ctx)
{
    rdg_plane_options o = rdg_plane_options_default();
    rdg_index clamp[SIDE], places[CONTACTS + 1];
    o.length = 0.5, o.height = 0.12, o.thickness = 5e-3, o.nx = CELLS_ALONG, o.ny = CELLS_ACROSS;
    for (int i = 0; i < SIDE; i++) {
        clamp[i] = i;
    }
    rdg_structure *s = rdg_structure_hold(rdg_plane_create(ctx, &o), SIDE, clamp);
    rdg_damping_proportional(s, 0.0, 2e-6);
    for (int c = 0; c <= CONTACTS; c++) {
        char name[16];
        snprintf(name, sizeof name, "c%d", c);
        places[c] = c < CONTACTS ? SIDE * (rdg_index)(2 * c) + 1 : SIDE * (rdg_index)CELLS_ALONG - 1;
        rdg_name_dof(s, name, places[c]);
    }
    rdg_name_set(s, "places", CONTACTS + 1, places);
    rdg_structure *plate = rdg_component_structure(rdg_component_fixed(s, "places", RDG_MODES(20)));
    for (int c = 0; c < CONTACTS; c++) {
        char name[16];
        snprintf(name, sizeof name, "c%d", c);
        rdg_contact_add(plate, &(rdg_contact){.tangential = name, .kt = 1e6, .mu = 0.3, .preload = 20.0 + c});
    }
    rdg_force_add(plate, "c30", 1, 1.0);
    rdg_sensor_harmonic_add(plate, "A1", "c30", 1);
    return rdg_hbm_create(plate, RDG_HARMONICS(1, 3));
}

static void a_plate_with_30_contacts_agrees(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *by_factors = plate_on_contacts(ctx), *by_modes = plate_on_contacts(ctx);
    double first = 0;
    assert_ok(ctx, rdg_structure_frequencies(rdg_hbm_structure(by_modes), 0, NULL, 1, &first));
    const spectral_response r = {
        .first = 0.9 * first, .last = 4.0 * first, .alpha = 100.0, .step = 0.5, .sensor = "A1"};
    harvest factors = {0}, modes = {0};
    spectral_follow(ctx, by_factors, RDG_WHOLE, &r, &factors);
    spectral_follow(ctx, by_modes, RDG_SPECTRAL, &r, &modes);
    assert_true(spectral_compare(&r, &factors, &modes) >= 3);
    const double *top = harvest_nth(&modes, "PM", 0)->u;
    int slip = 0;
    for (int c = 0; c < CONTACTS; c++) {
        slip += rdg_hbm_element_regime(by_modes, c, top) == RDG_ELEMENT_SLIPS;
    }
    assert_true(slip >= CONTACTS / 3 && slip < CONTACTS);
    harvest_clear(&factors);
    harvest_clear(&modes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_stop_with_a_gap_agrees),
        TEST(a_plate_with_30_contacts_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
