/* Random curves with dense output: x(s) and A(s) are sums of waves, a front and a kink, in variables that are
 * turned. */
#ifndef RDG_TEST_DENSE_RANDOM_H
#define RDG_TEST_DENSE_RANDOM_H

#include "dense_problems.h"
#include "scratch.h"

enum { WAVES = 3, X = 0, AMPLITUDE = 1, S = 2, PLACES_OF_A_CURVE = 1000 };

typedef struct dense_sum {
    double size[WAVES], rate[WAVES], phase[WAVES];
    double front, front_at, width, kink, kink_at;
} dense_sum;

static struct {
    rdg_index n;
    dense_sum sum[MOST_VARIABLES];
} dense_curve;

static inline double dense_between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1.0 + random_signed(seed));
}

static inline double dense_sum_at(const dense_sum *f, double s)
{
    double sum = f->front * tanh((s - f->front_at) / f->width) + f->kink * fabs(s - f->kink_at);
    for (int k = 0; k < WAVES; k++) {
        sum += f->size[k] * sin(f->rate[k] * s + f->phase[k]);
    }
    return sum;
}

static inline double dense_sum_slope(const dense_sum *f, double s)
{
    const double t = tanh((s - f->front_at) / f->width);
    double sum = f->front * (1.0 - t * t) / f->width + copysign(f->kink, f->kink * (s - f->kink_at));
    for (int k = 0; k < WAVES; k++) {
        sum += f->size[k] * f->rate[k] * cos(f->rate[k] * s + f->phase[k]);
    }
    return sum;
}

static inline int dense_sums(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[MOST_VARIABLES];
    (void)data;
    dense_variables(n, u, v);
    for (rdg_index i = 0; i < m; i++) {
        const rdg_index k = i < S ? i : i + 1;
        y[i] = v[k] - dense_sum_at(&dense_curve.sum[k], v[S]);
    }
    return 0;
}

static inline int dense_sums_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    double v[MOST_VARIABLES];
    (void)data;
    dense_variables(n, u, v);
    for (rdg_index i = 0; i < m; i++) {
        const rdg_index k = i < S ? i : i + 1;
        for (rdg_index j = 0; j < n; j++) {
            values[i + j * m] =
                dense_turn[k * n + j] - dense_sum_slope(&dense_curve.sum[k], v[S]) * dense_turn[S * n + j];
        }
    }
    return 0;
}

static inline int dense_one(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    double v[MOST_VARIABLES];
    (void)m;
    dense_variables(n, u, v);
    y[0] = v[*(const int *)data];
    return 0;
}

/* number: of the curve; every third one has a kink, every second no derivatives. */
static inline rdg_problem *dense_random_problem(rdg_context *ctx, int number, uint64_t seed)
{
    static int place[] = {X, AMPLITUDE, S};
    static const char *const name[] = {"x", "A", "s"};
    const rdg_index n = 3 + (rdg_index)dense_between(&seed, 0.0, 9.99);
    double u[MOST_VARIABLES] = {0.0};
    dense_curve.n = n;
    dense_turn_by(n, number % 5 ? 1 + (uint64_t)number : 0);
    for (rdg_index i = 0; i < n; i++) {
        dense_sum *f = &dense_curve.sum[i];
        *f = (dense_sum){.width = pow(10.0, dense_between(&seed, -1.5, 0.5))};
        f->front = i == AMPLITUDE || number % 4 == 0 ? dense_between(&seed, -0.5, 0.5) : 0.0;
        f->front_at = dense_between(&seed, -1.0, 1.0);
        f->kink = number % 3 == 0 && i <= AMPLITUDE ? dense_between(&seed, -0.5, 0.5) : 0.0;
        f->kink_at = 0.123;
        for (int k = 0; k < WAVES; k++) {
            f->rate[k] = dense_between(&seed, 0.5, 4.0);
            f->size[k] = dense_between(&seed, -1.0, 1.0) / f->rate[k];
            f->phase[k] = dense_between(&seed, 0.0, 6.28);
        }
    }
    for (rdg_index i = 0; i < n; i++) {
        const double v = i == S ? 0.5 : dense_sum_at(&dense_curve.sum[i], 0.5);
        for (rdg_index j = 0; j < n; j++) {
            u[j] += dense_turn[i * n + j] * v;
        }
    }
    rdg_problem *p = rdg_problem_create(ctx);
    rdg_add_variables(p, "u", n, u);
    const bool has_slope = number % 2;
    rdg_add_zero(p,
                 &(rdg_function){.name = "sums",
                                 .n = n,
                                 .m = n - 1,
                                 .f = dense_sums,
                                 .df = has_slope ? dense_sums_slope : NULL,
                                 .by_differences = true},
                 RDG_ALL);
    for (int k = 0; k < 3; k++) {
        rdg_add_monitor(
            p,
            &(rdg_function){
                .name = name[k], .n = n, .m = 1, .f = dense_one, .by_differences = true, .data = &place[k]},
            RDG_ALL, &name[k], k == X ? RDG_INACTIVE : RDG_REGULAR);
    }
    assert_ok(ctx, rdg_error_status(ctx));
    return p;
}

