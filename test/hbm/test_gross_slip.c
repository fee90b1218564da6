/* A contact surface of which all contacts of one direction slip. */
#include "elastic_block.h"
#include "fresh_context.h"

#include <ridgewalk/hbm_solver.h>

enum { CELLS = 4, NODES = (CELLS + 1) * (CELLS + 1) };

/* N/m, a ten thousandth of the contacts' stiffness */
static const double guide = 3e5;

typedef struct surface {
    rdg_hbm *hb;
    rdg_problem *p;
} surface;

/* At the frequency where the block is shaken, and a force, N */
static surface surface_at(rdg_context *ctx, rdg_hbm_solver_kind kind, double force)
{
    surface s = {.hb = rdg_hbm_create(block_create(ctx, CELLS, guide), RDG_HARMONICS(0, 1, 2, 3))};
    assert_ok(ctx, rdg_hbm_solver(s.hb, kind));
    s.p = rdg_hbm_problem(s.hb, RDG_AT("omega", 0.97 * block_stuck_frequency(CELLS)), RDG_AT("alpha", force));
    return s;
}

static int count(const surface *s, const double *Q, rdg_element_regime regime)
{
    int found = 0;
    for (rdg_index i = 0; i < rdg_element_count(rdg_hbm_structure(s->hb)); i++) {
        found += rdg_hbm_element_regime(s->hb, i, Q) == regime;
    }
    return found;
}

/* The last chart of a run */
typedef struct last {
    rdg_index n, alpha;
    double *Q;
    double force;
} last;

static bool keep_last(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    last *l = data;
    memcpy(l->Q, chart->u, (size_t)l->n * sizeof *l->Q);
    l->force = chart->mu[l->alpha];
    return false;
}

/* From 30 N, where all stick, over the forces at which nodes begin to slip, to 36 N. The end is a solution
 * for factors of the whole matrix, too, and none of a contact's states differs. */
static void a_surface_is_followed_into_gross_slip(void **state)
{
    rdg_context *ctx = *state;
    const surface s = surface_at(ctx, RDG_SPECTRAL, 30), whole = surface_at(ctx, RDG_WHOLE, 36);
    last l = {.n = rdg_hbm_unknowns(s.hb), .alpha = rdg_parameter_index(s.p, "alpha")};
    l.Q = calloc((size_t)l.n, sizeof *l.Q);
    assert_non_null(l.Q);
    assert_ok(ctx, rdg_solve(s.p));
    assert_int_equal(count(&s, rdg_start_values(s.p), RDG_ELEMENT_STICKS), 2 * NODES);
    assert_ok(ctx, rdg_continue(s.p, "load", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 30, 36),
                                RDG_OBSERVE(keep_last, &l), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_near(l.force, 36, 1e-12, 0);
    assert_int_equal(count(&s, l.Q, RDG_ELEMENT_SLIPS), NODES);
    assert_ok(ctx, rdg_set_start_values(whole.p, "Q", 0, l.n, l.Q));
    assert_ok(ctx, rdg_solve(whole.p));
    const double *Q = rdg_start_values(whole.p);
    double size = 0, off = 0;
    for (rdg_index i = 0; i < l.n; i++) {
        size = fmax(size, fabs(Q[i]));
        off = fmax(off, fabs(Q[i] - l.Q[i]));
    }
    assert_true(off <= 1e-10 * size);
    for (rdg_index i = 0; i < rdg_element_count(rdg_hbm_structure(s.hb)); i++) {
        assert_int_equal(rdg_hbm_element_regime(s.hb, i, l.Q), rdg_hbm_element_regime(whole.hb, i, Q));
    }
    free(l.Q);
}

/* From the solution of 30 N, where all stick, each of them takes few steps. */
static void gross_slip_is_found_from_sticking(void **state)
{
    static const double forces[] = {33, 34, 35, 36, 38, 40, 45};
    const long most = 15;
    rdg_context *ctx = *state;
    const surface s = surface_at(ctx, RDG_SPECTRAL, 30);
    const rdg_index n = rdg_hbm_unknowns(s.hb);
    double *stuck = calloc((size_t)n, sizeof *stuck);
    assert_non_null(stuck);
    assert_ok(ctx, rdg_solve(s.p));
    memcpy(stuck, rdg_start_values(s.p), (size_t)n * sizeof *stuck);
    for (size_t k = 0; k < sizeof forces / sizeof *forces; k++) {
        assert_ok(ctx, rdg_set_start_values(s.p, "Q", 0, n, stuck));
        assert_ok(ctx, rdg_set_start_values(s.p, "alpha", 0, 1, &forces[k]));
        const long before = rdg_newton_iterations(ctx);
        assert_ok(ctx, rdg_solve_from_afar(s.p));
        assert_true(rdg_newton_iterations(ctx) - before <= most);
        assert_int_equal(count(&s, rdg_start_values(s.p), RDG_ELEMENT_SLIPS), NODES);
    }
    free(stuck);
}

/* Without a guide nothing decides where it vibrates: that is no solution, and it is stated. */
static void gross_slip_of_a_free_block_is_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rdg_hbm_create(block_create(ctx, CELLS, 0), RDG_HARMONICS(0, 1));
    assert_ok(ctx, rdg_hbm_solver(hb, RDG_SPECTRAL));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", 0.97 * block_stuck_frequency(CELLS)), RDG_AT("alpha", 30));
    rdg_run_summary summary = {0};
    assert_ok(ctx, rdg_continue(p, "load", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 30, 40),
                                RDG_SUMMARY(&summary), RDG_NO_FOLDER, RDG_NO_TABLE));
    assert_false(summary.covered);
    assert_true(summary.reached[1] > 31 && summary.reached[1] < 34);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_surface_is_followed_into_gross_slip),
        TEST(gross_slip_is_found_from_sticking),
        TEST(gross_slip_of_a_free_block_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
