/* What elements and condensation cost a call, in microseconds.
 *
 * Elements: the residual of a mass on a spring with the one element, in which the element is nearly all
 * (force); then with the Jacobian at the same state (jacobian); then with the contracted Hessian as well
 * (hessian). Each time the state is a new one. Harmonics 0 .. Nh. contact: dry friction that slips, constant
 * normal load; contact_2d: with a normal displacement, in separation for part of the period; gap: a spring
 * that opens and closes; iwan: 100 sliders of which a part slips; stiffness_2d: a polynomial of two
 * displacements; plain_cubic: a cubic spring as a user's law without derivatives.
 *
 * Condensation: one harmonic of a beam of 100 elements to 3 degrees of freedom, at a new frequency each time.
 */
#include "bench.h"

#include <ridgewalk/condensation.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/iwan.h>
#include <ridgewalk/mechanics.h>

#include <string.h>

enum { MOST_HARMONICS = 5, MOST_UNKNOWNS = 2 * (2 * MOST_HARMONICS + 1), MOST_VARIABLES = MOST_UNKNOWNS + 2 };

static const int harmonics[MOST_HARMONICS + 1] = {0, 1, 2, 3, 4, 5};

typedef enum element_kind {
    CONTACT,
    CONTACT_2D,
    GAP,
    IWAN,
    CUBIC,
    TANH,
    QUINTIC,
    STIFFNESS_2D,
    PLAIN_CUBIC,
    ELEMENT_KINDS
} element_kind;

static const char *const element_name[ELEMENT_KINDS] = {
    "contact", "contact_2d", "gap", "iwan", "cubic", "tanh", "quintic", "stiffness_2d", "plain_cubic"};

static double cubic(double x, double v, void *data)
{
    (void)v;
    (void)data;
    return 0.1 * x * x * x;
}

static bool in_the_plane(element_kind kind)
{
    return kind == CONTACT_2D || kind == STIFFNESS_2D;
}

static void add_element(rdg_structure *s, element_kind kind)
{
    const rdg_contact contact = {.tangential = "x",
                                 .normal = kind == CONTACT_2D ? "y" : NULL,
                                 .kt = 1.0,
                                 .kn = 1.0,
                                 .mu = 0.3,
                                 .preload = kind == CONTACT_2D ? -1.2 : 0.5}; /* a gap: it opens and closes */
    switch (kind) {
    case GAP:
        rdg_gap_spring_add(s, &(rdg_gap_spring){.at = "x", .k = 1.0, .gap = 0.3});
        break;
    case IWAN:
        rdg_iwan_add(s, &(rdg_iwan){.at = "x", .Kt = 1.0, .Fs = 0.5, .chi = -0.3, .beta = 0.2});
        break;
    case CUBIC:
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x", .k3 = 0.1});
        break;
    case TANH:
        rdg_tanh_friction_add(s, &(rdg_tanh_friction){.at = "x", .force = 1.0, .epsilon = 0.1});
        break;
    case QUINTIC:
        rdg_polynomial_spring_add(
            s, &(rdg_polynomial_spring){.at = "x", .n = 5, .k = (double[]){0, 0, 0.1, 0, 0.01}});
        break;
    case STIFFNESS_2D: /* of the potential 0.05 x^2 y^2 + 0.02 x^4 */
        rdg_polynomial_stiffness_add(
            s, &(rdg_polynomial_stiffness){.d = 2,
                                           .at = (const char *[]){"x", "y"},
                                           .terms = 3,
                                           .exponent = (int[]){1, 2, 2, 1, 3, 0},
                                           .coefficient = (double[]){0.1, 0, 0, 0.1, 0.08, 0}});
        break;
    case PLAIN_CUBIC:
        rdg_time_element_add(s, &(rdg_time_element){.at = "x", .plain = cubic, .degree = 3, .pure = true});
        break;
    default:
        rdg_contact_add(s, &contact);
    }
}

/* A harmonic balance of one element, at a state with all its harmonics. */
typedef struct evaluation {
    const rdg_function *function;
    double u[MOST_VARIABLES], lambda[MOST_UNKNOWNS];
    double values[MOST_VARIABLES * MOST_VARIABLES];
    double base; /* of the unknown that moves on */
    int turn;
} evaluation;

/* Move on to another state: what an element remembers of the last one must not be timed. */
static void move_on(evaluation *e)
{
    e->turn = e->turn % 1000 + 1;
    e->u[e->function->m / 2] = e->base * (1.0 + 1e-6 * e->turn);
}

static int evaluate(evaluation *e, bool force, bool jacobian, bool hessian)
{
    const rdg_function *f = e->function;
    int answer = 0;
    if (force) {
        answer = f->f(f->n, e->u, f->m, e->values, f->data);
    }
    if (jacobian && answer == 0) {
        memset(e->values, 0, sizeof e->values);
        answer = f->df(f->n, e->u, f->m, e->values, f->data);
    }
    if (hessian && answer == 0) {
        memset(e->values, 0, sizeof e->values);
        answer = f->d2f(f->n, e->u, f->m, e->lambda, e->values, f->data);
    }
    return answer;
}

