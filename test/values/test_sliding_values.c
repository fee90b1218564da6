/* A sliding contact in time: what its motion has been, against the states of its steps. */
#include "../substructuring/small_sliding.h"
#include "fresh_context.h"

#include <ridgewalk/sliding_march.h>

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_motion_is_the_sum_of_its_steps),
    };
    return cmocka_run_group_tests_name("values of sliding", tests, NULL, NULL);
}
