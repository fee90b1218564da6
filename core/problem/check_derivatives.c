/* Derivatives compared with differences, column by column.
 *
 * The differences come with their own uncertainty (extrapolate.c): so rounding, curvature, and a kink near u
 * each cost accuracy, which is known, and do not raise a false alarm. */
#include "problem.h"
#include "problem_impl.h"
#include "sparse.h"
#include "text_impl.h"
#include "toolbox.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { LEVELS = RDG_MOST_DIFFERENCES, TEXT_SIZE = 256 };

/* A wrong entry, and how wrong it is: its error over the error allowed. */
typedef struct culprit {
    double excess;
    const rdg_entry *e;
    bool second;
    rdg_index row, column, component;
    double given, difference;
} culprit;

typedef struct checker {
    rdg_problem *p;
    double tolerance;
    rdg_entry *e;
    double *table;                   /* [LEVELS * longest] differences at each step */
    double *analytic;                /* [m * n] or [n * n] of the entry, dense */
    double *difference, *doubt;      /* likewise */
    double *wide_value, *wide_doubt; /* [longest] a column by steps relative to the typical size */
    double *state_size;              /* [n] sizes of the variables at the state */
    double *all_sizes;               /* [variables of the problem] likewise */
    double *of_block;                /* [n_blocks] */
    double *gradient[2];             /* [n] contracted first derivatives on either side */
    double *values;                  /* [in df_pattern] */
    double *scale;                   /* [max(m, n)] of the rows */
    double *multiplier;              /* [m] that contract second derivatives */
    double *magnitude;      /* [max(m, n)] of the terms that make up what is differenced, at the state */
    double *wide_magnitude; /* likewise, of variables of typical size */
    culprit worst;
    bool agrees;              /* the derivative compared last */
    long compared, undecided; /* entries; those that differences could not tell */
} checker;

static void release(checker *c)
{
    double *work[] = {c->table,          c->analytic,    c->difference, c->doubt,
                      c->gradient[0],    c->gradient[1], c->values,     c->scale,
                      c->multiplier,     c->magnitude,   c->wide_value, c->wide_doubt,
                      c->wide_magnitude, c->state_size,  c->all_sizes,  c->of_block};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        rdg_free(work[k]);
    }
}

/* Room for the largest function of the problem. */
static rdg_status allocate(checker *c)
{
    size_t longest = 1;
    size_t area = 1;
    for (rdg_index k = 0; k < c->p->n_entries; k++) {
        const size_t n = (size_t)c->p->entry[k].function.n;
        const size_t m = (size_t)c->p->entry[k].function.m;
        const size_t wider = n > m ? n : m;
        longest = wider > longest ? wider : longest;
        area = wider * n > area ? wider * n : area;
    }
    const struct {
        double **array;
        size_t count;
    } work[] = {{&c->table, LEVELS * longest},
                {&c->analytic, area},
                {&c->difference, area},
                {&c->doubt, area},
                {&c->gradient[0], longest},
                {&c->gradient[1], longest},
                {&c->values, area},
                {&c->scale, longest},
                {&c->multiplier, longest},
                {&c->magnitude, longest},
                {&c->wide_value, longest},
                {&c->wide_doubt, longest},
                {&c->wide_magnitude, longest},
                {&c->state_size, longest},
                {&c->all_sizes, (size_t)c->p->n + 1},
                {&c->of_block, (size_t)c->p->n_blocks + 1}};
    for (size_t k = 0; k < sizeof work / sizeof *work; k++) {
        *work[k].array = rdg_context_calloc(c->p->ctx, work[k].count, sizeof(double));
    }
    return rdg_error_status(c->p->ctx);
}

/* What is differenced: values, shape [m], or contracted first derivatives, shape [n], at e->u as it stands.
 */
typedef int sampler(checker *c, double *out);

static int sample_values(checker *c, double *out)
{
    return rdg_entry_value_here(c->p, c->e, out);
}

static int sample_gradient(checker *c, double *out)
{
    const rdg_pattern *a = c->e->function.df_pattern;
    const int answer = rdg_entry_jacobian_here(c->p, c->e, c->values);
    for (rdg_index j = 0; answer == 0 && j < a->cols; j++) {
        out[j] = 0.0;
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            out[j] += c->e->lambda[a->row[k]] * c->values[k];
        }
    }
    return answer;
}

/* Differences over steps relative to a size, extrapolated. < 0: the callback asked to end. Steps out of the
 * domain are left out. */
