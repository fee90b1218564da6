/* Hybrid systems: what a description is made of, what is refused and in which words, derivatives by
 * differences. */
#include "fresh_context.h"

#include <ridgewalk/hybrid.h>
#include <ridgewalk/toolbox.h>

static int still(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m, (void)data;
    y[0] = 0.0;
    return 0;
}

static const double numbers[] = {1, 0.5, 0.2};

static rdg_hybrid *belt(rdg_context *ctx)
{
    rdg_hybrid *h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Fs", "Fk", "v"), numbers);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = still}});
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 1, .field = {.f = still}});
    return h;
}

static void a_description_is_kept(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt(ctx);
    char name[] = "catch", from[] = "slip", to[] = "stick";
    assert_ok(
        ctx,
        rdg_hybrid_add_event_surface(
            h, &(rdg_hybrid_event_surface){
                   .name = name, .from = from, .to = to, .surface = {.f = still}, .reset = {.f = still}}));
    name[0] = from[0] = to[0] = '?';
    char more[16];
    for (int i = 0; i < 100; i++) {
        snprintf(more, sizeof more, "mode%03d", i % 1000);
        assert_ok(ctx,
                  rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = more, .n = 1, .field = {.f = still}}));
    }
    assert_string_equal(rdg_hybrid_name(h), "belt");
    assert_ptr_equal(rdg_hybrid_context(h), ctx);
    assert_int_equal(rdg_hybrid_phases(h), 102);
    assert_int_equal(rdg_hybrid_event_surfaces(h), 1);
    assert_int_equal(rdg_hybrid_phase_index(h, "mode042"), 44);
    assert_int_equal(rdg_hybrid_event_surface_index(h, "catch"), 0);
    rdg_index places[2] = {-1, -1};
    const rdg_hybrid_event_surface *c = rdg_hybrid_event_surface_at(h, 0, &places[0], &places[1]);
    assert_string_equal(c->name, "catch");
    assert_string_equal(c->from, "slip");
    assert_string_equal(c->to, "stick");
    assert_int_equal(c->direction, -1);
    assert_int_equal(places[0], 0);
    assert_int_equal(places[1], 1);
    assert_null(rdg_hybrid_event_surface_at(h, 1, NULL, NULL));
    assert_null(rdg_hybrid_phase_at(h, -1));
    assert_int_equal(rdg_hybrid_arguments(h, 0), 5);
    assert_int_equal(rdg_hybrid_arguments(h, 102), 0);
    assert_ok(ctx, rdg_hybrid_set_unit(h, "v", "m/s"));
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    assert_int_equal(p.n, 3);
    assert_string_equal(p.name[2], "v");
    assert_null(p.name[3]);
    assert_string_equal(p.unit[0], "");
    assert_string_equal(p.unit[2], "m/s");
    assert_near(p.value[1], 0.5, 0, 0);
    assert_int_equal(p.omega, -1);
    assert_ok(ctx, rdg_error_status(ctx));
}

static void forcing_adds_a_phase_to_the_variables(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = rdg_hybrid_create(ctx, "driven", RDG_PARAMETERS("A", "Om"), (double[]){1, 2});
    assert_ok(ctx, rdg_hybrid_forcing(h, "Om"));
    assert_ok(ctx,
              rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "free", .n = 2, .field = {.f = still}}));
    assert_int_equal(rdg_hybrid_arguments(h, 0), 5);
    assert_int_equal(rdg_hybrid_parameters_of(h).omega, 1);
    h = rdg_hybrid_smooth(ctx, "smooth one", 3, &(rdg_hybrid_function){.f = still}, RDG_PARAMETERS("A", "Om"),
                          (double[]){1, 2}, "Om");
    assert_int_equal(rdg_hybrid_arguments(h, rdg_hybrid_phase_index(h, "smooth")), 6);
    h = rdg_hybrid_smooth(ctx, "without parameters", 3, &(rdg_hybrid_function){.f = still}, NULL, NULL, NULL);
    assert_int_equal(rdg_hybrid_arguments(h, 0), 3);
    assert_ok(ctx, rdg_error_status(ctx));
}

