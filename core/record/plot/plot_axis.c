/* Axes of a plot. gnuplot's own tics of a logarithmic axis are whole decades, which leaves a short axis with
 * one number or none: below two decades they are chosen here. */
#include "plot_impl.h"

#include "text_impl.h"

#include <math.h>

void rdg_plot_number(FILE *script, double value)
{
    char chars[RDG_NUMBER_SIZE];
    rdg_text text = rdg_text_in(chars, sizeof chars);
    rdg_text_number(&text, value, 10);
    fputs(chars, script);
}

void rdg_plot_range(const char *name, double from, double to, FILE *script)
{
    fprintf(script, "set %srange [", name);
    rdg_plot_number(script, from);
    fputc(':', script);
    rdg_plot_number(script, to);
    fputs("]\n", script);
}

/* Values nearer to each other than this are one; numbers on such an axis would all read the same. */
static const double least_ratio = 1 + 1e-6;

enum { MOST_TICS = 20 };

/* 1, 2 or 5 times a power of ten, such that about five of them fill the length. */
static double even_step(double length)
{
    const double power = pow(10, floor(log10(length / 5)));
    const double ratio = length / 5 / power;
    return power * (ratio < 1.5 ? 1 : (ratio < 3.5 ? 2 : (ratio < 7.5 ? 5 : 10)));
}

void rdg_plot_few_tics(const rdg_plot_axis *axis, char name, FILE *script)
{
    const double length = axis->has_range ? axis->to - axis->from : axis->most - axis->least;
    if (length > 0.0 && isfinite(length)) {
        fprintf(script, "set %ctics ", name);
        rdg_plot_number(script, even_step(length));
        fputc('\n', script);
    }
}

/* At even distances: within a decade. */
static void write_even_tics(double from, double to, FILE *script)
{
    const double step = even_step(to - from);
    const double first = ceil(from / step);
    for (int i = 0; i <= MOST_TICS && (first + i) * step <= to; i++) {
        fputs(i > 0 ? ", " : "", script);
        rdg_plot_number(script, (first + i) * step);
    }
}

/* At 1, 2 and 5 of each decade. */
static void write_decade_tics(double from, double to, FILE *script)
{
    static const double within[] = {1, 2, 5};
    const char *comma = "";
    for (int power = (int)floor(log10(from)); power <= (int)ceil(log10(to)); power++) {
        for (int i = 0; i < 3; i++) {
            const double value = within[i] * pow(10, power);
            if (value >= from && value <= to) {
                fputs(comma, script);
                rdg_plot_number(script, value);
                comma = ", ";
            }
        }
    }
}

void rdg_plot_log_axis(const rdg_plot_axis *axis, char name, FILE *script)
{
    /* a little more than the data; a single value gets half a decade */
    const double ratio = axis->most / axis->least;
    const double margin = ratio > least_ratio ? pow(ratio, 0.04) : sqrt(sqrt(10.0));
    const double from = axis->has_range ? axis->from : axis->least / margin;
    const double to = axis->has_range ? axis->to : axis->most * margin;
    const double decades = log10(to / from);
    fprintf(script, "set logscale %c\n", name);
    rdg_plot_range((const char[]){name, '\0'}, from, to, script);
    if (decades >= 2) {
        fprintf(script, "set format %c '10^{%%T}'\n", name);
        return;
    }
    fprintf(script, "set format %c '%%h'\nunset m%ctics\nset %ctics (", name, name, name);
    if (decades < 1) {
        write_even_tics(from, to, script);
    } else {
        write_decade_tics(from, to, script);
    }
    fputs(")\n", script);
}

void rdg_plot_close_up_begin(const rdg_plot_page *page, FILE *script)
{
    const rdg_plot_item *item = page->close_up;
    const double part = item->part != 0.0 ? item->part : RDG_PLOT_CLOSE_PART;
    fputs("\nset origin ", script);
    rdg_plot_number(script, item->left);
    fputc(',', script);
    rdg_plot_number(script, item->bottom);
    fputs("\nset size ", script);
    rdg_plot_number(script, part);
    fputc(',', script);
    rdg_plot_number(script, part);
    /* a light ground hides what lies below it and its numbers */
    fputs("\nset object 1 rectangle from graph -0.27,-0.17 to graph 1.04,1.05 noclip behind fillcolor rgb "
          "'#ffffff' "
          "fillstyle solid noborder\nunset label\nunset title\nunset xlabel\nunset ylabel\nunset key\nunset "
          "logscale\n"
          "set xtics autofreq offset 0,0.3\nset ytics autofreq offset 0.4,0\nset format '%h'\nset tics font "
          "',13'\n"
          "set lmargin 8\nset rmargin 1\nset bmargin 2\nset tmargin 0.5\nset border 15\n",
          script);
    rdg_plot_range("x", item->from, item->to, script);
    rdg_plot_range("y", item->y_from, item->y_to, script);
    /* three or four numbers a side */
    const rdg_plot_axis x = {
        .has_range = true, .from = item->from, .to = item->from + 2.2 * (item->to - item->from)};
    const rdg_plot_axis y = {
        .has_range = true, .from = item->y_from, .to = item->y_from + 2.2 * (item->y_to - item->y_from)};
    rdg_plot_few_tics(&x, 'x', script);
    rdg_plot_few_tics(&y, 'y', script);
}
