/* Force and stiffness of laws in time at rest are those of the elements in the frequency domain, whether the
 * positions of sliders follow or are constant. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "../../toolboxes/friction-hessian/contact_impl.h"
#include "../../toolboxes/friction-hessian/gap_spring_impl.h"
#include "../../toolboxes/friction-hessian/iwan/iwan_impl.h"
#include "../../toolboxes/hbm/balance/hbm_impl.h"
#include "friction-cone/random_cone.h"
#include "friction-hessian/specimen.h"

enum { LAWS = 1000, MOST_D = 3, N = 3 }; /* coefficients of harmonics 0 and 1 */

static const int harmonics[] = {1};
static const rdg_basis rest_basis = {
    .n_harmonics = 1, .harmonic = harmonics, .has_static = true, .n_coefficients = N};

/* The element's answers where nothing moves. */
typedef struct answers {
    rdg_stuck_slider sliders; /* as they count in fx */
    double f[MOST_D], fx[MOST_D * MOST_D];
} answers;

static const rdg_stuck_slider all_sliders[] = {RDG_STUCK_ON_BRANCH, RDG_STUCK_CONSTANT, RDG_STUCK_DRAGGED};
enum { SLIDERS = 3 };

static void spread(rdg_index d, const double *x, double *z)
{
    for (rdg_index i = 0; i < d; i++) {
        z[N * i] = x[i];
        z[N * i + 1] = z[N * i + 2] = 0;
    }
}

static void gather(rdg_index d, const double *force, const double *jacobian, answers *a)
{
    for (rdg_index j = 0; j < d; j++) {
        a->f[j] = force[N * j];
        for (rdg_index i = 0; i < d; i++) {
            a->fx[i + d * j] = jacobian[N * i + d * N * (N * j)];
        }
    }
}

static void assert_same(rdg_context *ctx, const rdg_law_in_time *law, const void *self, rdg_index d,
                        const double *x, const double *rest, const answers *expected, double rtol)
{
    answers a;
    double size = 1, stiffness = 1; /* forces are differences of such numbers */
    rdg_law_workspace *workspace = rdg_law_workspace_create(ctx, law, self, d);
    const double elsewhere[MOST_D] = {3.1, -2.7, 1.9};
    assert_int_equal(rdg_law_at_rest(workspace, elsewhere, NULL, a.f, a.fx), 0); /* leaves nothing behind */
    assert_int_equal(rdg_law_at_rest(workspace, x, rest, a.f, a.fx), 0);
    if (expected->sliders != RDG_STUCK_ON_BRANCH) {
        assert_int_equal(rdg_law_stiffness_at_rest(workspace, elsewhere, NULL, RDG_STUCK_ON_BRANCH, a.fx), 0);
        assert_int_equal(rdg_law_stiffness_at_rest(workspace, x, rest, expected->sliders, a.fx), 0);
    }
    rdg_law_workspace_free(workspace);
    for (rdg_index i = 0; i < d; i++) {
        size = fmax(size, 2 * fmax(fabs(x[i]), rest ? fabs(rest[i]) : 0));
    }
    for (rdg_index i = 0; i < d * d; i++) {
        stiffness = fmax(stiffness, fabs(expected->fx[i]));
    }
    for (rdg_index i = 0; i < d; i++) {
        assert_near(a.f[i], expected->f[i], rtol, rtol * size);
    }
    for (rdg_index i = 0; i < d * d; i++) {
        assert_near(a.fx[i], expected->fx[i], rtol, rtol * stiffness);
    }
}

static double any_size(uint64_t *seed)
{
    return random_signed(seed) > -0.8 ? random_signed(seed) * pow(10, random_signed(seed)) : 0;
}

static void a_contact(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < LAWS; i++) {
        rdg_context *ctx = rdg_context_create();
        const bool variable = random_signed(&seed) > 0;
        const rdg_contact contact = {.tangential = "x",
                                     .normal = variable ? "y" : NULL,
                                     .kt = specimen_between(&seed, 0.3, 2),
                                     .kn = specimen_between(&seed, 0.3, 2),
                                     .mu = specimen_between(&seed, 0.1, 0.9),
                                     .preload = specimen_between(&seed, variable ? -1 : 0.1, 1),
                                     .start = (rdg_slider_start)specimen_between(&seed, 0, 2.999)};
        const rdg_index d = variable ? 2 : 1;
        const double x[2] = {any_size(&seed), any_size(&seed)};
        const double rest[2] = {any_size(&seed), any_size(&seed)}, *told = i % 2 ? rest : NULL;
        double z[2 * N], force[2 * N], jacobian[2 * N * (2 * N + 1)];
        answers expected = {.sliders = all_sliders[i % SLIDERS]};
        rdg_contact_element *e = rdg_contact_element_create(ctx, &contact, &rest_basis);
        rdg_contact_prestress(e, told);
        spread(d, x, z);
        rdg_element_result result = {.force = force, .jacobian = jacobian, .sliders = expected.sliders};
        assert_int_equal(rdg_contact_evaluate(e, z, &result), 0);
        gather(d, force, jacobian, &expected);
        assert_same(ctx, &rdg_contact_in_time, &contact, d, x, told, &expected, 1e-14);
        rdg_context_free(ctx);
    }
}

