/* Many elements: the same sums to the last bit with any number of threads, and as with elements one by one.
 */
#include "failing_memory.h"

#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

enum { ELEMENTS = 300, NODES = 100 };

/* A beam with contacts, springs and regularised friction on all its nodes. */
static rdg_structure *busy_beam(rdg_context *ctx, rdg_index count)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.elements = NODES;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    for (rdg_index node = 1; node <= NODES; node++) {
        char name[16];
        snprintf(name, sizeof name, "w%d", (int)node);
        rdg_name_dof(beam, name, rdg_beam_deflection(beam, node));
    }
    for (rdg_index i = 0; i < count; i++) {
        char at[16], name[16];
        snprintf(at, sizeof at, "w%d", (int)(1 + i % NODES));
        snprintf(name, sizeof name, "e%d", (int)i);
        if (i % 3 == 0) {
            rdg_contact_add(
                beam, &(rdg_contact){.name = name, .tangential = at, .kt = 2.0, .mu = 0.3, .preload = 1.0});
        } else if (i % 3 == 1) {
            rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.name = name, .at = at, .k = 0.7, .k3 = 1.3});
        } else {
            rdg_tanh_friction_add(beam,
                                  &(rdg_tanh_friction){.name = name, .at = at, .force = 0.4, .epsilon = 0.9});
        }
    }
    rdg_force_add(beam, "w1", 1, 1.0);
    return beam;
}

static rdg_hbm *balance(rdg_structure *beam)
{
    rdg_hbm *hb = rdg_hbm_create(beam, RDG_HARMONICS(0, 1, 2));
    assert_ok(rdg_structure_context(beam), rdg_hbm_keep_all(hb));
    return hb;
}

typedef struct values {
    double *y, *J, *H;
    size_t n_y, n_J, n_H;
} values;

static values evaluate(rdg_hbm *hb)
{
    const rdg_function *f = rdg_hbm_function(hb);
    const rdg_index n = f->n, m = f->m;
    values v = {
        .n_y = (size_t)m, .n_J = (size_t)f->df_pattern->start[n], .n_H = (size_t)f->d2f_pattern->start[n]};
    double *u = calloc((size_t)n, sizeof *u), *lambda = calloc((size_t)m, sizeof *lambda);
    uint64_t seed = 11;
    v.y = calloc(v.n_y, sizeof *v.y);
    v.J = calloc(v.n_J, sizeof *v.J);
    v.H = calloc(v.n_H, sizeof *v.H);
    for (rdg_index i = 0; i < n; i++) {
        u[i] = random_signed(&seed);
        lambda[i % m] = random_signed(&seed);
    }
    u[m] = 1.3;
    const long asked = memory_asked;
    assert_int_equal(f->f(n, u, m, v.y, f->data), 0);
    assert_int_equal(f->df(n, u, m, v.J, f->data), 0);
    assert_int_equal(f->d2f(n, u, m, lambda, v.H, f->data), 0);
    assert_true(memory_asked == asked);
    free(u);
    free(lambda);
    return v;
}

static void clear(values *v)
{
    free(v->y);
    free(v->J);
    free(v->H);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = balance(busy_beam(ctx, ELEMENTS));
    values alone = evaluate(hb);
    for (int threads = 2; threads <= 5; threads++) {
        assert_ok(ctx, rdg_hbm_threads(hb, threads));
        values v = evaluate(hb);
        assert_memory_equal(v.y, alone.y, v.n_y * sizeof *v.y);
        assert_memory_equal(v.J, alone.J, v.n_J * sizeof *v.J);
        assert_memory_equal(v.H, alone.H, v.n_H * sizeof *v.H);
        clear(&v);
    }
    clear(&alone);
    rdg_hbm_threads(hb, 0);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "0 threads");
    rdg_context_free(ctx);
}

/* A beam with all elements is the sum of one with the first ones, that come one at a time, and so on. */
static void batches_add_up_to_single_elements(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    values none = evaluate(balance(busy_beam(ctx, 0))), some = evaluate(balance(busy_beam(ctx, 63)));
    values more = evaluate(balance(busy_beam(ctx, 64))), all = evaluate(balance(busy_beam(ctx, 301)));
    double difference = 0.0;
    for (size_t i = 0; i < none.n_y; i++) {
        const bool last = i % (2 * NODES) == 2 * 63; /* element 63 is at node 64 */
        difference += last ? fabs(more.y[i] - some.y[i]) : 0.0;
        assert_true(last || more.y[i] == some.y[i]);
        assert_true(i % 2 == 0 || all.y[i] == none.y[i]); /* nothing acts on rotations */
        assert_true(i % 2 == 1 || all.y[i] != none.y[i]);
    }
    assert_true(difference > 0.0);
    clear(&none);
    clear(&some);
    clear(&more);
    clear(&all);
    rdg_context_free(ctx);
}

static int law_that_leaves_its_domain(double x, double v, rdg_law_value *value, void *data)
{
    (void)v;
    value->f = x;
    return *(const int *)data;
}

static void the_answer_of_the_first_element_that_fails_is_given(void **state)
{
    static int answer[] = {0, 7, 3};
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *beam = busy_beam(ctx, 100);
    for (int i = 0; i < 3; i++) {
        rdg_time_element_add(
            beam, &(rdg_time_element){.at = "w5", .law = law_that_leaves_its_domain, .data = &answer[i]});
    }
    rdg_hbm *hb = balance(beam);
    const rdg_function *f = rdg_hbm_function(hb);
    double *u = calloc((size_t)f->n, sizeof *u), *y = calloc((size_t)f->n, sizeof *y);
    u[f->m] = 1.3;
    for (int threads = 1; threads < 3; threads++) {
        rdg_hbm_threads(hb, threads);
        assert_int_equal(f->f(f->n, u, f->m, y, f->data), 7);
    }
    free(u);
    free(y);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_change_no_bit),
                                       cmocka_unit_test(batches_add_up_to_single_elements),
                                       cmocka_unit_test(the_answer_of_the_first_element_that_fails_is_given)};
    return cmocka_run_group_tests_name("many elements", tests, NULL, NULL);
}
