/* Where the starts of a grid lie. */
#include "basins_impl.h"

double rdg_basins_value(const rdg_basining *b, rdg_index axis, rdg_index start)
{
    for (rdg_index k = 0; k < axis; k++) {
        start /= b->o.axis[k].count;
    }
    const rdg_basins_axis *a = &b->o.axis[axis];
    const rdg_index i = start % a->count;
    return i > 0 && i == a->count - 1
               ? a->to
               : a->from + (a->to - a->from) * (double)i / (double)(a->count > 1 ? a->count - 1 : 1);
}
