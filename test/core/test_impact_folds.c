/* Frequency responses of oscillators that run against stops: folds where a stop is met, and smooth ones where
 * the response bends over. For each amplitude the two frequencies are known in closed form, and so are
 * their slopes on both sides of the kinks. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

enum { CASES = 300, STOPS = 2, MOST = 20 };

/* Force of amplitude `force`, damping, stops: behind them at gap[i] the restoring force grows by stiff[i]. */
typedef struct impacts {
    double force, damping, gap[STOPS], stiff[STOPS];
} impacts;

/* Restoring force for an amplitude over this, and its derivative on one side. */
static double stiffness(const impacts *k, double a, int side, double *slope)
{
    double sum = 1.0;
    *slope = 0.0;
    for (int i = 0; i < STOPS; i++) {
        if (a > k->gap[i] || (side > 0 && a >= k->gap[i])) {
            sum += k->stiff[i] * (1.0 - k->gap[i] / a);
            *slope += k->stiff[i] * k->gap[i] / (a * a);
        }
    }
    return sum;
}

/* (s - w^2) x + c w y = f, (s - w^2) y - c w x = 0 */
static int balance(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    const impacts *k = data;
    const double w = u[2];
    double slope = 0.0;
    const double s = stiffness(k, hypot(u[0], u[1]), 1, &slope) - w * w;
    y[0] = s * u[0] + k->damping * w * u[1] - k->force;
    y[1] = s * u[1] - k->damping * w * u[0];
    return 0;
}

static int balance_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    const impacts *k = data;
    const double w = u[2];
    const double a = hypot(u[0], u[1]);
    double slope = 0.0;
    const double s = stiffness(k, a, 1, &slope) - w * w;
    values[0] = s + slope * u[0] * u[0] / a;
    values[1] = slope * u[1] * u[0] / a - k->damping * w;
    values[2] = slope * u[0] * u[1] / a + k->damping * w;
    values[3] = s + slope * u[1] * u[1] / a;
    values[4] = -2.0 * w * u[0] + k->damping * u[1];
    values[5] = -2.0 * w * u[1] - k->damping * u[0];
    return 0;
}

/* The square of a frequency with this amplitude, below (-1) or above (1) the resonance, and its slope. */
static double frequency(const impacts *k, int flank, double a, int side, double *slope)
{
    double bend = 0.0;
    const double s = stiffness(k, a, side, &bend);
    const double c2 = k->damping * k->damping;
    const double root = sqrt(k->force * k->force / (a * a) - c2 * s + 0.25 * c2 * c2);
    *slope = bend - flank * (2.0 * k->force * k->force / (a * a * a) + c2 * bend) / (2.0 * root);
    return s - 0.5 * c2 + flank * root;
}

/* Where the folds are on both flanks. */
typedef struct folds {
    int smooth, kinked;
    double at[MOST];              /* frequencies of smooth ones, */
    double gap[MOST], kink[MOST]; /* amplitudes and frequencies on kinks */
} folds;

static double highest(const impacts *k)
{
    double low = 1e-3, high = 1e3, slope = 0.0;
    const double c2 = k->damping * k->damping;
    for (int i = 0; i < 200; i++) {
        const double a = 0.5 * (low + high);
        const double s = stiffness(k, a, 1, &slope);
        *(k->force * k->force / (a * a) - c2 * s + 0.25 * c2 * c2 > 0.0 ? &low : &high) = a;
    }
    return low;
}

/* Folds on the smooth piece between two amplitudes. */
static void look_between(const impacts *k, int flank, double from, double to, folds *f)
{
    enum { PARTS = 2000 };
    double before = 0.0, slope = 0.0;
    for (int i = 0; i <= PARTS; i++) {
        const double a = i < PARTS ? from + (to - from) * i / PARTS : to;
        frequency(k, flank, a, i == 0 ? 1 : -1, &slope);
        if (i > 0 && before * slope < 0.0) {
            double low = a - (to - from) / PARTS, high = a, middle = 0.0;
            for (int bisection = 0; bisection < 100; bisection++) {
                const double half = 0.5 * (low + high);
                frequency(k, flank, half, 1, &middle);
                *(middle * before > 0.0 ? &low : &high) = half;
            }
            f->at[f->smooth++] = sqrt(frequency(k, flank, low, 1, &middle));
        }
        before = slope;
    }
}

