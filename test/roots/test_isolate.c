/* All zeros of functions that are enclosed part by part. */
#include "isolate_impl.h"
#include "support.h"

enum { DEGREE = 6, MOST = 20, SAMPLES = 200 };

/* ((s - at)^2 - gap) (1 + .3 sin(speed s)) (s - third): zeros at +-sqrt(gap), if gap >= 0, and at third */
typedef struct pair_of_zeros {
    double at, gap, third, speed;
    int calls, fails_at; /* enclosures so far; 0: none fails */
} pair_of_zeros;

static double value_of(const pair_of_zeros *f, double s)
{
    return ((s - f->at) * (s - f->at) - f->gap) * (1 + 0.3 * sin(f->speed * s)) * (s - f->third);
}

static double slope_of(const pair_of_zeros *f, double s)
{
    const double a = (s - f->at) * (s - f->at) - f->gap, b = 1 + 0.3 * sin(f->speed * s), c = s - f->third;
    return 2 * (s - f->at) * b * c + a * 0.3 * f->speed * cos(f->speed * s) * c + a * b;
}

/* Value and slope of the polynomial are off by no more than the enclosure says. */
static int enclose(double low, double high, rdg_enclosure *e, void *data)
{
    pair_of_zeros *f = data;
    if (++f->calls == f->fails_at) {
        return 7;
    }
    double v[DEGREE + 1], off = 0;
    for (int i = 0; i <= DEGREE; i++) {
        const double x = 0.5 * (1 - cos(3.14159265358979323846 * i / DEGREE));
        v[i] = value_of(f, i == DEGREE ? high : low + x * (high - low));
    }
    *e = (rdg_enclosure){.p = rdg_polynomial_through(DEGREE, v), .low = low, .high = high, .rounding = 1e-15};
    const rdg_polynomial slope = rdg_polynomial_derivative(&e->p);
    for (int i = 0; i <= SAMPLES; i++) {
        const double x = (double)i / SAMPLES, y = 1 - 2 * x, s = low + x * (high - low);
        const double d = fabs(value_of(f, s) - rdg_polynomial_at(&e->p, x));
        off = i > 0 && i < SAMPLES ? fmax(off, d / (1 - y * y * y * y)) : off;
        const double turned = fabs(slope_of(f, s) * (high - low) - rdg_polynomial_at(&slope, x));
        off = fmax(off, turned / (i > 0 && i < SAMPLES ? 12 : 8));
    }
    e->error = 1.1 * off;
    return 0;
}

static int isolate(pair_of_zeros *f, rdg_enclosed_root *roots)
{
    rdg_root_search search = {.enclose = enclose, .data = f, .least = 1e-7, .most = MOST, .roots = roots};
    assert_int_equal(rdg_isolate(&search, -1, 1), 0);
    assert_false(search.is_full);
    return search.count;
}

/* Pairs 1e-1 to 1e-6 apart, double zeros, and none: each is told, or said not to be resolved. */
static void pairs_are_found(void **state)
{
    (void)state;
    uint64_t seed = 31;
    int resolved = 0, calls = 0;
    for (int trial = 0; trial < 3000; trial++) {
        const int kind = trial % 3;
        const double d = pow(10, -3.5 + 2.5 * random_signed(&seed));
        pair_of_zeros f = {.at = 0.8 * random_signed(&seed),
                           .gap = kind == 0 ? d * d : (kind == 1 ? -d * d : 0),
                           .third = 1.5 * random_signed(&seed),
                           .speed = 8 * random_signed(&seed)};
        if (fabs(f.third - f.at) < 0.05) {
            continue;
        }
        rdg_enclosed_root roots[MOST];
        const int n = isolate(&f, roots);
        double zero[3] = {f.third, f.at - d, f.at + d};
        const int zeros = kind == 0 ? 3 : 1;
        int in_all = 0, left_open = 0;
        for (int j = 0; j < n; j++) {
            int inside = 0;
            for (int i = 0; i < zeros; i++) {
                inside += zero[i] >= roots[j].low - 1e-13 && zero[i] <= roots[j].high + 1e-13;
            }
            in_all += inside;
            assert_true(!roots[j].is_resolved || inside == 1);
            left_open += !roots[j].is_resolved;
            assert_true(roots[j].is_resolved || fabs(value_of(&f, roots[j].at)) < 1e-12);
        }
        for (int i = 0; i < zeros; i++) {
            in_all -= fabs(zero[i]) <= 1;
        }
        assert_int_equal(in_all, 0);
        assert_true(kind != 2 || left_open == 1);
        resolved += left_open == 0;
        calls += f.calls;
    }
    assert_in_range(resolved, 1700, 2000);
    assert_in_range(calls, 3000, 30000);
}

