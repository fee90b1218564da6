/* 50 random mistuned wheels with contacts of three kinds against the full wheel. */
#include "full_wheel.h"

static void responses_with_contacts_are_the_full_wheels(void **state)
{
    uint64_t seed = 446;
    for (int trial = 0; trial < 50; trial++) {
        rdg_context *ctx = *state;
        random_sector r = {.sectors = sector_int(&seed, 3, 6), .face = 1 + trial % 2, .own = 4};
        rdg_sector *sector = rotor_of(damped_sector(ctx, &seed, &r), &r);
        double B[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS], deviation[9];
        rdg_index start[MOST_SECTOR_DOFS + 1], row[MOST_SECTOR_DOFS * MOST_SECTOR_DOFS];
        const rdg_sparse blade = random_blades(&seed, &r, 0.1, B, start, row, deviation);
        compare_greatest(ctx, sector, &r, &blade, B, deviation, (contact_kind)(trial % CONTACT_KINDS));
        free_context(state);
        fresh_context(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(responses_with_contacts_are_the_full_wheels)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
