/* The script for gnuplot: page, axes, data, curves, marks of special points. */
#include "plot_impl.h"

#include "run_data_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Types that have marks of their own in one picture. */
enum { MOST_TYPES = 12 };

typedef struct mark {
    const char *type;
    int symbol; /* pointtype of gnuplot */
} mark;

/* The texts of a user are taken as they are: no underscore becomes a subscript. */
static void write_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        fputs(*c == '\'' ? "''" : (const char[]){*c, '\0'}, script);
    }
    fputc('\'', script);
}

/* A point in any locale; 10 digits are more than a picture shows. */
static void write_number(FILE *script, double value)
{
    char chars[RDG_NUMBER_SIZE];
    rdg_text text = rdg_text_in(chars, sizeof chars);
    rdg_text_number(&text, value, 10);
    fputs(chars, script);
}

static void write_terminal(const rdg_plot_page *page, const char *target, FILE *script)
{
    const bool inches = strcmp(page->terminal, "pdfcairo") == 0;
    fprintf(script, "set encoding utf8\nset terminal %s enhanced font 'Sans,%d' %s size ", page->terminal,
            inches ? 16 : 20, strcmp(page->terminal, "svg") == 0 ? "dynamic background 'white'" : "");
    write_number(script, inches ? page->width / 100.0 : page->width);
    fputc(',', script);
    write_number(script, inches ? page->height / 100.0 : page->height);
    /* gnuplot takes "|" at the beginning for a program to start */
    fputs("\nset output ", script);
    char path[RDG_PLOT_PATH];
    snprintf(path, sizeof path, "%s%s", *target == '/' ? "" : "./", target);
    write_text(script, path);
    fputc('\n', script);
}

/* "omega / (rad/s)", from the first curve of a run; a factor makes its unit unknown. */
static void write_own_label(const rdg_plot_curve *curve, int axis, FILE *script)
{
    const char *const name[] = {curve->item->x, curve->item->y, curve->item->z};
    const char *unit = NULL;
    char chars[256];
    rdg_text label = rdg_text_in(chars, sizeof chars);
    rdg_run_lookup(curve->run, "rdg_plot", name[axis], &unit);
    rdg_text_add(&label, name[axis]);
    if (unit && *unit && curve->factor[axis] == 1.0) {
        rdg_text_addf(&label, strpbrk(unit, "/* ") ? " / (%s)" : " / %s", unit);
    }
    write_text(script, chars);
}

static void write_label(const rdg_plot_page *page, int k, FILE *script)
{
    const rdg_plot_curve *named = NULL;
    for (rdg_index i = page->n_curves - 1; i >= 0; i--) {
        named = page->curve[i].run ? page->curve + i : named;
    }
    if (!page->axis[k].label && !named) {
        return;
    }
    fprintf(script, "set %clabel ", "xyz"[k]);
    if (page->axis[k].label) {
        write_text(script, page->axis[k].label);
    } else {
        write_own_label(named, k, script);
    }
    fprintf(script, " noenhanced%s\n", k == 2 ? " rotate by 90" : "");
}

static void write_axis(const rdg_plot_page *page, int k, FILE *script)
{
    const rdg_plot_axis *axis = page->axis + k;
    const char name = "xyz"[k];
    write_label(page, k, script);
    const double least = axis->has_range ? axis->from : axis->least;
    const double most = axis->has_range ? axis->to : axis->most;
    if (axis->log) {
        fprintf(script, "set logscale %c\n", name);
        if (most >= 100.0 * least) {
            /* decades only: a tic between them could not be written as a power */
            fprintf(script, "set format %c '10^{%%T}'\n", name);
        }
    }
    if (axis->has_range) {
        fprintf(script, "set %crange [", name);
        write_number(script, axis->from);
        fputc(':', script);
        write_number(script, axis->to);
        fputs("]\n", script);
    }
}

static void write_page(const rdg_plot_page *page, const char *target, FILE *script)
{
    write_terminal(page, target, script);
    fputs("set border 3 lc rgb '#404040'\nset tics nomirror out textcolor rgb '#202020'\n"
          "set grid lt 1 lc rgb '#e4e4e4' lw 1\nset key outside bottom center horizontal samplen 2.5\n",
          script);
    if (page->n_axes == 3) {
        fputs("set border 31 lc rgb '#404040'\nset xyplane relative 0.02\nset grid vertical z\nset view ",
              script);
        write_number(script, page->tilt);
        fputs(", ", script);
        write_number(script, page->turn);
        fputc('\n', script);
    }
    if (page->title) {
        fputs("set title ", script);
        write_text(script, page->title);
        fputs(" noenhanced\n", script);
    }
    for (int k = 0; k < page->n_axes; k++) {
        write_axis(page, k, script);
    }
}

static void write_point(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index i, FILE *script)
{
    for (int k = 0; k < page->n_axes; k++) {
        write_number(script, rdg_plot_value(curve, i, k));
        fputc(k + 1 < page->n_axes ? ' ' : '\n', script);
    }
}

static void write_curve_data(const rdg_plot_page *page, rdg_index c, FILE *script)
{
    const rdg_plot_curve *curve = page->curve + c;
    fprintf(script, "$curve%" PRId64 " << END\n", c);
    for (rdg_index i = 0; i < curve->n; i++) {
        if (rdg_plot_is_drawn(page, curve, i)) {
            write_point(page, curve, i, script);
        }
    }
    fputs("END\n", script);
}

