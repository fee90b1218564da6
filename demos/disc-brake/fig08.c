/* Figure 8: the limit cycle of case 2, N0 = 30 N at 2 rad/s, by shooting and by integration. It slips and
 * lifts off. Preset LC. */
#include "time_history.h"

int main(void)
{
    return history_figure(&(known_cycle){.name = "fig08",
                                         .title = "Case 2: preload 30 N, speed 2 rad/s",
                                         .N0 = 30.0,
                                         .Omega = 2.0,
                                         .T = 0.146145491,
                                         .apart = 0.46977,
                                         .re = {0.95921, -0.09593},
                                         .im = 0.93037});
}
