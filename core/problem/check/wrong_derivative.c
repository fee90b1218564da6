/* Is a derivative to blame where Newton's method fails or is slow?
 *
 * Each function is compared in two directions in general position first, for about 40 evaluations whatever
 * the number of its variables; only where differences contradict its Jacobian there, column by column. One
 * entry is called wrong only if differences contradict it beyond their own uncertainty, and beside the point
 * as well: on a non-smooth point differences are the mean of both sides, and right derivatives are neither.
 */
#include "assembly.h"
#include "problem_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LEVELS = 7, DIRECTIONS = 2, ASIDE = 3 };

static const double tolerance = 1e-3; /* of an entry, relative to the largest one of its row */
static const double certain =
    10.0; /* an error is one from this multiple of the uncertainty and the noise on */
static const double every_step = 0.3; /* of the error, seen with steps of any length */
static const double aside = 0.05;     /* how far beside, relative to the sizes */

typedef struct suspicion {
    rdg_problem *p;
    rdg_entry *e;
    double *home;               /* [n] the point, in the entry's own variables */
    double *direction;          /* [n] */
    double *along;              /* [m] the Jacobian in this direction */
    double *scale, *magnitude;  /* [m] of the rows: largest entry; terms of the value */
    double *difference, *doubt; /* [m] */
    double *values[2];          /* [m] on either side */
    double *table;              /* [LEVELS * m] differences, of longer steps first */
    int count;                  /* of these that are known */
    double worst;               /* error over what is allowed */
    char *text;
} suspicion;

static bool allocate(suspicion *s)
{
    size_t n = 1;
    size_t m = 1;
    for (rdg_index k = 0; k < s->p->n_entries; k++) {
        const rdg_function *f = &s->p->entry[k].function;
        n = (size_t)f->n > n ? (size_t)f->n : n;
        m = (size_t)f->m > m ? (size_t)f->m : m;
    }
    const struct {
        double **array;
        size_t count;
    } work[] = {{&s->home, n},      {&s->direction, n},     {&s->along, m},      {&s->scale, m},
                {&s->magnitude, m}, {&s->doubt, m},         {&s->difference, m}, {&s->values[0], m},
                {&s->values[1], m}, {&s->table, LEVELS * m}};
    bool complete = true;
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k].array = rdg_calloc(work[k].count, sizeof(double)); /* no failure: only a help is missing */
        complete = complete && *work[k].array;
    }
    return complete;
}

static void release(suspicion *s)
{
    double *work[] = {s->home,       s->direction, s->along,     s->scale,     s->magnitude,
                      s->difference, s->doubt,     s->values[0], s->values[1], s->table};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
}

/* The Jacobian at the point, in s->direction, and what the rows are measured by. */
static bool apply_jacobian(suspicion *s)
{
    rdg_entry *e = s->e;
    const rdg_pattern *a = e->function.df_pattern;
    memcpy(e->u, s->home, (size_t)e->function.n * sizeof(double));
    if (rdg_entry_value_here(s->p, e, e->y) != 0 || rdg_entry_jacobian_here(s->p, e, e->df_values) != 0) {
        return false;
    }
    for (rdg_index i = 0; i < e->function.m; i++) {
        s->along[i] = s->scale[i] = 0.0;
        s->magnitude[i] = fabs(e->y[i]);
    }
    for (rdg_index j = 0; j < a->cols; j++) {
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            const rdg_index i = a->row[k];
            const double term = fabs(e->df_values[k]) * e->size[j];
            s->along[i] += e->df_values[k] * s->direction[j];
            s->scale[i] = fmax(s->scale[i], term);
            s->magnitude[i] = fmax(s->magnitude[i], term);
        }
    }
    return true;
}

/* The same by differences. Steps out of the domain are left out. */
static bool take_differences(suspicion *s)
{
    rdg_entry *e = s->e;
    const rdg_index n = e->function.n;
    const rdg_index m = e->function.m;
    double step[LEVELS];
    int count = 0;
    for (int k = 0; k < LEVELS; k++) {
        const double h = rdg_difference_step(k);
        bool known = true;
        for (int side = 0; known && side < 2; side++) {
            for (rdg_index j = 0; j < n; j++) {
                e->u[j] = s->home[j] + (side ? -h : h) * s->direction[j];
            }
            const int answer = rdg_entry_value_here(s->p, e, s->values[side]);
            if (answer < 0) {
                return false;
            }
            known = answer == 0;
        }
        for (rdg_index i = 0; known && i < m; i++) {
            s->table[i * LEVELS + count] = (s->values[0][i] - s->values[1][i]) / (2.0 * h);
        }
        step[count] = h;
        count += known;
    }
    for (rdg_index i = 0; i < m; i++) {
        double noise[LEVELS] = {0};
        for (int k = 0; k < count; k++) {
            noise[k] = rdg_difference_noise(s->magnitude[i], step[k]);
        }
        rdg_extrapolate(s->table + i * LEVELS, noise, count, &s->difference[i], &s->doubt[i]);
    }
    s->count = count;
    return count > 1;
}

/* What noise of the values, which shows in short steps, leaves of the difference over the longest one. */
static double noise_of(const suspicion *s, rdg_index i)
{
    double most = 0.0;
    for (int k = 1; k < s->count; k++) {
        const double off = fabs(s->table[i * LEVELS + k] - s->difference[i]);
        most = fmax(most, off * rdg_difference_step(k) / rdg_difference_step(0));
    }
    return most;
}

/* How wrong row i is in s->direction, both sides being known: its error relative to the row; 0: it is not.
 * Steps of every length have to show it: short ones drown in rounding that nobody has measured. */
