/* How exactly located points are known: problems in random coordinates and units whose points are known in
 * closed form. Where all derivatives are given, each is exact to 12 digits of the typical sizes and more. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/singular.h>

enum { CASES = 100, STATES = 4 };

/* An equation for z and two parameters, with its derivatives. */
typedef void equation(double z, double la, double ka, double *e);
enum { E, E_Z, E_LA, E_KA, E_ZZ, E_ZLA, E_LALA, PARTS };

/* z = turn x / unit, the other states follow it: z_j = tie_j sin z. la and ka have units, too. */
typedef struct coordinates {
    equation *e;
    double unit, la_unit, ka_unit;
    double tie[STATES], turn[STATES][STATES];
} coordinates;

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const coordinates *k = data;
    double z[STATES] = {0.0}, e[PARTS] = {0.0};
    for (int i = 0; i < STATES; i++) {
        for (int j = 0; j < STATES; j++) {
            z[i] += k->turn[i][j] * u[j] / k->unit;
        }
    }
    k->e(z[0], u[STATES] / k->la_unit, u[STATES + 1] / k->ka_unit, e);
    y[0] = e[E];
    for (int i = 1; i < STATES; i++) {
        y[i] = z[i] - k->tie[i] * sin(z[0]);
    }
    return 0;
}

static double first(const coordinates *k, const double *u)
{
    double z = 0.0;
    for (int j = 0; j < STATES; j++) {
        z += k->turn[0][j] * u[j] / k->unit;
    }
    return z;
}

static int slopes(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    const coordinates *k = data;
    const double z = first(k, u);
    double e[PARTS] = {0.0};
    k->e(z, u[STATES] / k->la_unit, u[STATES + 1] / k->ka_unit, e);
    for (int j = 0; j < STATES; j++) {
        values[m * j] = e[E_Z] * k->turn[0][j] / k->unit;
        for (int i = 1; i < STATES; i++) {
            values[i + m * j] = (k->turn[i][j] - k->tie[i] * cos(z) * k->turn[0][j]) / k->unit;
        }
    }
    values[m * STATES] = e[E_LA] / k->la_unit;
    values[m * (STATES + 1)] = e[E_KA] / k->ka_unit;
    return 0;
}

static int bends(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    (void)m;
    const coordinates *k = data;
    const double z = first(k, u);
    double e[PARTS] = {0.0};
    k->e(z, u[STATES] / k->la_unit, u[STATES + 1] / k->ka_unit, e);
    double bend = lambda[0] * e[E_ZZ];
    for (int i = 1; i < STATES; i++) {
        bend += lambda[i] * k->tie[i] * sin(z);
    }
    for (int j = 0; j < STATES; j++) {
        const double z_j = k->turn[0][j] / k->unit;
        for (int i = 0; i < STATES; i++) {
            values[i + n * j] = bend * z_j * k->turn[0][i] / k->unit;
        }
        values[STATES + n * j] = values[j + n * STATES] = lambda[0] * e[E_ZLA] * z_j / k->la_unit;
    }
    values[STATES + n * STATES] = lambda[0] * e[E_LALA] / (k->la_unit * k->la_unit);
    return 0;
}

static coordinates draw(equation *e, uint64_t *seed)
{
    coordinates k = {.e = e};
    k.unit = pow(10.0, 4.0 * random_signed(seed));
    k.la_unit = pow(10.0, 4.0 * random_signed(seed));
    k.ka_unit = pow(10.0, 4.0 * random_signed(seed));
    for (int i = 0; i < STATES; i++) {
        k.tie[i] = random_signed(seed);
        for (int j = 0; j < STATES; j++) {
            k.turn[i][j] = (i == j) + 0.15 * random_signed(seed);
        }
    }
    return k;
}

