/* Pictures of all ridges: amplitude by level and frequency over the level, each ridge in its colour on a
 * broad grey line, the envelope. */
#ifndef DESIGN_RIDGE_PICTURES_H
#define DESIGN_RIDGE_PICTURES_H

#include <ridgewalk/ridges.h>
#include <ridgewalk/ridgewalk.h>

#include <stdlib.h>

enum { MOST_ITEMS = 240 };

/* What a picture shows of a point of a ridge. */
typedef double (*ridge_value)(double level, double omega, double amplitude);

static inline double by_level(double level, double omega, double amplitude)
{
    (void)omega;
    return 1e6 * amplitude / level; /* um/N */
}

static inline double in_hertz(double level, double omega, double amplitude)
{
    (void)level;
    (void)amplitude;
    return omega / 6.28318530717958647692;
}

typedef struct ridge_picture {
    rdg_plot_item item[MOST_ITEMS];
    double *numbers[MOST_ITEMS]; /* of the items, to be freed */
    int n, n_numbers;
} ridge_picture;

static inline void add_item(ridge_picture *p, rdg_plot_item item)
{
    if (p->n < MOST_ITEMS - 1) {
        p->item[p->n++] = item;
    }
}

/* Space for x and y of n points. */
static inline double *take_numbers(ridge_picture *p, rdg_index n)
{
    double *numbers = p->n_numbers < MOST_ITEMS ? calloc(2 * (size_t)n + 1, sizeof *numbers) : NULL;
    if (numbers) {
        p->numbers[p->n_numbers++] = numbers;
    }
    return numbers;
}

/* A ridge between two levels; the ends as they are given if they are. */
static inline void add_stretch(ridge_picture *p, const rdg_ridge_curve *r, const rdg_ridges_piece *piece,
                               ridge_value value, rdg_plot_item how)
{
    double *x = take_numbers(p, r->n + 2), *y = x ? x + r->n + 2 : NULL;
    if (!x) {
        return;
    }
    rdg_index n = 0;
    if (piece) {
        x[n] = piece->low.level;
        y[n++] = value(piece->low.level, piece->low.omega, piece->low.amplitude);
    }
    for (rdg_index i = 0; i < r->n; i++) {
        if (!piece || (r->level[i] > piece->low.level && r->level[i] < piece->high.level)) {
            x[n] = r->level[i];
            y[n++] = value(r->level[i], r->omega[i], r->amplitude[i]);
        }
    }
    if (piece) {
        x[n] = piece->high.level;
        y[n++] = value(piece->high.level, piece->high.omega, piece->high.amplitude);
    }
    how.kind = RDG_PLOT_ARRAYS;
    how.n = n;
    how.xs = x;
    how.ys = y;
    how.style = RDG_LINE;
    add_item(p, how);
}

static inline void add_envelope(ridge_picture *p, const rdg_ridges *all, ridge_value value)
{
    bool named = false;
    for (rdg_index k = 0; k < all->pieces; k++) {
        if (all->piece[k].ridge >= 0) {
            add_stretch(p, &all->ridge[all->piece[k].ridge], &all->piece[k], value,
                        (rdg_plot_item){.color = "#c8c8c8", .width = 7, .legend = named ? "" : "envelope"});
            named = true;
        }
    }
}

static inline void add_ridges(ridge_picture *p, const rdg_ridges *all, ridge_value value)
{
    static const char *const color[] = {"#0072b2", "#d04020", "#009e73", "#cc0077", "#e08000",
                                        "#332288", "#56b4e9", "#7a5200", "#000000", "#b0a000"};
    for (rdg_index k = 0; k < all->count; k++) {
        add_stretch(p, &all->ridge[k], NULL, value,
                    (rdg_plot_item){.color = color[k % 10], .width = 2, .legend = ""});
    }
}

static inline void add_events(ridge_picture *p, const rdg_ridges *all, ridge_value value)
{
    double *x = take_numbers(p, all->pieces), *y = x ? x + all->pieces : NULL;
    rdg_index n = 0;
    for (rdg_index k = 0; x && k < all->pieces; k++) {
        const rdg_ridges_point *at = &all->piece[k].high;
        if (all->piece[k].crosses) {
            x[n] = at->level;
            y[n++] = value(at->level, at->omega, at->amplitude);
        }
    }
    if (n > 0) {
        add_item(p, RDG_POINTS(n, x, y, "exchanges XR", .color = "black", .width = 2));
    }
}

static inline void draw_picture(rdg_context *ctx, const char *path, ridge_picture *p)
{
    p->item[p->n] = (rdg_plot_item){.kind = RDG_PLOT_END};
    rdg_plot_items(ctx, path, p->item);
    for (int k = 0; k < p->n_numbers; k++) {
        free(p->numbers[k]);
    }
}

static inline void draw_ridges(rdg_context *ctx, const rdg_ridges *all, const char *path, const char *title,
                               bool frequency)
{
    const ridge_value value = frequency ? in_hertz : by_level;
    ridge_picture p = {.n = 0};
    add_envelope(&p, all, value);
    add_ridges(&p, all, value);
    if (!frequency) {
        add_events(&p, all, value);
        add_item(&p, RDG_LOGY);
    }
    add_item(&p, RDG_LOGX);
    add_item(&p, RDG_TITLE(title));
    add_item(&p, RDG_XLABEL("forcing amplitude / N"));
    add_item(&p, frequency ? RDG_YLABEL("frequency / Hz") : RDG_YLABEL("amplitude by force / (µm/N)"));
    draw_picture(ctx, path, &p);
}

#endif
