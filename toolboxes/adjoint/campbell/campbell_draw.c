/* The picture of a Campbell diagram: frequencies in Hz over the speed in turns a minute. Lines have the
 * colour of their nodal diameter, engine orders are dashed, peaks are dots. */
#include "campbell_impl.h"

#include <ridgewalk/plot.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { COLOURS = 7, TEXT_SIZE = 48, OTHER_ITEMS = 6, ORDER_ITEMS = 2 };

static const double rpm = 30.0 / 3.14159265358979323846, hertz = 0.5 / 3.14159265358979323846;
static const char *const colour[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                            "#e69f00", "#56b4e9", "#000000"};

typedef struct picture {
    const rdg_campbell_work *w;
    rdg_plot_item *item;
    rdg_index n;
    char (*text)[TEXT_SIZE]; /* [2 n_orders] */
    double *speed;           /* [speeds] */
    double *line;            /* [speeds * modes * n_orders] */
    double *dot[2][2];       /* resonances, peaks: x and y, [n_rows] */
    rdg_index dots[2];
    double *order; /* [4 * n_orders] ends of the engine orders */
    double top;    /* highest frequency of the lines, Hz */
} picture;

static void add(picture *p, rdg_plot_item item)
{
    p->item[p->n++] = item;
}

/* Lines of a nodal diameter are drawn once, for its first engine order. */
static bool is_first(const rdg_campbell_work *w, rdg_index i)
{
    for (rdg_index k = 0; k < i; k++) {
        if (rdg_campbell_diameter(w, w->o->orders[k]) == rdg_campbell_diameter(w, w->o->orders[i])) {
            return false;
        }
    }
    return true;
}

static void add_lines(picture *p, rdg_index i)
{
    const rdg_campbell_work *w = p->w;
    for (rdg_index mode = 0; mode < w->o->modes; mode++) {
        double *y = p->line + w->speeds * (mode + w->o->modes * i);
        for (rdg_index k = 0; k < w->speeds; k++) {
            y[k] = rdg_campbell_omega(w, i, k)[mode];
            p->top = fmax(p->top, hertz * y[k]);
        }
        snprintf(p->text[i], TEXT_SIZE, "nodal diameter %" PRId64, rdg_campbell_diameter(w, w->o->orders[i]));
        add(p, RDG_POINTS(w->speeds, p->speed, y, mode == 0 ? p->text[i] : "", .style = RDG_LINE,
                          .x_factor = rpm, .y_factor = hertz, .color = colour[i % COLOURS], .width = 1.5));
    }
}

/* From the lowest to the highest speed, or to the upper edge of the picture. */
static void add_order(picture *p, rdg_index i)
{
    const rdg_campbell_work *w = p->w;
    const double r = (double)w->o->orders[i], top = 1.05 * p->top / hertz;
    double *x = p->order + 4 * i, *y = x + 2;
    x[0] = fmin(w->o->low, top / r);
    x[1] = fmin(w->o->high, top / r);
    y[0] = r * x[0];
    y[1] = r * x[1];
    char *text = p->text[w->o->n_orders + i];
    snprintf(text, TEXT_SIZE, "%" PRId64, w->o->orders[i]);
    add(p,
        RDG_POINTS(2, x, y, "", .style = RDG_DASHED, .x_factor = rpm, .y_factor = hertz, .color = "#888888"));
    add(p, RDG_TEXT(rpm * x[1], hertz * y[1], text));
}

static void add_dots(picture *p)
{
    const rdg_campbell_work *w = p->w;
    static const char *const legend[2] = {"resonances", "peaks"}, *const shade[2] = {"black", "red"};
    for (rdg_index k = 0; k < w->n_rows; k++) {
        const int which = w->row[k].alpha > 0.0;
        if (isfinite(w->row[k].speed)) {
            p->dot[which][0][p->dots[which]] = w->row[k].speed;
            p->dot[which][1][p->dots[which]++] = w->row[k].omega;
        }
    }
    for (int which = 0; which < 2; which++) {
        if (p->dots[which] > 0) {
            add(p, RDG_POINTS(p->dots[which], p->dot[which][0], p->dot[which][1], legend[which],
                              .style = RDG_DOTS, .x_factor = rpm, .y_factor = hertz, .color = shade[which],
                              .width = which == 0 ? 2.0 : 1.0));
        }
    }
}

static rdg_status allocate(picture *p)
{
    const rdg_campbell_work *w = p->w;
    const size_t orders = (size_t)w->o->n_orders, modes = (size_t)w->o->modes, speeds = (size_t)w->speeds;
    p->item = rdg_context_calloc(w->ctx, orders * (modes + ORDER_ITEMS) + OTHER_ITEMS, sizeof *p->item);
    p->text = rdg_context_calloc(w->ctx, 2 * orders, sizeof *p->text);
    p->speed = rdg_context_calloc(w->ctx, speeds, sizeof *p->speed);
    p->line = rdg_context_calloc(w->ctx, speeds * modes * orders, sizeof *p->line);
    p->order = rdg_context_calloc(w->ctx, 4 * orders, sizeof *p->order);
    for (int k = 0; k < 4; k++) {
        p->dot[k / 2][k % 2] = rdg_context_calloc(w->ctx, (size_t)w->n_rows + 1, sizeof(double));
    }
    return rdg_error_status(w->ctx);
}

static void release(picture *p)
{
    rdg_free(p->item);
    rdg_free(p->text);
    rdg_free(p->speed);
    rdg_free(p->line);
    rdg_free(p->order);
    for (int k = 0; k < 4; k++) {
        rdg_free(p->dot[k / 2][k % 2]);
    }
}

static void fill(picture *p)
{
    const rdg_campbell_work *w = p->w;
    for (rdg_index k = 0; k < w->speeds; k++) {
        p->speed[k] = rdg_campbell_speed(w, k);
    }
    for (rdg_index i = 0; i < w->o->n_orders; i++) {
        if (is_first(w, i)) {
            add_lines(p, i);
        }
    }
    for (rdg_index i = 0; i < w->o->n_orders; i++) {
        add_order(p, i);
    }
    add_dots(p);
    add(p, RDG_PLOT_ITEM(.kind = RDG_PLOT_LABEL, .axis = 'x', .text = "speed / rpm"));
    add(p, RDG_PLOT_ITEM(.kind = RDG_PLOT_LABEL, .axis = 'y', .text = "frequency / Hz"));
    add(p, RDG_YRANGE(0.0, 1.1 * p->top));
    add(p, RDG_PLOT_ITEM(.kind = RDG_PLOT_END));
}

rdg_status rdg_campbell_draw(const rdg_campbell_work *w)
{
    picture p = {.w = w};
    rdg_status status = allocate(&p);
    if (status == RDG_OK) {
        fill(&p);
        status = rdg_plot_items(w->ctx, w->o->picture, p.item);
    }
    release(&p);
    return status == RDG_ERR_NO_MEMORY ? status : RDG_OK; /* else a warning gives the reason */
}
