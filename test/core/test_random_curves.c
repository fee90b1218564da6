/* Random polynomial curves whose folds and branch points are known from their factors: all are found, none
 * invented.
 *
 * (x - d) (mu - a1 - b1 (x - c1)^2) (mu - a2 - b2 (x - c2)^2) = 0 within |mu| <= 5: a line and two parabolas.
 */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

#include <ridgewalk/diagram.h>

enum { CURVES = 200, MOST = 8 };

static const double window = 5.0;

typedef struct product {
    double d, a[2], b[2], c[2];
} product;

/* Branches that cross at a few degrees need steps that turn by less. */
#define FINE RDG_ANGLE(2), RDG_STEP(0.02, 1e-7, 0.1), RDG_MAX_POINTS(2000)

typedef struct points {
    int count;
    double x[MOST], mu[MOST];
} points;

static double parabola(const product *k, int i, double x)
{
    return k->a[i] + k->b[i] * (x - k->c[i]) * (x - k->c[i]);
}

static int value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const product *k = data;
    y[0] = (u[0] - k->d) * (u[1] - parabola(k, 0, u[0])) * (u[1] - parabola(k, 1, u[0]));
    return 0;
}

static int gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const product *k = data;
    const double f[3] = {u[0] - k->d, u[1] - parabola(k, 0, u[0]), u[1] - parabola(k, 1, u[0])};
    const double dx[3] = {1.0, -2.0 * k->b[0] * (u[0] - k->c[0]), -2.0 * k->b[1] * (u[0] - k->c[1])};
    values[0] = dx[0] * f[1] * f[2] + f[0] * dx[1] * f[2] + f[0] * f[1] * dx[2];
    values[1] = f[0] * f[2] + f[0] * f[1];
    return 0;
}

static void add(points *p, double x, double mu)
{
    if (fabs(mu) < window) {
        p->x[p->count] = x;
        p->mu[p->count++] = mu;
    }
}

/* Where the parabolas meet. */
static void add_meetings(const product *k, points *p)
{
    const double A = k->b[0] - k->b[1];
    const double B = -2.0 * (k->b[0] * k->c[0] - k->b[1] * k->c[1]);
    const double C = k->a[0] - k->a[1] + k->b[0] * k->c[0] * k->c[0] - k->b[1] * k->c[1] * k->c[1];
    const double root = B * B - 4.0 * A * C;
    for (int side = -1; root > 0.0 && side <= 1; side += 2) {
        const double x = (-B + side * sqrt(root)) / (2.0 * A);
        add(p, x, parabola(k, 0, x));
    }
}

/* All special points far enough apart, and from the window, to be told apart? */
static bool is_clear(const product *k, const points *branch, const points *fold)
{
    double x[2 * MOST], mu[2 * MOST];
    int count = 0;
    for (int i = 0; i < branch->count; i++, count++) {
        x[count] = branch->x[i];
        mu[count] = branch->mu[i];
    }
    for (int i = 0; i < fold->count; i++, count++) {
        x[count] = fold->x[i];
        mu[count] = fold->mu[i];
    }
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (hypot(x[i] - x[j], mu[i] - mu[j]) < 0.1) {
                return false;
            }
        }
        if (fabs(fabs(mu[i]) - window) < 0.1) {
            return false;
        }
    }
    const double slopes = fabs(k->b[0] - k->b[1]);
    return slopes > 0.1 && fabs(k->b[0]) > 0.1 && fabs(k->b[1]) > 0.1;
}

/* Draw until the points are clear and everything hangs together: the line meets both parabolas in the window.
 */
static void draw(uint64_t *seed, product *k, points *branch, points *fold)
{
    do {
        k->d = random_signed(seed);
        for (int i = 0; i < 2; i++) {
            k->a[i] = 3.0 * random_signed(seed);
            k->b[i] = 1.5 * random_signed(seed);
            k->c[i] = 1.5 * random_signed(seed);
        }
        *branch = *fold = (points){.count = 0};
        for (int i = 0; i < 2; i++) {
            add(branch, k->d, parabola(k, i, k->d));
            add(fold, k->c[i], k->a[i]);
        }
        const bool connected = branch->count == 2;
        add_meetings(k, branch);
        if (connected && is_clear(k, branch, fold)) {
            return;
        }
    } while (true);
}

/* Each point of a type that was met is one of those expected, and each of those was met. */
static void check(const harvest *h, const char *type, const points *expected, int curve)
{
    bool met[MOST] = {false};
    for (size_t i = 0; i < h->count; i++) {
        if (strcmp(h->chart[i].type, type) != 0) {
            continue;
        }
        bool known = false;
        for (int j = 0; j < expected->count; j++) {
            if (hypot(h->chart[i].u[0] - expected->x[j], h->chart[i].u[1] - expected->mu[j]) < 1e-7) {
                known = met[j] = true;
            }
        }
        if (!known) {
            print_error("curve %d: %s at x = %.9g, mu = %.9g is none\n", curve, type, h->chart[i].u[0],
                        h->chart[i].u[1]);
            fail();
        }
    }
    for (int j = 0; j < expected->count; j++) {
        if (!met[j]) {
            print_error("curve %d: %s at x = %.9g, mu = %.9g was missed\n", curve, type, expected->x[j],
                        expected->mu[j]);
            fail();
        }
    }
}

static void all_folds_and_branch_points_of_200_curves_are_found(void **state)
{
    uint64_t seed = 2026;
    for (int curve = 0; curve < CURVES; curve++) {
        product k;
        points branch, fold;
        harvest h = {0};
        rdg_index n_runs = 0;
        draw(&seed, &k, &branch, &fold);
        rdg_problem *p = rdg_problem_create(*state);
        rdg_add_variables(p, "x", 1, &k.d);
        rdg_add_variables(p, "mu", 1, (double[]){-window});
        rdg_add_zero(p, &(rdg_function){.name = "f", .n = 2, .m = 1, .f = value, .df = gradient, .data = &k},
                     RDG_ALL);
        rdg_add_parameter(p, "mu", "mu", 0);
        assert_ok(*state, rdg_diagram(p, "curve", 20, &n_runs, RDG_RELEASE("mu"),
                                      RDG_WINDOW("mu", -window, window), FINE, HARVEST_ONLY(&h)));
        if (n_runs != 3) {
            print_error("curve %d: %lld branches, not 3\n", curve, (long long)n_runs);
            fail();
        }
        check(&h, "BP", &branch, curve);
        check(&h, "FP", &fold, curve);
        harvest_clear(&h);
        rdg_problem_free(p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(all_folds_and_branch_points_of_200_curves_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
