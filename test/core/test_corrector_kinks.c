/* The corrector where lines bend: random monotone systems, whose one solution is at bends. */
#include "corrected.h"

enum { MOST = 6, BENDS = 5 };

/* sum_j A_ij u_j + line_i(u_i) = value_i; line_i grows by slope[i][k] up to its bend k. */
typedef struct lines {
    double A[MOST * MOST], bend[MOST][BENDS], slope[MOST][BENDS + 1], value[MOST], root[MOST];
} lines;

static double line(const lines *l, rdg_index i, double x, double *slope)
{
    double y = 0.0, at = 0.0;
    int k = 0;
    for (; k < BENDS && x >= l->bend[i][k]; k++) {
        y += (l->bend[i][k] - at) * l->slope[i][k];
        at = l->bend[i][k];
    }
    *slope = l->slope[i][k];
    return y + (x - at) * *slope;
}

static int lines_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const lines *l = data;
    (void)m;
    for (rdg_index i = 0; i < n; i++) {
        double slope = 0.0;
        y[i] = line(l, i, u[i], &slope) - l->value[i];
        for (rdg_index j = 0; j < n; j++) {
            y[i] += l->A[i + n * j] * u[j];
        }
    }
    return 0;
}

static int lines_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const lines *l = data;
    for (rdg_index i = 0; i < n; i++) {
        double slope = 0.0;
        line(l, i, u[i], &slope);
        for (rdg_index j = 0; j < n; j++) {
            values[i + m * j] = l->A[i + n * j] + (i == j ? slope : 0.0);
        }
    }
    return 0;
}

/* Slopes over six orders of magnitude, A positive semi-definite. */
static void draw(lines *l, rdg_index n, uint64_t *seed)
{
    double R[MOST * MOST];
    memset(l, 0, sizeof *l);
    for (rdg_index e = 0; e < n * n; e++) {
        R[e] = random_signed(seed);
    }
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index e = 0; e < n * n; e++) {
            l->A[i + n * (e / n)] += 0.3 * R[i + n * (e % n)] * R[e / n + n * (e % n)];
        }
        double at = 0.0;
        for (int k = 0; k <= BENDS; k++) {
            l->slope[i][k] = pow(10.0, 3.0 * random_signed(seed));
            at += pow(10.0, -2.0 + 2.0 * random_signed(seed));
            l->bend[i][k < BENDS ? k : 0] = k < BENDS ? at : l->bend[i][0];
        }
        l->root[i] = l->bend[i][(int)(2.5 * (1.0 + random_signed(seed))) % BENDS];
    }
    lines_f(n, l->root, n, R, l);
    memcpy(l->value, R, sizeof l->value);
}

/* Steps with factors of the other side of a bend go to and fro: that is neither a failure nor a solution. */
static void bends_at_the_solution_do_not_end_the_way_before_it(void **state)
{
    uint64_t seed = 41;
    for (int t = 0; t < 3000; t++) {
        const rdg_index n = 1 + t % MOST;
        lines l;
        draw(&l, n, &seed);
        const rdg_function f = {.name = "lines", .n = n, .m = n, .f = lines_f, .df = lines_df, .data = &l};
        corrected k = corrected_equations(*state, l.root, &f);
        double u[MOST];
        for (rdg_index i = 0; i < n; i++) {
            u[i] = l.root[i] + 1e-8 * random_signed(&seed);
        }
        assert_int_equal(correct(&k, NULL, u), RDG_CONVERGED);
        for (rdg_index i = 0; i < n; i++) {
            assert_near(u[i], l.root[i], 0.0, 2e-8);
        }
        release(&k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bends_at_the_solution_do_not_end_the_way_before_it),
    };
    return cmocka_run_group_tests_name("core: the corrector among bends", tests, NULL, NULL);
}
