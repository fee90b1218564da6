/* Components against the whole structure and the numbers of an independent program. */
#define _DEFAULT_SOURCE

#include "fresh_context.h"
#include "halves.h"
#include "memory_within.h"
#include "oblique_beams.h"

#include <ridgewalk/component.h>
#include <ridgewalk/coupling.h>

#define TWO_PI 6.283185307179586476925286766559

typedef rdg_component *(*reduction)(rdg_structure *s, const char *boundary, rdg_component_modes modes);

static const double exact[4] = {209.14575744, 1310.69676775, 3670.0412773, 7192.1476678};

/* Frequencies in Hz of the two halves, reduced with so many elastic modes each and tied */
static void tie_halves(rdg_context *ctx, reduction reduce, rdg_index modes, double frequency[4])
{
    double omega[4];
    rdg_component *left = reduce(clamped_half(ctx), "cut", RDG_MODES(modes));
    rdg_component *right = reduce(free_half(ctx), "cut", RDG_MODES(modes));
    rdg_coupling *a = rdg_coupling_create(ctx);
    assert_ok(ctx, rdg_coupling_add(a, "left", rdg_component_structure(left)));
    assert_ok(ctx, rdg_coupling_add(a, "right", rdg_component_structure(right)));
    assert_ok(ctx, rdg_coupling_tie(a, "left.cut", "right.cut"));
    rdg_structure *s = rdg_coupling_primal(a, "both");
    assert_ok(ctx, rdg_structure_modes(s, 0, NULL, 4, omega, NULL));
    for (int k = 0; k < 4; k++) {
        frequency[k] = omega[k] / TWO_PI;
    }
}

static reduction by_name(const char *name)
{
    return strcmp(name, "Rubin") == 0     ? rdg_component_rubin
           : strcmp(name, "MacNeal") == 0 ? rdg_component_macneal
                                          : rdg_component_fixed;
}

static void halves_of_a_beam_have_the_frequencies_of_an_independent_program(void **state)
{
    FILE *file = fopen("test/data/components.csv", "r");
    char line[256], name[32];
    int modes, k, rows = 0;
    double expected, whole, f[4];
    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        if (sscanf(line, "%31[^,],%d,%d,%lf,%lf", name, &modes, &k, &expected, &whole) == 5) {
            if (k == 1) {
                tie_halves(*state, by_name(name), modes, f);
            }
            assert_near(f[k - 1], expected, 1e-9, 6e-7);
            rows++;
        }
    }
    fclose(file);
    assert_int_equal(rows, 48);
}

/* Ritz values lie above, and fall with the number of modes */
static void frequencies_come_from_above_and_fall_with_every_mode(void **state)
{
    const reduction kinds[] = {rdg_component_fixed, rdg_component_rubin};
    for (int kind = 0; kind < 2; kind++) {
        double before[4] = {INFINITY, INFINITY, INFINITY, INFINITY};
        for (rdg_index modes = 1; modes <= 12; modes++) {
            double f[4];
            tie_halves(*state, kinds[kind], modes, f);
            for (int k = 0; k < 4; k++) {
                assert_true(f[k] >= exact[k] * (1 - 2e-9));
                assert_true(f[k] <= before[k] * (1 + 2e-9));
                before[k] = f[k];
            }
        }
        assert_near(before[0], exact[0], 1e-9, 0);
        assert_near(before[3], exact[3], 1e-5, 0);
    }
}

