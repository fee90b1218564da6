/* Whose segment a labelled solution has: its states and the names of its parameters, as a line that is kept
 * with it,
 *
 *     system <TAB> segment <TAB> states <TAB> parameter <TAB> ...
 *
 * A run that starts from a solution of another system would find whatever Newton's method meets. */
#include "segment_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { MOST_SHOWN = 200 };

char *rdg_segment_whose(rdg_context *ctx, const char *name, rdg_index n, const rdg_hybrid *h)
{
    const rdg_hybrid_parameters q = rdg_hybrid_parameters_of(h);
    size_t size = strlen(name) + 64;
    for (rdg_index k = 0; k < q.n; k++) {
        size += strlen(q.name[k]) + 1;
    }
    char *line = rdg_context_calloc(ctx, size, 1);
    if (!line) {
        return NULL;
    }
    int used = snprintf(line, size, "system\t%s\t%" PRId64, name, n);
    for (rdg_index k = 0; k < q.n; k++) {
        used += snprintf(line + used, size - (size_t)used, "\t%s", q.name[k]);
    }
    (void)snprintf(line + used, size - (size_t)used, "\n");
    return line;
}

/* Behind the segment's name; NULL: there is no such line. */
static const char *find(const char *kept, const char *name)
{
    const size_t length = strlen(name);
    for (const char *line = kept; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        if (strncmp(line, "system\t", 7) == 0 && strncmp(line + 7, name, length) == 0 &&
            line[7 + length] == '\t') {
            return line + 8 + length;
        }
    }
    return NULL;
}

rdg_status rdg_segment_check_whose(rdg_context *ctx, const char *where, const char *kept, const char *name,
                                   const char *line)
{
    const char *is = find(kept, name), *wanted = find(line, name);
    const size_t length = is ? strcspn(is, "\n") : 0;
    if (!is || !wanted || (length == strcspn(wanted, "\n") && strncmp(is, wanted, length) == 0)) {
        return RDG_OK;
    }
    char shown[2][MOST_SHOWN];
    for (int k = 0; k < 2; k++) {
        (void)snprintf(shown[k], MOST_SHOWN, "%.*s", (int)strcspn(k ? wanted : is, "\n"), k ? wanted : is);
        for (char *c = shown[k]; *c; c++) {
            *c = *c == '\t' ? ' ' : *c;
        }
    }
    return rdg_fail(
        ctx, RDG_ERR_ARGUMENT, where,
        "segment \"%s\": the solution is of another system: its states and parameters are %s, and "
        "those here %s",
        name, shown[0], shown[1]);
}
