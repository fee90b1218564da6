/* Random structures with elements, for tests of their motion. */
#ifndef RDG_TEST_STRUCTURES_H
#define RDG_TEST_STRUCTURES_H

#include "fresh_context.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/cubic_damper.h>
#include <ridgewalk/cubic_spring.h>
#include <ridgewalk/element_kind.h>
#include <ridgewalk/fluid_drag.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/polynomial_stiffness.h>
#include <ridgewalk/quadratic_damper.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/tanh_friction.h>
#include <ridgewalk/time_element.h>
#include <ridgewalk/vector_element.h>

enum { DOFS = 3 };

static inline double between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

/* A A^T + shift on the diagonal; `diagonal`: nothing else */
static inline void random_matrix(uint64_t *seed, double size, double shift, bool diagonal, double *M)
{
    double A[DOFS * DOFS];
    for (int i = 0; i < DOFS * DOFS; i++) {
        A[i] = size * random_signed(seed);
    }
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j < DOFS; j++) {
            double sum = i == j ? shift : 0;
            for (int k = 0; k < DOFS && (i == j || !diagonal); k++) {
                sum += A[i + DOFS * k] * A[j + DOFS * k];
            }
            M[i + DOFS * j] = sum;
        }
    }
}

typedef struct system_matrices {
    double M[DOFS * DOFS], C[DOFS * DOFS], K[DOFS * DOFS];
} system_matrices;

/* x1, x2, y, and combinations "slide" and "press" of them. */
static inline rdg_structure *random_structure(rdg_context *ctx, uint64_t *seed, system_matrices *own)
{
    system_matrices here, *s = own ? own : &here;
    random_matrix(seed, 0.4, 1, random_signed(seed) > 0, s->M);
    random_matrix(seed, 0.2, 0.05, false, s->C);
    random_matrix(seed, 0.7, 1, false, s->K);
    s->C[1] += 0.1; /* gyroscopic */
    s->C[DOFS] -= 0.1;
    rdg_structure *made = rdg_structure_create(ctx, "block", DOFS, s->M, s->C, s->K);
    rdg_name_dof(made, "x1", 0);
    rdg_name_dof(made, "x2", 1);
    rdg_name_dof(made, "y", 2);
    rdg_name_relative(made, "slide", 0, 1);
    rdg_name_combination(made, "press", 2, (const rdg_index[]){1, 2}, (const double[]){0.5, -0.8});
    return made;
}

static inline void add_loads(rdg_structure *s)
{
    rdg_force_add(s, "x1", 1, 0.7);
    rdg_force_phase_add(s, "press", 2, 0.4, 0.3);
    rdg_force_add(s, "x2", 0, 0.2);
    rdg_static_force_add(s, "y", -0.3);
    rdg_base_motion_add(s, &(rdg_base_motion){.displacement = 0.2, .harmonic = 3, .phase = -0.4});
    rdg_base_motion_add(s, &(rdg_base_motion){.direction = "y", .acceleration = 0.3});
}

/* y'' x of two displacements, with a number; the force is not a potential's */
static inline int twisted(rdg_index d, const double *x, const double *v, const rdg_vector_value *value,
                          void *data)
{
    const double a = *(const double *)data;
    (void)d;
    value->f[0] = a * a * x[0] * v[1];
    value->f[1] = a * x[1] * x[1] * x[0];
    value->fx[0] = a * a * v[1];
    value->fv[2] = a * a * x[0];
    value->fx[1] = a * x[1] * x[1];
    value->fx[3] = 2 * a * x[1] * x[0];
    if (value->mu) {
        value->hxv[2] = value->mu[0] * a * a;
        value->hxx[2] = value->mu[1] * 2 * a * x[1];
        value->hxx[3] = value->mu[1] * 2 * a * x[0];
    }
    return 0;
}

static double twist = 0.3;
static const rdg_law_parameter twist_number = {.name = "a", .unit = "", .value = &twist};

typedef void adder(rdg_structure *s, uint64_t *seed);

