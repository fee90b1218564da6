/* Newton's method within a bracket. */
#include "root_impl.h"

#include <math.h>

double rdg_root(rdg_sloped_function *f, void *data, double low, double high, double within)
{
    double at = 0.5 * (low + high);
    double before = low;
    double value_before = NAN; /* there */
    for (int i = 0; i < 100 && high - low > within; i++) {
        rdg_sloped here = f(at, data);
        if (here.value == 0.0) {
            return at;
        }
        if (isnan(here.slope) && !isnan(value_before)) {
            here.slope = (here.value - value_before) / (at - before);
        }
        before = at;
        value_before = here.value;
        *(here.value > 0.0 ? &low : &high) = at;
        double next = 0.5 * (low + high);
        /* the step is not longer than the bracket, and does not overflow */
        if (!isnan(here.slope) && fabs(here.value) < fabs(here.slope) * (high - low)) {
            const double newton = at - here.value / here.slope;
            next = newton > low && newton < high ? newton : next;
        }
        if (fabs(next - at) <= within) {
            return next;
        }
        at = next;
    }
    return at;
}
