/* NULL for any pointer and NaN for any number of substructuring's public calls. */
#define _GNU_SOURCE

#include "halves.h"
#include "misuse.h"

#include <ridgewalk/complex_modes.h>
#include <ridgewalk/component.h>
#include <ridgewalk/coupled_frf.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/flutter.h>
#include <ridgewalk/sliding_frf.h>
#include <ridgewalk/sliding_march.h>
#include <ridgewalk/spectrogram.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_component *c;
    rdg_coupling *a;
    rdg_sliding *slide;
    rdg_coupled_frf *f;
    rdg_complex_modes *modes;
    rdg_marching *march;
};

static const double q[8];
static double u[64];
static double found[3], shapes[20 * (2 + 3)]; /* of w->c */

static const double place[2] = {0, 1};
static double _Complex p[4];
static rdg_sliding_state at = {.alpha = 0.5};

#define SLIDE                                                                                                \
    (&(rdg_sliding_options){.x = NEEDED("fifth"),                                                            \
                            .y = NEEDED("fifth"),                                                            \
                            .target_x = NEEDED("cut"),                                                       \
                            .target_y = NEEDED("cut"),                                                       \
                            .node_x = NEEDED(place),                                                         \
                            .node_y = OPTIONAL(place),                                                       \
                            .mu = FINITE(0.1),                                                               \
                            .height = FINITE(0.0)})

static const rdg_march_sensor tip = {"tip", "fifth", true};
static rdg_march_result result;
static rdg_spectral_map map;
static double one[] = {1};
static const rdg_spectral_map spectrum = {1, 1, 1, one, one, one, one};

#define MARCH                                                                                                \
    (&(rdg_march_options){.h = FINITE(1e-6),                                                                 \
                          .speed = FINITE(1.0),                                                              \
                          .start = FINITE(0.5),                                                              \
                          .from = FINITE(0.0),                                                               \
                          .until = FINITE(1e-5),                                                             \
                          .unilateral = true,                                                                \
                          .noise = FINITE(0.1),                                                              \
                          .noise_rate = FINITE(1e5),                                                         \
                          .record_rate = FINITE(1e5),                                                        \
                          .sensors = 1,                                                                      \
                          .sensor = NEEDED(&tip),                                                            \
                          .in_memory = true})
#define UP_TO ((rdg_component_modes){.up_to = FINITE(1e5)})

static const char *const ends[] = {"left.fifth", "right.fifth"};
static const double weights[] = {1, -1}, omega[] = {900};
static const char measured[] = "build/test-misuse-measured.csv";
static const char component_file[] = "build/test-misuse.rdc";

#define ROW                                                                                                  \
    (&(rdg_coupled_row){.n = 2,                                                                              \
                        .at = NEEDED(ends),                                                                  \
                        .weight = NEEDED(weights),                                                           \
                        .force = OPTIONAL(weights),                                                          \
                        .compliance = FINITE(0.0)})
#define FIFTH ((rdg_sliding_place){.name = NEEDED("fifth")})

#define FIRST RDG_HZ(1310)

