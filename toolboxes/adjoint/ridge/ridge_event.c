/* Which charts of a ridge are events, and which forcing amplitudes are equal. */
#include "ridge_impl.h"

#include <string.h>

const double rdg_ridge_same_level = 1e-9;

bool rdg_ridge_is_of(const rdg_chart *chart, const char *type)
{
    return strcmp(chart->type, type) == 0;
}

bool rdg_ridge_is_event(const rdg_chart *chart)
{
    static const char *const types[] = {"FP", "SLIP", "CE", "FK", "RS", "MX"};
    bool is_event = false;
    for (size_t k = 0; k < sizeof types / sizeof *types; k++) {
        is_event = is_event || rdg_ridge_is_of(chart, types[k]);
    }
    return is_event;
}
