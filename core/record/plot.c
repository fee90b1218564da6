/* From items to a page: runs opened, columns found, everything checked before gnuplot is called. */
#define _POSIX_C_SOURCE 200809L

#include "plot_impl.h"

#include "circle.h"
#include "file_impl.h"
#include "run_data_impl.h"
#include "toolbox.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>

static const char where[] = "rdg_plot";

static rdg_status bad_item(const rdg_plot_page *page, const char *reason)
{
    return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where, "%s: %s", page->path, reason);
}

static rdg_status find_terminal(rdg_plot_page *page)
{
    static const char *const known[][3] = {
        {".png", "pngcairo", "IEND"}, {".svg", "svg", "</svg>"}, {".pdf", "pdfcairo", "%%EOF"}};
    const char *ending = strrchr(page->path, '.');
    for (size_t i = 0; ending && i < sizeof known / sizeof *known; i++) {
        if (strcmp(ending, known[i][0]) == 0) {
            page->terminal = known[i][1];
            page->last = known[i][2];
            return RDG_OK;
        }
    }
    return bad_item(page, "the name of a picture ends in .png, .svg or .pdf");
}

/* A name goes into a line of a script between quotes: no control characters. */
static bool is_one_line(const char *text)
{
    for (const char *c = text; c && *c; c++) {
        if ((unsigned char)*c < ' ') {
            return false;
        }
    }
    return true;
}

static rdg_status set_axis(rdg_plot_page *page, const rdg_plot_item *item)
{
    if (item->axis < 'x' || item->axis > 'z') {
        return bad_item(page, "an axis is 'x', 'y' or 'z'");
    }
    rdg_plot_axis *axis = page->axis + (item->axis - 'x');
    if (item->kind == RDG_PLOT_LOG) {
        axis->log = true;
    } else if (item->kind == RDG_PLOT_LABEL) {
        axis->label = item->text;
    } else {
        const double least = 1e-8 * fmax(fabs(item->from), fabs(item->to));
        if (!(item->to - item->from > least) || !isfinite(item->from) || !isfinite(item->to)) {
            return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where, "%s: the range of %c, %g to %g, is none",
                            page->path, item->axis, item->from, item->to);
        }
        axis->has_range = true;
        axis->from = item->from;
        axis->to = item->to;
    }
    return RDG_OK;
}

/* A close-up: ranges, and a place in the picture. */
static bool fits(const rdg_plot_item *item)
{
    const double part = item->part != 0.0 ? item->part : RDG_PLOT_CLOSE_PART;
    return isfinite(item->from) && isfinite(item->to) && item->to > item->from && isfinite(item->y_from) &&
           isfinite(item->y_to) && item->y_to > item->y_from && part > 0.0 && item->left >= 0.0 &&
           item->left + part <= 1.0 && item->bottom >= 0.0 && item->bottom + part <= 1.0;
}

static rdg_status set_up(rdg_plot_page *page, const rdg_plot_item *item)
{
    if (!is_one_line(item->text) || !is_one_line(item->legend) || !is_one_line(item->color)) {
        return bad_item(page, "a text has control characters in it");
    }
    if (!isfinite(item->x_factor) || !isfinite(item->y_factor) || !isfinite(item->z_factor) ||
        !isfinite(item->width)) {
        return bad_item(page, "a factor or a width is not finite");
    }
    switch (item->kind) {
    case RDG_PLOT_TITLE:
        page->title = item->text;
        return RDG_OK;
    case RDG_PLOT_LABEL:
    case RDG_PLOT_LOG:
    case RDG_PLOT_RANGE:
        return set_axis(page, item);
    case RDG_PLOT_SIZE:
        if (!(item->from >= 100 && item->from <= 20000 && item->to >= 100 && item->to <= 20000)) {
            return bad_item(page, "a picture has 100 to 20000 pixels each way");
        }
        page->width = (int)item->from;
        page->height = (int)item->to;
        return RDG_OK;
    case RDG_PLOT_VIEW:
        if (!(item->from >= 0 && item->from <= 180 && item->to >= 0 && item->to <= 360)) {
            return bad_item(page, "a view is tilted by 0 to 180 and turned by 0 to 360 degrees");
        }
        page->tilt = item->from;
        page->turn = item->to;
        return RDG_OK;
    case RDG_PLOT_EQUAL:
        page->equal = true;
        return RDG_OK;
    case RDG_PLOT_CLOSE_UP:
        page->close_up = item;
        return fits(item) ? RDG_OK
                          : bad_item(page, "a close-up needs two ranges and a place within the picture");
    case RDG_PLOT_HZ:
        page->in_hertz = true;
        return RDG_OK;
    case RDG_PLOT_CURVE:
    case RDG_PLOT_ARRAYS:
        return RDG_OK;
    default:
        return bad_item(page, "an item is of no known kind");
    }
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
            return bad_item(page, "points need n >= 1 and two arrays; they have no types");
        }
        if (item->shades && (item->zs || !all_finite(item->n, item->shades))) {
            return bad_item(page, "colours by values are finite, and of points in the plane");
        }
        if (item->style == RDG_IMAGE && !item->zs) {
            return bad_item(page, "a map needs x, y and z");
        }
        return RDG_OK;
    }
    if (item->shades) {
        return bad_item(page, "colours by values are for arrays");
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
        return bad_item(page, "a map is made of arrays");
    }
    if (item->style == RDG_TRIANGLES || item->style == RDG_POLYLINES) {
        if (!item->z) {
            return bad_item(page, "a surface is drawn in space: it needs x, y and z");
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
    if (item->dash) {
        curve->dash = rdg_run_lookup(curve->run, where, item->dash, NULL);
        return rdg_error_status(page->ctx);
    }
    return RDG_OK;
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
    }
    if (drawn > 0) {
        return RDG_OK;
    }
    const rdg_plot_item *item = curve->item;
    return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where,
                    "%s: \"%s\" has no point to draw: values must be finite, on a logarithmic axis "
                    "positive%s%s",
                    page->path, item->run ? item->run : (item->legend ? item->legend : "points"),
                    item->only ? ", of type " : "", item->only ? item->only : "");
}

