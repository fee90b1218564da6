/* The curves of a picture: runs opened, columns found, what is drawn of them measured. */
#include "plot_impl.h"

#include "circle.h"
#include "run_data_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

static const char *const where = RDG_PLOT_WHERE;

rdg_status rdg_plot_bad_item(const rdg_plot_page *page, const char *reason)
{
    return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where, "%s: %s", page->path, reason);
}

static bool all_finite(rdg_index n, const double *values)
{
    for (rdg_index i = 0; i < n; i++) {
        if (!isfinite(values[i])) {
            return false;
        }
    }
    return true;
}

static rdg_status find_curve(rdg_plot_page *page, rdg_plot_curve *curve)
{
    const rdg_plot_item *item = curve->item;
    if (item->kind == RDG_PLOT_ARRAYS) {
        curve->n = item->n;
        curve->values[0] = item->xs;
        curve->values[1] = item->ys;
        curve->values[2] = item->zs;
        if (item->n < 1 || !item->xs || !item->ys || item->only || item->marks) {
            return rdg_plot_bad_item(page, "points need n >= 1 and two arrays; they have no types");
        }
        if (item->shade) {
            return rdg_plot_bad_item(page, "points have colours by .shades");
        }
        curve->shade = item->shades;
        if (item->shades && (item->zs || !all_finite(item->n, item->shades))) {
            return rdg_plot_bad_item(page, "colours by values are finite, and of points in the plane");
        }
        if (item->style == RDG_IMAGE && !item->zs) {
            return rdg_plot_bad_item(page, "a map needs x, y and z");
        }
        return RDG_OK;
    }
    if (item->shades) {
        return rdg_plot_bad_item(page, "a curve of a run has colours by a column, .shade");
    }
    if (!item->run || !item->x || !item->y) {
        return rdg_plot_bad_item(page, "a curve needs the names of a run and of two columns");
    }
    curve->run = rdg_run_open(page->ctx, item->run);
    if (!curve->run) {
        return rdg_error_status(page->ctx);
    }
    curve->n = rdg_run_count(curve->run);
    if (curve->n == 0) {
        return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where, "%s: run \"%s\" has no points yet", page->path,
                        item->run);
    }
    if (item->style == RDG_IMAGE) {
        return rdg_plot_bad_item(page, "a map is made of arrays");
    }
    if (item->style == RDG_TRIANGLES || item->style == RDG_POLYLINES) {
        if (!item->z) {
            return rdg_plot_bad_item(page, "a surface is drawn in space: it needs x, y and z");
        }
        curve->mesh = item->style == RDG_TRIANGLES ? rdg_run_triangles(curve->run, &curve->n_mesh)
                                                   : rdg_run_event_curves(curve->run, &curve->n_mesh);
        RDG_TRY(rdg_error_status(page->ctx));
    }
    const char *const name[] = {item->x, item->y, item->z};
    for (int k = 0; k < (item->z ? 3 : 2); k++) {
        const char *unit = NULL;
        curve->values[k] = rdg_run_lookup(curve->run, where, name[k], &unit);
        if (!curve->values[k]) {
            return rdg_error_status(page->ctx);
        }
        curve->in_hertz[k] = (page->in_hertz || item->hz) && unit && strcmp(unit, "rad/s") == 0;
        curve->factor[k] /= curve->in_hertz[k] ? 2.0 * RDG_PI : 1.0;
    }
    curve->is_dense = rdg_run_read_dense(curve->run, where);
    for (int k = 0; k < (item->z ? 3 : 2); k++) {
        curve->quantity[k] = rdg_run_dense_quantity(curve->run, curve->values[k]);
        curve->is_dense = curve->is_dense && curve->quantity[k] >= 0;
    }
    RDG_TRY(rdg_error_status(page->ctx));
    if (item->shade && item->z) {
        return rdg_plot_bad_item(page, "colours by values are of curves in the plane");
    }
    if (item->shade) {
        const char *unit = NULL;
        curve->shade = rdg_run_lookup(curve->run, where, item->shade, &unit);
        RDG_TRY(rdg_error_status(page->ctx));
        curve->in_hertz[2] = (page->in_hertz || item->hz) && unit && strcmp(unit, "rad/s") == 0;
        curve->factor[2] /= curve->in_hertz[2] ? 2.0 * RDG_PI : 1.0;
    }
    if (item->dash) {
        curve->dash = rdg_run_lookup(curve->run, where, item->dash, NULL);
        return rdg_error_status(page->ctx);
    }
    return RDG_OK;
}

