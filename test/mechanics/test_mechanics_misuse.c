/* NULL for any pointer and NaN for any number of mechanics' public calls. */
#define _GNU_SOURCE

#include "deaf_contents.h"
#include "misuse.h"

#include <ridgewalk/contact_law.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/friction_numbers.h>
#include <ridgewalk/given_values.h>
#include <ridgewalk/law_terms.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/sparse_solve.h>
#include <ridgewalk/stiffness_factor.h>
#include <ridgewalk/straight_work.h>
#include <ridgewalk/structure_carry.h>
#include <ridgewalk/structure_contents.h>
#include <ridgewalk/structure_file.h>

static void no_dof(rdg_index dof, const char *name, void *data)
{
    (void)dof;
    (void)name;
    (void)data;
}

static double slope_of[4];
static const rdg_law_slopes slopes = {
    .values = 1, .numbers = 1, .f = slope_of, .df = slope_of + 1, .second = slope_of + 2};
static const rdg_law_terms terms = {.number = {1, 1, 1, 1}, .n = 1, .answer = &slopes};
static const rdg_law_term term = {.factor = 1, .power = {1}, .s = 1, .at = -1};

struct world {
    rdg_context *ctx;
    rdg_structure *s, *beam, *plane, *bar, *two, *placed;
    rdg_structure *other; /* without names */
    rdg_structure *rest;  /* with prestress */
    rdg_condensation *c;
    rdg_stiffness_factor *factor;
    rdg_law_workspace *workspace;
    const char *path;
    rdg_archive *written, *stored;
};

static const double M[4] = {2.385, 0, 0, 1.5}, K[4] = {7, -3, -3, 5};
static const rdg_index both[2] = {0, 1};
static const double ones[4] = {1, 1, 1, 1};
static const double twice = 2;
static double out[64], more[64], most[64];
static bool definite;
static rdg_index number;
static rdg_structure_parameter found;
static const int which[1] = {RDG_FRICTION_KT};
static const rdg_contact_law dry = {.kt = 1.0, .mu = 0.3, .preload = 1.0};
static const double many[64];
static const rdg_friction_state friction = {.law = &dry, .tangential = 1, .n = 2, .z = many, .rest = many};
static const rdg_friction_function sum = {.gradient = many, .friction = many, .hessian = many, .stride = 6};
static char name[RDG_PARAMETER_NAME];
static rdg_given_values given;
static const rdg_law_way way = {.x0 = many, .v0 = many, .x = many, .v = many, .share = 0.5};
static const rdg_law_pull pull = {.f = out, .fx = more, .fv = most};

static int no_power(void *data, double s, double *power)
{
    (void)data, (void)s;
    *power = 0.0;
    return 0;
}

static void same(const void *data, rdg_index n, const rdg_index *at, const double *w, double *changed)
{
    (void)data;
    for (rdg_index i = 0; i < n; i++) {
        changed[at[i]] += w[i];
    }
}

static const rdg_index *dof;
static const double *weight;
static rdg_sparse sparse[3];
static const rdg_index single_start[2] = {0, 1}, single_row[1] = {0};
static const rdg_sparse single = {{1, 1, single_start, single_row}, ones};

static int no_force(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer)
{
    (void)self, (void)d, (void)at, (void)answer;
    return 0;
}

static const rdg_law_in_time silent = {.force = no_force};

#define SPARSE(values_)                                                                                      \
    (&(rdg_sparse){.pattern = {2, 2, NEEDED(((const rdg_index[]){0, 1, 2})), NEEDED(both)},                  \
                   .values = NEEDED(values_)})
#define MATRIX ((const double[]){FINITE(7.0), 0, 0, FINITE(5.0)})
#define BEAM(...) (&(rdg_beam_options){.elements = 2, __VA_ARGS__})
#define PLANE(...) (&(rdg_plane_options){.nx = 2, .ny = 1, __VA_ARGS__})
#define SPRING ((const rdg_ground_spring[]){{NEEDED("a"), FINITE(1.0)}})

static const char element_file[] = "test/data/fe/sub.mtx";
static double place[3];
static const char stored_file[] = "build/test-misuse.rds", made_file[] = "build/test-misuse-made.rds";

