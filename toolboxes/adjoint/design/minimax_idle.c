/* Numbers without an effect, as a preload where nothing slips: to where they have one. */
#include "minimax_impl.h"

#include <ridgewalk/failure.h>

#include <math.h>

/* Steps over the range, relatively; by how much a peak is lower than another, to be surely so. */
static const double apart = 0.1, surely = 1e-8;

bool rdg_minimax_is_idle(rdg_minimax_driver *d, rdg_index j)
{
    const double near = 1e-2, same = 1e-11;
    const double height = rdg_minimax_value(d, "height");
    const double value = rdg_minimax_value(d, d->options->parameters[j]);
    return fabs(rdg_minimax_greatest_at(d, j, value * (1.0 - near)) - height) <= same * height &&
           fabs(rdg_minimax_greatest_at(d, j, value * (1.0 + near)) - height) <= same * height;
}

bool rdg_minimax_leave_idle(rdg_minimax_driver *d, rdg_index j, double *value)
{
    const double factor[] = {1.0 / (1.0 + apart), 1.0 + apart};
    const double height = rdg_minimax_value(d, "height");
    const double now = rdg_minimax_value(d, d->options->parameters[j]);
    for (int way = 0; way < 2; way++) {
        const double end = way == 0 ? d->options->low[j] : d->options->high[j];
        double at = now;
        while (at != end && rdg_error_status(d->ctx) == RDG_OK) {
            at = fmin(fmax(at * factor[way], d->options->low[j]), d->options->high[j]);
            const double greatest = rdg_minimax_greatest_at(d, j, at);
            if (greatest > height * (1.0 + surely)) {
                break;
            }
            if (greatest > 0.0 && greatest < height * (1.0 - surely)) {
                *value = at;
                return true;
            }
        }
    }
    return false;
}
