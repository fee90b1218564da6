/* Figure 20: two masses, contact of the first with the moving base: where continuous slip and where stick
 * end. */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig20",
                                  .title = "Two masses, contact of the first with the moving base",
                                  .n = 2,
                                  .second = 1,
                                  .system = {.contact = "m1", .base = true},
                                  .ratios = 4,
                                  .ratio = {1, 1.25, 1.5, 2},
                                  .top = 3.0});
}
