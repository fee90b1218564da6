/* Texts in a script for gnuplot. */
#include "plot_impl.h"

/* The texts of a user are taken as they are: no underscore becomes a subscript. */
void rdg_plot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        fputs(*c == '\'' ? "''" : (const char[]){*c, '\0'}, script);
    }
    fputc('\'', script);
}

void rdg_plot_legend(const char *legend, FILE *script)
{
    if (*legend) {
        fputs(" title ", script);
        rdg_plot_text(script, legend);
        fputs(" noenhanced", script);
    } else {
        fputs(" notitle", script);
    }
}
