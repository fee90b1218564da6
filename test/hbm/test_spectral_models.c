/* The spectral solver against factors of the whole matrix on models of other tests and benches: all located
 * points of their responses. */
#define _XOPEN_SOURCE 700

#include "harvest.h"

#include <ridgewalk/component.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/mechanics.h>

#include "fresh_context.h"

enum { CONTACTS = 30, CELLS_ALONG = 60, CELLS_ACROSS = 4, SIDE = 2 * (CELLS_ACROSS + 1) };

/* A response: the domain of omega, rad/s, and the amplitude of the force. */
typedef struct response {
    double first, last, alpha, step;
    const char *sensor;
} response;

static void follow(rdg_context *ctx, rdg_hbm *hb, rdg_hbm_solver_kind kind, const response *r, harvest *h)
{
    assert_ok(ctx, rdg_hbm_solver(hb, kind));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", r->first), RDG_AT("alpha", r->alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"),
                                RDG_WINDOW("omega", fmin(r->first, r->last), fmax(r->first, r->last)),
                                RDG_STEP(r->step, 1e-8, r->step), RDG_MAXIMA(r->sensor), RDG_MAX_POINTS(3000),
                                RDG_NO_BRANCH_POINTS, HARVEST(h), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_int_equal(rdg_hbm_solver_in_use(hb), kind);
}

static size_t next_located(const harvest *h, size_t i)
{
    while (i < h->count && h->chart[i].type[0] == 0) {
        i++;
    }
    return i;
}

/* How many located points there are, which agree. */
static int compare(const response *r, const harvest *factors, const harvest *modes)
{
    int located = 0;
    size_t k = next_located(modes, 0);
    for (size_t i = next_located(factors, 0); i < factors->count; i = next_located(factors, i + 1)) {
        const harvested *a = &factors->chart[i], *b = &modes->chart[k];
        assert_true(k < modes->count);
        assert_string_equal(b->type, a->type);
        assert_near(harvest_mu(modes, b, "omega"), harvest_mu(factors, a, "omega"), 1e-10, 0);
        assert_near(harvest_mu(modes, b, r->sensor), harvest_mu(factors, a, r->sensor), 1e-10, 0);
        located++;
        k = next_located(modes, k + 1);
    }
    assert_int_equal(k, modes->count);
    return located;
}

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
    const response r = {.first = 0.8, .last = 0.5, .alpha = 0.1, .step = 0.05, .sensor = "A1"};
    harvest factors = {0}, modes = {0};
    follow(ctx, chain_at_a_stop(ctx), RDG_WHOLE, &r, &factors);
    follow(ctx, chain_at_a_stop(ctx), RDG_SPECTRAL, &r, &modes);
    assert_true(compare(&r, &factors, &modes) >= 3);
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
    const response r = {
        .first = 0.9 * first, .last = 4.0 * first, .alpha = 100.0, .step = 0.5, .sensor = "A1"};
    harvest factors = {0}, modes = {0};
    follow(ctx, by_factors, RDG_WHOLE, &r, &factors);
    follow(ctx, by_modes, RDG_SPECTRAL, &r, &modes);
    assert_true(compare(&r, &factors, &modes) >= 3);
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
