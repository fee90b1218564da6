/* The printed table: every column right-aligned under its header, so that digits stand under digits. */
#include "table_impl.h"

#include "text_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* "-1.2346e-305" */
enum { LINE_SIZE = 2048, LEAST_WIDTH = 12 };

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

void rdg_table_begin(rdg_table *table, rdg_context *ctx, const rdg_layout *layout, rdg_index n_shown,
                     const rdg_index *shown, const char *headers)
{
    *table = (rdg_table){.ctx = ctx, .layout = layout, .shown = shown, .n_shown = n_shown};
    char chars[LINE_SIZE];
    rdg_text line = rdg_text_in(chars, sizeof chars);
    rdg_text_add(&line, "  step  it      |F|       |u|   label  type");
    for (rdg_index i = 0; i < n_shown; i++) {
        const rdg_index p = parameter_of(table, i);
        const char *name = layout->parameter[p], *unit = layout->unit[p];
        const int used = screen_width(name) + (*unit ? 1 + screen_width(unit) : 0);
        rdg_text_addf(&line, "  %*s%s%s%s", header_width(layout, p) - used, "", name, *unit ? " " : "", unit);
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
    rdg_text_addf(&line, "%6" PRId64 " %3d  %7.1e  %8.2e  %6s  %-4s", chart->point, chart->iterations,
                  chart->residual, chart->norm, label, chart->type);
    for (rdg_index i = 0; i < table->n_shown; i++) {
        const rdg_index p = parameter_of(table, i);
        rdg_text_addf(&line, "  %*.4e", header_width(table->layout, p), chart->mu[p]);
    }
    rdg_text_addf(&line, "%s  %8.2f", words, chart->seconds);
    rdg_write(table->ctx, RDG_CHANNEL_TABLE, "%s\n", chars);
}
