/* What SQLite does with the file of a run: answers, and copies of runs that may be under way. */
#include "rdg.h"

#include <sqlite3.h>

#include <stdio.h>
#include <string.h>

/* The file of a run whose name has been found fit; NULL after a message. */
static sqlite3 *open_file(const call *c, const char *command)
{
    sqlite3 *database = NULL;
    char *path = sqlite3_mprintf("%s/%s.db", c->folder, c->word[0]);
    const int code = path ? sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) : SQLITE_NOMEM;
    sqlite3_free(path);
    if (code != SQLITE_OK) {
        complain(command, "%s: %s", c->word[0], sqlite3_errstr(code));
        sqlite3_close(database);
        return NULL;
    }
    sqlite3_busy_timeout(database, 5000);
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    return database;
}

int copy_run(const call *c, const char *path)
{
    sqlite3 *from = open_file(c, "export");
    sqlite3 *to = NULL;
    if (!from) {
        return TROUBLE;
    }
    int code = sqlite3_open_v2(path, &to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL);
    sqlite3_backup *backup = code == SQLITE_OK ? sqlite3_backup_init(to, "main", from, "main") : NULL;
    if (backup) {
        sqlite3_backup_step(backup, -1);
        code = sqlite3_backup_finish(backup);
    }
    if (code == SQLITE_OK) { /* one file, also of a run that is being written */
        code = sqlite3_exec(to, "pragma journal_mode = delete", NULL, NULL, NULL);
    }
    const int status =
        backup && code == SQLITE_OK ? SAME : complain("export", "%s: %s", path, sqlite3_errmsg(to));
    sqlite3_close(to);
    sqlite3_close(from);
    return status;
}

static void print_row_of(sqlite3_stmt *s)
{
    for (int k = 0; k < sqlite3_column_count(s); k++) {
        printf("%s", k > 0 ? "|" : "");
        if (sqlite3_column_type(s, k) == SQLITE_FLOAT) {
            printf("%.17g", sqlite3_column_double(s, k));
        } else if (sqlite3_column_type(s, k) == SQLITE_BLOB) {
            printf("(%d bytes)", sqlite3_column_bytes(s, k));
        } else {
            const unsigned char *text = sqlite3_column_text(s, k);
            show("%s", text ? (const char *)text : "");
        }
    }
    putchar('\n');
}

int ask_run(const call *c)
{
    rdg_run *run = opened_run(c, c->word[0]); /* it is one, and its name is fit */
    sqlite3 *database = run ? open_file(c, "sql") : NULL;
    sqlite3_stmt *s = NULL;
    if (!database) {
        return TROUBLE;
    }
    int code = sqlite3_prepare_v2(database, c->word[1], -1, &s, NULL);
    for (int k = 0; s && k < sqlite3_column_count(s); k++) {
        printf("%s", k > 0 ? "|" : "");
        show("%s", sqlite3_column_name(s, k));
    }
    printf("%s", s ? "\n" : "");
    while (s && (code = sqlite3_step(s)) == SQLITE_ROW) {
        print_row_of(s);
    }
    sqlite3_finalize(s);
    const int status = code == SQLITE_DONE ? SAME : complain("sql", "%s", sqlite3_errmsg(database));
    sqlite3_close(database);
    return status;
}