typedef struct dense_tally {
    long curves, places, beyond, unknown; /* beyond: farther off than stated */
    double is, stated, chords;            /* means over the curves of means over the places */
} dense_tally;

static inline void dense_compare(rdg_run *run, int number, dense_tally *tally)
{
    static const char *const name[] = {"x", "A"};
    const rdg_index rows = rdg_run_count(run);
    const double *s_rows = rdg_run_column(run, "s");
    for (int k = X; k <= AMPLITUDE; k++) {
        const dense_sum *f = &dense_curve.sum[k];
        const double *values = rdg_run_column(run, name[k]);
        for (int i = 0; i < PLACES_OF_A_CURVE; i++) {
            const double place = (double)(rows - 1) * (i + 0.5) / PLACES_OF_A_CURVE,
                         part = place - floor(place);
            double s = NAN, s_error = NAN, value = NAN, error = NAN;
            assert_int_equal(rdg_run_interpolate(run, "s", place, &s, &s_error), RDG_OK);
            assert_int_equal(rdg_run_interpolate(run, name[k], place, &value, &error), RDG_OK);
            tally->places++;
            if (isnan(s) || isnan(value)) {
                tally->unknown++;
                continue;
            }
            const double exact = dense_sum_at(f, s);
            const double by_s =
                fmax(fabs(dense_sum_at(f, s + s_error) - exact), fabs(dense_sum_at(f, s - s_error) - exact));
            const double is = fabs(value - exact), stated = error + by_s;
            const double *at = s_rows + (rdg_index)place, *row = values + (rdg_index)place;
            const double chord = row[0] + part * (row[1] - row[0]);
            tally->is += is;
            tally->stated += stated;
            tally->chords += fabs(chord - dense_sum_at(f, at[0] + part * (at[1] - at[0])));
            if (is > stated + 1e-8) {
                if (tally->beyond++ < 5) {
                    print_message("curve %d, %s, place %g of %lld: off by %.2e, stated %.2e\n", number,
                                  name[k], place, (long long)rows, is, stated);
                }
            }
        }
    }
}

static inline void dense_random_curve(rdg_context *ctx, int number, uint64_t seed, dense_tally *tally)
{
    uint64_t own = seed + 7919 * (uint64_t)(number + 1);
    for (int i = 0; i < 5; i++) {
        random_signed(&own);
    }
    rdg_problem *p = dense_random_problem(ctx, number, own);
    const double angle = number % 7 ? 6.0 : 15.0;
    assert_ok(ctx, rdg_continue(p, "random", RDG_RELEASE("x"), RDG_WINDOW("s", -2.0, 2.0), RDG_IN_MEMORY,
                                RDG_NO_TABLE, RDG_DENSE_OUTPUT, RDG_ANGLE(angle), RDG_EXPECT_EARLY_END));
    rdg_problem_free(p);
    rdg_run *run = rdg_run_open(ctx, "random");
    dense_compare(run, number, tally);
    tally->curves++;
    rdg_run_free(run);
}

#endif
