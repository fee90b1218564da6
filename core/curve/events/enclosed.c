/* What is stated of folds and maxima that Newton's method did not finish. */
#include "text_impl.h"
#include "walk_impl.h"

#include <string.h>

enum { TEXT_SIZE = 128 };

/* On non-smooth points. */
static void say_kinks(const rdg_tracer *t)
{
    const long folds = t->summary.kink_folds;
    const long maxima = t->findings.kinks.maxima;
    char text[TEXT_SIZE] = "";
    if (t->findings.kinks.widest == 0.0) {
        return;
    }
    if (folds > 0) {
        rdg_format(text, sizeof text, "%ld fold%s (FK)", folds, folds > 1 ? "s" : "");
    }
    if (maxima > 0) {
        const size_t used = strlen(text);
        rdg_format(text + used, sizeof text - used, "%s%ld maxim%s (PK)", used > 0 ? " and " : "", maxima,
                   maxima > 1 ? "a" : "um");
    }
    rdg_write(
        t->ctx, RDG_CHANNEL_NOTE,
        "note: run %s: %s at non-smooth points of the curve, enclosed by points no more than %.1e apart\n",
        t->setup->name, text, t->findings.kinks.widest);
}

void rdg_say_enclosed(const rdg_tracer *t)
{
    if (!t->setup->table) {
        return;
    }
    say_kinks(t);
    if (t->findings.kinks.flat > 0) {
        rdg_write(t->ctx, RDG_CHANNEL_NOTE,
                  "note: run %s: %ld of the folds and maxima %s too flat for Newton's method, enclosed by "
                  "points no more than %.1e apart\n",
                  t->setup->name, t->findings.kinks.flat, t->findings.kinks.flat > 1 ? "are" : "is",
                  t->findings.kinks.flattest);
    }
}
