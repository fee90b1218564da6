/* Structures that nothing but closed contacts hold, where they rest. */
#include "models.h"

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/mechanics.h>

/* A spring that is closed by compression alone; counts how often it is evaluated. */
static int wall(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    ++*(long *)data;
    value->f = x > 0 ? 1e5 * x : 0;
    value->fx = x > 0 ? 1e5 : 0;
    value->fxx = 0;
    return 0;
}

/* A floating rod, much stiffer than what it is pressed against, as meshes are: few steps find where it rests,
 * not hundreds of points of a path. */
static void a_stiff_rod_that_floats_finds_its_rest_at_once(void **state)
{
    enum { N = 60 };
    rdg_context *ctx = *state;
    const double k = 2.1e11;
    double K[N * N] = {0}, M[N * N] = {0}, left = 0, right = 0;
    long count = 0;
    for (int i = 0; i < N; i++) {
        M[i + N * i] = 1;
        K[i + N * i] = (i > 0 ? k : 0) + (i + 1 < N ? k : 0);
        if (i > 0) {
            K[i + N * (i - 1)] = K[i - 1 + N * i] = -k;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "rod", N, M, M, K);
    rdg_name_dof(s, "left", 0);
    rdg_name_dof(s, "right", N - 1);
    rdg_time_element_add(
        s, &(rdg_time_element){.at = "right", .type = "wall", .law = wall, .pure = true, .data = &count});
    rdg_static_force_add(s, "left", 700);
    assert_ok(ctx, rdg_prestress(s));
    assert_ok(ctx, rdg_rest(s, "left", &left));
    assert_ok(ctx, rdg_rest(s, "right", &right));
    assert_near(right, 700 / 1e5, 1e-7, 0);
    assert_near(left - right, 700 * (N - 1) / k, 1e-3, 0);
    assert_true(count < 100);
}

enum { TURNED = 40 };

/* Q: orthogonal, two reflections at random */
static void turn_at_random(uint64_t *seed, double Q[TURNED * TURNED])
{
    for (int i = 0; i < TURNED * TURNED; i++) {
        Q[i] = i % (TURNED + 1) == 0;
    }
    for (int turn = 0; turn < 2; turn++) {
        double v[TURNED], vv = 0;
        for (int i = 0; i < TURNED; i++) {
            v[i] = random_signed(seed);
            vv += v[i] * v[i];
        }
        for (int j = 0; j < TURNED; j++) {
            double along = 0;
            for (int i = 0; i < TURNED; i++) {
                along += v[i] * Q[i + TURNED * j];
            }
            for (int i = 0; i < TURNED; i++) {
                Q[i + TURNED * j] -= 2 * along / vv * v[i];
            }
        }
    }
}

/* The rod with the columns of Q as places of its masses */
static rdg_structure *turned_rod(rdg_context *ctx, const double *Q)
{
    static double K[TURNED * TURNED], M[TURNED * TURNED];
    rdg_index dof[TURNED];
    for (int ij = 0; ij < TURNED * TURNED; ij++) {
        const int i = ij % TURNED, j = ij / TURNED;
        K[ij] = 0;
        M[ij] = i == j;
        dof[i] = i;
        for (int e = 0; e + 1 < TURNED; e++) {
            const double *a = Q + TURNED * e, *b = a + TURNED;
            K[ij] += 2.1e11 * (a[i] - b[i]) * (a[j] - b[j]);
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "turned", TURNED, M, M, K);
    rdg_name_combination(s, "left", TURNED, dof, Q);
    rdg_name_combination(s, "right", TURNED, dof, Q + TURNED * (TURNED - 1));
    return s;
}

/* In turned coordinates its stiffness is not singular to the last bit. Rounding, of either sign, would carry
 * the load over a thousand kilometres. */
static void rounding_holds_nothing(void **state)
{
    rdg_context *ctx = *state;
    static double Q[TURNED * TURNED];
    uint64_t seed = 7;
    for (int time = 0; time < 30; time++) {
        double right = 0;
        long count = 0;
        turn_at_random(&seed, Q);
        rdg_structure *s = turned_rod(ctx, Q);
        rdg_time_element_add(
            s, &(rdg_time_element){.at = "right", .type = "wall", .law = wall, .pure = true, .data = &count});
        rdg_static_force_add(s, "left", 700);
        assert_ok(ctx, rdg_prestress(s));
        assert_ok(ctx, rdg_rest(s, "right", &right));
        assert_near(right, 700 / 1e5, 1e-3, 0);
        assert_true(count < 100);
    }
}

/* A mass that its weight presses on a stop: without the prestress nothing holds it. */
static void an_unknown_rest_is_named_where_nothing_holds(void **state)
{
    rdg_context *ctx = *state;
    double Q[3];
    for (int rests = 0; rests < 2; rests++) {
        rdg_structure *s = oscillator(ctx, 1, 0.1, 0);
        rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .k = 50, .gap = 1e-3});
        rdg_static_force_add(s, "x", 9.81);
        rdg_force_add(s, "x", 1, 1.0);
        if (rests) {
            assert_ok(ctx, rdg_prestress(s));
        }
        rdg_hbm_linear_response(rdg_hbm_create(s, RDG_HARMONICS(0, 1)), 1.1, 1.0, Q);
        if (rests) {
            assert_ok(ctx, rdg_error_status(ctx));
        } else {
            assert_failed(ctx, RDG_ERR_SINGULAR, "rdg_prestress() closes the contacts");
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_stiff_rod_that_floats_finds_its_rest_at_once, fresh_context,
                                        free_context),
        cmocka_unit_test_setup_teardown(rounding_holds_nothing, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(an_unknown_rest_is_named_where_nothing_holds, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
