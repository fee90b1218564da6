/* Lines, words, fields and numbers of a text file that another program wrote. Numbers are those of the "C"
 * locale whatever the program's locale is, with exponents E, D or, as Nastran writes them, none: 1.2-3. */
#ifndef RDG_SCAN_IMPL_H
#define RDG_SCAN_IMPL_H

#include <ridgewalk/toolbox.h>

/* A file that is read line by line; what it holds in memory does not depend on its size. */
typedef struct rdg_scan {
    rdg_context *ctx;
    const char *where;  /* public function, for messages; borrowed, likewise the next two */
    const char *path;   /* of the file */
    const char *remedy; /* what to do about a bad file, end of each message */
    bool is_plain;      /* words are between blanks, without commas; exponents have an E, as C writes them */
    FILE *file;
    void *locale;      /* of the thread before */
    char *buffer;      /* part of the file */
    size_t begin, end; /* of what is not read yet, in the buffer */
    bool is_whole;     /* the end of the file is in the buffer */
    rdg_index line;    /* number of the line, from 1 */
    const char *text;  /* the line, zero-terminated, without its end */
    size_t length;     /* of the line */
    const char *at;    /* where the next word begins */
} rdg_scan;

/* A part of the line. */
typedef struct rdg_span {
    const char *from, *to;
} rdg_span;

/* Open a file. The scan is to be closed in any case. `where`, `path` and `remedy` must live as long. */
rdg_status rdg_scan_open(rdg_scan *scan, rdg_context *ctx, const char *where, const char *path,
                         const char *remedy);
void rdg_scan_close(rdg_scan *scan);

/* The next line; false at the end of the file, and after a failure, recorded. */
bool rdg_scan_line(rdg_scan *scan);

/* Characters first .. first + width - 1 (from 0) of the line, without blanks at both ends; an empty span
 * where the line is shorter. */
rdg_span rdg_scan_field(const rdg_scan *scan, size_t first, size_t width);

/* The next word of the line, up to a blank or a comma; empty at its end. One comma is read with it. */
rdg_span rdg_scan_word(rdg_scan *scan);

bool rdg_span_is_empty(rdg_span span);

/* Does a span hold this text, in letters of any case? */
bool rdg_span_equals(rdg_span span, const char *text);

/* Does a span begin with this text, in letters of any case? */
bool rdg_span_begins(rdg_span span, const char *text);

/* The number that fills a span; false: it is none, or an index is not in least .. most. A real number may be
 * infinite where it is too large. */
bool rdg_span_index(rdg_span span, rdg_index least, rdg_index most, rdg_index *value);
bool rdg_span_real(rdg_span span, double *value);

/* A real number that is finite; else a failure. */
rdg_status rdg_scan_real(const rdg_scan *scan, rdg_span span, double *value);

/* Record a failure at a place in the line: file, line, column, the text there, the reason, the remedy. */
rdg_status rdg_scan_fail(const rdg_scan *scan, rdg_span at, rdg_status status, const char *format, ...)
    RDG_PRINTF(4, 5);

/* Copy text of a file so that it can be printed: control characters and other bytes than ASCII become '?'.
 * What does not fit is cut, with "..." at its end. */
void rdg_text_clean(char *to, size_t size, const char *from, size_t length);

#endif
