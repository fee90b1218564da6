/* A force law with memory: the response of a Bouc-Wen element in harmonic balance. */
#include <ridgewalk/ridgewalk.h>

/* f = k w,  w' = v - 0.6 |v| |w| w - 0.3 v w^2 */
static int bouc_wen(const rdg_memory_state *at, rdg_memory_value *value, void *data)
{
    const double v = at->v, w = at->w[0], speed = at->v_sign * v, size = at->w_sign * w; /* |v|, |w| */
    const double k = *(const double *)data;                                              /* N/m */
    value->f = k * w;
    value->rate[0] = v - 0.6 * speed * size * w - 0.3 * v * w * w;
    return 0;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *s =
        rdg_structure_create(ctx, "mass", 1, (double[]){1.0}, (double[]){0.02}, (double[]){1.0});
    double k = 0.8;
    rdg_name_dof(s, "x", 0);
    rdg_memory_element_add(s, &(rdg_memory_element){.name = "joint",
                                                    .at = "x",
                                                    .law = bouc_wen,
                                                    .data = &k,
                                                    .memory = 1,
                                                    .x_size = 1.0, /* m, m/s, m: it bends over these */
                                                    .v_size = 1.0,
                                                    .w_size = 1.0,
                                                    .kink_v = true, /* |v| and |w| are in it */
                                                    .kink_w = true});
    rdg_force_add(s, "x", 1, 1.0); /* alpha cos(omega t), N */
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 1.0));
    rdg_hbm_add_sampling_error(hb, p, "sampling.error");
    rdg_continue(p, "response", RDG_RELEASE("omega"), RDG_WINDOW("omega", 1.0, 1.2), RDG_MAXIMA("A"));
    return rdg_exit(ctx);
}
