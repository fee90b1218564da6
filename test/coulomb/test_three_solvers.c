/* One contact, three solvers: the times of events, shooting, harmonic balance of an ever stiffer contact. */
#include "fresh_context.h"

#include "coulomb/three_solvers.h"

static void rigid_orbits_by_shooting(void **state)
{
    static rigid_series series;
    rdg_context *ctx = *state;
    const double Z[RIGID_CASES] = {0.527033312635, 0.146442140646, 0.873516453432,
                                   1.442754272755, 0.741191879531, 4.202865213183};
    for (int k = 0; k < RIGID_CASES; k++) {
        double x[RIGID_STATES];
        rdg_coulomb *c = rigid_system(ctx, &rigid_cases[k], 0.0);
        const rigid_answer a = by_events(c, &rigid_cases[k], &series, x);
        const rigid_answer b = by_shooting(c, &rigid_cases[k], x);
        assert_ok(ctx, rdg_error_status(ctx));
        assert_near(a.Z, Z[k], 0, 1e-11);
        assert_near(b.Z, a.Z, 0, 1e-12);
        assert_near(b.Z1, a.Z1, 0, 1e-12);
        assert_near(b.multiplier, a.multiplier, 0, 1e-11);
    }
}

/* Friction that slips all the time is a square wave: harmonic 1 of the response is a linear one, exactly. */
static void harmonic_one_of_the_closed_form(void **state)
{
    static rigid_series series;
    rdg_context *ctx = *state;
    double x[RIGID_STATES];
    const rigid_case *k = &rigid_cases[0];
    rdg_coulomb *c = rigid_system(ctx, k, 0.0);
    rdg_coulomb_response r;
    assert_ok(ctx, rdg_coulomb_closed(c, k->r1, k->beta, &r, NULL, NULL));
    const double r2 = k->r1 * k->r1;
    const double soft = (1.0 - r2) / ((2.0 - r2) * (1.0 - r2) - 1.0); /* w.(K - M)^-1 w */
    const double cosine = r.V * cos(r.phase);
    const double sine = 4.0 / 3.14159265358979323846 * k->beta * soft - r.V * sin(r.phase);
    assert_near(by_events(c, k, &series, x).Z1, hypot(cosine, sine), 1e-14, 0);
}

/* Where slip only turns round the elastic contact takes a time of k_t^-1/2 to do so, which is what it is off;
 * where it sticks, and the base moves, 1/k_t or better. */
static void elastic_contacts_become_rigid(void **state)
{
    static rigid_series series;
    rdg_context *ctx = *state;
    const struct {
        int k;
        double off[STIFFNESSES];
    } cases[] = {{0, {-3.6665e-02, -1.1831e-02, -3.7607e-03}}, {4, {-1.162e-02, -2.564e-04, -3.005e-06}}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const rigid_case *k = &rigid_cases[cases[i].k];
        double x[RIGID_STATES];
        double Z1[STIFFNESSES];
        double in_time = 0.0;
        rdg_coulomb *c = rigid_system(ctx, k, 0.05);
        const rigid_answer a = by_events(c, k, &series, x);
        const rigid_answer b = by_shooting(c, k, x);
        assert_near(b.Z, a.Z, 0, 1e-12);
        assert_near(b.multiplier, a.multiplier, 0, 1e-11);
        for (int j = 0; j < STIFFNESSES; j++) {
            const double elastic = elastic_in_time(ctx, k, 0.05, stiffness[j], x);
            in_time = j == 0 ? elastic : in_time;
            assert_near(elastic - a.Z1, cases[i].off[j], 2e-3, 0);
        }
        double last = INFINITY;
        for (int orders = 4; orders <= 16; orders *= 2) {
            by_balance(ctx, k, 0.05, orders, 1e2, Z1);
            const double off = fabs(Z1[0] - in_time);
            assert_true(off < 0.6 * last);
            last = off;
        }
        assert_true(last < 1e-3);
    }
    assert_ok(ctx, rdg_error_status(ctx));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rigid_orbits_by_shooting), TEST(harmonic_one_of_the_closed_form),
                                       TEST(elastic_contacts_become_rigid)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
