/* Events of one surface that lead elsewhere: guards choose, and where the choice changes a sequence ends.
 */
#include "coulomb.h"
#include "orbit_run.h"

#include <ridgewalk/flow.h>

static const double pi = 3.14159265358979323846;

/* Force at which a mass without other damping, F = 1, begins to stop in each half of a period: at the end of
 * its motion friction just holds it, x = F/omega^2, in the closed form of motion without stops. */
static double first_stop(double omega)
{
    const double V = 1.0 / (1.0 - omega * omega);
    const double U = sin(pi / omega) / (omega * (1.0 + cos(pi / omega)));
    return sqrt(pow(omega, -4.0) + U * U) / fabs(V);
}

/* The motion from the first state at a point comes back to it. */
static void assert_returns(rdg_context *ctx, rdg_hybrid *h, rdg_problem *p, rdg_shooting *s, double T,
                           const char *run, const char *type, rdg_index nth)
{
    double u[100];
    char first[32];
    solution_at(ctx, p, run, type, nth, u);
    snprintf(first, sizeof first, "%s", rdg_shooting_sequence(s));
    *strchr(first, ',') = '\0';
    const rdg_index mode = rdg_hybrid_phase_index(h, first);
    const rdg_index n = rdg_hybrid_phase_at(h, mode)->n;
    rdg_index place[2] = {0};
    const rdg_index phi = rdg_variable_index(p, "phi", &place[0]),
                    parameters = rdg_variable_index(p, "p", &place[1]);
    double x[2] = {u[0], u[1]};
    rdg_hybrid_state at = {.phi = u[phi], .mode = mode, .x = x};
    rdg_flow *flow = rdg_flow_create(h, NULL);
    assert_int_equal(rdg_flow_run(flow, u + parameters, &at, T * (1.0 + 1e-9), 0, NULL), 0);
    assert_int_equal(at.mode, mode);
    for (rdg_index i = 0; i < n; i++) {
        assert_near(x[i], u[i], 0, 1e-6);
    }
    rdg_flow_free(flow);
}

static void follow(rdg_context *ctx, double omega, double A, const char *first, const char *event,
                   const char *last)
{
    const double known = first_stop(omega);
    rdg_hybrid *h = coulomb_system(ctx, A, 1.0, omega, 0.0);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.x = (double[]){0.1, 0.0}, .transient = 600.0, .order = 1});
    assert_non_null(s);
    assert_true(strstr(rdg_shooting_sequence(s), first) != NULL);
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_continue(p, "levels", RDG_RELEASE("A"), RDG_WINDOW("A", 1.05, 2.0 * known),
                                RDG_IN_MEMORY, RDG_DIRECTION(A > known ? -1 : 1), RDG_NO_BRANCH_POINTS));
    const double within = strcmp(event, "RS") == 0 ? 1e-5 : 1e-9; /* RS lies beyond */
    assert_near(value_at(ctx, "levels", event, 0, "A"), known, within, 0);
    const double end = A > known ? 1.05 : 2.0 * known;
    assert_near(nearest_at(ctx, "levels", "EP", "A", end), end, 1e-12, 0);
    rdg_run *r = rdg_run_open(ctx, "levels");
    const rdg_index row = rdg_run_column(r, "A")[0] == end ? 0 : rdg_run_count(r) - 1;
    assert_near(rdg_run_column(r, "A")[row], end, 1e-12, 0);
    const rdg_index label = rdg_run_label(r, row);
    rdg_run_free(r);
    assert_ok(ctx, rdg_continue(p, "end", RDG_FROM("levels", label), RDG_IN_MEMORY));
    assert_non_null(strstr(rdg_shooting_sequence(s), last));
    assert_returns(ctx, h, p, s, 2.0 * pi / omega, "end", "EP", 0);
}

static void a_mass_that_turns_at_once_begins_to_stop_where_the_closed_form_says(void **state)
{
    static const double omega[] = {0.7, 1.2};
    for (size_t k = 0; k < sizeof omega / sizeof *omega; k++) {
        follow(*state, omega[k], 1.5 * first_stop(omega[k]), "turn", "TO", "held");
    }
}

static void a_mass_that_stops_turns_at_once_from_there_on(void **state)
{
    follow(*state, 1.2, 0.5 * (1.0 + first_stop(1.2)), "held", "RS", "turn");
}

/* By differences, of guards that are passed and of such that refuse: next to an orbit, where one is the
 * least. */
static void slopes_of_guards_are_those_of_their_values(void **state)
{
    rdg_context *ctx = *state;
    for (int k = 0; k < 2; k++) {
        rdg_hybrid *h = coulomb_system(ctx, k == 0 ? 3.0 : 1.2, 1.0, 0.7, 0.1);
        rdg_problem *p = rdg_shooting_problem(rdg_shooting_create(
            h, &(rdg_shooting_options){.x = (double[]){0.1, 0.0}, .transient = 300.0, .order = 1}));
        solve_orbit(ctx, p, "orbit");
        double u[100], slope[100] = {0}, value = 0.0;
        const rdg_index n = rdg_variable_count(p), guard = rdg_parameter_index(p, "guard");
        assert_true(n <= 100 && guard >= 0);
        solution_at(ctx, p, "orbit", "EP", 0, u);
        for (rdg_index i = 0; i < 8; i++) {
            u[i] += u[i] != 0.0 ? 1e-2 * (double)(i + 1) : 0.0;
        }
        assert_int_equal(rdg_parameter_gradient(p, guard, n, u, &value, slope), 0);
        assert_true(value > 0.1);
        for (rdg_index i = 0; i < n; i++) {
            const double before = u[i], step = 1e-6;
            double there[2];
            for (int side = 0; side < 2; side++) {
                double unused[100] = {0};
                u[i] = before + (side == 0 ? -step : step);
                assert_int_equal(rdg_parameter_gradient(p, guard, n, u, &there[side], unused), 0);
            }
            u[i] = before;
            assert_near(slope[i], (there[1] - there[0]) / (2.0 * step), 1e-6, 1e-7);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_mass_that_turns_at_once_begins_to_stop_where_the_closed_form_says),
        TEST(a_mass_that_stops_turns_at_once_from_there_on),
        TEST(slopes_of_guards_are_those_of_their_values)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
