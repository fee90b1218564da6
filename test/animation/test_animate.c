/* Solutions of harmonic balance animated on a mesh, read back. */
#define _XOPEN_SOURCE 700

#include "../mechanics/fe_cases.h"
#include "vtu.h"

#include <ridgewalk/ridgewalk.h>

enum { FRAMES = 32, MASSES = 3 };

static const double mu = 0.3, preload = 20.0, kt = 4e4;

/* Masses in a row at nodes 1, 2, 3 on the x axis, between springs */
static rdg_structure *masses(rdg_context *ctx)
{
    fe_case c = {.n = MASSES};
    for (int i = 0; i < MASSES; i++) {
        c.node[i] = i + 1;
        c.component[i] = 1;
        c.K[i][i] = 1.8e5;
        c.M[i][i] = 1.0;
        if (i > 0) {
            c.K[i][i - 1] = c.K[i - 1][i] = -9e4;
        }
    }
    char path[96];
    FILE *file = fe_create("matrices.pch", path);
    fe_write_dmig(file, "KAAX", &c, c.K, 6, 9, 0);
    fe_write_dmig(file, "MAAX", &c, c.M, 6, 9, 0);
    fclose(file);
    rdg_structure *s = rdg_structure_read_nastran(ctx, "masses", path);
    rdg_damping_proportional(s, 6.0, 0.0);
    rdg_name_dof(s, "first", rdg_node_dof(s, 1, 'x'));
    rdg_name_dof(s, "second", rdg_node_dof(s, 2, 'x'));
    return s;
}

static rdg_fe_mesh *mesh_of(rdg_structure *s)
{
    return rdg_fe_mesh_read(s, fe_write_text("mesh.inp",
                                             "*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 2, 0, 0\n4, 2, 1, 0\n"
                                             "*ELEMENT, TYPE=B31\n1, 1, 2\n2, 2, 3\n"));
}

/* The first mass rubs, the second one is pushed. */
static void load(rdg_structure *s)
{
    rdg_contact_add(
        s, &(rdg_contact){.name = "pad", .tangential = "first", .kt = kt, .mu = mu, .preload = preload});
    rdg_force_add(s, "second", 1, 1.0);
    rdg_sensor_add(s, "Am", "first");
}

static void respond(rdg_hbm *hb)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(30)), RDG_AT("alpha", 15.0));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(30), RDG_HZ(45)),
                 RDG_MAXIMA("Am"));
}

static rdg_index peak_label(rdg_context *ctx)
{
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index label = rdg_run_label_of(run, "PM", 0);
    rdg_run_free(run);
    return label;
}

static const char *frame_name(const char *stem, int frame)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s_%03d.vtu", scratch_folder, stem, frame);
    return path;
}

static rdg_status animate(rdg_hbm *hb, const char *run, rdg_index label, rdg_animation how, const char *stem)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s.pvd", scratch_folder, stem);
    how.path = path;
    return rdg_animate(hb, run, label, &how);
}

/* --- the motion */

typedef struct solution {
    double omega, c, s; /* rad/s; first harmonic of 1.x, m */
} solution;

static solution solution_of(rdg_hbm *hb, const char *name, rdg_index label)
{
    solution is = {0};
    double Q[64];
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_run *run = rdg_run_open(ctx, name);
    assert_ok(ctx, rdg_run_solution(run, label, "Q", rdg_hbm_unknowns(hb), Q));
    assert_ok(ctx, rdg_run_solution(run, label, "omega", 1, &is.omega));
    assert_ok(ctx, rdg_hbm_harmonic(hb, "1.x", 1, Q, &is.c, &is.s));
    rdg_run_free(run);
    return is;
}

/* Instants are equally spaced; nodes without degrees of freedom stay where they are. */
static void frames_follow_the_motion(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(s);
    load(s);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    respond(hb);
    const rdg_index label = peak_label(ctx);
    assert_ok(ctx, animate(hb, "frc", label, (rdg_animation){.mesh = mesh, .frames = FRAMES}, "peak"));
    const solution is = solution_of(hb, "frc", label);
    double u[VTU_MOST];
    for (int f = 0; f < FRAMES; f++) {
        const double tau = 2 * RDG_PI * f / FRAMES;
        assert_int_equal(vtu_array(frame_name("peak", f), "displacement_m", u), 12);
        assert_near(u[0], is.c * cos(tau) + is.s * sin(tau), 1e-8, 1e-12);
        assert_near(fabs(u[1]) + fabs(u[2]) + fabs(u[9]) + fabs(u[10]), 0, 0, 0);
    }
    vtu_array(frame_name("peak", 3), "amplitude_m", u);
    assert_near(u[0], sqrt((is.c * is.c + is.s * is.s) / 2), 1e-8, 0);

    char path[128], line[256];
    snprintf(path, sizeof path, "%s/peak.pvd", scratch_folder);
    FILE *file = fopen(path, "r");
    int frames = 0;
    while (fgets(line, sizeof line, file)) {
        double t = NAN;
        int frame = -1;
        if (sscanf(line, "<DataSet timestep=\"%lf\" file=\"peak_%d.vtu\"/>", &t, &frame) == 2) {
            assert_int_equal(frame, frames);
            assert_near(t, 2 * RDG_PI / is.omega * frames++ / FRAMES, 1e-8, 0);
        }
    }
    fclose(file);
    assert_int_equal(frames, FRAMES);
}

