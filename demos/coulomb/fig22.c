/* Figure 22: two masses, contact at the second, load at the first: where continuous slip and where stick end.
 */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig22",
                                  .title = "Two masses, contact at the second, load at the first",
                                  .n = 2,
                                  .second = 1,
                                  .system = {.contact = "m2", .load = "m1"},
                                  .ratios = 4,
                                  .ratio = {1, 1.25, 1.5, 2},
                                  .top = 3.0});
}
