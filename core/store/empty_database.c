/* See https://www.sqlite.org/fileformat2.html: the header of the file is section 1.3, pages 1.6, cells and
 * records 2.1, the table of tables 2.6. */
#include "empty_database_impl.h"

#include "database_impl.h"

#include <stdbool.h>
#include <string.h>

enum {
    PAGE = 4096,
    FILE_HEADER = 100,
    PAGE_HEADER = 8,
    LARGEST_CELL = PAGE - 35, /* what is longer goes on in another page */
    LEAF_OF_TABLE = 0x0D,
    LEAF_OF_INDEX = 0x0A, /* of a table without rowid */
    MOST_PAGES = 0x7F,    /* of which the number takes a byte */
    ONE_BYTE = 1,         /* types of columns */
    TEXT = 13
};

/* The first page lists the tables in cells, from its end downwards. Each table has an empty page. */
typedef struct image {
    unsigned char *bytes;
    int pages, cells, start;
} image;

/* A line's parts. */
typedef struct entry {
    const char *type, *name, *text; /* "table" or "view"; from the name on */
    int name_length, text_length;
    bool is_index;
} entry;

static void put(unsigned char *to, uint32_t value, int size)
{
    for (int k = size - 1; k >= 0; k--, value >>= 8) {
        to[k] = (unsigned char)(value & 0xFF);
    }
}

/* A number below 2^14. */
static unsigned char *put_varint(unsigned char *to, int value)
{
    if (value >= 0x80) {
        *to++ = (unsigned char)(0x80 | value >> 7);
    }
    *to++ = (unsigned char)(value & 0x7F);
    return to;
}

static unsigned char *put_text(unsigned char *to, const char *text, int length)
{
    memcpy(to, text, (size_t)length);
    return to + length;
}

/* What is left of a text that begins so; otherwise all of it. */
static const char *behind(const char *text, const char *start)
{
    const size_t n = strlen(start);
    return strncmp(text, start, n) == 0 ? text + n : text;
}

static entry read_entry(const char *line, const char *end)
{
    static const char last[] = "without rowid";
    const bool is_view = behind(line, "create view ") != line;
    const char *name = behind(behind(line, is_view ? "create view " : "create table "), "if not exists ");
    const int length = (int)(end - name);
    return (entry){.type = is_view ? "view" : "table",
                   .name = name,
                   .text = is_view ? "CREATE VIEW " : "CREATE TABLE ",
                   .name_length = (int)strcspn(name, "( "),
                   .text_length = length,
                   .is_index =
                       length >= (int)sizeof last && memcmp(end - strlen(last), last, strlen(last)) == 0};
}

/* A row of sqlite_master: type, name, name of the table, page, statement. Returns its end. */
static unsigned char *put_row(unsigned char *to, const entry *e, int page)
{
    const int type = (int)strlen(e->type), verb = (int)strlen(e->text);
    unsigned char *const header = to++;
    to = put_varint(to, TEXT + 2 * type);
    to = put_varint(to, TEXT + 2 * e->name_length);
    to = put_varint(to, TEXT + 2 * e->name_length);
    *to++ = ONE_BYTE;
    to = put_varint(to, TEXT + 2 * (verb + e->text_length));
    *header = (unsigned char)(to - header);
    to = put_text(to, e->type, type);
    to = put_text(to, e->name, e->name_length);
    to = put_text(to, e->name, e->name_length);
    *to++ = (unsigned char)page;
    to = put_text(to, e->text, verb);
    return put_text(to, e->name, e->text_length);
}

/* false: there is no space for the line on the first page. */
static bool add(image *made, const char *line, const char *end)
{
    enum { REST = 64 }; /* lengths, the type and the page of a row */
    const entry e = read_entry(line, end);
    const int most = REST + 2 * e.name_length + e.text_length;
    const int pointers = FILE_HEADER + PAGE_HEADER + 2 * made->cells;
    if (most > LARGEST_CELL || made->start - most < pointers + 2 || made->pages == MOST_PAGES) {
        return false;
    }
    unsigned char row[PAGE], cell[PAGE];
    const bool is_table = *e.type == 't';
    const int n = (int)(put_row(row, &e, is_table ? made->pages + 1 : 0) - row);
    unsigned char *stop = put_varint(put_varint(cell, n), made->cells + 1);
    memcpy(stop, row, (size_t)n);
    const int size = (int)(stop - cell) + n;
    made->start -= size;
    memcpy(made->bytes + made->start, cell, (size_t)size);
    put(made->bytes + pointers, (uint32_t)made->start, 2);
    made->cells++;
    if (is_table) {
        unsigned char *page = made->bytes + (size_t)made->pages * PAGE;
        page[0] = e.is_index ? LEAF_OF_INDEX : LEAF_OF_TABLE;
        put(page + 5, PAGE, 2);
        made->pages++;
    }
    return true;
}

static void put_headers(const image *made)
{
    /* no log, no reserved bytes, fractions that are fixed */
    static const unsigned char manner[] = {1, 1, 0, 64, 32, 32};
    unsigned char *file = made->bytes, *page = made->bytes + FILE_HEADER;
    memcpy(file, "SQLite format 3", sizeof "SQLite format 3");
    put(file + 16, PAGE, 2);
    memcpy(file + 18, manner, sizeof manner);
    put(file + 24, 1, 4); /* changes */
    put(file + 28, (uint32_t)made->pages, 4);
    put(file + 40, 1, 4); /* changes of the tables */
    put(file + 44, 4, 4); /* format of the tables */
    put(file + 56, 1, 4); /* UTF-8 */
    put(file + 60, RDG_RUN_TABLES, 4);
    put(file + 68, RDG_RUN_FILE, 4);
    put(file + 92, 1, 4); /* the changes to which the size belongs */
    put(file + 96, (uint32_t)sqlite3_libversion_number(), 4);
    page[0] = LEAF_OF_TABLE;
    put(page + 3, (uint32_t)made->cells, 2);
    put(page + 5, (uint32_t)made->start, 2);
}

/* SQLite frees the image in any case. */
static int copy(sqlite3 *database, const image *made)
{
    const sqlite3_int64 size = (sqlite3_int64)made->pages * PAGE;
    sqlite3 *from = NULL;
    int code = sqlite3_open_v2(":memory:", &from, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);
    if (code) {
        sqlite3_free(made->bytes);
    } else {
        code = sqlite3_deserialize(from, "main", made->bytes, size, size, SQLITE_DESERIALIZE_FREEONCLOSE);
    }
    sqlite3_backup *transfer = code ? NULL : sqlite3_backup_init(database, "main", from, "main");
    if (transfer) {
        sqlite3_backup_step(transfer, -1);
        code = sqlite3_backup_finish(transfer);
    } else if (!code) {
        code = sqlite3_errcode(database);
    }
    sqlite3_close(from);
    return code;
}

int rdg_empty_database_make(sqlite3 *database, const char *lines)
{
    size_t pages = 1;
    for (const char *line = strchr(lines, '\n'); line; line = strchr(line + 1, '\n')) {
        pages++;
    }
    image made = {.bytes = sqlite3_malloc64(pages * PAGE), .pages = 1, .start = PAGE};
    if (!made.bytes) {
        return SQLITE_NOMEM;
    }
    memset(made.bytes, 0, pages * PAGE);
    const char *line = lines, *end = strstr(lines, ";\n");
    while (end && add(&made, line, end)) {
        line = end + 2;
        end = strstr(line, ";\n");
    }
    put_headers(&made);
    const int code = copy(database, &made);
    return code || !*line ? code : rdg_database_run(database, line);
}
