/* Which case is dealt next: rounds over the cases that are left, the longest first. */
#include "farm_parts.h"
#include "rdg.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int by_weight(const void *a, const void *b)
{
    const item *x = a, *y = b;
    return x->weight > y->weight   ? -1
           : x->weight < y->weight ? 1
                                   : (x->number > y->number) - (x->number < y->number);
}

static int by_number(const void *a, const void *b)
{
    const item *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Lines "case weight". */
static bool read_weights(dealer *d, const char *path)
{
    FILE *in = fopen(path, "r");
    item line = {0};
    if (!in) {
        complain("farm", "%s: the file of weights cannot be read", path);
        return false;
    }
    int read = 0, lines = 0;
    while ((read = fscanf(in, "%ld %lf", &line.number, &line.weight)) == 2 && isfinite(line.weight)) {
        item *i = bsearch(&line, d->now, (size_t)d->n_now, sizeof *i, by_number);
        lines++;
        if (i) {
            i->weight = line.weight;
        }
    }
    fclose(in);
    if (read != EOF) {
        complain("farm", "%s: line %d is not the number of a case and its weight, like \"412 3.5\"", path,
                 lines + 1);
    }
    return read == EOF;
}

bool fill_dealer(dealer *d, const farm *f)
{
    *d = (dealer){.width = f->processes};
    d->now = calloc((size_t)f->n, sizeof *d->now);
    d->later = calloc((size_t)f->n, sizeof *d->later);
    if (!d->now || !d->later) {
        complain("farm", "no memory for %ld cases", f->n);
        return false;
    }
    for (long k = 1; k <= f->n; k++) {
        record r;
        if (!is_of_share(f, k)) {
            continue;
        }
        switch (read_case(f, k, &r)) {
        case CASE_COMPLETE:
            d->complete++;
            break;
        case CASE_FAILED:
            d->failed++;
            break;
        default:
            d->now[d->n_now++] = (item){.number = k, .tries = r.tries};
        }
    }
    if (f->weights && !read_weights(d, f->weights)) {
        return false;
    }
    qsort(d->now, (size_t)d->n_now, sizeof *d->now, by_weight);
    return true;
}

void empty_dealer(dealer *d)
{
    free(d->now);
    free(d->later);
}

bool is_dealt_out(const dealer *d)
{
    return d->running == 0 && d->next == d->n_now && d->n_later == 0;
}

/* Where a case was killed, memory may have been exhausted: half as many at a time. */
static void begin_round(dealer *d)
{
    item *past = d->now;
    d->now = d->later;
    d->n_now = d->n_later;
    d->later = past;
    d->n_later = d->next = 0;
    d->width = d->has_killed && d->width > 1 ? d->width / 2 : d->width;
    d->has_killed = d->has_news = false;
    qsort(d->now, (size_t)d->n_now, sizeof *d->now, by_weight);
}

item *deal(dealer *d, bool *idle)
{
    const bool is_over = d->running == 0 && d->next == d->n_now && d->n_later > 0;
    *idle = is_over && !d->has_news;
    if (is_over) {
        begin_round(d);
    }
    if (*idle || d->next == d->n_now || d->running >= d->width) {
        return NULL;
    }
    d->running++;
    return &d->now[d->next++];
}

void report(dealer *d, const item *i, outcome o)
{
    d->running--;
    d->has_news = d->has_news || o != ELSEWHERE;
    d->has_killed = d->has_killed || o == KILLED;
    if (o == COMPLETE) {
        d->complete++;
        return;
    }
    item again = *i;
    again.tries += o == ELSEWHERE ? 0 : 1;
    if (again.tries >= MOST_TRIES) {
        d->failed++;
    } else {
        d->later[d->n_later++] = again;
    }
}
