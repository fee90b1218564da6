/* What is held on a ridge over a number, and on the scans behind it: the level, and as many numbers as there
 * are. */
#define _XOPEN_SOURCE 700

#include "friction-backbone/models.h"
#include "scratch.h"

#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/ridge.h>
#include <ridgewalk/ridgewalk.h>

enum { PADS = 3 };

static const char *const pad[PADS] = {"first", "second", "third"};

/* A cantilever with three contacts, twelve numbers; factors of them, from one pad to the next. */
static rdg_hbm *beam_with(rdg_context *ctx, double kt, double mu, double preload)
{
    rdg_structure *s = rdg_beam_create(ctx, NULL);
    rdg_damping_proportional(s, 0.0, 1.5e-5);
    for (int i = 0; i < PADS; i++) {
        rdg_name_dof(s, pad[i], rdg_beam_deflection(s, 4 + i));
        rdg_contact_add(s, &(rdg_contact){.tangential = pad[i],
                                          .kt = kt * (1 + 0.1 * i),
                                          .mu = mu * (1 - 0.1 * i),
                                          .preload = preload * (1 + 0.2 * i)});
    }
    rdg_name_dof(s, "shaker", rdg_beam_deflection(s, 12));
    rdg_name_dof(s, "tip", rdg_beam_deflection(s, 20));
    rdg_force_add(s, "shaker", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return rdg_hbm_create(s, RDG_HARMONICS(1));
}

static void the_level_is_held_on_a_ridge_over_a_number(void **state)
{
    rdg_context *ctx = *state;
    double best[2] = {0}, am[2] = {0};
    for (int twice = 0; twice < 2; twice++) { /* everything scales with the level */
        rdg_hbm *hb = friction_beam(ctx, RDG_HARMONICS(1));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(280)), RDG_AT("alpha", 1.0));
        assert_ok(ctx,
                  rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(280), RDG_HZ(335)),
                               RDG_NO_TABLE, RDG_IN_MEMORY));
        const double alpha = 1.0 + twice;
        assert_ok(ctx, rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("frc"), RDG_RELEASE("pad.preload"),
                                 RDG_HOLD_AT("alpha", alpha), RDG_WINDOW("pad.preload", 8.0, 60.0),
                                 RDG_UZ("d.pad.preload", 0.0), RDG_NO_TABLE, RDG_IN_MEMORY));
        rdg_run *run = rdg_run_open(ctx, "ridge");
        const rdg_index row = rdg_run_find(run, "UZ", 0);
        assert_true(row >= 0);
        for (rdg_index i = 0; i < rdg_run_count(run); i++) {
            assert_near(rdg_run_column(run, "alpha")[i], alpha, 1e-13, 0);
        }
        best[twice] = rdg_run_column(run, "pad.preload")[row];
        am[twice] = rdg_run_column(run, "Am")[row];
        rdg_run_free(run);
    }
    assert_near(best[0], 16.8505123151, 1e-10, 0);
    assert_near(best[1], 2 * best[0], 1e-10, 0);
    assert_near(am[1], 2 * am[0], 1e-9, 0);
}

/* The numbers of the other beam, one option each, and the end. */
static void list_numbers(rdg_option option[3 * PADS + 1], char name[3 * PADS][32], double kt, double mu,
                         double preload)
{
    for (int i = 0; i < PADS; i++) {
        snprintf(name[3 * i], 32, "%s.kt", pad[i]);
        snprintf(name[3 * i + 1], 32, "%s.mu", pad[i]);
        snprintf(name[3 * i + 2], 32, "%s.preload", pad[i]);
        option[3 * i] = RDG_HOLD_AT(name[3 * i], kt * (1 + 0.1 * i));
        option[3 * i + 1] = RDG_HOLD_AT(name[3 * i + 1], mu * (1 - 0.1 * i));
        option[3 * i + 2] = RDG_HOLD_AT(name[3 * i + 2], preload * (1 + 0.2 * i));
    }
    option[3 * PADS] = (rdg_option){.kind = RDG_OPTION_END};
}

