/* NULL and NaN in calls of contact surfaces: two plates of one element, held by springs. */
#define _GNU_SOURCE

#include "misuse.h"
#include "scratch.h"

#include <ridgewalk/contact_surface.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/structure_carry.h>

static const char mesh_file[] = "build/test-misuse-surface.inp", matrices[] = "build/test-misuse-surface.pch";

struct world {
    rdg_context *ctx;
    rdg_structure *s;
    rdg_fe_mesh *mesh;
    rdg_contact_surface *surface;
};

static rdg_index count, partner;
static rdg_surface_node *node;
static const rdg_index start[] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12,
                                  13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24};
static const double ones[24] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};
static const rdg_sparse same = {{24, 24, start, start}, ones};

#define PLATES                                                                                               \
    (&(rdg_contact_surface_options){                                                                         \
        .name = OPTIONAL("j"), .nodes = NEEDED("a"), .against = OPTIONAL("b"), .within = FINITE(0.5)})
#define LAW                                                                                                  \
    (&(rdg_surface_law){.kt = FINITE(1e3), .kn = FINITE(1e3), .mu = FINITE(0.3), .pressure = FINITE(1.0)})
#define CALLS(X)                                                                                             \
    X(rdg_fe_mesh_surface, STATUS,                                                                           \
      rdg_fe_mesh_surface(SELF(w->mesh), NEEDED("a"), NEEDED(&count), NEEDED(&node)))                        \
    X(rdg_structure_transform, POINTER, rdg_structure_transform(SELF(w->s), NEEDED(&same), "test"))          \
    X(rdg_contact_surface_create, POINTER, rdg_contact_surface_create(SELF(w->mesh), NEEDED(PLATES)))        \
    X(rdg_contact_surface_count, NOTHING, rdg_contact_surface_count(SELF(w->surface)))                       \
    X(rdg_contact_surface_node, POINTER, rdg_contact_surface_node(SELF(w->surface), 0, OPTIONAL(&partner)))  \
    X(rdg_contact_surface_relative, POINTER, rdg_contact_surface_relative(SELF(w->surface)))                 \
    X(rdg_contact_surface_add, STATUS, rdg_contact_surface_add(SELF(w->surface), NEEDED(w->s), NEEDED(LAW))) \
    X(rdg_contact_surface_free, VOID, rdg_contact_surface_free(SELF(w->surface)))

CALLS(MISUSE_DEFINE)
static const misuse_call calls[] = {CALLS(MISUSE_ENTRY)};

static void write_files(void)
{
    FILE *file = fopen(matrices, "w");
    assert_non_null(file);
    for (int which = 0; which < 2; which++) {
        const char *name = which ? "MAAX" : "KAAX";
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, 6, 2, 0, "", 24);
        for (int k = 0; k < 24; k++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16.9E\n", name, 1 + k / 3, 1 + k % 3,
                    1 + k / 3, 1 + k % 3, which ? 1.0 : 1e4);
        }
    }
    fclose(file);
    file = fopen(mesh_file, "w");
    assert_non_null(file);
    fputs("*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,.1\n6,1,0,.1\n7,1,1,.1\n8,0,1,.1\n"
          "*ELEMENT,TYPE=S4\n1,1,2,3,4\n2,5,8,7,6\n*NSET,NSET=a\n1,2,3,4\n*NSET,NSET=b\n5,6,7,8\n",
          file);
    fclose(file);
}

static void null_and_nan_are_refused(void **state)
{
    world w = {.ctx = *state};
    write_files();
    w.s = rdg_structure_read_nastran(w.ctx, "s", matrices);
    rdg_nodes_read(w.s, mesh_file);
    w.mesh = rdg_fe_mesh_read(w.s, mesh_file);
    w.surface = rdg_contact_surface_create(
        w.mesh, &(rdg_contact_surface_options){.name = "j", .nodes = "a", .against = "b", .within = 0.5});
    misuse_check(calls, sizeof calls / sizeof *calls, &w, w.ctx);
    remove(mesh_file);
    remove(matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(null_and_nan_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
