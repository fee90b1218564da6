/* Curves instead of polygons, where a run has no dense output (plot_dense.c): between two rows of a run a
 * cubic is drawn, whose slopes at either end are those of a parabola in the length of the chords through the
 * row and its neighbours (Catmull and Rom); at its ends, and on either side of a sharp bend, they are those
 * of a parabola. Where the rows are those of a function of the horizontal axis, as of time, slopes are
 * limited, so that the cubic is one, too. Where the curve has a point at which slopes jump by their nature,
 * it keeps its sharp bend. Where it turns sharply on the page without such a point, its rows are too few for
 * a cubic: they are joined by chords. */
#include "plot_impl.h"
#include "run_data_impl.h"

#include <math.h>
#include <string.h>

static const double sharp = 40.0 * RDG_PI / 180.0;  /* turn at a row: beyond it rows are too few */
static const double unseen = 1.5 * RDG_PI / 180.0;  /* no more than this turn: a chord will do */
static const double a_piece = 3.0 * RDG_PI / 180.0; /* turn of a drawn piece */
static const double apart = 0.02; /* heights of the picture: a jump, not a non-smooth point */
enum { MOST_PIECES = 24 };

typedef struct place {
    double x[2];
} place;

static place minus(place a, place b)
{
    return (place){{a.x[0] - b.x[0], a.x[1] - b.x[1]}};
}

static double length_of(place a)
{
    return hypot(a.x[0], a.x[1]);
}

static double turn_between(place a, place b)
{
    const double cross = a.x[0] * b.x[1] - a.x[1] * b.x[0];
    return fabs(atan2(cross, a.x[0] * b.x[0] + a.x[1] * b.x[1]));
}

/* Where a row lies on the page, in heights of the picture. */
static place place_of(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row)
{
    place at;
    for (int k = 0; k < 2; k++) {
        at.x[k] = rdg_plot_share(page->axis + k, rdg_plot_value(curve, row, k));
    }
    at.x[0] *= (double)page->width / page->height;
    return at;
}

static double value_at(const rdg_plot_page *page, place at, int k)
{
    const rdg_plot_axis *axis = page->axis + k;
    const double low = axis->has_range ? axis->from : axis->least;
    const double high = axis->has_range ? axis->to : axis->most;
    const double share = k == 0 ? at.x[0] * page->height / page->width : at.x[k];
    const double range = axis->log ? log(high / low) : high - low;
    return axis->log ? low * exp(share * range) : low + share * range;
}

static bool has_corner(const rdg_plot_curve *curve, rdg_index row)
{
    static const char *const corners[] = {"FK", "PK", "SLIP", "CE", "RS", "MX", "BP", "GR", "DU", "XR"};
    const char *type = rdg_run_type(curve->run, row);
    bool found = false;
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++) {
        found = found || strcmp(type, corners[i]) == 0;
    }
    return found;
}

static rdg_index neighbour(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, int step)
{
    rdg_index i = row + step;
    while (i >= 0 && i < curve->n && !rdg_plot_is_drawn(page, curve, i)) {
        i += step;
    }
    return i >= 0 && i < curve->n ? i : -1;
}

/* Does the curve turn sharply at a row that is no sharp bend of it? chord: on the other side of the row */
static bool is_coarse(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, int outwards,
                      place chord)
{
    const rdg_index next = has_corner(curve, row) ? -1 : neighbour(page, curve, row, outwards);
    if (next < 0) {
        return false;
    }
    const place beyond = minus(place_of(page, curve, next), place_of(page, curve, row));
    return turn_between(chord, (place){{outwards * beyond.x[0], outwards * beyond.x[1]}}) > sharp;
}

/* The slope at `row`, per length of the chord, between the chord here and the one beyond. False: the row is
 * an end or a sharp bend; it is that of the chord itself. */
static bool find_slope(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index row, int outwards,
                       place chord, place *slope)
{
    const rdg_index next = has_corner(curve, row) ? -1 : neighbour(page, curve, row, outwards);
    const double here = length_of(chord);
    *slope = (place){{chord.x[0] / here, chord.x[1] / here}};
    if (next < 0) {
        return false;
    }
    place beyond = minus(place_of(page, curve, row), place_of(page, curve, next));
    beyond = outwards > 0 ? (place){{-beyond.x[0], -beyond.x[1]}} : beyond;
    const double there = length_of(beyond);
    if (!(there > 0.0)) {
        return false;
    }
    for (int k = 0; k < 2; k++) {
        slope->x[k] = (slope->x[k] * there + beyond.x[k] / there * here) / (here + there);
    }
    return true;
}

