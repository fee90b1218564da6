/* rdg plot --farm: the curves of all complete cases in one picture, or the distribution of a value over them.
 */
#include "farm_parts.h"
#include "rdg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Name of a run of a case in the farm's folder: 0412/frc */
static void name_run(const call *c, const farm *f, long number, char *name, size_t size)
{
    char path[FARM_PATH];
    case_path(path, f, number, c->word[0]);
    snprintf(name, size, "%s", path + strlen(f->folder) + 1);
}

/* Numbers of the complete cases; NULL after a message. */
static long *find_complete(const farm *f, long *n)
{
    long *number = calloc((size_t)f->n, sizeof *number);
    *n = 0;
    for (long k = 1; number && k <= f->n; k++) {
        record r;
        if (read_case(f, k, &r) == CASE_COMPLETE) {
            number[(*n)++] = k;
        }
    }
    if (*n == 0) {
        complain("plot", "the farm %s has no complete case", f->folder);
        free(number);
        return NULL;
    }
    return number;
}

static bool draw_family(const call *c, const farm *f, const long *number, long n, const char *output)
{
    enum { NAME = 256 };
    rdg_plot_item *items = calloc((size_t)n + 2, sizeof *items);
    char *names = calloc((size_t)n, NAME);
    const double thin = n > 20 ? 0.5 : 1.0; /* many lines hide each other */
    long k = 0;
    for (; items && names && k < n; k++) {
        name_run(c, f, number[k], names + k * NAME, NAME);
        items[k] =
            RDG_CURVE(names + k * NAME, c->word[1], c->word[2], .legend = "", .width = thin, .hz = c->hz);
    }
    bool good = false;
    if (items && names) {
        items[k] = RDG_CAPTION(c->caption);
        items[k + 1] = RDG_PLOT_ITEM(.kind = RDG_PLOT_END);
        good = rdg_plot_items(c->ctx, output, items) == RDG_OK;
    }
    free(names);
    free(items);
    return good;
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct values {
    rdg_index n, capacity;
    double *value;
    double factor;
    char label[160];
} values;

static bool add_value(values *v, double value)
{
    if (v->n == v->capacity) {
        const rdg_index capacity = 2 * v->capacity + 64;
        double *wider = realloc(v->value, (size_t)capacity * sizeof *wider);
        if (!wider) {
            complain("plot", "no memory for %lld values", (long long)capacity);
            return false;
        }
        v->value = wider;
        v->capacity = capacity;
    }
    v->value[v->n++] = v->factor * value;
    return true;
}

/* At the points of a type, or the greatest value of the run. */
static bool add_values(const call *c, rdg_run *run, values *v)
{
    const char *column = c->word[1], *unit = rdg_run_unit(run, column);
    double low = NAN, high = NAN, value = NAN;
    if (rdg_error_status(c->ctx) != RDG_OK) {
        return complain("", "%s", reason_of(c)) == SAME;
    }
    const bool in_hz = c->hz && strcmp(unit, "rad/s") == 0;
    v->factor = in_hz ? 0.5 / acos(-1.0) : 1.0;
    snprintf(v->label, sizeof v->label,
             !*unit                        ? "%.100s"
             : !in_hz && strchr(unit, '/') ? "%.100s / (%.40s)"
                                           : "%.100s / %.40s",
             column, in_hz ? "Hz" : unit);
    if (!c->type) {
        return rdg_run_range(run, column, &low, &high) == RDG_OK && add_value(v, high);
    }
    bool good = true;
    for (rdg_index nth = 0; good && rdg_run_find(run, c->type, nth) >= 0; nth++) {
        good = rdg_run_value(run, c->type, nth, column, &value) == RDG_OK && add_value(v, value);
    }
    return good;
}

/* Linear between the values in order. */
static double quantile(const values *v, double share)
{
    const double place = share * (double)(v->n - 1);
    const rdg_index i = (rdg_index)place;
    return i + 1 < v->n ? v->value[i] + (place - (double)i) * (v->value[i + 1] - v->value[i])
                        : v->value[v->n - 1];
}

/* The empirical distribution function. */
static bool draw_values(const call *c, values *v, const char *output)
{
    double *share = calloc((size_t)v->n + 1, sizeof *share);
    bool good = share != NULL;
    qsort(v->value, (size_t)v->n, sizeof *v->value, by_value);
    for (rdg_index i = 0; good && i < v->n; i++) {
        share[i] = ((double)i + 0.5) / (double)v->n;
    }
    good = good && rdg_plot(c->ctx, output, RDG_POINTS(v->n, v->value, share, "", .style = RDG_LINE_DOTS),
                            RDG_XLABEL(v->label), RDG_YLABEL("share of the values below"),
                            RDG_CAPTION(c->caption)) == RDG_OK;
    free(share);
    if (good) {
        show("%s: %lld values, least %.7g, 5 %% %.7g, median %.7g, 95 %% %.7g, greatest %.7g", v->label,
             (long long)v->n, v->value[0], quantile(v, 0.05), quantile(v, 0.5), quantile(v, 0.95),
             v->value[v->n - 1]);
        putchar('\n');
    }
    return good;
}

static bool draw_distribution(const call *c, const farm *f, const long *number, long n, const char *output)
{
    values v = {.factor = 1.0};
    bool good = true;
    for (long k = 0; good && k < n; k++) {
        char name[256];
        name_run(c, f, number[k], name, sizeof name);
        rdg_run *run = opened_run(c, name);
        good = run && add_values(c, run, &v);
        rdg_run_free(run);
    }
    if (good && v.n == 0) {
        good = complain("plot", "the runs have no point of type %s", c->type) == SAME;
    }
    good = good && draw_values(c, &v, output);
    free(v.value);
    return good;
}

/* A mistake in the call is reported once, by the first case. */
static bool has_columns(const call *c, const farm *f, long number)
{
    char name[256];
    name_run(c, f, number, name, sizeof name);
    rdg_run *run = opened_run(c, name);
    bool good = run != NULL;
    for (int k = 1; good && k < c->n; k++) {
        good = rdg_run_column(run, c->word[k]) || complain("", "%s", reason_of(c)) == SAME;
    }
    rdg_run_free(run);
    return good;
}

bool draw_farm(const call *c, const char *output)
{
    farm f = {.folder = c->folder};
    long n = 0;
    long *number = read_farm_size(&f) ? find_complete(&f, &n) : NULL;
    bool good = number && has_columns(c, &f, number[0]);
    good = good && (c->n == 3 ? draw_family : draw_distribution)(c, &f, number, n, output);
    free(number);
    return good;
}
