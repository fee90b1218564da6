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

static const char *const where = RDG_PLOT_WHERE;

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
    return rdg_plot_bad_item(page, "the name of a picture ends in .png, .svg or .pdf");
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
        return rdg_plot_bad_item(page, "an axis is 'x', 'y' or 'z'");
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
    if (!is_one_line(item->text)) {
        return rdg_plot_bad_item(page, "a text has control characters in it");
    }
    switch (item->kind) {
    case RDG_PLOT_TITLE:
        page->title = item->text;
        return RDG_OK;
    case RDG_PLOT_CAPTION:
        page->caption = item->text;
        return RDG_OK;
    case RDG_PLOT_LABEL:
    case RDG_PLOT_LOG:
    case RDG_PLOT_RANGE:
        return set_axis(page, item);
    case RDG_PLOT_SIZE:
        if (!(item->from >= 100 && item->from <= 20000 && item->to >= 100 && item->to <= 20000)) {
            return rdg_plot_bad_item(page, "a picture has 100 to 20000 pixels each way");
        }
        page->width = (int)item->from;
        page->height = (int)item->to;
        return RDG_OK;
    case RDG_PLOT_VIEW:
        if (!(item->from >= 0 && item->from <= 180 && item->to >= 0 && item->to <= 360)) {
            return rdg_plot_bad_item(page, "a view is tilted by 0 to 180 and turned by 0 to 360 degrees");
        }
        page->tilt = item->from;
        page->turn = item->to;
        return RDG_OK;
    case RDG_PLOT_EQUAL:
        page->equal = true;
        return RDG_OK;
    case RDG_PLOT_CLOSE_UP:
        if (!fits(item)) {
            return rdg_plot_bad_item(page, "a close-up needs two ranges and a place within the picture");
        }
        page->close_up = item;
        return RDG_OK;
    case RDG_PLOT_TEXT:
        return rdg_plot_has_text(item)
                   ? RDG_OK
                   : rdg_plot_bad_item(page, "a text needs letters and a point to stand beside");
    case RDG_PLOT_HZ:
        page->in_hertz = true;
        return RDG_OK;
    case RDG_PLOT_FAMILY:
        page->is_family = true;
        return RDG_OK;
    case RDG_PLOT_CURVE:
    case RDG_PLOT_ARRAYS:
        return RDG_OK;
    default:
        return rdg_plot_bad_item(page, "an item is of no known kind");
    }
}

static bool is_curve(const rdg_plot_item *item)
{
    return item->kind == RDG_PLOT_CURVE || item->kind == RDG_PLOT_ARRAYS;
}

static rdg_status add_curve(rdg_plot_page *page, const rdg_plot_item *item)
{
    return is_one_line(item->legend) && is_one_line(item->color)
               ? rdg_plot_take_curve(page, item)
               : rdg_plot_bad_item(page, "a text has control characters in it");
}

/* Ranges of logarithmic axes, once all items are known. */
static rdg_status check_range(const rdg_plot_page *page, const rdg_plot_item *item)
{
    const bool is_range = item->kind == RDG_PLOT_RANGE && item->axis >= 'x' && item->axis <= 'z';
    const rdg_plot_axis *axis = is_range ? page->axis + (item->axis - 'x') : NULL;
    return axis && axis->log && axis->has_range && item->from <= 0
               ? rdg_plot_bad_item(page, "the range of a logarithmic axis must be positive")
               : RDG_OK;
}

/* Everything but the curves, then these: what is wrong is left out. */
static void take_items(rdg_plot_page *page)
{
    const rdg_plot_item *item = page->items;
    for (; item->kind != RDG_PLOT_END; item++) {
        if (!is_curve(item) && set_up(page, item) != RDG_OK) {
            rdg_plot_report(page, item);
        }
    }
    for (item = page->items; item->kind != RDG_PLOT_END; item++) {
        if (check_range(page, item) != RDG_OK) {
            page->axis[item->axis - 'x'].has_range = false;
            rdg_plot_report(page, item);
        }
        if (is_curve(item) && add_curve(page, item) != RDG_OK) {
            rdg_plot_report(page, item);
        }
    }
}

static rdg_status fill_page(rdg_plot_page *page)
{
    size_t n = 0;
    while (page->items[n].kind != RDG_PLOT_END) {
        n++;
    }
    page->curve = rdg_context_calloc(page->ctx, n, sizeof *page->curve);
    if (!page->curve) {
        return RDG_ERR_NO_MEMORY;
    }
    take_items(page);
    if (rdg_error_status(page->ctx) != RDG_OK) {
        return rdg_error_status(page->ctx);
    }
    if (page->n_curves == 0) {
        return page->left_out != RDG_OK ? page->left_out
                                        : rdg_plot_bad_item(page, "there is no curve to draw");
    }
    if (page->close_up && (page->n_axes == 3 || page->map)) {
        return rdg_plot_bad_item(page, "a close-up is of a picture in the plane");
    }
    return (page->map || page->shaded) && page->axis[2].log
               ? rdg_plot_bad_item(page, "colours are linear: give their logarithm")
               : RDG_OK;
}

/* Whether a picture ends as it should: gnuplot does not report when the disk is full. */
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

static rdg_status draw_items(rdg_plot_page *page)
{
    if (!page->path || !page->items || !is_one_line(page->path)) {
        return rdg_fail(page->ctx, RDG_ERR_ARGUMENT, where,
                        "there is no path (of one line) or no list of items");
    }
    RDG_TRY(find_terminal(page));
    RDG_TRY(fill_page(page));
    return draw(page);
}

rdg_status rdg_plot_items(rdg_context *ctx, const char *path, const rdg_plot_item *items)
{
    if (rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    rdg_plot_page page = {.ctx = ctx,
                          .path = path,
                          .items = items,
                          .terminal = "",
                          .last = "",
                          .width = 1200,
                          .height = 900,
                          .tilt = 60,
                          .turn = 30};
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        page.axis[k].least = INFINITY;
        page.axis[k].most = -INFINITY;
    }
    if (draw_items(&page) != RDG_OK && rdg_error_status(ctx) != RDG_OK) {
        rdg_plot_report(&page, NULL);
    }
    for (rdg_index i = 0; i < page.n_curves; i++) {
        rdg_run_free(page.curve[i].run);
    }
    rdg_free(page.curve);
    return page.left_out;
}
