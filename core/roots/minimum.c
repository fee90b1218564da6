/* Golden section: each value divides what is left by 1.618. */
#include "minimum.h"

#include <math.h>

static const double golden = 0.38196601125010515; /* (3 - sqrt(5))/2 */

/* The inner places again, of which one may be known already */
static void divide(rdg_minimum *m, int side)
{
    const double width = m->end[1] - m->end[0];
    m->inner[side] = side == 0 ? m->end[0] + golden * width : m->end[1] - golden * width;
    m->inside[side] = NAN;
    m->at = m->inner[side];
}

rdg_minimum rdg_minimum_between(double low, double high, double within)
{
    rdg_minimum m = {.value = NAN, .end = {low, high}, .within = within};
    divide(&m, 1);
    divide(&m, 0);
    return m;
}

bool rdg_minimum_next(rdg_minimum *m, double value)
{
    if (!m || isnan(value)) {
        return false;
    }
    m->inside[isnan(m->inside[0]) ? 0 : 1] = value;
    if (isnan(m->inside[1])) {
        m->at = m->inner[1];
        return true;
    }
    const int least = m->inside[0] < m->inside[1] ? 0 : 1, other = 1 - least;
    if (m->end[1] - m->end[0] <= m->within || !(m->inner[0] < m->inner[1])) {
        m->at = m->inner[least];
        m->value = m->inside[least];
        return false;
    }
    m->end[other] = m->inner[other];
    m->inner[other] = m->inner[least];
    m->inside[other] = m->inside[least];
    divide(m, least);
    return true;
}