/* The states where z is this, by relaxation: the matrix is nearly that of one. */
static void states(const coordinates *k, double z, double *u)
{
    memset(u, 0, STATES * sizeof *u);
    for (int pass = 0; pass < 400; pass++) {
        for (int i = 0; i < STATES; i++) {
            double rest = i == 0 ? z : k->tie[i] * sin(z);
            for (int j = 0; j < STATES; j++) {
                rest -= j == i ? 0.0 : k->turn[i][j] * u[j] / k->unit;
            }
            u[i] = k->unit * rest / k->turn[i][i];
        }
    }
}

static rdg_problem *problem(rdg_context *ctx, coordinates *k, double z, double la, double ka)
{
    const rdg_index all[STATES] = {0, 1, 2, 3};
    double u[STATES], row[STATES];
    states(k, z, u);
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "x", STATES, u);
    rdg_add_variables(p, "la", 1, (double[]){la * k->la_unit});
    rdg_add_variables(p, "ka", 1, (double[]){ka * k->ka_unit});
    rdg_set_typical(p, "x", k->unit, false);
    rdg_set_typical(p, "la", k->la_unit, false);
    rdg_set_typical(p, "ka", k->ka_unit, false);
    rdg_add_zero(
        p,
        &(rdg_function){
            .name = "f", .n = STATES + 2, .m = STATES, .f = value, .df = slopes, .d2f = bends, .data = k},
        RDG_ALL);
    rdg_add_parameter(p, "la", "la", 0);
    rdg_add_parameter(p, "ka", "ka", 0);
    for (int j = 0; j < STATES; j++) {
        row[j] = k->turn[0][j] / k->unit;
    }
    rdg_add_linear_monitor(p, "z", 1, STATES, all, row, NULL, (const char *const[]){"z"}, RDG_ACTIVE);
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

/* A point of a type is where z, la and ka have these values. */
static void check(const coordinates *k, const harvest *h, const char *type, double z, double la, double ka)
{
    double u[STATES];
    double least = HUGE_VAL;
    states(k, z, u);
    for (size_t i = 0; i < harvest_count(h, type); i++) {
        const harvested *c = harvest_nth(h, type, i);
        double most = fmax(fabs(c->u[STATES] / k->la_unit - la), fabs(c->u[STATES + 1] / k->ka_unit - ka));
        for (int j = 0; j < STATES; j++) {
            most = fmax(most, fabs(c->u[j] - u[j]) / k->unit);
        }
        least = fmin(least, most);
    }
    if (!(least <= 1e-12)) {
        print_error("%s at z = %g, la = %g, ka = %g: off by %g\n", type, z, la, ka, least);
        fail();
    }
}

/* la = 2 z^3 / 3 - (p + q) z^2 + 2 p q z, with folds at p and q */
static double fold_at[2];

static double cubic(double z)
{
    return z * (2.0 * z * z / 3.0 - (fold_at[0] + fold_at[1]) * z + 2.0 * fold_at[0] * fold_at[1]);
}

static void cubic_equation(double z, double la, double ka, double *e)
{
    (void)ka;
    e[E] = cubic(z) - la;
    e[E_Z] = 2.0 * (z - fold_at[0]) * (z - fold_at[1]);
    e[E_LA] = -1.0;
    e[E_ZZ] = 2.0 * (2.0 * z - fold_at[0] - fold_at[1]);
}

