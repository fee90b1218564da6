/* Calls of the callbacks of a function of a problem: whether they are made at all, and what they answered. */
#include "problem_impl.h"
#include "text_impl.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

bool rdg_problem_is_aborted(const rdg_problem *p)
{
    return p->trouble_status == RDG_ERR_CALLBACK;
}

void rdg_problem_forget_trouble(rdg_problem *p)
{
    p->trouble_status = RDG_OK;
    p->trouble[0] = '\0';
}

void rdg_problem_complain(rdg_problem *p, rdg_status status, const char *format, ...)
{
    if (rdg_problem_is_aborted(p)) {
        return;
    }
    p->trouble_status = status;
    va_list arguments;
    va_start(arguments, format);
    rdg_format_list(p->trouble, sizeof p->trouble, format, arguments);
    va_end(arguments);
}

rdg_trouble rdg_trouble_keep(const rdg_problem *p)
{
    rdg_trouble kept = {.status = p->trouble_status};
    memcpy(kept.text, p->trouble, sizeof kept.text);
    return kept;
}

void rdg_trouble_restore(rdg_problem *p, const rdg_trouble *kept)
{
    if (!rdg_problem_is_aborted(p)) {
        p->trouble_status = kept->status;
        memcpy(p->trouble, kept->text, sizeof p->trouble);
    }
}

const char *rdg_entry_kind(const rdg_entry *e)
{
    return e->is_monitor ? "monitor" : "zero";
}

bool rdg_problem_is_over(const rdg_problem *p)
{
    return p->runs > 0 && rdg_problem_is_aborted(p);
}

/* Four products at a time: they are zero, or not finite as soon as one value is not. */
static bool all_are_finite(rdg_index count, const double *values)
{
    double sum[4] = {0.0, 0.0, 0.0, 0.0};
    rdg_index i = 0;
    for (; i + 4 <= count; i += 4) {
        for (int k = 0; k < 4; k++) {
            sum[k] += 0.0 * values[i + k];
        }
    }
    for (; i < count; i++) {
        sum[0] += 0.0 * values[i];
    }
    return isfinite(sum[0] + sum[1] + sum[2] + sum[3]);
}

int rdg_entry_judge(rdg_problem *p, const rdg_entry *e, const char *callback, int answer, rdg_index count,
                    const double *values)
{
    if (answer != 0) {
        rdg_problem_complain(p, answer < 0 ? RDG_ERR_CALLBACK : RDG_ERR_NO_CONVERGENCE,
                             "%s function \"%s\": %s returned %d%s", rdg_entry_kind(e), e->function.name,
                             callback, answer, answer < 0 ? "" : " (outside its domain)");
        return answer;
    }
    if (all_are_finite(count, values)) {
        return 0;
    }
    for (rdg_index i = 0; i < count; i++) {
        if (!isfinite(values[i])) {
            rdg_problem_complain(p, RDG_ERR_NOT_FINITE,
                                 "%s function \"%s\": %s wrote %g as value %" PRId64 " of %" PRId64,
                                 rdg_entry_kind(e), e->function.name, callback, values[i], i, count);
            return 1;
        }
    }
    return 0;
}

int rdg_entry_value_here(rdg_problem *p, rdg_entry *e, double *y)
{
    const rdg_function *f = &e->function;
    if (rdg_problem_is_over(p)) {
        return -1;
    }
    return rdg_entry_judge(p, e, "f", f->f(f->n, e->u, f->m, y, f->data), f->m, y);
}
