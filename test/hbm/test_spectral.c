/* The spectral solver against factors of the whole matrix. */
#include "spectral_structures.h"

#include "harvest.h"
#include <time.h>

enum { STRUCTURES = 100, MOST_CONTACTS = 40 };

static rdg_hbm *balance_of(rdg_structure *s, rdg_hbm_solver_kind kind)
{
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    assert_ok(rdg_structure_context(s), rdg_hbm_solver(hb, kind));
    return hb;
}

static double largest(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

/* One of 100 random structures of 1 to 40 contacts, at a random frequency and level. Answers the difference of both
 * solutions by their size; counts of contacts by state. */
static double compare(rdg_context *ctx, uint64_t seed, int counts[RDG_ELEMENT_REGIMES])
{
    const int contacts = 1 + (int)(seed * 7919 % MOST_CONTACTS * (seed * 31 % 7) / 6);
    rdg_structure *s =
        spectral_structure(ctx, &seed, contacts, seed % 3 == 0 ? SPECTRAL_OTHER : SPECTRAL_PROPORTIONAL);
    const double omega = spectral_between(&seed, 0.5, 1.6), alpha = spectral_between(&seed, 0.01, 0.9);
    double *Q[2] = {NULL, NULL};
    rdg_index n = 0;
    for (int k = 0; k < 2; k++) {
        rdg_hbm *hb = balance_of(s, k == 0 ? RDG_WHOLE : RDG_SPECTRAL);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
        assert_ok(ctx, rdg_solve(p));
        assert_int_equal(rdg_hbm_solver_in_use(hb), k == 0 ? RDG_WHOLE : RDG_SPECTRAL);
        n = rdg_hbm_unknowns(hb);
        if (getenv("TALK")) print_message("seed %d contacts %d solver %d unknowns %d: %.2f s\n", (int)seed, contacts, k, (int)n, (double)clock() / CLOCKS_PER_SEC);
        Q[k] = harvest_copy(rdg_start_values(p), (size_t)n);
        for (int c = 0; k == 1 && c < contacts; c++) {
            counts[rdg_hbm_element_regime(hb, c, Q[k])]++;
        }
        rdg_problem_free(p);
        rdg_hbm_free(hb);
    }
    const double size = largest(n, Q[0]);
    for (rdg_index i = 0; i < n; i++) {
        Q[1][i] -= Q[0][i];
    }
    const double off = largest(n, Q[1]) / size;
    free(Q[0]);
    free(Q[1]);
    return off;
}

static void solutions_of_random_structures_agree(void **state)
{
    (void)state;
    int counts[RDG_ELEMENT_REGIMES] = {0};
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= STRUCTURES; seed++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const double off = compare(ctx, seed, counts);
        if (off > 1e-10) {
            print_message("structure %d: off by %.2e\n", (int)seed, off);
        }
        worst = fmax(worst, off);
        rdg_context_free(ctx);
    }
    print_message("worst %.2e; %d stick, %d slip, %d open\n", worst, counts[RDG_ELEMENT_STICKS],
                  counts[RDG_ELEMENT_SLIPS], counts[RDG_ELEMENT_OPENS]);
    assert_true(worst <= 1e-10);
    for (int k = RDG_ELEMENT_STICKS; k < RDG_ELEMENT_REGIMES; k++) {
        assert_true(counts[k] >= 100);
    }
}

/* A response with all its located points. */
static void follow(rdg_context *ctx, rdg_structure *s, rdg_hbm_solver_kind kind, harvest *h)
{
    rdg_hbm *hb = balance_of(s, kind);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.3));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.4), RDG_MAXIMA("Am"),
                                HARVEST(h), RDG_NO_FOLDER, RDG_NO_TABLE));
}

static void curves_and_their_located_points_agree(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 12;
    harvest h[2] = {0};
    rdg_structure *s = spectral_structure(ctx, &seed, 8, SPECTRAL_PROPORTIONAL);
    follow(ctx, s, RDG_WHOLE, &h[0]);
    follow(ctx, s, RDG_SPECTRAL, &h[1]);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < h[k].count; i++) {
            if (getenv("TALK") && strcmp(h[k].chart[i].type, "")) {
                print_message("%d: %s omega %.15g Am %.15g\n", k, h[k].chart[i].type, h[k].chart[i].mu[0],
                              h[k].chart[i].mu[2]);
            }
        }
        print_message("%zu points\n", h[k].count);
    }
    harvest_clear(&h[0]);
    harvest_clear(&h[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(curves_and_their_located_points_agree),
        cmocka_unit_test(solutions_of_random_structures_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
