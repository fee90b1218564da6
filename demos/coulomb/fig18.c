/* Figure 18: two masses, contact between them, load at the first: where continuous slip and where stick end.
 */
#include "map.h"

int main(void)
{
    return draw_map(&(regime_map){.figure = "fig18",
                                  .title = "Two masses, contact between them, load at the first",
                                  .n = 2,
                                  .second = 0.5,
                                  .system = {.contact = "between", .load = "m1"},
                                  .ratios = 4,
                                  .ratio = {1, 1.25, 1.5, 2},
                                  .top = 1.5});
}