/* --- contacts */

/* In closed form for one harmonic, X cos(theta): from its turning point the contact sticks over 2 mu N / kt.
 */
static void assert_jenkins(const solution *is, double limit, const char *stem)
{
    const double X = hypot(is->c, is->s), phase = atan2(is->s, is->c), stuck = 2 * limit / kt;
    int seen[4] = {0};
    for (int f = 0; f < FRAMES; f++) {
        const double theta = remainder(2 * RDG_PI * f / FRAMES - phase, 2 * RDG_PI);
        const double way = theta >= 0 ? X - X * cos(theta) : X + X * cos(theta);
        const double side = theta >= 0 ? 1 : -1;
        double shown[VTU_MOST], force[VTU_MOST];
        vtu_array(frame_name(stem, f), "contact_state", shown);
        vtu_array(frame_name(stem, f), "contact_force_N", force);
        assert_near(shown[1] + shown[2] + shown[3], 0, 0, 0);
        seen[(int)shown[0]]++;
        if (fabs(way - stuck) < 0.01 * stuck || fabs(theta) < 1e-6) {
            continue; /* a change of state within the instants of the march */
        }
        const bool is_stuck = X <= stuck / 2 || way < stuck;
        assert_int_equal((int)shown[0], is_stuck ? RDG_SHOWN_STICK : RDG_SHOWN_SLIP);
        const double f_t = X <= stuck / 2 ? kt * X * cos(theta)
                           : is_stuck     ? side * (limit - kt * way)
                                          : -side * limit;
        assert_near(force[0], -f_t, 1e-3, 1e-3 * limit);
    }
    assert_true(X <= stuck / 2 ? seen[1] == FRAMES : seen[1] > 0 && seen[2] > 4);
}

static void contact_states_are_those_of_the_closed_form(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(s);
    load(s);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    respond(hb);
    const rdg_index label[] = {1, peak_label(ctx)};
    for (int k = 0; k < 2; k++) { /* stuck at the start of the run, with slip at its peak */
        assert_ok(ctx, animate(hb, "frc", label[k], (rdg_animation){.mesh = mesh, .frames = FRAMES}, "m"));
        const solution is = solution_of(hb, "frc", label[k]);
        assert_jenkins(&is, mu * preload, "m");
    }
}

/* A parameter that a run has released has its value in the solution. */
static void released_parameters_have_the_values_of_the_run(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(s);
    load(s);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(37)), RDG_AT("alpha", 15.0), RDG_AT("pad.preload", 20.0));
    rdg_continue(p, "loaded", RDG_RELEASE("pad.preload"), RDG_WINDOW("pad.preload", 6.0, 20.0));
    rdg_run *run = rdg_run_open(ctx, "loaded");
    const rdg_index row = rdg_run_find(run, "EP", 0), other = rdg_run_find(run, "EP", 1);
    const double *value = rdg_run_column(run, "pad.preload");
    const rdg_index least = value[row] < value[other] ? row : other, label = rdg_run_label(run, least);
    assert_near(value[least], 6.0, 1e-9, 0);
    assert_ok(ctx, animate(hb, "loaded", label, (rdg_animation){.mesh = mesh, .frames = FRAMES}, "m"));
    const solution is = solution_of(hb, "loaded", label);
    assert_jenkins(&is, mu * 6.0, "m");
    rdg_run_free(run);
}

/* A normal gap: the contact is open where the series says so. */
static void open_contacts_are_shown(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(s);
    rdg_gap_spring_add(s, &(rdg_gap_spring){.name = "stop", .at = "1.x", .k = 5e4, .gap = 1e-4});
    rdg_force_add(s, "second", 1, 1.0);
    rdg_sensor_add(s, "Am", "first");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2));
    respond(hb);
    assert_ok(ctx, animate(hb, "frc", peak_label(ctx), (rdg_animation){.mesh = mesh}, "m"));
    int seen[4] = {0};
    for (int f = 0; f < 24; f++) { /* the default */
        double shown[VTU_MOST], force[VTU_MOST], u[VTU_MOST];
        vtu_array(frame_name("m", f), "contact_state", shown);
        vtu_array(frame_name("m", f), "contact_force_N", force);
        vtu_array(frame_name("m", f), "displacement_m", u);
        const double into = u[0] - 1e-4;
        seen[(int)shown[0]]++;
        assert_int_equal((int)shown[0], into > 0 ? RDG_SHOWN_STICK : RDG_SHOWN_OPEN);
        assert_near(force[0], into > 0 ? -5e4 * into : 0, 1e-6, 1e-9);
    }
    assert_true(seen[RDG_SHOWN_STICK] > 3 && seen[RDG_SHOWN_OPEN] > 3);
}