/* A free body's rigid motions need no force in its component, and have its mass. */
static void rigid_motions_pass(void **state)
{
    const reduction kinds[] = {rdg_component_fixed, rdg_component_rubin, rdg_component_macneal};
    const rdg_plane_options o = upper_options();
    rdg_index end[6];
    for (int kind = 0; kind < 3; kind++) {
        static double q[40], u[456], force[40], motion[456];
        rdg_structure *s = rdg_plane_create(*state, &o);
        end_dofs(s, 0, end);
        assert_ok(*state, rdg_name_set(s, "end", 6, end));
        rdg_component *c = kinds[kind](s, "end", RDG_MODES(8));
        rdg_structure *reduced = rdg_component_structure(c);
        const rdg_index m = rdg_structure_size(reduced);
        assert_int_equal(m, 6 + 8 + (kind > 0 ? 3 : 0));
        rdg_sparse M, K, mass;
        assert_ok(*state, rdg_structure_matrices(reduced, &M, NULL, &K));
        assert_ok(*state, rdg_structure_matrices(s, &mass, NULL, NULL));
        double largest = 0;
        for (rdg_index e = 0; e < K.pattern.start[m]; e++) {
            largest = fmax(largest, fabs(K.values[e]));
        }
        for (int r = 0; r < 3; r++) {
            for (rdg_index i = 0; i < 456; i++) {
                const rdg_index node = i / 2, place = node / 3;
                const double along = (double)place * 1e-3, across = (double)(node % 3) * 0.75e-3;
                const double x = cos(o.angle) * along - sin(o.angle) * across;
                const double y = sin(o.angle) * along + cos(o.angle) * across;
                motion[i] = r < 2 ? (i % 2 == r) : (i % 2 ? x : -y);
            }
            memset(q, 0, sizeof q);
            for (int b = 0; b < 6; b++) {
                q[b] = motion[end[b]];
            }
            if (kind == 0) {
                assert_ok(*state, rdg_component_expand(c, q, u));
                for (rdg_index i = 0; i < 456; i++) {
                    assert_near(u[i], motion[i], 0, 1e-8 * (r < 2 ? 1.0 : 0.075));
                }
                memset(force, 0, sizeof force);
                for (rdg_index j = 0; j < m; j++) {
                    for (rdg_index e = K.pattern.start[j]; e < K.pattern.start[j + 1]; e++) {
                        force[K.pattern.row[e]] += K.values[e] * q[j];
                    }
                }
                for (rdg_index j = 0; j < m; j++) {
                    assert_near(force[j], 0, 0, 1e-11 * largest);
                }
            }
        }
        double omega[40];
        assert_ok(*state, rdg_structure_modes(reduced, 0, NULL, 6, omega, NULL));
        for (int k = 0; k < 3; k++) {
            assert_near(omega[k], 0, 0, 1e-3 * omega[3]);
        }
        double whole[4];
        assert_ok(*state, rdg_structure_modes(s, 0, NULL, 4, whole, NULL));
        assert_near(omega[3], whole[3], 1e-3, 0);
    }
}

static void names_elements_loads_and_sensors_come_along(void **state)
{
    rdg_structure *s = clamped_half(*state);
    assert_ok(*state, rdg_damping_proportional(s, 3.0, 2e-5));
    assert_ok(*state, rdg_force_add(s, "fifth", 1, 2.5));
    assert_ok(*state, rdg_sensor_add(s, "A", "fifth"));
    rdg_component *c = rdg_component_fixed(s, "cut", RDG_MODES(18));
    rdg_structure *reduced = rdg_component_structure(c);
    double a = 0, b = 0, q[20], u[20];
    assert_true(rdg_structure_proportional(reduced, &a, &b));
    assert_near(a, 3.0, 0, 0);
    assert_near(b, 2e-5, 0, 0);
    assert_int_equal(rdg_load_count(reduced), 1);
    assert_int_equal(rdg_sensor_count(reduced), 1);
    rdg_index n;
    const rdg_index *dof;
    const double *weight;
    assert_ok(*state, rdg_structure_displacement(reduced, "test", "fifth", &n, &dof, &weight));
    uint64_t seed = 5;
    double sum = 0;
    for (int i = 0; i < 20; i++) {
        q[i] = random_signed(&seed);
    }
    for (rdg_index t = 0; t < n; t++) {
        sum += weight[t] * q[dof[t]];
    }
    assert_ok(*state, rdg_component_expand(c, q, u));
    assert_near(sum, u[rdg_beam_deflection(s, 5)], 1e-14, 1e-15);
    /* all modes are there: nothing is lost */
    double whole[20], all[20];
    assert_ok(*state, rdg_structure_modes(s, 0, NULL, 20, whole, NULL));
    assert_ok(*state, rdg_structure_modes(reduced, 0, NULL, 20, all, NULL));
    for (int k = 0; k < 8; k++) {
        assert_near(all[k], whole[k], 1e-10, 0);
    }
}

static void modes_up_to_a_frequency_are_taken(void **state)
{
    rdg_structure *s = free_half(*state);
    rdg_component *c = rdg_component_rubin(s, "cut", RDG_MODES_UP_TO(RDG_HZ(8000)));
    assert_int_equal(rdg_component_mode_count(c),
                     2 + 1); /* 5.3 kHz and 14.7 kHz are the first of the free half */
    assert_near(rdg_component_frequency(c, 1), 0, 0, 0);
    assert_true(isnan(rdg_component_frequency(c, 3)));
}

/* Fixed-interface modes up to a frequency are counted before they are computed. */
static void modes_with_a_held_boundary_are_counted(void **state)
{
    double omega[18];
    const rdg_index held[2] = {18, 19};
    rdg_structure *s = clamped_half(*state);
    assert_ok(*state, rdg_structure_modes(rdg_structure_hold(s, 2, held), 0, NULL, 18, omega, NULL));
    for (int k = 0; k < 17; k++) {
        rdg_component *c = rdg_component_fixed(s, "cut", RDG_MODES_UP_TO((omega[k] + omega[k + 1]) / 2));
        assert_int_equal(rdg_component_mode_count(c), k + 1);
        assert_near(rdg_component_frequency(c, k), omega[k], 1e-10, 0);
    }
}