#define FILE_CALLS(X)                                                                                        \
    X(rdg_structure_write, STATUS, rdg_structure_write(SELF(w->other), NEEDED(made_file)))                   \
    X(rdg_structure_open, POINTER, rdg_structure_open(SELF(w->ctx), NEEDED(stored_file)))                    \
    X(rdg_structure_put, STATUS, rdg_structure_put(SELF(w->other), "test", NEEDED(w->written)))              \
    X(rdg_structure_take_from, POINTER, rdg_structure_take_from(w->ctx, "test", SELF(w->stored)))            \
    X(rdg_archive_create, POINTER, rdg_archive_create(SELF(w->ctx), "test", NEEDED(made_file)))              \
    X(rdg_archive_open, POINTER, rdg_archive_open(SELF(w->ctx), "test", NEEDED(stored_file)))                \
    X(rdg_archive_put, STATUS,                                                                               \
      rdg_archive_put(SELF(w->written), NEEDED("x"), RDG_ARCHIVE_NUMBERS, 4, NEEDED(ones)))                  \
    X(rdg_archive_take, POINTER,                                                                             \
      rdg_archive_take(SELF(w->stored), NEEDED("K"), RDG_ARCHIVE_NUMBERS, -1, OPTIONAL(&number)))            \
    X(rdg_archive_close, NOTHING, (int)rdg_archive_close(SELF(w->stored), RDG_OK))

