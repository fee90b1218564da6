/* What the check of derivatives has found. */
#include "check_impl.h"
#include "text_impl.h"

#include <inttypes.h>

enum { TEXT_SIZE = 256 };

static void report_unresolved(const rdg_checker *c)
{
    const bool is_most = 2 * c->unresolved > c->compared;
    if (c->unresolved > 0) {
        rdg_write(c->p->ctx, is_most ? RDG_CHANNEL_WARNING : RDG_CHANNEL_NOTE,
                  "%s: %ld of %ld derivatives not checked to %g: differences are less certain there "
                  "(rounding of the function, or a non-smooth point)\n",
                  is_most ? "warning" : "note", c->unresolved, c->compared, c->tolerance);
    }
}

rdg_status rdg_check_report(const rdg_checker *c)
{
    const rdg_wrong_entry *w = &c->worst;
    report_unresolved(c);
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
        "%s function \"%s\": %s (row %" PRId64 ", column %" PRId64 ") is %.10g, but by differences %.10g",
        rdg_entry_kind(w->e), w->e->function.name, chars, w->row, w->column, w->given, w->difference);
}
