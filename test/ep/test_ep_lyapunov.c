/* The first Lyapunov coefficient, Hopf curves and their special points, where all is known in closed form. */
#define _XOPEN_SOURCE 700

#include "polynomial.h"

static void set_quadratic(polynomial *k, int i, int j, int a, double value)
{
    k->Q[i][j][a] = k->Q[i][a][j] = value;
}

static void set_cubic(polynomial *k, int i, int j, int a, int c, double value)
{
    const int order[6][3] = {{j, a, c}, {j, c, a}, {a, j, c}, {a, c, j}, {c, j, a}, {c, a, j}};
    for (int q = 0; q < 6; q++) {
        k->C[i][order[q][0]][order[q][1]][order[q][2]] = value;
    }
}

/* A rotation with random nonlinear terms, coupled with a stable state whose centre manifold is kappa/d r^2.
 * Returns the coefficient a of r' = a r^3: that of Guckenheimer and Holmes (1983), eq. 3.4.11, and what the
 * coupling adds. */
static double make_planar(polynomial *k, double omega, uint64_t *seed)
{
    double fq[2][3], fc[2][4]; /* of f and g: xx, xy, yy; xxx, xxy, xyy, yyy */
    *k = (polynomial){.b = {0.0}};
    k->A[0][0][1] = -omega;
    k->A[0][1][0] = omega;
    for (int i = 0; i < 2; i++) {
        for (int e = 0; e < 3; e++) {
            fq[i][e] = random_signed(seed);
            set_quadratic(k, i, e > 1, e > 0, fq[i][e]);
        }
        for (int e = 0; e < 4; e++) {
            fc[i][e] = random_signed(seed);
            set_cubic(k, i, e > 2, e > 1, e > 0, fc[i][e]);
        }
    }
    double a = (fc[0][0] + fc[0][2] + fc[1][1] + fc[1][3]) / 16.0;
    a += (fq[0][1] * (fq[0][0] + fq[0][2]) - fq[1][1] * (fq[1][0] + fq[1][2]) - fq[0][0] * fq[1][0] +
          fq[0][2] * fq[1][2]) /
         (16.0 * omega);
    for (int z = 2; z < STATES; z++) {
        const double rate = 0.5 + fabs(random_signed(seed));
        const double kappa = random_signed(seed);
        const double back = random_signed(seed);
        k->A[0][z][z] = -rate;
        set_quadratic(k, z, 0, 0, 2.0 * kappa);
        set_quadratic(k, z, 1, 1, 2.0 * kappa);
        set_quadratic(k, 0, 0, z, back);
        set_quadratic(k, 1, 1, z, back);
        a += back * kappa / rate;
    }
    return a;
}

static void l1_agrees_with_the_planar_formula_and_the_centre_manifold(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 7;
    for (int trial = 0; trial < 200; trial++) {
        polynomial k;
        double S[STATES][STATES];
        const double omega = 0.7 + 0.5 * random_signed(&seed);
        const double a = make_planar(&k, omega, &seed);
        random_coordinates(S, &seed);
        polynomial_transform(&k, S);
        double square = 0.0; /* of the eigenvector S (1, -i), which Kuznetsov takes of length 1 */
        for (int i = 0; i < STATES; i++) {
            square += S[i][0] * S[i][0] + S[i][1] * S[i][1];
        }
        const rdg_ep field = polynomial_field(&k, trial % 2 == 0);
        rdg_problem *p = rdg_ep_problem(ctx, &field);
        double l1 = 0.0;
        assert_ok(ctx, rdg_parameter_value(p, "l1", rdg_start_values(p), &l1));
        assert_near(l1, 4.0 * a / (omega * square), trial % 2 == 0 ? 1e-9 : 1e-6, 1e-9);
        rdg_problem_free(p);
    }
}

/* Bogdanov's normal form x' = y, y' = b1 + b2 x + x^2 + s x y: Hopf points at x = 0, b1 = 0, b2 = -omega^2
 * with l1 = s / (2 omega^3 (1 + omega^2)), neutral saddles for b2 > 0, folds at 4 b1 = b2^2. */
static int bogdanov(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const double s = *(const double *)data;
    y[0] = u[1];
    y[1] = u[2] + u[3] * u[0] + u[0] * u[0] + s * u[0] * u[1];
    return 0;
}

static int bogdanov_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const double s = *(const double *)data;
    const double J[2][4] = {{0.0, 1.0, 0.0, 0.0}, {u[3] + 2.0 * u[0] + s * u[1], s * u[0], 1.0, u[0]}};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 4; j++) {
            values[i + m * j] = J[i][j];
        }
    }
    return 0;
}

static rdg_ep bogdanov_field(double *s, const double *p)
{
    static const char *const names[] = {"b1", "b2"};
    return (rdg_ep){
        .n = 2, .n_parameters = 2, .parameters = names, .p = p, .f = bogdanov, .df = bogdanov_df, .data = s};
}