/* The slopes at both rows; where one is not known, that of the parabola with the slope at the other row. */
static void find_slopes(const rdg_plot_page *page, const rdg_plot_curve *curve, const rdg_index row[2],
                        place chord, place slope[2])
{
    bool known[2];
    for (int side = 0; side < 2; side++) {
        known[side] = find_slope(page, curve, row[side], side ? 1 : -1, chord, slope + side);
    }
    for (int side = 0; side < 2; side++) {
        for (int k = 0; k < 2 && !known[side] && known[1 - side]; k++) {
            slope[side].x[k] = 2.0 * chord.x[k] / length_of(chord) - slope[1 - side].x[k];
        }
    }
}

/* Do the rows on either side and their neighbours lie one behind the other along the horizontal axis? */
static bool is_function(const rdg_plot_page *page, const rdg_plot_curve *curve, const rdg_index row[2],
                        place chord)
{
    bool is = chord.x[0] != 0.0;
    for (int side = 0; side < 2; side++) {
        const rdg_index next = neighbour(page, curve, row[side], side ? 1 : -1);
        if (next >= 0) {
            const double way = place_of(page, curve, next).x[0] - place_of(page, curve, row[side]).x[0];
            is = is && (side ? way : -way) * chord.x[0] >= 0.0;
        }
    }
    return is;
}

/* A cubic between two values is monotonic if its slopes at both ends have the sign of the difference and are
 * at most three times its slope (Fritsch and Carlson 1980). */
static void limit_slopes(place chord, place slope[2])
{
    const double whole = chord.x[0] / length_of(chord);
    for (int side = 0; side < 2; side++) {
        const double share = fmin(fmax(slope[side].x[0] / whole, 0.0), 3.0);
        slope[side].x[0] = share * whole;
    }
}

bool rdg_plot_leaps(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from, rdg_index to)
{
    rdg_index leaves = 0;
    if (curve->is_dense && from >= 0 && to == from + 1 && rdg_run_has_dense(curve->run, from, &leaves)) {
        return leaves == 0;
    }
    if (page->n_axes != 2 || !curve->run || from < 0) {
        return false;
    }
    const bool is_forth = rdg_run_point(curve->run, to) > 0; /* rows of the return are turned round */
    const char *event = rdg_run_type(curve->run, is_forth ? from : to);
    const char *behind = rdg_run_type(curve->run, is_forth ? to : from);
    return *event && strcmp(behind, "RS") == 0 &&
           length_of(minus(place_of(page, curve, from), place_of(page, curve, to))) > apart;
}

void rdg_plot_between(const rdg_plot_page *page, const rdg_plot_curve *curve, rdg_index from, rdg_index to,
                      FILE *script)
{
    if (rdg_plot_dense_between(page, curve, from, to, script) || page->n_axes != 2 || !curve->run ||
        from < 0 || from >= to) {
        return;
    }
    const place a = place_of(page, curve, from), b = place_of(page, curve, to);
    const place chord = minus(b, a);
    const double length = length_of(chord);
    if (!(length > 0.0) || !isfinite(length) || is_coarse(page, curve, from, -1, chord) ||
        is_coarse(page, curve, to, 1, chord)) {
        return;
    }
    place slope[2];
    find_slopes(page, curve, (const rdg_index[]){from, to}, chord, slope);
    if (is_function(page, curve, (const rdg_index[]){from, to}, chord)) {
        limit_slopes(chord, slope);
    }
    const place out = slope[0], in = slope[1];
    const double turn = turn_between(chord, out) + turn_between(chord, in);
    const int pieces = turn < unseen ? 1 : (int)fmin(MOST_PIECES, 1.0 + ceil(turn / a_piece));
    for (int i = 1; i < pieces; i++) {
        const double s = (double)i / pieces, r = 1.0 - s;
        place at;
        for (int k = 0; k < 2; k++) {
            at.x[k] = r * r * (1.0 + 2.0 * s) * a.x[k] + s * s * (3.0 - 2.0 * s) * b.x[k] +
                      s * r * (r * out.x[k] - s * in.x[k]) * length;
        }
        rdg_plot_number(script, value_at(page, at, 0));
        fputc(' ', script);
        rdg_plot_number(script, value_at(page, at, 1));
        rdg_plot_end_point(curve, from, to, s, script);
    }
}
