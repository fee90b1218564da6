/* Facts of a run, and the domains that it was requested. */
#include "run_data_impl.h"

#include "text_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

enum { LIST_SIZE = 600 };

const char *rdg_run_find_fact(const rdg_run *run, const char *fact)
{
    for (rdg_index i = 0; fact && i < run->n_facts; i++) {
        if (strcmp(run->facts[i].name, fact) == 0) {
            return run->facts[i].text;
        }
    }
    return NULL;
}

static const char *find_fact(rdg_run *run, const char *where, const char *fact)
{
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return NULL;
    }
    const char *found = rdg_run_find_fact(run, fact);
    if (found) {
        return found;
    }
    char chars[LIST_SIZE];
    rdg_text list = rdg_text_in(chars, sizeof chars);
    for (rdg_index i = 0; i < run->n_facts; i++) {
        rdg_text_item(&list, run->facts[i].name);
    }
    rdg_fail(run->ctx, RDG_ERR_NAME, where, "run \"%s\" knows no fact \"%s\"; it has: %s", run->name,
             fact ? fact : "", rdg_text_list(&list));
    return NULL;
}

const char *rdg_run_text(rdg_run *run, const char *fact)
{
    return find_fact(run, "rdg_run_text", fact);
}

double rdg_run_number(rdg_run *run, const char *fact)
{
    double number = NAN;
    const char *text = find_fact(run, "rdg_run_number", fact);
    if (text && !rdg_number_read(text, &number)) {
        RDG_FAIL(run->ctx, RDG_ERR_FORMAT, "\"%s\" of run \"%s\" is no number: \"%s\"", fact, run->name,
                 text);
    }
    return number;
}

rdg_status rdg_run_window(rdg_run *run, const char *name, double *low, double *high)
{
    double bound[2] = {-INFINITY, INFINITY};
    if (!run || rdg_error_status(run->ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    if (!name) {
        return RDG_FAIL(run->ctx, RDG_ERR_ARGUMENT, "of which parameter of run \"%s\"?", run->name);
    }
    for (rdg_index i = 0; i < run->n_fields; i++) {
        const rdg_run_field *field = &run->field[i];
        if (strcmp(field->name, name) == 0 && !isnan(field->low) && !isnan(field->high)) {
            bound[0] = field->low;
            bound[1] = field->high;
        }
    }
    if (low) {
        *low = bound[0];
    }
    if (high) {
        *high = bound[1];
    }
    return RDG_OK;
}

bool rdg_run_finished(const rdg_run *run)
{
    const char *finished = run ? rdg_run_find_fact(run, "finished") : NULL;
    return finished && strcmp(finished, "1") == 0;
}