static void what_is_wrong_with_a_system_is_said(void **state)
{
    rdg_context *ctx = *state;
    assert_null(rdg_hybrid_create(ctx, "", NULL, NULL));
    assert_failed(ctx, RDG_ERR_NAME, "needs a name");
    assert_null(rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("a", "b", "a"), NULL));
    assert_failed(ctx, RDG_ERR_NAME, "\"belt\" has a parameter \"a\" already");
    assert_null(rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("a", ""), NULL));
    assert_failed(ctx, RDG_ERR_NAME, "parameter 2 of \"belt\" has no name");
    assert_null(rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("a", "b"), (double[]){0, NAN}));
    assert_failed(ctx, RDG_ERR_NOT_FINITE, "parameter \"b\" of \"belt\" is nan");
    rdg_hybrid *h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Om", "Z"), NULL);
    rdg_hybrid_forcing(h, "om");
    assert_failed(ctx, RDG_ERR_NAME, "no parameter \"om\"; there are: \"Om\", \"Z\"");
    rdg_hybrid_forcing(h, "Om");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"Om\" = 0 rad/s: it must be > 0");
    h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Om"), (double[]){1});
    rdg_hybrid_forcing(h, "Om");
    rdg_hybrid_forcing(h, "Om");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "driven with \"Om\" already");
    h = belt(ctx);
    rdg_hybrid_forcing(h, "v");
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has the phase \"slip\" already");
    assert_null(rdg_hybrid_smooth(ctx, "s", 0, &(rdg_hybrid_function){.f = still}, NULL, NULL, NULL));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "n = 0 states");
    assert_null(rdg_hybrid_smooth(ctx, "s", 1, &(rdg_hybrid_function){.f = still}, NULL, NULL, "Om"));
    assert_failed(ctx, RDG_ERR_NAME, "no parameter \"Om\"; there are: none");
    rdg_hybrid_set_unit(h, "w", "m");
    assert_failed(ctx, RDG_ERR_NAME, "\"Fs\", \"Fk\", \"v\"");
}

static void what_is_wrong_with_a_mode_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt(ctx);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = still}});
    assert_failed(ctx, RDG_ERR_NAME, "\"belt\" has a phase \"slip\" already");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = NULL, .n = 2, .field = {.f = still}});
    assert_failed(ctx, RDG_ERR_NAME, "phase 3 of \"belt\" has no name");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "fly", .n = -3, .field = {.f = still}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "phase \"fly\" of \"belt\" cannot have n = -3 states");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "fly", .n = INT64_MAX, .field = {.f = still}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "phase \"fly\" of \"belt\" cannot have n = 9223372036854775807");
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "fly", .n = 2, .field = {.f = NULL}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "phase \"fly\" of \"belt\" has no motion");
    rdg_hybrid_add_phase(h,
                         &(rdg_hybrid_phase){.name = "fly", .n = 2, .field = {.f = still}, .linear = true});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "phase \"fly\" of \"belt\" is linear, but field.df is NULL");
    rdg_hybrid_add_phase(h,
                         &(rdg_hybrid_phase){.name = "fly", .n = 2, .field = {.f = still}, .harmonics = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "phase \"fly\" of \"belt\" has harmonics = 1");
    rdg_hybrid_add_phase(
        h, &(rdg_hybrid_phase){
               .name = "fly", .n = 2, .field = {.f = still, .df = still}, .linear = true, .harmonics = 1});
    assert_failed(ctx, RDG_ERR_ARGUMENT,
                  "phase \"fly\" of \"belt\" has 1 harmonics of a forcing that there is not");
    assert_int_equal(rdg_hybrid_phase_index(h, "fly"), -1);
    assert_failed(ctx, RDG_ERR_NAME, "no phase \"fly\"; there are: \"slip\", \"stick\"");
    assert_int_equal(rdg_hybrid_phases(h), 2);
}

#define EDGE(...) (&(rdg_hybrid_event_surface){.surface = {.f = still}, .reset = {.f = still}, __VA_ARGS__})

static void what_is_wrong_with_an_event_is_said(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt(ctx);
    rdg_hybrid_add_event_surface(h, EDGE(.name = "a", .from = "slide", .to = "stick"));
    assert_failed(ctx, RDG_ERR_NAME, "no phase \"slide\"; there are: \"slip\", \"stick\"");
    rdg_hybrid_add_event_surface(h, EDGE(.name = "a", .from = "slip"));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "no phase NULL; there are: \"slip\", \"stick\"");
    rdg_hybrid_add_event_surface(h, EDGE(.name = "a", .from = "slip", .to = "slip", .direction = 2));
    assert_failed(ctx, RDG_ERR_ARGUMENT, "has the direction 2");
    rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "a", .from = "slip", .to = "slip"});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "event surface \"a\" of \"belt\" has no function");
    rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){.name = "a", .from = "slip", .to = "stick", .surface = {.f = still}});
    assert_failed(ctx, RDG_ERR_ARGUMENT, "from 2 states (\"slip\") to 1 (\"stick\"): it needs a reset");
    assert_ok(ctx, rdg_hybrid_add_event_surface(h, EDGE(.name = "a", .from = "slip", .to = "stick")));
    rdg_hybrid_add_event_surface(h, EDGE(.name = "a", .from = "slip", .to = "stick"));
    assert_failed(ctx, RDG_ERR_NAME, "\"belt\" has an event surface \"a\" already");
    assert_int_equal(rdg_hybrid_event_surface_index(h, "b"), -1);
    assert_failed(ctx, RDG_ERR_NAME, "no event surface \"b\"; there are: \"a\"");
}

