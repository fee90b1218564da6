/* Jacobian and contracted second derivatives of every element with a force law, against differences at random
 * states: with and without a static part, with gaps in the harmonics. */
#include "hbm/differences.h"
#include "hbm/models.h"
#include "laws.h"

#include "../../toolboxes/hbm/balance/hbm_impl.h"

static const char *const two[] = {"bc", "a"}, *const three[] = {"a", "bc", "c"};

static void add_cubic_spring(rdg_structure *s)
{
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "bc", .k = 0.4, .k3 = 0.83});
}

static void add_polynomial_spring(rdg_structure *s)
{
    rdg_polynomial_spring_add(
        s, &(rdg_polynomial_spring){.at = "bc", .n = 5, .k = (double[]){0.4, -0.31, 0.83, 0, 0.12}});
}

static void add_polynomial_stiffness(rdg_structure *s)
{
    rdg_polynomial_stiffness_add(
        s, &(rdg_polynomial_stiffness){.d = 3,
                                       .at = three,
                                       .terms = 4,
                                       .exponent = (int[]){1, 0, 0, /**/ 2, 1, 0, /**/ 0, 0, 4, /**/ 1, 1, 1},
                                       .coefficient = (double[]){0.3, 0, -0.2, /**/ 0.5, 0.7, 0, /**/ 0.1, 0,
                                                                 0.4, /**/ 0, 0.9, -0.8}});
}

static void add_tanh_friction(rdg_structure *s)
{
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "bc", .force = 0.7, .epsilon = 1.3});
}

static void add_cubic_damper(rdg_structure *s)
{
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.at = "bc", .c = -0.23, .c3 = 0.37});
}

static void add_quadratic_damper(rdg_structure *s)
{
    rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.at = "bc", .c2 = 0.37});
}

static void add_own_law(rdg_structure *s)
{
    rdg_time_element_add(s, &(rdg_time_element){.at = "bc", .law = mixed_law, .degree = 3});
}

static void add_own_vector_law(rdg_structure *s)
{
    rdg_vector_element_add(s, &(rdg_vector_element){.d = 2, .at = two, .law = coupled_law, .samples = 32});
}

static void add_own_plain_law(rdg_structure *s)
{
    rdg_time_element_add(s, &(rdg_time_element){.at = "bc", .plain = mixed_plain, .degree = 3});
}

static void add_own_plain_vector_law(rdg_structure *s)
{
    rdg_vector_element_add(s,
                           &(rdg_vector_element){.d = 2, .at = two, .plain = coupled_plain, .samples = 32});
}

typedef struct element {
    void (*add)(rdg_structure *s);
    int states;                     /* a basis */
    double size, jacobian, hessian; /* steps of differences are 1e-3 of size; tolerances */
} element;

enum { BASES = 4 };

static rdg_hbm *balance(rdg_structure *s, int basis)
{
    switch (basis) {
    case 0:
        return rdg_hbm_create(s, RDG_HARMONICS(1));
    case 1:
        return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    case 2:
        return rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    default:
        return rdg_hbm_create(s, RDG_HARMONICS(0, 2, 5));
    }
}

enum { MOST = 64 };

static void random_state(uint64_t *seed, rdg_index n, double *u, double *lambda)
{
    for (rdg_index k = 0; k < n; k++) {
        u[k] = random_signed(seed);
        lambda[k] = random_signed(seed);
    }
    u[n - 2] += 1.5; /* omega: 0.5 .. 2.5 */
}

/* lambda^T (jacobian direction + damping rate) */
static double linearised(rdg_hbm *hb, const double *z, double omega, const rdg_element_slope *of)
{
    static double J[MOST * (MOST + 1)], C[MOST * MOST];
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
    const rdg_index N = e->d * hb->basis.n_coefficients;
    rdg_element_result result = {.jacobian = J, .damping = C};
    double sum = 0;
    memset(C, 0, sizeof C);
    assert_int_equal(e->law->evaluate(e->self, &hb->basis, z, omega, &result), 0);
    for (rdg_index j = 0; j < N; j++) {
        for (rdg_index i = 0; i < N; i++) {
            sum += of->lambda[i] * (J[i + N * j] * of->direction[j] + C[i + N * j] * of->rate[j]);
        }
    }
    return sum;
}