static void a_hopf_curve_turns_into_neutral_saddles_without_ado(void **state)
{
    rdg_context *ctx = *state;
    for (int trial = 0; trial < 2; trial++) {
        double s = trial ? -1.0 : 1.0;
        harvest h = {0}, folds = {0};
        const rdg_ep field = bogdanov_field(&s, (double[]){0.0, -1.0});
        rdg_problem *p = rdg_ep_problem(ctx, &field);
        scratch_said[0] = '\0';
        assert_ok(ctx, rdg_continue(p, "hopf", RDG_HOLD_AT("hopf", 0), RDG_RELEASE("b2"), RDG_RELEASE("b1"),
                                    RDG_WINDOW("b2", -2, 1), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "BTP"), 1);
        assert_int_equal(harvest_count(&h, "GH"), 0);
        assert_null(strstr(scratch_said, "warning"));
        const harvested *bt = harvest_nth(&h, "BTP", 0);
        assert_near(harvest_mu(&h, bt, "b1"), 0.0, 0.0, 1e-10);
        assert_near(harvest_mu(&h, bt, "b2"), 0.0, 0.0, 1e-10);
        for (size_t k = 0; k < h.count; k++) {
            const harvested *c = &h.chart[k];
            const double b2 = harvest_mu(&h, c, "b2");
            const double omega = sqrt(fmax(-b2, 0.0));
            if (omega > 0.1) {
                const double l1 = s / (2.0 * pow(omega, 3.0) * (1.0 - b2));
                assert_near(harvest_mu(&h, c, "l1"), l1, 1e-6, 0.0);
                assert_near(harvest_mu(&h, c, "omega2"), -b2, 1e-9, 0.0);
            } else if (b2 > -1e-13) {
                assert_near(harvest_mu(&h, c, "l1"), 0.0, 0.0, 0.0);
            }
        }
        /* the fold curve has the same point */
        rdg_start_values(p)[0] = 0.5;
        rdg_start_values(p)[2] = 0.25;
        assert_ok(ctx, rdg_add_fold(p, "fold", "b1", NULL));
        assert_ok(ctx, rdg_continue(p, "folds", RDG_HOLD_AT("fold", 0), RDG_RELEASE("b2"), RDG_RELEASE("b1"),
                                    RDG_WINDOW("b2", -1.5, 1), HARVEST_ONLY(&folds)));
        assert_int_equal(harvest_count(&folds, "BTP"), 1);
        assert_near(harvest_mu(&folds, harvest_nth(&folds, "BTP", 0), "b2"), 0.0, 0.0, 1e-8);
        harvest_clear(&h);
        harvest_clear(&folds);
        rdg_problem_free(p);
    }
}

/* A branch with charts all about a supercritical Hopf point: nothing but the point is found. */
static void a_branch_through_a_supercritical_hopf_point_says_nothing(void **state)
{
    rdg_context *ctx = *state;
    double s = -1.0;
    harvest h = {0};
    const rdg_ep field = bogdanov_field(&s, (double[]){-0.01, -1.0});
    rdg_problem *p = rdg_ep_problem(ctx, &field);
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("b1"), RDG_WINDOW("b1", -0.01, 0.01),
                                RDG_STEP(2e-4, 1e-6, 2e-4), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "HB"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "HB", 0), "l1"), -0.25, 1e-6, 0.0);
    assert_near(harvest_mu(&h, harvest_nth(&h, "HB", 0), "b1"), 0.0, 0.0, 1e-10);
    for (size_t k = 0; k < h.count; k++) {
        const harvested *c = &h.chart[k];
        assert_true(!*c->type || strcmp(c->type, "HB") == 0 || strcmp(c->type, "EP") == 0);
        if (strcmp(c->type, "HB") != 0) { /* s x is the sum of both eigenvalues */
            assert_near(harvest_mu(&h, c, "unstable"), s * c->u[0] > 0.0 ? 2.0 : 0.0, 0.0, 0.0);
        }
    }
    assert_null(strstr(scratch_said, "warning"));
    harvest_clear(&h);
}

/* Bautin's normal form z' = (b1 + i) z + b2 z |z|^2 - z |z|^4: l1 = 2 b2, a generalised Hopf point at (0, 0).
 */
static int bautin(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    const double square = u[0] * u[0] + u[1] * u[1];
    const double growth = u[2] + u[3] * square - square * square;
    y[0] = growth * u[0] - u[1];
    y[1] = growth * u[1] + u[0];
    return 0;
}

