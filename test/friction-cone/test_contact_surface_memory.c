/* Contact surfaces when memory runs out at the k-th allocation, for every k. */
#include "failing_memory.h"

#include <ridgewalk/contact_surface.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>

static const char mesh_file[] = "build/test-memory-surface.inp", matrices[] = "build/test-memory-surface.pch";

static void pair_two_plates(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_read_nastran(ctx, "s", matrices);
    rdg_nodes_read(s, mesh_file);
    rdg_fe_mesh *mesh = rdg_fe_mesh_read(s, mesh_file);
    rdg_contact_surface *c = rdg_contact_surface_create(
        mesh, &(rdg_contact_surface_options){.name = "j", .nodes = "a", .against = "b", .within = 0.5});
    rdg_structure *r = rdg_contact_surface_relative(c);
    rdg_contact_surface_add(c, r, &(rdg_surface_law){.kt = 1e3, .kn = 1e3, .mu = 0.3, .pressure = 1.0});
    rdg_contact_surface_free(c);
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    FILE *file = fopen(matrices, "w");
    assert_non_null(file);
    for (int which = 0; which < 2; which++) {
        const char *name = which ? "MAAX" : "KAAX";
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, 6, 2, 0, "", 18);
        for (int k = 0; k < 18; k++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16.9E\n", name, 1 + k / 3, 1 + k % 3,
                    1 + k / 3, 1 + k % 3, which ? 1.0 : 1e4);
        }
    }
    fclose(file);
    file = fopen(mesh_file, "w");
    assert_non_null(file);
    fputs("*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,.1\n5,1,0,.1\n6,0,1,.1\n"
          "*ELEMENT,TYPE=S3\n1,1,2,3\n2,4,6,5\n*NSET,NSET=a\n1,2,3\n*NSET,NSET=b\n4,5,6\n",
          file);
    fclose(file);
    exhaust_memory(pair_two_plates);
    remove(mesh_file);
    remove(matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(memory_that_runs_out_is_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
