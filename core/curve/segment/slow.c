/* Newton's method that is slow, or fails: is a derivative to blame? At the start of a run this is requested
 * at once, and then at starts of the same problem when it has happened ten times as often: local searches
 * make hundreds of them, next to each other. Along a run there are other reasons, non-smooth points and steps
 * that are too long; so the derivatives are compared when it has happened a few times, and once more, a few
 * times in all, when it has happened ten times as often as when they were last found right: an entry may be
 * wrong in a part of the domain only. */
#include "slow_impl.h"
#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* So many are not what Newton's method needs where derivatives are right, as a rule. */
enum { MANY_ITERATIONS = 8, MANY_OF_STEP = 6 };

/* Comparisons along a run at most, the first one when it was slow or failed so often. */
enum { FIRST_COMPARISON = 4, TIMES = 10, MOST_COMPARISONS = 3 };

enum { HOW_SIZE = 128 };

bool rdg_newton_is_slow(const rdg_newton_report *report)
{
    return report->slow || report->iterations >= MANY_ITERATIONS;
}

/* Compare the derivatives at a predictor and where Newton's method has ended, and warn of the worst entry if
 * differences contradict it. What the problem complained of before stays. */
static bool compare_derivatives(rdg_tracer *t, const double *guess, const double *end, const char *how)
{
    char text[RDG_WRONG_SIZE];
    const double *const at[] = {guess, end};
    bool finite = true;
    for (rdg_index j = 0; j < t->p->n; j++) {
        finite = finite && isfinite(end[j]);
    }
    const rdg_trouble kept = rdg_trouble_keep(t->p);
    const bool *before = t->p->settled;
    t->p->settled = t->s->settled;
    const bool wrong = rdg_wrong_derivative(t->p, t->setup->held, finite ? 2 : 1, at, text);
    t->p->settled = before;
    if (wrong) {
        rdg_warn(t->ctx, "a wrong derivative", "run %s: Newton's method %s, and derivatives are wrong: %s",
                 t->setup->name, how, text);
    }
    rdg_trouble_restore(t->p, &kept);
    return wrong;
}

void rdg_doubt_derivatives_of_start(rdg_tracer *t, const double *guess, const double *end, const char *how)
{
    rdg_start_doubts *doubts = &t->p->doubts;
    if (doubts->count++ >= doubts->due && !compare_derivatives(t, guess, end, how)) {
        doubts->due = TIMES * doubts->count;
    }
}

static void describe(rdg_tracer *t, const double *u, char *how)
{
    const rdg_index first = t->setup->first_active;
    double value = 0.0;
    if (first >= 0 && rdg_problem_parameter(t->p, first, u, &value, NULL) == 0) {
        rdg_format(how, HOW_SIZE, "suffers from %.48s = %.6g on", t->p->parameter[first].name, value);
    } else {
        rdg_format(how, HOW_SIZE, "suffers");
    }
}

bool rdg_correction_suffers(rdg_outcome outcome, const rdg_newton_report *report)
{
    return outcome == RDG_FAILED ||
           (outcome == RDG_CONVERGED && (rdg_newton_is_slow(report) || report->iterations >= MANY_OF_STEP));
}

void rdg_watch_derivatives(rdg_tracer *t, const double *from, const double *to)
{
    rdg_slowness *slow = &t->findings.slowness;
    const long due = slow->comparisons == 0 ? FIRST_COMPARISON : TIMES * slow->compared_at;
    if (slow->comparisons >= MOST_COMPARISONS || ++slow->count < due) {
        return;
    }
    char how[HOW_SIZE];
    describe(t, from, how);
    slow->comparisons++;
    slow->compared_at = slow->count;
    if (compare_derivatives(t, from, to, how)) {
        slow->comparisons = MOST_COMPARISONS; /* it has been stated */
    }
}
