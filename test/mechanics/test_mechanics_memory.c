/* Every allocation of the toolbox fails once: no crash, no leak, and nothing allocated in evaluation. */
#include "failing_memory.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/mechanics.h>

/* Elements, loads and sensors, more than their lists have space for at first. */
static void use_parts(rdg_structure *beam)
{
    static const char *const sensor[] = {"1", "2", "3", "4", "5"};
    for (int i = 0; i < 5; i++) {
        rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "gap", .k = 1e3, .k3 = 1e6});
        rdg_static_force_add(beam, "tip", 0.3);
        rdg_sensor_add(beam, sensor[i], "tip");
    }
    rdg_base_motion_add(beam, &(rdg_base_motion){.direction = "tip", .displacement = 1e-3});
    rdg_base_motion_add(beam, &(rdg_base_motion){.displacement = 1e-3});
    rdg_prestress(beam);
}

/* A rectangle with sets, held at an end, with enough unknowns for the sparse way to its modes */
static void use_large(rdg_context *ctx)
{
    static double omega[3], shapes[3 * 400];
    rdg_plane_options o = rdg_plane_options_default();
    o.nx = 50;
    rdg_structure *plane = rdg_plane_create(ctx, &o);
    rdg_name_set(plane, "first", 2, (rdg_index[]){0, 7});
    rdg_name_dof(plane, "seventh", 7);
    rdg_force_add(plane, "seventh", 1, 1.0);
    rdg_structure *held = rdg_structure_hold(plane, 2, (rdg_index[]){0, 1});
    rdg_structure_modes(held, 1, &(rdg_ground_spring){"seventh", 1e6}, 3, omega, shapes);
}

static rdg_status use_everything(rdg_context *ctx)
{
    const rdg_index kept[2] = {3, 8};
    const double two[4] = {2, 0, 0, 2};
    const double load[12] = {0.3, 0.1, 0.7};
    double omega[2];
    rdg_beam_options o = rdg_beam_options_default();
    o.elements = 6;
    rdg_structure *beam = rdg_beam_create(ctx, &o);
    rdg_name_dof(beam, "tip", 10);
    rdg_name_combination(beam, "gap", 2, kept, (double[]){1, -1});
    use_parts(beam);
    rdg_structure_copy(beam);
    rdg_structure_modes(beam, 0, NULL, 2, omega, NULL);
    use_large(ctx);
    rdg_structure *bar = rdg_structure_read_calculix(ctx, "bar", "test/data/bar");
    rdg_name_nodes(bar, "end", 2, (rdg_index[]){11, 13}, "xyz");
    rdg_force_add(bar, "5.x", 1, 1.0);
    rdg_structure_copy(bar);
    rdg_structure *masses = rdg_structure_read_nastran(ctx, "two", "test/data/fe/two.pch");
    rdg_nodes_read(masses, "test/data/fe/two.inp");
    rdg_structure_units(masses, RDG_MM_TONNE_S);
    rdg_structure_copy(masses);
    rdg_structure_read_op4(ctx, "two", "test/data/fe/two.op4", "test/data/fe/order.pch");
    rdg_structure_read_abaqus(ctx, "two", "test/data/fe/sub.mtx", "test/data/fe/sub.mtx");
    for (int method = RDG_INTERIOR_AUTO; method <= RDG_INTERIOR_KRYLOV; method++) {
        rdg_condensation *c = rdg_condensation_create_with(beam, 2, kept, (rdg_interior_method)method);
        rdg_condensation_add_load(c, load, NULL);
        rdg_condensation_add_load(c, load, load);
    }
    rdg_condensation_create(rdg_structure_create(ctx, "pair", 2, two, NULL, two), 2, (rdg_index[]){0, 1});
    return rdg_error_status(ctx);
}

