/* NULL for any pointer and NaN for any number of harmonic balance's public calls. */
#define _XOPEN_SOURCE 700
#define _GNU_SOURCE

#include "deaf_contents.h"
#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/bifurcations.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/elements.h>
#include <ridgewalk/frc_peak.h>
#include <ridgewalk/frc_peaks.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/hbm_potential.h>
#include <ridgewalk/hbm_solver.h>
#include <ridgewalk/sampling_error.h>
#include <ridgewalk/stability.h>
#include <ridgewalk/truncation.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_hbm *open; /* no equations yet */
    rdg_hbm *hb;   /* in use */
    rdg_hbm *rest; /* with prestress */
    rdg_hbm_potential *potential;
    rdg_hbm_parameters *numbers;
    rdg_problem *p, *own;
    const rdg_peaks *peaks;
    double *Q;
    rdg_chart chart;
};

static const double M[4] = {1, 0, 0, 1}, C[4] = {0.02, 0, 0, 0.02}, K[4] = {2, -1, -1, 2};
static const int harmonics[] = {0, 1, 3};
static const double ones[2] = {1, 1};
static double out[256], more[256];
static const rdg_index *index_;
static rdg_index *taken;
static rdg_index sampled;
static rdg_index places[4];
static rdg_peak peak;

static int observe(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0];
    return 0;
}

#define Q_AT ((double *)w->Q)
#define AT ((const rdg_at[]){{"omega", FINITE(0.7)}, {"alpha", FINITE(0.1)}, {NULL, 0}})

#define MODEL_CALLS(X)                                                                                       \
    X(rdg_hbm_create, POINTER, rdg_hbm_create(SELF(w->s), 3, NEEDED(harmonics)))                             \
    X(rdg_hbm_free, VOID, rdg_hbm_free(SELF(w->open)))                                                       \
    X(rdg_hbm_context, POINTER, rdg_hbm_context(SELF(w->hb)))                                                \
    X(rdg_hbm_structure, POINTER, rdg_hbm_structure(SELF(w->hb)))                                            \
    X(rdg_hbm_basis, POINTER, rdg_hbm_basis(SELF(w->hb)))                                                    \
    X(rdg_hbm_keep_all, STATUS, rdg_hbm_keep_all(SELF(w->open)))                                             \
    X(rdg_hbm_solver, STATUS, rdg_hbm_solver(SELF(w->open), RDG_DENSE))                                      \
    X(rdg_hbm_solver_in_use, CODE, rdg_hbm_solver_in_use(SELF(w->hb)) == RDG_AUTO)                           \
    X(rdg_hbm_condense_forces, STATUS, rdg_hbm_condense_forces(SELF(w->open)))                               \
    X(rdg_hbm_full, POINTER, rdg_hbm_full(SELF(w->hb)))                                                      \
    X(rdg_hbm_threads, STATUS, rdg_hbm_threads(SELF(w->hb), 2))                                              \
    X(rdg_hbm_rest_coefficients, STATUS, rdg_hbm_rest_coefficients(SELF(w->rest), NEEDED(out)))              \
    X(rdg_hbm_potential_create, POINTER, rdg_hbm_potential_create(SELF(w->hb)))                              \
    X(rdg_hbm_potential_free, VOID, rdg_hbm_potential_free(SELF(w->potential)))                              \
    X(rdg_hbm_potential_energy, CODE,                                                                        \
      rdg_hbm_potential_energy(SELF(w->potential), NEEDED(ones), NEEDED(out)))                               \
    X(rdg_hbm_potential_energy__finite, CODE,                                                                \
      rdg_hbm_potential_energy(w->potential, ((const double[]){BOUND(1.0), BOUND(1.0)}), out))

