/* Fields, surfaces, resets and guards of structures in motion: first and second derivatives by states,
 * parameters and phase against differences, in every mode of every element. */
#include "structures.h"

enum { STATES = 1000, MOST = 64 };

static double largest(const double *a, rdg_index n)
{
    double size = 1;
    for (rdg_index i = 0; i < n; i++) {
        size = fmax(size, fabs(a[i]));
    }
    return size;
}

static double worst_first, worst_second;

static void compare(const rdg_hybrid_function *function, rdg_index n, const double *u, rdg_index m,
                    uint64_t *seed)
{
    static double own[MOST * MOST], differences[MOST * MOST], work[4 * MOST * MOST];
    double lambda[MOST];
    rdg_hybrid_function plain = *function, half = *function;
    assert_true(n <= MOST && m <= MOST && function->df && function->d2f);
    plain.df = NULL;
    half.d2f = NULL;
    for (rdg_index i = 0; i < m; i++) {
        lambda[i] = random_signed(seed);
    }
    assert_int_equal(rdg_hybrid_df(function, n, u, NULL, m, own, NULL), 0);
    assert_int_equal(rdg_hybrid_df(&plain, n, u, NULL, m, differences, work), 0);
    double size = largest(own, n * m);
    for (rdg_index k = 0; k < n * m; k++) {
        worst_first = fmax(worst_first, fabs(own[k] - differences[k]) / size);
        assert_near(own[k], differences[k], 0, 1e-8 * size);
    }
    assert_int_equal(rdg_hybrid_d2f(function, n, u, NULL, m, lambda, own, NULL), 0);
    assert_int_equal(rdg_hybrid_d2f(&half, n, u, NULL, m, lambda, differences, work), 0);
    size = largest(own, n * n);
    for (rdg_index k = 0; k < n * n; k++) {

        worst_second = fmax(worst_second, fabs(own[k] - differences[k]) / size);
        assert_near(own[k], differences[k], 0, 1e-8 * size);
    }
}

/* Directions of a cone's force and of its motion have no derivative where they vanish. */
static bool is_smooth(const rdg_hybrid *h, rdg_index mode, const double *u)
{
    const char *name = rdg_hybrid_phase_at(h, mode)->name;
    const bool ring = strstr(name, "ring:"), cone = strstr(name, "cone:");
    const double *v = u + DOFS, *w = u + 2 * DOFS;
    const double x2 = cone ? u[0] - u[1] : u[1], v2 = cone ? v[0] - v[1] : v[1];
    for (int i = 0; i < DOFS; i++) { /* nor has |v| v one at 0 */
        if (strstr(name, "smooth") && fabs(0.5 * v[1] - 0.8 * v[2]) < 0.1) {
            return false;
        }
    }
    return (!ring && !cone) ||
           (hypot(v[0], v2) > 0.5 && (strstr(name, "separation") || hypot(u[0] - w[0], x2 - w[1]) > 0.5));
}

static void random_state(rdg_hybrid *h, rdg_index mode, uint64_t *seed, double *u)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    const rdg_index n = rdg_hybrid_phase_at(h, mode)->n;
    do {
        for (rdg_index i = 0; i < n; i++) {
            u[i] = 2 * random_signed(seed);
        }
    } while (!is_smooth(h, mode, u));
    for (rdg_index i = 0; i < p.n; i++) {
        u[n + i] = p.value[i] * between(seed, 0.8, 1.2);
    }
    u[n + p.n] = 3 * random_signed(seed);
}

static void check_mode(rdg_hybrid *h, rdg_index mode, int states, uint64_t *seed)
{
    double u[MOST] = {0};
    const rdg_index n = rdg_hybrid_arguments(h, mode);
    for (int i = 0; i < states; i++) {
        random_state(h, mode, seed, u);
        compare(&rdg_hybrid_phase_at(h, mode)->field, n, u, rdg_hybrid_phase_at(h, mode)->n, seed);
        for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
            rdg_index from = -1, to = -1;
            const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(h, k, &from, &to);
            if (from != mode) {
                continue;
            }
            compare(&c->surface, n, u, 1, seed);
            compare(&c->reset, n, u, rdg_hybrid_phase_at(h, to)->n, seed);
            if (c->guard.f) {
                compare(&c->guard, n, u, 1, seed);
            }
        }
    }
}

static void each_kind_in_each_mode(void **state)
{
    static const int expected[KINDS] = {1, 2, 3, 0, 3, 4, 2, 3};
    (void)state;
    uint64_t seed = 1;
    for (int kind = 0; kind < KINDS; kind++) {
        rdg_context *ctx = rdg_context_create();
        rdg_structure *s = random_structure(ctx, &seed, NULL);
        number_list list;
        adders[kind](s, &seed);
        add_loads(s);
        rdg_hybrid *h = rdg_hybrid_of_at(s, all_numbers(s, kind == 0, &list));
        assert_ok(ctx, rdg_error_status(ctx));
        for (rdg_index mode = 0; mode < rdg_hybrid_phases(h); mode++) {
            assert_ok(ctx, rdg_hybrid_enter(h, mode));
            check_mode(h, mode, rdg_hybrid_phases(h) > 20 ? 20 : STATES, &seed);
        }
        if (expected[kind] > 0) {
            assert_int_equal(rdg_hybrid_phases(h), expected[kind]);
        }
        rdg_context_free(ctx);
    }
    print_message("first derivatives %.1e, second %.1e\n", worst_first, worst_second);
}

static void all_together_along_a_random_walk(void **state)
{
    (void)state;
    uint64_t seed = 2;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = random_structure(ctx, &seed, NULL);
    add_contact(s, &seed);
    add_gap(s, &seed);
    add_jenkins(s, &seed);
    add_iwan(s, &seed);
    add_loads(s);
    number_list list;
    rdg_hybrid *h = rdg_hybrid_of_at(s, all_numbers(s, false, &list));
    rdg_index mode = 0;
    for (int step = 0; step < 100; step++) {
        rdg_index way[MOST] = {0}, ways = 0;
        assert_ok(ctx, rdg_hybrid_enter(h, mode));
        check_mode(h, mode, 3, &seed);
        for (rdg_index k = 0; k < rdg_hybrid_event_surfaces(h); k++) {
            rdg_index from = -1, to = -1;
            rdg_hybrid_event_surface_at(h, k, &from, &to);
            if (from == mode) {
                way[ways++] = to;
            }
        }
        assert_true(ways > 0);
        const rdg_index pick = (rdg_index)(between(&seed, 0, 1) * (double)ways);
        mode = way[pick < ways ? pick : 0];
    }
    assert_true(rdg_hybrid_phases(h) > 100);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_in_each_mode),
        cmocka_unit_test(all_together_along_a_random_walk),
    };
    return cmocka_run_group_tests_name("derivatives of structures in motion", tests, NULL, NULL);
}
