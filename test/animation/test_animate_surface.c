/* Contacts of a whole surface animated: the same motion, contact states and forces whether the structure of
 * the mesh was made to vibrate, its relative displacements, or a component of these. */
#define _XOPEN_SOURCE 700

#include "contact_blocks.h"
#include "vtu.h"

#include <ridgewalk/ridgewalk.h>

enum { WAYS = 3, FRAMES = 8 };

static const char *const run_name[WAYS] = {"whole", "relative", "component"};

static const char *frame_of(int way, int frame)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s_%03d.vtu", scratch_folder, run_name[way], frame);
    return path;
}

/* The upper block is shaken, so that some contacts slip. */
static void shake(rdg_structure *s, rdg_animation how, int way)
{
    rdg_context *ctx = rdg_structure_context(s);
    assert_ok(ctx, rdg_force_add(s, "pushed", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(s, "A", "pushed"));
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", 300.0));
    rdg_continue(p, run_name[way], RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(260)),
                 RDG_NO_TABLE);
    rdg_run *run = rdg_run_open(ctx, run_name[way]);
    const rdg_index label = rdg_run_label_of(run, "EP", 1);
    rdg_run_free(run);
    char path[160];
    snprintf(path, sizeof path, "%s/%s.pvd", scratch_folder, run_name[way]);
    how.path = path;
    how.frames = FRAMES;
    assert_ok(ctx, rdg_animate(hb, run_name[way], label, &how));
}

static void compare(const char *field, double tolerance, int *most)
{
    static double expected[VTU_MOST], values[VTU_MOST];
    for (int f = 0; f < FRAMES; f++) {
        const int n = vtu_array(frame_of(0, f), field, expected);
        double size = 0.0;
        assert_true(n >= NODES);
        for (int k = 0; k < n; k++) {
            size = fmax(size, fabs(expected[k]));
            *most = (int)fmax(*most, expected[k]);
        }
        for (int way = 1; way < WAYS; way++) {
            assert_int_equal(vtu_array(frame_of(way, f), field, values), n);
            for (int k = 0; k < n; k++) {
                assert_near(values[k], expected[k], 0, tolerance * size);
            }
        }
    }
}

static void every_way_shows_the_same(void **state)
{
    static blocks b;
    rdg_context *ctx = *state;
    const rdg_surface_law law = {.kt = 2e10, .kn = 3e10, .mu = 0.3, .pressure = 4e5, .samples = 256};
    for (int way = 0; way < WAYS; way++) {
        b = (blocks){.shift = {0, 0}};
        rdg_fe_mesh *mesh = blocks_make(ctx, &b);
        rdg_structure *s = rdg_fe_mesh_structure(mesh);
        rdg_name_dof(s, "pushed", rdg_node_dof(s, 4 * LAYER, 'x'));
        rdg_contact_surface *c = rdg_contact_surface_create(mesh, &joint);
        rdg_animation how = {.mesh = mesh};
        if (way > 0) {
            how.relative = s = rdg_contact_surface_relative(c);
        }
        if (way > 1) {
            how.by = rdg_component_fixed(s, "joint", RDG_MODES(6 * LAYER));
            s = rdg_component_structure(how.by);
        }
        assert_ok(ctx, rdg_contact_surface_add(c, s, &law));
        shake(s, how, way);
    }
    int state_seen = 0, other = 0;
    compare("displacement_m", 1e-6, &other);
    compare("amplitude_m", 1e-6, &other);
    compare("contact_force_N", 1e-6, &other);
    compare("contact_state", 0.0, &state_seen);
    assert_true(state_seen >= RDG_SHOWN_SLIP);
}

/* On both sides of the joint, opposite: at each instant contacts exert no force on both blocks together. */
static void both_sides_are_shown(void **state)
{
    static blocks b;
    rdg_context *ctx = *state;
    b = (blocks){.shift = {0, 0}};
    rdg_fe_mesh *mesh = blocks_make(ctx, &b);
    rdg_structure *s = rdg_fe_mesh_structure(mesh);
    rdg_name_dof(s, "pushed", rdg_node_dof(s, 4 * LAYER, 'x'));
    rdg_contact_surface *c = rdg_contact_surface_create(mesh, &joint);
    rdg_structure *r = rdg_contact_surface_relative(c);
    assert_ok(ctx, rdg_contact_surface_add(
                       c, r, &(rdg_surface_law){.kt = 2e10, .kn = 3e10, .mu = 0.3, .pressure = 4e5}));
    shake(r, (rdg_animation){.mesh = mesh, .relative = r}, 1);
    for (int f = 0; f < FRAMES; f++) {
        double force[VTU_MOST], shown[VTU_MOST], sum = 0.0, size = 0.0;
        assert_int_equal(vtu_array(frame_of(1, f), "contact_force_N", force), 3 * NODES);
        assert_int_equal(vtu_array(frame_of(1, f), "contact_state", shown), NODES);
        for (int k = 0; k < NODES; k++) {
            const bool is_joint = k >= LAYER && k < 3 * LAYER;
            assert_true(is_joint == (shown[k] > RDG_SHOWN_NO_CONTACT));
        }
        for (int d = 0; d < 3; d++) {
            sum = 0.0;
            for (int k = 0; k < NODES; k++) {
                sum += force[3 * k + d];
                size = fmax(size, fabs(force[3 * k + d]));
            }
            assert_near(sum, 0.0, 0.0, 1e-6 * size);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(every_way_shows_the_same),
                                       SCRATCH_TEST(both_sides_are_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