/* Why no point of a curve is drawn: the first column that alone excludes them all, else all together. */
static rdg_status refuse_curve(const rdg_plot_page *page, const rdg_plot_curve *curve)
{
    const rdg_plot_item *item = curve->item;
    const char *const column[] = {item->x, item->y, item->z};
    const char *whose = item->run ? item->run : item->legend ? item->legend : "points";
    for (int k = 0; k < page->n_axes; k++) {
        bool any = false;
        for (rdg_index i = 0; i < curve->n; i++) {
            const double value = rdg_plot_value(curve, i, k);
            any = any || (isfinite(value) && (value > 0 || !page->axis[k].log));
        }
        if (!any) {
            return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where,
                            "%s: \"%s\" has no point to draw: its %s%s%s has no %s value%s", page->path,
                            whose, column[k] ? "column \"" : (const char *const[]){"x", "y", "z"}[k],
                            column[k] ? column[k] : "", column[k] ? "\"" : "",
                            page->axis[k].log ? "positive" : "finite",
                            page->axis[k].log ? ", and the axis is logarithmic" : "");
        }
    }
    return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where,
                    "%s: \"%s\" has no point to draw: values must be finite, on a logarithmic axis "
                    "positive%s%s",
                    page->path, whose, item->only ? ", of type " : "", item->only ? item->only : "");
}

/* Widen the axes by what is drawn of a curve. */
static rdg_status measure(rdg_plot_page *page, const rdg_plot_curve *curve)
{
    rdg_index drawn = 0;
    for (rdg_index i = 0; i < curve->n; i++) {
        if (!rdg_plot_is_drawn(page, curve, i)) {
            continue;
        }
        drawn++;
        for (int k = 0; k < page->n_axes; k++) {
            const double value = rdg_plot_value(curve, i, k);
            page->axis[k].least = fmin(page->axis[k].least, value);
            page->axis[k].most = fmax(page->axis[k].most, value);
        }
        rdg_plot_measure_dense(page, curve, i);
    }
    return drawn > 0 ? RDG_OK : refuse_curve(page, curve);
}

static rdg_status add_curve(rdg_plot_page *page, rdg_plot_curve *curve)
{
    const rdg_plot_item *item = curve->item;
    const double factor[] = {item->x_factor, item->y_factor, item->z_factor};
    if (!all_finite(RDG_PLOT_AXES, factor) || !isfinite(item->width)) {
        return rdg_plot_bad_item(page, "a factor or a width is not finite");
    }
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        curve->factor[k] = factor[k] != 0 ? factor[k] : 1.0;
    }
    RDG_TRY(find_curve(page, curve));
    const int n_axes = curve->values[2] ? 3 : 2;
    if (page->map || (page->n_curves > 0 && item->style == RDG_IMAGE)) {
        return rdg_plot_bad_item(page, "a map is alone in its picture");
    }
    if (page->n_curves > 0 && n_axes != page->n_axes) {
        return rdg_plot_bad_item(page, "curves in the plane and curves in space do not go into one picture");
    }
    page->n_axes = n_axes;
    RDG_TRY(measure(page, curve));
    page->map = item->style == RDG_IMAGE;
    page->shaded = page->shaded || curve->shade;
    return RDG_OK;
}

rdg_status rdg_plot_take_curve(rdg_plot_page *page, const rdg_plot_item *item)
{
    rdg_plot_curve *curve = page->curve + page->n_curves;
    *curve = (rdg_plot_curve){.item = item};
    const rdg_status status = add_curve(page, curve);
    if (status == RDG_OK) {
        page->n_curves++;
    } else {
        rdg_run_free(curve->run);
    }
    return status;
}
