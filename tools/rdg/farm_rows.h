/* The tables of a farm, made anew each time. */
#ifndef RDG_FARM_ROWS_H
#define RDG_FARM_ROWS_H

#include "farm_parts.h"

#include <ridgewalk/ridgewalk.h>

#include <sqlite3.h>

enum { MOST_FARM_COLUMNS = 1900 }; /* SQLite has 2000 */

typedef struct rows {
    sqlite3 *database;
    const char *path; /* without .db and .csv */
    bool failed;      /* a message was printed */
    int n;            /* columns of the runs */
    char *name[MOST_FARM_COLUMNS], *unit[MOST_FARM_COLUMNS];
} rows;

/* Begin PATH.db under another name. All answer false after a message. */
bool open_rows(rows *t, const char *path);

/* Tables `cases`, `runs` and `points`. */
bool add_case_row(rows *t, long number, case_state state, const record *r);
bool add_run_row(rows *t, long number, const char *run, rdg_index points, const char *stop);
bool add_point(rows *t, rdg_run *run, long number, const char *name, rdg_index row, const char *type);

/* Is a column a parameter or a monitor? */
bool is_result(const char *column);

/* Write PATH.csv, the table `points`, and have both files take their names; or, when not good, remove them.
 */
bool close_rows(rows *t, bool good);

#endif