#define STRUCTURE_CALLS(X)                                                                                   \
    X(rdg_structure_create, POINTER,                                                                         \
      rdg_structure_create(SELF(w->ctx), OPTIONAL("s"), 2, NEEDED(M), OPTIONAL(M), NEEDED(K)))               \
    X(rdg_structure_create__values, POINTER, rdg_structure_create(w->ctx, "s", 2, MATRIX, MATRIX, MATRIX))   \
    X(rdg_structure_create_sparse, POINTER,                                                                  \
      rdg_structure_create_sparse(SELF(w->ctx), OPTIONAL("s"), NEEDED(&sparse[0]), OPTIONAL(&sparse[1]),     \
                                  NEEDED(&sparse[2])))                                                       \
    X(rdg_structure_create_sparse__fields, POINTER,                                                          \
      rdg_structure_create_sparse(w->ctx, "s", SPARSE(ones), SPARSE(ones), SPARSE(ones)))                    \
    X(rdg_structure_create_sparse__values, POINTER,                                                          \
      rdg_structure_create_sparse(w->ctx, "s", SPARSE(((const double[]){FINITE(1.0), FINITE(2.0)})), NULL,   \
                                  SPARSE(ones)))                                                             \
    X(rdg_structure_read_calculix, POINTER,                                                                  \
      rdg_structure_read_calculix(SELF(w->ctx), OPTIONAL("s"), NEEDED("test/data/bar")))                     \
    X(rdg_structure_read_nastran, POINTER,                                                                   \
      rdg_structure_read_nastran(SELF(w->ctx), OPTIONAL("s"), NEEDED("test/data/fe/two.pch")))               \
    X(rdg_structure_read_nastran_massless, POINTER,                                                          \
      rdg_structure_read_nastran_massless(SELF(w->ctx), OPTIONAL("s"), NEEDED("test/data/fe/two.pch")))      \
    X(rdg_structure_read_abaqus, POINTER,                                                                    \
      rdg_structure_read_abaqus(SELF(w->ctx), OPTIONAL("s"), NEEDED(element_file), NEEDED(element_file)))    \
    X(rdg_structure_read_abaqus_massless, POINTER,                                                           \
      rdg_structure_read_abaqus_massless(SELF(w->ctx), OPTIONAL("s"), NEEDED(element_file),                  \
                                         NEEDED(element_file)))                                              \
    X(rdg_structure_read_op4, POINTER,                                                                       \
      rdg_structure_read_op4(SELF(w->ctx), OPTIONAL("s"), NEEDED("test/data/fe/two.op4"),                    \
                             OPTIONAL("test/data/fe/order.pch")))                                            \
    X(rdg_structure_read_op4_massless, POINTER,                                                              \
      rdg_structure_read_op4_massless(SELF(w->ctx), OPTIONAL("s"), NEEDED("test/data/fe/two.op4"),           \
                                      OPTIONAL("test/data/fe/order.pch")))                                   \
    X(rdg_nodes_read, STATUS, rdg_nodes_read(SELF(w->two), NEEDED("test/data/fe/two.inp")))                  \
    X(rdg_node_position, STATUS, rdg_node_position(SELF(w->placed), 2, NEEDED(place)))                       \
    X(rdg_structure_units, STATUS, rdg_structure_units(SELF(w->two), RDG_MM_TONNE_S))                        \
    X(rdg_node_dof, NOTHING, rdg_node_dof(SELF(w->bar), 5, 'x'))                                             \
    X(rdg_name_nodes, STATUS,                                                                                \
      rdg_name_nodes(SELF(w->bar), NEEDED("new"), 1, NEEDED(&(rdg_index){5}), NEEDED("x")))                  \
    X(rdg_structure_read, POINTER,                                                                           \
      rdg_structure_read(SELF(w->ctx), OPTIONAL("s"), NEEDED(w->path), OPTIONAL(w->path), NEEDED(w->path)))  \
    X(rdg_structure_copy, POINTER, rdg_structure_copy(SELF(w->rest)))                                        \
    X(rdg_structure_free, VOID, rdg_structure_free(SELF(w->beam)))                                           \
    X(rdg_damping_proportional, STATUS, rdg_damping_proportional(SELF(w->s), FINITE(0.1), FINITE(0.2)))      \
    X(rdg_damping_structural, STATUS, rdg_damping_structural(SELF(w->s), FINITE(0.1)))                       \
    X(rdg_structure_loss_factor, NOTHING, rdg_structure_loss_factor(SELF(w->s)))                             \
    X(rdg_structure_refuse_loss, NOTHING, rdg_structure_refuse_loss(SELF(w->s), OPTIONAL("f")))              \
    X(rdg_structure_take, VOID, rdg_structure_take(SELF(w->s), "rdg_test_create"))                           \
    X(rdg_name_dof, STATUS, rdg_name_dof(SELF(w->s), NEEDED("new"), 0))                                      \
    X(rdg_name_combination, STATUS,                                                                          \
      rdg_name_combination(SELF(w->s), NEEDED("new"), 2, NEEDED(both), NEEDED(ones)))                        \
    X(rdg_name_combination__weight, STATUS,                                                                  \
      rdg_name_combination(w->s, "new", 1, both, ((const double[]){FINITE(1.0)})))                           \
    X(rdg_name_relative, STATUS, rdg_name_relative(SELF(w->s), NEEDED("new"), 0, 1))                         \
    X(rdg_structure_displacement, STATUS,                                                                    \
      rdg_structure_displacement(SELF(w->s), OPTIONAL("test"), NEEDED("a"), NEEDED(&number), NEEDED(&dof),   \
                                 NEEDED(&weight)))                                                           \
    X(rdg_structure_context, POINTER, rdg_structure_context(SELF(w->s)))                                     \
    X(rdg_structure_name, NOTHING, *rdg_structure_name(SELF(w->s)))                                          \
    X(rdg_structure_size, NOTHING, rdg_structure_size(SELF(w->s)))                                           \
    X(rdg_structure_translation, STATUS, rdg_structure_translation(SELF(w->s), NEEDED(out)))                 \
    X(rdg_structure_matrices, STATUS,                                                                        \
      rdg_structure_matrices(SELF(w->s), OPTIONAL(&sparse[0]), OPTIONAL(&sparse[1]), OPTIONAL(&sparse[2])))  \
    X(rdg_beam_options_default, NUMBER, rdg_beam_options_default().length)                                   \
    X(rdg_beam_create, POINTER,                                                                              \
      rdg_beam_create(SELF(w->ctx), OPTIONAL((&(rdg_beam_options){"b", 0.2, 0.01, 0.01, 210e9, 7830, 2}))))  \
    X(rdg_beam_create__fields, POINTER,                                                                      \
      rdg_beam_create(w->ctx, BEAM(.name = OPTIONAL("b"), .length = FINITE(1.0), .width = FINITE(0.1),       \
                                   .height = FINITE(0.1), .young = FINITE(1e9), .density = FINITE(1e3))))    \
    X(rdg_beam_deflection, PLACE, rdg_beam_deflection(SELF(w->beam), 1))                                     \
    X(rdg_beam_rotation, PLACE, rdg_beam_rotation(SELF(w->beam), 1))                                         \
    X(rdg_structure_proportional, NOTHING,                                                                   \
      rdg_structure_proportional(SELF(w->s), OPTIONAL(out), OPTIONAL(more)))                                 \
    X(rdg_name_set, STATUS, rdg_name_set(SELF(w->s), NEEDED("set"), 2, NEEDED(both)))                        \
    X(rdg_structure_describe, VOID, rdg_structure_describe(OPTIONAL(&deaf), OPTIONAL("Q"), OPTIONAL(w->s)))  \
    X(rdg_structure_call_dofs, STATUS, rdg_structure_call_dofs(SELF(w->s), NEEDED(no_dof), NULL))            \
    X(rdg_structure_stiffest, NUMBER, rdg_structure_stiffest(OPTIONAL(w->s)))                                \
    X(rdg_structure_list_sets, POINTER,                                                                      \
      rdg_structure_list_sets(OPTIONAL(w->s), OPTIONAL(name), sizeof name))                                  \
    X(rdg_structure_require_symmetry, STATUS,                                                                \
      rdg_structure_require_symmetry(SELF(w->s), OPTIONAL("test"), true))                                    \
    X(rdg_structure_has_set, NOTHING, rdg_structure_has_set(SELF(w->s), OPTIONAL("a")))                      \
    X(rdg_structure_set, STATUS,                                                                             \
      rdg_structure_set(SELF(w->s), OPTIONAL("test"), NEEDED("a"), NEEDED(&number), NEEDED(&dof)))           \
    X(rdg_structure_hold, POINTER, rdg_structure_hold(SELF(w->s), 1, NEEDED(both + 1)))                      \
    X(rdg_stiffness_factor_create, POINTER,                                                                  \
      rdg_stiffness_factor_create(SELF(w->s), OPTIONAL("test"), 0, NULL, 0.0, NEEDED(&definite)))            \
    X(rdg_stiffness_factor_beside, STATUS,                                                                   \
      rdg_stiffness_factor_beside(SELF(w->factor), OPTIONAL("test"), 0.0))                                   \
    X(rdg_stiffness_factor_solve, STATUS,                                                                    \
      rdg_stiffness_factor_solve(SELF(w->factor), OPTIONAL("test"), 1, NEEDED(out)))                         \
    X(rdg_stiffness_factor_count, STATUS,                                                                    \
      rdg_stiffness_factor_count(SELF(w->factor), OPTIONAL("test"), 1.0, NEEDED(&number)))                   \
    X(rdg_stiffness_factor_modes, STATUS,                                                                    \
      rdg_stiffness_factor_modes(SELF(w->factor), 1, NEEDED(out), OPTIONAL(NULL)))                           \
    X(rdg_stiffness_factor_free, VOID, rdg_stiffness_factor_free(OPTIONAL(NULL)))                            \
    X(rdg_structure_without, POINTER, rdg_structure_without(SELF(w->s), 1, NEEDED(both), OPTIONAL("test")))  \
    X(rdg_structure_carry, STATUS,                                                                           \
      rdg_structure_carry(SELF(w->other), SELF(w->s), OPTIONAL("p"), NEEDED(same), OPTIONAL(out),            \
                          OPTIONAL("test")))                                                                 \
    X(rdg_plane_options_default, NUMBER, rdg_plane_options_default().length)                                 \
    X(rdg_plane_create, POINTER,                                                                             \
      rdg_plane_create(SELF(w->ctx), OPTIONAL(PLANE(.name = "p", .length = 1.0, .height = 0.1,               \
                                                    .thickness = 0.1, .young = 1e9, .density = 1e3))))       \
    X(rdg_plane_create__fields, POINTER,                                                                     \
      rdg_plane_create(w->ctx, PLANE(.name = OPTIONAL("p"), .length = FINITE(1.0), .height = FINITE(0.1),    \
                                     .thickness = FINITE(0.1), .young = FINITE(1e9), .poisson = FINITE(0.3), \
                                     .density = FINITE(1e3), .angle = FINITE(0.1))))                         \
    X(rdg_plane_dof, PLACE, rdg_plane_dof(SELF(w->plane), 1, 1, 'x'))                                        \
    X(rdg_structure_modes, STATUS,                                                                           \
      rdg_structure_modes(SELF(w->s), 1, NEEDED(SPRING), 2, NEEDED(out), OPTIONAL(more)))                    \
    X(rdg_structure_rest_frequencies, STATUS, rdg_structure_rest_frequencies(SELF(w->s), 2, NEEDED(out)))    \
    X(rdg_structure_frequencies, STATUS,                                                                     \
      rdg_structure_frequencies(SELF(w->s), 1, NEEDED(SPRING), 2, NEEDED(out)))