/* A zero at a place where parts meet is one zero, and those at the ends are there. */
static void zeros_at_divisions_are_single(void **state)
{
    (void)state;
    for (int i = -9; i <= 9; i++) {
        pair_of_zeros f = {.at = 0.1 * i, .gap = -0.04, .third = 0.1 * i, .speed = 7};
        rdg_enclosed_root roots[MOST];
        assert_int_equal(isolate(&f, roots), 1);
        assert_true(roots[0].is_resolved);
        assert_true(roots[0].low <= 0.1 * i && roots[0].high >= 0.1 * i);
    }
    pair_of_zeros f = {.at = 0, .gap = 1, .third = 0, .speed = 0.1};
    rdg_enclosed_root roots[MOST];
    assert_int_equal(isolate(&f, roots), 3);
    assert_true(roots[0].low == -1 && roots[0].high == -1 && roots[0].is_resolved);
    assert_true(roots[2].low == 1 && roots[2].high == 1 && roots[2].is_resolved);
}

/* A whole that tells nothing, and what its halves tell. */
typedef struct halves {
    rdg_enclosure half[2];
} halves;

static int enclose_half(double low, double high, rdg_enclosure *e, void *data)
{
    const halves *h = data;
    *e = high - low == 2 ? (rdg_enclosure){.p = {.degree = 0}, .error = 1} : h->half[low == 0];
    e->low = low;
    e->high = high;
    return 0;
}

/* Both halves of [-1, 1] are straight lines, which meet at a value that is rounding for some of them. */
static void values_at_divisions_are_judged_from_both_sides(void **state)
{
    (void)state;
    const double v = 1e-14, small = 1e-15, large = 1e-13;
    const struct {
        double first, at, last, rounding[2];
        int count;
        bool is_resolved;
    } cases[] = {
        {-1, 0, 1, {small, small}, 1, true},   {-1, 0, -1, {small, small}, 1, false},
        {1, v, 1, {large, small}, 0, true},    {1, v, 1, {small, large}, 0, true},
        {-1, v, 1, {large, small}, 1, true},   {-1, -v, 1, {small, large}, 1, true},
        {-1, v, 1, {small, large}, 1, true},   {-1, -v, 1, {large, small}, 1, true},
        {1, v, 1, {large, large}, 1, false},   {-1, v, 1, {large, large}, 1, true},
        {-1, v, -1, {large, large}, 1, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        halves h = {{{.p = {1, {cases[i].first, cases[i].at}}, .rounding = cases[i].rounding[0]},
                     {.p = {1, {cases[i].at, cases[i].last}}, .rounding = cases[i].rounding[1]}}};
        rdg_enclosed_root roots[MOST];
        rdg_root_search search = {
            .enclose = enclose_half, .data = &h, .least = 1e-7, .most = MOST, .roots = roots};
        assert_int_equal(rdg_isolate(&search, -1, 1), 0);
        assert_int_equal(search.count, cases[i].count);
        assert_true(search.count == 0 || roots[0].is_resolved == cases[i].is_resolved);
    }
    /* two zeros on both sides, nearer to the division than their parts are wide */
    halves two = {{{.p = {1, {-20, 2e-14}}, .error = 1, .rounding = small},
                   {.p = {1, {2e-14, -20}}, .error = 1, .rounding = small}}};
    rdg_enclosed_root roots[MOST];
    rdg_root_search search = {
        .enclose = enclose_half, .data = &two, .least = 1e-7, .most = MOST, .roots = roots};
    for (int i = 0; i < 3; i++) { /* the value between them has a sign for both halves, or for one */
        two.half[0].rounding = i == 1 ? large : small;
        two.half[1].rounding = i == 2 ? large : small;
        assert_int_equal(rdg_isolate(&search, -1, 1), 0);
        assert_int_equal(search.count, 2);
        assert_true(roots[0].is_resolved && roots[1].is_resolved);
    }
    /* at the end of the whole a value of rounding is a zero, whatever its sign is */
    halves end = {{{.p = {1, {v, 1}}, .rounding = large}, {.p = {1, {1, v}}, .rounding = large}}};
    search.data = &end;
    assert_int_equal(rdg_isolate(&search, -1, 1), 0);
    assert_int_equal(search.count, 2);
}

static void failures_and_lack_of_capacity_are_said(void **state)
{
    (void)state;
    rdg_enclosed_root roots[2];
    pair_of_zeros f = {.at = 0.1, .gap = 1e-4, .third = 0.5, .speed = 3, .fails_at = 2};
    rdg_root_search search = {.enclose = enclose, .data = &f, .least = 1e-7, .most = 2, .roots = roots};
    assert_int_equal(rdg_isolate(&search, -1, 1), 7);
    f.fails_at = 0;
    assert_int_equal(rdg_isolate(&search, -1, 1), 0);
    assert_true(search.is_full && search.count == 2 && !roots[1].is_resolved);
    assert_true(roots[1].low < 0.11 && roots[1].high > 0.49);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(pairs_are_found),
                                       cmocka_unit_test(zeros_at_divisions_are_single),
                                       cmocka_unit_test(values_at_divisions_are_judged_from_both_sides),
                                       cmocka_unit_test(failures_and_lack_of_capacity_are_said)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
