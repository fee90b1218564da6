/* Differences of one column over steps that follow the variable.
 *
 * The steps are relative to the variable itself: longer ones see other terms, as of |v| v or tanh(v), and
 * agree with one another. A variable that is rounding, relative to its block, has no size of its own: its
 * steps go from the block's size down to the rounding of that. So do the steps of a row whose values
 * are too few over those of the variable: rounding hides the difference. */
#include "check_impl.h"
#include "vectors.h"

#include <math.h>

/* A row that is constant needs as many as a difference with an uncertainty. */
enum { LEVELS_OF_ZERO = 24, LEVELS_OF_VALUE = 16, LEVELS_OF_CONSTANT = 2 };

/* In the place of the uncertainty of rows that are not known yet: a row is constant over the steps so far, or
 * rounding hides it. */
static const double is_flat = -1.0, is_hidden = -2.0;

/* A variable below this share of its block is 0 but for the tolerance of a corrector. */
static const double zero = 1e-11;

/* The longest step is a third of the variable: it stays on its side of 0. */
static const double longest_step = 1.0 / 3.0;

void rdg_check_measure(rdg_checker *c, const double *u)
{
    const rdg_entry *e = c->e;
    for (rdg_index j = 0; j < e->function.n; j++) {
        const rdg_block *block = rdg_problem_block_of(c->p, e->index[j]);
        const double sum = rdg_dot(block->n, u + block->start, u + block->start);
        const double size = fmax(sqrt(sum / (double)block->n), block->typical);
        c->block_size[j] = size;
        c->state_size[j] = fabs(e->u[j]) > zero * size ? fabs(e->u[j]) : size;
    }
}

/* The error allowed in an entry, by one of the sizes of the variables. */
static double allow(const rdg_checker *c, int which, const double *size, rdg_index i, rdg_index j)
{
    const double rounding = c->rounding[which] > 0.0 ? c->rounding[which] / size[i] : 0.0;
    return fmax(c->tolerance * c->scale[which][i], rounding) / size[j];
}

double rdg_check_allow(const rdg_checker *c, rdg_index i, rdg_index j)
{
    return fmin(allow(c, 0, c->e->size, i, j), allow(c, 1, c->state_size, i, j));
}

/* Rounding inside of the function, of terms that cancel, makes differences scatter by this much times the
 * inverse of the step. Seen over the shorter half of the steps, with curvature (h^2) extrapolated away. */
static double measure_rounding(const double *d, const double *half, int count)
{
    double most = 0.0;
    for (int k = count / 2 + 2; k < count; k++) {
        const double shorter = (16.0 * d[k] - d[k - 1]) / 15.0;
        const double longer = (16.0 * d[k - 1] - d[k - 2]) / 15.0;
        most = fmax(most, fabs(shorter - longer) * half[k]);
    }
    return most;
}

/* Differences of rows along variable j. */
typedef struct rdg_column {
    rdg_index j, length;
    rdg_sampler *sample;
    double half[RDG_MOST_DIFFERENCES]; /* steps, the longest first, [count] */
    int count;
} rdg_column;

/* One row of a column. */
typedef struct rdg_row {
    rdg_index i, at; /* place in the column, in the dense derivative */
    const double *d,
        *noise; /* [column->count] differences, and their rounding as far as the terms report it */
} rdg_row;

/* What is differenced at the distance h on both sides, into c->side. */
static int sample_sides(rdg_checker *c, const rdg_column *column, double h)
{
    double *u = c->e->u + column->j;
    const double middle = *u;
    *u = middle + h;
    int answer = column->sample(c, c->side[0]);
    *u = middle - h;
    answer = answer == 0 ? column->sample(c, c->side[1]) : answer;
    *u = middle;
    return answer;
}

static bool is_constant(const double *d, int count)
{
    for (int k = 0; k < count; k++) {
        if (d[k] != 0.0) {
            return false;
        }
    }
    return true;
}

/* Place of the shortest step that a row changes over, before one over which it does not; -1: none. */
static int find_stair(const double *d, int count)
{
    for (int k = 1; k < count; k++) {
        if (d[k] == 0.0 && d[k - 1] != 0.0) {
            return k - 1;
        }
    }
    return -1;
}

/* The change of a row over the shortest distance that shows one, between steps k and k + 1, to the tolerance.
 * That of rounded values is as high as their last digit; behind a non-smooth point it goes to 0 with the
 * distance. */
static int measure_stair(rdg_checker *c, const rdg_column *column, const rdg_row *r, int k, double *stair)
{
    double same = column->half[k + 1], changed = column->half[k];
    double h = 0.5 * (same + changed);
    while (changed - same > c->tolerance * same && h > same && h < changed) {
        const int answer = sample_sides(c, column, h);
        if (answer != 0) {
            return answer;
        }
        const double change = fabs(c->side[0][r->i] - c->side[1][r->i]);
        if (change == 0.0) {
            same = h;
        } else {
            changed = h;
            *stair = fmin(*stair, change);
        }
        h = 0.5 * (same + changed);
    }
    return 0;
}

/* The value by differences whose rounding is measured; or by those whose rounding is that of the terms and
 * of the last digit alone, if it is surely nearer to the given derivative: a non-smooth point close by
 * scatters as rounding does. */
