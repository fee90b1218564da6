/* From a finite element model to a ridge: matrices of CalculiX, reduced, with two friction contacts. */
#include <ridgewalk/ridgewalk.h>

int main(int argc, char **argv)
{
    /* blade.sti, blade.mas and blade.dof, as *FREQUENCY, SOLVER=MATRIXSTORAGE writes them */
    const char *job = argc > 1 ? argv[1] : "blade";
    rdg_context *ctx = rdg_context_create();
    rdg_structure *blade = rdg_structure_read_calculix(ctx, "blade", job);
    rdg_damping_proportional(blade, 13.0, 0.0);                    /* 1/s */
    rdg_name_dof(blade, "leading", rdg_node_dof(blade, 145, 'x')); /* node numbers of the mesh */
    rdg_name_dof(blade, "trailing", rdg_node_dof(blade, 151, 'x'));
    rdg_name_dof(blade, "middle", rdg_node_dof(blade, 73, 'x'));
    rdg_name_nodes(blade, "kept", 3, (rdg_index[]){145, 151, 73}, "x");

    /* Craig-Bampton: ten modes with the kept displacements fixed */
    rdg_structure *s = rdg_component_structure(rdg_component_fixed(blade, "kept", RDG_MODES(10)));
    rdg_contact_add(s, &(rdg_contact){.tangential = "leading", .kt = 4e4, .mu = 0.3, .preload = 9.0});
    rdg_contact_add(s, &(rdg_contact){.tangential = "trailing", .kt = 4e4, .mu = 0.3, .preload = 6.0});
    rdg_force_add(s, "middle", 1, 1.0);
    rdg_sensor_add(s, "Am", "leading"); /* RMS amplitude, m */
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(150)), RDG_AT("alpha", 0.05));
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(150), RDG_HZ(900)));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("response"), RDG_WINDOW("alpha", 0.05, 8.0));
    rdg_ridge_export(ctx, "ridge", "Am", "ridge.csv");
    rdg_plot(ctx, "ridge.png", RDG_CURVE("ridge", "omega", "Am"), RDG_LOGY, RDG_IN_HZ);
    return rdg_exit(ctx);
}