/* Condensations by factors and by modes that are worth a second thread, which has a workspace of its own. */
static rdg_status use_threads(rdg_context *ctx)
{
    enum { N = 130, KEPT = 33, HARMONICS = 3 };
    static double M[N * N], C[N * N], K[N * N], D[HARMONICS * 2 * KEPT * KEPT];
    rdg_index kept[KEPT];
    for (int i = 0; i < N; i++) {
        M[i + N * i] = 1.0;
        C[i + N * i] = i % 9 == 0 ? 0.1 : 0.0;
        K[i + N * i] = 2.1;
        if (i + 1 < N) {
            K[i + N * (i + 1)] = K[i + 1 + N * i] = -1.0;
        }
        kept[i % KEPT] = 3 * (i % KEPT);
    }
    rdg_threads(ctx, 3);
    for (int proportional = 0; proportional < 2; proportional++) {
        rdg_structure *s = rdg_structure_create(ctx, "row", N, M, proportional ? NULL : C, K);
        rdg_condensation *c = rdg_condensation_create(s, KEPT, kept);
        if (c) {
            assert_int_equal(rdg_condensation_threads(c), 3);
            const long before = memory_asked;
            assert_int_equal(
                rdg_condensation_evaluate_all(c, HARMONICS, (const rdg_index[]){1, 2, 3}, 0.4, D, NULL, NULL),
                0);
            assert_int_equal(memory_asked, before);
        }
    }
    return rdg_error_status(ctx);
}

static void every_allocation_for_threads_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_threads);
}

/* The first harmonic that fails tells why, however many threads there are: the second of these meets a pole.
 */
static void the_first_failure_of_harmonics_is_told(void **state)
{
    enum { N = 90 };
    static double M[N * N], K[N * N], D[3 * 2];
    (void)state;
    for (int i = 0; i < N; i++) {
        M[i + N * i] = 1.0;
        K[i + N * i] = i == 50 ? 4.0 : 2.0 + i;
    }
    for (int threads = 1; threads <= 3; threads++) {
        rdg_context *ctx = rdg_context_create();
        rdg_threads(ctx, threads);
        rdg_structure *s = rdg_structure_create(ctx, "pots", N, M, NULL, K);
        rdg_condensation *c = rdg_condensation_create_with(s, 1, (rdg_index[]){0}, RDG_INTERIOR_DENSE);
        assert_int_equal(rdg_condensation_threads(c), threads);
        assert_int_equal(rdg_condensation_evaluate_all(c, 3, (rdg_index[]){1, 2, -1}, 1.0, D, NULL, NULL), 1);
        assert_int_equal(rdg_condensation_evaluate_all(c, 3, (rdg_index[]){-1, 2, 1}, 1.0, D, NULL, NULL),
                         -1);
        assert_int_equal(rdg_condensation_evaluate_all(c, 3, (rdg_index[]){1, 3, 4}, 1.1, D, NULL, NULL), 0);
        rdg_context_free(ctx);
    }
}

static void every_allocation_may_fail(void **state)
{
    (void)state;
    fail_each_allocation(use_everything);
}

static void evaluation_does_not_allocate(void **state)
{
    (void)state;
    const rdg_index kept[2] = {3, 8};
    rdg_context *ctx = rdg_context_create();
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    const double load[40] = {0.3, 0.1, 0.7};
    double D[8], D1[8], D2[8], cs[4] = {1, 2, 3, 4}, full[80];
    for (int method = RDG_INTERIOR_AUTO; method <= RDG_INTERIOR_KRYLOV; method++) {
        rdg_condensation *c = rdg_condensation_create_with(beam, 2, kept, (rdg_interior_method)method);
        assert_int_equal(rdg_condensation_add_load(c, load, NULL), 0);
        if (method == RDG_INTERIOR_KRYLOV) { /* but for vectors that a frequency needs first */
            assert_int_equal(rdg_condensation_evaluate(c, 1, 1000, D, D1, D2), 0);
        }
        const long before = memory_asked;
        assert_int_equal(rdg_condensation_evaluate_load(c, 0, 1, 1000, D, D1, D2), 0);
        assert_int_equal(rdg_condensation_evaluate(c, 1, 1000, D, D1, D2), 0);
        assert_int_equal(rdg_condensation_expand(c, 1, 1000, cs, 0, NULL, full), 0);
        assert_int_equal(memory_asked, before);
    }
    rdg_context_free(ctx);
}

