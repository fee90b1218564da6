/* What a run states of the model that it is of, and of its variables: tables that the start of a run fills.
 */
#include "run_schema_impl.h"

#include <math.h>

typedef struct writing {
    sqlite3_stmt *fact, *coefficient;
    int code; /* of the first call that failed */
} writing;

static int bind_words(sqlite3_stmt *s, int place, const char *text)
{
    return sqlite3_bind_text(s, place, text ? text : "", -1, SQLITE_STATIC);
}

/* insert into model(part, name, key, value, unit) */
static void write_fact(const rdg_contents *out, const rdg_model_fact *fact)
{
    writing *w = out->to;
    sqlite3_stmt *s = w->fact;
    int code = w->code;
    code = code ? code : bind_words(s, 1, fact->part);
    code = code ? code : bind_words(s, 2, fact->name);
    code = code ? code : bind_words(s, 3, fact->key);
    code = code ? code : fact->text ? bind_words(s, 4, fact->text) : sqlite3_bind_double(s, 4, fact->value);
    code = code ? code : bind_words(s, 5, fact->unit);
    w->code = code ? code : rdg_database_do(s);
}

/* insert into coefficient(block, i, displacement, harmonic, part) */
static void write_coefficient(const rdg_contents *out, const rdg_coefficient *c)
{
    writing *w = out->to;
    sqlite3_stmt *s = w->coefficient;
    int code = w->code;
    code = code ? code : bind_words(s, 1, c->block);
    code = code ? code : sqlite3_bind_int64(s, 2, c->i);
    code = code ? code : bind_words(s, 3, c->displacement);
    code = code ? code : sqlite3_bind_int(s, 4, c->harmonic);
    code = code ? code : bind_words(s, 5, c->part);
    w->code = code ? code : rdg_database_do(s);
}

int rdg_run_contents_write(sqlite3 *database, void (*describe)(const rdg_contents *out, const void *data),
                           const void *data)
{
    writing w = {.code = SQLITE_OK};
    w.fact = rdg_database_statement(
        database, "insert into model(part, name, key, value, unit) values(?, ?, ?, ?, ?)", &w.code);
    if (!w.code) {
        w.coefficient = rdg_database_statement(
            database, "insert into coefficient(block, i, displacement, harmonic, part) values(?, ?, ?, ?, ?)",
            &w.code);
    }
    const rdg_contents out = {.fact = write_fact, .coefficient = write_coefficient, .to = &w};
    if (!w.code) {
        describe(&out, data);
    }
    return w.code;
}
