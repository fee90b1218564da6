/* A sliding contact in time: what its motion has been, against the states of its steps. */
#include "../substructuring/small_sliding.h"
#include "fresh_context.h"

#include <ridgewalk/complex_modes.h>
#include <ridgewalk/sliding_march.h>

#include <complex.h>
#include <math.h>

/* The same from state to state */
static void add_state(const rdg_march_state *at, rdg_march_result *sum)
{
    static rdg_rigid_state contact;
    const double lambda = at->at.lambda;
    const bool first = sum->steps++ == 0;
    sum->lambda_mean += lambda;
    sum->lambda_max = first ? lambda : fmax(sum->lambda_max, lambda);
    if (first || lambda < sum->lambda_min) {
        sum->lambda_min = lambda;
        sum->lambda_min_t = at->t;
    }
    if (first || at->v < sum->v_min) {
        sum->v_min = at->v;
        sum->v_min_t = at->t;
    }
    if (first || at->v_relative < sum->v_relative_min) {
        sum->v_relative_min = at->v_relative;
        sum->v_relative_min_t = at->t;
    }
    const bool back = at->contact == RDG_RIGID_SLIPS_BACK, stuck = at->contact == RDG_RIGID_STICKS;
    if (isnan(sum->first_reversal) && (back || stuck)) {
        sum->first_reversal = at->t;
    }
    sum->steps_back += back;
    sum->steps_stuck += stuck;
    sum->steps_open += at->contact == RDG_RIGID_OPEN;
    sum->changes += !first && at->contact != contact;
    contact = at->contact;
}

static void a_motion_is_the_sum_of_its_steps(void **state)
{
    small_case s = plain_case;
    rdg_sliding *c = small_sliding(*state, &s);
    rdg_marching *m = rdg_marching_create(
        c, &(rdg_march_options){
               .h = 1e-3, .start = 0.5, .until = 2, .speed = 0.02, .noise = 3.0, .unilateral = true});
    assert_ok(*state, rdg_error_status(*state));
    rdg_march_result sum = {.first_reversal = NAN}, is;
    for (int i = 0; i < 1000; i++) {
        assert_ok(*state, rdg_marching_step(m));
        add_state(rdg_marching_state(m), &sum);
    }
    assert_ok(*state, rdg_marching_result(m, &is));
    assert_int_equal(is.stop, RDG_MARCH_DONE);
    assert_near(is.t, rdg_marching_state(m)->t, 0.0, 0.0);
    assert_int_equal(is.steps, 1000);
    assert_near(is.lambda_mean, sum.lambda_mean / 1000.0, 1e-13, 0.0);
    assert_near(is.lambda_max, sum.lambda_max, 0.0, 0.0);
    assert_near(is.lambda_min, sum.lambda_min, 0.0, 0.0);
    assert_near(is.lambda_min_t, sum.lambda_min_t, 0.0, 0.0);
    assert_near(is.v_min, sum.v_min, 0.0, 0.0);
    assert_near(is.v_min_t, sum.v_min_t, 0.0, 0.0);
    assert_near(is.v_relative_min, sum.v_relative_min, 0.0, 0.0);
    assert_near(is.v_relative_min_t, sum.v_relative_min_t, 0.0, 0.0);
    assert_near(is.first_reversal, sum.first_reversal, 0.0, 0.0);
    assert_int_equal(is.steps_back, sum.steps_back);
    assert_int_equal(is.steps_stuck, sum.steps_stuck);
    assert_int_equal(is.steps_open, sum.steps_open);
    assert_int_equal(is.changes, sum.changes);
    assert_true(is.steps_back > 0 && is.steps_stuck > 0 && is.steps_open > 0);
    rdg_marching_free(m);
}

/* A unit force n - mu t on the point opens the gap by n f / (m p^2 + k) of the point and, by its shares at
 * the ends of the segment, of the line. */
static void the_gap_by_a_unit_force_is_the_closed_form(void **state)
{
    const small_case s = plain_case;
    const double x = 0.4, length = hypot(1.0, s.y[1]), share[] = {1.0 - x, x};
    const double t[] = {1.0 / length, s.y[1] / length}, n[] = {-t[1], t[0]};
    const double _Complex p = 20.0 + 310.0 * I;
    double _Complex g, dg, sum = 0.0, slope = 0.0;
    rdg_sliding *c = small_sliding(*state, &s);
    rdg_sliding_state at;
    assert_ok(*state, rdg_sliding_undeformed(c, x, &at));
    for (int i = 0; i < 2; i++) {
        const double work = n[i] * (n[i] - s.mu * t[i]);
        double _Complex inverse = 1.0 / (s.m[i] * p * p + s.k[i]);
        sum += work * inverse;
        slope -= work * 2.0 * s.m[i] * p * inverse * inverse;
        for (int node = 0; node < 2; node++) {
            const int at_node = 2 * node + i;
            const double part = work * share[node] * share[node];
            inverse = 1.0 / (s.node_m[at_node] * p * p + s.node_k[at_node]);
            sum += part * inverse;
            slope -= part * 2.0 * s.node_m[at_node] * p * inverse * inverse;
        }
    }
    assert_ok(*state, rdg_sliding_g(c, &at, creal(p), cimag(p), &g, &dg));
    assert_true(cabs(g - sum) < 1e-12 * cabs(sum));
    assert_true(cabs(dg - slope) < 1e-12 * cabs(slope));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_gap_by_a_unit_force_is_the_closed_form),
        TEST(a_motion_is_the_sum_of_its_steps),
    };
    return cmocka_run_group_tests_name("values of sliding", tests, NULL, NULL);
}
