/* Reading of foreign text files by lines, words and fields. */
#include "scan_impl.h"

#include <ctype.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <string.h>

/* The longest line, and what is read from the file at a time */
enum { BUFFER_SIZE = 1 << 16, SHOWN = 48 };

/* --- lines */

/* Move what is not read yet to the front, and read on. */
static void fill(rdg_scan *scan)
{
    memmove(scan->buffer, scan->buffer + scan->begin, scan->end - scan->begin);
    scan->end -= scan->begin;
    scan->begin = 0;
    const size_t capacity = BUFFER_SIZE - scan->end,
                 n = fread(scan->buffer + scan->end, 1, capacity, scan->file);
    scan->end += n;
    scan->is_whole = n < capacity;
    if (ferror(scan->file)) {
        rdg_fail(scan->ctx, RDG_ERR_IO, scan->where, "\"%s\" cannot be read behind line %" PRId64, scan->path,
                 scan->line);
    }
}

rdg_status rdg_scan_open(rdg_scan *scan, rdg_context *ctx, const char *where, const char *path,
                         const char *remedy)
{
    *scan = (rdg_scan){.ctx = ctx, .where = where, .path = path, .remedy = remedy, .text = "", .at = ""};
    scan->locale = rdg_locale_begin();
    scan->buffer = rdg_context_calloc(ctx, BUFFER_SIZE + 1, 1);
    scan->file = scan->buffer ? rdg_text_file_open(ctx, where, path, "") : NULL;
    if (scan->file) {
        fill(scan);
        scan->begin =
            scan->end >= 3 && memcmp(scan->buffer, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* UTF-8's mark */
    }
    return rdg_error_status(ctx);
}

void rdg_scan_close(rdg_scan *scan)
{
    if (scan->file) {
        fclose(scan->file);
    }
    rdg_free(scan->buffer);
    if (scan->ctx) {
        rdg_locale_end(scan->locale);
    }
    *scan = (rdg_scan){.file = NULL};
}

bool rdg_scan_line(rdg_scan *scan)
{
    char *end = memchr(scan->buffer + scan->begin, '\n', scan->end - scan->begin);
    if (!end && !scan->is_whole) {
        fill(scan);
        end = memchr(scan->buffer, '\n', scan->end);
    }
    if (rdg_error_status(scan->ctx) != RDG_OK || (!end && scan->begin == scan->end)) {
        scan->text = scan->at = "";
        scan->length = 0;
        return false;
    }
    scan->text = scan->at = scan->buffer + scan->begin;
    scan->line++;
    if (!end && !scan->is_whole) {
        rdg_scan_fail(scan, (rdg_span){scan->text, scan->text + SHOWN}, RDG_ERR_FORMAT,
                      "the line has more than %d characters", BUFFER_SIZE);
        return false;
    }
    end = end ? end : scan->buffer + scan->end;
    scan->begin = (size_t)(end - scan->buffer) + (end < scan->buffer + scan->end);
    end -= end > scan->text && end[-1] == '\r';
    *end = '\0';
    scan->length = (size_t)(end - scan->text);
    return true;
}

/* --- parts of a line */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static rdg_span trim(const char *from, const char *to)
{
    while (from < to && is_blank(*from)) {
        from++;
    }
    while (to > from && is_blank(to[-1])) {
        to--;
    }
    return (rdg_span){from, to};
}

rdg_span rdg_scan_field(const rdg_scan *scan, size_t first, size_t width)
{
    const size_t from = first < scan->length ? first : scan->length, left = scan->length - from;
    return trim(scan->text + from, scan->text + from + (width < left ? width : left));
}

/* Words are read in their millions, and are too short for strspn() and strcspn() */
static const char *skip_blanks(const char *at)
{
    while (is_blank(*at)) {
        at++;
    }
    return at;
}

rdg_span rdg_scan_word(rdg_scan *scan)
{
    const char *from = skip_blanks(scan->at), *to = from;
    while (*to && !is_blank(*to) && (scan->is_plain || *to != ',')) {
        to++;
    }
    scan->at = skip_blanks(to);
    scan->at += *scan->at == ',' && !scan->is_plain;
    return (rdg_span){from, to};
}

bool rdg_span_is_empty(rdg_span span)
{
    return span.from == span.to;
}

bool rdg_span_begins(rdg_span span, const char *text)
{
    const char *c = span.from;
    for (; *text && c < span.to && toupper((unsigned char)*c) == toupper((unsigned char)*text); c++) {
        text++;
    }
    return *text == '\0';
}

bool rdg_span_equals(rdg_span span, const char *text)
{
    return (size_t)(span.to - span.from) == strlen(text) && rdg_span_begins(span, text);
}

/* --- numbers */

/* Of a number: is its exponent, if there is one, behind an E? */
static bool is_c_number(rdg_span span)
{
    for (const char *c = span.from + 1; c < span.to; c++) {
        if (strchr("Dd", *c) || (strchr("+-", *c) && !strchr("Ee", c[-1]))) {
            return false;
        }
    }
    return true;
}

/* What C and Fortran write of numbers that are none */
static bool is_not_finite(rdg_span word)
{
    word.from += word.from < word.to && strchr("+-", *word.from);
    return rdg_span_begins(word, "nan") || rdg_span_begins(word, "inf");
}

rdg_status rdg_scan_real(const rdg_scan *scan, rdg_span span, double *value)
{
    if (is_not_finite(span)) {
        return rdg_scan_fail(scan, span, RDG_ERR_NOT_FINITE,
                             "it is no finite number: is there an element without volume or material?");
    }
    if (!rdg_span_real(span, value) || (scan->is_plain && !is_c_number(span))) {
        return rdg_scan_fail(scan, span, RDG_ERR_FORMAT, "expected a number, as -1.5e3%s",
                             scan->is_plain ? "" : ", -1.5D+3 or -1.5+3");
    }
    return isfinite(*value) ? RDG_OK
                            : rdg_scan_fail(scan, span, RDG_ERR_NOT_FINITE,
                                            "the number is too large for double precision");
}

/* --- messages */

void rdg_text_clean(char *to, size_t size, const char *from, size_t length)
{
    const size_t n = length < size ? length : size - 1;
    for (size_t i = 0; i < n; i++) {
        const unsigned char c = (unsigned char)from[i];
        to[i] = (char)(c < ' ' || c > '~' ? '?' : c);
    }
    if (n < length && n >= 3) {
        memcpy(to + n - 3, "...", 3);
    }
    to[n] = '\0';
}

rdg_status rdg_scan_fail(const rdg_scan *scan, rdg_span at, rdg_status status, const char *format, ...)
{
    char reason[512], path[256], text[SHOWN + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reason, sizeof reason, format, arguments);
    va_end(arguments);
    rdg_text_clean(path, sizeof path, scan->path, strlen(scan->path));
    rdg_text_clean(text, sizeof text, at.from, (size_t)(at.to - at.from));
    return rdg_fail(scan->ctx, status, scan->where, "\"%s\", line %" PRId64 ", column %td, \"%s\": %s. %s",
                    path, scan->line, at.from - scan->text + 1, text, reason, scan->remedy);
}
