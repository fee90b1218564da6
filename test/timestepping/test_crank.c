/* The slider-crank: orders of convergence against integrations of high order, impacts and friction. */
#include "fresh_context.h"
#include "timestepping/crank.h"

#include <string.h>

enum { SAMPLES = 500 };

typedef struct reference {
    double th1[SAMPLES + 1], th2[SAMPLES + 1], w1[SAMPLES + 1], w2[SAMPLES + 1];
} reference;

static void read_crank(const char *path, reference *r)
{
    char line[256];
    FILE *file = fopen(path, "r");
    int rows = 0;
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        double t;
        if (sscanf(line, "%lf,%lf,%lf,%lf,%lf", &t, &r->th1[rows], &r->th2[rows], &r->w1[rows],
                   &r->w2[rows]) == 5) {
            assert_near(t, 1e-4 * rows, 0.0, 1e-12);
            assert_true(rows++ <= SAMPLES);
        }
    }
    fclose(file);
    assert_int_equal(rows, SAMPLES + 1);
}

typedef struct errors {
    double err92, l2; /* of th2: relative errors of samples, and of all */
    double drift;     /* greatest |g| of ideal constraints, or penetration */
    double turn;      /* greatest |th3| */
    double th1, th2;
} errors;

static errors compare(rdg_context *ctx, rdg_mechanism *m, const rdg_timestepping_options *o,
                      const reference *r)
{
    rdg_timestepping *ts = rdg_timestepping_create(m, o);
    errors e = {0};
    double off = 0, size = 0;
    const int each = (int)lround(1e-4 / o->h);
    const bool ideal = rdg_mechanism_about(m)->bilateral > 0;
    assert_ok(ctx, rdg_timestepping_start(ts, 0.0, (double[]){0, 0, 0}, (double[]){150, -75, 0}));
    for (int k = 1; k <= SAMPLES; k++) {
        for (int i = 0; i < each; i++) {
            assert_ok(ctx, rdg_timestepping_step(ts));
        }
        const rdg_motion *at = rdg_timestepping_motion(ts);
        for (int g = 0; g < (ideal ? 2 : 4); g++) {
            e.drift = fmax(e.drift, ideal ? fabs(at->gap[g]) : -at->gap[g]);
        }
        e.turn = fmax(e.turn, fabs(at->q[2]));
        const double d = at->q[1] - r->th2[k];
        e.err92 += d * d / (r->th2[k] * r->th2[k]);
        off += d * d;
        size += r->th2[k] * r->th2[k];
        e.th1 = at->q[0];
        e.th2 = at->q[1];
    }
    e.err92 = sqrt(e.err92);
    e.l2 = sqrt(off / size);
    rdg_timestepping_free(ts);
    return e;
}

static void geometry_and_its_derivative_agree(void **state)
{
    crank_numbers table1 = {.clearance = 0.001};
    uint64_t seed = 3;
    for (int k = 0; k < 50; k++) {
        double q[3], v[3];
        for (int i = 0; i < 3; i++) {
            q[i] = random_signed(&seed);
            v[i] = random_signed(&seed);
        }
        assert_ok(*state, rdg_mechanism_check(crank_in_ideal_guide(*state, &table1), 0.0, q, v, 1e-8));
        assert_ok(*state,
                  rdg_mechanism_check(crank_with_clearance(*state, &table1, 0.4, 0.01), 0.0, q, v, 1e-8));
    }
}

/* err92 and the drift of an independent implementation, at h = 1e-4 and 5e-5 s */
static void an_ideal_guide_is_followed_with_the_order_of_the_scheme(void **state)
{
    static const struct {
        rdg_scheme scheme;
        double rho, err92[2], drift[2], digits;
    } table[] = {
        {RDG_MOREAU, 0.0, {7.8797e-02, 1.9698e-02}, {1.2e-6, 3.0e-7}, 5e-5},
        {RDG_MOREAU_MIDPOINT, 0.0, {1.31082e+01, 6.51767e+00}, {1.18967e-3, 5.98009e-4}, 5e-6},
        {RDG_HALF_EXPLICIT, 0.0, {1.83819e-01, 4.66678e-02}, {2.30614e-6, 5.77682e-7}, 1e-5},
        {RDG_GENERALISED_ALPHA, 0.8, {1.75988e-01, 4.39910e-02}, {1.23948e-6, 3.09806e-7}, 1e-5},
        {RDG_GENERALISED_ALPHA, 0.0, {1.91775e-01, 4.64108e-02}, {4.76187e-6, 1.19550e-6}, 1e-5},
        {RDG_BATHE, 0.0, {8.79518e-02, 2.19877e-02}, {5.96811e-7, 1.49259e-7}, 1e-5},
        {RDG_ENERGY_DECAYING, 0.0, {1.66500e-01, 4.15390e-02}, {1.03325e-6, 2.58237e-7}, 1e-5},
    };
    static reference r;
    crank_numbers table1 = {.clearance = 0.001};
    read_crank("test/data/timestepping_crank_bilateral.csv", &r);
    rdg_mechanism *m = crank_in_ideal_guide(*state, &table1);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int k = 0; k < 2; k++) {
            const rdg_timestepping_options o = {.scheme = table[i].scheme,
                                                .rho = table[i].rho,
                                                .h = k == 0 ? 1e-4 : 5e-5,
                                                .tolerance = 1e-13,
                                                .plain_start = true};
            const errors e = compare(*state, m, &o, &r);
            print_message("%s %g: err92 %.5e drift %.5e\n", rdg_scheme_name(o.scheme), o.rho, e.err92,
                          e.drift);
            assert_near(e.err92, table[i].err92[k], table[i].digits, 0.0);
            assert_near(e.drift, table[i].drift[k], i == 0 ? 0.05 : 1e-3, 0.0);
        }
    }
}

