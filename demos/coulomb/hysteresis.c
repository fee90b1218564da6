/* Static friction half as great again as kinetic: two masses with a contact between them, at r1 = 0.72.
 * Continuous slip, symmetric stick-slip with its fold, and stick-slip to one side coexist: which of them is
 * met depends on where the motion begins. */
#include "systems.h"

/* An orbit by its segments, followed over the friction. */
static void follow(rdg_coulomb *c, const char *run, double beta, const rdg_coulomb_start *start)
{
    rdg_problem *p =
        rdg_orbit_problem_at(c, start, (const rdg_at[]){RDG_AT("r1", 0.72), RDG_AT("beta", beta), {0, 0}});
    rdg_continue(p, run, RDG_RELEASE("beta"), RDG_WINDOW("beta", 0.6, 0.9), RDG_STEP(0.05, 1e-6, 0.2),
                 RDG_EXPECT_EARLY_END);
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_coulomb *c = chain_with_contact(
        ctx, 2, 0.5, (rdg_coulomb_options){.contact = "between", .load = "m1", .ratio = 1.5});
    follow(c, "symmetric", 0.769156,
           &(rdg_coulomb_start){.segments = 2,
                                .regimes = (const rdg_contact_regime[]){RDG_COULOMB_BACK, RDG_COULOMB_STICK},
                                .times = (const double[]){2.4379, 2.4379 + 2.5410}});
    follow(c, "one_sided", 0.73143, &(rdg_coulomb_start){.tau = 0.0}); /* to which rest leads */
    for (int k = 0; k < 2; k++) {
        rdg_run_export(rdg_run_open(ctx, k == 0 ? "symmetric" : "one_sided"),
                       k == 0 ? "hysteresis_symmetric.csv" : "hysteresis_one_sided.csv",
                       RDG_COLUMN("beta", "beta", 1), RDG_COLUMN("Z", "Z", 1),
                       RDG_COLUMN("stick", "stick_fraction", 1), RDG_COLUMN("multiplier", "multiplier", 1),
                       RDG_COLUMN("type", "type", 1));
    }
    rdg_plot(
        ctx, "hysteresis.png",
        RDG_CURVE("symmetric", "beta", "Z", .legend = "slips all the time; symmetric stick-slip", .width = 2),
        RDG_CURVE("one_sided", "beta", "Z", .legend = "stick-slip to one side", .width = 2),
        RDG_CURVE("symmetric", "beta", "Z", .only = "FP", .legend = "fold"),
        RDG_CURVE("symmetric", "beta", "Z", .only = "DU", .legend = "stick lasts no longer"),
        RDG_TITLE("Contact between two masses, $r_1$ = 0.72, $\\mu$ = 1.5"),
        RDG_XLABEL("friction $\\beta$ = F/P"), RDG_YLABEL("amplitude in the contact Z, over P/$k_1$"));
    return rdg_exit(ctx);
}
