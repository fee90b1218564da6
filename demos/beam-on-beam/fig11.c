/* Figure 11: spectrograms of the acceleration of T in the unstable smooth case, with 100 and with 150
 * elements along the lower beam: the bursts have the same frequencies. Takes 10 s. */
#include "maps.h"

int main(void)
{
    static level_table table;
    rdg_context *ctx = rdg_context_create();
    if (level_of(ctx, &beam_case[2], 100, "100", "fig11a.png", -90.0, &table) == RDG_OK) {
        level_of(ctx, &beam_case[2], 150, "150", "fig11b.png", -90.0, &table);
    }
    level_write(ctx, "fig11.csv", &table, "nx2");
    return rdg_exit(ctx);
}