static double excess(const suspicion *s, rdg_index i)
{
    const double error = fabs(s->along[i] - s->difference[i]);
    bool wrong = error > tolerance * s->scale[i] + certain * (s->doubt[i] + noise_of(s, i));
    for (int k = 0; wrong && k < s->count; k++) {
        wrong = fabs(s->along[i] - s->table[i * LEVELS + k]) > every_step * error;
    }
    return wrong ? error / fmax(s->scale[i], fabs(s->difference[i])) : 0.0;
}

static bool compare(suspicion *s)
{
    return apply_jacobian(s) && take_differences(s);
}

/* What is held does not move in Newton's method, and is not to blame. Where it is a multiplier, what it
 * belongs to may have non-smooth points, or cost more than all the rest. */
static bool moves(const suspicion *s, rdg_index j)
{
    return !rdg_is_steady(s->p, s->e->index[j]);
}

/* Along one variable; a step is 1 in its size. */
static void point_along(suspicion *s, rdg_index column)
{
    memset(s->direction, 0, (size_t)s->e->function.n * sizeof(double));
    s->direction[column] = s->e->size[column];
}

/* Is row i wrong in s->direction at points beside the one in e, too? */
static bool is_wrong_aside(suspicion *s, rdg_index i, const double *u)
{
    bool wrong = true;
    for (int k = 0; wrong && k < ASIDE; k++) {
        rdg_entry_gather(s->e, u);
        for (rdg_index j = 0; j < s->e->function.n; j++) {
            const double by = aside * s->e->size[j] * rdg_general((k + 1) * (j + 1) + k);
            s->home[j] = s->e->u[j] + (moves(s, j) ? by : 0.0);
        }
        wrong = compare(s) && excess(s, i) > 0.0;
    }
    rdg_entry_gather(s->e, u);
    memcpy(s->home, s->e->u, (size_t)s->e->function.n * sizeof(double));
    return wrong;
}

static void describe(suspicion *s, rdg_index row, rdg_index column, double given, double difference)
{
    char name[RDG_LOCAL_NAME];
    rdg_text text = rdg_text_in(s->text, RDG_WRONG_SIZE);
    rdg_entry_name_variable(s->p, s->e, column, name);
    if (s->e->function.df) {
        rdg_text_addf(
            &text, "%s function \"%.64s\": df of value %" PRId64 " by %s is %.10g, but by differences %.10g",
            rdg_entry_kind(s->e), s->e->function.name, row, name, given, difference);
    } else {
        rdg_text_addf(&text,
                      "%s function \"%.64s\": its df_pattern is not true: value %" PRId64
                      " by %s is %.10g with it, %.10g without",
                      rdg_entry_kind(s->e), s->e->function.name, row, name, given, difference);
    }
}

/* The worst entry of one function, if it is worse than those before. */
static void search_columns(suspicion *s, const double *u)
{
    for (rdg_index j = 0; j < s->e->function.n; j++) {
        point_along(s, j);
        if (!moves(s, j) || !compare(s)) {
            continue;
        }
        rdg_index worst = -1;
        double most = s->worst;
        for (rdg_index i = 0; i < s->e->function.m; i++) {
            if (excess(s, i) > most) {
                worst = i;
                most = excess(s, i);
            }
        }
        if (worst < 0) {
            continue;
        }
        const double given = s->along[worst] / s->e->size[j];
        const double difference = s->difference[worst] / s->e->size[j];
        if (is_wrong_aside(s, worst, u)) {
            s->worst = most;
            describe(s, worst, j, given, difference);
        }
    }
}

/* Differences contradict the Jacobian in a direction in general position. */
static bool is_suspect(suspicion *s)
{
    bool suspect = false;
    for (int k = 0; !suspect && k < DIRECTIONS; k++) {
        for (rdg_index j = 0; j < s->e->function.n; j++) {
            s->direction[j] = moves(s, j) ? s->e->size[j] * rdg_general((k + 2) * j + k) : 0.0;
        }
        if (!compare(s)) {
            return false;
        }
        for (rdg_index i = 0; i < s->e->function.m; i++) {
            suspect = suspect || excess(s, i) > 0.0;
        }
    }
    return suspect;
}

/* Does the function take part in Newton's method? What only observes is not to blame, and monitors that are
 * the least of many, as distances are, have non-smooth points at which a comparison of columns would take for
 * ever. */
static bool takes_part(const rdg_entry *e, const bool *held)
{
    bool part = !e->is_monitor || !held;
    for (rdg_index i = 0; !part && i < e->function.m; i++) {
        part = held[e->first_parameter + i];
    }
    return part;
}

bool rdg_wrong_derivative(rdg_problem *p, const bool *held, rdg_index count, const double *const *u,
                          char *text)
{
    suspicion s = {.p = p, .text = text};
    if (allocate(&s)) {
        for (rdg_index k = 0; k < p->n_entries; k++) {
            s.e = &p->entry[k];
            /* column by column, one that brings an operator along would take longer than the run: it is
             * rdg_check_derivatives() that compares it */
            const bool asked = rdg_entry_may_be_wrong(s.e) && takes_part(s.e, held) && !s.e->function.linear;
            for (rdg_index point = 0; point < count && asked; point++) {
                rdg_entry_gather(s.e, u[point]);
                rdg_entry_measure(p, s.e);
                memcpy(s.home, s.e->u, (size_t)s.e->function.n * sizeof(double));
                if (is_suspect(&s)) {
                    search_columns(&s, u[point]);
                }
            }
        }
    }
    release(&s);
    return s.worst > 0.0;
}