/* Fourier coefficients of the forces of all frames are those of harmonic balance: elements at random. */
static double worst_coefficient(rdg_hbm *hb, rdg_index label, rdg_index d, const int *node, int frames)
{
    enum { MOST = 64 };
    double Q[MOST], z[MOST], F[MOST], omega = NAN, worst = 0.0, size = 0.0;
    static double series[MOST];
    rdg_context *ctx = rdg_hbm_context(hb);
    const rdg_basis *b = rdg_hbm_basis(hb);
    rdg_run *run = rdg_run_open(ctx, "frc");
    assert_ok(ctx, rdg_run_solution(run, label, "Q", rdg_hbm_unknowns(hb), Q));
    assert_ok(ctx, rdg_run_solution(run, label, "omega", 1, &omega));
    assert_int_equal(rdg_hbm_element_state(hb, 0, Q, omega, z, F), 0);
    memset(series, 0, sizeof series);
    for (int f = 0; f < frames; f++) {
        double force[VTU_MOST];
        vtu_array(frame_name("m", f), "contact_force_N", force);
        for (rdg_index j = 0; j < d; j++) {
            double *to = series + j * b->n_coefficients;
            const double value = -force[3 * (node[j] - 1)] / frames;
            *to++ += value;
            for (rdg_index k = 0; k < b->n_harmonics; k++) {
                to[2 * k] += 2 * value * cos(b->harmonic[k] * 2 * RDG_PI * f / frames);
                to[2 * k + 1] += 2 * value * sin(b->harmonic[k] * 2 * RDG_PI * f / frames);
            }
        }
    }
    for (rdg_index i = 0; i < d * b->n_coefficients; i++) {
        worst = fmax(worst, fabs(series[i] - F[i]));
        size = fmax(size, fabs(F[i]));
    }
    rdg_run_free(run);
    return worst / size;
}

static void forces_are_those_of_harmonic_balance(void **state)
{
    enum { CASES = 12, MANY = 128 };
    uint64_t seed = 20261130;
    (void)state;
    for (int i = 0; i < CASES; i++) {
        rdg_context *ctx = rdg_context_create();
        const int node[] = {1, 3};
        const bool has_normal = i % 3 == 1;
        rdg_set_writer(ctx, scratch_listen, NULL);
        rdg_set_run_folder(ctx, scratch_folder);
        rdg_structure *s = masses(ctx);
        rdg_fe_mesh *mesh = mesh_of(s);
        const double k = 4e4 * (1.2 + random_signed(&seed)), load = 15 * (1.1 + random_signed(&seed));
        if (i % 3 == 2) {
            rdg_iwan_add(s, &(rdg_iwan){.at = "1.x", .Kt = k, .Fs = load, .chi = -0.5, .sliders = 5});
        } else {
            rdg_contact_add(s, &(rdg_contact){.tangential = "1.x",
                                              .normal = has_normal ? "3.x" : NULL,
                                              .kt = k,
                                              .kn = has_normal ? 2e4 : 0,
                                              .mu = 0.4,
                                              .preload = load});
        }
        rdg_force_add(s, "2.x", 1, 1.0);
        rdg_sensor_add(s, "Am", "1.x");
        rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 2, 3));
        respond(hb);
        assert_ok(ctx,
                  animate(hb, "frc", peak_label(ctx), (rdg_animation){.mesh = mesh, .frames = MANY}, "m"));
        assert_true(worst_coefficient(hb, peak_label(ctx), has_normal ? 2 : 1, node, MANY) < 0.01);
        rdg_context_free(ctx);
    }
}

/* --- reduced structures */