static rdg_status add_curve(rdg_plot_page *page, const rdg_plot_item *item)
{
    rdg_plot_curve *curve = page->curve + page->n_curves++;
    *curve = (rdg_plot_curve){.item = item};
    const double factor[] = {item->x_factor, item->y_factor, item->z_factor};
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        curve->factor[k] = factor[k] != 0 ? factor[k] : 1.0;
    }
    RDG_TRY(find_curve(page, curve));
    const int n_axes = curve->values[2] ? 3 : 2;
    if (page->map || (page->n_curves > 1 && item->style == RDG_IMAGE)) {
        return bad_item(page, "a map is alone in its picture");
    }
    if (page->n_curves > 1 && n_axes != page->n_axes) {
        return bad_item(page, "curves in the plane and curves in space do not go into one picture");
    }
    page->n_axes = n_axes;
    page->map = item->style == RDG_IMAGE;
    page->shaded = page->shaded || item->shades;
    return RDG_OK;
}

static rdg_status fill_page(rdg_plot_page *page, const rdg_plot_item *items)
{
    size_t n = 0;
    for (; items[n].kind != RDG_PLOT_END; n++) {
        RDG_TRY(set_up(page, items + n));
    }
    page->curve = rdg_context_calloc(page->ctx, n, sizeof *page->curve);
    if (!page->curve) {
        return RDG_ERR_NO_MEMORY;
    }
    for (size_t i = 0; i < n; i++) {
        if (items[i].kind == RDG_PLOT_CURVE || items[i].kind == RDG_PLOT_ARRAYS) {
            RDG_TRY(add_curve(page, items + i));
        }
    }
    if (page->n_curves == 0) {
        return bad_item(page, "there is no curve to draw");
    }
    for (rdg_index i = 0; i < page->n_curves; i++) {
        RDG_TRY(measure(page, page->curve + i));
    }
    if (page->close_up && (page->n_axes == 3 || page->map)) {
        return bad_item(page, "a close-up is of a picture in the plane");
    }
    if ((page->map || page->shaded) && page->axis[2].log) {
        return bad_item(page, "colours are linear: give their logarithm");
    }
    for (int k = 0; k < page->n_axes; k++) {
        if (page->axis[k].log && page->axis[k].has_range && page->axis[k].from <= 0) {
            return bad_item(page, "the range of a logarithmic axis must be positive");
        }
    }
    return RDG_OK;
}

/* Whether a picture ends as it should: gnuplot does not tell when the disk is full. */
static bool is_complete(const rdg_plot_page *page, const rdg_aside *picture)
{
    enum { TAIL = 32 };
    const size_t n = strlen(page->last);
    char bytes[TAIL];
    FILE *file = fopen(picture->part, "rb");
    if (!file) {
        return false;
    }
    const bool long_enough = fseek(file, -TAIL, SEEK_END) == 0;
    const size_t read = long_enough ? fread(bytes, 1, sizeof bytes, file) : 0;
    fclose(file);
    bool found = false;
    for (size_t i = 0; i + n <= read && !found; i++) {
        found = memcmp(bytes + i, page->last, n) == 0;
    }
    return found;
}

/* gnuplot draws into another file, which takes the name of the picture when it is complete. */
static rdg_status draw(const rdg_plot_page *page)
{
    rdg_aside picture;
    int error = rdg_aside_open(&picture, AT_FDCWD, page->path);
    if (error) {
        return rdg_fail(page->ctx, rdg_file_status(error), where, "%s: %s", page->path, strerror(error));
    }
    FILE *script = tmpfile();
    if (!script) {
        error = errno;
        rdg_aside_drop(&picture);
        return rdg_fail(page->ctx, rdg_file_status(error), where, "%s: no file for the script of gnuplot: %s",
                        page->path, strerror(error));
    }
    rdg_plot_script(page, picture.part, script);
    rdg_status status = rdg_plot_gnuplot(page->ctx, page->path, script);
    fclose(script);
    if (status == RDG_OK && !is_complete(page, &picture)) {
        status = rdg_fail(page->ctx, RDG_ERR_IO, where,
                          "%s: gnuplot did not write it to its end: is the disk full?", page->path);
    }
    if (status != RDG_OK) {
        rdg_aside_drop(&picture);
        return status;
    }
    error = rdg_aside_commit(&picture);
    return error ? rdg_fail(page->ctx, rdg_file_status(error), where, "%s: %s", page->path, strerror(error))
                 : RDG_OK;
}

rdg_status rdg_plot_items(rdg_context *ctx, const char *path, const rdg_plot_item *items)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_plot_page page = {.ctx = ctx,
                          .path = path,
                          .terminal = "",
                          .last = "",
                          .width = 1200,
                          .height = 900,
                          .tilt = 60,
                          .turn = 30};
    if (!path || !items || !is_one_line(path)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "there is no path (of one line) or no list of items");
    }
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        page.axis[k].least = INFINITY;
        page.axis[k].most = -INFINITY;
    }
    rdg_status status = find_terminal(&page);
    if (status == RDG_OK) {
        status = fill_page(&page, items);
    }
    if (status == RDG_OK) {
        status = draw(&page);
    }
    for (rdg_index i = 0; i < page.n_curves; i++) {
        rdg_run_free(page.curve[i].run);
    }
    rdg_free(page.curve);
    return status;
}
