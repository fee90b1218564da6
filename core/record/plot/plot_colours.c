/* Colours of curves, by their order or by values. */
#include "plot_impl.h"

#include <math.h>

/* Colours of a family, from dark to light (viridis, without its lightest part). */
enum { FAMILY = 16 };
static const char *const family[FAMILY] = {"#440154", "#481668", "#482878", "#443983", "#3e4a89", "#375a8c",
                                           "#31688e", "#2b758e", "#26828e", "#21918c", "#1f9e89", "#2ab07f",
                                           "#44bf70", "#6ccd5a", "#95d840", "#bddf26"};

/* How many curves before this one have no colour of their own */
static rdg_index rank_of(const rdg_plot_page *page, rdg_index c)
{
    rdg_index rank = 0;
    for (rdg_index i = 0; i < c; i++) {
        rank += !page->curve[i].item->color && !page->curve[i].shade;
    }
    return rank;
}

/* colours that people with any kind of colour vision distinguish (Okabe and Ito) */
const char *rdg_plot_colour(const rdg_plot_page *page, rdg_index c)
{
    const rdg_plot_item *item = page->curve[c].item;
    static const char *const palette[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                          "#e69f00", "#56b4e9", "#000000"};
    const size_t n = sizeof palette / sizeof *palette;
    if (item->color || !(page->is_family || rank_of(page, page->n_curves) > (rdg_index)n)) {
        return item->color ? item->color : palette[(size_t)c % n];
    }
    const double others = (double)(rank_of(page, page->n_curves) - 1);
    const double share = others > 0.0 ? (double)rank_of(page, c) / others : 0.0;
    return family[(int)(fmin(share, 1.0) * (FAMILY - 1))];
}

/* Where colours are numbers, from dark to light in any print; on a surface pale, so that curves stand out. */
void rdg_plot_palette(const rdg_plot_page *page, FILE *script)
{
    fputs(page->map || page->shaded
              ? "set palette defined (0 '#0d0887', 0.25 '#7e03a8', 0.5 '#cc4778', 0.75 '#f89540', 1 "
                "'#f0f921')\n"
              : "set palette defined (0 '#c9dcec', 0.5 '#eef3e2', 1 '#f6d9b8')\nunset colorbox\n"
                "set pm3d border lc rgb '#b0b0b0' lw 0.3\n",
          script);
}