static void long_lists_of_names_are_cut(void **state)
{
    rdg_context *ctx = *state;
    rdg_hybrid *h = belt(ctx);
    char name[120] = {0};
    for (int i = 0; i < 100; i++) {
        memset(name, '0', sizeof name - 1);
        name[8 + i] = (char)('0' + i / 10);
        name[9 + i] = (char)('0' + i % 10);
        name[10 + i] = '\0';
        assert_ok(ctx,
                  rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = name, .n = 1, .field = {.f = still}}));
    }
    memset(name, 'x', sizeof name - 1);
    rdg_hybrid_phase_index(h, name);
    assert_failed(ctx, RDG_ERR_NAME, ", ...");
}

/* exp(a u0) sin(b u1) + u0 u1 u2, and u2^3: every kind of second derivative */
static int waves(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] += exp(0.7 * u[0]) * sin(1.3 * u[1]) + u[0] * u[1] * u[2];
    y[1] += u[2] * u[2] * u[2];
    return 0;
}

static int waves_df(rdg_index n, const double *u, rdg_index m, double *v, void *data)
{
    (void)n, (void)data;
    const double e = exp(0.7 * u[0]), s = sin(1.3 * u[1]), c = cos(1.3 * u[1]);
    v[0] += 0.7 * e * s + u[1] * u[2];
    v[m] += 1.3 * e * c + u[0] * u[2];
    v[2 * m] += u[0] * u[1];
    v[1 + 2 * m] += 3 * u[2] * u[2];
    return 0;
}

static int waves_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *v, void *data)
{
    (void)m, (void)data;
    const double e = exp(0.7 * u[0]), s = sin(1.3 * u[1]), c = cos(1.3 * u[1]), l = lambda[0];
    v[0] += l * 0.49 * e * s;
    v[1] += l * (0.91 * e * c + u[2]);
    v[2] += l * u[1];
    v[n + 1] += -l * 1.69 * e * s;
    v[n + 2] += l * u[0];
    v[2 * n + 2] += lambda[1] * 6 * u[2];
    v[n] = v[1];
    v[2 * n] = v[2];
    v[2 * n + 1] = v[n + 2];
    return 0;
}

static void derivatives_by_differences_are_those_of_the_function(void **state)
{
    (void)state;
    const rdg_hybrid_function all = {.f = waves, .df = waves_df, .d2f = waves_d2f};
    const rdg_hybrid_function first = {.f = waves, .df = waves_df}, none = {.f = waves};
    uint64_t seed = 1;
    double worst[4] = {0, 0, 0, 0};
    for (int k = 0; k < 500; k++) {
        double u[3], lambda[2], exact[9], values[9], work[64];
        for (int i = 0; i < 3; i++) {
            u[i] = 2 * random_signed(&seed);
        }
        lambda[0] = random_signed(&seed);
        lambda[1] = random_signed(&seed);
        assert_int_equal(rdg_hybrid_df(&all, 3, u, NULL, 2, exact, NULL), 0);
        assert_int_equal(rdg_hybrid_df(&none, 3, u, NULL, 2, values, work), 0);
        for (int i = 0; i < 6; i++) {
            worst[0] = fmax(worst[0], fabs(values[i] - exact[i]));
        }
        assert_int_equal(rdg_hybrid_d2f(&all, 3, u, NULL, 2, lambda, exact, NULL), 0);
        assert_int_equal(rdg_hybrid_d2f(&first, 3, u, NULL, 2, lambda, values, work), 0);
        for (int i = 0; i < 9; i++) {
            worst[1] = fmax(worst[1], fabs(values[i] - exact[i]));
        }
        double towards[3], along[3], length = 0;
        for (int i = 0; i < 3; i++) {
            towards[i] = k % 10 == 0 ? 0 : random_signed(&seed) * pow(10, 6 * random_signed(&seed));
            length += fabs(towards[i]);
        }
        assert_int_equal(rdg_hybrid_df_along(&first, 3, u, NULL, 2, lambda, towards, along, work), 0);
        for (int i = 0; i < 3; i++) {
            const double whole =
                exact[i] * towards[0] + exact[i + 3] * towards[1] + exact[i + 6] * towards[2];
            worst[3] = fmax(worst[3], length > 0 ? fabs(along[i] - whole) / length : fabs(along[i]));
        }
        assert_int_equal(rdg_hybrid_d2f(&none, 3, u, NULL, 2, lambda, values, work), 0);
        for (int i = 0; i < 9; i++) {
            worst[2] = fmax(worst[2], fabs(values[i] - exact[i]));
            assert_near(values[i], values[3 * (i % 3) + i / 3], 0, 0);
        }
    }
    assert_near(worst[0], 0, 0, 3e-11);
    assert_near(worst[1], 0, 0, 3e-11);
    assert_near(worst[2], 0, 0, 3e-8);
    assert_near(worst[3], 0, 0, 3e-11);
}

