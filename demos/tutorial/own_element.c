/* A force law of one's own: a leaf spring with an iron tip in front of a magnet. The pull grows as the gap
 * closes, so that the resonance leans to lower frequencies, and the tip swings about a place closer to the
 * magnet. The law is a plain function; its derivatives come from differences. */
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

#include <math.h>

typedef struct magnet {
    double gap;  /* from the tip at rest without magnet, m */
    double pull; /* at this gap, N */
} magnet;

/* The force against the displacement x towards the magnet: a pull that falls with the fourth power of the
 * distance. Where the tip would be inside the magnet there is none. */
static double attraction(double x, double v, void *data)
{
    const magnet *m = data;
    (void)v;
    return x < m->gap ? -m->pull / pow(1.0 - x / m->gap, 4.0) : NAN;
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();

    /* m = 0.1 kg, c = 0.1 N s/m, k = 1000 N/m: 15.9 Hz, 0.5 % of critical damping */
    rdg_structure *leaf =
        rdg_structure_create(ctx, "leaf", 1, (double[]){0.1}, (double[]){0.1}, (double[]){1000.0});
    rdg_name_dof(leaf, "tip", 0);
    magnet mine = {.gap = 5e-3, .pull = 0.2};
    rdg_time_element_add(leaf, &(rdg_time_element){.at = "tip", .plain = attraction, .data = &mine});
    rdg_force_add(leaf, "tip", 1, 1.0); /* alpha * cos(omega t) */
    rdg_sensor_harmonic_add(leaf, "amplitude", "tip", 1);
    rdg_sensor_harmonic_add(leaf, "second harmonic", "tip", 2);
    rdg_hbm *hb = rdg_hbm_create(leaf, RDG_HARMONICS(0, 1, 2, 3, 4, 5));

    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(12)), RDG_AT("alpha", 0.01));
    rdg_hbm_add_stability(hb, p, "stability"); /* largest Floquet exponent, 1/s; > 0: unstable */
    rdg_continue(p, "own_element", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(12), RDG_HZ(15)),
                 RDG_ANGLE(3));

    rdg_plot(
        ctx, "own_element.png",
        RDG_CURVE("own_element", "omega", "amplitude", .y_factor = 1e3, .dash = "stability", .marks = true),
        RDG_TITLE("A leaf spring in front of a magnet (dashed: unstable)"),
        RDG_YLABEL("amplitude of the tip / mm"));
    rdg_run_export(rdg_run_open(ctx, "own_element"), "own_element.csv", RDG_COLUMN("omega", "omega_rad_s", 1),
                   RDG_COLUMN("amplitude", "amplitude_m", 1), RDG_COLUMN("stability", "stability_1_s", 1),
                   RDG_COLUMN("type", "type", 1));
    return rdg_exit(ctx);
}