static void choose_value(rdg_checker *c, const rdg_column *column, const rdg_row *r, double stair)
{
    double value[2], doubt[2], error[2], noise[RDG_MOST_DIFFERENCES];
    const double rounding[2] = {stair, fmax(stair, measure_rounding(r->d, column->half, column->count))};
    for (int which = 0; which < 2; which++) {
        for (int k = 0; k < column->count; k++) {
            noise[k] = fmax(r->noise[k], rounding[which] / column->half[k]);
        }
        rdg_extrapolate_covered(r->d, noise, column->count, &value[which], &doubt[which]);
        error[which] = fabs(value[which] - c->analytic[r->at]);
    }
    const int best = RDG_CHECK_CERTAIN * (error[0] + doubt[0]) < error[1] - doubt[1] ? 0 : 1;
    c->difference[r->at] = value[best];
    c->doubt[r->at] = doubt[best];
}

/* The place of a row's stair is needed where its change over the shortest step, which is an upper bound of
 * its height, leaves the comparison open. */
static bool is_open(const rdg_checker *c, const rdg_column *column, const rdg_row *r)
{
    const double open = fmax(fabs(c->difference[r->at] - c->analytic[r->at]), c->doubt[r->at]);
    return open > rdg_check_allow(c, r->i, column->j);
}

/* 1: the steps are too short for this row, and longer ones are left; 0: its value is known; < 0: the callback
 * requested to end. */
static int take_row(rdg_checker *c, const rdg_column *column, const rdg_row *r, bool last)
{
    const int k = find_stair(r->d, column->count);
    double stair = k < 0 ? 0.0 : 2.0 * fabs(r->d[k]) * column->half[k];
    choose_value(c, column, r, stair);
    if (k < 0 ? last || !is_constant(r->d, column->count) : !is_open(c, column, r)) {
        return 0;
    }
    if (!last) {
        c->doubt[r->at] = k < 0 ? is_flat : is_hidden;
        return 1;
    }
    const int answer = measure_stair(c, column, r, k, &stair);
    choose_value(c, column, r, stair);
    return answer < 0 ? answer : 0;
}

/* Differences over steps from `longest` on into c->table and c->noise. */
static int fill_table(rdg_checker *c, rdg_column *column, double longest, int levels)
{
    const double middle = c->e->u[column->j];
    column->count = 0;
    for (int k = 0; k < levels; k++) {
        const double step = longest * (rdg_difference_step(k) / rdg_difference_step(0));
        const double width = (middle + step) - (middle - step);
        const int answer = sample_sides(c, column, step);
        if (answer < 0) {
            return answer;
        }
        for (rdg_index i = 0; answer == 0 && i < column->length; i++) {
            const rdg_index at = i * RDG_MOST_DIFFERENCES + column->count;
            const double sides = fmax(fabs(c->side[0][i]), fabs(c->side[1][i]));
            c->table[at] = (c->side[0][i] - c->side[1][i]) / width;
            c->noise[at] = rdg_difference_noise(fmax(c->magnitude[i], sides), 0.5 * width);
        }
        column->half[column->count] = 0.5 * width;
        column->count += answer == 0;
    }
    return 0;
}

/* The rows that are not known yet. Returns how many need longer steps; < 0: the callback requested to end. */
static rdg_index take_rows(rdg_checker *c, const rdg_column *column, bool last)
{
    rdg_index left = 0;
    for (rdg_index i = 0; i < column->length; i++) {
        const rdg_index first = i * RDG_MOST_DIFFERENCES;
        const rdg_row r = {i, i + column->length * column->j, c->table + first, c->noise + first};
        const int answer = c->doubt[r.at] < 0.0 ? take_row(c, column, &r, last) : 0;
        if (answer < 0) {
            return answer;
        }
        left += answer;
    }
    return left;
}

/* Does rounding hide any of the rows that are not known yet, or do they change? */
static bool changes(const rdg_checker *c, const rdg_column *column)
{
    bool any = false;
    for (rdg_index i = 0; i < column->length && !any; i++) {
        const double doubt = c->doubt[i + column->length * column->j];
        const bool is_level = is_constant(c->table + i * RDG_MOST_DIFFERENCES, column->count);
        any = doubt == is_hidden || (doubt == is_flat && !is_level);
    }
    return any;
}

int rdg_check_difference(rdg_checker *c, rdg_index j, rdg_index length, rdg_sampler *sample)
{
    rdg_column column = {.j = j, .length = length, .sample = sample};
    const double size = fabs(c->e->u[j]);
    const double own = longest_step * size, blocks = rdg_difference_step(0) * c->block_size[j];
    const bool is_zero = c->state_size[j] > size;
    rdg_index left = length;
    for (rdg_index i = 0; i < length; i++) {
        c->doubt[i + length * j] = is_hidden;
    }
    if (!is_zero) {
        const int answer = fill_table(c, &column, own, LEVELS_OF_VALUE);
        left = answer < 0 ? answer : take_rows(c, &column, blocks <= own);
    }
    if (left > 0) {
        int answer = fill_table(c, &column, blocks, is_zero ? LEVELS_OF_ZERO : LEVELS_OF_CONSTANT);
        if (answer == 0 && !is_zero && changes(c, &column)) {
            answer = fill_table(c, &column, blocks, LEVELS_OF_ZERO);
        }
        left = answer < 0 ? answer : take_rows(c, &column, true);
    }
    return left < 0 ? (int)left : 0;
}