static int difference_over(checker *c, rdg_index j, double size, const double *magnitude, rdg_index length,
                           sampler *sample, double *value, double *doubt)
{
    rdg_entry *e = c->e;
    const double middle = e->u[j];
    double step[LEVELS];
    int count = 0;
    for (int k = 0; k < LEVELS; k++) {
        const double h = rdg_difference_step(k) * size;
        const double up = middle + h;
        const double down = middle - h;
        e->u[j] = up;
        int answer = sample(c, c->gradient[0]);
        e->u[j] = down;
        answer = answer == 0 ? sample(c, c->gradient[1]) : answer;
        e->u[j] = middle;
        if (answer < 0) {
            return answer;
        }
        for (rdg_index i = 0; answer == 0 && i < length; i++) {
            c->table[i * LEVELS + count] = (c->gradient[0][i] - c->gradient[1][i]) / (up - down);
        }
        step[count] = h;
        count += answer == 0;
    }
    for (rdg_index i = 0; i < length; i++) {
        const double *d = c->table + i * LEVELS;
        const int shortest = rdg_extrapolate(d, step, count, magnitude[i], &value[i], &doubt[i]);
        rdg_cover_shorter_steps(d, step, count, shortest, magnitude[i], value[i], &doubt[i]);
    }
    return 0;
}

/* Column j by differences into c->difference and c->doubt, `length` rows. The steps follow the state: where
 * it is far smaller than the typical size, steps relative to that size see other terms, |v| v for instance,
 * and agree with one another. So those can confirm the given derivative, c->analytic, where rounding spoils
 * the short steps, but not refute it. */
static int difference_column(checker *c, rdg_index j, rdg_index length, sampler *sample)
{
    const double typical = c->e->size[j], state = c->state_size[j];
    double *value = c->difference + length * j, *doubt = c->doubt + length * j;
    if (state == typical) {
        return difference_over(c, j, typical, c->wide_magnitude, length, sample, value, doubt);
    }
    int answer = difference_over(c, j, state, c->magnitude, length, sample, value, doubt);
    if (answer < 0) {
        return answer;
    }
    answer = difference_over(c, j, typical, c->wide_magnitude, length, sample, c->wide_value, c->wide_doubt);
    for (rdg_index i = 0; answer == 0 && i < length; i++) {
        const double off = fabs(c->wide_value[i] - c->analytic[i + length * j]);
        const double wide_doubt = fmax(c->wide_doubt[i], off);
        if (wide_doubt < doubt[i]) {
            value[i] = c->wide_value[i];
            doubt[i] = wide_doubt;
        }
    }
    return answer;
}

static void spread(const rdg_pattern *pattern, const double *values, double *dense)
{
    memset(dense, 0, (size_t)(pattern->rows * pattern->cols) * sizeof *dense);
    for (rdg_index j = 0; j < pattern->cols; j++) {
        for (rdg_index k = pattern->start[j]; k < pattern->start[j + 1]; k++) {
            dense[pattern->row[k] + pattern->rows * j] = values[k];
        }
    }
}

/* Compare c->analytic with c->difference, `rows` x n. An error in a row counts relative to the row's largest
 * entry, columns being measured in sizes of their variables. */
static void compare(checker *c, rdg_index rows, bool second)
{
    const rdg_entry *e = c->e;
    c->agrees = true;
    for (rdg_index i = 0; i < rows; i++) {
        c->scale[i] = 0.0;
        for (rdg_index j = 0; j < e->function.n; j++) {
            const double entry = fabs(c->analytic[i + rows * j]) + fabs(c->difference[i + rows * j]);
            c->scale[i] = fmax(c->scale[i], 0.5 * entry * e->size[j]);
        }
    }
    for (rdg_index j = 0; j < e->function.n; j++) {
        for (rdg_index i = 0; i < rows; i++) {
            const rdg_index k = i + rows * j;
            const double allowed = c->tolerance * c->scale[i] / e->size[j];
            const double error = fabs(c->analytic[k] - c->difference[k]);
            c->compared++;
            c->undecided += c->doubt[k] > allowed;
            const double excess = error > allowed + c->doubt[k] ? error / fmax(allowed, DBL_MIN) : 0.0;
            c->agrees = c->agrees && excess == 0.0;
            if (excess > c->worst.excess) {
                c->worst = (culprit){.excess = excess,
                                     .e = e,
                                     .second = second,
                                     .row = i,
                                     .column = j,
                                     .given = c->analytic[k],
                                     .difference = c->difference[k]};
            }
        }
    }
}

