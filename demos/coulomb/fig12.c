/* Figure 12: two masses, contact at the second, load at the first: where continuous slip and where stick end.
 */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig12",
                                  .title = "Two masses, contact at the second, load at the first",
                                  .n = 2,
                                  .second = 1,
                                  .system = {.contact = "m2", .load = "m1"},
                                  .ratios = 1,
                                  .ratio = {1},
                                  .top = 3.0});
}