/* Vectors that cannot be kept are said so, and made when there is memory again. */
static void a_frequency_that_needs_vectors_may_lack_memory(void **state)
{
    (void)state;
    const rdg_index kept[2] = {3, 8};
    rdg_context *ctx = rdg_context_create();
    rdg_structure *beam = rdg_beam_create(ctx, NULL);
    double D[8], E[8];
    int failures = 0;
    rdg_condensation *e = rdg_condensation_create_with(beam, 2, kept, RDG_INTERIOR_KRYLOV);
    assert_int_equal(rdg_condensation_evaluate(e, 3, 1000, E, NULL, NULL), 0);
    for (int answer = -1; answer != 0; failures += answer != 0) {
        rdg_condensation *c = rdg_condensation_create_with(beam, 2, kept, RDG_INTERIOR_KRYLOV);
        memory_left = failures;
        answer = rdg_condensation_evaluate(c, 3, 1000, D, NULL, NULL);
        memory_left = -1;
        assert_true(answer <= 0);
        assert_int_equal(rdg_condensation_evaluate(c, 3, 1000, D, NULL, NULL), 0);
        assert_memory_equal(D, E, sizeof D);
        rdg_condensation_free(c);
    }
    assert_true(failures >= 9);
    rdg_context_free(ctx);
}

/* f_i = sum_j x_j, plus v_i^3 */
static int coupled(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    (void)data;
    for (rdg_index i = 0; i < d; i++) {
        for (rdg_index j = 0; j < d; j++) {
            value->f[i] += x[j];
            value->fx[i + d * j] = 1;
        }
        value->f[i] += pow(v[i], 3);
        value->fv[i + d * i] = 3 * v[i] * v[i];
    }
    return 0;
}

enum { MANY = 11 };

/* A law of d displacements, asked at an instant and at rest. */
static void check_vector_law(rdg_context *ctx, rdg_index d, bool without_memory)
{
    static const char *const name[MANY] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"};
    double M[MANY * MANY] = {0}, x[MANY], v[MANY], f[MANY], df[2 * MANY * MANY], sum = 0;
    for (int i = 0; i < MANY; i++) {
        M[i + MANY * i] = 1;
        x[i] = 0.3 * i;
        v[i] = 0.1 * i;
        sum += i < d ? x[i] : 0;
    }
    rdg_structure *s = rdg_structure_create(ctx, "many", MANY, M, NULL, M);
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(rdg_name_dof(s, name[i], i), 0);
    }
    assert_int_equal(rdg_vector_element_add(s, &(rdg_vector_element){.d = d, .at = name, .law = coupled}), 0);
    const rdg_element *e = rdg_element_at(s, 0);
    rdg_law_workspace *workspace = rdg_law_workspace_create(ctx, e->kind.time, e->self, d);
    rdg_law_energy energy;
    const rdg_law_state at = {.x = x, .v = v};
    memset(f, 0, sizeof f);
    memset(df, 0, sizeof df);
    const long before = memory_asked;
    assert_int_equal(e->kind.time->force(e->self, d, &at, &(rdg_law_force){.f = f, .df = df}), 0);
    assert_int_equal(e->kind.time->energy(e->self, d, &at, &energy), 0);
    assert_true(!without_memory || memory_asked == before);
    double power = 0;
    for (rdg_index i = 0; i < d; i++) {
        assert_near(f[i], sum + pow(v[i], 3), 1e-14, 0);
        assert_near(df[i + d * d + d * i], 3 * v[i] * v[i], 1e-14, 0);
        power += pow(v[i], 4);
    }
    assert_near(energy.power, power, 1e-12, 0);
    assert_near(energy.stored, sum * sum / 2, 1e-12, 0);
    assert_int_equal(rdg_law_at_rest(workspace, x, NULL, f, df), 0);
    assert_near(f[d - 1], sum, 1e-14, 0);
    assert_near(df[d * d - 1], 1, 1e-15, 0);
    rdg_law_workspace_free(workspace);
}

static void laws_of_a_few_displacements_are_asked_without_memory(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    check_vector_law(ctx, 3, true);
    check_vector_law(ctx, 8, true);
    check_vector_law(ctx, 9, false);
    check_vector_law(ctx, MANY, false);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(every_allocation_for_threads_may_fail),
        cmocka_unit_test(the_first_failure_of_harmonics_is_told),
        cmocka_unit_test(evaluation_does_not_allocate),
        cmocka_unit_test(a_frequency_that_needs_vectors_may_lack_memory),
        cmocka_unit_test(laws_of_a_few_displacements_are_asked_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
