/* How a contact with a cone depends on its numbers: friction_numbers.h, requested of a contact of unit
 * stiffnesses without preload, whose displacements have a static part. Its steps are homogeneous as the force
 * law is, so that the derivatives are those of the force as computed. */
#include "cone_impl.h"

#include <ridgewalk/friction_numbers.h>

#include <string.h>

/* The unit contact's displacements, multipliers and answers, [M] each unless it is stated. */
typedef struct cone_answer {
    double *z, *lambda, *force, *gradient, *friction, *row, *jacobian,
        *hessian; /* [M * (M + 1)], [(M + 1)^2] */
} cone_answer;

static cone_answer answer_of(const rdg_cone *cone, rdg_index M)
{
    double *a = cone->answer;
    return (cone_answer){a,         a + M,     a + 2 * M, a + 3 * M,
                         a + 4 * M, a + 5 * M, a + 6 * M, a + 6 * M + M * (M + 1)};
}

static rdg_basis basis_of(const rdg_cone *unit)
{
    return (rdg_basis){
        .n_harmonics = unit->n_harmonics, .harmonic = NULL, .has_static = true, .n_coefficients = unit->n};
}

static bool create(rdg_cone *cone, const rdg_basis *basis, rdg_index M)
{
    const rdg_cone_contact law = {
        .normal = "normal", .kt = 1, .kn = 1, .mu = cone->mu, .start = cone->start, .samples = cone->samples};
    const rdg_basis wide = {.n_harmonics = basis->n_harmonics,
                            .harmonic = basis->harmonic,
                            .has_static = true,
                            .n_coefficients = 2 * basis->n_harmonics + 1};
    if (!cone->unit) {
        cone->unit = rdg_cone_create(&law, cone->maker, &wide, NULL);
    }
    if (!cone->answer) {
        cone->answer = rdg_context_calloc(cone->maker, (size_t)(6 * M + M * (M + 1) + (M + 1) * (M + 1)),
                                          sizeof *cone->answer);
    }
    return cone->unit && cone->answer;
}

/* Numbers that make a friction force appear where there is none: there its derivatives do not exist, or are
 * not those of the steps. */
static bool is_singular(const rdg_cone *cone, const rdg_element_parameters *answer, rdg_index m,
                        const double *s)
{
    bool loaded = false, singular = false;
    for (rdg_index i = 0; i < m; i++) {
        loaded = loaded || s[i] != 0;
    }
    for (rdg_index k = 0; k < answer->n; k++) {
        const bool loads = answer->which[k] == RDG_FRICTION_PRELOAD || answer->which[k] == RDG_FRICTION_KN;
        singular = singular || (cone->mu == 0 && answer->which[k] == RDG_FRICTION_MU) || (!loaded && loads);
    }
    return singular;
}

/* lambda . F of the unit contact: lambda^T J, with and without the normal force. */
static rdg_friction_function contract(const cone_answer *a, rdg_index M)
{
    for (rdg_index j = 0; j < M; j++) {
        double friction = 0, normal = 0;
        for (rdg_index i = 0; i < M; i++) {
            *(3 * i < 2 * M ? &friction : &normal) += a->lambda[i] * a->jacobian[i + M * j];
        }
        a->friction[j] = friction;
        a->gradient[j] = friction + normal;
    }
    return (rdg_friction_function){
        .gradient = a->gradient, .friction = a->friction, .hessian = a->hessian, .stride = M + 1};
}

static int ask(rdg_cone *cone, const rdg_friction_state *at, const cone_answer *a,
               const rdg_element_parameters *answer)
{
    rdg_cone *unit = cone->unit;
    rdg_element_result result = {.force = a->force, .jacobian = a->jacobian, .sliders = answer->sliders};
    const rdg_basis basis = basis_of(unit);
    for (int i = 0; i < 2; i++) {
        unit->has_state = unit->has_state && unit->rest[i] == cone->kt * cone->rest[i];
        unit->rest[i] = cone->kt * cone->rest[i];
    }
    unit->has_state = unit->has_state && unit->mu == cone->mu;
    unit->mu = cone->mu;
    if (answer->mixed || answer->second) {
        rdg_friction_spread(at, answer->lambda, a->lambda);
        result.lambda = a->lambda;
        result.hessian = a->hessian;
    }
    return rdg_cone_evaluate(unit, &basis, a->z, 0, &result);
}

int rdg_cone_numbers(void *instance, const rdg_basis *basis, const double *z, double omega,
                     const rdg_element_parameters *answer)
{
    rdg_cone *cone = instance;
    const rdg_contact_law law = {.kt = cone->kt, .kn = cone->kn, .mu = cone->mu, .preload = cone->preload};
    const rdg_friction_state at = {.law = &law,
                                   .tangential = 2,
                                   .has_normal = cone->d == 3,
                                   .n = cone->n,
                                   .has_static = cone->has_static,
                                   .z = z,
                                   .rest = cone->rest};
    const rdg_index M = rdg_friction_length(&at), m = M / 3, N = cone->N;
    (void)omega;
    if (!create(cone, basis, M)) {
        return -1;
    }
    const cone_answer a = answer_of(cone, M);
    rdg_friction_load(&at, a.z);
    int status = is_singular(cone, answer, m, a.z + 2 * m) ? 1 : ask(cone, &at, &a, answer);
    for (rdg_index k = 0; status == 0 && answer->force && k < answer->n; k++) {
        rdg_friction_column(&at, (rdg_friction_parameter)answer->which[k], a.z, a.force, a.jacobian,
                            answer->force + N * k);
    }
    if (status == 0 && (answer->mixed || answer->second)) {
        const rdg_friction_function f = contract(&a, M);
        if (answer->mixed) {
            memset(answer->mixed, 0, sizeof(double) * (size_t)((N + 1) * answer->n));
        }
        rdg_friction_second(&at, answer->n, answer->which, a.z, &f, a.row, answer->mixed, N + 1,
                            answer->second);
    }
    return status;
}

void rdg_cone_set(void *instance, int which, double value)
{
    rdg_cone *cone = instance;
    double *const of[RDG_FRICTION_START] = {[RDG_FRICTION_KT] = &cone->kt,
                                            [RDG_FRICTION_PRELOAD] = &cone->preload,
                                            [RDG_FRICTION_MU] = &cone->mu,
                                            [RDG_FRICTION_KN] = &cone->kn};
    cone->has_state = cone->has_state && *of[which] == value;
    *of[which] = value;
}
