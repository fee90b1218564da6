/* Checksums of rows: of one, and of all rows of some tables, which stands in the table
 * seal(name primary key, checksum). */
#ifndef RDG_SEAL_IMPL_H
#define RDG_SEAL_IMPL_H

#include "database_impl.h"

/* Tables that are sealed together. */
typedef struct rdg_seal {
    const char *name;
    const char *const *rows; /* statements that read them in a fixed order, ended by NULL */
} rdg_seal;

/* Continue the checksum of a row by a number or a text, as readers find them: NaN of any kind is one, -0 is
 * 0.
 */
uint32_t rdg_seal_number(uint32_t before, double number);
uint32_t rdg_seal_text(uint32_t before, const char *text);

/* Store the checksum of what the tables hold now; inside the transaction that has changed them. */
int rdg_seal_write(sqlite3 *database, const rdg_seal *seal);

/* *is_whole: the tables hold what they held when they were sealed. SQLite's code. */
int rdg_seal_check(sqlite3 *database, const rdg_seal *seal, bool *is_whole);

#endif
