/* A Jacobian by central differences: of all columns at once that share no row in the pattern.
 *
 * A difference that is taken across a jump of the function is no derivative: it grows as its step shrinks,
 * and a row that is measured by it would call anything a solution. So where the value at the point itself is
 * known, an entry that is far greater than what either side of it states of its row is examined more closely:
 * with a sixteenth of the step the quotient of the side without the jump, or the non-smooth point, stays, and
 * is taken alone. */
#include "problem_impl.h"
#include "sparse.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* An entry is examined from this multiple of its row's reference on. */
static const double far_greater = 10.0;
/* Quotients whose ratio is less than this are the same. */
static const double same = 4.0;
/* Of the step, for the second sample. */
static const double part = 1.0 / 16.0;

bool rdg_entry_may_be_wrong(const rdg_entry *e)
{
    return e->function.df || e->groups.count < e->function.n ||
           rdg_pattern_count(e->function.df_pattern) < e->function.m * e->function.n;
}

void rdg_entry_keep_middle(rdg_entry *e, bool known)
{
    e->middle_known = known;
    if (known) {
        memcpy(e->middle_u, e->u, (size_t)e->function.n * sizeof *e->u);
        memcpy(e->middle, e->y, (size_t)e->function.m * sizeof *e->y);
    }
}

static bool knows_middle(const rdg_entry *e)
{
    return e->middle_known && memcmp(e->middle_u, e->u, (size_t)e->function.n * sizeof *e->u) == 0;
}

int rdg_entry_need_middle(rdg_problem *p, rdg_entry *e)
{
    if (knows_middle(e)) {
        return 0;
    }
    const int answer = rdg_entry_value_here(p, e, e->y);
    rdg_entry_keep_middle(e, answer == 0);
    return answer;
}

/* Values at a distance, `times` the step, along the variables of a group on both sides. */
static int both_sides(rdg_problem *p, rdg_entry *e, rdg_index group, double times, double step)
{
    const rdg_index *column = e->groups.column + e->groups.start[group];
    const rdg_index count = e->groups.start[group + 1] - e->groups.start[group];
    for (rdg_index c = 0; c < count; c++) {
        const rdg_index j = column[c];
        e->home[j] = e->u[j];
        e->u[j] = e->home[j] + times * (step * e->size[j]);
    }
    int answer = rdg_entry_value_here(p, e, e->y);
    for (rdg_index c = 0; c < count; c++) {
        const rdg_index j = column[c];
        e->u[j] = e->home[j] - times * (step * e->size[j]);
    }
    answer = answer != 0 ? answer : rdg_entry_value_here(p, e, e->y2);
    for (rdg_index c = 0; c < count; c++) {
        e->u[column[c]] = e->home[column[c]];
    }
    return answer;
}

/* What the rows of the column at hand are, seen from the side where they are less: the largest of a row is
 * its reference. */
static void take_reference(rdg_entry *e, rdg_index j, double h)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
        const rdg_index i = a->row[k];
        const double ahead = fabs(e->y[i] - e->middle[i]);
        const double behind = fabs(e->middle[i] - e->y2[i]);
        e->reference[i] = fmax(e->reference[i], fmin(ahead, behind) * e->size[j] / h);
    }
}

static bool is_suspect(const rdg_entry *e, rdg_index i, rdg_index j, double value)
{
    return fabs(value) * e->size[j] > far_greater * e->reference[i];
}

static bool is_steady(double quotient, double nearer)
{
    return fabs(nearer) <= same * fabs(quotient) && fabs(quotient) <= same * fabs(nearer);
}

/* What the sides of a column state by themselves, over the whole step. */
static void take_sides(rdg_entry *e, rdg_index j, double h)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
        const rdg_index i = a->row[k];
        e->ahead[i] = (e->y[i] - e->middle[i]) / h;
        e->behind[i] = (e->middle[i] - e->y2[i]) / h;
    }
}

