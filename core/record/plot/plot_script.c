/* The script for gnuplot: page, axes, data, curves, marks of special points. */
#include "plot_impl.h"

#include "run_data_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static bool in_space(const rdg_plot_page *page)
{
    return page->n_axes == 3 && !page->map;
}

/* The colours of a map, and of shaded lines, are the third axis. */
static const char *axis_name(const rdg_plot_page *page, int k)
{
    return (page->map || page->shaded) && k == 2 ? "cb" : (const char *const[]){"x", "y", "z"}[k];
}

static void write_terminal(const rdg_plot_page *page, const char *target, FILE *script)
{
    const bool inches = strcmp(page->terminal, "pdfcairo") == 0;
    fprintf(script, "set encoding utf8\nset terminal %s enhanced rounded font 'Sans,%d' %s size ",
            page->terminal, inches ? 16 : 20,
            strcmp(page->terminal, "svg") == 0 ? "dynamic background 'white'" : "");
    rdg_plot_number(script, inches ? page->width / 100.0 : page->width);
    fputc(',', script);
    rdg_plot_number(script, inches ? page->height / 100.0 : page->height);
    /* gnuplot takes "|" at the beginning for a program to start */
    fputs("\nset output ", script);
    char path[RDG_PLOT_PATH];
    snprintf(path, sizeof path, "%s%s", *target == '/' ? "" : "./", target);
    rdg_plot_text(script, path);
    fputc('\n', script);
}

/* "omega / (rad/s)", from the first curve of a run; a factor makes its unit unknown. */
static void write_own_label(const rdg_plot_curve *curve, int axis, FILE *script)
{
    const char *const name[] = {curve->item->x, curve->item->y,
                                curve->shade ? curve->item->shade : curve->item->z};
    const char *unit = NULL;
    char chars[256];
    rdg_text label = rdg_text_in(chars, sizeof chars);
    rdg_run_lookup(curve->run, "rdg_plot", name[axis], &unit);
    if (curve->in_hertz[axis]) {
        rdg_text_addf(&label, "%s / Hz", strcmp(name[axis], "omega") == 0 ? "f" : name[axis]);
        rdg_plot_words(script, chars, true);
        return;
    }
    rdg_text_add(&label, name[axis]);
    if (unit && *unit && curve->factor[axis] == 1.0) {
        rdg_text_addf(&label, strpbrk(unit, "/* ") ? " / (%s)" : " / %s", unit);
    }
    rdg_plot_words(script, chars, true);
}

static void write_label(const rdg_plot_page *page, int k, FILE *script)
{
    const rdg_plot_curve *named = NULL;
    for (rdg_index i = page->n_curves - 1; i >= 0; i--) {
        const bool has_axis = k < 2 || !page->shaded || page->curve[i].shade;
        named = page->curve[i].run && has_axis ? page->curve + i : named;
    }
    if (!page->axis[k].label && !named) {
        return;
    }
    fprintf(script, "set %slabel ", axis_name(page, k));
    if (page->axis[k].label) {
        rdg_plot_words(script, page->axis[k].label, true);
    } else {
        write_own_label(named, k, script);
    }
    /* in space, out of the way of the numbers */
    static const char *const place[] = {" offset 0,-1.2", " offset 3,-2.4", " rotate by 90 offset -5,0"};
    const bool on_the_left = k == 1 && page->turn > 180.0;
    fprintf(script, "%s\n", !in_space(page) ? "" : on_the_left ? " offset -5,-0.5" : place[k]);
}

static void write_axis(const rdg_plot_page *page, int k, FILE *script)
{
    const rdg_plot_axis *axis = page->axis + k;
    const char name = "xyz"[k];
    write_label(page, k, script);
    if (axis->log) {
        rdg_plot_log_axis(axis, name, script);
    } else if (axis->has_range) {
        rdg_plot_range(axis_name(page, k), axis->from, axis->to, script);
    }
    if (in_space(page) && !axis->log) {
        rdg_plot_few_tics(axis, name,
                          script); /* an axis that is seen at a slant has space for a few numbers */
    }
}

