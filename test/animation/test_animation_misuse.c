/* NULL for any pointer and NaN for any number of the public calls of meshes and animations. */
#define _GNU_SOURCE

#include "../mechanics/fe_cases.h"
#include "misuse.h"

#include <ridgewalk/ridgewalk.h>

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_fe_mesh *mesh;
    rdg_hbm *hb;
    rdg_problem *p;
    rdg_component *c;
    char pvd[128], vtu[128];
};

static double u[3], values[9], ones[3];
static bool touched[3];
static const bool kept[3] = {true, false, true};
static rdg_contact_share share;

#define FIELD ((const rdg_fe_field[]){{NEEDED("heat"), 1, NEEDED(ones)}})
#define HOW (&(const rdg_animation){.path = NEEDED(w->pvd), .mesh = NEEDED(w->mesh), .by = OPTIONAL(NULL)})

#define MAP (&(const rdg_contact_map){.path = NEEDED(w->vtu), .mesh = NEEDED(w->mesh)})

#define CALLS(X)                                                                                             \
    X(rdg_fe_mesh_read, POINTER, rdg_fe_mesh_read(SELF(w->s), NEEDED("build/test-misuse-mesh.inp")))         \
    X(rdg_fe_mesh_structure, POINTER, rdg_fe_mesh_structure(SELF(w->mesh)))                                  \
    X(rdg_fe_mesh_nodes, NOTHING, rdg_fe_mesh_nodes(SELF(w->mesh)))                                          \
    X(rdg_fe_mesh_elements, NOTHING, rdg_fe_mesh_elements(SELF(w->mesh)))                                    \
    X(rdg_fe_mesh_node, PLACE, rdg_fe_mesh_node(SELF(w->mesh), 0))                                           \
    X(rdg_fe_mesh_displacement, STATUS,                                                                      \
      rdg_fe_mesh_displacement(SELF(w->mesh), VECTOR(u, 3), NEEDED(values)))                                 \
    X(rdg_fe_mesh_spread, NOTHING,                                                                           \
      rdg_fe_mesh_spread(SELF(w->mesh), OPTIONAL("1.x"), ANY(1.0), OPTIONAL(values), OPTIONAL(touched)))     \
    X(rdg_fe_mesh_write, STATUS, rdg_fe_mesh_write(SELF(w->mesh), NEEDED(w->vtu), 1, NEEDED(FIELD)))         \
    X(rdg_component_whole, POINTER, rdg_component_whole(SELF(w->c)))                                         \
    X(rdg_fe_mesh_position, NOTHING, rdg_fe_mesh_position(SELF(w->mesh), 0, NEEDED(values)))                 \
    X(rdg_fe_mesh_skin, POINTER, rdg_fe_mesh_skin(SELF(w->mesh), NEEDED(kept)))                              \
    X(rdg_contact_share_at, STATUS,                                                                          \
      rdg_contact_share_at(SELF(w->hb), 0, VECTOR(u, 2), FINITE(250.0), NEEDED(&share)))                     \
    X(rdg_contact_map_columns, STATUS, rdg_contact_map_columns(SELF(w->hb), NEEDED(w->p), RDG_MAP_EACH))     \
    X(rdg_contact_map_write, STATUS, rdg_contact_map_write(SELF(w->hb), NEEDED("frc"), 1, NEEDED(MAP)))      \
    X(rdg_animate, STATUS, rdg_animate(SELF(w->hb), NEEDED("frc"), 1, NEEDED(HOW)))                          \
    X(rdg_fe_mesh_free, VOID, rdg_fe_mesh_free(SELF(w->mesh)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void null_and_nan_are_refused(void **state)
{
    static const char mesh[] = "build/test-misuse-mesh.inp";
    world w = {.ctx = *state};
    fe_case c = {.n = 3};
    char path[96];
    for (int i = 0; i < 3; i++) {
        c.node[i] = i + 1;
        c.component[i] = 1;
        c.K[i][i] = 9e4;
        c.M[i][i] = 1;
    }
    FILE *file = fe_create("matrices.pch", path);
    fe_write_dmig(file, "KAAX", &c, c.K, 6, 9, 0);
    fe_write_dmig(file, "MAAX", &c, c.M, 6, 9, 0);
    fclose(file);
    file = fopen(mesh, "w");
    assert_non_null(file);
    fputs("*NODE\n1, 0, 0, 0\n2, 1, 0, 0\n3, 2, 0, 0\n", file);
    fclose(file);
    w.s = rdg_structure_read_nastran(w.ctx, "s", path);
    rdg_damping_proportional(w.s, 6.0, 0.0);
    w.mesh = rdg_fe_mesh_read(w.s, mesh);
    w.c = rdg_component_fixed(w.s, "1.x", RDG_MODES(1));
    rdg_force_add(w.s, "1.x", 1, 1.0);
    rdg_contact_add(w.s, &(rdg_contact){.tangential = "1.x", .kt = 1e4, .mu = 0.3, .preload = 1.0});
    rdg_sensor_add(w.s, "Am", "1.x");
    w.hb = rdg_hbm_create(w.s, RDG_HARMONICS(1));
    w.p = rdg_hbm_problem(w.hb, RDG_AT("omega", 250), RDG_AT("alpha", 1.0));
    rdg_continue(w.p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 250, 260));
    snprintf(w.pvd, sizeof w.pvd, "%s/m.pvd", scratch_folder);
    snprintf(w.vtu, sizeof w.vtu, "%s/m.vtu", scratch_folder);
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    unlink(mesh);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(null_and_nan_are_refused)};
    return cmocka_run_group_tests_name("animation: NULL and NaN", tests, NULL, NULL);
}
