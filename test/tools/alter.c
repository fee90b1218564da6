/* Change a run by SQL and seal it again, as if it had been written so: `alter FILE STATEMENTS`. */
#include "run_schema_impl.h"

#include <math.h>
#include <stdio.h>

/* checksum_of(point, label, type, step, ...): in the order in which a run is read */
static void checksum_of(sqlite3_context *answer, int n, sqlite3_value **value)
{
    enum { TYPE = 2 };
    uint32_t checksum = 0;
    for (int k = 0; k < n; k++) {
        const double number =
            sqlite3_value_type(value[k]) == SQLITE_NULL ? NAN : sqlite3_value_double(value[k]);
        checksum = k == TYPE ? rdg_seal_text(checksum, (const char *)sqlite3_value_text(value[k]))
                             : rdg_seal_number(checksum, number);
    }
    sqlite3_result_int64(answer, checksum);
}

static int seal(sqlite3 *database)
{
    sqlite3_int64 quantities = 0;
    int code = rdg_database_ask(database, "select count(*) from quantity", &quantities);
    sqlite3_str *text = sqlite3_str_new(database);
    sqlite3_str_appendall(text,
                          "update point set row_checksum = checksum_of(point, ifnull(label, 0), type, step,"
                          " next_step, iterations, residual, norm, time");
    for (sqlite3_int64 k = 1; k <= quantities; k++) {
        sqlite3_str_appendf(text, ", q%lld", (long long)k);
    }
    sqlite3_str_appendall(text, ")");
    char *statement = sqlite3_str_finish(text);
    code = code ? code : statement ? rdg_database_run(database, statement) : SQLITE_NOMEM;
    sqlite3_free(statement);
    return code ? code : rdg_seal_write(database, &rdg_seal_of_facts);
}

int main(int argc, char **argv)
{
    sqlite3 *database = NULL;
    int code = argc == 3 ? sqlite3_open_v2(argv[1], &database, SQLITE_OPEN_READWRITE, NULL) : SQLITE_MISUSE;
    code = code ? code : sqlite3_busy_timeout(database, 5000);
    code = code ? code
                : sqlite3_create_function(database, "checksum_of", -1, SQLITE_UTF8, NULL, checksum_of, NULL,
                                          NULL);
    code = code ? code : rdg_database_run(database, "begin immediate");
    code = code ? code : rdg_database_run(database, argv[2]);
    code = code ? code : seal(database);
    code = code ? code : rdg_database_run(database, "commit");
    if (code) {
        fprintf(stderr, "alter: %s\n", database ? sqlite3_errmsg(database) : "alter FILE STATEMENTS");
    }
    sqlite3_close(database);
    return code != SQLITE_OK;
}