bool rdg_plot_has_text(const rdg_plot_item *item)
{
    return item->kind == RDG_PLOT_TEXT && item->text && isfinite(item->from) && isfinite(item->y_from);
}

/* Texts stand to the right of their points, a little above. */
static void write_texts(const rdg_plot_page *page, FILE *script)
{
    for (const rdg_plot_item *item = page->items; item->kind != RDG_PLOT_END; item++) {
        if (rdg_plot_has_text(item) && page->n_axes == 2) {
            fputs("set label ", script);
            rdg_plot_words(script, item->text, false);
            fputs(" at first ", script);
            rdg_plot_number(script, item->from);
            fputs(", ", script);
            rdg_plot_number(script, item->y_from);
            fputs(" offset 0.6,0.5 front\n", script);
        }
    }
}

static void write_page(const rdg_plot_page *page, const char *target, FILE *script)
{
    write_terminal(page, target, script);
    fputs("set border 3 lc rgb '#404040'\nset tics nomirror out textcolor rgb '#202020'\n"
          "set grid lt 1 lc rgb '#e4e4e4' lw 1\n",
          script);
    if (in_space(page)) {
        fputs("set border 31 lc rgb '#404040'\nset xyplane relative 0.0\n"
              "set tics font ',15'\nset xtics offset 0,-0.4\nset ytics offset 0,-0.3\nset grid vertical "
              "z\nset view ",
              script);
        rdg_plot_number(script, page->tilt);
        fputs(", ", script);
        rdg_plot_number(script, page->turn);
        fputs(", 1.0, 1.1\nset lmargin screen 0.29\nset rmargin screen 0.74\n", script);
    }
    if (page->equal) {
        fputs("set size ratio -1\n", script);
    }
    if (page->title) {
        fputs("set title ", script);
        rdg_plot_words(script, page->title, false);
        fputc('\n', script);
    }
    rdg_plot_caption(page, script);
    for (int k = 0; k < RDG_PLOT_AXES && k < page->n_axes; k++) {
        write_axis(page, k, script);
    }
    if (page->shaded) {
        write_axis(page, 2, script);
    }
    write_texts(page, script);
}

/* Curves that end are distinguished by an empty line. */
static void write_polylines(const rdg_plot_page *page, const rdg_plot_curve *curve, FILE *script)
{
    for (rdg_index i = 0; i < curve->n_mesh; i++) {
        const rdg_index *at = curve->mesh + 2 * i;
        if (i > 0 && at[0] != at[-2]) {
            fputc('\n', script);
        }
        if (rdg_plot_is_drawn(page, curve, at[1])) {
            rdg_plot_point(page, curve, at[1], script);
        }
    }
}

/* Part of a line, solid or dashed: pieces are distinguished by an empty line, and each goes on to the first
 * row of the next one. */
static void write_rows(const rdg_plot_page *page, const rdg_plot_curve *curve, bool dashed, FILE *script)
{
    bool inside = false;
    rdg_index last = -1;
    const bool joined =
        curve->item->style != RDG_DOTS && curve->item->style != RDG_LINE_DOTS && !curve->item->only;
    for (rdg_index i = 0; i < curve->n; i++) {
        if (!rdg_plot_is_drawn(page, curve, i)) {
            continue;
        }
        const bool here = (curve->dash && curve->dash[i] > 0.0) == dashed;
        if (inside && rdg_plot_leaps(page, curve, last, i)) {
            fputc('\n', script);
            inside = false;
        }
        if (inside && joined) {
            rdg_plot_between(page, curve, last, i, script);
        }
        if (here || inside) {
            rdg_plot_point(page, curve, i, script);
        }
        last = i;
        if (inside && !here) {
            fputc('\n', script);
        }
        inside = here;
    }
}

static void write_curve_data(const rdg_plot_page *page, rdg_index c, FILE *script)
{
    const rdg_plot_curve *curve = page->curve + c;
    fprintf(script, "$curve%" PRId64 " << END\n", c);
    if (curve->item->style == RDG_TRIANGLES) {
        rdg_plot_triangles(page, curve, script);
    } else if (curve->item->style == RDG_POLYLINES) {
        write_polylines(page, curve, script);
    } else {
        write_rows(page, curve, false, script);
    }
    fputs("END\n", script);
    if (curve->dash) {
        fprintf(script, "$dashed%" PRId64 " << END\n", c);
        write_rows(page, curve, true, script);
        fputs("END\n", script);
    }
}

