/* Floquet exponents of a travelling wave by one sector, for disturbances of all kinds, against those of the
 * whole wheel. */
#define _GNU_SOURCE

#include "misuse.h"
#include "random_sector.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/cubic_damper.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/verification.h>
#include <ridgewalk/wave_exponents.h>

enum { OWN = 2, MOST_SECTORS = 6, MOST = 2 * OWN * MOST_SECTORS };

/* A disk and a blade with hard springs, also to the next blade, and a contact that may stick or slip. */
static rdg_structure *make_wave(rdg_context *ctx, uint64_t *seed, rdg_index sectors, rdg_index order,
                                double limit)
{
    const double k = sector_scale(seed, 0.1, 0.6);
    const double M[9] = {2.0, 0, 0, 0, 1.0, 0, 0, 0, 0};
    const double K[9] = {3.0 + k + 0.8, -0.8, -k, -0.8, 0.8, 0, -k, 0, k};
    rdg_structure *s = rdg_structure_create(ctx, "sector", 3, M, RDG_UNDAMPED, K);
    rdg_damping_proportional(s, 0.02, 0.02);
    rdg_name_dof(s, "disk", 0);
    rdg_name_dof(s, "blade", 1);
    rdg_name_dof(s, "next", 2);
    rdg_structure *wave = rdg_sector_wave(
        rdg_sector_create(s, &(rdg_sector_options){.sectors = sectors, .left = "disk", .right = "next"}),
        order);
    rdg_name_across(wave, "shroud", "blade", "blade");
    rdg_cubic_spring_add(
        wave, &(rdg_cubic_spring){.name = "stop", .at = "blade", .k3 = sector_scale(seed, 0.2, 1.0)});
    rdg_cubic_spring_add(
        wave, &(rdg_cubic_spring){.name = "pad", .at = "shroud", .k3 = sector_scale(seed, 0.2, 1.0)});
    rdg_cubic_damper_add(wave, &(rdg_cubic_damper){.name = "drag", .at = "shroud", .c3 = 0.05});
    if (limit > 0.0) {
        rdg_jenkins_add(wave, &(rdg_jenkins){.name = "rub", .at = "shroud", .kt = 0.3, .limit = limit});
    }
    rdg_force_add(wave, "blade", 1, 1.0);
    rdg_sensor_add(wave, "A", "blade");
    return wave;
}

/* The solution at a forcing amplitude. */
static double *respond(rdg_context *ctx, rdg_hbm *hb, double omega, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 0.01 * alpha));
    assert_ok(ctx, rdg_continue(p, "up", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.01 * alpha, alpha),
                                RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "up");
    const rdg_index n = rdg_hbm_unknowns(hb), last = rdg_run_count(run) - 1;
    double *Q = calloc((size_t)n, sizeof *Q);
    assert_near(rdg_run_column(run, "alpha")[last], alpha, 1e-12, 0.0);
    assert_ok(ctx, rdg_run_solution(run, rdg_run_label(run, last), "Q", n, Q, NULL));
    rdg_run_free(run);
    return Q;
}

/* Each exponent of one list has its partner in the other one, up to multiples of i omega. */
static void assert_same(rdg_index count, const double *re, const double *im, double *other_re,
                        const double *other_im, double omega)
{
    for (rdg_index k = 0; k < count; k++) {
        double best = INFINITY;
        rdg_index at = 0;
        for (rdg_index l = 0; l < count; l++) {
            const double turns = (im[k] - other_im[l]) / omega,
                         distance = hypot(re[k] - other_re[l], omega * (turns - round(turns)));
            if (distance < best) {
                best = distance;
                at = l;
            }
        }
        assert_near(best, 0.0, 0.0, 1e-6); /* of the truncation: images differ */
        other_re[at] = INFINITY;           /* taken */
    }
}

/* How far the exponents of a solution are from those of small motions. */
static double moved(rdg_context *ctx, rdg_hbm *hb, const double *Q, double omega)
{
    double re[2 * OWN], im[2 * OWN];
    double at_rest[2 * OWN], im_at_rest[2 * OWN], sum = 0.0;
    double *zero = calloc((size_t)rdg_hbm_unknowns(hb), sizeof *zero);
    assert_ok(ctx, rdg_hbm_wave_exponents(hb, Q, omega, 0, 2 * OWN, re, im));
    assert_ok(ctx, rdg_hbm_wave_exponents(hb, zero, omega, 0, 2 * OWN, at_rest, im_at_rest));
    for (int k = 0; k < 2 * OWN; k++) {
        sum += fabs(re[k] - at_rest[k]) + fabs(fabs(im[k]) - fabs(im_at_rest[k]));
    }
    free(zero);
    return sum;
}