static void bautins_normal_form_has_its_generalised_hopf_point(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    const rdg_ep field = {.n = 2,
                          .n_parameters = 2,
                          .parameters = (const char *const[]){"b1", "b2"},
                          .p = (const double[]){0.0, 0.31},
                          .f = bautin};
    rdg_problem *p = rdg_ep_problem(ctx, &field);
    assert_ok(ctx, rdg_continue(p, "hopf", RDG_HOLD_AT("hopf", 0), RDG_RELEASE("b2"), RDG_RELEASE("b1"),
                                RDG_WINDOW("b2", -1, 1), HARVEST_ONLY(&h)));
    assert_int_equal(harvest_count(&h, "GH"), 1);
    assert_int_equal(harvest_count(&h, "BTP"), 0);
    assert_near(harvest_mu(&h, harvest_nth(&h, "GH", 0), "b1"), 0.0, 0.0, 1e-9);
    assert_near(harvest_mu(&h, harvest_nth(&h, "GH", 0), "b2"), 0.0, 0.0, 1e-8);
    for (size_t k = 0; k < h.count; k++) {
        assert_near(harvest_mu(&h, &h.chart[k], "l1"), 2.0 * harvest_mu(&h, &h.chart[k], "b2"), 0.0, 1e-5);
    }
    harvest_clear(&h);
}

/* z' = (b1 + i) z + 1e-7 b2 z |z|^2 + (1 + i) |z|^2: the quadratic terms, far larger, add nothing to l1 =
 * 2e-7 b2. */
static const double small = 1e-7;

static double cubic(double b2)
{
    return b2 + b2 * b2 - 0.2;
}

static int faint(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    const double square = u[0] * u[0] + u[1] * u[1], growth = u[2] + small * cubic(u[3]) * square;
    y[0] = growth * u[0] - u[1] + square;
    y[1] = growth * u[1] + u[0] + square;
    return 0;
}

static int faint_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)data;
    const double square = u[0] * u[0] + u[1] * u[1], growth = u[2] + small * cubic(u[3]) * square;
    const double by[2] = {2.0 * small * cubic(u[3]) * u[0], 2.0 * small * cubic(u[3]) * u[1]};
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            values[i + m * j] = by[j] * u[i] + (i == j ? growth : 0.0) + 2.0 * u[j];
        }
        values[i + m * 2] = u[i];
        values[i + m * 3] = small * (1.0 + 2.0 * u[3]) * square * u[i];
    }
    values[m] -= 1.0;
    values[1] += 1.0;
    return 0;
}

static int faint_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)m, (void)data;
    const double square = u[0] * u[0] + u[1] * u[1], along = lambda[0] * u[0] + lambda[1] * u[1];
    for (int i = 0; i < 2; i++) {
        for (int j = 0; j < 2; j++) {
            const double same = i == j ? 1.0 : 0.0;
            values[i + n * j] =
                2.0 * small * cubic(u[3]) * (same * along + lambda[i] * u[j] + lambda[j] * u[i]) +
                2.0 * same * (lambda[0] + lambda[1]);
        }
        values[i + n * 2] = values[2 + n * i] = lambda[i];
        values[i + n * 3] = values[3 + n * i] =
            small * (1.0 + 2.0 * u[3]) * (square * lambda[i] + 2.0 * along * u[i]);
    }
    values[3 + n * 3] = 2.0 * small * square * along;
    return 0;
}

static void generalised_hopf_points_are_met_where_much_cancels(void **state)
{
    rdg_context *ctx = *state;
    harvest h = {0};
    const rdg_ep field = {.n = 2,
                          .n_parameters = 2,
                          .parameters = (const char *const[]){"b1", "b2"},
                          .p = (const double[]){0.0, 0.31},
                          .f = faint,
                          .df = faint_df,
                          .d2f = faint_d2f};
    rdg_problem *p = rdg_ep_problem(ctx, &field);
    assert_ok(ctx, rdg_check_derivatives(p, (double[]){0.3, -0.2, 0.1, 2e6}, 1e-5));
    scratch_said[0] = '\0';
    assert_ok(ctx, rdg_continue(p, "hopf", RDG_HOLD_AT("hopf", 0), RDG_RELEASE("b2"), RDG_RELEASE("b1"),
                                RDG_WINDOW("b2", -1, 1), HARVEST_ONLY(&h)));
    assert_null(strstr(scratch_said, "warning"));
    assert_int_equal(harvest_count(&h, "GH"), 1);
    assert_near(harvest_mu(&h, harvest_nth(&h, "GH", 0), "b2"), sqrt(0.45) - 0.5, 0.0, 1e-4);
    for (size_t k = 0; k < h.count; k++) {
        const double b2 = harvest_mu(&h, &h.chart[k], "b2");
        assert_near(harvest_mu(&h, &h.chart[k], "l1"), 2.0 * small * cubic(b2), 0.0, 1e-10);
    }
    harvest_clear(&h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(l1_agrees_with_the_planar_formula_and_the_centre_manifold),
        SCRATCH_TEST(a_hopf_curve_turns_into_neutral_saddles_without_ado),
        SCRATCH_TEST(a_branch_through_a_supercritical_hopf_point_says_nothing),
        SCRATCH_TEST(bautins_normal_form_has_its_generalised_hopf_point),
        SCRATCH_TEST(generalised_hopf_points_are_met_where_much_cancels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
