/* rdg plot --farm RUN X: the distribution of a value over the complete cases. Peaks of several branches are
 * not mixed: the first point of a type in each run makes one distribution, the second one another. */
#include "plot_farm.h"

#include <ridgewalk/statistics.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 16 }; /* points of a type in a run, at most */

/* Values at the points of one place, first to last in a run. */
typedef struct values {
    rdg_index n;
    double *value; /* [complete cases] */
} values;

typedef struct distribution {
    long cases;
    int places;
    values at[MOST_PLACES];
    double factor;
    char label[160];
} distribution;

static bool add_value(distribution *d, int place, double value)
{
    if (place == d->places) {
        d->at[place].value = calloc((size_t)d->cases, sizeof(double));
        d->places++;
    }
    values *v = &d->at[place];
    if (!v->value) {
        complain("plot", "no memory for %ld values", d->cases);
        return false;
    }
    v->value[v->n++] = d->factor * value;
    return true;
}

static void name_quantity(distribution *d, const char *column, const char *unit, bool hz)
{
    const bool in_hz = hz && strcmp(unit, "rad/s") == 0;
    d->factor = in_hz ? 0.5 / acos(-1.0) : 1.0;
    snprintf(d->label, sizeof d->label,
             !*unit                        ? "%.100s"
             : !in_hz && strchr(unit, '/') ? "%.100s / (%.40s)"
                                           : "%.100s / %.40s",
             column, in_hz ? "Hz" : unit);
}

/* At the points of a type, or the greatest value of the run. */
static bool add_values(const call *c, rdg_run *run, distribution *d)
{
    const char *column = c->word[1], *unit = rdg_run_unit(run, column);
    double low = NAN, high = NAN, value = NAN;
    if (rdg_error_status(c->ctx) != RDG_OK) {
        return complain("", "%s", reason_of(c)) == SAME;
    }
    name_quantity(d, column, unit, c->hz);
    if (!c->type) {
        return rdg_run_range(run, column, &low, &high) == RDG_OK && add_value(d, 0, high);
    }
    bool good = true;
    for (int nth = 0; good && rdg_run_find(run, c->type, nth) >= 0; nth++) {
        if (nth == MOST_PLACES) {
            return complain("plot", "a run has more than %d points of type %s", MOST_PLACES, c->type) == SAME;
        }
        good = rdg_run_value(run, c->type, nth, column, &value) == RDG_OK && add_value(d, nth, value);
    }
    return good;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* "median 3.1 (3.0 to 3.2)", with the interval of 95 % by bootstrap */
static bool show_quantile(const call *c, const values *v, const char *name, double share)
{
    rdg_estimate q;
    if (rdg_quantile(c->ctx, v->n, v->value, share, &q) != RDG_OK) {
        return complain("plot", "%s", reason_of(c)) == SAME;
    }
    show(", %s %.7g (%.5g to %.5g)", name, q.value, q.low, q.high);
    return true;
}

static const char *name_place(const call *c, const distribution *d, int place, char *name, size_t size)
{
    name[0] = '\0';
    if (d->places > 1) {
        snprintf(name, size, ", %s %d of a run", c->type, place + 1);
    }
    return name;
}

static bool show_values(const call *c, const distribution *d, int place)
{
    const values *v = &d->at[place];
    char name[64];
    show("%s%s: %lld values, least %.7g", d->label, name_place(c, d, place, name, sizeof name),
         (long long)v->n, v->value[0]);
    const bool good = show_quantile(c, v, "5 %", 0.05) && show_quantile(c, v, "median", 0.5) &&
                      show_quantile(c, v, "95 %", 0.95);
    show(", greatest %.7g", v->value[v->n - 1]);
    putchar('\n');
    return good;
}

/* The empirical distribution functions. */
static bool draw(const call *c, distribution *d, const char *output)
{
    rdg_plot_item items[MOST_PLACES + 4];
    char legend[MOST_PLACES][64];
    int n = 0;
    double *share = calloc((size_t)d->cases * MOST_PLACES, sizeof *share);
    for (int place = 0; share && place < d->places; place++) {
        const values *v = &d->at[place];
        double *own = share + place * d->cases;
        qsort(v->value, (size_t)v->n, sizeof *v->value, by_value);
        for (rdg_index i = 0; i < v->n; i++) {
            own[i] = ((double)i + 0.5) / (double)v->n;
        }
        const char *text = name_place(c, d, place, legend[place], sizeof legend[place]);
        items[n++] = RDG_POINTS(v->n, v->value, own, *text ? text + 2 : "", .style = RDG_LINE_DOTS);
    }
    items[n++] = RDG_XLABEL(d->label);
    items[n++] = RDG_YLABEL("share of the values below");
    items[n++] = RDG_CAPTION(c->caption);
    items[n] = RDG_PLOT_ITEM(.kind = RDG_PLOT_END);
    const bool good = share && rdg_plot_items(c->ctx, output, items) == RDG_OK;
    free(share);
    return good;
}

bool draw_distribution(const call *c, const farm *f, const long *number, long n, const char *output)
{
    distribution d = {.cases = n, .factor = 1.0};
    bool good = true;
    for (long k = 0; good && k < n; k++) {
        char name[256];
        name_run(c, f, number[k], name, sizeof name);
        rdg_run *run = opened_run(c, name);
        good = run && add_values(c, run, &d);
        rdg_run_free(run);
    }
    if (good && d.places == 0) {
        good = complain("plot", "the runs have no point of type %s", c->type) == SAME;
    }
    good = good && draw(c, &d, output);
    for (int place = 0; place < d.places; place++) {
        good = good && show_values(c, &d, place);
        free(d.at[place].value);
    }
    return good;
}