static void assert_all_exponents(rdg_context *ctx, rdg_hbm *one, const double *Q, rdg_hbm *all,
                                 const double *whole, double omega)
{
    const rdg_index sectors = rdg_structure_size(rdg_hbm_structure(all)) / OWN, count = 2 * OWN * sectors;
    double re[MOST], im[MOST], other_re[MOST], other_im[MOST];
    for (rdg_index m = 0; m < sectors; m++) {
        assert_ok(ctx, rdg_hbm_wave_exponents(one, Q, omega, m, 2 * OWN, re + 2 * OWN * m, im + 2 * OWN * m));
    }
    assert_ok(ctx, rdg_hbm_exponents(all, whole, omega, count, other_re, other_im));
    assert_same(count, re, im, other_re, other_im, omega);
}

static double compare(void **state, int trial, double limit)
{
    rdg_context *ctx = *state;
    uint64_t seed = 500 + (uint64_t)trial;
    const rdg_index sectors = 2 + trial % (MOST_SECTORS - 1), order = sector_int(&seed, 1, (int)sectors);
    const double omega = sector_scale(&seed, 0.6, 1.6), alpha = sector_scale(&seed, 0.02, 0.12);
    rdg_structure *wave = make_wave(ctx, &seed, sectors, order, limit);
    rdg_hbm *one = rdg_hbm_create(wave, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_hbm *all = rdg_hbm_create(rdg_sector_wheel(wave), RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    double *Q = respond(ctx, one, omega, alpha), *whole = respond(ctx, all, omega, alpha);
    assert_all_exponents(ctx, one, Q, all, whole, omega);
    const double far = moved(ctx, one, Q, omega);
    free(Q);
    free(whole);
    free_context(state);
    fresh_context(state);
    return far;
}

static void all_disturbances_have_the_exponents_of_the_wheel(void **state)
{
    double farthest = 0.0;
    for (int trial = 0; trial < 30; trial++) {
        farthest = fmax(farthest, compare(state, trial, 0.0));
    }
    assert_true(farthest > 0.05);
}

static void also_with_contacts_that_stick(void **state)
{
    for (int trial = 30; trial < 40; trial++) {
        compare(state, trial, 10.0);
    }
}

/* A wave that is stable among waves of its own kind, and on the ring of the sectors that differ: disturbances
 * of m = 1 and 3 break its symmetry. */
static void a_wave_may_lose_its_symmetry_alone(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9027;
    const rdg_index sectors = 4, order = sector_int(&seed, 1, (int)sectors);
    assert_int_equal(order, 2);
    const double omega = sector_scale(&seed, 0.6, 2.5), alpha = sector_scale(&seed, 0.1, 1.5);
    rdg_structure *wave = make_wave(ctx, &seed, sectors, order, 0.0);
    rdg_hbm *one = rdg_hbm_create(wave, RDG_HARMONICS(1, 3, 5)),
            *ring = rdg_hbm_create(rdg_sector_ring(wave), RDG_HARMONICS(1, 3, 5)),
            *wheel = rdg_hbm_create(rdg_sector_wheel(wave), RDG_HARMONICS(1, 3, 5));
    double *Q[3] = {respond(ctx, one, omega, alpha), respond(ctx, ring, omega, alpha),
                    respond(ctx, wheel, omega, alpha)};
    double growth[4], of_ring, of_wheel, im;
    for (rdg_index m = 0; m < sectors; m++) {
        assert_ok(ctx, rdg_hbm_wave_exponents(one, Q[0], omega, m, 1, &growth[m], &im));
    }
    assert_ok(ctx, rdg_hbm_exponents(ring, Q[1], omega, 1, &of_ring, &im));
    assert_ok(ctx, rdg_hbm_exponents(wheel, Q[2], omega, 1, &of_wheel, &im));
    assert_true(growth[0] < -0.01 && growth[2] < -0.01 && growth[1] > 0.1 && growth[3] > 0.1);
    assert_near(of_ring, fmax(growth[0], growth[2]), 0.0, 1e-6);
    assert_near(of_wheel, fmax(growth[1], growth[3]), 0.0, 1e-6);
    for (int k = 0; k < 3; k++) {
        free(Q[k]);
    }
}

/* A change of stability in a run over the forcing amplitude: of `type`, the first. */
typedef struct change {
    double alpha, frequency, diameter;
} change;

static change find_change(rdg_context *ctx, rdg_hbm *hb, const char *type, double omega, double alpha)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", 0.01 * alpha));
    assert_ok(ctx, rdg_hbm_add_bifurcations(hb, p, "stability"));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 0.01 * alpha, alpha),
                                RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, "frc");
    rdg_index k = 0;
    while (k < rdg_run_count(run) && strcmp(rdg_run_type(run, k), type) != 0) {
        k++;
    }
    assert_true(k < rdg_run_count(run));
    const change found = {.alpha = rdg_run_column(run, "alpha")[k],
                          .frequency = rdg_run_column(run, "stability.frequency")[k],
                          .diameter = rdg_run_column(run, "stability.diameter")[k]};
    rdg_run_free(run);
    return found;
}

