/* A point of a curve in the units of the picture: what is drawn of it, and its line of data. */
#include "plot_impl.h"

#include "run_data_impl.h"

#include <math.h>
#include <string.h>

double rdg_plot_value(const rdg_plot_curve *curve, rdg_index point, int axis)
{
    return curve->factor[axis] * curve->values[axis][point];
}

double rdg_plot_share(const rdg_plot_axis *axis, double value)
{
    const double low = axis->has_range ? axis->from : axis->least;
    const double high = axis->has_range ? axis->to : axis->most;
    const double whole = axis->log ? log(high / low) : high - low;
    return (axis->log ? log(value / low) : value - low) / (whole > 0.0 ? whole : 1.0);
}

bool rdg_plot_is_drawn(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index point)
{
    for (int k = 0; k < page->n_axes && curve->values[k]; k++) {
        const double value = rdg_plot_value(curve, point, k);
        if (!isfinite(value) || (page->axis[k].log && value <= 0)) {
            return false;
        }
    }
    if (curve->shade && !isfinite(curve->shade[point])) {
        return false;
    }
    return !curve->item->only || strcmp(rdg_run_type(curve->run, point), curve->item->only) == 0;
}

void rdg_plot_end_point(const rdg_plot_curve *curve, rdg_index from, rdg_index to, double share, FILE *script)
{
    if (curve->shade) {
        fputc(' ', script);
        rdg_plot_number(script, curve->factor[2] *
                                    (curve->shade[from] + share * (curve->shade[to] - curve->shade[from])));
    }
    fputc('\n', script);
}

void rdg_plot_point(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index i, FILE *script)
{
    for (int k = 0; k < page->n_axes; k++) {
        rdg_plot_number(script, rdg_plot_value(curve, i, k));
        fputs(k + 1 < page->n_axes ? " " : "", script);
    }
    rdg_plot_end_point(curve, i, i, 0.0, script);
}