#define CONDENSATION_CALLS(X)                                                                                \
    X(rdg_condensation_create, POINTER, rdg_condensation_create(SELF(w->s), 1, NEEDED(both)))                \
    X(rdg_condensation_create_with, POINTER,                                                                 \
      rdg_condensation_create_with(SELF(w->s), 1, NEEDED(both), RDG_INTERIOR_DENSE))                         \
    X(rdg_condensation_method, NOTHING, rdg_condensation_method(SELF(w->c)))                                 \
    X(rdg_condensation_free, VOID, rdg_condensation_free(SELF(w->c)))                                        \
    X(rdg_condensation_evaluate, CODE,                                                                       \
      rdg_condensation_evaluate(SELF(w->c), 1, FINITE(0.5), OPTIONAL(out), OPTIONAL(more), OPTIONAL(most)))  \
    X(rdg_condensation_evaluate_all, CODE,                                                                   \
      rdg_condensation_evaluate_all(SELF(w->c), 1, NEEDED(both), FINITE(0.5), OPTIONAL(out), OPTIONAL(more), \
                                    OPTIONAL(most)))                                                         \
    X(rdg_condensation_threads, NOTHING, rdg_condensation_threads(SELF(w->c)))                               \
    X(rdg_condensation_add_load, PLACE, rdg_condensation_add_load(SELF(w->c), NEEDED(ones), OPTIONAL(ones))) \
    X(rdg_condensation_add_load__values, PLACE,                                                              \
      rdg_condensation_add_load(w->c, ((const double[]){FINITE(1.0), 0}),                                    \
                                ((const double[]){0, FINITE(1.0)})))                                         \
    X(rdg_condensation_evaluate_load, CODE,                                                                  \
      rdg_condensation_evaluate_load(SELF(w->c), 0, 1, FINITE(0.5), OPTIONAL(out), OPTIONAL(more),           \
                                     OPTIONAL(most)))                                                        \
    X(rdg_condensation_set_damping, VOID, rdg_condensation_set_damping(SELF(w->c), ANY(0.1), ANY(0.2)))      \
    X(rdg_condensation_set_loss, VOID, rdg_condensation_set_loss(SELF(w->c), ANY(0.1)))                      \
    X(rdg_condensation_expand, CODE,                                                                         \
      rdg_condensation_expand(SELF(w->c), 1, FINITE(0.5), NEEDED(ones), 1,                                   \
                              NEEDED(((const rdg_load_factor[]){{.load = 0, .factor = FINITE(1.0)}})),       \
                              NEEDED(out)))

