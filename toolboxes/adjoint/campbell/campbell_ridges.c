/* The picture of the peaks of each resonance: amplitude over the forcing amplitude. */
#include "campbell_impl.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { TEXT_SIZE = 64, OTHER_ITEMS = 5 };

typedef struct picture {
    const rdg_campbell_work *w;
    rdg_plot_item *item;
    rdg_index n;
    char (*text)[TEXT_SIZE]; /* [n_rows] */
    double *x, *y;           /* [n_rows] */
} picture;

static void add(picture *p, rdg_plot_item item)
{
    p->item[p->n++] = item;
}

/* Rows behind a resonance, without those at which the peak was lost. */
static void add_ridge(picture *p, rdg_index first)
{
    const rdg_campbell_work *w = p->w;
    const rdg_campbell_row *resonance = &w->row[first];
    rdg_index n = 0;
    double *x = p->x + first, *y = p->y + first;
    for (rdg_index k = first + 1; k <= first + w->o->n_amplitudes; k++) {
        if (isfinite(w->row[k].amplitude)) {
            x[n] = w->row[k].alpha;
            y[n++] = w->row[k].amplitude;
        }
    }
    if (n > 0) {
        snprintf(p->text[first], TEXT_SIZE, "engine order %" PRId64 ", mode %" PRId64, resonance->order,
                 resonance->mode + 1);
        add(p, RDG_POINTS(n, x, y, p->text[first], .style = RDG_LINE_DOTS));
    }
}

static void fill(picture *p)
{
    const rdg_campbell_work *w = p->w;
    for (rdg_index k = 0; k < w->n_rows; k += w->o->n_amplitudes + 1) {
        add_ridge(p, k);
    }
    add(p, RDG_XLABEL("forcing amplitude / N"));
    add(p, RDG_YLABEL("amplitude of the peak"));
    add(p, RDG_LOGX);
    add(p, RDG_LOGY);
    add(p, RDG_PLOT_ITEM(.kind = RDG_PLOT_END));
}

rdg_status rdg_campbell_draw_ridges(const rdg_campbell_work *w)
{
    picture p = {.w = w};
    const size_t rows = (size_t)w->n_rows;
    p.item = rdg_context_calloc(w->ctx, rows + OTHER_ITEMS, sizeof *p.item);
    p.text = rdg_context_calloc(w->ctx, rows, sizeof *p.text);
    p.x = rdg_context_calloc(w->ctx, rows, sizeof *p.x);
    p.y = rdg_context_calloc(w->ctx, rows, sizeof *p.y);
    rdg_status status = rdg_error_status(w->ctx);
    if (status == RDG_OK) {
        fill(&p);
        status = rdg_plot_items(w->ctx, w->o->ridges, p.item);
    }
    rdg_free(p.item);
    rdg_free(p.text);
    rdg_free(p.x);
    rdg_free(p.y);
    return status == RDG_ERR_NO_MEMORY ? status : RDG_OK; /* else a warning gives the reason */
}
