/* rdg plot --farm: the curves of all complete cases in one picture. */
#include "plot_farm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void name_run(const call *c, const farm *f, long number, char *name, size_t size)
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
