/* Seals: the checksum of all rows of some tables, stored beside them. SQLite does not notice a bit that has
 * changed in a file; a row that is lost changes the seal as well. */
#include "seal_impl.h"

#include "checksum_impl.h"

#include <math.h>
#include <string.h>

uint32_t rdg_seal_number(uint32_t before, double number)
{
    const double same = isnan(number) ? NAN : number == 0.0 ? 0.0 : number; /* as SQLite gives it back */
    return rdg_checksum(before, &same, sizeof same);
}

uint32_t rdg_seal_text(uint32_t before, const char *text)
{
    return rdg_checksum(before, text, strlen(text) + 1);
}

/* SQLite's code: a text may have to be converted, for which there may be no memory. */
static int add_column(sqlite3_stmt *s, int column, uint32_t *checksum)
{
    const unsigned char type = (unsigned char)sqlite3_column_type(s, column);
    *checksum = rdg_checksum(*checksum, &type, sizeof type);
    if (type == SQLITE_INTEGER || type == SQLITE_FLOAT) {
        *checksum = rdg_seal_number(*checksum, sqlite3_column_double(s, column));
        return SQLITE_OK;
    }
    const void *bytes = sqlite3_column_blob(s, column);
    const int n = sqlite3_column_bytes(s, column);
    *checksum = rdg_checksum(*checksum, &n, sizeof n);
    *checksum = bytes ? rdg_checksum(*checksum, bytes, (size_t)n) : *checksum;
    return n > 0 && !bytes ? SQLITE_NOMEM : SQLITE_OK;
}

static int add_row(sqlite3_stmt *s, uint32_t *checksum)
{
    int code = SQLITE_OK;
    for (int k = 0; code == SQLITE_OK && k < sqlite3_column_count(s); k++) {
        code = add_column(s, k, checksum);
    }
    return code;
}

static int add_rows(sqlite3 *database, const char *statement, uint32_t *checksum)
{
    int code = SQLITE_OK;
    sqlite3_stmt *s = rdg_database_prepare(database, statement, &code);
    while (s && code == SQLITE_OK && (code = sqlite3_step(s)) == SQLITE_ROW) {
        code = add_row(s, checksum);
    }
    sqlite3_finalize(s);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int compute(sqlite3 *database, const rdg_seal *seal, sqlite3_int64 *checksum)
{
    uint32_t sum = 0;
    int code = SQLITE_OK;
    for (const char *const *rows = seal->rows; code == SQLITE_OK && *rows; rows++) {
        code = add_rows(database, *rows, &sum);
    }
    *checksum = sum;
    return code;
}

int rdg_seal_write(sqlite3 *database, const rdg_seal *seal)
{
    sqlite3_int64 checksum = 0;
    int code = compute(database, seal, &checksum);
    sqlite3_stmt *put =
        code ? NULL
             : rdg_database_statement(database, "insert or replace into seal(name, checksum) values(?, ?)",
                                      &code);
    code = code ? code : sqlite3_bind_text(put, 1, seal->name, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_int64(put, 2, checksum);
    return code ? code : rdg_database_do(put);
}

int rdg_seal_check(sqlite3 *database, const rdg_seal *seal, bool *is_whole)
{
    sqlite3_int64 checksum = 0;
    int code = compute(database, seal, &checksum);
    sqlite3_stmt *s =
        code ? NULL : rdg_database_prepare(database, "select checksum from seal where name = ?", &code);
    code = code ? code : sqlite3_bind_text(s, 1, seal->name, -1, SQLITE_STATIC);
    code = code ? code : sqlite3_step(s);
    *is_whole = code == SQLITE_ROW && sqlite3_column_int64(s, 0) == checksum;
    sqlite3_finalize(s);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}
