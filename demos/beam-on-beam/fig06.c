/* Figure 6: spectrograms of the acceleration of T with random force, stable (mu = 0.1) and unstable (0.3).
 * Takes 10 s. */
#include "maps.h"

int main(void)
{
    static const int shown[] = {1, 3};
    static level_table table;
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < 2; k++) {
        const transient_case *what = &beam_case[shown[k]];
        if (level_of(ctx, what, 100, what->name, k ? "fig06b.png" : "fig06a.png", -60.0, &table) != RDG_OK) {
            break;
        }
    }
    level_write(ctx, "fig06.csv", &table, "case");
    return rdg_exit(ctx);
}
