/* The legend: within the axes in a corner that no curve passes, else below them. */
#include "plot_impl.h"

#include "run_data_impl.h"
#include "text_impl.h"

#include <math.h>
#include <string.h>

/* A single curve needs no name; curves of one run are distinguished by what they show, else by their runs. */
const char *rdg_plot_legend_of(const rdg_plot_page *page, const rdg_plot_item *item)
{
    if (item->legend) {
        return item->legend;
    }
    bool one_run = true;
    for (rdg_index c = 0; c < page->n_curves; c++) {
        const char *run = page->curve[c].item->run;
        one_run = one_run && run && item->run && strcmp(run, item->run) == 0;
    }
    return page->n_curves > 1 && item->run ? (one_run ? item->y : item->run) : "";
}

/* gnuplot counts letters, each as wide as a digit, and leaves columns out for what it thinks too long:
 * letters of texts are narrower by a tenth and more. */
static double too_wide(size_t letters)
{
    return 0.12 * (double)letters;
}

/* Whether the title or a legend explains dashes. */
static bool explains_dashes(const rdg_plot_page *page)
{
    bool explains = page->title && strstr(page->title, "dashed");
    for (rdg_index c = 0; c < page->n_curves; c++) {
        const char *legend = page->curve[c].item->legend;
        explains = explains || (legend && strstr(legend, "dashed"));
    }
    return explains;
}

/* The column of the first curve that has dashes where nobody explains them; NULL: there is none. */
static const char *unexplained_dashes(const rdg_plot_page *page)
{
    for (rdg_index c = 0; c < page->n_curves && !explains_dashes(page); c++) {
        const rdg_plot_curve *curve = page->curve + c;
        for (rdg_index i = 0; curve->dash && i < curve->n; i++) {
            if (curve->dash[i] > 0.0 && rdg_plot_is_drawn(page, curve, i)) {
                return curve->item->dash;
            }
        }
    }
    return NULL;
}

void rdg_plot_dash_key(const rdg_plot_page *page, FILE *script)
{
    const char *name = unexplained_dashes(page);
    if (name) {
        const bool is_stability = strcmp(name, "stability") == 0 || strcmp(name, "unstable") == 0;
        char chars[128];
        rdg_text text = rdg_text_in(chars, sizeof chars);
        rdg_text_addf(&text, "%s", is_stability ? "unstable" : name);
        rdg_text_add(&text, is_stability ? "" : " > 0");
        fputs(", \\\n  keyentry with lines lc rgb '#606060' lw 2.5 dt (8,7)", script);
        rdg_plot_legend(chars, script);
    }
}

/* Entries of the legend, and letters of the longest. */
typedef struct key_size {
    int rows;
    size_t letters;
} key_size;

static void add_entry(key_size *size, size_t letters)
{
    size->rows += letters > 0;
    size->letters = letters > size->letters ? letters : size->letters;
}

static key_size measure(const rdg_plot_page *page, const rdg_plot_mark_kind *marks, int n_marks)
{
    key_size size = {0};
    for (rdg_index c = 0; c < page->n_curves; c++) {
        add_entry(&size, strlen(rdg_plot_legend_of(page, page->curve[c].item)));
    }
    const char *dashes = unexplained_dashes(page);
    add_entry(&size, dashes ? strlen(dashes) : 0);
    for (int m = 0; m < n_marks; m++) {
        add_entry(&size, strlen(marks[m].type) + (marks[m].name ? strlen(marks[m].name) + 3 : 0));
    }
    return size;
}

/* A corner of the axes that the legend would fill: shares of their width and height, and on which sides. */
typedef struct corner {
    double width, height;
    bool right, top;
} corner;

/* Pixels: a letter, a row, the sample of a line beside a text, and what stands around the axes. */
enum { LETTER = 14, ROW = 38, SAMPLE = 125, BESIDE = 200, BELOW = 130 };

