/* The elements of a structure answer in time with the numbers that the structure keeps: driven along a motion
 * they have the forces that harmonic balance has of them. */
#include "mechanics/driven_law.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/jenkins.h>

enum { DOFS = 3, COEFFICIENTS = 5, ELEMENTS = 6 };

static rdg_structure *block(rdg_context *ctx)
{
    const double M[] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, zero[9] = {0};
    rdg_structure *s = rdg_structure_create(ctx, "block", DOFS, M, zero, M);
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_name_dof(s, "y", 2);
    rdg_contact_add(s, &(rdg_contact){.name = "pad",
                                      .tangential = "x1",
                                      .normal = "y",
                                      .kt = 1.3,
                                      .kn = 0.9,
                                      .mu = 0.6,
                                      .preload = 0.5});
    rdg_contact_add(s, &(rdg_contact){.name = "rail",
                                      .tangential = "x2",
                                      .kt = 1.3,
                                      .kn = 7, /* not used */
                                      .mu = 0.6,
                                      .preload = 0.5});
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "damper", .at = "x1", .kt = 0.8, .limit = 0.2});
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "y", .k = 1.7, .gap = 0.1});
    rdg_iwan_add(
        s, &(rdg_iwan){
               .name = "joint", .at = "x2", .Kt = 1.2, .Fs = 0.6, .chi = -0.4, .beta = 0.2, .sliders = 9});
    rdg_cone_contact_add(s, &(rdg_cone_contact){.name = "cone",
                                                .tangential = {"x1", "x2"},
                                                .normal = "y",
                                                .kt = 1.3,
                                                .kn = 0.9,
                                                .mu = 0.6,
                                                .preload = 0.5,
                                                .samples = 1024});
    return s;
}

static void elements_of_a_structure_answer_in_time(void **state)
{
    (void)state;
    static const int harmonic[] = {1, 2};
    const rdg_basis basis = {
        .n_harmonics = 2, .harmonic = harmonic, .has_static = true, .n_coefficients = COEFFICIENTS};
    uint64_t seed = 1;
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = block(ctx);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    assert_ok(ctx, rdg_error_status(ctx));
    assert_int_equal(rdg_element_count(s), ELEMENTS);
    for (int motion = 0; motion < 10; motion++) {
        double Q[DOFS * COEFFICIENTS], z[DOFS * COEFFICIENTS], force[DOFS * COEFFICIENTS];
        for (int k = 0; k < DOFS * COEFFICIENTS; k++) {
            Q[k] = random_signed(&seed);
        }
        for (int i = 0; i < ELEMENTS; i++) {
            const rdg_element *e = rdg_element_at(s, i);
            static driven_law l;
            double before[DRIVEN_M], miss = 1;
            assert_int_equal(rdg_hbm_element_state(hb, i, Q, 1, z, force), 0);
            l = (driven_law){.law = e->kind.time, .self = e->self, .d = e->d, .basis = &basis, .z = z};
            driven_begin(&l, NULL);
            for (int period = 0; period < 300 && miss > 5 * l.noise; period++) {
                memcpy(before, l.w, sizeof before);
                driven_period(&l);
                miss = 0;
                for (rdg_index k = 0; k < l.m; k++) {
                    miss = fmax(miss, fabs(l.w[k] - before[k]));
                }
            }
            for (rdg_index k = 0; k < e->d * COEFFICIENTS; k++) {
                assert_near(l.force[k], force[k], 0, i == ELEMENTS - 1 ? 1e-4 : 1e-10);
            }
        }
    }
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_of_a_structure_answer_in_time),
    };
    return cmocka_run_group_tests_name("elements in time", tests, NULL, NULL);
}
