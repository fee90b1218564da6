/* Maxima at the onset of slip, which are kinks over a small range of levels: as rows of a run (PK, and PM for
 * smooth ones), and as rdg_frc_peaks() finds them. */
#define _XOPEN_SOURCE 700

#include "random_response.h"
#include "scratch.h"

#include <ridgewalk/frc_peaks.h>

enum { SYSTEMS = 20, LEVELS = 5 };

static random_response sliding_mass(rdg_context *ctx, uint64_t *seed, int masses)
{
    static const char *const place[] = {"x0", "x1", "x2"};
    random_response r = {.masses = masses, .low = 0.3, .high = 2.8};
    random_matrices(seed, &r);
    rdg_structure *s = rdg_structure_create(ctx, "chain", masses, r.M, r.C, r.K);
    for (int i = 0; i < masses; i++) {
        rdg_name_dof(s, place[i], i);
    }
    rdg_jenkins_add(
        s, &(rdg_jenkins){.name = "e", .at = "x0", .kt = random_scale(seed, 0.2, 1.0), .limit = 1.0});
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", place[masses - 1]);
    r.hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    return r;
}

/* The level at which the greatest maximum of the stuck response, which grows in proportion, begins to slip.
 */
static double onset(rdg_context *ctx, const random_response *r)
{
    const double tiny = 1e-6;
    const rdg_peaks *stuck =
        rdg_frc_peaks(r->hb, "Am", RDG_HOLD_AT("alpha", tiny), RDG_WINDOW("omega", r->low, r->high));
    double margin = 0.0, at_rest = 0.0;
    assert_ok(ctx, rdg_error_status(ctx));
    double rest[8] = {0.0};
    assert_int_equal(rdg_hbm_margin(r->hb, 0, rest, &at_rest, NULL), 0);
    assert_int_equal(rdg_hbm_margin(r->hb, 0, stuck->maximum[stuck->greatest].u, &margin, NULL), 0);
    rdg_peaks_free(stuck);
    return tiny * at_rest / (at_rest - margin);
}

static void compare(rdg_context *ctx, const random_response *r, double alpha, int *kinks, int *smooth)
{
    const rdg_peaks *found =
        rdg_frc_peaks(r->hb, "Am", RDG_HOLD_AT("alpha", alpha), RDG_WINDOW("omega", r->low, r->high));
    assert_non_null(found);
    rdg_error_clear(ctx); /* within 1e-5 of the onset it may not be sure that there is nothing else */
    rdg_problem *p = rdg_hbm_problem(r->hb, RDG_AT("omega", r->low), RDG_AT("alpha", alpha));
    assert_ok(ctx, rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", r->low, r->high),
                                RDG_MAXIMA("Am"), RDG_NO_TABLE));
    rdg_run *run = rdg_run_open(ctx, "frc");
    const double *omega = rdg_run_column(run, "omega"), *Am = rdg_run_column(run, "Am");
    rdg_index next = 0;
    for (rdg_index k = 0; k < rdg_run_count(run); k++) {
        const bool kink = strcmp(rdg_run_type(run, k), "PK") == 0;
        if (!kink && strcmp(rdg_run_type(run, k), "PM") != 0) {
            continue;
        }
        assert_true(next < found->count);
        const rdg_maximum *m = &found->maximum[next++];
        assert_int_equal(m->kind, kink ? RDG_MAXIMUM_KINK : RDG_MAXIMUM_SMOOTH);
        assert_near(omega[k], m->omega, kink ? 1e-8 : 1e-6, 0.0);
        /* at a kink the amplitude follows omega in proportion, 7 times as steeply in these systems */
        assert_near(Am[k], m->amplitude, kink ? 7e-8 : 1e-8, 0.0);
        *kinks += kink;
        *smooth += !kink;
    }
    assert_int_equal(next, found->count);
    rdg_run_free(run);
    rdg_problem_free(p);
    rdg_peaks_free(found);
}

static void rows_of_a_run_and_the_list_agree_at_the_onset_of_slip(void **state)
{
    uint64_t seed = 31;
    int kinks = 0, smooth = 0;
    for (int k = 0; k < SYSTEMS; k++) {
        scratch_setup(state);
        rdg_context *ctx = *state;
        const random_response r = sliding_mass(ctx, &seed, 2 + k % 2);
        const double alpha = onset(ctx, &r);
        for (int i = 0; i < LEVELS; i++) {
            compare(ctx, &r, alpha * (1.0 + 1e-6 * pow(10.0, i)), &kinks, &smooth);
        }
        scratch_teardown(state);
    }
    print_message("%d kinks, %d smooth ones\n", kinks, smooth);
    assert_true(kinks > SYSTEMS && smooth > SYSTEMS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_a_run_and_the_list_agree_at_the_onset_of_slip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