static int refuses(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)u, (void)m;
    y[0] = *(int *)data == 3 ? NAN : *(int *)data == 4 ? INFINITY : 1.0;
    return *(int *)data < 3 ? *(int *)data : 0;
}

static void answers_of_functions_are_handed_on(void **state)
{
    (void)state;
    double u[1] = {1}, v[1], work[16];
    for (int answer = -2; answer <= 4; answer++) {
        const rdg_hybrid_function g = {.f = refuses, .data = &answer};
        const rdg_hybrid_function own = {.f = refuses, .df = refuses, .data = &answer};
        const int expected = answer >= 3 ? 1 : answer;
        assert_int_equal(rdg_hybrid_df(&g, 1, u, NULL, 1, v, work), expected);
        assert_int_equal(rdg_hybrid_df(&own, 1, u, NULL, 1, v, work), expected);
        assert_int_equal(rdg_hybrid_d2f(&g, 1, u, NULL, 1, u, v, work), expected);
        assert_int_equal(rdg_hybrid_d2f(&own, 1, u, NULL, 1, u, v, work), expected);
    }
}

/* Rooms in a row: entering one makes the door to the next. */
typedef struct workspaces {
    int calls, freed, refuses;
} workspaces;

static rdg_status open_capacity(rdg_hybrid *h, rdg_index mode, void *data)
{
    workspaces *r = data;
    char name[32], to[32], door[32];
    r->calls++;
    if (r->refuses) {
        return rdg_fail(rdg_hybrid_context(h), RDG_ERR_CALLBACK, "open_room", "the door is locked");
    }
    snprintf(name, sizeof name, "room %lld", (long long)mode);
    snprintf(to, sizeof to, "room %lld", (long long)mode + 1);
    snprintf(door, sizeof door, "door %lld", (long long)mode);
    rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = to, .n = 1, .field = {.f = still}});
    return rdg_hybrid_add_event_surface(
        h, &(rdg_hybrid_event_surface){.name = door, .from = name, .to = to, .surface = {.f = still}});
}

static void free_workspaces(void *data)
{
    ((workspaces *)data)->freed++;
}

static void modes_are_made_once_when_they_are_entered(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    workspaces r = {0};
    rdg_hybrid *h = rdg_hybrid_create(ctx, "house", NULL, NULL);
    assert_ok(ctx,
              rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "room 0", .n = 1, .field = {.f = still}}));
    assert_ok(ctx, rdg_hybrid_enter(h, 0));
    assert_int_equal(rdg_hybrid_event_surfaces(h), 0);
    assert_ok(ctx, rdg_hybrid_on_entry(h, open_capacity, &r, free_workspaces));
    for (rdg_index i = 0; i < 50; i++) {
        assert_ok(ctx, rdg_hybrid_enter(h, i));
        assert_ok(ctx, rdg_hybrid_enter(h, i));
        assert_int_equal(r.calls, i + 1);
        assert_int_equal(rdg_hybrid_phases(h), i + 2);
        assert_int_equal(rdg_hybrid_event_surfaces(h), i + 1);
    }
    rdg_set_writer(ctx, NULL, NULL);
    rdg_hybrid_enter(h, 60);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "\"house\" has no phase 60: it has 51");
    r.refuses = 1; /* tried again once it may */
    assert_int_equal(rdg_hybrid_enter(h, 50), RDG_ERR_CALLBACK);
    assert_int_equal(rdg_hybrid_enter(h, 50), RDG_ERR_EARLIER);
    assert_failed(ctx, RDG_ERR_CALLBACK, "the door is locked");
    r.refuses = 0;
    assert_ok(ctx, rdg_hybrid_enter(h, 50));
    assert_int_equal(rdg_hybrid_phases(h), 52);
    assert_int_equal(rdg_hybrid_on_entry(h, open_capacity, &r, free_workspaces), RDG_ERR_ARGUMENT);
    assert_int_equal(r.freed, 1);
    rdg_context_free(ctx);
    assert_int_equal(r.freed, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_description_is_kept, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(forcing_adds_a_phase_to_the_variables, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(what_is_wrong_with_a_system_is_said, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(what_is_wrong_with_a_mode_is_said, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(what_is_wrong_with_an_event_is_said, fresh_context, free_context),
        cmocka_unit_test_setup_teardown(long_lists_of_names_are_cut, fresh_context, free_context),
        cmocka_unit_test(derivatives_by_differences_are_those_of_the_function),
        cmocka_unit_test(answers_of_functions_are_handed_on),
        cmocka_unit_test(modes_are_made_once_when_they_are_entered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
