/* Bladed disks with contacts at their shrouds by the spectral solver, against factors: responses with their
 * peaks, folds and onsets of slip. Tuned, mistuned, and rings of random sectors. */
#define _XOPEN_SOURCE 700

#include "random_sector.h"
#include "shrouded_wheel.h"
#include "spectral_curves.h"

#include "fresh_context.h"

/* Contacts that slip at the peak at which most do */
static int most_slipping(rdg_hbm *hb, const harvest *h)
{
    int most = 0;
    for (size_t i = 0; i < harvest_count(h, "PM"); i++) {
        int slip = 0;
        for (int c = 0; c < WHEEL_SECTORS; c++) {
            slip += rdg_hbm_element_regime(hb, c, harvest_nth(h, "PM", i)->u) == RDG_ELEMENT_SLIPS;
        }
        most = slip > most ? slip : most;
    }
    return most;
}

static int compare_wheels(rdg_context *ctx, double mistuning, const spectral_response *r)
{
    harvest factors = {0}, modes = {0};
    rdg_hbm *spectral = shrouded_wheel(ctx, mistuning);
    spectral_follow(ctx, shrouded_wheel(ctx, mistuning), RDG_WHOLE, r, &factors);
    spectral_follow(ctx, spectral, RDG_SPECTRAL, r, &modes);
    const int located = spectral_compare(r, &factors, &modes);
    assert_true(most_slipping(spectral, &modes) > WHEEL_SECTORS / 3);
    harvest_clear(&factors);
    harvest_clear(&modes);
    return located;
}

static void a_tuned_wheel_agrees(void **state)
{
    const spectral_response r = {.first = 0.9, .last = 1.4, .alpha = 0.06, .step = 0.3, .sensor = "A1"};
    assert_true(compare_wheels(*state, 0.0, &r) >= 3);
}

static void a_mistuned_wheel_and_its_onsets_of_slip_agree(void **state)
{
    const spectral_response r = {
        .first = 0.9, .last = 1.4, .alpha = 0.06, .step = 0.3, .sensor = "A1", .onsets = true};
    assert_true(compare_wheels(*state, 0.05, &r) >= 2 * WHEEL_SECTORS);
}

/* All sectors of random rotors that differ */
static void rings_of_random_sectors_agree(void **state)
{
    int located = 0, rings = 0;
    (void)state;
    for (uint64_t first = 1; first <= 5; first++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        uint64_t seed = 7919 * first;
        const random_sector r = random_sector_make(ctx, &seed, 3);
        rdg_sensor_harmonic_add(r.wave, "A1", "q1", 1);
        harvest h[2] = {0};
        const spectral_response how = {.first = 0.4, .last = 1.1, .alpha = 0.3, .step = 0.3, .sensor = "A1"};
        for (int k = 0; k < 2; k++) {
            rdg_hbm *hb = rdg_hbm_create(rdg_sector_ring(r.wave), (int)r.n_harmonics, r.harmonic);
            spectral_follow(ctx, hb, k == 0 ? RDG_WHOLE : RDG_SPECTRAL, &how, &h[k]);
        }
        located += spectral_compare(&how, &h[0], &h[1]);
        rings++;
        harvest_clear(&h[0]);
        harvest_clear(&h[1]);
        rdg_context_free(ctx);
    }
    assert_true(located >= 2 * rings);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_tuned_wheel_agrees),
                                       TEST(a_mistuned_wheel_and_its_onsets_of_slip_agree),
                                       cmocka_unit_test(rings_of_random_sectors_agree)};
    return cmocka_run_group_tests_name("wheels by the spectral solver", tests, NULL, NULL);
}
