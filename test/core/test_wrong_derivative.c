/* Newton's method that fails or is slow: derivatives are compared, and only wrong ones are named. */
#include "problem_impl.h"
#include "problems.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { N = 4, SAID_SIZE = 8192 };

/* y_i = scale_i (sum_j A_ij x_j + cubic x_i^3 + kink |x_i - edge_i| + offset - offset - b_i), x_j = u_j /
 * size_j */
typedef struct mixture {
    double A[N][N], b[N], scale[N], size[N], edge[N];
    double cubic, kink, offset;
    int wrong_row, wrong_column; /* < 0: none */
    double wrong;                /* factor of that entry */
    int evaluations;
} mixture;

static int mixture_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    mixture *x = data;
    x->evaluations++;
    for (rdg_index i = 0; i < m; i++) {
        const double own = u[i] / x->size[i];
        double sum = x->cubic * own * own * own + x->kink * fabs(own - x->edge[i]) - x->b[i];
        for (int j = 0; j < N; j++) {
            sum += x->A[i][j] * u[j] / x->size[j];
        }
        const volatile double coarse = x->offset + sum; /* loses the digits below the offset's last one */
        y[i] = x->scale[i] * (coarse - x->offset);
    }
    return 0;
}

static int mixture_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const mixture *x = data;
    for (rdg_index i = 0; i < m; i++) {
        for (rdg_index j = 0; j < n; j++) {
            double slope = x->A[i][j];
            if (i == j) {
                const double own = u[i] / x->size[i];
                slope += 3.0 * x->cubic * own * own + (own > x->edge[i] ? x->kink : -x->kink);
            }
            slope *= i == x->wrong_row && j == x->wrong_column ? x->wrong : 1.0;
            values[i + m * j] = x->scale[i] * slope / x->size[j];
        }
    }
    return 0;
}

static mixture random_mixture(uint64_t *seed)
{
    mixture x = {.wrong_row = -1};
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            x.A[i][j] = random_signed(seed) + (i == j ? 3.0 : 0.0);
        }
        x.b[i] = 5.0 * random_signed(seed);
        x.scale[i] = pow(10.0, 6.0 * random_signed(seed));
        x.size[i] = pow(10.0, 6.0 * random_signed(seed));
    }
    return x;
}

/* Typical sizes are as wrong as `off` makes them. */
static rdg_problem *mixture_problem(rdg_context *ctx, mixture *x, bool with_df, uint64_t *seed, double off,
                                    double *start)
{
    static const char *const name[N] = {"a", "b", "c", "d"};
    rdg_problem *p = rdg_problem_create(ctx);
    for (int i = 0; i < N; i++) {
        start[i] *= x->size[i];
        rdg_add_variables(p, name[i], 1, &start[i]);
        rdg_set_typical(p, name[i], x->size[i] * pow(10.0, off * random_signed(seed)), false);
    }
    const rdg_function f = {
        .name = "mixture", .n = N, .m = N, .f = mixture_f, .df = with_df ? mixture_df : NULL, .data = x};
    rdg_add_zero(p, &f, RDG_ALL);
    return p;
}

static void right_derivatives_are_never_blamed(void **state)
{
    uint64_t seed = 11;
    for (int k = 0; k < 600; k++) {
        mixture x = random_mixture(&seed);
        double start[N];
        char text[RDG_WRONG_SIZE] = "";
        x.cubic = k % 3 == 0 ? 10.0 * fabs(random_signed(&seed)) : 0.0;
        x.kink = k % 2 ? 2.0 * random_signed(&seed) : 0.0;
        x.offset = k % 5 == 0 ? pow(10.0, 7.0 + 5.0 * random_signed(&seed)) : 0.0;
        for (int i = 0; i < N; i++) {
            start[i] = k % 7 == 0 ? 0.0 : 3.0 * random_signed(&seed);
            /* on its kink, near it, or somewhere */
            x.edge[i] = start[i] + (k % 4 == 1 ? 0.0 : pow(10.0, -5.0 + 5.0 * random_signed(&seed)));
        }
        rdg_problem *p = mixture_problem(*state, &x, true, &seed, 2.0, start);
        const double *at = rdg_start_values(p);
        if (rdg_wrong_derivative(p, NULL, 1, &at, text)) {
            fail_msg("case %d: %s", k, text);
        }
        rdg_problem_free(p);
    }
}

static void listen(rdg_channel channel, const char *text, void *data)
{
    char *said = data;
    if (channel == RDG_CHANNEL_WARNING) {
        strncat(said, text, SAID_SIZE - strlen(said) - 1);
    }
}

