/* What the programs of this folder share: numbers that a run has found beside those that are known. The known
 * ones are closed forms, or Taylor series of order 34 in quadruple precision. */
#ifndef SHOOTING_REFERENCE_H
#define SHOOTING_REFERENCE_H

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdio.h>

enum { REFERENCES = 32 };

/* A table of numbers, printed as they come and written to a file in the end. */
typedef struct references {
    const char *what[REFERENCES];
    double known[REFERENCES], found[REFERENCES], difference[REFERENCES];
    rdg_index count;
} references;

static inline void compare(references *table, const char *what, double known, double found)
{
    if (table->count < REFERENCES) {
        const rdg_index k = table->count++;
        table->what[k] = what;
        table->known[k] = known;
        table->found[k] = found;
        table->difference[k] = fabs(found - known);
        printf("%-44s known %.14g, found %.14g, difference %.1e\n", what, known, found, table->difference[k]);
    }
}

/* The value of a column, among a run's points of a type, that is nearest to a known one. */
static inline double nearest(rdg_context *ctx, const char *run, const char *type, const char *column,
                             double known)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const double *value = rdg_run_column(r, column);
    double found = NAN;
    for (rdg_index nth = 0, row = 0; value && (row = rdg_run_find(r, type, nth)) >= 0; nth++) {
        found = isnan(found) || fabs(value[row] - known) < fabs(found - known) ? value[row] : found;
    }
    rdg_run_free(r);
    return found;
}

/* The value of a column at the point of a type where another column is nearest to what it is known to be. */
static inline double beside(rdg_context *ctx, const char *run, const char *type, const char *column,
                            double known, const char *other)
{
    rdg_run *r = rdg_run_open(ctx, run);
    const double *value = rdg_run_column(r, column), *asked = rdg_run_column(r, other);
    double least = INFINITY, found = NAN;
    for (rdg_index nth = 0, row = 0; value && asked && (row = rdg_run_find(r, type, nth)) >= 0; nth++) {
        if (fabs(value[row] - known) < least) {
            least = fabs(value[row] - known);
            found = asked[row];
        }
    }
    rdg_run_free(r);
    return found;
}

static inline void write_references(rdg_context *ctx, const references *table, const char *path)
{
    rdg_export(ctx, path, table->count, RDG_COLUMN_TEXTS("number", table->what),
               RDG_COLUMN_ARRAY("known", table->known), RDG_COLUMN_ARRAY("found", table->found),
               RDG_COLUMN_ARRAY("difference", table->difference));
}

#endif
