/* A finite element plate with ten contacts along its edge: its first ridge, from sticking to slip at all of
 * them */
#include <ridgewalk/ridgewalk.h>

int main(int argc, char **argv)
{
    const char *job = argc > 1 ? argv[1] : "blade"; /* blade.sti, blade.mas and blade.dof, as above */
    static const rdg_index kept[] = {64, 73, 82, 91, 100, 109, 118, 127, 136, 145, 151};
    rdg_context *ctx = rdg_context_create();
    rdg_structure *plate = rdg_structure_read_calculix(ctx, "plate", job);
    rdg_damping_proportional(plate, 13.0, 0.0);    /* 1/s */
    rdg_name_nodes(plate, "kept", 11, kept, "xy"); /* ten contacts, and the node that is driven */
    rdg_structure *s = rdg_component_structure(rdg_component_fixed(plate, "kept", RDG_MODES(10)));
    for (int k = 0; k < 10; k++) {
        char x[16], y[16]; /* names of degrees of freedom: "64.x" */
        snprintf(x, sizeof x, "%d.x", (int)kept[k]);
        snprintf(y, sizeof y, "%d.y", (int)kept[k]);
        rdg_contact_add(
            s, &(rdg_contact){
                   .tangential = x, .normal = y, .kt = 4e3, .kn = 4e3, .mu = 0.3, .preload = 1.0 + 0.2 * k});
    }
    rdg_force_add(s, "151.x", 1, 1.0); /* alpha cos(omega t), N */
    rdg_sensor_add(s, "Am", "151.x");  /* RMS amplitude, m */
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(150)), RDG_AT("alpha", 0.05));
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(150), RDG_HZ(600)));
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST("response"), RDG_WINDOW("alpha", 0.05, 8.0));
    rdg_plot(ctx, "ten_contacts.png", RDG_CURVE("ridge", "alpha", "omega"), RDG_LOGX, RDG_IN_HZ);
    return rdg_exit(ctx);
}