static void write_line(const rdg_plot_page *page, rdg_index c, bool dashed, FILE *script)
{
    const rdg_plot_item *item = page->curve[c].item;
    fputs(page->curve[c].shade ? " lc palette" : " lc rgb ", script);
    if (!page->curve[c].shade) {
        rdg_plot_text(script, rdg_plot_colour(page, c));
    }
    fputs(" lw ", script);
    rdg_plot_number(script, 2.5 * (item->width > 0 ? item->width : 1.0));
    fputs(dashed ? " dt (8,7)" : "", script); /* ends are round, gaps wider for that */
}

static void write_curve(const rdg_plot_page *page, rdg_index c, FILE *script)
{
    const rdg_plot_item *item = page->curve[c].item;
    rdg_plot_style style = item->style;
    if (style == RDG_TRIANGLES) {
        fprintf(script, "%s$curve%" PRId64 " with pm3d notitle", c > 0 ? ", \\\n  " : "", c);
        return;
    }
    if (style == RDG_STYLE_AUTO) {
        style = item->kind == RDG_PLOT_ARRAYS || item->only ? RDG_DOTS : RDG_LINE;
    }
    const char *with = style == RDG_DOTS ? "points" : (style == RDG_LINE_DOTS ? "linespoints" : "lines");
    fprintf(script, "%s$curve%" PRId64 " with %s", c > 0 ? ", \\\n  " : "", c, with);
    write_line(page, c, style == RDG_DASHED, script);
    if (style == RDG_DOTS || style == RDG_LINE_DOTS) {
        fputs(" pt 7 ps ", script);
        rdg_plot_number(script, 1.2 * (style == RDG_DOTS && item->width > 0.0 ? item->width : 1.0));
    }
    rdg_plot_legend(rdg_plot_legend_of(page, item), script);
    if (page->curve[c].dash) {
        fprintf(script, ", \\\n  $dashed%" PRId64 " with lines", c);
        write_line(page, c, true, script);
        rdg_plot_legend("", script);
    }
}

static void write_curves(const rdg_plot_page *page, const rdg_plot_mark_kind *marks, int n_marks,
                         FILE *script)
{
    fputs(page->n_axes == 3 ? "splot " : "plot ", script);
    for (int m = 0; m < n_marks; m++) {
        rdg_plot_mark(marks + m, m, script);
    }
    for (rdg_index c = 0; c < page->n_curves; c++) {
        write_curve(page, c, script);
    }
    rdg_plot_dash_key(page, script);
    for (int m = 0; m < n_marks; m++) {
        rdg_plot_mark_key(marks + m, script);
    }
}

void rdg_plot_script(const rdg_plot_page *page, const char *target, FILE *script)
{
    rdg_plot_mark_kind marks[RDG_PLOT_MARKS];
    const int n_marks = rdg_plot_find_marks(page, marks);
    write_page(page, target, script);
    rdg_plot_key(page, marks, n_marks, script);
    for (rdg_index c = 0; c < page->n_curves; c++) {
        write_curve_data(page, c, script);
    }
    for (int m = 0; m < n_marks; m++) {
        rdg_plot_mark_data(page, marks + m, m, script);
    }
    rdg_plot_palette(page, script);
    if (page->map) { /* the grid would hide behind it */
        fputs("unset grid\nset autoscale xfix\nset autoscale yfix\nplot $curve0 with image notitle\nset "
              "output\n",
              script);
        return;
    }
    if (page->close_up) {
        fputs("set multiplot\n", script);
    }
    write_curves(page, marks, n_marks, script);
    if (page->close_up) {
        rdg_plot_close_up_begin(page, script);
        write_curves(page, marks, n_marks, script);
        fputs("\nunset multiplot", script);
    }
    fputs("\nset output\n", script);
}