static void projection_keeps_constraints_at_rounding(void **state)
{
    static reference r;
    crank_numbers table1 = {.clearance = 0.001};
    read_crank("test/data/timestepping_crank_bilateral.csv", &r);
    rdg_mechanism *m = crank_in_ideal_guide(*state, &table1);
    for (int scheme = 0; scheme <= RDG_NONSMOOTH_ALPHA; scheme++) {
        const rdg_timestepping_options o = {
            .scheme = (rdg_scheme)scheme, .rho = 0.8, .h = 1e-4, .tolerance = 1e-13, .project = true};
        const errors e = compare(*state, m, &o, &r);
        print_message("%s: err92 %.3e drift %.1e\n", rdg_scheme_name(o.scheme), e.err92, e.drift);
        assert_true(e.drift <= 1e-15);
        assert_true(e.err92 < (scheme == RDG_MOREAU_MIDPOINT || scheme == RDG_NONSMOOTH_ALPHA ? 20.0 : 0.4));
    }
}

/* l2 error of th2 of an independent implementation at h = 1e-4, 5e-5, 2e-5 s */
static void impacts_in_the_guide_are_followed(void **state)
{
    static const struct {
        rdg_scheme scheme;
        double rho, l2[3];
    } table[] = {
        {RDG_MOREAU_MIDPOINT, 0.0, {2.71244e-2, 1.33275e-2, 5.21728e-3}},
        {RDG_HALF_EXPLICIT, 0.0, {5.11162e-4, 1.56312e-4, 3.72580e-5}},
        {RDG_GENERALISED_ALPHA, 0.8, {1.10845e-3, 4.94956e-4, 1.57733e-4}},
        {RDG_GENERALISED_ALPHA, 0.0, {1.15834e-3, 4.99204e-4, 1.57330e-4}},
        {RDG_ENERGY_DECAYING, 0.0, {4.81259e-4, 1.44503e-4, 3.70108e-5}},
        {RDG_MOREAU, 0.0, {0.0, 0.0, 0.0}},
        {RDG_BATHE, 0.0, {0.0, 0.0, 0.0}},
        {RDG_NONSMOOTH_ALPHA, 0.8, {0.0, 0.0, 0.0}},
    };
    static reference r;
    crank_numbers table1 = {.clearance = 0.001};
    read_crank("test/data/timestepping_crank_unilateral.csv", &r);
    rdg_mechanism *m = crank_with_clearance(*state, &table1, 0.4, 0.01);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        for (int k = 0; k < 3; k++) {
            const rdg_timestepping_options o = {.scheme = table[i].scheme,
                                                .rho = table[i].rho,
                                                .h = k == 0   ? 1e-4
                                                     : k == 1 ? 5e-5
                                                              : 2e-5,
                                                .plain_start = true,
                                                .contacts_by_gap = true};
            const errors e = compare(*state, m, &o, &r);
            print_message("%s %g: l2 %.5e (%.5e) penetration %.1e th3 %.1e\n", rdg_scheme_name(o.scheme),
                          o.rho, e.l2, table[i].l2[k], e.drift, e.turn);
            if (table[i].l2[k] > 0.0) {
                assert_near(e.l2, table[i].l2[k], 1e-5, 0.0);
            } else {
                assert_true(e.l2 < 20.0 * o.h);
            }
            assert_true(e.turn < 1e-13);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(geometry_and_its_derivative_agree),
        TEST(an_ideal_guide_is_followed_with_the_order_of_the_scheme),
        TEST(projection_keeps_constraints_at_rounding),
        TEST(impacts_in_the_guide_are_followed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