#define EQUATION_CALLS(X)                                                                                    \
    X(rdg_hbm_unknowns, NOTHING, rdg_hbm_unknowns(SELF(w->hb)))                                              \
    X(rdg_hbm_kept, NOTHING, rdg_hbm_kept(SELF(w->hb), OPTIONAL(&index_)))                                   \
    X(rdg_hbm_describe, VOID, rdg_hbm_describe(OPTIONAL(&deaf), OPTIONAL("Q"), OPTIONAL(w->hb)))             \
    X(rdg_hbm_function, POINTER, rdg_hbm_function(SELF(w->hb)))                                              \
    X(rdg_hbm_stiffness_product, CODE,                                                                       \
      rdg_hbm_stiffness_product(SELF(w->hb), 0, FINITE(0.7), NEEDED(Q_AT), NEEDED(out)))                     \
    X(rdg_hbm_sensor_count, NOTHING, rdg_hbm_sensor_count(SELF(w->hb)))                                      \
    X(rdg_hbm_sensor_function, POINTER, rdg_hbm_sensor_function(SELF(w->hb), 0, OPTIONAL(&index_)))          \
    X(rdg_hbm_linear_response, STATUS,                                                                       \
      rdg_hbm_linear_response(SELF(w->hb), FINITE(0.7), FINITE(0.1), NEEDED(out)))                           \
    X(rdg_hbm_harmonic, STATUS,                                                                              \
      rdg_hbm_harmonic(SELF(w->hb), NEEDED("a"), 1, NEEDED(Q_AT), NEEDED(out), NEEDED(more)))                \
    X(rdg_hbm_places, STATUS,                                                                                \
      rdg_hbm_places(SELF(w->hb), OPTIONAL("test"), NEEDED("a"), 1, 1, NEEDED(places)))                      \
    X(rdg_hbm_expand, STATUS,                                                                                \
      rdg_hbm_expand(SELF(w->hb), 1, FINITE(0.7), FINITE(0.1), NEEDED(Q_AT), NEEDED(out)))                   \
    X(rdg_hbm_element_state, CODE,                                                                           \
      rdg_hbm_element_state(SELF(w->hb), 0, NEEDED(Q_AT), FINITE(0.7), NEEDED(out), NEEDED(more)))           \
    X(rdg_hbm_element_parameter, NOTHING, rdg_hbm_element_parameter(SELF(w->hb), 0, 0, NEEDED(out)))         \
    X(rdg_hbm_element_size, NOTHING, rdg_hbm_element_size(SELF(w->hb), 0))                                   \
    X(rdg_hbm_element_regime, NOTHING, rdg_hbm_element_regime(SELF(w->hb), 0, NEEDED(Q_AT)))                 \
    X(rdg_hbm_has_many_contacts, NOTHING, rdg_hbm_has_many_contacts(SELF(w->hb)))                            \
    X(rdg_hbm_margin_count, NOTHING, rdg_hbm_margin_count(SELF(w->hb)))                                      \
    X(rdg_hbm_margin_name, POINTER, rdg_hbm_margin_name(SELF(w->hb), 0))                                     \
    X(rdg_hbm_margin, CODE, rdg_hbm_margin(SELF(w->hb), 0, NEEDED(Q_AT), NEEDED(out), OPTIONAL(more)))       \
    X(rdg_hbm_margin_function, POINTER, rdg_hbm_margin_function(SELF(w->hb), 0, OPTIONAL(&index_)))          \
    X(rdg_hbm_jump_function, POINTER, rdg_hbm_jump_function(SELF(w->hb), 0, OPTIONAL(&index_)))              \
    X(rdg_hbm_problem_margin, POINTER, rdg_hbm_problem_margin(SELF(w->hb), SELF(w->p), 0, SELF(&taken)))     \
    X(rdg_hbm_problem_jump, POINTER, rdg_hbm_problem_jump(SELF(w->hb), SELF(w->p), 0, 0, SELF(&taken)))      \
    X(rdg_hbm_parameters_create, NOTHING,                                                                    \
      rdg_hbm_parameters_free(                                                                               \
          rdg_hbm_parameters_create(SELF(w->hb), OPTIONAL("test"), OPTIONAL(NULL), NEEDED("a.amplitude"))))  \
    X(rdg_hbm_parameters_free, VOID, rdg_hbm_parameters_free(SELF(w->numbers)))                              \
    X(rdg_hbm_parameters_function, POINTER, rdg_hbm_parameters_function(SELF(w->numbers)))                   \
    X(rdg_hbm_parameters_have, NOTHING, rdg_hbm_parameters_have(SELF(w->numbers), OPTIONAL("a.amplitude")))  \
    X(rdg_hbm_parameters_use, CODE, rdg_hbm_parameters_use(SELF(w->hb), OPTIONAL(w->numbers), NEEDED(ones))) \
    X(rdg_hbm_parameters_add_variable, STATUS,                                                               \
      rdg_hbm_parameters_add_variable(SELF(w->numbers), NEEDED(w->p), NEEDED(&places[0])))                   \
    X(rdg_hbm_parameters_spread, STATUS,                                                                     \
      (rdg_hbm_parameters_add_variable(w->numbers, w->p, &places[0]),                                        \
       rdg_hbm_parameters_spread(SELF(w->numbers), NEEDED(w->p), NEEDED("a.amplitude"))))                    \
    X(rdg_hbm_add_observer, STATUS,                                                                          \
      rdg_hbm_add_observer(SELF(w->hb), NEEDED(w->p), OPTIONAL("test"),                                      \
                           NEEDED((&(rdg_function){.name = NEEDED("o"),                                      \
                                                   .n = 1 + rdg_hbm_unknowns(w->hb),                         \
                                                   .m = 1,                                                   \
                                                   .f = NEEDED(observe),                                     \
                                                   .by_differences = true})),                                \
                           RDG_REGULAR))                                                                     \
    X(rdg_hbm_add_named_observer, STATUS,                                                                    \
      rdg_hbm_add_named_observer(SELF(w->hb), NEEDED(w->p), OPTIONAL("test"),                                \
                                 NEEDED((&(rdg_function){.name = NEEDED("o"),                                \
                                                         .n = 1 + rdg_hbm_unknowns(w->hb),                   \
                                                         .m = 1,                                             \
                                                         .f = NEEDED(observe),                               \
                                                         .by_differences = true})),                          \
                                 OPTIONAL(((const char *const[]){"o"})), RDG_REGULAR))                       \
    X(rdg_hbm_use_parameters, CODE, rdg_hbm_use_parameters(SELF(w->hb), SELF(w->p), SELF(Q_AT)))             \
    X(rdg_hbm_focus, CODE, rdg_hbm_focus(SELF(w->hb), 0, OPTIONAL(Q_AT)))                                    \
    X(rdg_hbm_hold_stuck, VOID, rdg_hbm_hold_stuck(SELF(w->hb), 0, true))                                    \
    X(rdg_hbm_problem_at, POINTER, rdg_hbm_problem_at(SELF(w->hb), NEEDED(AT)))                              \
    X(rdg_hbm_add_at, STATUS, rdg_hbm_add_at(SELF(w->hb), SELF(rdg_problem_create(w->ctx)), NEEDED(AT)))     \
    X(rdg_hbm_add_sensors, STATUS, rdg_hbm_add_sensors(SELF(w->hb), SELF(w->own)))                           \
    X(rdg_frc_peak, STATUS,                                                                                  \
      rdg_frc_peak(SELF(w->hb), NEEDED("Am"), FINITE(0.01), FINITE(0.8), FINITE(1.2), NEEDED(&peak)))        \
    X(rdg_frc_peaks_list, POINTER,                                                                           \
      rdg_frc_peaks_list(SELF(w->hb), NEEDED("Am"),                                                          \
                         NEEDED(((const rdg_option[]){RDG_PEAKS_ABOVE(FINITE(0.0)),                          \
                                                      RDG_HOLD_AT(NEEDED("alpha"), FINITE(0.01)),            \
                                                      RDG_WINDOW(NEEDED("omega"), FINITE(0.8), BOUND(1.2)),  \
                                                      {.kind = RDG_OPTION_END}}))))                          \
    X(rdg_peaks_free, VOID, rdg_peaks_free(SELF(w->peaks)))                                                  \
    X(rdg_hbm_exponents, STATUS,                                                                             \
      rdg_hbm_exponents(SELF(w->hb), NEEDED(Q_AT), FINITE(0.7), 2, NEEDED(out), NEEDED(more)))               \
    X(rdg_hbm_add_stability, STATUS, rdg_hbm_add_stability(SELF(w->hb), SELF(w->p), NEEDED("new")))          \
    X(rdg_hbm_add_bifurcations, STATUS, rdg_hbm_add_bifurcations(SELF(w->hb), SELF(w->p), NEEDED("new")))    \
    X(rdg_hbm_add_doubling, STATUS, rdg_hbm_add_doubling(SELF(w->hb), SELF(w->p), NEEDED("new")))            \
    X(rdg_hbm_critical_problem, NOTHING, rdg_hbm_critical_problem(SELF(w->hb), NEEDED("frc"), 1))            \
    X(rdg_hbm_truncation, STATUS, rdg_hbm_truncation(SELF(w->hb), NEEDED(Q_AT), FINITE(0.7), NEEDED(out)))   \
    X(rdg_hbm_spectrum, STATUS, rdg_hbm_spectrum(SELF(w->hb), NEEDED(Q_AT), FINITE(0.7), 4, NEEDED(out)))    \
    X(rdg_hbm_sampling_error, STATUS,                                                                        \
      rdg_hbm_sampling_error(SELF(w->hb), NEEDED(Q_AT), FINITE(0.7), NEEDED(out), OPTIONAL(&sampled)))       \
    X(rdg_hbm_add_margins, STATUS, rdg_hbm_add_margins(SELF(w->hb), SELF(w->p)))                             \
    X(rdg_hbm_add_sampling_error, STATUS,                                                                    \
      rdg_hbm_add_sampling_error(SELF(w->hb), SELF(w->p), NEEDED("sampling")))                               \
    X(rdg_hbm_add_truncation, STATUS, rdg_hbm_add_truncation(SELF(w->hb), SELF(w->p), NEEDED("new")))        \
    X(rdg_hbm_adapt, STATUS, rdg_hbm_adapt(SELF(w->hb), SELF(w->p), FINITE(1e-2)))                           \
    X(rdg_hbm_tolerance, NUMBER, rdg_hbm_tolerance(OPTIONAL(w->hb)))                                         \
    X(rdg_hbm_change_harmonics, NOTHING,                                                                     \
      (rdg_hbm_adapt(w->hb, w->p, 1e-2), w->chart.type = "H+",                                               \
       rdg_hbm_change_harmonics(SELF(w->p), SELF(&w->chart), 1, SELF(Q_AT), SELF(w->hb))))                   \
    X(rdg_hbm_checkpoint_harmonics, VOID, rdg_hbm_checkpoint_harmonics(SELF(w->p), NULL, SELF(w->hb)))       \
    X(rdg_hbm_change_harmonics__unadapted, NOTHING,                                                          \
      rdg_hbm_change_harmonics(SELF(w->p), SELF(&w->chart), 1, SELF(Q_AT), SELF(w->hb)))

