/* The spectral solver against factors of the whole matrix. */
#include "spectral_structures.h"

#include "harvest.h"

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

/* Contacts by state, of the structures compared so far. */
typedef struct tally {
    int contact[RDG_ELEMENT_REGIMES];
} tally;

static double *solve(rdg_hbm *hb, double omega, double alpha, const double *from)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    const rdg_index n = rdg_hbm_unknowns(hb);
    if (from) {
        assert_ok(ctx, rdg_set_start_values(p, "Q", 0, n, from));
    }
    assert_ok(ctx, rdg_solve(p));
    double *Q = harvest_copy(rdg_start_values(p), (size_t)n);
    rdg_problem_free(p);
    return Q;
}

/* The solution by the spectral solver, and by factors from there, as several solutions may exist: their
 * difference by their size. */
static double off_by_factors(rdg_structure *s, double omega, double alpha, int contacts, tally *of)
{
    rdg_hbm *spectral = balance_of(s, RDG_SPECTRAL), *whole = balance_of(s, RDG_WHOLE);
    double *Q = solve(spectral, omega, alpha, NULL), *by_factors = solve(whole, omega, alpha, Q);
    const rdg_index n = rdg_hbm_unknowns(whole);
    const double size = largest(n, by_factors);
    assert_int_equal(rdg_hbm_solver_in_use(spectral), RDG_SPECTRAL);
    for (int c = 0; c < contacts; c++) {
        of->contact[rdg_hbm_element_regime(spectral, c, Q)]++;
    }
    for (rdg_index i = 0; i < n; i++) {
        Q[i] -= by_factors[i];
    }
    const double off = largest(n, Q) / size;
    free(Q);
    free(by_factors);
    return off;
}

/* One of 100 random structures of 1 to 40 contacts, at a random frequency and level */
static double compare(rdg_context *ctx, uint64_t seed, tally *of)
{
    const int contacts = 1 + (int)(seed * 7919 % MOST_CONTACTS * (seed * 31 % 7) / 6);
    rdg_structure *s =
        spectral_structure(ctx, &seed, contacts, seed % 3 == 0 ? SPECTRAL_OTHER : SPECTRAL_PROPORTIONAL);
    const double omega = spectral_between(&seed, 0.5, 1.6), alpha = spectral_between(&seed, 0.01, 0.9);
    return off_by_factors(s, omega, alpha, contacts, of);
}

/* The same with friction in two directions, of constant and of varying load: 1 to 12 cones. */
static double compare_cones(rdg_context *ctx, uint64_t seed, tally *of)
{
    const int contacts = 1 + (int)(seed % 12), n = 3 * contacts + 1;
    const size_t size = (size_t)n * (size_t)n;
    double *M = calloc(2 * size, sizeof *M), *K = M + size;
    assert_non_null(M);
    spectral_square(&seed, n, 0.3, 1.0, M);
    spectral_square(&seed, n, 3.0, 1.0, K);
    rdg_structure *s = rdg_structure_create(ctx, "cones", n, M, RDG_UNDAMPED, K);
    free(M);
    rdg_damping_proportional(s, 0.01, 0.02);
    for (int c = 0; c < contacts; c++) {
        char name[3][16];
        for (int d = 0; d < 3; d++) {
            snprintf(name[d], sizeof name[d], "c%d.%d", c, d);
            rdg_name_dof(s, name[d], 3 * c + d);
        }
        const bool varies = random_signed(&seed) > -0.3;
        rdg_cone_contact_add(
            s, &(rdg_cone_contact){.tangential = {name[0], name[1]},
                                   .normal = varies ? name[2] : NULL,
                                   .kt = spectral_between(&seed, 0.3, 1.5),
                                   .kn = spectral_between(&seed, 0.3, 1.5),
                                   .mu = spectral_between(&seed, 0.1, 0.6),
                                   .preload = spectral_between(&seed, varies ? -0.02 : 0.1, 0.5),
                                   .samples = 64});
    }
    rdg_name_dof(s, "tip", n - 1);
    rdg_force_add(s, "tip", 1, 1.0);
    const double omega = spectral_between(&seed, 0.5, 1.6), alpha = spectral_between(&seed, 0.01, 0.9);
    return off_by_factors(s, omega, alpha, contacts, of);
}