static void folds_values_bounds_and_maxima_are_exact(void **state)
{
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        coordinates k = draw(cubic_equation, &seed);
        fold_at[0] = -0.7 + 0.4 * random_signed(&seed);
        fold_at[1] = 0.7 + 0.4 * random_signed(&seed);
        const double start = -1.5, end = 1.6, value_at = 0.2 * random_signed(&seed), other = 1.4;
        harvest h = {0};
        rdg_problem *p = problem(*state, &k, start, cubic(start), 0.0);
        assert_ok(*state, rdg_continue(p, "cubic", RDG_RELEASE("la"), RDG_WINDOW("z", start, end),
                                       RDG_UZ("z", value_at), RDG_EVENT("ZZ", "la", cubic(other) * k.la_unit),
                                       HARVEST_ONLY(&h)));
        check(&k, &h, "FP", fold_at[0], cubic(fold_at[0]), 0.0);
        check(&k, &h, "FP", fold_at[1], cubic(fold_at[1]), 0.0);
        check(&k, &h, "EP", end, cubic(end), 0.0);
        check(&k, &h, "UZ", value_at, cubic(value_at), 0.0);
        check(&k, &h, "ZZ", other, cubic(other), 0.0);
        assert_int_equal(h.summary.folds, 2);
        harvest_clear(&h);
        assert_ok(*state, rdg_continue(p, "maxima", RDG_RELEASE("z"), RDG_RELEASE("la"), RDG_MAXIMA("la"),
                                       RDG_WINDOW("z", start, end), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "PM"), 1);
        check(&k, &h, "PM", fold_at[0], cubic(fold_at[0]), 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* Two curves that cross where la is 0: z = sin(la) / 2 and z = sin(la) / 2 + c la + la^2 / 4. */
static double crossing_slope;

static void crossing_equation(double z, double la, double ka, double *e)
{
    (void)ka;
    const double a = z - 0.5 * sin(la), b = a - crossing_slope * la - 0.25 * la * la;
    const double da = -0.5 * cos(la), db = da - crossing_slope - 0.5 * la;
    e[E] = a * b;
    e[E_Z] = a + b;
    e[E_LA] = da * b + a * db;
    e[E_ZZ] = 2.0;
    e[E_ZLA] = da + db;
    e[E_LALA] = 0.5 * sin(la) * (a + b) + 2.0 * da * db - 0.5 * a;
}

static void branch_points_are_exact(void **state)
{
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        coordinates k = draw(crossing_equation, &seed);
        const double start = -0.6 + 0.1 * random_signed(&seed);
        crossing_slope = (i % 2 ? 1.0 : -1.0) * (1.0 + 0.5 * random_signed(&seed));
        harvest h = {0};
        rdg_problem *p = problem(*state, &k, 0.5 * sin(start), start, 0.0);
        assert_ok(*state,
                  rdg_continue(p, "crossing", RDG_RELEASE("la"),
                               RDG_WINDOW("la", start * k.la_unit, 0.5 * k.la_unit), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "BP"), 1);
        check(&k, &h, "BP", 0.0, 0.0, 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

/* ka = (z - c) (la - (z - c)^2): folds at la = 3 (z - c)^2, a cusp where all vanish */
static double cusp_at;

static void cusp_equation(double z, double la, double ka, double *e)
{
    const double d = z - cusp_at;
    e[E] = ka - d * (la - d * d);
    e[E_Z] = 3.0 * d * d - la;
    e[E_LA] = -d;
    e[E_KA] = 1.0;
    e[E_ZZ] = 6.0 * d;
    e[E_ZLA] = -1.0;
}

static void cusps_are_exact(void **state)
{
    uint64_t seed = 3;
    for (int i = 0; i < 4 * CASES;
         i++) { /* one in 600 lies beside a place where a null vector changes sides */
        coordinates k = draw(cusp_equation, &seed);
        cusp_at = random_signed(&seed);
        const double d = 0.5 + 0.2 * random_signed(&seed);
        harvest h = {0};
        rdg_problem *p = problem(*state, &k, cusp_at + d, 3.0 * d * d, 2.0 * d * d * d);
        assert_ok(*state, rdg_add_fold(p, "fold", i % 2 ? "ka" : "la", NULL));
        assert_ok(*state,
                  rdg_continue(p, "folds", RDG_HOLD_AT("fold", 0.0), RDG_RELEASE("ka"), RDG_RELEASE("la"),
                               RDG_WINDOW("z", cusp_at - 0.8, cusp_at + 0.8), HARVEST_ONLY(&h)));
        assert_int_equal(harvest_count(&h, "CP"), 1);
        check(&k, &h, "CP", cusp_at, 0.0, 0.0);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(folds_values_bounds_and_maxima_are_exact),
                                       SCRATCH_TEST(branch_points_are_exact), SCRATCH_TEST(cusps_are_exact)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