#define CALLS(X) MODEL_CALLS(X) EQUATION_CALLS(X)

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static rdg_structure *sprung(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "s", 2, M, C, K);
    rdg_name_dof(s, "a", 0);
    rdg_name_dof(s, "b", 1);
    rdg_cubic_spring_add(s, &(rdg_cubic_spring){.name = "spring", .at = "a", .k3 = 0.1});
    rdg_force_add(s, "a", 1, 1.0);
    rdg_sensor_add(s, "Am", "a");
    return s;
}

static void null_and_nan_are_refused_in_words(void **state)
{
    rdg_context *ctx = *state;
    world w = {.ctx = ctx};
    rdg_set_writer(ctx, NULL, NULL);
    w.s = sprung(ctx);
    rdg_contact_add(w.s, &(rdg_contact){.tangential = "b", .kt = 0.1, .mu = 0.3, .preload = 10});
    w.open = rdg_hbm_create(w.s, 3, harmonics);
    w.hb = rdg_hbm_create(w.s, 3, harmonics);
    rdg_structure *resting = sprung(ctx);
    rdg_static_force_add(resting, "a", 1);
    rdg_prestress(resting);
    w.rest = rdg_hbm_create(resting, 3, harmonics);
    w.p = rdg_hbm_problem(w.hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.1));
    rdg_continue(w.p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.5, 1.2), RDG_MAX_POINTS(5));
    w.Q = rdg_start_values(w.p);
    w.chart = (rdg_chart){.u = w.Q, .type = "H+"};
    w.own = rdg_problem_create(ctx);
    rdg_add_variables(w.own, "Q", rdg_hbm_unknowns(w.hb), NULL);
    w.peaks = rdg_frc_peaks(w.hb, "Am", RDG_HOLD_AT("alpha", 0.01), RDG_WINDOW("omega", 0.8, 1.2));
    w.potential = rdg_hbm_potential_create(w.hb);
    w.numbers = rdg_hbm_parameters_create(w.hb, "test", NULL, "a.amplitude");
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_hbm_potential_free(w.potential);
    rdg_hbm_parameters_free(w.numbers);
}

/* A harmonic balance is made of the matrices as they were; another structure is free. */
static void damping_comes_before_the_harmonic_balance(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = sprung(ctx), *other = sprung(ctx);
    assert_ok(ctx, rdg_damping_proportional(s, 0.0, 0.1));
    rdg_hbm *hb = rdg_hbm_create(s, 3, harmonics);
    rdg_damping_proportional(s, 0.0, 0.2);
    assert_failed(ctx, RDG_ERR_ARGUMENT, "rdg_hbm_create");
    assert_ok(ctx, rdg_solve(rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", 0.1))));
    assert_ok(ctx, rdg_damping_proportional(other, 0.0, 0.2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(null_and_nan_are_refused_in_words),
                                       SCRATCH_TEST(damping_comes_before_the_harmonic_balance)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