static void compare_many(double (*compare_one)(rdg_context *, uint64_t, tally *), uint64_t structures,
                         int least)
{
    tally all = {{0}};
    double worst = 0.0;
    for (uint64_t seed = 1; seed <= structures; seed++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const double off = compare_one(ctx, seed, &all);
        if (off > 1e-10) {
            print_message("structure %d: off by %.2e\n", (int)seed, off);
        }
        worst = fmax(worst, off);
        rdg_context_free(ctx);
    }
    assert_true(worst <= 1e-10);
    for (int k = RDG_ELEMENT_STICKS; k < RDG_ELEMENT_REGIMES; k++) {
        assert_true(all.contact[k] >= least);
    }
}

static void solutions_of_random_structures_agree(void **state)
{
    (void)state;
    compare_many(compare, STRUCTURES, 100);
}

static void solutions_with_cones_agree(void **state)
{
    (void)state;
    compare_many(compare_cones, 24, 8);
}

/* A response with all its located points. */
static void follow(rdg_context *ctx, rdg_structure *s, rdg_hbm_solver_kind kind, harvest *h)
{
    rdg_hbm *hb = balance_of(s, kind);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.5), RDG_AT("alpha", 0.3));
    assert_ok(ctx,
              rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.4), RDG_MAXIMA("Am"),
                           RDG_MAX_POINTS(2000), HARVEST(h), RDG_NO_FOLDER, RDG_NO_TABLE));
}

/* The next located point from i on. */
static size_t next_located(const harvest *h, size_t i)
{
    while (i < h->count && (h->chart[i].type[0] == 0 || strcmp(h->chart[i].type, "EP") == 0)) {
        i++;
    }
    return i;
}

/* Index of a parameter among a chart's. */
static rdg_index place_of(rdg_problem *p, const char *name)
{
    rdg_index k = 0;
    while (strcmp(rdg_parameter_name(p, k, NULL), name) != 0) {
        k++;
    }
    return k;
}

static void curves_and_their_located_points_agree(void **state)
{
    rdg_context *ctx = *state;
    size_t located = 0;
    for (uint64_t first = 12; first < 15; first++) {
        uint64_t seed = first;
        harvest h[2] = {0};
        rdg_structure *s = spectral_structure(ctx, &seed, 6, SPECTRAL_PROPORTIONAL);
        follow(ctx, s, RDG_WHOLE, &h[0]);
        follow(ctx, s, RDG_SPECTRAL, &h[1]);
        const rdg_index omega = place_of(h[0].p, "omega"), sensor = place_of(h[0].p, "Am");
        size_t i = next_located(&h[0], 0), k = next_located(&h[1], 0);
        for (; i < h[0].count && k < h[1].count; located++) {
            assert_string_equal(h[1].chart[k].type, h[0].chart[i].type);
            assert_near(h[1].chart[k].mu[omega], h[0].chart[i].mu[omega], 1e-10, 0);
            assert_near(h[1].chart[k].mu[sensor], h[0].chart[i].mu[sensor], 1e-10, 0);
            i = next_located(&h[0], i + 1);
            k = next_located(&h[1], k + 1);
        }
        assert_int_equal(i, h[0].count);
        assert_int_equal(k, h[1].count);
        harvest_clear(&h[0]);
        harvest_clear(&h[1]);
    }
    assert_true(located >= 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(curves_and_their_located_points_agree),
        cmocka_unit_test(solutions_of_random_structures_agree),
        cmocka_unit_test(solutions_with_cones_agree),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
