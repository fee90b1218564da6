/* Good guesses, corrected with the factors that they begin with: the same points as by Newton's method, to
 * rounding, and fewer factorisations. */
#include "corrected.h"

#include <string.h>

enum { N = 6, PROBLEMS = 600 };

/* How a problem is hard. */
typedef enum hardness { EASY, BADLY_SCALED, KINKED, NEARLY_SINGULAR, STEEP, N_HARDNESSES } hardness;

/* row_i (A v + bend v^2 + kink |v - k|)_i with v = (u - root) / size */
typedef struct rows {
    double a[N][N], root[N], size[N], scale[N], kink_at[N];
    double bend, kink;
} rows;

static int rows_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rows *r = data;
    for (rdg_index i = 0; i < m; i++) {
        double sum = 0.0;
        for (rdg_index j = 0; j < n; j++) {
            const double v = (u[j] - r->root[j]) / r->size[j];
            sum += r->a[i][j] * v;
        }
        const double v = (u[i] - r->root[i]) / r->size[i];
        const double w = (u[(i + 1) % n] - r->root[(i + 1) % n]) / r->size[(i + 1) % n];
        sum += r->bend * v * (w + v * v) + r->kink * (fabs(v - r->kink_at[i]) - fabs(r->kink_at[i]));
        y[i] = r->scale[i] * sum;
    }
    return 0;
}

static int rows_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rows *r = data;
    for (rdg_index i = 0; i < m; i++) {
        const rdg_index k = (i + 1) % n;
        const double v = (u[i] - r->root[i]) / r->size[i], w = (u[k] - r->root[k]) / r->size[k];
        for (rdg_index j = 0; j < n; j++) {
            double slope = r->a[i][j];
            slope += j == i ? r->bend * (w + 3.0 * v * v) + r->kink * copysign(1.0, v - r->kink_at[i]) : 0.0;
            slope += j == k ? r->bend * v : 0.0;
            values[i + m * j] = r->scale[i] * slope / r->size[j];
        }
    }
    return 0;
}

static rows random_rows(hardness hard, uint64_t *seed)
{
    rows r = {.bend = hard == STEEP ? 30.0 : 1.0, .kink = hard == KINKED ? 0.4 : 0.0};
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            r.a[i][j] = random_signed(seed) + (i == j ? 3.0 : 0.0);
        }
        r.root[i] = random_signed(seed);
        r.size[i] = hard == BADLY_SCALED ? pow(10.0, 4.0 * random_signed(seed)) : 1.0;
        r.scale[i] = hard == BADLY_SCALED ? pow(10.0, 6.0 * random_signed(seed)) : 1.0;
        r.root[i] *= r.size[i];
        r.kink_at[i] = 1e-3 * random_signed(seed);
    }
    if (hard == NEARLY_SINGULAR) { /* the last row is all but the sum of two others */
        const double apart = pow(10.0, -3.5 + 2.0 * random_signed(seed));
        for (int j = 0; j < N; j++) {
            r.a[N - 1][j] = r.a[0][j] + r.a[1][j] + apart * r.a[N - 1][j];
        }
    }
    return r;
}

/* Corrected with this patience from the guess; answers whether it converged. */
static bool corrects(rdg_context *ctx, rows *r, rdg_patience patience, const double *guess, double *u,
                     rdg_index *factorisations)
{
    const rdg_function f = {.name = "rows", .n = N, .m = N, .f = rows_f, .df = rows_df, .data = r};
    rdg_problem *p = rdg_problem_create(ctx);
    for (int j = 0; j < N; j++) {
        const char name[] = {(char)('a' + j), '\0'};
        rdg_add_variables(p, name, 1, &guess[j]);
        rdg_set_typical(p, name, r->size[j], false);
    }
    rdg_add_zero(p, &f, RDG_ALL);
    corrected k = corrected_of(p);
    memcpy(u, guess, N * sizeof *u);
    const bool found = rdg_correct_as(k.c, patience, NULL, u, &k.report) == RDG_CONVERGED;
    *factorisations = k.s->timing.factorisations;
    if (found && patience == RDG_SWIFTLY) {
        assert_true(!k.report.by_guess || k.s->timing.factorisations == 1);
        assert_true(k.report.residual <= 1e-13 || !k.report.is_there);
    }
    release(&k);
    return found;
}

static void the_factors_of_a_good_guess_lead_to_the_same_point(void **state)
{
    uint64_t seed = 21;
    rdg_index swift = 0, newton = 0;
    int more = 0; /* are found swiftly, next to singular */
    for (int k = 0; k < PROBLEMS; k++) {
        const hardness hard = (hardness)(k % N_HARDNESSES);
        rows r = random_rows(hard, &seed);
        const double off = pow(10.0, -4.0 + 2.5 * random_signed(&seed));
        double guess[N], u[N], v[N];
        rdg_index of_swift = 0, of_newton = 0;
        for (int j = 0; j < N; j++) {
            guess[j] = r.root[j] + off * r.size[j] * random_signed(&seed);
        }
        const bool found = corrects(*state, &r, RDG_SWIFTLY, guess, u, &of_swift);
        const bool by_newton = corrects(*state, &r, RDG_STEPWISE, guess, v, &of_newton);
        more += found - by_newton;
        assert_true(found == by_newton || hard == NEARLY_SINGULAR);
        for (int j = 0; hard != NEARLY_SINGULAR && found && j < N; j++) { /* that may have two roots */
            assert_near(u[j] / r.size[j], v[j] / r.size[j], 0.0, 2e-13);
            if (hard == EASY || hard == BADLY_SCALED) { /* others may have another one nearby */
                assert_near(u[j] / r.size[j], r.root[j] / r.size[j], 0.0, 1.5e-13);
            }
        }
        const bool counts = (hard == EASY || hard == BADLY_SCALED) && off < 1e-3;
        swift += counts ? of_swift : 0;
        newton += counts ? of_newton : 0;
    }
    print_message("factorisations: %lld, by Newton's method %lld\n", (long long)swift, (long long)newton);
    assert_true(more >= 0);
    assert_true((double)swift < 0.8 * (double)newton);
}

/* A guess that all but solves, where rounding is all that is left: nothing is searched for. */
static void a_guess_that_solves_but_for_rounding_is_taken(void **state)
{
    uint64_t seed = 22;
    for (int k = 0; k < 100; k++) {
        rows r = random_rows(EASY, &seed);
        double guess[N], u[N];
        rdg_index factorisations = 0;
        for (int j = 0; j < N; j++) {
            guess[j] = r.root[j] + 1e-15 * random_signed(&seed);
        }
        assert_true(corrects(*state, &r, RDG_SWIFTLY, guess, u, &factorisations));
        assert_int_equal(factorisations, 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_factors_of_a_good_guess_lead_to_the_same_point),
        TEST(a_guess_that_solves_but_for_rounding_is_taken),
    };
    return cmocka_run_group_tests_name("core: good guesses", tests, NULL, NULL);
}