/* What an evaluation that failed at u itself means for the check. */
static rdg_status no_value(checker *c)
{
    return rdg_fail(c->p->ctx, c->p->trouble_status, "rdg_check_derivatives", "%s", c->p->trouble);
}

/* Terms of the values, whose derivatives c->analytic holds, for variables of these sizes. */
static void measure_values(const checker *c, const double *size, double *magnitude)
{
    const rdg_function *f = &c->e->function;
    for (rdg_index i = 0; i < f->m; i++) {
        magnitude[i] = fabs(c->e->y[i]);
        for (rdg_index j = 0; j < f->n; j++) {
            magnitude[i] = fmax(magnitude[i], fabs(c->analytic[i + f->m * j]) * size[j]);
        }
    }
}

static rdg_status check_first(checker *c)
{
    const rdg_function *f = &c->e->function;
    if (rdg_entry_jacobian_here(c->p, c->e, c->values) != 0) {
        return no_value(c);
    }
    spread(f->df_pattern, c->values, c->analytic);
    measure_values(c, c->state_size, c->magnitude);
    measure_values(c, c->e->size, c->wide_magnitude);
    for (rdg_index j = 0; j < f->n; j++) {
        if (difference_column(c, j, f->m, sample_values) < 0) {
            return no_value(c);
        }
    }
    compare(c, f->m, false);
    return RDG_OK;
}

/* Multipliers in general position that give each value the same weight, whatever its unit. */
static void choose_multipliers(checker *c)
{
    const rdg_function *f = &c->e->function;
    for (rdg_index i = 0; i < f->m; i++) {
        c->multiplier[i] = rdg_general(i) / (c->scale[i] > 0.0 ? c->scale[i] : 1.0);
        c->e->lambda[i] = c->multiplier[i];
    }
}

/* Terms of the contracted first derivatives, whose values c->analytic holds: at the state those by a variable
 * are as large as the largest of its block, which have one unit; by typical sizes as all others. */
static void measure_gradient(const checker *c)
{
    const rdg_function *f = &c->e->function;
    const double *size = c->e->size;
    double largest = 0.0;
    memset(c->of_block, 0, (size_t)c->p->n_blocks * sizeof *c->of_block);
    for (rdg_index j = 0; j < f->n; j++) {
        double *block = &c->of_block[rdg_problem_block_of(c->p, c->e->index[j]) - c->p->block];
        double sum = 0.0;
        for (rdg_index i = 0; i < f->m; i++) {
            sum += fabs(c->multiplier[i] * c->analytic[i + f->m * j]);
        }
        largest = fmax(largest, sum * size[j]);
        *block = fmax(*block, sum);
    }
    for (rdg_index j = 0; j < f->n; j++) {
        c->magnitude[j] = c->of_block[rdg_problem_block_of(c->p, c->e->index[j]) - c->p->block];
        c->wide_magnitude[j] = largest / size[j];
    }
}

/* d2f at e->u with e->lambda, into c->analytic. */
static int spread_second(checker *c)
{
    rdg_entry *e = c->e;
    const int answer = rdg_entry_hessian_here(c->p, e, e->lambda);
    if (answer == 0) {
        spread(e->function.d2f_pattern, e->d2f_values, c->analytic);
    }
    return answer;
}

/* Which of the m values is to blame? Each alone, in the column that was found. */
static rdg_status find_component(checker *c)
{
    culprit *w = &c->worst;
    const rdg_index n = c->e->function.n;
    const rdg_index k = w->row + n * w->column;
    double most = -1.0;
    for (rdg_index component = 0; component < c->e->function.m; component++) {
        memset(c->e->lambda, 0, (size_t)c->e->function.m * sizeof(double));
        c->e->lambda[component] = 1.0;
        if (spread_second(c) != 0 || difference_column(c, w->column, n, sample_gradient) < 0) {
            return no_value(c);
        }
        const double wrong = fabs(c->multiplier[component] * (c->analytic[k] - c->difference[k]));
        if (wrong > most) {
            most = wrong;
            w->component = component;
            w->given = c->analytic[k];
            w->difference = c->difference[k];
        }
    }
    return RDG_OK;
}