static bool is_marked(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index i)
{
    return curve->item->marks && *rdg_run_type(curve->run, i) && rdg_plot_is_drawn(page, curve, i);
}

/* The mark of a type, added if it is new; NULL: it is not marked in this picture. */
static const mark *find_mark(mark marks[MOST_TYPES], int *n, const char *type)
{
    static const mark known[] = {{"FP", 7},  {"BP", 5},  {"EP", 6},  {"UZ", 9},
                                 {"HB", 13}, {"PD", 11}, {"NS", 15}, {"MX", 2}};
    static const int others[] = {8, 12, 4, 10, 14, 3, 1};
    for (int i = 0; i < *n; i++) {
        if (strcmp(marks[i].type, type) == 0) {
            return marks + i;
        }
    }
    if (*n == MOST_TYPES) {
        return NULL;
    }
    int symbol = others[(size_t)*n % (sizeof others / sizeof *others)];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        symbol = strcmp(known[i].type, type) == 0 ? known[i].symbol : symbol;
    }
    marks[*n] = (mark){.type = type, .symbol = symbol};
    return marks + (*n)++;
}

static int find_marks(const rdg_plot_page *page, mark marks[MOST_TYPES])
{
    int n = 0;
    for (rdg_index c = 0; c < page->n_curves; c++) {
        for (rdg_index i = 0; i < page->curve[c].n; i++) {
            if (is_marked(page, page->curve + c, i)) {
                find_mark(marks, &n, rdg_run_type(page->curve[c].run, i));
            }
        }
    }
    return n;
}

/* The points of one type on all curves. */
static void write_mark_data(const rdg_plot_page *page, const mark *of, int m, FILE *script)
{
    fprintf(script, "$mark%d << END\n", m);
    for (rdg_index c = 0; c < page->n_curves; c++) {
        const rdg_plot_curve *curve = page->curve + c;
        for (rdg_index i = 0; i < curve->n; i++) {
            if (is_marked(page, curve, i) && strcmp(rdg_run_type(curve->run, i), of->type) == 0) {
                write_point(page, curve, i, script);
            }
        }
    }
    fputs("END\n", script);
}

static void write_legend(const rdg_plot_page *page, const rdg_plot_item *item, FILE *script)
{
    const char *legend = item->legend;
    if (!legend) {
        bool one_run = true;
        for (rdg_index c = 0; c < page->n_curves; c++) {
            const char *run = page->curve[c].item->run;
            one_run = one_run && run && item->run && strcmp(run, item->run) == 0;
        }
        legend = page->n_curves > 1 && item->run ? (one_run ? item->y : item->run) : "";
    }
    if (*legend) {
        fputs(" title ", script);
        write_text(script, legend);
        fputs(" noenhanced", script);
    } else {
        fputs(" notitle", script);
    }
}

static void write_curve(const rdg_plot_page *page, rdg_index c, FILE *script)
{
    /* colours that people with any kind of colour vision tell apart (Okabe and Ito) */
    static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                          "#e69f00", "#56b4e9", "#000000"};
    const rdg_plot_item *item = page->curve[c].item;
    rdg_plot_style style = item->style;
    if (style == RDG_STYLE_AUTO) {
        style = item->kind == RDG_PLOT_ARRAYS || item->only ? RDG_DOTS : RDG_LINE;
    }
    const char *with = style == RDG_DOTS ? "points" : (style == RDG_LINE_DOTS ? "linespoints" : "lines");
    fprintf(script, "%s$curve%" PRId64 " with %s lc rgb ", c > 0 ? ", \\\n  " : "", c, with);
    write_text(script, item->color ? item->color : palette[(size_t)c % (sizeof palette / sizeof *palette)]);
    fputs(" lw ", script);
    write_number(script, 2.5 * (item->width > 0 ? item->width : 1.0));
    if (style == RDG_DASHED) {
        fputs(" dt 2", script);
    }
    if (style == RDG_DOTS || style == RDG_LINE_DOTS) {
        fputs(" pt 7 ps 1", script);
    }
    write_legend(page, item, script);
}

void rdg_plot_script(const rdg_plot_page *page, const char *target, FILE *script)
{
    mark marks[MOST_TYPES];
    const int n_marks = find_marks(page, marks);
    write_page(page, target, script);
    for (rdg_index c = 0; c < page->n_curves; c++) {
        write_curve_data(page, c, script);
    }
    for (int m = 0; m < n_marks; m++) {
        write_mark_data(page, marks + m, m, script);
    }
    fputs(page->n_axes == 3 ? "splot " : "plot ", script);
    for (rdg_index c = 0; c < page->n_curves; c++) {
        write_curve(page, c, script);
    }
    for (int m = 0; m < n_marks; m++) {
        fprintf(script, ", \\\n  $mark%d with points pt %d ps 1.6 lw 2 lc rgb '#202020' title ", m,
                marks[m].symbol);
        write_text(script, marks[m].type);
        fputs(" noenhanced", script);
    }
    fputs("\nset output\n", script);
}
