/* The processor's counter by the clock. */
#include "stopwatch_impl.h"

void rdg_stopwatch_begin(rdg_stopwatch *watch)
{
    *watch = (rdg_stopwatch){.begin_s = rdg_seconds(), .begin = rdg_ticks()};
}

double rdg_stopwatch_tick(const rdg_stopwatch *watch)
{
    const double ticks = (double)(rdg_ticks() - watch->begin);
    return ticks > 0.0 ? (rdg_seconds() - watch->begin_s) / ticks : 0.0;
}
