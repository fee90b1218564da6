/* Pictures of dense output: the curve between two rows as a polygon that nobody sees. */
#include "plot_impl.h"
#include "run_data_impl.h"

#include <math.h>

/* A part of the curve is straight if it leaves its chord by less than this, in pixels: close-ups magnify. */
static const double straight = 0.1;

/* A leaf is halved so often at most. */
enum { DEEPEST = 8 };

/* A place of the curve: values on the axes, and where they lie in the picture, in heights. */
typedef struct spot {
    double fraction; /* of the way to the next row */
    double value[RDG_PLOT_AXES], at[RDG_PLOT_AXES];
    bool is_drawn;
} spot;

/* True: they can be drawn. */
static bool values_at(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, double fraction,
                      double *value)
{
    bool are_drawn = true;
    double ignored = 0.0;
    for (int k = 0; k < page->n_axes; k++) {
        value[k] =
            curve->factor[k] * rdg_run_dense_value(curve->run, curve->quantity[k], row, fraction, &ignored);
        are_drawn = are_drawn && isfinite(value[k]) && (value[k] > 0.0 || !page->axis[k].log);
    }
    return are_drawn;
}

static spot spot_at(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, double fraction)
{
    spot s = {.fraction = fraction};
    s.is_drawn = values_at(page, curve, row, fraction, s.value);
    for (int k = 0; s.is_drawn && k < page->n_axes; k++) {
        s.at[k] = rdg_plot_share(page->axis + k, s.value[k]);
    }
    s.at[0] *= (double)page->width / page->height;
    return s;
}

static double off_chord(const spot *a, const spot *b, const spot *s)
{
    double along = 0.0, length = 0.0, off = 0.0;
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        along += (s->at[k] - a->at[k]) * (b->at[k] - a->at[k]);
        length += (b->at[k] - a->at[k]) * (b->at[k] - a->at[k]);
    }
    const double share = length > 0.0 ? fmin(fmax(along / length, 0.0), 1.0) : 0.0;
    for (int k = 0; k < RDG_PLOT_AXES; k++) {
        const double d = s->at[k] - a->at[k] - share * (b->at[k] - a->at[k]);
        off += d * d;
    }
    return sqrt(off);
}

static void write_spot(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, const spot *s,
                       FILE *script)
{
    for (int k = 0; s->is_drawn && k < page->n_axes; k++) {
        rdg_plot_number(script, s->value[k]);
        fputs(k + 1 < page->n_axes ? " " : "", script);
    }
    if (s->is_drawn) {
        rdg_plot_end_point(curve, row, row + 1, s->fraction, script);
    }
}

/* What lies between two places, without these. */
static void draw(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, spot a, spot b,
                 int depth, FILE *script)
{
    spot inner[3];
    bool is_straight = true;
    for (int i = 0; i < 3; i++) {
        inner[i] = spot_at(page, curve, row, a.fraction + 0.25 * (i + 1) * (b.fraction - a.fraction));
        is_straight = is_straight && a.is_drawn && b.is_drawn && inner[i].is_drawn &&
                      off_chord(&a, &b, &inner[i]) <= straight / page->height;
    }
    if (!is_straight && depth < DEEPEST) {
        draw(page, curve, row, a, inner[1], depth + 1, script);
        write_spot(page, curve, row, &inner[1], script);
        draw(page, curve, row, inner[1], b, depth + 1, script);
    }
}

bool rdg_plot_dense_between(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from,
                            rdg_index to, FILE *script)
{
    rdg_index leaves = 0;
    if (!curve->is_dense || from < 0 || to != from + 1 || !rdg_run_has_dense(curve->run, from, &leaves)) {
        return false;
    }
    spot a = spot_at(page, curve, from, 0.0);
    for (rdg_index i = 1; i <= leaves; i++) {
        const spot b = spot_at(page, curve, from, rdg_run_dense_edge(curve->run, from, i));
        draw(page, curve, from, a, b, 0, script);
        if (i < leaves) {
            write_spot(page, curve, from, &b, script);
        }
        a = b;
    }
    return true;
}

void rdg_plot_measure_dense(rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row)
{
    enum { PLACES = 8 };
    rdg_index leaves = 0;
    if (!curve->is_dense || curve->item->only || row + 1 >= curve->n ||
        !rdg_plot_is_drawn(page, curve, row + 1) || !rdg_run_has_dense(curve->run, row, &leaves)) {
        return;
    }
    for (rdg_index i = 0; i < PLACES * leaves; i++) {
        const double low = rdg_run_dense_edge(curve->run, row, i / PLACES);
        const double high = rdg_run_dense_edge(curve->run, row, i / PLACES + 1);
        double value[RDG_PLOT_AXES];
        const bool is_drawn =
            values_at(page, curve, row, low + (high - low) * (double)(i % PLACES) / PLACES, value);
        for (int k = 0; is_drawn && k < page->n_axes; k++) {
            page->axis[k].least = fmin(page->axis[k].least, value[k]);
            page->axis[k].most = fmax(page->axis[k].most, value[k]);
        }
    }
}
