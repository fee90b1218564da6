/* The printed table: every column right-aligned under its header, so that digits stand under digits. */
#include "table_impl.h"

#include "circle.h"
#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* "-1.2346e-305" */
enum { LINE_SIZE = 2048, LEAST_WIDTH = 12, HERTZ_WIDTH = 10, HERTZ_DIGITS = 3 };

/* Characters on the screen of a text in UTF-8. */
static int screen_width(const char *text)
{
    int n = 0;
    for (const char *c = text; *c; c++) {
        n += ((unsigned char)*c & 0xC0) != 0x80;
    }
    return n;
}

static rdg_index parameter_of(const rdg_table *table, rdg_index column)
{
    return table->shown ? table->shown[column] : column;
}

static int header_width(const rdg_layout *layout, rdg_index parameter)
{
    const char *unit = layout->unit[parameter];
    const int width = screen_width(layout->parameter[parameter]) + (*unit ? 1 + screen_width(unit) : 0);
    return width > LEAST_WIDTH ? width : LEAST_WIDTH;
}

static void add_header(rdg_text *line, int width, const char *name, const char *unit)
{
    const int used = screen_width(name) + (*unit ? 1 + screen_width(unit) : 0);
    rdg_text_addf(line, "  %*s%s%s%s", width - used, "", name, *unit ? " " : "", unit);
}

/* Whole numbers, counts and signs among them, have no digits behind the point. */
static void add_value(rdg_text *line, int width, double value)
{
    const bool is_whole = isfinite(value) && fabs(value) < 1e6 && value == rint(value);
    rdg_text_addf(line, is_whole ? "  %*.0f" : "  %*.4e", width, value + 0.0);
}

/* The first circular frequency that is shown, where it is one cycle a second or more: it stands there in Hz,
 * too. Numbers without dimensions are mostly less. */
static rdg_index find_frequency(const rdg_table *table, const double *first)
{
    for (rdg_index i = 0; first && i < table->n_shown; i++) {
        const rdg_index p = parameter_of(table, i);
        if (strcmp(table->layout->unit[p], "rad/s") == 0 && first[p] >= 2.0 * RDG_PI) {
            return p;
        }
    }
    return -1;
}

void rdg_table_begin(rdg_table *table, rdg_context *ctx, const rdg_layout *layout, rdg_index n_shown,
                     const rdg_index *shown, const double *first, const char *headers)
{
    *table = (rdg_table){.ctx = ctx, .layout = layout, .shown = shown, .n_shown = n_shown};
    table->in_hertz = find_frequency(table, first);
    char chars[LINE_SIZE];
    rdg_text line = rdg_text_in(chars, sizeof chars);
    rdg_text_add(&line, "  step  it      |F|   label  type");
    for (rdg_index i = 0; i < n_shown; i++) {
        const rdg_index p = parameter_of(table, i);
        add_header(&line, header_width(layout, p), layout->parameter[p], layout->unit[p]);
        if (p == table->in_hertz) {
            add_header(&line, HERTZ_WIDTH, "f", "Hz");
        }
    }
    rdg_text_addf(&line, "%s      time", headers);
    rdg_write(ctx, RDG_CHANNEL_TABLE, "%s\n", chars);
}

void rdg_table_row(const rdg_table *table, const rdg_chart *chart, const char *words)
{
    char chars[LINE_SIZE], label[24] = "";
    if (chart->label > 0) {
        snprintf(label, sizeof label, "%" PRId64, chart->label);
    }
    rdg_text line = rdg_text_in(chars, sizeof chars);
    rdg_text_addf(&line, "%6" PRId64 " %3d  %7.1e  %6s  %-4s", chart->point, chart->iterations,
                  chart->residual, label, chart->type);
    for (rdg_index i = 0; i < table->n_shown; i++) {
        const rdg_index p = parameter_of(table, i);
        add_value(&line, header_width(table->layout, p), chart->mu[p]);
        if (p == table->in_hertz) {
            rdg_text_addf(&line, "  %*.*f", HERTZ_WIDTH, HERTZ_DIGITS, chart->mu[p] / (2.0 * RDG_PI));
        }
    }
    rdg_text_addf(&line, "%s  %8.2f", words, chart->seconds);
    rdg_write(table->ctx, RDG_CHANNEL_TABLE, "%s\n", chars);
}
