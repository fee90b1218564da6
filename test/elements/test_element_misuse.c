/* NULL for any pointer and NaN for any number of the elements' public calls. */
#define _GNU_SOURCE

#include "misuse.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/jenkins.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_contact_element *e;
};

static const double M[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}, K[9] = {2, -1, 0, -1, 2, -1, 0, -1, 2};
static const int harmonics[2] = {1, 3};
static const double z[8] = {0.1, 0.2, 0.01, 0.02, 0.03, -0.1, 0.01, 0};
static const double nowhere[8] = {NAN, 0, 0, 0, 0, 0, 0, 0};
static double tensor[512];
static rdg_contact_segment segments[8];

static int law(double x, double v, rdg_law_value *value, void *data)
{
    (void)v, (void)data;
    value->f = x;
    value->fx = 1;
    return 0;
}

static double plain(double x, double v, void *data)
{
    (void)data;
    return x + v;
}

static int memory_law(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    (void)data;
    value->f = at->w[0];
    value->rate[0] = at->v;
    return 0;
}

static int vector_law(rdg_index d, const double *x, const double *v, const rdg_vector_value *value,
                      void *data)
{
    (void)d, (void)v, (void)data;
    value->f[0] = x[0];
    value->fx[0] = 1;
    return 0;
}

static int plain_vector(rdg_index d, const double *x, const double *v, double *f, void *data)
{
    (void)d, (void)v, (void)data;
    f[0] = x[0];
    return 0;
}

#define GIVEN(type, ...) NEEDED((&(type){__VA_ARGS__}))
#define CONTACT(...)                                                                                         \
    (&(rdg_contact){.name = OPTIONAL("c"),                                                                   \
                    .tangential = NEEDED("a"),                                                               \
                    .normal = OPTIONAL("b"),                                                                 \
                    .kt = FINITE(1.0),                                                                       \
                    .kn = FINITE(1.0),                                                                       \
                    .mu = FINITE(0.3),                                                                       \
                    .preload = FINITE(1.0)})
#define SIGNAL_BASIS(list) (&(rdg_basis){2, list, false, 4})
#define RESULT (&(rdg_element_result){.force = OPTIONAL(tensor)})