/* The entries of a column that are suspect become those of the side that a shorter step h does not change. */
static void take_steady_side(rdg_entry *e, rdg_index j, double h, double *values)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
        const rdg_index i = a->row[k];
        const double ahead = (e->y[i] - e->middle[i]) / h;
        const double behind = (e->middle[i] - e->y2[i]) / h;
        const bool steady = is_steady(e->ahead[i], ahead);
        if (is_suspect(e, i, j, values[k]) && steady != is_steady(e->behind[i], behind)) {
            values[k] = steady ? ahead : behind;
        }
    }
}

static bool has_suspects(const rdg_entry *e, rdg_index group, const double *values)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index c = e->groups.start[group]; c < e->groups.start[group + 1]; c++) {
        const rdg_index j = e->groups.column[c];
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            if (is_suspect(e, a->row[k], j, values[k])) {
                return true;
            }
        }
    }
    return false;
}

/* Evaluations beside that fail leave the entries as they are. */
static int look_again(rdg_problem *p, rdg_entry *e, rdg_index group, double step, double *values)
{
    const rdg_index *begin = e->groups.column + e->groups.start[group];
    const rdg_index *end = e->groups.column + e->groups.start[group + 1];
    int answer = both_sides(p, e, group, 1.0, step);
    if (answer != 0) {
        return answer;
    }
    for (const rdg_index *j = begin; j < end; j++) {
        take_sides(e, *j, step * e->size[*j]);
    }
    answer = both_sides(p, e, group, part, step);
    for (const rdg_index *j = begin; answer == 0 && j < end; j++) {
        take_steady_side(e, *j, part * (step * e->size[*j]), values);
    }
    return answer;
}

static int mend(rdg_problem *p, rdg_entry *e, double step, double *values)
{
    for (rdg_index g = 0; g < e->groups.count; g++) {
        const int answer = has_suspects(e, g, values) ? look_again(p, e, g, step, values) : 0;
        if (answer < 0) {
            return answer;
        }
    }
    return 0;
}

/* Add to the columns of a group what the values on both sides state. */
static void add_quotients(const rdg_entry *e, rdg_index group, double weight, double step, double *values)
{
    const rdg_pattern *a = e->function.df_pattern;
    for (rdg_index c = e->groups.start[group]; c < e->groups.start[group + 1]; c++) {
        const rdg_index j = e->groups.column[c];
        const double h = step * e->size[j];
        for (rdg_index k = a->start[j]; k < a->start[j + 1]; k++) {
            const rdg_index i = a->row[k];
            values[k] += weight * (e->y[i] - e->y2[i]) / h;
        }
    }
}

/* Fine ones, over two distances, have a longer step and a hundredth of the rounding errors: for functions
 * that are made of derivatives. */
int rdg_entry_differences(rdg_problem *p, rdg_entry *e, double *values)
{
    static const double coarse[] = {1.0 / 2.0}, fine[] = {8.0 / 12.0, -1.0 / 12.0};
    const double *weight = p->fine_differences ? fine : coarse;
    const int reach = p->fine_differences ? 2 : 1;
    const double step = p->fine_differences ? pow(DBL_EPSILON, 0.2) : cbrt(DBL_EPSILON);
    const bool looks = reach == 1 && knows_middle(e);
    memset(e->reference, 0, (size_t)e->function.m * sizeof *e->reference);
    for (rdg_index g = 0; g < e->groups.count; g++) {
        for (int k = 1; k <= reach; k++) {
            const int answer = both_sides(p, e, g, k, step);
            if (answer != 0) {
                return answer;
            }
            add_quotients(e, g, weight[k - 1], step, values);
        }
        for (rdg_index c = e->groups.start[g]; looks && c < e->groups.start[g + 1]; c++) {
            const rdg_index j = e->groups.column[c];
            take_reference(e, j, step * e->size[j]);
        }
    }
    return looks ? mend(p, e, step, values) : 0;
}