static folds expect(const impacts *k)
{
    folds f = {0};
    const double most = highest(k) * (1.0 - 1e-9);
    for (int flank = -1; flank <= 1; flank += 2) {
        double from = 0.05 * k->gap[0];
        for (int i = 0; i <= STOPS; i++) {
            const double to = i < STOPS ? fmin(k->gap[i], most) : most;
            look_between(k, flank, from, to, &f);
            if (i < STOPS && k->gap[i] < most) {
                double below = 0.0, above = 0.0;
                f.kink[f.kinked] = sqrt(frequency(k, flank, to, -1, &below));
                frequency(k, flank, to, 1, &above);
                f.gap[f.kinked] = to;
                f.kinked += below * above < 0.0;
            }
            from = to;
        }
    }
    return f;
}

static impacts draw(uint64_t *seed, bool stiff)
{
    impacts k = {.force = 0.1, .damping = 0.06 + 0.03 * random_signed(seed)};
    k.gap[0] = (0.4 + 0.15 * random_signed(seed)) * k.force / k.damping;
    k.gap[1] = k.gap[0] * (1.3 + 0.2 * random_signed(seed));
    k.stiff[0] = pow(10.0, 0.3 * random_signed(seed));
    if (stiff) { /* the second stop near to the peak that there is with the first one alone */
        k.gap[1] = highest(&k) * (0.95 + 0.04 * random_signed(seed));
    }
    k.stiff[1] = (stiff ? 30.0 : 3.0) * pow(10.0, 0.5 * random_signed(seed));
    return k;
}

static void follow(rdg_context *ctx, impacts *k, harvest *h)
{
    const double w = 0.4;
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "q", 2, (double[]){k->force / (1.0 - w * w), 0.0});
    rdg_add_variables(p, "w", 1, &w);
    rdg_add_zero(
        p, &(rdg_function){.name = "balance", .n = 3, .m = 2, .f = balance, .df = balance_df, .data = k},
        RDG_ALL);
    rdg_add_parameter(p, "w", "w", 0);
    assert_ok(ctx, rdg_continue(p, "response", RDG_RELEASE("w"), RDG_WINDOW("w", 0.4, 6.0), RDG_DIRECTION(1),
                                RDG_MAX_POINTS(5000), HARVEST_ONLY(h)));
    rdg_problem_free(p);
}

/* The same folds, each at its place. */
static void compare(const harvest *h, const folds *want)
{
    assert_int_equal(harvest_count(h, "FP"), want->smooth);
    assert_int_equal(harvest_count(h, "FK"), want->kinked);
    assert_int_equal(h->summary.folds, want->smooth + want->kinked);
    assert_int_equal(h->summary.kink_folds, want->kinked);
    for (int i = 0; i < want->smooth; i++) {
        double apart = 1.0;
        for (int j = 0; j < want->smooth; j++) {
            apart = fmin(apart, fabs(harvest_nth(h, "FP", (size_t)j)->u[2] - want->at[i]));
        }
        assert_near(apart, 0.0, 0.0, 1e-12 * want->at[i]);
    }
    for (int i = 0; i < want->kinked; i++) {
        double apart = 1.0;
        for (int j = 0; j < want->kinked; j++) {
            const harvested *fold = harvest_nth(h, "FK", (size_t)j);
            const double off = fabs(hypot(fold->u[0], fold->u[1]) - want->gap[i]);
            apart = fmin(apart, off - fmax(5e-9, 4.0 * fold->interval));
        }
        assert_true(apart <= 0.0);
    }
}

/* Does the frequency turn back by so little between two folds that a step does not show it? */
static bool all_but_touch(const folds *f)
{
    double least = 1.0;
    for (int i = 0; i < f->smooth; i++) {
        for (int j = 0; j < f->kinked; j++) {
            least = fmin(least, fabs(f->at[i] / f->kink[j] - 1.0));
        }
    }
    return least < 1e-5;
}

static void every_fold_of_an_impact_oscillator_is_found_once(void **state)
{
    uint64_t seed = 1;
    int two_and_two = 0;
    for (int i = 0; i < CASES; i++) {
        harvest h = {0};
        impacts k = draw(&seed, i % 2 == 1);
        const folds want = expect(&k);
        if (all_but_touch(&want)) {
            continue;
        }
        follow(*state, &k, &h);
        if (harvest_count(&h, "FP") != (size_t)want.smooth || scratch_said[0]) {
            print_error("case %d: damping %g gaps %g %g stiff %g %g: %s\n", i, k.damping, k.gap[0], k.gap[1],
                        k.stiff[0], k.stiff[1], scratch_said);
        }
        compare(&h, &want);
        assert_string_equal(scratch_said, "");
        two_and_two += want.smooth == 2 && want.kinked == 2;
        harvest_clear(&h);
    }
    assert_in_range(two_and_two, 20, CASES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(every_fold_of_an_impact_oscillator_is_found_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