/* By one period of the wheel in time, from the last solution of respond(). */
static bool is_stable_in_time(rdg_context *ctx, rdg_hbm *wheel)
{
    rdg_run *run = rdg_run_open(ctx, "up");
    rdg_verification *v = rdg_hbm_verify(wheel, "up", rdg_run_label(run, rdg_run_count(run) - 1));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(v);
    assert_near(v->difference, 0.0, 0.0, 1e-3);
    rdg_run_free(run);
    return v->is_stable;
}

/* ... as do the wheel's exponents and its motion in time. */
static void check_change(void **state, uint64_t number, rdg_index sectors, const char *type,
                         bool stable_below)
{
    rdg_context *ctx = *state;
    uint64_t seed = 9027 + number;
    const rdg_index order = sector_int(&seed, 1, (int)sectors);
    const double omega = sector_scale(&seed, 0.6, 2.5), alpha = sector_scale(&seed, 0.1, 1.5);
    rdg_structure *wave = make_wave(ctx, &seed, sectors, order, 0.0);
    rdg_hbm *one = rdg_hbm_create(wave, RDG_HARMONICS(1, 3, 5)),
            *wheel = rdg_hbm_create(rdg_sector_wheel(wave), RDG_HARMONICS(1, 3, 5));
    const change c = find_change(ctx, one, type, omega, alpha);
    double re, im;
    double *Q = respond(ctx, one, omega, c.alpha), *whole = respond(ctx, wheel, omega, c.alpha);
    assert_ok(ctx, rdg_hbm_wave_exponents(one, Q, omega, (rdg_index)c.diameter, 1, &re, &im));
    assert_near(re, 0.0, 0.0, 1e-6);
    assert_near(fabs(im), c.frequency, 0.0, 1e-6);
    assert_all_exponents(ctx, one, Q, wheel, whole, omega);
    assert_ok(ctx, rdg_hbm_exponents(wheel, whole, omega, 1, &re, &im));
    assert_near(re, 0.0, 0.0, 1e-6);
    assert_near(cos(2.0 * acos(-1.0) * (fabs(im) - c.frequency) / omega), 1.0, 0.0, 1e-9);
    free(Q);
    free(whole);
    free(respond(ctx, wheel, omega, 0.98 * c.alpha));
    assert_int_equal(is_stable_in_time(ctx, wheel), stable_below);
    free(respond(ctx, wheel, omega, 1.02 * c.alpha));
    assert_int_equal(is_stable_in_time(ctx, wheel), !stable_below);
    free_context(state);
    fresh_context(state);
}

static void its_run_shows_where_it_does(void **state)
{
    check_change(state, 142, 5, "NS", false);
    check_change(state, 181, 4, "BP", true);
    check_change(state, 100, 3, "BP", true); /* a double exponent: the wave stands */
}

struct world {
    rdg_hbm *hb;
};

static double solution[64], out[8], more[8];

#define CALLS(X)                                                                                             \
    X(rdg_hbm_wave_exponents, STATUS,                                                                        \
      rdg_hbm_wave_exponents(SELF(w->hb), NEEDED(solution), FINITE(1.0), 0, 2, NEEDED(out), NEEDED(more)))

CALLS(MISUSE_DEFINE)

static void misuse_is_named(void **state)
{
    static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};
    rdg_context *ctx = *state;
    uint64_t seed = 1;
    rdg_structure *wave = make_wave(ctx, &seed, 4, 1, 0.0);
    world w = {.hb = rdg_hbm_create(wave, RDG_HARMONICS(1, 3))};
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    assert_true(rdg_hbm_wave_exponents(w.hb, solution, 1.0, 4, 1, out, more) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has 1 .. 4 of each m = 0 .. 3");
    assert_true(rdg_hbm_wave_exponents(w.hb, solution, 1.0, 0, 5, out, more) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "5 exponents of m = 0");
    assert_true(rdg_hbm_wave_exponents(w.hb, solution, -1.0, 0, 1, out, more) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "omega = -1");
    rdg_hbm *ring = rdg_hbm_create(rdg_sector_ring(wave), RDG_HARMONICS(1, 3));
    assert_true(rdg_hbm_wave_exponents(ring, solution, 1.0, 0, 1, out, more) != RDG_OK);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "is no travelling wave: rdg_hbm_exponents() takes it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(all_disturbances_have_the_exponents_of_the_wheel), TEST(also_with_contacts_that_stick),
        TEST(a_wave_may_lose_its_symmetry_alone), TEST(its_run_shows_where_it_does), TEST(misuse_is_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
