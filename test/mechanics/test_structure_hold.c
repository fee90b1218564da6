/* Structures with degrees of freedom held, and sets of degrees of freedom. */
#include "fresh_context.h"
#include "sparse_entry.h"

#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/mechanics.h>

enum { MOST = 12 };

/* Random matrices with holes: rows and columns are those that are left. */
static void rows_and_columns_of_held_ones_are_gone(void **state)
{
    uint64_t seed = 3;
    for (int trial = 0; trial < 200; trial++) {
        const rdg_index n = 2 + trial % (MOST - 1);
        double A[3][MOST * MOST];
        for (rdg_index i = 0; i < n * n; i++) {
            for (int which = 0; which < 3; which++) {
                A[which][i] = random_signed(&seed) > 0.2 ? random_signed(&seed) : 0.0;
            }
        }
        rdg_index held[MOST], left[MOST], n_held = 0, n_left = 0;
        for (rdg_index i = n - 1; i >= 0; i--) { /* told from behind: the order does not matter */
            if (random_signed(&seed) > 0.3 && n_held < n - 1) {
                held[n_held++] = i;
            }
        }
        n_held = n_held > 0 ? n_held : (held[0] = 0, 1);
        for (rdg_index i = 0; i < n; i++) {
            bool is_held = false;
            for (rdg_index h = 0; h < n_held; h++) {
                is_held = is_held || held[h] == i;
            }
            if (!is_held) {
                left[n_left++] = i;
            }
        }
        rdg_sparse X[3];
        rdg_structure *s =
            rdg_structure_hold(rdg_structure_create(*state, "s", n, A[0], A[1], A[2]), n_held, held);
        assert_int_equal(rdg_structure_size(s), n_left);
        assert_ok(*state, rdg_structure_matrices(s, &X[0], &X[1], &X[2]));
        for (rdg_index p = 0; p < n_left * n_left; p++) {
            const rdg_index i = p % n_left, j = p / n_left;
            for (int which = 0; which < 3; which++) {
                assert_true(sparse_entry(&X[which], i, j) == A[which][left[i] + n * left[j]]);
            }
        }
    }
}

static rdg_structure *chain(rdg_context *ctx)
{
    const double mass[4] = {1, 2, 3, 4}, stiffness[4] = {5, 6, 7, 8};
    rdg_structure *s = rdg_chain_create(ctx, 4, mass, stiffness);
    assert_ok(ctx, rdg_name_dof(s, "second", 1));
    assert_ok(ctx, rdg_name_dof(s, "last", 3));
    assert_ok(ctx, rdg_name_relative(s, "gap", 3, 1));
    assert_ok(ctx, rdg_name_set(s, "ends", 3, (rdg_index[]){3, 0, 1}));
    return s;
}

static void names_sets_and_parts_come_along(void **state)
{
    rdg_structure *s = chain(*state);
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    double r[3], a = 9, b = 9;
    assert_ok(*state, rdg_damping_proportional(s, 0.5, 0.25));
    assert_ok(*state, rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "gap", .k3 = 2}));
    assert_ok(*state, rdg_static_force_add(s, "last", 3));
    rdg_structure *held = rdg_structure_hold(s, 1, &(rdg_index){1});
    assert_ok(*state, rdg_structure_displacement(held, "test", "gap", &n, &dof, &weight));
    assert_int_equal(n, 1);
    assert_int_equal(dof[0], 2);
    assert_near(weight[0], 1, 0, 0);
    assert_ok(*state, rdg_structure_set(held, "test", "ends", &n, &dof));
    assert_int_equal(n, 2);
    assert_int_equal(dof[0], 2);
    assert_int_equal(dof[1], 0);
    assert_ok(*state, rdg_structure_set(held, "test", "last", &n, &dof));
    assert_int_equal(n, 1);
    assert_int_equal(dof[0], 2);
    assert_int_equal(rdg_element_count(held), 1);
    assert_int_equal(rdg_load_count(held), 1);
    assert_true(rdg_structure_proportional(held, &a, &b));
    assert_near(a, 0.5, 0, 0);
    assert_near(b, 0.25, 0, 0);
    assert_ok(*state, rdg_structure_translation(held, r));
    assert_int_equal(rdg_structure_displacement(held, "test", "second", &n, &dof, &weight), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "it has: last, gap");
}

static void what_cannot_be_held_is_refused(void **state)
{
    rdg_structure *s = chain(*state);
    assert_null(rdg_structure_hold(s, 4, (rdg_index[]){0, 1, 2, 3}));
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "1 .. 3 of the 4 degrees of freedom of \"chain\" can be held, not 4");
    assert_null(rdg_structure_hold(s, 2, (rdg_index[]){1, 1}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "degree of freedom 1 of \"chain\" is given twice");
    assert_null(rdg_structure_hold(s, 1, (rdg_index[]){4}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "not one of 0 .. 3");
    assert_int_equal(rdg_name_set(s, "second", 1, (rdg_index[]){2}), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"second\" is none");
    assert_int_equal(rdg_name_set(s, "twice", 2, (rdg_index[]){2, 2}), RDG_ERR_ARGUMENT);
    assert_failed(*state, RDG_ERR_ARGUMENT, "degree of freedom 2 is given twice");
    assert_ok(*state, rdg_sensor_add(s, "A", "second"));
    assert_null(rdg_structure_hold(s, 1, (rdg_index[]){1}));
    assert_failed(*state, RDG_ERR_ARGUMENT,
                  "\"second\" of \"chain\" does not move any more, but there is a sensor");
    assert_ok(*state, rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 1}));
    assert_null(rdg_structure_hold(s, 1, (rdg_index[]){0}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "motion of the base");
    s = chain(*state);
    assert_ok(*state, rdg_static_force_add(s, "last", 3));
    assert_ok(*state, rdg_prestress(s));
    assert_null(rdg_structure_hold(s, 1, (rdg_index[]){0}));
    assert_failed(*state, RDG_ERR_ARGUMENT, "rests already");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(rows_and_columns_of_held_ones_are_gone),
                                       TEST(names_sets_and_parts_come_along),
                                       TEST(what_cannot_be_held_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