/* After check_first(), which leaves the first derivatives and the scales of their rows. */
static rdg_status check_second(checker *c)
{
    const rdg_function *f = &c->e->function;
    const double before = c->worst.excess;
    choose_multipliers(c);
    measure_gradient(c);
    if (spread_second(c) != 0) {
        return no_value(c);
    }
    for (rdg_index j = 0; j < f->n; j++) {
        if (difference_column(c, j, f->n, sample_gradient) < 0) {
            return no_value(c);
        }
    }
    compare(c, f->n, true);
    return c->worst.excess > before ? find_component(c) : RDG_OK;
}

static rdg_status check_entry(checker *c, rdg_entry *e, const double *u)
{
    const rdg_function *f = &e->function;
    c->e = e;
    rdg_entry_gather(e, u);
    rdg_entry_measure(c->p, e);
    for (rdg_index j = 0; j < f->n; j++) {
        c->state_size[j] = fmax(fabs(e->u[j]), c->all_sizes[e->index[j]]);
    }
    if (rdg_entry_value_here(c->p, e, e->y) != 0) {
        return no_value(c);
    }
    if (f->estimated_df) {
        return RDG_OK;
    }
    if (!f->df || !f->d2f) {
        rdg_write(c->p->ctx, RDG_CHANNEL_NOTE, "note: function \"%s\" has no %s: not compared\n", f->name,
                  f->df ? "d2f" : (f->d2f ? "df, which d2f is compared with" : "df and no d2f"));
    }
    if (!rdg_entry_may_be_wrong(e)) {
        return RDG_OK;
    }
    RDG_TRY(check_first(c));
    return f->df && f->d2f && c->agrees ? check_second(c)
                                        : RDG_OK; /* a wrong df is nothing to compare d2f with */
}

static rdg_status report(const checker *c)
{
    const culprit *w = &c->worst;
    if (w->excess == 0.0) {
        return RDG_OK;
    }
    char row[RDG_LOCAL_NAME];
    char column[RDG_LOCAL_NAME];
    char chars[TEXT_SIZE];
    rdg_text what = rdg_text_in(chars, sizeof chars);
    rdg_entry_name_variable(c->p, w->e, w->column, column);
    if (w->second) {
        rdg_entry_name_variable(c->p, w->e, w->row, row);
        rdg_text_addf(&what, "d2f of value %" PRId64 " by %s and %s", w->component, row, column);
    } else {
        rdg_text_addf(&what, "df of value %" PRId64 " by %s", w->row, column);
    }
    if (!w->e->function.df) {
        return rdg_fail(c->p->ctx, RDG_ERR_DERIVATIVE, "rdg_check_derivatives",
                        "%s function \"%s\": its df_pattern is not true: %s (row %" PRId64 ", column %" PRId64
                        ") is %.10g by differences with it, %.10g without",
                        rdg_entry_kind(w->e), w->e->function.name, chars, w->row, w->column, w->given,
                        w->difference);
    }
    return rdg_fail(
        c->p->ctx, RDG_ERR_DERIVATIVE, "rdg_check_derivatives",
        "%s function \"%s\": %s (row %" PRId64 ", column %" PRId64 ") is %.10g, but differences say %.10g",
        rdg_entry_kind(w->e), w->e->function.name, chars, w->row, w->column, w->given, w->difference);
}

rdg_status rdg_check_derivatives(rdg_problem *p, const double *u, double tolerance)
{
    if (!rdg_problem_works(p)) {
        return RDG_ERR_EARLIER;
    }
    if (!(tolerance > 0.0 && tolerance < 1.0)) {
        return RDG_FAIL(p->ctx, RDG_ERR_ARGUMENT, "the tolerance %g is not in (0, 1)", tolerance);
    }
    if (!u) {
        u = p->u0;
    }
    RDG_TRY(rdg_problem_require_finite(p, __func__, "value", u));
    rdg_problem_forget_trouble(p);
    checker c = {.p = p, .tolerance = tolerance};
    rdg_status status = allocate(&c);
    if (status == RDG_OK) {
        rdg_state_sizes(p, u, c.all_sizes);
    }
    for (rdg_index k = 0; status == RDG_OK && k < p->n_entries; k++) {
        status = check_entry(&c, &p->entry[k], u);
    }
    if (status == RDG_OK && 2 * c.undecided > c.compared) {
        rdg_write(
            p->ctx, RDG_CHANNEL_WARNING,
            "warning: differences could not tell %ld of %ld derivatives to %g: is a function not smooth at "
            "this point?\n",
            c.undecided, c.compared, tolerance);
    }
    if (status == RDG_OK) {
        status = report(&c);
    }
    release(&c);
    return status;
}
