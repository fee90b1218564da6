/* Shares of a period and dissipated energy of a contact whose motion is given: closed forms, and the play
 * operator from one small step to the next. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/ridgewalk.h>

#include <string.h>

enum { HARMONICS = 3, COEFFICIENTS = 2 * HARMONICS + 1, D = 3 };

static const double omega = 30.0;
static const char *const at[D] = {"n", "t1", "t2"};

/* Three masses whose displacements are given: nothing is solved. */
static rdg_structure *masses(rdg_context *ctx)
{
    static const double unit[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};
    rdg_structure *s = rdg_structure_create(ctx, "masses", D, unit, zero, unit);
    for (int d = 0; d < D; d++) {
        rdg_name_dof(s, at[d], d);
    }
    rdg_force_add(s, "n", 1, 1.0);
    rdg_force_add(s, "t1", 1, 1.0);
    rdg_force_add(s, "t2", 1, 1.0);
    return s;
}

/* z[d]: static part, then cosine and sine of each harmonic */
static void put(rdg_hbm *hb, double z[D][COEFFICIENTS], double *Q)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    assert_int_equal(rdg_hbm_unknowns(hb), D * COEFFICIENTS);
    for (int d = 0; d < D; d++) {
        for (int h = 0; h <= HARMONICS; h++) {
            rdg_index place = -1;
            assert_ok(ctx, rdg_hbm_places(hb, __func__, at[d], h, 1, &place));
            Q[place] = z[d][h > 0 ? 2 * h - 1 : 0];
            if (h > 0) {
                Q[place + D] = z[d][2 * h];
            }
        }
    }
}

/* A displacement at an instant */
static double place_of(const double *z, double tau)
{
    double x = z[0];
    for (int h = 1; h <= HARMONICS; h++) {
        x += z[2 * h - 1] * cos(h * tau) + z[2 * h] * sin(h * tau);
    }
    return x;
}

/* --- closed forms */

/* X cos(tau - phase): it sticks over 2 mu N / kt behind each turning point, and dissipates the area of the
 * parallelogram. */
static void slider_under_a_given_motion(void **state)
{
    static const double amplitude[] = {0.3, 0.9999, 1.0001, 1.2, 1.9, 7.5, 400.0};
    const double kt = 2.5e4, limit = 6.0, g = limit / kt;
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_contact_add(s, &(rdg_contact){.name = "dry", .tangential = "t1", .kt = kt, .mu = 0.3, .preload = 20});
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "bar", .at = "t1", .kt = kt, .limit = limit});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    for (size_t i = 0; i < sizeof amplitude / sizeof *amplitude; i++) {
        const double X = amplitude[i] * g, phase = 0.7 + (double)i;
        double z[D][COEFFICIENTS] = {{0}, {0.3 * g, X * cos(phase), X * sin(phase)}}, Q[D * COEFFICIENTS];
        put(hb, z, Q);
        for (rdg_index element = 0; element < 2; element++) {
            rdg_contact_share is;
            assert_ok(ctx, rdg_contact_share_at(hb, element, Q, omega, &is));
            const double stick = X <= g ? 1.0 : acos(1.0 - 2.0 * g / X) / RDG_PI;
            assert_near(is.stick, stick, 0, 1e-11);
            assert_near(is.slip, 1.0 - stick, 0, 1e-11);
            assert_near(is.separation, 0, 0, 0);
            assert_near(is.energy, X <= g ? 0.0 : 4.0 * limit * (X - g), 1e-11, 1e-13 * kt * X * X);
        }
    }
}

/* N0 + kn Y cos(tau) is negative over acos(N0 / (kn Y)) / pi of the period. */
static void open_part_of_a_given_motion(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "n", .k = 5e4, .gap = 1e-4});
    rdg_contact_add(s, &(rdg_contact){.name = "dry",
                                      .tangential = "t1",
                                      .normal = "n",
                                      .kt = 1e4,
                                      .kn = 5e4,
                                      .mu = 0.0,
                                      .preload = -5.0});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    static const double amplitude[] = {0.5e-4, 0.99e-4, 1.01e-4, 3e-4, 1e-2};
    for (size_t i = 0; i < sizeof amplitude / sizeof *amplitude; i++) {
        const double Y = amplitude[i], closed = Y > 1e-4 ? acos(1e-4 / Y) / RDG_PI : 0.0;
        double z[D][COEFFICIENTS] = {{0, Y * cos(2.0), Y * sin(2.0)}}, Q[D * COEFFICIENTS];
        put(hb, z, Q);
        for (rdg_index element = 0; element < 2; element++) {
            rdg_contact_share is;
            assert_ok(ctx, rdg_contact_share_at(hb, element, Q, omega, &is));
            assert_near(is.separation, 1.0 - closed, 0, 1e-11);
            assert_near(is.stick + is.slip, closed, 0, 1e-11);
            assert_near(is.energy, 0, 0, 1e-10 * 5e4 * Y * Y);
        }
    }
}

/* --- from one step to the next */

typedef struct dry {
    double kt, kn, mu, preload;
    int tangential; /* directions */
} dry;

