/* An observer that keeps every chart of a run, for tests that look at the points afterwards. */
#ifndef RDG_TEST_HARVEST_H
#define RDG_TEST_HARVEST_H

#include "support.h"

#include <ridgewalk/core.h>

#include <string.h>

typedef struct harvested {
    char type[8];
    rdg_index point, label;
    double *u, *tangent, *mu;
    double step, interval;
    int iterations;
} harvested;

typedef struct harvest {
    rdg_problem *p;
    harvested *chart; /* [count] */
    size_t count;
    rdg_run_summary summary;
} harvest;

static inline double *harvest_copy(const double *from, size_t n)
{
    double *copy = malloc((n + 1) * sizeof *copy);
    assert_non_null(copy);
    memcpy(copy, from, n * sizeof *copy);
    return copy;
}

static inline bool harvest_chart(rdg_problem *p, const rdg_chart *chart, void *data)
{
    harvest *h = data;
    const size_t n = (size_t)rdg_variable_count(p);
    h->p = p;
    h->chart = realloc(h->chart, (h->count + 1) * sizeof *h->chart);
    assert_non_null(h->chart);
    harvested *c = &h->chart[h->count++];
    *c = (harvested){.point = chart->point,
                     .label = chart->label,
                     .u = harvest_copy(chart->u, n),
                     .tangent = harvest_copy(chart->tangent, n),
                     .mu = harvest_copy(chart->mu, (size_t)rdg_parameter_count(p)),
                     .step = chart->step,
                     .interval = chart->interval,
                     .iterations = chart->iterations};
    snprintf(c->type, sizeof c->type, "%s", chart->type);
    return false;
}

/* The options that harvest a run: the observer, and the summary. */
#define HARVEST(h) RDG_OBSERVE(harvest_chart, (h)), RDG_SUMMARY(&(h)->summary)

/* As above without table and run folder. */
#define HARVEST_ONLY(h) HARVEST(h), RDG_NO_FOLDER, RDG_NO_TABLE

static inline void harvest_clear(harvest *h)
{
    for (size_t k = 0; k < h->count; k++) {
        free(h->chart[k].u);
        free(h->chart[k].tangent);
        free(h->chart[k].mu);
    }
    free(h->chart);
    *h = (harvest){0};
}

static inline size_t harvest_count(const harvest *h, const char *type)
{
    size_t count = 0;
    for (size_t k = 0; k < h->count; k++) {
        count += strcmp(h->chart[k].type, type) == 0;
    }
    return count;
}

/* The nth chart of a type, from 0, in the order of computation; the test fails if there is none. */
static inline const harvested *harvest_nth(const harvest *h, const char *type, size_t nth)
{
    for (size_t k = 0; k < h->count; k++) {
        if (strcmp(h->chart[k].type, type) == 0 && nth-- == 0) {
            return &h->chart[k];
        }
    }
    print_error("the run has only %zu points of type %s\n", harvest_count(h, type), type);
    fail();
    return NULL;
}

/* A parameter's value at a chart. */
static inline double harvest_mu(const harvest *h, const harvested *c, const char *parameter)
{
    const rdg_index k = rdg_parameter_index(h->p, parameter);
    assert_true(k >= 0);
    return c->mu[k];
}

/* The chart of a type whose parameter is closest to a value. */
static inline const harvested *harvest_near(const harvest *h, const char *type, const char *parameter,
                                            double value)
{
    const harvested *best = NULL;
    for (size_t k = 0; k < h->count; k++) {
        const harvested *c = &h->chart[k];
        if (strcmp(c->type, type) == 0 && (!best || fabs(harvest_mu(h, c, parameter) - value) <
                                                        fabs(harvest_mu(h, best, parameter) - value))) {
            best = c;
        }
    }
    if (!best) {
        print_error("the run has no point of type %s\n", type);
        fail();
    }
    return best;
}

#endif