#define ELEMENT(...)                                                                                         \
    (&(rdg_element){.name = OPTIONAL("e"),                                                                   \
                    .d = 1,                                                                                  \
                    .at = NEEDED(((const char *const[]){NEEDED("a")})),                                      \
                    .kind = {.type = OPTIONAL("t"), .time = NEEDED(&silent)},                                \
                    .self = OPTIONAL(out)})
#define INFLUENCE ((const double[]){BOUND(1.0), BOUND(1.0)})
#define BASE(...) (&(rdg_base_motion){__VA_ARGS__})

#define PART_CALLS(X)                                                                                        \
    X(rdg_element_add, STATUS, rdg_element_add(SELF(w->s), NEEDED(ELEMENT()), OPTIONAL("test")))             \
    X(rdg_element_count, NOTHING, rdg_element_count(SELF(w->s)))                                             \
    X(rdg_element_at, POINTER, rdg_element_at(SELF(w->s), 0))                                                \
    X(rdg_element_index, PLACE, rdg_element_index(SELF(w->s), NEEDED("spring")))                             \
    X(rdg_force_add, STATUS, rdg_force_add(SELF(w->s), NEEDED("a"), 1, FINITE(1.0)))                         \
    X(rdg_force_phase_add, STATUS,                                                                           \
      rdg_force_phase_add(SELF(w->s), NEEDED("a"), 1, FINITE(1.0), FINITE(0.1)))                             \
    X(rdg_gyroscopic_add, STATUS,                                                                            \
      rdg_gyroscopic_add(                                                                                    \
          SELF(w->s),                                                                                        \
          NEEDED((&(rdg_gyroscopic){                                                                         \
              .first = NEEDED("a"), .second = NEEDED("b"), .inertia = FINITE(0.1), .ratio = FINITE(2.0)})))) \
    X(rdg_gyroscopic_count, NOTHING, rdg_gyroscopic_count(SELF(w->s)))                                       \
    X(rdg_gyroscopic_at, NOTHING, rdg_gyroscopic_at(SELF(w->s), 0) != NULL)                                  \
    X(rdg_gyroscopic_matrix, VOID, rdg_gyroscopic_matrix(SELF(w->s), OPTIONAL(out)))                         \
    X(rdg_structure_refuse_gyroscopic, NOTHING, rdg_structure_refuse_gyroscopic(SELF(w->s), OPTIONAL("f")))  \
    X(rdg_whirl_modes, STATUS, rdg_whirl_modes(SELF(w->s), FINITE(0.5), 1, OPTIONAL(out), NEEDED(more)))     \
    X(rdg_unbalance_add, STATUS,                                                                             \
      rdg_unbalance_add(                                                                                     \
          SELF(w->s),                                                                                        \
          NEEDED((&(rdg_unbalance){                                                                          \
              .x = NEEDED("a"), .y = OPTIONAL("b"), .moment = FINITE(0.1), .phase = FINITE(0.2)}))))         \
    X(rdg_load_frequency_power, NOTHING,                                                                     \
      rdg_load_frequency_power(OPTIONAL((&(rdg_load){.kind = RDG_LOAD_FORCE}))))                             \
    X(rdg_static_force_add, STATUS, rdg_static_force_add(SELF(w->s), NEEDED("a"), FINITE(1.0)))              \
    X(rdg_base_motion_add, STATUS,                                                                           \
      rdg_base_motion_add(SELF(w->s), NEEDED(BASE(.influence = OPTIONAL(INFLUENCE), .n_influence = 2,        \
                                                  .displacement = FINITE(1.0), .acceleration = FINITE(0.0),  \
                                                  .phase = FINITE(0.0)))))                                   \
    X(rdg_base_motion_add__direction, STATUS,                                                                \
      rdg_base_motion_add(w->s, BASE(.direction = OPTIONAL("a"), .acceleration = 1)))                        \
    X(rdg_base_motion_harmonic, STATUS,                                                                      \
      rdg_base_motion_harmonic(SELF(w->rest), NEEDED("a"), 1, FINITE(1.0), FINITE(0.1), NEEDED(out),         \
                               NEEDED(more)))                                                                \
    X(rdg_forcing_amplitude_unit, POINTER, rdg_forcing_amplitude_unit(OPTIONAL(w->s)))                       \
    X(rdg_load_count, NOTHING, rdg_load_count(SELF(w->rest)))                                                \
    X(rdg_load_at, POINTER, rdg_load_at(SELF(w->rest), 0))                                                   \
    X(rdg_sensor_add, STATUS, rdg_sensor_add(SELF(w->s), NEEDED("new"), NEEDED("a")))                        \
    X(rdg_sensor_harmonic_add, STATUS, rdg_sensor_harmonic_add(SELF(w->s), NEEDED("new"), NEEDED("a"), 1))   \
    X(rdg_sensor_rms_add, STATUS, rdg_sensor_rms_add(SELF(w->s), NEEDED("new"), NEEDED("a")))                \
    X(rdg_sensor_mean_add, STATUS, rdg_sensor_mean_add(SELF(w->s), NEEDED("new"), NEEDED("a")))              \
    X(rdg_sensor_peak_add, STATUS, rdg_sensor_peak_add(SELF(w->s), NEEDED("new"), NEEDED("a")))              \
    X(rdg_sensor_require_amplitude, STATUS,                                                                  \
      rdg_sensor_require_amplitude(SELF(w->s), OPTIONAL("test"), OPTIONAL("Am")))                            \
    X(rdg_sensor_count, NOTHING, rdg_sensor_count(SELF(w->s)))                                               \
    X(rdg_sensor_at, POINTER, rdg_sensor_at(SELF(w->s), 0))                                                  \
    X(rdg_prestress, STATUS, rdg_prestress(SELF(w->s)))                                                      \
    X(rdg_rest, STATUS, rdg_rest(SELF(w->rest), NEEDED("a"), NEEDED(out)))                                   \
    X(rdg_structure_rest, POINTER, rdg_structure_rest(SELF(w->rest)))                                        \
    X(rdg_structure_parameter_find, STATUS,                                                                  \
      rdg_structure_parameter_find(SELF(w->s), OPTIONAL("test"), NEEDED("a.amplitude"), NEEDED(&found)))     \
    X(rdg_structure_parameter_peek, NOTHING,                                                                 \
      rdg_structure_parameter_peek(SELF(w->s), OPTIONAL("a.amplitude"), OPTIONAL(NULL)))                     \
    X(rdg_structure_parameter_exists, NOTHING,                                                               \
      rdg_structure_parameter_exists(SELF(w->s), OPTIONAL("a.amplitude")))                                   \
    X(rdg_structure_parameter_name, NOTHING, rdg_structure_parameter_name(SELF(w->s), 0, SELF(name)))        \
    X(rdg_structure_parameter_of, NOTHING, rdg_structure_parameter_of(SELF(w->s), SELF(&found), 0))          \
    X(rdg_friction_length, NOTHING, rdg_friction_length(SELF(&friction)))                                    \
    X(rdg_friction_load, VOID, rdg_friction_load(SELF(&friction), SELF(out)))                                \
    X(rdg_friction_spread, VOID, rdg_friction_spread(SELF(&friction), SELF(many), SELF(out)))                \
    X(rdg_friction_column, VOID,                                                                             \
      rdg_friction_column(SELF(&friction), RDG_FRICTION_KT, SELF(many), SELF(many), SELF(many), SELF(out)))  \
    X(rdg_friction_first, VOID,                                                                              \
      (void)rdg_friction_first(SELF(&friction), RDG_FRICTION_KT, SELF(many), 1, SELF(&sum)))                 \
    X(rdg_friction_second, VOID,                                                                             \
      rdg_friction_second(SELF(&friction), 1, SELF(which), SELF(many), SELF(&sum), SELF(out),                \
                          OPTIONAL(more), 3, OPTIONAL(most)))                                                \
    X(rdg_sparse_solve, CODE, rdg_sparse_solve(SELF(&single), SELF(ones), SELF(out)))                        \
    X(rdg_sparse_solve_transposed, CODE, rdg_sparse_solve_transposed(SELF(&single), SELF(ones), SELF(out)))  \
    X(rdg_sparse_solve_all, CODE,                                                                            \
      rdg_sparse_solve_all(SELF(&single), 1, SELF(ones), SELF(out), OPTIONAL(out + 1)))                      \
    X(rdg_law_add_term, VOID, rdg_law_add_term(SELF(&terms), SELF(&term)))                                   \
    X(rdg_straight_work, CODE, rdg_straight_work(SELF(no_power), OPTIONAL(out), NEEDED(out)))                \
    X(rdg_contact_lower, NUMBER, rdg_contact_lower(ANY(0.3), ANY(1.0), ANY(2.0)))                            \
    X(rdg_contact_upper, NUMBER, rdg_contact_upper(ANY(0.3), ANY(1.0), ANY(2.0)))                            \
    X(rdg_contact_normal_energy, NUMBER, rdg_contact_normal_energy(&(rdg_contact_law){.kn = 1.0}, ANY(1.0))) \
    X(rdg_contact_closes, NUMBER, rdg_contact_closes(ANY(-1.0), ANY(1.0), out))                              \
    X(rdg_contact_beside_ends, NUMBER, rdg_contact_beside_ends(ANY(-1.0), ANY(1.0), out))                    \
    X(rdg_slider_rests, VOID, rdg_slider_rests(ANY(1.0), ANY(1.0), ANY(0.0)))                                \
    X(rdg_slider_begins, NUMBER, rdg_slider_begins(RDG_SLIDER_MEAN, ANY(1.0), ANY(2.0)))                     \
    X(rdg_law_workspace_create, POINTER,                                                                     \
      rdg_law_workspace_create(SELF(w->ctx), NEEDED(&silent), OPTIONAL(out), 1))                             \
    X(rdg_law_workspace_free, VOID, rdg_law_workspace_free(SELF(w->workspace)))                              \
    X(rdg_law_step, CODE, rdg_law_step(SELF(w->workspace), NEEDED(&way), NEEDED(&pull)))                     \
    X(rdg_given_values_read, STATUS,                                                                         \
      rdg_given_values_read(SELF(w->s), "test",                                                              \
                            OPTIONAL(((const rdg_at[]){RDG_AT("omega", FINITE(1.0)), {0}})), SELF(&given)))  \
    X(rdg_given_values_free, VOID, rdg_given_values_free(OPTIONAL(&given)))                                  \
    X(rdg_law_at_rest, CODE,                                                                                 \
      rdg_law_at_rest(SELF(w->workspace), NEEDED(ones), OPTIONAL(ones), NEEDED(out), OPTIONAL(more)))        \
    X(rdg_wedging_slider, CODE, rdg_wedging_slider(1, NEEDED(&twice), NEEDED(out), OPTIONAL(out + 2)))       \
    X(rdg_law_stiffness_at_rest, CODE,                                                                       \
      rdg_law_stiffness_at_rest(SELF(w->workspace), NEEDED(ones), OPTIONAL(ones), RDG_STUCK_CONSTANT,        \
                                NEEDED(out)))

