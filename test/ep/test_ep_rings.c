/* Rings of N equal pitchforks, coupled to their neighbours: x = 0 has branch points of multiplicity 2, which
 * 2 k branches with the symmetry of a k-gon leave. The system is one of a potential: no pair crosses. */
#define _XOPEN_SOURCE 700

#include "random_rings.h"
#include "scratch.h"

#include <ridgewalk/diagram.h>
#include <ridgewalk/ep.h>

#include <string.h>

static const double coupling = 0.3, low = -0.2, high = 1.6;

static int ring(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)data;
    for (rdg_index i = 0; i < m; i++) {
        y[i] =
            u[m] * u[i] - u[i] * u[i] * u[i] + coupling * (u[(i + m - 1) % m] - 2.0 * u[i] + u[(i + 1) % m]);
    }
    return 0;
}

static int ring_slope(rdg_index n, const double *u, rdg_index m, double *J, void *data)
{
    (void)n, (void)data;
    for (rdg_index i = 0; i < m; i++) {
        J[i + m * i] += u[m] - 3.0 * u[i] * u[i] - 2.0 * coupling;
        J[i + m * ((i + m - 1) % m)] += coupling;
        J[i + m * ((i + 1) % m)] += coupling;
        J[i + m * m] = u[i];
    }
    return 0;
}

static rdg_problem *create_ring_with(rdg_context *ctx, int n, bool has_slope)
{
    return rdg_ep_problem(ctx, &(rdg_ep){.n = n,
                                         .n_parameters = 1,
                                         .parameters = (const char *const[]){"la"},
                                         .p = (double[]){low},
                                         .f = ring,
                                         .df = has_slope ? ring_slope : NULL});
}

static rdg_problem *create_ring(rdg_context *ctx, int n)
{
    return create_ring_with(ctx, n, false);
}

/* Branch points of multiplicity 2, and what leaves them. */
typedef struct seen {
    int multiple, hopf, label;
    rdg_index rays[8];
    double la[8];
} seen;

static bool look(rdg_problem *p, const rdg_chart *chart, void *data)
{
    seen *s = data;
    s->hopf += strcmp(chart->type, "HB") == 0;
    if (chart->multiplicity > 1 && s->multiple < 8) {
        assert_int_equal(chart->multiplicity, 2);
        s->la[s->multiple] = chart->mu[rdg_parameter_index(p, "la")];
        s->rays[s->multiple++] = chart->n_rays;
    }
    return false;
}

/* Along x = 0; rays[k - 1]: at the point of wave number k, 2 of x = 0 among them. With q = N / gcd(N, k) the
 * ring and the change of sign act there as the symmetry of a polygon with q corners if q is even, else 2 q.
 * Each of its mirrors has two rays, and no direction is off the mirrors. */
static void check_trivial_branch(rdg_context *ctx, int n, const rdg_index *rays)
{
    rdg_problem *p = create_ring(ctx, n);
    seen s = {0};
    rdg_run_summary summary = {0};
    assert_ok(ctx, rdg_continue(p, "zero", RDG_RELEASE("la"), RDG_WINDOW("la", low, high),
                                RDG_OBSERVE(look, &s), RDG_SUMMARY(&summary), RDG_IN_MEMORY));
    assert_int_equal(s.hopf, 0);
    assert_int_equal(summary.warnings, 0);
    assert_int_equal(s.multiple, (n - 1) / 2);
    for (int k = 1; k <= s.multiple; k++) {
        assert_near(s.la[k - 1], 2.0 * coupling * (1.0 - cos(2.0 * acos(-1.0) * k / n)), 0.0, 1e-7);
        assert_int_equal(s.rays[k - 1], rays[k - 1]);
    }
}

static void branches_have_the_symmetry_of_the_ring(void **state)
{
    check_trivial_branch(*state, 3, (rdg_index[]){2 + 12});
    check_trivial_branch(*state, 4, (rdg_index[]){2 + 8});
    check_trivial_branch(*state, 6, (rdg_index[]){2 + 12, 2 + 12});
    check_trivial_branch(*state, 8, (rdg_index[]){2 + 16, 2 + 8, 2 + 16});
}

/* Terms of order 9, 13 and 17 distinguish directions. */
static void directions_of_high_order_are_found(void **state)
{
    check_trivial_branch(*state, 5, (rdg_index[]){2 + 20, 2 + 20});
    check_trivial_branch(*state, 7, (rdg_index[]){2 + 28, 2 + 28, 2 + 28});
    check_trivial_branch(*state, 9, (rdg_index[]){2 + 36, 2 + 36, 2 + 12, 2 + 36});
}

/* N = 4: x = a (1, 0, -1, 0), a (1, 1, -1, -1) and their images by the symmetry of the ring, a^2 = la - 0.6.
 */
static void assert_is_image_of_4(const double *x)
{
    for (int i = 0; i < 4; i++) {
        assert_near(x[i], -x[(i + 2) % 4], 0.0, 1e-8);
        assert_near(fabs(x[i]) * (1.0 - fabs(x[i])), 0.0, 0.0, 1e-8);
    }
    assert_true(fabs(x[0]) + fabs(x[1]) > 0.5);
}

/* N = 5: x is even or odd about one of the cells. */
static void assert_is_image_of_5(const double *x)
{
    double least = HUGE_VAL;
    for (int i = 0; i < 10; i++) {
        double off = 0.0;
        for (int j = 0; j < 5; j++) {
            off = fmax(off, fabs(x[(i + j) % 5] + (i < 5 ? -1.0 : 1.0) * x[(i - j + 5) % 5]));
        }
        least = fmin(least, off);
    }
    assert_true(least < 1e-8);
}