/* A response at nine other numbers than the structure's has the peaks of the structure with these. */
static void scans_hold_more_than_eight_numbers(void **state)
{
    rdg_context *ctx = *state;
    const double kt = 1.3e8, mu = 0.27, preload = 31.0, alpha = 4.0;
    rdg_hbm *hb = beam_with(ctx, 2e8, 0.3, 40.0), *other = beam_with(ctx, kt, mu, preload);
    rdg_option held[3 * PADS + 1];
    char name[3 * PADS][32];
    list_numbers(held, name, kt, mu, preload);
    rdg_option all[3 * PADS + 4];
    all[0] = RDG_HOLD_AT("alpha", alpha);
    all[1] = RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(400));
    memcpy(all + 2, held, sizeof held);
    const rdg_peaks *with = rdg_frc_peaks_list(hb, "Am", all);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_peaks *as = rdg_frc_peaks(other, "Am", all[0], all[1]);
    assert_ok(ctx, rdg_error_status(ctx));
    const rdg_peaks *without = rdg_frc_peaks(hb, "Am", all[0], all[1]);
    assert_non_null(with);
    assert_non_null(as);
    assert_non_null(without);
    assert_int_equal(with->count, as->count);
    assert_true(with->count > 0);
    for (rdg_index i = 0; i < with->count; i++) {
        assert_near(with->maximum[i].omega, as->maximum[i].omega, 1e-7, 0);
        assert_near(with->maximum[i].amplitude, as->maximum[i].amplitude, 1e-9, 0);
    }
    assert_true(fabs(without->maximum[0].amplitude / as->maximum[0].amplitude - 1) > 0.01);
}

static void a_ridge_holds_more_than_eight_numbers(void **state)
{
    rdg_context *ctx = *state;
    const double kt = 1.3e8, mu = 0.27, preload = 31.0;
    double am[2] = {0}, omega[2] = {0};
    rdg_hbm *hb = beam_with(ctx, 2e8, 0.3, 40.0), *other = beam_with(ctx, kt, mu, preload);
    for (int k = 0; k < 2; k++) {
        rdg_hbm *of = k ? other : hb;
        rdg_option o[3 * PADS + 4], held[3 * PADS + 1];
        char name[3 * PADS][32];
        list_numbers(held, name, kt, mu, preload);
        rdg_problem *p = rdg_hbm_problem(of, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", 4.0));
        assert_ok(ctx,
                  rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(400)),
                               RDG_NO_TABLE, RDG_IN_MEMORY));
        o[0] = RDG_FROM_GREATEST("frc");
        o[1] = RDG_WINDOW("alpha", 3.9, 4.1);
        o[2] = RDG_UZ("alpha", 4.05);
        o[3] = RDG_IN_MEMORY;
        rdg_option whole[3 * PADS + 6];
        memcpy(whole, o, 4 * sizeof *o);
        whole[4] = RDG_NO_TABLE;
        memcpy(whole + 5, held, sizeof held);
        assert_ok(ctx, rdg_ridge_list(of, "ridge", "Am", whole));
        rdg_run *run = rdg_run_open(ctx, "ridge");
        const rdg_index row = rdg_run_find(run, "UZ", 0);
        assert_true(row >= 0);
        am[k] = rdg_run_column(run, "Am")[row];
        omega[k] = rdg_run_column(run, "omega")[row];
        rdg_run_free(run);
    }
    assert_near(am[0], am[1], 1e-9, 0);
    assert_near(omega[0], omega[1], 1e-7, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_level_is_held_on_a_ridge_over_a_number),
        SCRATCH_TEST(scans_hold_more_than_eight_numbers),
        SCRATCH_TEST(a_ridge_holds_more_than_eight_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