static void wrong_entry_is_named_where_newton_suffers(void **state)
{
    static char said[SAID_SIZE];
    rdg_context *ctx = *state;
    uint64_t seed = 12;
    int slow = 0;
    int failed = 0;
    rdg_set_writer(ctx, listen, said);
    for (int k = 0; k < 400; k++) {
        mixture x = random_mixture(&seed);
        double start[N] = {0};
        char expected[64];
        x.cubic = k % 3 == 0 ? 0.2 : 0.0;
        x.wrong_row = k % N;
        x.wrong_column = k % 5 ? x.wrong_row : (k + 1) % N;
        x.A[x.wrong_row][x.wrong_column] += k % 5 ? 0.0 : 2.0;
        x.wrong = k % 2 ? 0.8 : -1.5;
        for (int i = 0; i < N; i++) {
            start[i] = 2.0 * random_signed(&seed);
        }
        rdg_problem *p = mixture_problem(ctx, &x, true, &seed, 0.0, start);
        *said = '\0';
        const rdg_status status = rdg_solve(p);
        rdg_error_clear(ctx);
        const bool suffers = status != RDG_OK || strstr(said, "slowly");
        slow += status == RDG_OK && suffers;
        failed += status != RDG_OK;
        snprintf(expected, sizeof expected, "df of value %d by u[%d] (%c[0])", x.wrong_row, x.wrong_column,
                 'a' + x.wrong_column);
        if (suffers && !strstr(said, expected)) {
            fail_msg("case %d: %s is not in \"%s\"", k, expected, said);
        }
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
    printf("slow %d failed %d\n", slow, failed);
    assert_true(slow > 50);
    assert_true(failed > 50);
    assert_true(slow + failed > 350);
}

static void right_derivatives_cost_nothing(void **state)
{
    uint64_t seed = 13;
    for (int k = 0; k < 100; k++) {
        mixture x = random_mixture(&seed);
        double start[N] = {0};
        x.cubic = 0.01;
        rdg_problem *p = mixture_problem(*state, &x, true, &seed, 0.0, start);
        assert_ok(*state, rdg_solve(p));
        assert_true(x.evaluations < 20);
        rdg_problem_free(p);
    }
}

static void failures_without_wrong_derivatives_are_not_blamed_on_them(void **state)
{
    static char said[SAID_SIZE];
    rdg_context *ctx = *state;
    uint64_t seed = 14;
    int failed = 0;
    rdg_set_writer(ctx, listen, said);
    *said = '\0';
    for (int k = 0; k < 300; k++) {
        mixture x = random_mixture(&seed);
        double start[N];
        x.kink = 6.0 * random_signed(&seed); /* many have no solution */
        x.cubic = k % 2 ? 0.0 : 3.0 * random_signed(&seed);
        for (int i = 0; i < N; i++) {
            start[i] = k % 3 ? 5.0 * random_signed(&seed) : 0.0;
            x.edge[i] = k % 4 ? random_signed(&seed) : start[i];
        }
        rdg_problem *p = mixture_problem(ctx, &x, k % 8 != 0, &seed, 1.0, start);
        failed += rdg_solve(p) != RDG_OK;
        rdg_error_clear(ctx);
        assert_null(strstr(said, "derivatives are wrong"));
        rdg_problem_free(p);
    }
    rdg_set_writer(ctx, NULL, NULL);
    assert_true(failed > 30);
}

/* Local searches make hundreds of starts that fail, next to each other. */
static void starts_of_one_problem_that_fail_are_compared_once(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 14;
    int seen = 0;
    for (int k = 0; k < 100; k++) {
        mixture x = random_mixture(&seed);
        double start[N];
        x.kink = 6.0 * random_signed(&seed);
        for (int i = 0; i < N; i++) {
            start[i] = 5.0 * random_signed(&seed);
            x.edge[i] = random_signed(&seed);
        }
        rdg_problem *p = mixture_problem(ctx, &x, true, &seed, 1.0, start);
        if (rdg_solve(p) != RDG_OK) {
            const int first = x.evaluations;
            rdg_error_clear(ctx);
            assert_true(rdg_solve(p) != RDG_OK);
            rdg_error_clear(ctx);
            assert_true(2 * (x.evaluations - first) < 3 * first); /* once more, but for the comparison */
            const int second = x.evaluations - first;
            seen += second < first;
        }
        rdg_problem_free(p);
    }
    assert_true(seen > 10);
}

/* Where the values are coarse their differences are no evidence. */
static void noise_is_not_taken_for_a_wrong_derivative(void **state)
{
    uint64_t seed = 15;
    for (int k = 0; k < 600; k++) {
        mixture x = random_mixture(&seed);
        double start[N];
        char text[RDG_WRONG_SIZE] = "";
        x.offset = pow(10.0, 11.0 + random_signed(&seed)); /* digits of 1e-6 to 1e-4 */
        for (int i = 0; i < N; i++) {
            start[i] = 3.0 * random_signed(&seed);
        }
        rdg_problem *p = mixture_problem(*state, &x, true, &seed, 0.5, start);
        const double *at = rdg_start_values(p);
        if (rdg_wrong_derivative(p, NULL, 1, &at, text)) {
            fail_msg("case %d, offset %g: %s", k, x.offset, text);
        }
        rdg_problem_free(p);
    }
}

static void small_error_is_named_in_spite_of_some_noise(void **state)
{
    uint64_t seed = 16;
    for (int k = 0; k < 400; k++) {
        mixture x = random_mixture(&seed);
        double start[N];
        char text[RDG_WRONG_SIZE] = "";
        char expected[64];
        x.wrong_row = x.wrong_column = k % N;
        x.offset = k % 3 ? 0.0 : 3e9; /* digits of 5e-7 */
        x.wrong = 1.0 + (k % 3 ? 0.02 : 0.1) * (k % 2 ? 1.0 : -1.0);
        for (int i = 0; i < N; i++) {
            start[i] = 3.0 * random_signed(&seed);
        }
        rdg_problem *p = mixture_problem(*state, &x, true, &seed, 0.0, start);
        const double *at = rdg_start_values(p);
        snprintf(expected, sizeof expected, "df of value %d by u[%d] (%c[0])", x.wrong_row, x.wrong_column,
                 'a' + x.wrong_column);
        if (!rdg_wrong_derivative(p, NULL, 1, &at, text) || !strstr(text, expected)) {
            fail_msg("case %d: %s is not in \"%s\"", k, expected, text);
        }
        rdg_problem_free(p);
    }
}

static int twice_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = 2.0 * u[0];
    return 0;
}