#define CALLS(X)                                                                                             \
    X(rdg_component_fixed, POINTER, rdg_component_fixed(SELF(w->s), NEEDED("cut"), UP_TO))                   \
    X(rdg_component_rubin, POINTER, rdg_component_rubin(SELF(w->s), NEEDED("cut"), UP_TO))                   \
    X(rdg_component_macneal, POINTER, rdg_component_macneal(SELF(w->s), NEEDED("cut"), UP_TO))               \
    X(rdg_component_from_shapes, POINTER,                                                                    \
      rdg_component_from_shapes(SELF(w->s), NEEDED("cut"), 3, NEEDED(found), NEEDED(shapes)))                \
    X(rdg_component_structure, POINTER, rdg_component_structure(SELF(w->c)))                                 \
    X(rdg_component_mode_count, NOTHING, rdg_component_mode_count(SELF(w->c)))                               \
    X(rdg_component_frequency, NUMBER, rdg_component_frequency(SELF(w->c), 0))                               \
    X(rdg_component_expand, STATUS, rdg_component_expand(SELF(w->c), NEEDED(q), NEEDED(u)))                  \
    X(rdg_component_write, STATUS, rdg_component_write(SELF(w->c), NEEDED("build/test-misuse-made.rdc")))    \
    X(rdg_component_read, POINTER, rdg_component_read(SELF(w->ctx), NEEDED(component_file)))                 \
    X(rdg_component_free, VOID, rdg_component_free(SELF(w->c)))                                              \
    X(rdg_coupling_create, POINTER, rdg_coupling_create(SELF(w->ctx)))                                       \
    X(rdg_coupling_add, STATUS, rdg_coupling_add(SELF(w->a), NEEDED("new"), NEEDED(w->s)))                   \
    X(rdg_coupling_tie, STATUS, rdg_coupling_tie(SELF(w->a), NEEDED("left.cut"), NEEDED("right.cut")))       \
    X(rdg_coupling_redundant, NOTHING, rdg_coupling_redundant(SELF(w->a)))                                   \
    X(rdg_coupling_primal, POINTER, rdg_coupling_primal(SELF(w->a), NEEDED("both")))                         \
    X(rdg_sliding_create, POINTER, rdg_sliding_create(SELF(w->s), NEEDED(w->s), NEEDED(SLIDE)))              \
    X(rdg_sliding_modes, NOTHING, rdg_sliding_modes(SELF(w->slide)))                                         \
    X(rdg_sliding_undeformed, STATUS, rdg_sliding_undeformed(SELF(w->slide), FINITE(0.5), NEEDED(&at)))      \
    X(rdg_sliding_equilibrium, STATUS,                                                                       \
      rdg_sliding_equilibrium(SELF(w->slide), FINITE(0.5), NEEDED(&at), OPTIONAL(u)))                        \
    X(rdg_sliding_eigenvalues, STATUS, rdg_sliding_eigenvalues(SELF(w->slide), NEEDED(&at), 2, NEEDED(p)))   \
    X(rdg_sliding_displacement, STATUS,                                                                      \
      rdg_sliding_displacement(SELF(w->slide), true, NEEDED("fifth"), NEEDED(u), NEEDED(u)))                 \
    X(rdg_sliding_g, STATUS,                                                                                 \
      rdg_sliding_g(SELF(w->slide), NEEDED(&at), FINITE(-1.0), FINITE(100.0), NEEDED(p), OPTIONAL(p + 1)))   \
    X(rdg_complex_modes_create, POINTER, rdg_complex_modes_create(SELF(w->slide), 2, RDG_DEFORMED))          \
    X(rdg_complex_modes_at, STATUS, rdg_complex_modes_at(SELF(w->modes), FINITE(0.5), NEEDED(p)))            \
    X(rdg_complex_modes_free, VOID, rdg_complex_modes_free(SELF(w->modes)))                                  \
    X(rdg_spectrum, STATUS,                                                                                  \
      rdg_spectrum(SELF(w->ctx), 8, NEEDED(q), FINITE(1.0), RDG_WINDOW_HANN, NEEDED(&map)))                  \
    X(rdg_spectrogram, STATUS,                                                                               \
      rdg_spectrogram(SELF(w->ctx), 8, NEEDED(q), FINITE(1.0), 4, 2, RDG_WINDOW_HANN, NEEDED(&map)))         \
    X(rdg_spectral_peak, NUMBER, rdg_spectral_peak(SELF(&spectrum), 0, ANY(0.0), ANY(1.0), OPTIONAL(u)))     \
    X(rdg_spectral_map_release, VOID, rdg_spectral_map_release(SELF(&map)))                                  \
    X(rdg_march_limit, NUMBER, rdg_march_limit(SELF(w->slide), RDG_MARCH_CENTRAL))                           \
    X(rdg_march_eigenvalue, STATUS,                                                                          \
      rdg_march_eigenvalue(SELF(w->slide), NEEDED(&at), RDG_MARCH_EXACT, FINITE(1e-6), NEEDED(p)))           \
    X(rdg_marching_create, POINTER, rdg_marching_create(SELF(w->slide), NEEDED(MARCH)))                      \
    X(rdg_marching_place, STATUS, rdg_marching_place(SELF(w->march), FINITE(0.0), NEEDED(u), NEEDED(u)))     \
    X(rdg_marching_restart, STATUS, rdg_marching_restart(SELF(w->march), NEEDED("known"), 1))                \
    X(rdg_marching_step, STATUS, rdg_marching_step(SELF(w->march)))                                          \
    X(rdg_marching_state, POINTER, rdg_marching_state(SELF(w->march)))                                       \
    X(rdg_marching_result, STATUS, rdg_marching_result(SELF(w->march), NEEDED(&result)))                     \
    X(rdg_marching_amplitudes, STATUS, rdg_marching_amplitudes(SELF(w->march), NEEDED(u), OPTIONAL(u)))      \
    X(rdg_marching_energy, NUMBER, rdg_marching_energy(SELF(w->march)))                                      \
    X(rdg_march, STATUS, rdg_march(SELF(w->slide), NEEDED("m"), NEEDED(MARCH), OPTIONAL(&result)))           \
    X(rdg_marching_free, VOID, rdg_marching_free(SELF(w->march)))                                            \
    X(rdg_flutter_problem_at, POINTER,                                                                       \
      rdg_flutter_problem_at(SELF(w->slide), RDG_UNDEFORMED,                                                 \
                             NEEDED(((const rdg_at[]){RDG_AT("s", FINITE(0.5)),                              \
                                                      RDG_AT("omega", FINITE(FIRST)),                        \
                                                      RDG_AT("mu", FINITE(0.1)),                             \
                                                      {0, 0.0}}))))                                          \
    X(rdg_sliding_free, VOID, rdg_sliding_free(SELF(w->slide)))                                              \
    X(rdg_coupled_frf_create, POINTER, rdg_coupled_frf_create(SELF(w->ctx)))                                 \
    X(rdg_coupled_frf_add, STATUS, rdg_coupled_frf_add(SELF(w->f), NEEDED("new"), NEEDED(w->s)))             \
    X(rdg_coupled_frf_add_measured, STATUS,                                                                  \
      rdg_coupled_frf_add_measured(SELF(w->f), NEEDED("new"), NEEDED(measured)))                             \
    X(rdg_coupled_frf_tie, STATUS,                                                                           \
      rdg_coupled_frf_tie(SELF(w->f), NEEDED("left.cut"), NEEDED("right.cut"), FINITE(0.0)))                 \
    X(rdg_coupled_frf_row, STATUS, rdg_coupled_frf_row(SELF(w->f), NEEDED(ROW)))                             \
    X(rdg_coupled_frf_threshold, STATUS, rdg_coupled_frf_threshold(SELF(w->f), FINITE(1e-9)))                \
    X(rdg_coupled_frf_evaluate, STATUS,                                                                      \
      rdg_coupled_frf_evaluate(SELF(w->f), 2, NEEDED(ends), 1, NEEDED(ends), 1, NEEDED(omega), NEEDED(p)))   \
    X(rdg_coupled_frf_told, NOTHING, rdg_coupled_frf_told(SELF(w->f)))                                       \
    X(rdg_coupled_frf_free, VOID, rdg_coupled_frf_free(SELF(w->f)))                                          \
    X(rdg_sliding_frf, STATUS,                                                                               \
      rdg_sliding_frf(SELF(w->slide), FIFTH, FIFTH, 1, NEEDED(&at), 1, NEEDED(omega), NEEDED(p)))            \
    X(rdg_coupling_free, VOID, rdg_coupling_free(SELF(w->a)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused_in_words(void **state)
{
    (void)state;
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    world w = {.ctx = ctx, .s = clamped_half(ctx), .a = rdg_coupling_create(ctx)};
    w.c = rdg_component_fixed(w.s, "cut", RDG_MODES(3));
    assert_ok(ctx, rdg_component_write(w.c, component_file));
    for (int a = 0; a < 5; a++) {
        double unit[5] = {0};
        unit[a] = 1.0;
        found[a % 3] = rdg_component_frequency(w.c, a % 3);
        assert_ok(ctx, rdg_component_expand(w.c, unit, shapes + (ptrdiff_t)20 * a));
    }
    rdg_static_force_add(w.s, "fifth", -1.0);
    w.slide = rdg_sliding_create(
        w.s, w.s,
        &(rdg_sliding_options){
            .x = "fifth", .y = "fifth", .target_x = "cut", .target_y = "cut", .node_x = place, .mu = 0.1});
    w.modes = rdg_complex_modes_create(w.slide, 2, RDG_UNDEFORMED);
    rdg_sliding_eigenvalues(w.slide, &at, 1, p);
    const rdg_march_options from_rest = {.start = 0.5, .unilateral = true, .in_memory = true, .silent = true};
    w.march = rdg_marching_create(w.slide, &from_rest);
    assert_ok(ctx, rdg_march(w.slide, "known", &from_rest, NULL));
    rdg_coupling_add(w.a, "left", w.s);
    rdg_coupling_add(w.a, "right", rdg_component_structure(w.c));
    w.f = rdg_coupled_frf_create(ctx);
    rdg_coupled_frf_add(w.f, "left", w.s);
    rdg_coupled_frf_add(w.f, "right", rdg_component_structure(w.c));
    FILE *file = fopen(measured, "w");
    assert_non_null(file);
    fputs("f_Hz,output,input,Re_m_N,Im_m_N\n1,a,a,2,3\n", file);
    fclose(file);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, ctx);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(null_and_nan_are_refused_in_words)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