/* RDG_SWITCH_BRANCH() takes each of `branches` that leave the first point of multiplicity 2, away from it. */
static void check_branches(rdg_context *ctx, int n, int branches, void (*assert_is_image)(const double *))
{
    enum { MOST = 20 };
    rdg_problem *p = create_ring(ctx, n);
    double end[MOST][6];
    assert_ok(ctx, rdg_continue(p, "zero", RDG_RELEASE("la"), RDG_WINDOW("la", low, high)));
    rdg_run *zero = rdg_run_open(ctx, "zero");
    const rdg_index label = rdg_run_label(zero, rdg_run_find(zero, "BP", 1));
    const rdg_index simple = rdg_run_label(zero, rdg_run_find(zero, "BP", 0));
    rdg_run_free(zero);
    for (int k = 0; k < branches; k++) {
        harvest h = {0};
        assert_ok(ctx, rdg_continue(p, "branch", RDG_RELEASE("la"), RDG_WINDOW("la", low, high),
                                    RDG_SWITCH_BRANCH("zero", label, k + 1), HARVEST_ONLY(&h)));
        assert_int_equal(h.summary.warnings, 0);
        memcpy(end[k], h.chart[h.count - 1].u, ((size_t)n + 1) * sizeof(double));
        assert_near(end[k][n], high, 0.0, 1e-9);
        assert_is_image(end[k]);
        for (int other = 0; other < k; other++) {
            double apart = 0.0;
            for (int i = 0; i < n; i++) {
                apart = fmax(apart, fabs(end[k][i] - end[other][i]));
            }
            assert_true(apart > 0.1);
        }
        harvest_clear(&h);
    }
    assert_int_equal(
        rdg_continue(p, "more", RDG_RELEASE("la"), RDG_SWITCH_BRANCH("zero", label, branches + 1)),
        RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "are known"));
    rdg_error_clear(ctx);
    assert_int_equal(rdg_continue(p, "simple", RDG_RELEASE("la"), RDG_SWITCH_BRANCH("zero", simple, 2)),
                     RDG_ERR_ARGUMENT);
    rdg_error_clear(ctx);
}

static void each_branch_is_followed_by_its_number(void **state)
{
    check_branches(*state, 4, 8, assert_is_image_of_4);
    check_branches(*state, 5, 20, assert_is_image_of_5);
}

/* N = 3: 12 ways lead off the point of multiplicity 2, and one curve crosses at la = 0. */
static void a_diagram_follows_all(void **state)
{
    rdg_context *ctx = *state;
    rdg_problem *p = create_ring(ctx, 3);
    seen s = {0};
    rdg_index n = 0;
    rdg_run_summary summary = {0};
    assert_ok(ctx, rdg_diagram(p, "ring", 60, &n, RDG_RELEASE("la"), RDG_WINDOW("la", low, high),
                               RDG_OBSERVE(look, &s), RDG_SUMMARY(&summary)));
    assert_int_equal(n, 1 + 1 + 12);
    assert_int_equal(summary.warnings, 0);
    assert_int_equal(s.hopf, 0);
}

/* The branches up to la = 1.6, none twice: 87 and 271. N = 6: on branches that leave (a, -a, 0, a, -a, 0) at
 * la = 1.2 a sum of two real eigenvalues touches zero where a third one does: neutral saddles, beside which
 * steps were cut to nothing. N = 8: likewise at la = 1.5 on the branch of period 2; without derivatives
 * simple branch points may hide in pairs on a step there, as rounding has it, so that some branches may be
 * missing. */
static void neutral_saddles_at_branch_points_are_no_event(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 3; k++) {
        const int n = k == 0 ? 6 : 8, all = k == 0 ? 87 : 271;
        const bool has_slope = k == 1;
        seen s = {0};
        rdg_index runs = 0;
        rdg_run_summary summary = {0};
        assert_ok(ctx, rdg_diagram(create_ring_with(ctx, n, has_slope), "ring", 300, &runs, RDG_RELEASE("la"),
                                   RDG_WINDOW("la", low, high), RDG_OBSERVE(look, &s), RDG_SUMMARY(&summary),
                                   n == 6 ? RDG_IN_MEMORY : RDG_STEP(0.05, 1e-6, 0.3), RDG_IN_MEMORY));
        assert_in_range(runs, k == 2 ? 250 : all, all);
        assert_in_range(summary.kink_folds, 0, k == 2 ? 2 : 0); /* there were 27 */
        assert_in_range(summary.warnings, 0, k == 2 ? 1 : 0);
        assert_int_equal(s.hopf, 0);
    }
}

/* A few of test_ep_rings_slow.c */
static void rays_of_random_rings_are_all_found(void **state)
{
    const ring_tally t = ring_campaign(*state, 6, 5, 3);
    assert_true(t.points > 5 && t.compared > 20);
    assert_int_equal(t.missed + t.hidden + t.wrong + t.lost + t.spurious + t.failed + t.warnings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(branches_have_the_symmetry_of_the_ring),
                                       SCRATCH_TEST(directions_of_high_order_are_found),
                                       SCRATCH_TEST(each_branch_is_followed_by_its_number),
                                       SCRATCH_TEST(a_diagram_follows_all),
                                       SCRATCH_TEST(neutral_saddles_at_branch_points_are_no_event),
                                       SCRATCH_TEST(rays_of_random_rings_are_all_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