static void an_iwan_model(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < LAWS; i++) {
        rdg_context *ctx = rdg_context_create();
        const rdg_iwan joint = {.at = "x",
                                .Kt = specimen_between(&seed, 0.3, 2),
                                .Fs = specimen_between(&seed, 0.3, 2),
                                .chi = specimen_between(&seed, -0.9, 0.9),
                                .beta = i % 3 ? specimen_between(&seed, 0, 1) : 0,
                                .sliders = (rdg_index)specimen_between(&seed, 0, 20),
                                .start = (rdg_slider_start)specimen_between(&seed, 0, 2.999)};
        const double x = any_size(&seed), rest = any_size(&seed);
        double z[N], force[N], jacobian[N * (N + 1)];
        answers expected = {.sliders = all_sliders[i % SLIDERS]};
        iwan_model *e = rdg_iwan_create(ctx, "a test", &joint, &rest_basis);
        e->rest = i % 2 ? rest : 0;
        spread(1, &x, z);
        assert_true(rdg_iwan_load(e, z));
        rdg_iwan_path(e);
        rdg_iwan_sum(e);
        rdg_iwan_force(e, force);
        rdg_iwan_jacobian(e, expected.sliders, jacobian);
        gather(1, force, jacobian, &expected);
        rdg_iwan_law *law = rdg_iwan_law_create(ctx, &joint);
        assert_same(ctx, &rdg_iwan_in_time, law, 1, &x, i % 2 ? &rest : NULL, &expected, 1e-13);
        rdg_iwan_law_free(law);
        rdg_iwan_free(e);
        rdg_context_free(ctx);
    }
}

static void ask(rdg_hbm *hb, rdg_index d, const double *x, const double *rest, answers *expected)
{
    double z[MOST_D * N], force[MOST_D * N], jacobian[MOST_D * N * (MOST_D * N + 1)];
    const rdg_hbm_element *e = rdg_hbm_element_at(hb, 0);
    void *instance = e->law->create(e->source, rdg_hbm_context(hb), rdg_hbm_basis(hb), rest);
    spread(d, x, z);
    rdg_element_result result = {.force = force, .jacobian = jacobian, .sliders = expected->sliders};
    assert_int_equal(e->law->evaluate(instance, rdg_hbm_basis(hb), z, 0, &result), 0);
    gather(d, force, jacobian, expected);
    e->law->free_instance(instance);
}

static void a_gap_spring(void **state)
{
    (void)state;
    static const specimen_basis basis = {2, {0, 1}};
    uint64_t seed = 3;
    for (int i = 0; i < LAWS; i++) {
        specimen s = specimen_open(&basis);
        const rdg_gap_spring spring = {.at = "x",
                                       .k = specimen_between(&seed, 0.3, 2),
                                       .gap = i % 10 ? specimen_between(&seed, -1, 1) : 0,
                                       .preload = i % 5 ? specimen_between(&seed, -1, 1) : 0};
        const double x = i % 3 ? any_size(&seed) : 0;
        answers expected = {.sliders = all_sliders[i % SLIDERS]};
        assert_ok(s.ctx, rdg_gap_spring_add(s.mass, &spring));
        specimen_close(&s);
        ask(s.hb, 1, &x, NULL, &expected);
        assert_same(s.ctx, &rdg_gap_spring_in_time, &spring, 1, &x, NULL, &expected, 1e-14);
        rdg_context_free(s.ctx);
    }
}

static void a_cone_contact(void **state)
{
    (void)state;
    uint64_t seed = 4;
    for (int i = 0; i < LAWS; i++) {
        rdg_context *ctx = rdg_context_create();
        const bool variable = random_signed(&seed) > 0;
        const rdg_cone_contact contact = {.tangential = {"x1", "x2"},
                                          .normal = variable ? "y" : NULL,
                                          .kt = cone_between(&seed, 0.3, 2),
                                          .kn = cone_between(&seed, 0.3, 2),
                                          .mu = cone_between(&seed, 0.1, 0.9),
                                          .preload = cone_between(&seed, variable ? -1 : 0.1, 1),
                                          .start = (rdg_slider_start)cone_between(&seed, 0, 2.999),
                                          .samples = 8};
        const rdg_index d = variable ? 3 : 2;
        const double x[3] = {any_size(&seed), any_size(&seed), any_size(&seed)};
        const double rest[3] = {any_size(&seed), any_size(&seed), any_size(&seed)},
                     *told = i % 2 ? rest : NULL;
        answers expected = {.sliders = all_sliders[i % SLIDERS]};
        rdg_hbm *hb = cone_balance(ctx, &contact, 2, (int[]){0, 1});
        ask(hb, d, x, told, &expected);
        assert_same(ctx, &rdg_cone_in_time, &contact, d, x, told, &expected, 1e-12);
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact),
        cmocka_unit_test(an_iwan_model),
        cmocka_unit_test(a_gap_spring),
        cmocka_unit_test(a_cone_contact),
    };
    return cmocka_run_group_tests_name("laws at rest", tests, NULL, NULL);
}
