/* What is wrong with an element is told by the call that the program made. */
#include "fresh_context.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/jenkins.h>

static double force_of(double x, double v, void *data)
{
    (void)v;
    (void)data;
    return x;
}

static int no_force(rdg_index d, const double *x, const double *v, const rdg_vector_value *value, void *data)
{
    (void)d;
    (void)x;
    (void)v;
    (void)value;
    (void)data;
    return 0;
}

#define AT ((const char *const[]){at})

/* Each call with a displacement, or two, of this name. */
#define CALLS(X)                                                                                             \
    X(rdg_cubic_spring_add, &(rdg_cubic_spring){.at = at, .k3 = 1})                                          \
    X(rdg_cubic_damper_add, &(rdg_cubic_damper){.at = at, .c3 = 1})                                          \
    X(rdg_quadratic_damper_add, &(rdg_quadratic_damper){.at = at, .c2 = 1})                                  \
    X(rdg_fluid_drag_add, &(rdg_fluid_drag){.at = at, .c = 1})                                               \
    X(rdg_soft_stop_add, &(rdg_soft_stop){.at = at, .k = 1})                                                 \
    X(rdg_tanh_friction_add, &(rdg_tanh_friction){.at = at, .force = 1, .epsilon = 0.1})                     \
    X(rdg_polynomial_spring_add, &(rdg_polynomial_spring){.at = at, .n = 1, .k = (const double[]){1}})       \
    X(rdg_polynomial_stiffness_add,                                                                          \
      &(rdg_polynomial_stiffness){                                                                           \
          .d = 1, .at = AT, .terms = 1, .exponent = (const int[]){3}, .coefficient = (const double[]){1}})   \
    X(rdg_time_element_add, &(rdg_time_element){.at = at, .plain = force_of})                                \
    X(rdg_vector_element_add, &(rdg_vector_element){.d = 1, .at = AT, .law = no_force})                      \
    X(rdg_contact_add, &(rdg_contact){.tangential = at, .kt = 1, .mu = 0.3, .preload = 1})                   \
    X(rdg_jenkins_add, &(rdg_jenkins){.at = at, .kt = 1, .limit = 1})                                        \
    X(rdg_gap_spring_add, &(rdg_gap_spring){.at = at, .k = 1, .gap = 1})                                     \
    X(rdg_iwan_add, &(rdg_iwan){.at = at, .Kt = 1, .Fs = 1, .chi = -0.5, .beta = 1})                         \
    X(rdg_cone_contact_add, &(rdg_cone_contact){.tangential = {at, "y"}, .kt = 1, .mu = 0.3, .preload = 1})

#define DEFINE(call, ...)                                                                                    \
    static void try_##call(rdg_structure *s, const char *at)                                                 \
    {                                                                                                        \
        call(s, __VA_ARGS__);                                                                                \
    }
CALLS(DEFINE)

#define ENTRY(call, ...) {#call, try_##call},
static const struct {
    const char *name;
    void (*attempt)(rdg_structure *s, const char *at);
} calls[] = {CALLS(ENTRY)};

static void assert_told_by(rdg_context *ctx, const char *call, const char *words)
{
    const char *message = rdg_error_message(ctx);
    if (strncmp(message, call, strlen(call)) != 0 || message[strlen(call)] != ':' ||
        !strstr(message, words)) {
        print_error("%s says: %s\n", call, message);
        fail();
    }
    rdg_error_clear(ctx);
}

static void each_kind_of_element_tells_its_failures_in_its_own_name(void **state)
{
    rdg_context *ctx = *state;
    const double one[4] = {1, 0, 0, 1};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        rdg_structure *s = rdg_structure_create(ctx, "mass", 2, one, NULL, one);
        assert_ok(ctx, rdg_name_dof(s, "x", 0));
        assert_ok(ctx, rdg_name_dof(s, "y", 1));
        assert_ok(ctx, rdg_force_add(s, "x", 1, 1));
        calls[i].attempt(s, "nowhere");
        assert_told_by(ctx, calls[i].name, "\"nowhere\"");
        assert_non_null(rdg_hbm_create(s, RDG_HARMONICS(0, 1)));
        calls[i].attempt(s, "x");
        assert_told_by(ctx, calls[i].name, "comes too late: rdg_hbm_create() has taken \"mass\"");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(each_kind_of_element_tells_its_failures_in_its_own_name,
                                        fresh_context, free_context),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
