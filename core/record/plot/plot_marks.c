/* Marks of special points, by their types, and what the legend calls them. */
#include "plot_impl.h"

#include "run_data_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <string.h>

static bool is_marked(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index i)
{
    return curve->item->marks && *rdg_run_type(curve->run, i) && rdg_plot_is_drawn(page, curve, i);
}

/* The mark of a type, added if it is new; NULL: it is not marked in this picture. */
static const rdg_plot_mark_kind *find_mark(rdg_plot_mark_kind marks[RDG_PLOT_MARKS], int *n, const char *type)
{
    static const rdg_plot_mark_kind known[] = {{"FP", 7, "fold"},
                                               {"BP", 5, "branch point"},
                                               {"EP", 6, "end"},
                                               {"UZ", 9, "requested value"},
                                               {"HB", 13, "Hopf"},
                                               {"PD", 11, "period doubling"},
                                               {"NS", 15, "Neimark-Sacker"},
                                               {"MX", 2, "stopped"},
                                               {"RS", 4, "goes on"},
                                               {"SLIP", 8, "onset of slip"},
                                               {"CE", 10, "end of a non-smooth peak"},
                                               {"OPT", 12, "best"},
                                               {"CP", 14, "cusp"}};
    static const int others[] = {8, 12, 4, 10, 14, 3, 1};
    for (int i = 0; i < *n; i++) {
        if (strcmp(marks[i].type, type) == 0) {
            return marks + i;
        }
    }
    if (*n == RDG_PLOT_MARKS) {
        return NULL;
    }
    marks[*n] =
        (rdg_plot_mark_kind){.type = type, .symbol = others[(size_t)*n % (sizeof others / sizeof *others)]};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        marks[*n] = strcmp(known[i].type, type) == 0 ? known[i] : marks[*n];
    }
    return marks + (*n)++;
}

int rdg_plot_find_marks(const rdg_plot_page *page, rdg_plot_mark_kind marks[RDG_PLOT_MARKS])
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
void rdg_plot_mark_data(const rdg_plot_page *page, const rdg_plot_mark_kind *of, int m, FILE *script)
{
    fprintf(script, "$mark%d << END\n", m);
    for (rdg_index c = 0; c < page->n_curves; c++) {
        const rdg_plot_curve *curve = page->curve + c;
        for (rdg_index i = 0; i < curve->n; i++) {
            if (is_marked(page, curve, i) && strcmp(rdg_run_type(curve->run, i), of->type) == 0) {
                rdg_plot_point(page, curve, i, script);
            }
        }
    }
    fputs("END\n", script);
}

/* Curves are drawn over the symbols, so that none hides a short part of a curve. */
void rdg_plot_mark(const rdg_plot_mark_kind *of, int m, FILE *script)
{
    fprintf(script, "$mark%d with points pt %d ps 1.6 lw 2 lc rgb '#202020' notitle, \\\n  ", m, of->symbol);
}

void rdg_plot_mark_key(const rdg_plot_mark_kind *of, FILE *script)
{
    char chars[64];
    rdg_text text = rdg_text_in(chars, sizeof chars);
    rdg_text_addf(&text, of->name ? "%s (%s)" : "%s", of->name ? of->name : of->type, of->type);
    fprintf(script, ", \\\n  keyentry with points pt %d ps 1.6 lw 2 lc rgb '#202020'", of->symbol);
    rdg_plot_legend(chars, script);
}
