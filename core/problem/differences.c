/* A Jacobian by central differences.
 *
 * A difference that is taken across a jump of the function is no derivative: it grows as its step shrinks,
 * and a row that is measured by it would call anything a solution. So where the value at the point itself is
 * known, an entry that is far greater than what either side of it says of its row is looked at more closely:
 * with a sixteenth of the step the quotient of the side without the jump, or the kink, stays, and is taken
 * alone. */
#include "problem_impl.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* An entry is looked at from this multiple of its row's reference on. */
static const double far_greater = 10.0;
/* Quotients whose ratio is less than this are the same. */
static const double same = 4.0;
/* Of the step, for the second look. */
static const double part = 1.0 / 16.0;

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

/* Values at a distance h along variable j on both sides. */
static int both_sides(rdg_problem *p, rdg_entry *e, rdg_index j, double h)
{
    const double middle = e->u[j];
    e->u[j] = middle + h;
    int answer = rdg_entry_value_here(p, e, e->y);
    e->u[j] = middle - h;
    answer = answer != 0 ? answer : rdg_entry_value_here(p, e, e->y2);
    e->u[j] = middle;
    return answer;
}

/* What the rows of the column at hand are, seen from the side where they are less: the largest of a row is
 * its reference. */
static void take_reference(rdg_entry *e, rdg_index j, double h)
{
    for (rdg_index i = 0; i < e->function.m; i++) {
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

/* The entries of a column that are suspect, from the side that does not change. Evaluations beside that fail
 * leave them as they are. */
static int look_again(rdg_problem *p, rdg_entry *e, rdg_index j, double h, double *column)
{
    int answer = both_sides(p, e, j, h);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index i = 0; i < e->function.m; i++) {
        e->ahead[i] = (e->y[i] - e->middle[i]) / h;
        e->behind[i] = (e->middle[i] - e->y2[i]) / h;
    }
    answer = both_sides(p, e, j, part * h);
    if (answer != 0) {
        return answer;
    }
    for (rdg_index i = 0; i < e->function.m; i++) {
        const double ahead = (e->y[i] - e->middle[i]) / (part * h);
        const double behind = (e->middle[i] - e->y2[i]) / (part * h);
        const bool steady = is_steady(e->ahead[i], ahead);
        if (is_suspect(e, i, j, column[i]) && steady != is_steady(e->behind[i], behind)) {
            column[i] = steady ? ahead : behind;
        }
    }
    return 0;
}

static int mend(rdg_problem *p, rdg_entry *e, double step, double *values)
{
    const rdg_index m = e->function.m;
    for (rdg_index j = 0; j < e->function.n; j++) {
        bool suspect = false;
        for (rdg_index i = 0; i < m; i++) {
            suspect = suspect || is_suspect(e, i, j, values[i + m * j]);
        }
        const int answer = suspect ? look_again(p, e, j, step * e->size[j], values + m * j) : 0;
        if (answer < 0) {
            return answer;
        }
    }
    return 0;
}

/* Fine ones, over two distances, have a longer step and a hundredth of the rounding errors: for functions
 * that are made of derivatives. */
int rdg_entry_differences(rdg_problem *p, rdg_entry *e, double *values)
{
    static const double coarse[] = {1.0 / 2.0}, fine[] = {8.0 / 12.0, -1.0 / 12.0};
    const double *weight = p->fine_differences ? fine : coarse;
    const int reach = p->fine_differences ? 2 : 1;
    const double step = p->fine_differences ? pow(DBL_EPSILON, 0.2) : cbrt(DBL_EPSILON);
    const rdg_index m = e->function.m;
    const bool looks = reach == 1 && knows_middle(e);
    memset(e->reference, 0, (size_t)m * sizeof *e->reference);
    for (rdg_index j = 0; j < e->function.n; j++) {
        const double h = step * e->size[j];
        for (int k = 1; k <= reach; k++) {
            const int answer = both_sides(p, e, j, k * h);
            if (answer != 0) {
                return answer;
            }
            for (rdg_index i = 0; i < m; i++) {
                values[i + m * j] += weight[k - 1] * (e->y[i] - e->y2[i]) / h;
            }
        }
        if (looks) {
            take_reference(e, j, h);
        }
    }
    return looks ? mend(p, e, step, values) : 0;
}
