/* Whole runs in one thread and in several: the same to the last bit, and the same failures in the same words.
 */
#include "harvest.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/stability.h>

enum { MASSES = 90, MOST_THREADS = 4 };

/* Masses in a row, every ninth with its own damper if the damping is not to be proportional. */
static rdg_structure *row_of_masses(rdg_context *ctx, rdg_index n, bool clumped)
{
    double *M = test_calloc((size_t)(n * n), sizeof *M), *C = test_calloc((size_t)(n * n), sizeof *C);
    double *K = test_calloc((size_t)(n * n), sizeof *K);
    for (rdg_index i = 0; i < n; i++) {
        M[i + n * i] = 1.0 + 0.01 * (double)(i % 7);
        C[i + n * i] = clumped && i % 9 == 0 ? 0.3 : 0.0;
        K[i + n * i] = 2.0 + (i == 0 ? 0.7 : 0.0);
        if (i + 1 < n) {
            K[i + n * (i + 1)] = K[i + 1 + n * i] = -1.0;
        }
    }
    rdg_structure *s = rdg_structure_create(ctx, "row", n, M, C, K);
    test_free(M);
    test_free(C);
    test_free(K);
    if (!clumped) {
        assert_ok(ctx, rdg_damping_proportional(s, 0.02, 0.01));
    }
    for (rdg_index i = 0; i < n; i++) {
        char name[16];
        snprintf(name, sizeof name, "x%d", (int)i);
        assert_ok(ctx, rdg_name_dof(s, name, i));
    }
    return s;
}

static void put_contacts(rdg_structure *s, rdg_index count, rdg_index apart)
{
    for (rdg_index i = 0; i < count; i++) {
        char at[16];
        snprintf(at, sizeof at, "x%d", (int)(i * apart));
        rdg_contact_add(s, &(rdg_contact){.tangential = at, .kt = 0.8, .mu = 0.3, .preload = 0.2});
    }
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", "x0");
}

/* Many elements, all kept. */
static rdg_hbm *many_elements(rdg_context *ctx)
{
    rdg_structure *s = row_of_masses(ctx, MASSES, false);
    put_contacts(s, MASSES, 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_hbm_keep_all(hb);
    return hb;
}

/* Condensed by factors of each harmonic; a constant force, too, and a load on what is condensed. */
static rdg_hbm *condensed_by_factors(rdg_context *ctx)
{
    rdg_structure *s = row_of_masses(ctx, MASSES, true);
    put_contacts(s, 3, 20);
    rdg_force_add(s, "x31", 3, 0.4);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
    rdg_hbm_condense_forces(hb);
    return hb;
}

/* Condensed by modes that are worth a thread. */
static rdg_hbm *condensed_by_modes(rdg_context *ctx)
{
    rdg_structure *s = row_of_masses(ctx, 200, false);
    put_contacts(s, 26, 7);
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
}

/* Two parts of Hill's matrix. */
static rdg_hbm *with_stability(rdg_context *ctx)
{
    rdg_structure *s = row_of_masses(ctx, 4, false);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x2", .k3 = 0.8});
    rdg_force_add(s, "x0", 1, 1.0);
    rdg_sensor_add(s, "Am", "x0");
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3, 4, 5));
}

static harvest follow(rdg_context *ctx, rdg_hbm *(*make)(rdg_context *ctx), int threads)
{
    harvest h = {0};
    assert_ok(ctx, rdg_threads(ctx, threads));
    rdg_hbm *hb = make(ctx);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.6));
    if (make == with_stability) {
        rdg_hbm_add_stability(hb, p, "stability");
    }
    rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 2.0), RDG_DIRECTION(1),
                 RDG_MAX_POINTS(12), HARVEST_ONLY(&h));
    assert_ok(ctx, rdg_error_status(ctx));
    return h;
}

static void runs_are_the_same_to_the_last_bit(void **state)
{
    rdg_hbm *(*const make[])(rdg_context *) = {many_elements, condensed_by_factors, condensed_by_modes,
                                               with_stability};
    (void)state;
    for (size_t k = 0; k < sizeof make / sizeof *make; k++) {
        harvest alone = {0};
        rdg_context *first = NULL;
        for (int threads = 1; threads <= MOST_THREADS; threads++) {
            rdg_context *ctx = rdg_context_create();
            rdg_set_writer(ctx, NULL, NULL);
            harvest h = follow(ctx, make[k], threads);
            if (threads == 1) {
                alone = h;
                first = ctx;
                assert_true(h.count >= 12);
                continue;
            }
            assert_int_equal(h.count, alone.count);
            for (size_t i = 0; i < h.count; i++) {
                const size_t n = (size_t)rdg_variable_count(h.p), m = (size_t)rdg_parameter_count(h.p);
                assert_memory_equal(h.chart[i].u, alone.chart[i].u, n * sizeof(double));
                assert_memory_equal(h.chart[i].tangent, alone.chart[i].tangent, n * sizeof(double));
                assert_memory_equal(h.chart[i].mu, alone.chart[i].mu, m * sizeof(double));
                assert_int_equal(h.chart[i].iterations, alone.chart[i].iterations);
            }
            harvest_clear(&h);
            rdg_context_free(ctx);
        }
        harvest_clear(&alone);
        rdg_context_free(first);
    }
}

/* An element of which one in the middle leaves its domain ends the run with the same message. */
static int fragile(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    value->f = x;
    value->fx = 1.0;
    return fabs(x) > *(const double *)data ? -1 : 0;
}

static void failures_are_told_in_the_same_words(void **state)
{
    static double strength[2] = {1e9, 1e-3};
    char said[MOST_THREADS][256];
    (void)state;
    for (int threads = 1; threads <= MOST_THREADS; threads++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        rdg_threads(ctx, threads);
        rdg_structure *s = row_of_masses(ctx, MASSES, false);
        put_contacts(s, MASSES, 1);
        for (int i = 0; i < 20; i++) {
            char at[16], name[16];
            snprintf(at, sizeof at, "x%d", i);
            snprintf(name, sizeof name, "f%d", i);
            rdg_time_element_add(
                s, &(rdg_time_element){
                       .name = name, .at = at, .law = fragile, .data = &strength[i == 2 || i == 9]});
        }
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
        rdg_hbm_keep_all(hb);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.9), RDG_AT("alpha", 0.6));
        rdg_continue(p, "r", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.9, 2.0), RDG_NO_FOLDER,
                     RDG_NO_TABLE);
        assert_int_not_equal(rdg_error_status(ctx), RDG_OK);
        snprintf(said[threads - 1], sizeof said[0], "%s", rdg_error_message(ctx));
        assert_string_equal(said[threads - 1], said[0]);
        rdg_context_free(ctx);
    }
}

static void a_number_of_threads_is_checked(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    assert_int_equal(rdg_threads(ctx, 0), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "0 threads: give 1 to 256");
    assert_int_equal(rdg_threads(ctx, 257), RDG_ERR_ARGUMENT);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "257 threads");
    assert_int_equal(rdg_threads(NULL, 2), RDG_ERR_EARLIER);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_are_the_same_to_the_last_bit),
        cmocka_unit_test(failures_are_told_in_the_same_words),
        cmocka_unit_test(a_number_of_threads_is_checked),
    };
    return cmocka_run_group_tests_name("threads, to the last bit", tests, NULL, NULL);
}
