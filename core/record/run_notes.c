/* Notes and warnings of a run, as they are stated while it is written: those of one kind that a terminal
 * shows once, too. */
#include "run_writing_impl.h"

#include "timing.h"

#include <string.h>

enum { MOST_NOTES = 10000 }; /* of a run: what is stated more often states nothing */

static const char *severity_of(rdg_channel channel)
{
    return channel == RDG_CHANNEL_WARNING ? "warning" : "note";
}

/* "note: the text\n" states twice what it is. */
static const char *without_prefix(const char *text, const char *severity)
{
    const size_t n = strlen(severity);
    return strncmp(text, severity, n) == 0 && strncmp(text + n, ": ", 2) == 0 ? text + n + 2 : text;
}

/* A run that is gone on with states once more what it has noted behind its last label, and of its functions.
 */
static int write_note(rdg_run_store *store, const char *severity, const char *text)
{
    int code = SQLITE_OK;
    sqlite3_stmt *s = rdg_database_statement(
        store->database,
        "insert into note(time, severity, point, text) select ?1, ?2, ?3, ?4 where not exists(select 1 from "
        "note where id <= ?5 and severity = ?2 and text = ?4)",
        &code);
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n') {
        length--;
    }
    code = code ? code : sqlite3_bind_double(s, 1, rdg_seconds() - store->begun);
    code = code ? code : sqlite3_bind_text(s, 2, severity, -1, SQLITE_STATIC);
    if (!code && store->n_points > 0) {
        code = sqlite3_bind_int64(s, 3, store->last_point);
    }
    code = code ? code : sqlite3_bind_text(s, 4, text, (int)length, SQLITE_STATIC);
    code = code ? code : sqlite3_bind_int64(s, 5, store->notes_before);
    code = code ? code : rdg_database_do(s);
    return code;
}

/* What cannot be written is no failure of the run: it was stated. */
void rdg_run_note(rdg_channel channel, const char *text, void *object)
{
    rdg_run_store *store = object;
    const bool is_note = channel == RDG_CHANNEL_NOTE || channel == RDG_CHANNEL_WARNING;
    if (!is_note || store->n_notes >= MOST_NOTES || rdg_store_begin(store) != SQLITE_OK) {
        return;
    }
    const char *severity = severity_of(channel);
    store->n_notes++;
    if (write_note(store, severity, without_prefix(text, severity)) == SQLITE_OK && store->has_points &&
        rdg_seconds() - store->committed > RDG_LONGEST_TRANSACTION_S) {
        rdg_run_store_commit(store);
    }
}
