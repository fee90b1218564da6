/* A hysteretic law of one's own in harmonic balance: the Bouc-Wen law with one memory w,
 * f = 0.8 w,  w' = v - 0.6 |v| |w| w - 0.3 v w^2, on x'' + 0.02 x' + x + f = F cos(omega t). */
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/sampling_error.h>

static int bouc_wen(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double v = at->v, w = at->w[0], speed = at->v_sign * v, size = at->w_sign * w; /* |v|, |w| */
    (void)data;
    value->f = 0.8 * w;
    value->rate[0] = v - 0.6 * speed * size * w - 0.3 * v * w * w;
    return 0;
}

int main(void)
{
    const double one = 1.0, c = 0.02; /* kg and N/m, N s/m */
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &one, &c, &one);
    rdg_name_dof(s, "x", 0);
    rdg_memory_element_add(s, &(rdg_memory_element){.at = "x",
                                                    .law = bouc_wen,
                                                    .memory = 1,
                                                    .x_size = 1,
                                                    .v_size = 1,
                                                    .w_size = 1,
                                                    .kink_v = true,
                                                    .kink_w = true});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 0.8), RDG_AT("alpha", 1.0)); /* rad/s, N */
    rdg_hbm_add_sampling_error(hb, p, "sampling.error");
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", 0.8, 1.8));
    rdg_plot(ctx, "bouc_wen.png", RDG_CURVE("frc", "omega", "A"), RDG_YLABEL("amplitude of harmonic 1 / m"));
    return rdg_exit(ctx);
}
