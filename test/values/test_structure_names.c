/* Names and numbers of structures: those of their parts, of parameters, of lists of values. */
#include "three_masses.h"

#include <ridgewalk/beam.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/given_values.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/structure_contents.h>

/* Names and displacements of one structure in another of twice its size. */
static void repeat(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    for (rdg_index i = 0; i < n; i++) {
        changed[2 * dof[i] + 1] += *(const double *)data * weight[i];
    }
}

static void names_are_carried_with_a_prefix(void **state)
{
    static const double eye[36] = {1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0,
                                   0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1};
    rdg_structure *s = three(*state, false), *six = rdg_structure_create(*state, "six", 6, eye, NULL, eye);
    char text[64];
    rdg_name_set(s, "ends", 2, (const rdg_index[]){0, 2});
    rdg_name_set(s, "top", 1, (const rdg_index[]){1});
    assert_string_equal(rdg_structure_list_sets(s, text, sizeof text), "ends, top");
    assert_ok(*state, rdg_structure_carry(six, s, "part", repeat, &(const double){4.0}, "test"));
    rdg_index n = 0;
    const rdg_index *dof = NULL;
    const double *weight = NULL;
    assert_ok(*state, rdg_structure_displacement(six, "test", "part.y", &n, &dof, &weight));
    assert_true(n == 2 && dof[0] == 3 && dof[1] == 5 && weight[0] == 2.0 && weight[1] == 8.0);
    assert_false(rdg_structure_has_set(six, "part.ends")); /* four times a degree of freedom is none */
    assert_ok(*state, rdg_structure_carry(six, s, "again", repeat, &(const double){1.0}, "test"));
    assert_ok(*state, rdg_structure_set(six, "test", "again.ends", &n, &dof));
    assert_true(n == 2 && dof[0] == 1 && dof[1] == 5);
}

static void note(rdg_index dof, const char *name, void *data)
{
    char *text = data;
    snprintf(text + strlen(text), 64 - strlen(text), "%lld=%s;", (long long)dof, name);
}

static void degrees_of_freedom_and_parameters_have_names(void **state)
{
    rdg_structure *s = three(*state, false);
    char text[64] = "";
    assert_ok(*state, rdg_structure_call_dofs(s, note, text));
    assert_string_equal(text, "0=x;1=dof 1;2=dof 2;");
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "stop", .at = "x", .k3 = 6.5});
    assert_ok(*state, rdg_error_status(*state));
    char name[RDG_PARAMETER_NAME];
    rdg_index count = 0;
    for (text[0] = '\0'; rdg_structure_parameter_name(s, count, name); count++) {
        snprintf(text + strlen(text), sizeof text - strlen(text), "%.20s;", name);
    }
    assert_string_equal(text, "stop.k;stop.k3;damping.mass;damping.stiffness;");
    rdg_structure_parameter found;
    assert_true(rdg_structure_parameter_peek(s, "stop.k3", &found));
    assert_true(found.value == 6.5);
    rdg_structure_parameter same;
    assert_ok(*state, rdg_structure_parameter_find(s, "test", "stop.k3", &same));
    assert_true(same.kind == RDG_PARAMETER_OF_ELEMENT && same.item == 0 && same.which == 1);
    assert_true(same.value == 6.5 && same.least == -INFINITY);
    assert_string_equal(same.unit, "N/m^3");
    assert_false(rdg_structure_parameter_peek(s, "stop.k5", &found));
}

/* Deflections of a beam move with its base, rotations do not; in another structure everything does. */
static void a_base_moves_translations(void **state)
{
    rdg_structure *beam = rdg_beam_create(*state, NULL), *s = three(*state, false);
    double r[200];
    assert_in_range(rdg_structure_size(beam), 4, 200);
    assert_ok(*state, rdg_structure_translation(beam, r));
    for (rdg_index i = 0; i < rdg_structure_size(beam); i++) {
        assert_near(r[i], i % 2 == rdg_beam_deflection(beam, 1) % 2 ? 1.0 : 0.0, 0.0, 0.0);
    }
    assert_ok(*state, rdg_structure_translation(s, r));
    assert_true(r[0] == 1.0 && r[1] == 1.0 && r[2] == 1.0);
}

static void sum_facts(const rdg_contents *out, const rdg_model_fact *fact)
{
    double *sum = out->to;
    sum[strcmp(fact->name, "stop") == 0 && strcmp(fact->key, "k3") == 0] += fact->text ? 0.0 : fact->value;
    sum[2]++;
}

static void a_structure_is_described_by_its_numbers(void **state)
{
    rdg_structure *s = three(*state, false);
    double sum[3] = {0};
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "stop", .at = "x", .k3 = 6.5});
    rdg_structure_describe(&(rdg_contents){.fact = sum_facts, .to = sum}, NULL, s);
    assert_near(sum[1], 6.5, 0.0, 0.0);
    assert_true(sum[2] >= 3.0);
    rdg_structure_describe(NULL, NULL, s);
    rdg_structure_describe(&(rdg_contents){.fact = sum_facts, .to = sum}, NULL, NULL);
}

static void lists_of_values_are_sorted(void **state)
{
    rdg_structure *s = three(*state, false);
    rdg_given_values v = {0};
    assert_ok(*state,
              rdg_given_values_read(
                  s, "test", (const rdg_at[]){RDG_AT("mu", 0.3), RDG_AT("omega", 5.0), {.name = NULL}}, &v));
    assert_true(v.n == 3 && v.forced);
    assert_true(strcmp(v.name[0], "omega") == 0 && v.value[0] == 5.0);
    assert_true(strcmp(v.name[1], "alpha") == 0 && v.value[1] == 1.0);
    assert_true(strcmp(v.name[2], "mu") == 0 && v.value[2] == 0.3 && !v.name[3]);
    rdg_given_values_free(&v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(names_are_carried_with_a_prefix), TEST(degrees_of_freedom_and_parameters_have_names),
        TEST(a_base_moves_translations),       TEST(a_structure_is_described_by_its_numbers),
        TEST(lists_of_values_are_sorted),
    };
    return cmocka_run_group_tests_name("names of structures", tests, NULL, NULL);
}