static inline void add_smooth(rdg_structure *s, uint64_t *seed)
{
    static const int exponent[] = {2, 1, 0, 3};
    static const double coefficient[] = {0.3, -0.2, 0.1, 0.4};
    static const char *const both[] = {"x1", "press"};
    rdg_cubic_spring_add(
        s, &(rdg_cubic_spring){.name = "spring", .at = "slide", .k = 0.3, .k3 = between(seed, 0.1, 1)});
    rdg_cubic_damper_add(s, &(rdg_cubic_damper){.name = "damper", .at = "x1", .c3 = 0.2});
    rdg_quadratic_damper_add(s, &(rdg_quadratic_damper){.name = "vent", .at = "y", .c2 = 0.15});
    rdg_fluid_drag_add(s, &(rdg_fluid_drag){.name = "drag", .at = "press", .c = 0.1});
    rdg_tanh_friction_add(s, &(rdg_tanh_friction){.name = "belt", .at = "x2", .force = 0.3, .epsilon = 0.4});
    rdg_polynomial_stiffness_add(s, &(rdg_polynomial_stiffness){.name = "beam",
                                                                .d = 2,
                                                                .at = both,
                                                                .terms = 2,
                                                                .exponent = exponent,
                                                                .coefficient = coefficient});
    rdg_vector_element_add(s, &(rdg_vector_element){.name = "twist",
                                                    .d = 2,
                                                    .at = both,
                                                    .law = twisted,
                                                    .data = &twist,
                                                    .n_numbers = 1,
                                                    .numbers = &twist_number});
}

static inline void add_gap(rdg_structure *s, uint64_t *seed)
{
    rdg_gap_spring_add(
        s, &(rdg_gap_spring){.name = "stop", .at = "press", .k = between(seed, 1, 3), .gap = 0.1});
}

static inline void add_jenkins(rdg_structure *s, uint64_t *seed)
{
    rdg_jenkins_add(
        s, &(rdg_jenkins){.name = "joint", .at = "slide", .kt = between(seed, 0.5, 2), .limit = 0.2});
}

static inline void add_iwan(rdg_structure *s, uint64_t *seed)
{
    rdg_iwan_add(s, &(rdg_iwan){.name = "lap",
                                .at = "x2",
                                .Kt = between(seed, 0.5, 2),
                                .Fs = 0.6,
                                .chi = -0.4,
                                .beta = 0.2,
                                .sliders = 4});
}

static inline void add_rail(rdg_structure *s, uint64_t *seed)
{
    rdg_contact_add(s, &(rdg_contact){.name = "rail",
                                      .tangential = "x2",
                                      .kt = between(seed, 0.5, 2),
                                      .mu = 0.4,
                                      .preload = between(seed, 0.3, 0.8)});
}

static inline void add_contact(rdg_structure *s, uint64_t *seed)
{
    rdg_contact_add(s, &(rdg_contact){.name = "pad",
                                      .tangential = "slide",
                                      .normal = "press",
                                      .kt = between(seed, 0.5, 2),
                                      .kn = between(seed, 0.5, 2),
                                      .mu = between(seed, 0.2, 0.9),
                                      .preload = between(seed, -0.2, 0.6)});
}

static inline void add_cone(rdg_structure *s, uint64_t *seed)
{
    rdg_cone_contact_add(s, &(rdg_cone_contact){.name = "ring",
                                                .tangential = {"x1", "x2"},
                                                .kt = between(seed, 0.5, 2),
                                                .mu = 0.5,
                                                .preload = between(seed, 0.3, 0.8)});
}

static inline void add_cone_with_load(rdg_structure *s, uint64_t *seed)
{
    rdg_cone_contact_add(s, &(rdg_cone_contact){.name = "cone",
                                                .tangential = {"x1", "slide"},
                                                .normal = "y",
                                                .kt = between(seed, 0.5, 2),
                                                .kn = between(seed, 0.5, 2),
                                                .mu = between(seed, 0.2, 0.9),
                                                .preload = between(seed, -0.2, 0.6)});
}

static adder *const adders[] = {add_smooth, add_gap,     add_jenkins, add_iwan,
                                add_rail,   add_contact, add_cone,    add_cone_with_load};
enum { KINDS = sizeof adders / sizeof *adders };

/* All numbers of a structure as parameters; ended by NULL. names: [MOST_NUMBERS] */
enum { MOST_NUMBERS = 48 };
typedef struct number_list {
    char name[MOST_NUMBERS][RDG_PARAMETER_NAME];
    rdg_at at[MOST_NUMBERS + 3];
} number_list;

static inline const rdg_at *all_numbers(rdg_structure *s, bool loads, number_list *list)
{
    int n = 0, count = 0;
    list->at[n++] = RDG_AT("omega", 1.3);
    list->at[n++] = RDG_AT("alpha", 0.8);
    for (rdg_index i = 0; rdg_structure_parameter_name(s, i, list->name[count]); i++) {
        rdg_structure_parameter found;
        const char *dot = strrchr(list->name[count], '.');
        const bool is_of_load = strcmp(dot, ".amplitude") == 0 || strcmp(dot, ".phase") == 0;
        if (is_of_load && !loads) {
            continue;
        }
        assert_int_equal(rdg_structure_parameter_find(s, "test", list->name[count], &found), RDG_OK);
        list->at[n++] = RDG_AT(list->name[count], found.value);
        assert_true(++count < MOST_NUMBERS);
    }
    list->at[n] = (rdg_at){0};
    return list->at;
}

#endif
