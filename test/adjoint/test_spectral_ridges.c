/* Ridges of random structures with several contacts, and of a bladed disk, by the spectral solver against
 * those by factors: onsets of slip (SLIP), corner ends (CE), folds, and levels asked for. */
#define _XOPEN_SOURCE 700

#include "../hbm/spectral_structures.h"
#include "fresh_context.h"
#include "shrouded_wheel.h"

#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/ridgewalk.h>

#include <string.h>

enum { MOST_POINTS = 128, LEVELS = 5 };

/* Where a ridge comes to the levels, and to its special points */
typedef struct found {
    rdg_index n;
    double alpha[MOST_POINTS], omega[MOST_POINTS], amplitude[MOST_POINTS];
    char type[MOST_POINTS][8];
} found;

typedef struct range {
    double low, high;   /* of alpha */
    double first, last; /* of omega, rad/s */
} range;

static void take(rdg_context *ctx, const char *name, found *at)
{
    rdg_run *run = rdg_run_open(ctx, name);
    const double *alpha = rdg_run_column(run, "alpha"), *omega = rdg_run_column(run, "omega"),
                 *Am = rdg_run_column(run, "Am");
    assert_ok(ctx, rdg_error_status(ctx));
    at->n = 0;
    for (rdg_index row = 0; row < rdg_run_count(run) && at->n < MOST_POINTS; row++) {
        const char *type = rdg_run_type(run, row);
        if (type[0]) {
            at->alpha[at->n] = alpha[row];
            at->omega[at->n] = omega[row];
            at->amplitude[at->n] = Am[row];
            snprintf(at->type[at->n++], sizeof at->type[0], "%s", type);
        }
    }
    rdg_run_free(run);
}

/* From the greatest maximum of the response at the lowest level */
static void follow(rdg_context *ctx, rdg_hbm *hb, rdg_hbm_solver_kind kind, const range *r, found *at)
{
    double level[LEVELS];
    char response[16], ridge[16];
    snprintf(response, sizeof response, "frc%d", (int)kind);
    snprintf(ridge, sizeof ridge, "ridge%d", (int)kind);
    for (int k = 0; k < LEVELS; k++) {
        level[k] = r->low * pow(r->high / r->low, (k + 1.0) / (LEVELS + 1));
    }
    assert_ok(ctx, rdg_hbm_solver(hb, kind));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", r->first), RDG_AT("alpha", r->low));
    assert_ok(ctx, rdg_continue(p, response, RDG_RELEASE("omega"), RDG_WINDOW("omega", r->first, r->last),
                                RDG_NO_BRANCH_POINTS, RDG_MAX_POINTS(2000), RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_ridge(hb, ridge, "Am", RDG_FROM_GREATEST(response), RDG_WINDOW("alpha", r->low, r->high),
              RDG_UZ_LIST("alpha", LEVELS, level), RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING), RDG_NO_TABLE,
              RDG_IN_MEMORY, RDG_EXPECT_EARLY_END);
    assert_ok(ctx, rdg_error_status(ctx));
    take(ctx, ridge, at);
}

static int count_type(const found *f, const char *type)
{
    int count = 0;
    for (rdg_index i = 0; i < f->n; i++) {
        count += strcmp(f->type[i], type) == 0;
    }
    return count;
}

/* Where a ridge is lost and where it is continued are choices of the method, no points of the ridge. */
static bool is_exact(const char *type)
{
    return strcmp(type, "RS") != 0 && strcmp(type, "MX") != 0;
}

static void compare(const found *by_factors, const found *spectral)
{
    assert_int_equal(spectral->n, by_factors->n);
    for (rdg_index i = 0; i < spectral->n; i++) {
        const double tolerance = is_exact(by_factors->type[i]) ? 1e-10 : 2e-4;
        assert_string_equal(spectral->type[i], by_factors->type[i]);
        assert_near(spectral->alpha[i], by_factors->alpha[i], tolerance, 0);
        assert_near(spectral->omega[i], by_factors->omega[i], tolerance, 0);
        assert_near(spectral->amplitude[i], by_factors->amplitude[i], tolerance, 0);
    }
}

static void ridges_of_random_structures_agree(void **state)
{
    enum { STRUCTURES = 10 };
    int levels = 0, onsets = 0;
    (void)state;
    for (uint64_t first = 1; first <= STRUCTURES; first++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        found f[2];
        for (int k = 0; k < 2; k++) {
            uint64_t seed = 977 * (first + 2);
            rdg_structure *s =
                spectral_structure(ctx, &seed, 1 + (int)(first + 2) % 4, SPECTRAL_PROPORTIONAL);
            const range r = {.low = 0.01, .high = 0.5, .first = 0.7, .last = 1.6};
            follow(ctx, rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2)), k == 0 ? RDG_WHOLE : RDG_SPECTRAL, &r,
                   &f[k]);
        }
        compare(&f[0], &f[1]);
        levels += count_type(&f[0], "UZ");
        onsets += count_type(&f[0], "SLIP") + count_type(&f[0], "CE");
        rdg_context_free(ctx);
    }
    assert_true(levels >= 3 * STRUCTURES && onsets >= 3 * STRUCTURES);
}

static void ridges_of_a_wheel_agree(void **state)
{
    rdg_context *ctx = *state;
    const range r = {.low = 0.001, .high = 0.003, .first = 0.9, .last = 1.3};
    found f[2];
    follow(ctx, shrouded_wheel(ctx, 0.05), RDG_WHOLE, &r, &f[0]);
    follow(ctx, shrouded_wheel(ctx, 0.05), RDG_SPECTRAL, &r, &f[1]);
    compare(&f[0], &f[1]);
    assert_int_equal(count_type(&f[0], "UZ"), LEVELS);
    assert_true(count_type(&f[0], "SLIP") + count_type(&f[0], "CE") >= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ridges_of_random_structures_agree),
                                       TEST(ridges_of_a_wheel_agree)};
    return cmocka_run_group_tests_name("ridges by the spectral solver", tests, NULL, NULL);
}
