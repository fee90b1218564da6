/* Figure 7: the limit cycle of case 1, N0 = 10 N at 1 rad/s, by shooting and by integration. It slips and
 * lifts off. Preset LC. */
#include "time_history.h"

int main(void)
{
    return history_figure(&(known_cycle){.name = "fig07",
                                         .title = "Case 1: preload 10 N, speed 1 rad/s",
                                         .N0 = 10.0,
                                         .Omega = 1.0,
                                         .T = 0.143454824,
                                         .peak = 0.0511826712,
                                         .apart = 0.45378,
                                         .re = {0.95478, -0.14826},
                                         .im = 0.92130});
}