/* The slope of the linearised force against differences; steps as in differences.h. */
static void check_slope(rdg_hbm *hb, uint64_t *seed, double size, double tolerance)
{
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
    const rdg_index N = e->d * hb->basis.n_coefficients;
    const double weight[4] = {1, -8, 8, -1}, place[4] = {-2, -1, 1, 2}, h = 1e-3 * size;
    double z[MOST], lambda[MOST], direction[MOST], rate[MOST], slope[MOST], error = 0, largest = 0;
    for (rdg_index k = 0; k <= N; k++) {
        z[k] = random_signed(seed) + (k == N ? 1.5 : 0); /* the last one is omega */
        lambda[k] = random_signed(seed);
        direction[k] = random_signed(seed);
        rate[k] = random_signed(seed);
    }
    const rdg_element_slope given = {.lambda = lambda, .direction = direction, .rate = rate, .slope = slope};
    assert_int_equal(e->law->slope(e->self, &hb->basis, z, z[N], &given), 0);
    for (rdg_index k = 0; k <= N; k++) {
        const double middle = z[k];
        double change = 0;
        for (int s = 0; s < 4; s++) {
            z[k] = middle + place[s] * h;
            change += weight[s] * linearised(hb, z, z[N], &given) / (12 * h);
        }
        z[k] = middle;
        error = fmax(error, fabs(slope[k] - change));
        largest = fmax(largest, fabs(slope[k]));
    }
    assert_near(error, 0, 0, tolerance * largest);
}

static void check(rdg_context *ctx, const element *e)
{
    uint64_t seed = 17;
    for (int basis = 0; basis < BASES; basis++) {
        double u[MOST], lambda[MOST], size[MOST];
        rdg_structure *s = chain(ctx);
        e->add(s);
        rdg_hbm *hb = balance(s, basis);
        assert_ok(ctx, rdg_hbm_keep_all(hb)); /* no condensation: the linear part is a polynomial */
        const rdg_function *g = rdg_hbm_function(hb);
        assert_non_null(g);
        for (rdg_index k = 0; k < g->n; k++) {
            size[k] = e->size;
        }
        for (int trial = 0; trial < e->states; trial++) {
            random_state(&seed, g->n, u, lambda);
            check_jacobian(g, u, size, e->jacobian);
            check_hessian(g, u, lambda, size, e->hessian);
            check_slope(hb, &seed, e->size, 10 * e->hessian);
        }
        rdg_hbm_free(hb);
    }
}

static void elements_have_exact_derivatives(void **state)
{
    static const element elements[] = {
        {add_cubic_spring, 250, 1, 1e-10, 1e-10},
        {add_polynomial_spring, 250, 1, 1e-10, 1e-10},
        {add_polynomial_stiffness, 250, 1, 1e-10, 1e-10},
        {add_tanh_friction, 250, 0.3, 1e-9, 1e-9},
        {add_cubic_damper, 250, 1, 1e-10, 1e-10},
        {add_quadratic_damper, 250, 1, 1e-10, 1e-10},
        {add_own_law, 250, 1, 1e-10, 1e-10},
        {add_own_vector_law, 250, 0.3, 1e-9, 1e-9},
        /* those by differences are compared with other differences */
        {add_own_plain_law, 25, 1, 1e-9, 1e-8},
        {add_own_plain_vector_law, 25, 1, 1e-9, 1e-8},
    };
    for (size_t k = 0; k < sizeof elements / sizeof *elements; k++) {
        check(*state, &elements[k]);
    }
}

/* The least |v| of an oscillator's samples; u = (Q, omega, alpha), harmonics 1, 2, 3 */
static double least_speed(const double *u, int samples)
{
    double least = INFINITY;
    for (int s = 0; s < samples; s++) {
        const double tau = 6.283185307179586 * s / samples;
        double v = 0;
        for (int k = 1; k <= 3; k++) {
            v += k * (u[2 * k - 1] * cos(k * tau) - u[2 * k - 2] * sin(k * tau));
        }
        least = fmin(least, fabs(u[6] * v));
    }
    return least;
}

/* The second derivative of the drag jumps: a sample that turns within a difference is no comparison. */
static void drag_has_exact_derivatives_where_no_sample_turns(void **state)
{
    rdg_context *ctx = *state;
    const double size[8] = {1e-2, 1e-2, 1e-2, 1e-2, 1e-2, 1e-2, 1e-2, 1e-2};
    double u[8], lambda[8];
    uint64_t seed = 5;
    int checked = 0;
    rdg_structure *s = oscillator(ctx, 1, 0.1, 1);
    assert_ok(ctx, rdg_fluid_drag_add(s, &(rdg_fluid_drag){.at = "x", .c = 0.37, .samples = 64}));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 2, 3));
    const rdg_function *g = rdg_hbm_function(hb);
    for (int trial = 0; trial < 1500; trial++) {
        random_state(&seed, 8, u, lambda);
        if (least_speed(u, 64) > 3e-4) {
            check_jacobian(g, u, size, 1e-8);
            check_hessian(g, u, lambda, size, 1e-8);
            checked++;
        }
    }
    assert_true(checked >= 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(elements_have_exact_derivatives, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(drag_has_exact_derivatives_where_no_sample_turns, fresh_context,
                                        free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
