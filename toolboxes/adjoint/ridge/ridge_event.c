/* Which charts of a ridge are events, and which levels are equal. */
#include "ridge_impl.h"

#include <string.h>

const double rdg_ridge_same_level = 1e-9;

bool rdg_ridge_is_of(const rdg_chart *chart, const char *types)
{
    return chart->type[0] && strstr(types, chart->type);
}

bool rdg_ridge_is_event(const rdg_chart *chart)
{
    return rdg_ridge_is_of(chart, "FP SLIP CE FK RS MX");
}
