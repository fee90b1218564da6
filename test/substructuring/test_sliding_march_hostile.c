/* Sliding motions of any structures: each ends in a status or a stop, and obeys the laws of contact. */
#include "fresh_context.h"
#include "small_sliding.h"

#include <ridgewalk/ridgewalk.h>

static double power(uint64_t *seed, double decades)
{
    return pow(10, decades * random_signed(seed));
}

static bool coin(uint64_t *seed)
{
    return random_signed(seed) < 0;
}

static small_case random_case(uint64_t *seed)
{
    small_case s = plain_case;
    for (int i = 0; i < 2; i++) {
        s.m[i] = power(seed, 2);
        s.k[i] = i == 1 && coin(seed) ? 0 : 1e3 * power(seed, 3);
    }
    for (int i = 0; i < 6; i++) {
        s.node_m[i] = power(seed, 2);
        s.node_k[i] = 1e3 * power(seed, 3);
    }
    s.mass_damping = coin(seed) ? 0 : power(seed, 2);
    s.stiffness_damping = coin(seed) ? 0 : 1e-4 * power(seed, 2);
    s.F = 10 + 20 * random_signed(seed);
    s.mu = fabs(random_signed(seed)) * (coin(seed) ? 3 : 0.5);
    s.height = 0.05 * random_signed(seed);
    for (int i = 0; i < 3; i++) {
        s.y[i] = 0.3 * random_signed(seed);
    }
    return s;
}

static rdg_march_options random_motion(uint64_t *seed, rdg_sliding *c)
{
    rdg_march_options o = {.scheme = coin(seed) ? RDG_MARCH_EXACT : RDG_MARCH_CENTRAL,
                           .speed = power(seed, 1),
                           .start = 1.2 + 1.3 * random_signed(seed),
                           .unilateral = coin(seed),
                           .past_reversal = coin(seed),
                           .noise = coin(seed) ? 0 : fabs(random_signed(seed)),
                           .noise_rate = 1e4 * power(seed, 2),
                           .record_rate = 1e4 * power(seed, 4),
                           .in_memory = true};
    const double limit = rdg_march_limit(c, RDG_MARCH_CENTRAL);
    o.h = o.scheme == RDG_MARCH_EXACT ? 1e-4 * power(seed, 2)
                                      : limit * (1e-3 + 0.999 * fabs(random_signed(seed)));
    o.until = 300 * o.h;
    return o;
}

/* No pull, friction within its cone and against the motion, times that ascend */
static void check_rows(rdg_context *ctx, double mu, bool unilateral)
{
    rdg_run *run = rdg_run_open(ctx, "random");
    const double *t = rdg_run_column(run, "t"), *lambda = rdg_run_column(run, "lambda"),
                 *tau = rdg_run_column(run, "tau"), *v = rdg_run_column(run, "v_relative");
    const rdg_index rows = rdg_run_count(run);
    assert_true(rows >= 2);
    for (rdg_index i = 1; i < rows; i++) {
        assert_true(isfinite(lambda[i]) && isfinite(tau[i]) && isfinite(v[i]));
        assert_true(i == 1 || t[i] >= t[i - 1]);
        if (strcmp(rdg_run_type(run, i), "MX") != 0) {
            assert_true(lambda[i] >= 0);
            assert_true(fabs(tau[i]) <= mu * lambda[i] * (1 + 1e-9) + 1e-12);
            assert_true(!unilateral || tau[i] * v[i] <= 1e-12);
        }
    }
    rdg_run_free(run);
}

static void any_motion_obeys_the_laws_or_says_why_it_ends(void **state)
{
    (void)state;
    uint64_t seed = 77;
    int stops[RDG_MARCH_DIVERGED + 1] = {0}, refused = 0;
    for (int trial = 0; trial < 1500; trial++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const small_case s = random_case(&seed);
        rdg_sliding *c = small_sliding(ctx, &s);
        const rdg_march_options o = random_motion(&seed, c);
        rdg_march_result r;
        if (rdg_march(c, "random", &o, &r) == RDG_OK) {
            stops[r.stop]++;
            assert_int_equal(rdg_shortfalls(ctx), r.stop != RDG_MARCH_DONE);
            check_rows(ctx, s.mu, o.unilateral);
        } else { /* no equilibrium, or beside the polyline */
            assert_true(strlen(rdg_error_message(ctx)) > 0);
            refused++;
        }
        rdg_context_free(ctx);
    }
    assert_true(refused < 900);
    for (int k = 0; k < RDG_MARCH_DIVERGED; k++) {
        assert_true(stops[k] > 5);
    }
    assert_int_equal(stops[RDG_MARCH_DIVERGED], 0);
}