#define SMOOTH_CALLS(X)                                                                                      \
    X(rdg_cubic_damper_add, STATUS,                                                                          \
      rdg_cubic_damper_add(SELF(w->s), GIVEN(rdg_cubic_damper, .name = OPTIONAL("n"), .at = NEEDED("a"),     \
                                             .c = FINITE(1.0), .c3 = FINITE(1.0))))                          \
    X(rdg_cubic_spring_add, STATUS,                                                                          \
      rdg_cubic_spring_add(SELF(w->s), GIVEN(rdg_cubic_spring, .name = OPTIONAL("n"), .at = NEEDED("a"),     \
                                             .k = FINITE(1.0), .k3 = FINITE(1.0))))                          \
    X(rdg_fluid_drag_add, STATUS,                                                                            \
      rdg_fluid_drag_add(SELF(w->s),                                                                         \
                         GIVEN(rdg_fluid_drag, .name = OPTIONAL("n"), .at = NEEDED("a"), .c = FINITE(1.0)))) \
    X(rdg_memory_element_add, STATUS,                                                                        \
      rdg_memory_element_add(SELF(w->s),                                                                     \
                             GIVEN(rdg_memory_element, .name = OPTIONAL("n"), .at = NEEDED("a"),             \
                                   .type = OPTIONAL("t"), .law = NEEDED(memory_law), .data = OPTIONAL(w),    \
                                   .memory = 1, .start = FINITE(0.0), .bound = FINITE(1.0),                  \
                                   .x_size = FINITE(1.0), .v_size = FINITE(1.0), .w_size = FINITE(1.0))))    \
    X(rdg_polynomial_spring_add, STATUS,                                                                     \
      rdg_polynomial_spring_add(SELF(w->s),                                                                  \
                                GIVEN(rdg_polynomial_spring, .name = OPTIONAL("n"), .at = NEEDED("a"),       \
                                      .n = 2, .k = NEEDED(((const double[]){FINITE(1.0), FINITE(2.0)})))))   \
    X(rdg_polynomial_stiffness_add, STATUS,                                                                  \
      rdg_polynomial_stiffness_add(                                                                          \
          SELF(w->s), GIVEN(rdg_polynomial_stiffness, .name = OPTIONAL("n"), .d = 2,                         \
                            .at = NEEDED(((const char *const[]){NEEDED("a"), NEEDED("b")})), .terms = 1,     \
                            .exponent = NEEDED(((const int[]){2, 1})),                                       \
                            .coefficient = NEEDED(((const double[]){FINITE(1.0), FINITE(2.0)})))))           \
    X(rdg_quadratic_damper_add, STATUS,                                                                      \
      rdg_quadratic_damper_add(SELF(w->s), GIVEN(rdg_quadratic_damper, .name = OPTIONAL("n"),                \
                                                 .at = NEEDED("a"), .c2 = FINITE(1.0))))                     \
    X(rdg_soft_stop_add, STATUS,                                                                             \
      rdg_soft_stop_add(SELF(w->s),                                                                          \
                        GIVEN(rdg_soft_stop, .name = OPTIONAL("n"), .at = NEEDED("a"), .k = FINITE(1.0),     \
                              .gap = FINITE(0.1), .softening = FINITE(0.2), .damping = FINITE(0.3))))        \
    X(rdg_tanh_friction_add, STATUS,                                                                         \
      rdg_tanh_friction_add(SELF(w->s), GIVEN(rdg_tanh_friction, .name = OPTIONAL("n"), .at = NEEDED("a"),   \
                                              .force = FINITE(1.0), .epsilon = FINITE(1.0))))                \
    X(rdg_time_element_add, STATUS,                                                                          \
      rdg_time_element_add(SELF(w->s),                                                                       \
                           GIVEN(rdg_time_element, .name = OPTIONAL("n"), .at = NEEDED("a"),                 \
                                 .type = OPTIONAL("t"), .law = NEEDED(law), .data = OPTIONAL(w))))           \
    X(rdg_time_element_add__plain, STATUS,                                                                   \
      rdg_time_element_add(w->s, GIVEN(rdg_time_element, .at = "a", .plain = NEEDED(plain),                  \
                                       .x_size = FINITE(1.0), .v_size = FINITE(1.0))))                       \
    X(rdg_vector_element_add, STATUS,                                                                        \
      rdg_vector_element_add(SELF(w->s),                                                                     \
                             GIVEN(rdg_vector_element, .name = OPTIONAL("n"), .d = 2,                        \
                                   .at = NEEDED(((const char *const[]){NEEDED("a"), NEEDED("b")})),          \
                                   .type = OPTIONAL("t"), .law = NEEDED(vector_law))))                       \
    X(rdg_vector_element_add__plain, STATUS,                                                                 \
      rdg_vector_element_add(w->s,                                                                           \
                             GIVEN(rdg_vector_element, .d = 2, .at = ((const char *const[]){"a", "b"}),      \
                                   .plain = NEEDED(plain_vector),                                            \
                                   .x_size = OPTIONAL(((const double[]){BOUND(1.0), BOUND(1.0)})),           \
                                   .v_size = OPTIONAL(((const double[]){BOUND(1.0), BOUND(1.0)})))))