/* With all modes a reduction is exact: the same frames. */
static void reduced_structure_moves_its_whole_mesh(void **state)
{
    rdg_context *ctx = *state;
    double u[VTU_MOST], v[VTU_MOST];
    rdg_structure *whole = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(whole);
    rdg_name_nodes(whole, "kept", 2, (const rdg_index[]){1, 2}, "x");
    rdg_component *by = rdg_component_fixed(whole, "kept", RDG_MODES(1));
    rdg_structure *reduced = rdg_component_structure(by);
    load(whole);
    rdg_contact_add(
        reduced,
        &(rdg_contact){.name = "pad", .tangential = "first", .kt = kt, .mu = mu, .preload = preload});
    rdg_force_add(reduced, "second", 1, 1.0);
    rdg_sensor_add(reduced, "Am", "first");
    for (int k = 0; k < 2; k++) {
        rdg_hbm *hb = rdg_hbm_create(k == 0 ? whole : reduced, RDG_HARMONICS(1, 3));
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(37)), RDG_AT("alpha", 15.0));
        rdg_continue(p, k == 0 ? "whole" : "reduced", RDG_RELEASE("alpha"), RDG_WINDOW("alpha", 15.0, 20.0));
        assert_ok(ctx, animate(hb, k == 0 ? "whole" : "reduced", 1,
                               (rdg_animation){.mesh = mesh, .by = k == 0 ? NULL : by}, k == 0 ? "w" : "r"));
    }
    for (int f = 0; f < 24; f++) {
        static const char *const field[] = {"displacement_m", "amplitude_m", "contact_state",
                                            "contact_force_N"};
        for (int k = 0; k < 4; k++) {
            const int n = vtu_array(frame_name("w", f), field[k], u);
            assert_int_equal(vtu_array(frame_name("r", f), field[k], v), n);
            for (int i = 0; i < n; i++) {
                assert_near(u[i], v[i], 1e-6, k == 3 ? 1e-4 : 1e-9);
            }
        }
    }
}

/* --- what is refused */

static void wrong_requests_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *s = masses(ctx), *other = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(s), *of_other = mesh_of(other);
    load(s);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1)), *richer = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    respond(hb);
    const struct {
        rdg_hbm *hb;
        const char *run;
        rdg_index label;
        rdg_animation how;
        rdg_status status;
        const char *message;
    } bad[] = {
        {hb, "frc", 1, {.path = "m.vtu", .mesh = mesh}, RDG_ERR_ARGUMENT, "it ends in .pvd"},
        {hb, "frc", 1, {.path = "m.pvd", .mesh = NULL}, RDG_ERR_ARGUMENT, "the mesh is NULL"},
        {hb, "frc", 1, {.path = "m.pvd", .mesh = of_other}, RDG_ERR_ARGUMENT, "give .by"},
        {hb, "frc", 1, {.path = "m.pvd", .mesh = mesh, .frames = -1}, RDG_ERR_ARGUMENT, "frames = -1"},
        {hb, "frc", 99, {.path = "m.pvd", .mesh = mesh}, RDG_ERR_NAME, "99"},
        {hb, "nix", 1, {.path = "m.pvd", .mesh = mesh}, RDG_ERR_NAME, "nix"},
        {richer, "frc", 1, {.path = "m.pvd", .mesh = mesh}, RDG_ERR_SIZE, "Q"},
        {hb, "frc", 1, {.path = "build/no such folder/m.pvd", .mesh = mesh}, RDG_ERR_IO, "cannot write"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rdg_animate(bad[i].hb, bad[i].run, bad[i].label, &bad[i].how);
        assert_failed(ctx, bad[i].status, bad[i].message);
        rdg_error_clear(ctx);
    }
}

/* A contact at a name that the mesh's structure does not have is reported. */
static void contacts_elsewhere_are_reported(void **state)
{
    rdg_context *ctx = *state;
    rdg_structure *whole = masses(ctx);
    rdg_fe_mesh *mesh = mesh_of(whole);
    rdg_name_nodes(whole, "kept", 2, (const rdg_index[]){1, 2}, "x");
    rdg_component *by = rdg_component_fixed(whole, "kept", RDG_MODES(1));
    rdg_structure *s = rdg_component_structure(by);
    rdg_name_dof(s, "here", 0);
    rdg_contact_add(s, &(rdg_contact){.tangential = "here", .kt = kt, .mu = mu, .preload = preload});
    rdg_force_add(s, "second", 1, 1.0);
    rdg_sensor_add(s, "Am", "first");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    respond(hb);
    assert_ok(ctx, animate(hb, "frc", 1, (rdg_animation){.mesh = mesh, .by = by}, "m"));
    double values[VTU_MOST];
    assert_int_equal(vtu_array(frame_name("m", 0), "contact_state", values), -1);
    assert_non_null(strstr(scratch_said, "1 contacts of \"masses\" are at no node of the mesh"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(frames_follow_the_motion),
        SCRATCH_TEST(contact_states_are_those_of_the_closed_form),
        SCRATCH_TEST(released_parameters_have_the_values_of_the_run),
        SCRATCH_TEST(open_contacts_are_shown),
        SCRATCH_TEST(forces_are_those_of_harmonic_balance),
        SCRATCH_TEST(reduced_structure_moves_its_whole_mesh),
        SCRATCH_TEST(wrong_requests_are_refused),
        SCRATCH_TEST(contacts_elsewhere_are_reported),
    };
    return cmocka_run_group_tests_name("animation", tests, NULL, NULL);
}