/* Add a step to what the motion has been; the value and its time where it is less than all before */
static void add_step(rdg_march_result *r, const rdg_march_state *now)
{
    const bool back =
        now->contact == RDG_MARCH_BACK || (now->contact == RDG_MARCH_SLIDES && now->v_relative < 0);
    const double value[3] = {now->at.lambda, now->v, now->v_relative};
    double *const least[3][2] = {{&r->lambda_min, &r->lambda_min_t},
                                 {&r->v_min, &r->v_min_t},
                                 {&r->v_relative_min, &r->v_relative_min_t}};
    for (int k = 0; k < 3; k++) {
        if (r->steps == 0 || value[k] < *least[k][0]) {
            *least[k][0] = value[k];
            *least[k][1] = now->t;
        }
    }
    r->lambda_max = r->steps == 0 ? value[0] : fmax(r->lambda_max, value[0]);
    r->lambda_mean += value[0];
    if (r->steps_back + r->steps_stuck == 0 && (back || now->contact == RDG_MARCH_STICKS)) {
        r->first_reversal = now->t;
    }
    r->steps_back += back;
    r->steps_stuck += now->contact == RDG_MARCH_STICKS;
    r->steps_open += now->contact == RDG_MARCH_OPEN;
    r->steps++;
}

static void compare_results(const rdg_march_result *r, const rdg_march_result *known)
{
    const rdg_index steps = known->steps;
    assert_int_equal(r->steps_back, known->steps_back);
    assert_int_equal(r->steps_stuck, known->steps_stuck);
    assert_int_equal(r->steps_open, known->steps_open);
    assert_int_equal(r->changes, known->changes);
    assert_true(isnan(r->first_reversal) == (known->steps_back + known->steps_stuck == 0));
    assert_true(isnan(r->first_reversal) || r->first_reversal == known->first_reversal);
    assert_near(r->lambda_mean * (double)r->steps, known->lambda_mean, 1e-14, 0);
    if (steps > 0) {
        assert_true(r->lambda_min == known->lambda_min && r->lambda_min_t == known->lambda_min_t);
        assert_true(r->v_min == known->v_min && r->v_min_t == known->v_min_t);
        assert_true(r->v_relative_min == known->v_relative_min &&
                    r->v_relative_min_t == known->v_relative_min_t);
        assert_true(r->lambda_max == known->lambda_max);
    } else {
        assert_true(r->lambda_min == INFINITY && r->lambda_max == -INFINITY);
    }
}

/* Results are the sums, extremes and counts of the states of all steps. */
static void results_sum_up_the_steps(void **state)
{
    (void)state;
    uint64_t seed = 78;
    rdg_index back = 0, stuck = 0, open = 0, changes = 0;
    for (int trial = 0; trial < 150; trial++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        const small_case s = random_case(&seed);
        rdg_sliding *c = small_sliding(ctx, &s);
        const rdg_march_options o = random_motion(&seed, c);
        rdg_marching *m = rdg_marching_create(c, &o);
        rdg_march_result r, known = {0};
        rdg_rigid_state contact = RDG_MARCH_SLIDES;
        for (int k = 0; m && k < 300 && rdg_marching_state(m)->stop == RDG_MARCH_DONE; k++) {
            assert_ok(ctx, rdg_marching_step(m));
            const rdg_march_state *now = rdg_marching_state(m);
            assert_true(now->t == (double)k * o.h);
            if (now->stop == RDG_MARCH_DONE || now->stop == RDG_MARCH_REVERSAL) { /* else it was no step */
                known.changes += k > 0 && now->contact != contact;
                contact = now->contact;
                add_step(&known, now);
            }
        }
        if (m) {
            assert_ok(ctx, rdg_marching_result(m, &r));
            assert_true(r.t == rdg_marching_state(m)->t && r.stop == rdg_marching_state(m)->stop);
            compare_results(&r, &known);
        }
        back += known.steps_back, stuck += known.steps_stuck, open += known.steps_open,
            changes += known.changes;
        rdg_context_free(ctx);
    }
    assert_true(back > 5 && stuck > 100 && open > 100 && changes > 100);
}

static void what_cannot_be_is_refused(void **state)
{
    rdg_sliding *c = small_sliding(*state, &plain_case);
    const rdg_march_options good = {.h = 1e-4, .start = 0.5, .until = 1e-2, .in_memory = true};
    rdg_march_options o = good;
    o.until = -1;
    assert_null(rdg_marching_create(c, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "until = -1: a finite number, 0 or more");
    o = good;
    o.start = 2.6;
    assert_null(rdg_marching_create(c, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "at s = 2.6 m the contact leaves the polyline");
    o = good;
    o.speed = -1;
    assert_null(rdg_marching_create(c, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "speed = -1");
    o = good;
    o.scheme = 7;
    assert_null(rdg_marching_create(c, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "no scheme 7");
    o = good;
    o.sensors = 1;
    o.sensor = &(rdg_march_sensor){"tip", "tip", true};
    assert_int_equal(rdg_march(c, "tip", &o, NULL), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"tip\"");
    o.sensor = &(rdg_march_sensor){"tip", NULL, true};
    assert_int_equal(rdg_march(c, "tip", &o, NULL), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "sensor 0 needs a name and a place");
    small_case s = plain_case;
    s.F = 0;
    s.k[1] = 1e3;
    s.height = -1e-3;
    c = small_sliding(*state, &s);
    o = good;
    o.noise = 0.1;
    assert_null(rdg_marching_create(c, &o));
    assert_failed(*state, RDG_ERR_ARGUMENT, "the constant forces of \"point\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(any_motion_obeys_the_laws_or_says_why_it_ends),
                                       TEST(results_sum_up_the_steps), TEST(what_cannot_be_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