/* The slider is drawn to the boundary of the disk of radius mu N / kt around the displacement. */
static void simulate(const dry *c, double z[D][COEFFICIENTS], rdg_contact_share *is)
{
    enum { STEPS = 16000, PERIODS = 30 };
    static double place[D][STEPS];
    double w[2] = {0, 0}, last[2] = {0, 0}, f_last[2] = {0, 0};
    *is = (rdg_contact_share){.stick = 0};
    for (int i = 0; i < D * STEPS; i++) {
        place[i / STEPS][i % STEPS] = place_of(z[i / STEPS], 2 * RDG_PI * (i % STEPS) / STEPS);
    }
    for (int i = 0; i <= PERIODS * STEPS; i++) {
        const double N = fmax(c->preload + c->kn * place[0][i % STEPS], 0.0), radius = c->mu * N / c->kt;
        double x[2] = {0, 0}, f[2], square = 0;
        for (int t = 0; t < c->tangential; t++) {
            x[t] = place[1 + t][i % STEPS];
            square += (x[t] - w[t]) * (x[t] - w[t]);
        }
        const double away = sqrt(square);
        for (int t = 0; t < 2; t++) {
            w[t] = away > radius ? x[t] - (x[t] - w[t]) * (radius / away) : w[t];
            f[t] = c->kt * (x[t] - w[t]);
        }
        if (i > (PERIODS - 1) * STEPS) {
            *(N == 0 ? &is->separation : away > radius ? &is->slip : &is->stick) += 1.0 / STEPS;
            for (int t = 0; t < 2; t++) {
                is->energy += 0.5 * (f[t] + f_last[t]) * (x[t] - last[t]);
            }
        }
        memcpy(last, x, sizeof last);
        memcpy(f_last, f, sizeof f_last);
    }
}

/* Random motions with three harmonics, loads that vary, gaps, one and two directions */
static void random_motions_as_step_by_step(void **state)
{
    enum { CASES = 40 };
    uint64_t seed = 20261130;
    int slipping = 0, opening = 0;
    (void)state;
    for (int i = 0; i < CASES; i++) {
        rdg_context *ctx = rdg_context_create();
        rdg_structure *s = masses(ctx);
        const dry c = {.kt = 1e4 * (1.2 + random_signed(&seed)),
                       .kn = 1e4 * (1.2 + random_signed(&seed)),
                       .mu = 0.5 + 0.4 * random_signed(&seed),
                       .preload = 10 * (0.7 + random_signed(&seed)),
                       .tangential = 1 + i % 2};
        if (c.tangential == 1) {
            rdg_contact_add(s, &(rdg_contact){.tangential = "t1",
                                              .normal = "n",
                                              .kt = c.kt,
                                              .kn = c.kn,
                                              .mu = c.mu,
                                              .preload = c.preload});
        } else {
            rdg_cone_contact_add(s, &(rdg_cone_contact){.tangential = {"t1", "t2"},
                                                        .normal = "n",
                                                        .kt = c.kt,
                                                        .kn = c.kn,
                                                        .mu = c.mu,
                                                        .preload = c.preload,
                                                        .samples = 1024});
        }
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
        double z[D][COEFFICIENTS], Q[D * COEFFICIENTS];
        for (int k = 0; k < D * COEFFICIENTS; k++) {
            const int harmonic = (k % COEFFICIENTS + 1) / 2;
            z[k / COEFFICIENTS][k % COEFFICIENTS] = 1e-3 * random_signed(&seed) / (1 + harmonic * harmonic);
        }
        put(hb, z, Q);
        rdg_contact_share is, expected;
        assert_ok(ctx, rdg_contact_share_at(hb, 0, Q, omega, &is));
        simulate(&c, z, &expected);
        assert_near(is.stick, expected.stick, 0, 3e-4);
        assert_near(is.slip, expected.slip, 0, 3e-4);
        assert_near(is.separation, expected.separation, 0, 3e-4);
        assert_near(is.stick + is.slip + is.separation, 1.0, 1e-12, 0);
        assert_near(is.energy, expected.energy, 1e-3, 1e-12);
        slipping += is.slip > 0.05 && is.stick > 0.05;
        opening += is.separation > 0.05;
        rdg_context_free(ctx);
    }
    assert_true(slipping > CASES / 4 && opening > CASES / 4);
}

/* --- what is refused */

static void what_is_no_contact_is_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "n", .k = 1.0});
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
    double Q[D * COEFFICIENTS] = {0};
    rdg_contact_share is;
    for (rdg_index element = -1; element < 2; element++) {
        rdg_contact_share_at(hb, element, Q, omega, &is);
        assert_failed(ctx, RDG_ERR_ARGUMENT, "is no contact");
        rdg_error_clear(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(slider_under_a_given_motion), SCRATCH_TEST(open_part_of_a_given_motion),
        SCRATCH_TEST(random_motions_as_step_by_step), SCRATCH_TEST(what_is_no_contact_is_refused)};
    return cmocka_run_group_tests_name("shares of contacts", tests, NULL, NULL);
}
