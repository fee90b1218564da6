/* Figure 15: five masses, contact at the third, load at the first: where continuous slip and where stick end.
 */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig15",
                                  .title = "Five masses, contact at the third, load at the first",
                                  .n = 5,
                                  .second = 1,
                                  .system = {.contact = "m3", .load = "m1"},
                                  .ratios = 1,
                                  .ratio = {1},
                                  .top = 3.0});
}