#define CALLS(X) STRUCTURE_CALLS(X) PART_CALLS(X) CONDENSATION_CALLS(X) FILE_CALLS(X)

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static rdg_structure *sprung(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "s", 2, M, NULL, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "a", .k3 = 0.1});
    rdg_sensor_add(s, "Am", "a");
    rdg_static_force_add(s, "a", 1.0);
    return s;
}

static void null_and_nan_are_refused_in_words(void **state)
{
    (void)state;
    char path[] = "/tmp/ridgewalk-XXXXXX";
    const int file = mkstemp(path);
    static const char text[] = "%%MatrixMarket matrix array real general\n1 1\n1.5\n";
    assert_true(file >= 0 && write(file, text, sizeof text - 1) == sizeof text - 1 && close(file) == 0);
    rdg_context *ctx = rdg_context_create();
    world w = {.ctx = ctx, .path = path};
    rdg_set_writer(ctx, NULL, NULL);
    w.s = sprung(ctx);
    w.rest = sprung(ctx);
    rdg_prestress(w.rest);
    w.beam = rdg_beam_create(ctx, &(rdg_beam_options){"beam", 0.2, 0.01, 0.01, 210e9, 7830, 2});
    w.plane = rdg_plane_create(ctx, NULL);
    w.other = rdg_structure_create(ctx, "other", 2, M, NULL, K);
    w.bar = rdg_structure_read_calculix(ctx, "bar", "test/data/bar");
    w.two = rdg_structure_read_nastran(ctx, "two", "test/data/fe/two.pch");
    w.placed = rdg_structure_read_nastran(ctx, "placed", "test/data/fe/two.pch");
    rdg_nodes_read(w.placed, "test/data/fe/two.inp");
    w.c = rdg_condensation_create(w.s, 1, both);
    rdg_condensation_add_load(w.c, ones, NULL);
    w.factor = rdg_stiffness_factor_create(w.s, "test", 0, NULL, 0.0, &definite);
    w.workspace = rdg_law_workspace_create(ctx, &silent, NULL, 1);
    rdg_structure_matrices(w.s, &sparse[0], &sparse[1], &sparse[2]);
    assert_ok(ctx, rdg_structure_write(w.other, stored_file));
    w.stored = rdg_archive_open(ctx, "test", stored_file);
    w.written = rdg_archive_create(ctx, "test", made_file);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_stiffness_factor_free(w.factor);
    rdg_law_workspace_free(w.workspace);
    rdg_archive_close(w.stored, RDG_OK);
    rdg_archive_close(w.written, RDG_ERR_EARLIER);
    rdg_context_free(ctx);
    remove(path);
    remove(stored_file);
    remove(made_file);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