static int residual(void *data)
{
    move_on(data);
    return evaluate(data, true, false, false);
}

static int with_jacobian(void *data)
{
    move_on(data);
    return evaluate(data, true, true, false);
}

static int with_hessian(void *data)
{
    move_on(data);
    return evaluate(data, true, true, true);
}

static evaluation evaluation_of(rdg_context *ctx, element_kind kind, rdg_index n_harmonics)
{
    const double one[4] = {1, 0, 0, 1};
    const double damping[4] = {0.02, 0, 0, 0.02};
    rdg_structure *s = rdg_structure_create(ctx, "masses", in_the_plane(kind) ? 2 : 1, one, damping, one);
    rdg_name_dof(s, "x", 0);
    if (in_the_plane(kind)) {
        rdg_name_dof(s, "y", 1);
    }
    add_element(s, kind);
    rdg_hbm *hb = rdg_hbm_create(s, n_harmonics + 1, harmonics);
    rdg_hbm_keep_all(hb);
    evaluation e = {.function = rdg_hbm_function(hb)};
    const rdg_index unknowns = rdg_hbm_unknowns(hb);
    for (rdg_index i = 0; i < unknowns; i++) {
        const rdg_index pair = i / 2;
        const double decay = 1.0 / (double)(1 + pair);
        e.u[i] = decay * (i % 3 == 0 ? 0.7 : 1.3) * (i % 4 < 2 ? 1.0 : -1.0);
        e.lambda[i] = i % 2 ? 0.4 : -0.9;
    }
    e.base = e.u[unknowns / 2];
    e.u[unknowns] = 1.1;
    e.u[unknowns + 1] = 0.1;
    return e;
}

static void measure_elements(rdg_context *ctx)
{
    printf("== One element: microseconds at a new state for the force, + Jacobian, + Hessian\n");
    for (int kind = 0; kind < ELEMENT_KINDS; kind++) {
        printf("%s", element_name[kind]);
        for (rdg_index nh = 1; nh <= MOST_HARMONICS && rdg_error_status(ctx) == RDG_OK; nh += 2) {
            evaluation e = evaluation_of(ctx, (element_kind)kind, nh);
            if (e.function) {
                printf(" nh%d_force=%.2f nh%d_jacobian=%.2f nh%d_hessian=%.2f", (int)nh,
                       bench_call_us(residual, &e), (int)nh, bench_call_us(with_jacobian, &e), (int)nh,
                       bench_call_us(with_hessian, &e));
            }
        }
        printf("\n");
    }
}

enum { KEPT = 3, BLOCK = 2 * KEPT * KEPT };

typedef struct condensing {
    rdg_condensation *condensation;
    int order; /* highest derivative in omega */
    double omega;
    double D[3][BLOCK];
} condensing;

static int condense(void *data)
{
    condensing *c = data;
    c->omega = c->omega < 3000.0 ? c->omega * (1.0 + 1e-4) : 1000.0;
    return rdg_condensation_evaluate(c->condensation, 1, c->omega, c->D[0], c->order > 0 ? c->D[1] : NULL,
                                     c->order > 1 ? c->D[2] : NULL);
}

static void measure_condensation(rdg_context *ctx)
{
    static const rdg_interior_method method[] = {RDG_INTERIOR_MODAL, RDG_INTERIOR_DENSE, RDG_INTERIOR_SPARSE,
                                                 RDG_INTERIOR_KRYLOV};
    rdg_beam_options b = rdg_beam_options_default(); /* steel, 0.2 m */
    b.elements = 100;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_damping_proportional(beam, 0.0, 1.5e-5);
    const rdg_index kept[KEPT] = {rdg_beam_deflection(beam, 25), rdg_beam_deflection(beam, 60),
                                  rdg_beam_deflection(beam, 100)};
    printf("== Condensation of 200 degrees of freedom to 3, one harmonic: microseconds a call\n");
    for (size_t k = 0; k < sizeof method / sizeof *method; k++) {
        condensing c = {.condensation = rdg_condensation_create_with(beam, KEPT, kept, method[k]),
                        .omega = 1000.0};
        if (!c.condensation) {
            return;
        }
        printf("%s", rdg_condensation_method(c.condensation));
        for (c.order = 0; c.order <= 2; c.order++) {
            printf(" derivatives_%d=%.2f", c.order, bench_call_us(condense, &c));
        }
        printf("\n");
    }
}

int main(void)
{
    rdg_context *ctx = bench_context();
    measure_elements(ctx);
    measure_condensation(ctx);
    return bench_exit(ctx);
}