/* The range of a linear axis is widened to round numbers: curves may lie so much nearer to a corner. */
static const double slack = 0.05;

static bool is_within(const corner *at, double x, double y)
{
    const double to_side = at->right ? 1.0 - x : x, to_end = at->top ? 1.0 - y : y;
    return to_side < at->width + slack && to_end < at->height + slack;
}

/* Samples of the line from one point to the next. */
enum { SAMPLES = 16 };

static bool passes(const rdg_plot_page *page, const rdg_plot_curve *curve, const corner *at)
{
    double last[2] = {0.0, 0.0};
    bool begun = false;
    for (rdg_index i = 0; i < curve->n; i++) {
        if (!rdg_plot_is_drawn(page, curve, i)) {
            continue;
        }
        const double x = rdg_plot_share(page->axis, rdg_plot_value(curve, i, 0));
        const double y = rdg_plot_share(page->axis + 1, rdg_plot_value(curve, i, 1));
        for (int s = 0; s < SAMPLES; s++) { /* from the point back to the last one */
            const double back = begun ? (double)s / SAMPLES : 0.0;
            if (is_within(at, x + back * (last[0] - x), y + back * (last[1] - y))) {
                return true;
            }
        }
        last[0] = x;
        last[1] = y;
        begun = true;
    }
    return false;
}

static bool has_text_within(const rdg_plot_page *page, const corner *at)
{
    for (const rdg_plot_item *item = page->items; item->kind != RDG_PLOT_END; item++) {
        const bool on_axes =
            !(page->axis[0].log && item->from <= 0.0) && !(page->axis[1].log && item->y_from <= 0.0);
        if (item->kind == RDG_PLOT_TEXT && on_axes &&
            is_within(at, rdg_plot_share(page->axis, item->from),
                      rdg_plot_share(page->axis + 1, item->y_from))) {
            return true;
        }
    }
    return false;
}

/* Find a corner for a legend of this size that is at most a third of the axes high and half as wide. */
static bool find_corner(const rdg_plot_page *page, key_size size, corner *at)
{
    at->width = (double)(LETTER * size.letters + SAMPLE) / (page->width - BESIDE);
    at->height = (double)(ROW * size.rows) / (page->height - BELOW);
    if (page->width <= 2 * BESIDE || page->height <= 2 * BELOW || at->width > 0.5 || at->height > 0.34 ||
        page->close_up || page->equal) {
        return false;
    }
    for (int k = 0; k < 4; k++) {
        at->right = k % 2 == 0;
        at->top = k < 2;
        bool is_free = !has_text_within(page, at);
        for (rdg_index c = 0; c < page->n_curves && is_free; c++) {
            is_free = !passes(page, page->curve + c, at);
        }
        if (is_free) {
            return true;
        }
    }
    return false;
}

void rdg_plot_key(const rdg_plot_page *page, const rdg_plot_mark_kind *marks, int n_marks, FILE *script)
{
    const key_size size = measure(page, marks, n_marks);
    const bool in_space = page->n_axes == 3 && !page->map;
    corner at;
    fputs(page->map || page->shaded || (in_space && size.rows > 0) ? "" : "set rmargin 4\n", script);
    if (size.rows == 0) {
        fputs("unset key\n", script);
        return;
    }
    if (in_space) {
        fputs("set key at screen 0.97, 0.97 right top vertical", script);
    } else if (page->n_axes == 2 && find_corner(page, size, &at)) {
        fprintf(script, "set key inside %s %s vertical", at.right ? "right" : "left",
                at.top ? "top" : "bottom");
    } else { /* with a line of space between the axis and the legend */
        fputs("set key title ' ' font ',9'\nset key outside center bottom horizontal", script);
    }
    fputs(" Left reverse samplen 2.5 spacing 1.2 width ", script);
    rdg_plot_number(script, 1.0 - too_wide(size.letters));
    fputc('\n', script);
}