#define FRICTION_CALLS(X)                                                                                    \
    X(rdg_contact_law_of, NUMBER, rdg_contact_law_of(OPTIONAL(&((rdg_contact){.mu = 0.3}))).mu)              \
    X(rdg_cone_law_of, NUMBER, rdg_cone_law_of(OPTIONAL(&((rdg_cone_contact){.mu = 0.3}))).mu)               \
    X(rdg_jenkins_law_of, NUMBER, rdg_jenkins_law_of(OPTIONAL(&((rdg_jenkins){.kt = 0.3}))).kt)              \
    X(rdg_gap_spring_law_of, NUMBER, rdg_gap_spring_law_of(OPTIONAL(&((rdg_gap_spring){.k = 0.3}))).kn)      \
    X(rdg_contact_add, STATUS, rdg_contact_add(SELF(w->s), NEEDED(CONTACT())))                               \
    X(rdg_cone_contact_add, STATUS,                                                                          \
      rdg_cone_contact_add(SELF(w->s), GIVEN(rdg_cone_contact, .name = OPTIONAL("n"),                        \
                                             .tangential = {NEEDED("a"), NEEDED("b")},                       \
                                             .normal = OPTIONAL("c"), .kt = FINITE(1.0), .kn = FINITE(1.0),  \
                                             .mu = FINITE(0.3), .preload = FINITE(1.0))))                    \
    X(rdg_gap_spring_add, STATUS,                                                                            \
      rdg_gap_spring_add(SELF(w->s), GIVEN(rdg_gap_spring, .name = OPTIONAL("n"), .at = NEEDED("a"),         \
                                           .k = FINITE(1.0), .gap = FINITE(0.1), .preload = FINITE(0.0))))   \
    X(rdg_jenkins_add, STATUS,                                                                               \
      rdg_jenkins_add(SELF(w->s), GIVEN(rdg_jenkins, .name = OPTIONAL("n"), .at = NEEDED("a"),               \
                                        .kt = FINITE(1.0), .limit = FINITE(1.0))))                           \
    X(rdg_iwan_add, STATUS,                                                                                  \
      rdg_iwan_add(SELF(w->s),                                                                               \
                   GIVEN(rdg_iwan, .name = OPTIONAL("n"), .at = NEEDED("a"), .Kt = FINITE(1.0),              \
                         .Fs = FINITE(1.0), .chi = FINITE(-0.5), .beta = FINITE(0.1), .sliders = 3)))        \
    X(rdg_iwan_density_of, NOTHING,                                                                          \
      rdg_iwan_density_of(                                                                                   \
          SELF((&(rdg_iwan){.Kt = ANY(1.0), .Fs = ANY(1.0), .chi = ANY(-0.5), .beta = ANY(0.1)}))))          \
    X(rdg_contact_element_create, POINTER,                                                                   \
      rdg_contact_element_create(                                                                            \
          SELF(w->ctx),                                                                                      \
          NEEDED((&(rdg_contact){                                                                            \
              .tangential = OPTIONAL("a"), .kt = FINITE(1.0), .mu = FINITE(0.3), .preload = FINITE(1.0)})),  \
          NEEDED(SIGNAL_BASIS(NEEDED(harmonics)))))                                                          \
    X(rdg_contact_element_free, VOID, rdg_contact_element_free(SELF(w->e)))                                  \
    X(rdg_contact_evaluate, CODE, rdg_contact_evaluate(SELF(w->e), NEEDED(z), NEEDED(RESULT)))               \
    X(rdg_contact_evaluate__nan, CODE, !rdg_contact_evaluate(w->e, nowhere, RESULT))                         \
    X(rdg_contact_hessian_tensor, CODE, rdg_contact_hessian_tensor(SELF(w->e), NEEDED(z), NEEDED(tensor)))   \
    X(rdg_contact_margin, CODE,                                                                              \
      rdg_contact_margin(SELF(w->e), NEEDED(z),                                                              \
                         NEEDED((&(rdg_element_margin){.gradient = OPTIONAL(tensor)}))))                     \
    X(rdg_contact_focus, CODE, rdg_contact_focus(SELF(w->e), OPTIONAL(z)))                                   \
    X(rdg_contact_prestress, VOID, rdg_contact_prestress(SELF(w->e), OPTIONAL(z)))                           \
    X(rdg_contact_hold_stuck, VOID, rdg_contact_hold_stuck(SELF(w->e), true))                                \
    X(rdg_contact_has_memory, NOTHING, rdg_contact_has_memory(SELF(w->e), OPTIONAL(z)))                      \
    X(rdg_contact_segments, PLACE, rdg_contact_segments(SELF(w->e), SELF(z), 8, OPTIONAL(segments)))

#define CALLS(X) SMOOTH_CALLS(X) FRICTION_CALLS(X)

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused_in_words(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    rdg_structure *s = rdg_structure_create(ctx, "s", 3, M, NULL, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_name_dof(s, "c", 2);
    world w = {.ctx = ctx, .s = s};
    w.e = rdg_contact_element_create(
        ctx, &(rdg_contact){.tangential = "a", .normal = "b", .kt = 1, .kn = 1, .mu = 0.3, .preload = 1},
        SIGNAL_BASIS(harmonics));
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
