/* Reading JSON into a flat list of values, in place. No recursion: the parents are the stack. */
#include "json_impl.h"

#include "toolbox.h"

#include <string.h>

typedef struct reader {
    rdg_json *json;
    char *c;         /* next character */
    bool word;       /* a plain value ended just before it: the zero that ends the word belongs here */
    rdg_index depth; /* open object or array, -1: none */
    const char *key; /* read, its value not yet */
    bool full;       /* a value has been read since the last "," or opening */
} reader;

/* Every value but the first follows one of these. */
static size_t count_values(const char *chars)
{
    size_t n = 1;
    for (const char *c = chars; *c; c++) {
        n += strchr(",[{", *c) != NULL;
    }
    return n;
}

static int hex_value(const char *digits)
{
    static const char hex[] = "0123456789abcdef";
    int value = 0;
    for (int i = 0; i < 4; i++) {
        const char lower = (char)(digits[i] | 0x20);
        const char *found = digits[i] ? strchr(hex, lower) : NULL;
        if (!found) {
            return -1;
        }
        value = 16 * value + (int)(found - hex);
    }
    return value;
}

/* One escaped character, after its backslash; 0: it is none. *c is moved past it. */
static char unescape(char **c)
{
    static const char written[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    const char *found = **c ? strchr(written, **c) : NULL;
    if (found) {
        (*c)++;
        return meant[found - written];
    }
    const int code = **c == 'u' ? hex_value(*c + 1) : -1;
    if (code <= 0) {
        return '\0';
    }
    *c += 5;
    return code < 128 ? (char)code : '?'; /* our own files escape control characters only */
}

/* A string, at its opening quote; NULL: it does not end. */
static const char *read_string(reader *r)
{
    char *start = ++r->c, *out = start;
    while (*r->c && *r->c != '"') {
        if (*r->c != '\\') {
            *out++ = *r->c++;
            continue;
        }
        r->c++;
        *out = unescape(&r->c);
        if (!*out++) {
            return NULL;
        }
    }
    if (!*r->c) {
        return NULL;
    }
    r->c++;
    *out = '\0';
    return start;
}

static void add_value(reader *r, rdg_json_kind kind, const char *text)
{
    r->json->value[r->json->n++] =
        (rdg_json_value){.kind = kind, .parent = r->depth, .key = r->key, .text = text};
    r->key = NULL;
    r->full = true;
}

static bool read_text_or_key(reader *r, bool in_object)
{
    const char *text = read_string(r);
    if (!text) {
        return false;
    }
    if (!in_object || r->key) {
        add_value(r, RDG_JSON_TEXT, text);
        return true;
    }
    r->c += strspn(r->c, " \t\r\n");
    if (*r->c != ':') {
        return false;
    }
    r->c++;
    r->key = text;
    return true;
}

/* A number, true, false or null. One that ends with the file may have been cut off. */
static bool read_plain(reader *r)
{
    const size_t n = strspn(r->c, "+-.0123456789abcdefghijklmnopqrstuvwxyzE");
    if (n == 0 || !r->c[n]) {
        return false;
    }
    add_value(r, RDG_JSON_PLAIN, r->c);
    r->c += n;
    r->word = true;
    return true;
}

static bool read_value(reader *r, char first)
{
    const bool in_object = r->depth >= 0 && r->json->value[r->depth].kind == RDG_JSON_OBJECT;
    if (r->full || (in_object && !r->key && first != '"')) {
        return false;
    }
    if (first == '"') {
        return read_text_or_key(r, in_object);
    }
    if (first != '{' && first != '[') {
        return read_plain(r);
    }
    add_value(r, first == '{' ? RDG_JSON_OBJECT : RDG_JSON_ARRAY, "");
    r->depth = r->json->n - 1;
    r->full = false;
    r->c++;
    return true;
}

static bool read_closing(reader *r, rdg_json_kind kind)
{
    if (r->depth < 0 || r->json->value[r->depth].kind != kind || r->key) {
        return false;
    }
    r->depth = r->json->value[r->depth].parent;
    r->full = true;
    r->c++;
    return true;
}

/* One step on; false where the file is no JSON from here on. */
static bool read_next(reader *r)
{
    const char now = *r->c;
    if (r->word) {
        *r->c = '\0';
        r->word = false;
    }
    switch (now) {
    case ' ':
    case '\t':
    case '\r':
    case '\n':
        r->c++;
        return true;
    case ',': {
        const bool expected = r->full && r->depth >= 0;
        r->full = false;
        r->c++;
        return expected;
    }
    case '}':
        return read_closing(r, RDG_JSON_OBJECT);
    case ']':
        return read_closing(r, RDG_JSON_ARRAY);
    default:
        return read_value(r, now);
    }
}

bool rdg_json_read(char *chars, rdg_json *json)
{
    *json = (rdg_json){.value = rdg_calloc(count_values(chars), sizeof *json->value)};
    if (!json->value) {
        return false;
    }
    reader r = {.json = json, .c = chars, .depth = -1};
    bool good = true;
    while (good && *r.c) {
        good = read_next(&r);
    }
    json->complete = good && r.depth < 0 && r.full;
    return true;
}

rdg_index rdg_json_next(const rdg_json *json, rdg_index parent, rdg_index previous)
{
    rdg_index i = previous < 0 ? parent + 1 : previous + 1;
    while (i < json->n && json->value[i].parent != parent) {
        i++;
    }
    return parent >= 0 && i < json->n ? i : -1;
}

rdg_index rdg_json_member(const rdg_json *json, rdg_index object, const char *key)
{
    rdg_index i = rdg_json_next(json, object, -1);
    while (i >= 0 && !(json->value[i].key && strcmp(json->value[i].key, key) == 0)) {
        i = rdg_json_next(json, object, i);
    }
    return i;
}
