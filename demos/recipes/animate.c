/* A vibration on its finite element mesh, for ParaView: displacements and contact states over a period. */
#include <ridgewalk/ridgewalk.h>

int main(int argc, char **argv)
{
    const char *job = argc > 1 ? argv[1] : "blade"; /* blade.sti, blade.mas and blade.dof, as above */
    const char *nodes_and_elements = argc > 2 ? argv[2] : "blade.inp";
    rdg_context *ctx = rdg_context_create();
    rdg_structure *blade = rdg_structure_read_calculix(ctx, "blade", job);
    rdg_damping_proportional(blade, 13.0, 0.0); /* 1/s */
    rdg_fe_mesh *mesh = rdg_fe_mesh_read(blade, nodes_and_elements);
    rdg_name_dof(blade, "leading", rdg_node_dof(blade, 145, 'x'));
    rdg_name_dof(blade, "trailing", rdg_node_dof(blade, 151, 'x'));
    rdg_name_dof(blade, "middle", rdg_node_dof(blade, 73, 'x'));
    rdg_name_nodes(blade, "kept", 3, (rdg_index[]){145, 151, 73}, "x");

    rdg_component *reduced = rdg_component_fixed(blade, "kept", RDG_MODES(10));
    rdg_structure *s = rdg_component_structure(reduced);
    rdg_contact_add(s, &(rdg_contact){.tangential = "leading", .kt = 4e4, .mu = 0.3, .preload = 9.0});
    rdg_contact_add(s, &(rdg_contact){.tangential = "trailing", .kt = 4e4, .mu = 0.3, .preload = 6.0});
    rdg_force_add(s, "middle", 1, 1.0);
    rdg_sensor_add(s, "Am", "leading"); /* RMS amplitude, m */
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(150)), RDG_AT("alpha", 2.0));
    rdg_continue(p, "at_2N", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(150), RDG_HZ(600)),
                 RDG_MAXIMA("Am"));
    rdg_run *run = rdg_run_open(ctx, "at_2N");
    rdg_animate(hb, "at_2N", rdg_run_label_of(run, "PM", 0),
                &(rdg_animation){.path = "peak.pvd", .mesh = mesh, .by = reduced, .frames = 48});
    rdg_run_free(run);
    return rdg_exit(ctx);
}