static rdg_status reduce_within(rdg_structure *s, double bytes, rdg_component_modes modes)
{
    const struct rlimit before = limit_memory(bytes);
    rdg_component_free(rdg_component_fixed(s, "end", modes));
    allow_memory(before);
    return rdg_error_status(rdg_structure_context(s));
}

/* Of a chain with one boundary displacement: 1 + modes columns of T, and 2 modes + 12 or 64 others, beside
 * 16 bytes for each of the 2 n - 1 entries of the factors */
static void memory_for_the_shapes_is_known_before(void **state)
{
    enum { N = 1001, INSIDE = N - 1, SOME = 30, MANY = 40 };
    static double mass[N], stiffness[N];
    const double factors = 16.0 * (2 * INSIDE - 1), column = 8.0 * N;
    for (int i = 0; i < N; i++) {
        mass[i] = stiffness[i] = 1;
    }
    rdg_structure *s = rdg_chain_create(*state, N, mass, stiffness);
    assert_ok(*state, rdg_name_set(s, "end", 1, (rdg_index[]){N - 1}));
    const double some = 2 * (factors + column * (1 + SOME + 2 * SOME + 12));
    assert_int_equal(reduce_within(s, some + 1, RDG_MODES(SOME)), RDG_OK);
    assert_int_equal(reduce_within(s, some - 1, RDG_MODES(SOME)), RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY, "1000 degrees of freedom of");
    const double none = 2 * (factors + column * (1 + 64));
    assert_int_equal(reduce_within(s, none + 1, RDG_MODES(0)), RDG_OK);
    assert_int_equal(reduce_within(s, none - 1, RDG_MODES(0)), RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY, "half of what there is");
    const double omega = 2 * sin(3.14159265358979323846 * MANY / (2.0 * N)); /* of mode MANY */
    const double many = 2 * (factors + column * (1 + MANY + 2 * MANY + 12));
    assert_int_equal(reduce_within(s, many + 1, RDG_MODES_UP_TO(1.001 * omega)), RDG_OK);
    assert_int_equal(reduce_within(s, many - 1, RDG_MODES_UP_TO(1.001 * omega)), RDG_ERR_NO_MEMORY);
    assert_failed(*state, RDG_ERR_NO_MEMORY, "divide the structure into components");
}

static void what_cannot_be_reduced_is_refused(void **state)
{
    rdg_structure *s = clamped_half(*state);
    assert_null(rdg_component_fixed(s, "ends", RDG_MODES(2)));
    assert_failed(*state, RDG_ERR_NAME, "\"ends\" is no set of degrees of freedom of \"beam\"; it has: cut");
    assert_null(rdg_component_fixed(s, "cut", RDG_MODES(19)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "only 18 modes, not 19");
    assert_null(rdg_component_fixed(s, "cut", RDG_MODES(-1)));
    assert_failed(*state, RDG_ERR_ARGUMENT, "-1 modes");
    assert_null(rdg_component_rubin(s, "cut", RDG_MODES(20)));
    assert_failed(*state, RDG_ERR_SINGULAR, "too little flexibility");
    s = free_half(*state);
    assert_null(rdg_component_fixed(s, "tip", RDG_MODES(2)));
    assert_failed(*state, RDG_ERR_SINGULAR, "moves without force though its boundary is held");
    rdg_coupling *a = rdg_coupling_create(*state);
    assert_ok(*state, rdg_coupling_add(a, "right", s));
    assert_int_equal(rdg_coupling_add(a, "right", s), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "\"right\" is none");
    assert_int_equal(rdg_coupling_tie(a, "right.tip", "left.tip"), RDG_ERR_NAME);
    assert_failed(*state, RDG_ERR_NAME, "part there is: right");
    assert_int_equal(rdg_coupling_tie(a, "right.tip", "right.end"), RDG_ERR_NAME);
    assert_failed(
        *state, RDG_ERR_NAME,
        "\"right.tip\" and \"right.end\" are not both sets of degrees of freedom; \"right\" has: cut");
    assert_int_equal(rdg_coupling_tie(a, "right.tip", "right.cut"), RDG_ERR_SIZE);
    assert_failed(*state, RDG_ERR_SIZE, "\"right.tip\" has 1 degrees of freedom, \"right.cut\" has 2");
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(halves_of_a_beam_have_the_frequencies_of_an_independent_program),
                                       TEST(frequencies_come_from_above_and_fall_with_every_mode),
                                       TEST(rigid_motions_pass),
                                       TEST(names_elements_loads_and_sensors_come_along),
                                       TEST(modes_up_to_a_frequency_are_taken),
                                       TEST(modes_with_a_held_boundary_are_counted),
                                       TEST(memory_for_the_shapes_is_known_before),
                                       TEST(what_cannot_be_reduced_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
