/* What a campaign counts: runs over problems whose special points are known, each right, reported (wrong,
 * with a warning or a failure) or silently wrong. */
#ifndef RDG_TEST_CAMPAIGN_TALLY_H
#define RDG_TEST_CAMPAIGN_TALLY_H

#include "support.h"

#include <ridgewalk/ridgewalk.h>

enum { CAMPAIGN_EVENTS = 64, CAMPAIGN_WANTED = 16 };

/* A special point that a run should report: one of the types, a word each, at the place. */
typedef struct campaign_wanted {
    const char *types;
    double at;
} campaign_wanted;

/* What a run reported. The place of a chart is its variable number `place`. */
typedef struct campaign_run {
    rdg_index place;
    int count;
    char type[CAMPAIGN_EVENTS][8];
    double at[CAMPAIGN_EVENTS];
    double end, end_second; /* of the last chart: place and variable 1 */
    rdg_status status;
    long warnings;
    rdg_run_summary summary;
} campaign_run;

typedef enum campaign_answer { CAMPAIGN_RIGHT, CAMPAIGN_REPORTED, CAMPAIGN_SILENT } campaign_answer;

typedef struct campaign_tally {
    int count[3];     /* by campaign_answer */
    int inexact;      /* right, with a place off by more than 1e-7 */
    int kinks;        /* runs on smooth curves that speak of a kink */
    double residuals; /* of all runs */
    long most;        /* residuals of the worst run */
    double factorisations, points;
    double df_calls; /* for Newton's method and eigenvalues; counted by families with these */
} campaign_tally;

static inline bool campaign_watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    campaign_run *run = data;
    run->end = chart->u[run->place];
    run->end_second = rdg_variable_count(p) > 1 ? chart->u[1] : 0.0;
    if (chart->type && *chart->type && strcmp(chart->type, "EP") != 0 && run->count < CAMPAIGN_EVENTS) {
        snprintf(run->type[run->count], sizeof run->type[0], "%s", chart->type);
        run->at[run->count++] = run->end;
    }
    return false;
}

static inline bool campaign_has_word(const char *words, const char *word)
{
    const size_t n = strlen(word);
    for (const char *w = strstr(words, word); w; w = strstr(w + 1, word)) {
        if ((w == words || w[-1] == ' ') && (w[n] == ' ' || w[n] == '\0')) {
            return true;
        }
    }
    return false;
}

/* Types that say that something happens to the curve; MX and ends of windows are none. */
static inline bool campaign_is_special(const char *type)
{
    return campaign_has_word("FP FK BP UZ HB HH PM PK NSA SN ZE G H", type);
}

/* Each wanted point has one of the reported ones to itself within 1e-3, and nothing else is reported. */
static inline campaign_answer campaign_judge(const campaign_run *run, int n, const campaign_wanted *wanted,
                                             bool ends_right, bool *inexact)
{
    bool used[CAMPAIGN_EVENTS] = {false}, right = ends_right;
    *inexact = false;
    for (int i = 0; i < n; i++) {
        int best = -1;
        for (int k = 0; k < run->count; k++) {
            if (!used[k] && campaign_has_word(wanted[i].types, run->type[k]) &&
                (best < 0 || fabs(run->at[k] - wanted[i].at) < fabs(run->at[best] - wanted[i].at))) {
                best = k;
            }
        }
        const double off = best < 0 ? INFINITY : fabs(run->at[best] - wanted[i].at);
        right = right && off <= 1e-3;
        *inexact = *inexact || off > 1e-7;
        if (off <= 1e-3) {
            used[best] = true;
        }
    }
    for (int k = 0; k < run->count; k++) {
        right = right && (used[k] || !campaign_is_special(run->type[k]));
    }
    return right ? CAMPAIGN_RIGHT
                 : (run->warnings > 0 || run->status != RDG_OK ? CAMPAIGN_REPORTED : CAMPAIGN_SILENT);
}

static inline void campaign_count(campaign_tally *t, const campaign_run *run, campaign_answer answer,
                                  bool inexact)
{
    t->count[answer]++;
    t->inexact += answer == CAMPAIGN_RIGHT && inexact;
    t->residuals += (double)run->summary.timing.residuals;
    t->factorisations += (double)run->summary.timing.factorisations;
    t->points += (double)run->summary.points;
    t->most = run->summary.timing.residuals > t->most ? run->summary.timing.residuals : t->most;
}

static inline void campaign_print(const char *name, const campaign_tally *t)
{
    const double n = t->count[0] + t->count[1] + t->count[2];
    printf("%-34s %4d %4d %4d  inexact %3d  kinks %4d  residuals %8.0f worst %8ld  factorisations %6.0f  "
           "points %5.1f\n",
           name, t->count[0], t->count[1], t->count[2], t->inexact, t->kinks, t->residuals / n, t->most,
           t->factorisations / n, t->points / n);
    fflush(stdout);
}

/* A seed from the environment, or the fixed one. */
static inline uint64_t campaign_seed(const char *name, uint64_t fixed)
{
    const char *value = getenv(name);
    return value ? strtoull(value, NULL, 10) : fixed;
}

#endif