static int twice_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n, (void)m, (void)data, (void)u;
    values[0] = 3.0;
    return 0;
}

/* What is only looked at is no equation of Newton's method. */
static void monitor_that_is_not_held_is_not_blamed(void **state)
{
    const double start = 1.0;
    char text[RDG_WRONG_SIZE] = "";
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, &start);
    rdg_add_monitor(p, &(rdg_function){.name = "twice", .n = 1, .m = 1, .f = twice_f, .df = twice_df},
                    RDG_ALL, NULL, RDG_ACTIVE);
    const double *at = rdg_start_values(p);
    bool held = false;
    assert_false(rdg_wrong_derivative(p, &held, 1, &at, text));
    held = true;
    assert_true(rdg_wrong_derivative(p, &held, 1, &at, text));
    assert_non_null(strstr(text, "\"twice\": df of value 0 by u[0]"));
    rdg_problem_free(p);
}

/* u - 1 with a slope of 2 where this is not near 0: each step there takes half of the way. */
static int half_way_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    y[0] = u[0] - 1.0;
    return 0;
}

static int half_way_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = fabs(u[0] - 1.0) > 0.1 ? 2.0 : 1.0;
    return 0;
}

static void many_iterations_are_reason_enough_to_compare(void **state)
{
    static char said[SAID_SIZE];
    double start = 60.0;
    *said = '\0';
    rdg_set_writer(*state, listen, said);
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, &start);
    rdg_add_zero(p, &(rdg_function){.name = "half", .n = 1, .m = 1, .f = half_way_f, .df = half_way_df},
                 RDG_ALL);
    assert_ok(*state, rdg_solve(p));
    assert_non_null(strstr(said, "converges slowly at the start"));
    assert_non_null(strstr(said, "is 2, but by differences 1"));
    rdg_set_writer(*state, NULL, NULL);
}

/* exp(1e4 u) - 1: from 1e-4 on residuals shrink little at first, and at last quadratically. */
static int narrow_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    ++*(int *)data;
    y[0] = expm1(1e4 * u[0]);
    return 0;
}

static int narrow_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    (void)data;
    values[0] = 1e4 * exp(1e4 * u[0]);
    return 0;
}

static void what_ends_quadratically_is_not_compared(void **state)
{
    int evaluations = 0;
    double start = 1e-4;
    rdg_problem *p = rdg_problem_create(*state);
    rdg_add_variables(p, "u", 1, &start);
    rdg_add_zero(p,
                 &(rdg_function){
                     .name = "narrow", .n = 1, .m = 1, .f = narrow_f, .df = narrow_df, .data = &evaluations},
                 RDG_ALL);
    assert_ok(*state, rdg_solve(p));
    assert_in_range(evaluations, 6, 12); /* a comparison takes 40 more */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(right_derivatives_are_never_blamed),
        TEST(wrong_entry_is_named_where_newton_suffers),
        TEST(right_derivatives_cost_nothing),
        TEST(failures_without_wrong_derivatives_are_not_blamed_on_them),
        TEST(starts_of_one_problem_that_fail_are_compared_once),
        TEST(noise_is_not_taken_for_a_wrong_derivative),
        TEST(small_error_is_named_in_spite_of_some_noise),
        TEST(monitor_that_is_not_held_is_not_blamed),
        TEST(many_iterations_are_reason_enough_to_compare),
        TEST(what_ends_quadratically_is_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
