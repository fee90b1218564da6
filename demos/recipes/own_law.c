/* A force law of one's own with a parameter and derivatives: a magnet behind a gap attracts a mass. */
#include <ridgewalk/ridgewalk.h>

#include <math.h>

typedef struct magnet {
    double gap, pull; /* m; N at this gap */
} magnet;

static int attract(double x, double v, rdg_law_value *at, void *data)
{
    const magnet *m = data;
    const double s = 1.0 - x / m->gap; /* share of the gap that is left */
    (void)v;
    at->f = -m->pull * pow(s, -4.0);
    at->fx = -4.0 * m->pull / m->gap * pow(s, -5.0);
    at->fxx = -20.0 * m->pull / (m->gap * m->gap) * pow(s, -6.0);
    return s <= 0.0; /* 1: outside of the domain, try a shorter step */
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_structure *leaf =
        rdg_structure_create(ctx, "leaf", 1, (double[]){0.1}, (double[]){0.1}, (double[]){1000.0});
    rdg_name_dof(leaf, "tip", 0);
    magnet mine = {.gap = 5e-3, .pull = 0.2};
    const rdg_law_parameter pull = {
        .name = "pull", .unit = "N", .value = &mine.pull, .range = RDG_NOT_NEGATIVE};
    rdg_time_element_add(
        leaf,
        &(rdg_time_element){
            .name = "magnet", .at = "tip", .law = attract, .data = &mine, .n_numbers = 1, .numbers = &pull});
    rdg_force_add(leaf, "tip", 1, 1.0); /* alpha cos(omega t), N */
    rdg_sensor_add(leaf, "Am", "tip");
    rdg_problem *p = rdg_hbm_problem(rdg_hbm_create(leaf, RDG_HARMONICS(0, 1, 2, 3)),
                                     RDG_AT("omega", RDG_HZ(12)), RDG_AT("alpha", 0.01));
    rdg_check_derivatives(p, NULL, 1e-5);
    rdg_continue(p, "pull", RDG_RELEASE("magnet.pull"), RDG_WINDOW("magnet.pull", 0.0, 0.3));
    return rdg_exit(ctx);
}
