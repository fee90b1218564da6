/* Texts in a script for gnuplot. */
#include "plot_impl.h"

/* The texts of a user are taken as they are: no underscore becomes a subscript. Units and names may come from
 * a file that somebody else has written: a line that ended here would have the next one obeyed. */
void rdg_plot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        const bool is_control = (unsigned char)*c < ' ' || *c == 127;
        fputs(*c == '\'' ? "''" : (const char[]){is_control ? ' ' : *c, '\0'}, script);
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
