/* Text in a bounded buffer. */
#include "text_impl.h"

#include <stdarg.h>
#include <string.h>

rdg_text rdg_text_in(char *chars, size_t size)
{
    if (chars && size > 0) {
        chars[0] = '\0';
    }
    return (rdg_text){.chars = chars, .size = chars ? size : 0, .length = 0};
}

void rdg_text_add(rdg_text *text, const char *more)
{
    const size_t n = strlen(more);
    if (text->length + 1 < text->size) {
        const size_t capacity = text->size - text->length - 1;
        const size_t taken = n < capacity ? n : capacity;
        memcpy(text->chars + text->length, more, taken);
        text->chars[text->length + taken] = '\0';
    }
    text->length += n;
}

void rdg_text_addf(rdg_text *text, const char *format, ...)
{
    const bool capacity = text->length + 1 < text->size;
    va_list arguments;
    va_start(arguments, format);
    const int n = rdg_format_list(capacity ? text->chars + text->length : NULL,
                                  capacity ? text->size - text->length : 0, format, arguments);
    va_end(arguments);
    text->length += n > 0 ? (size_t)n : 0;
}

void rdg_text_number(rdg_text *text, double value, int digits)
{
    rdg_text_addf(text, "%.*g", digits, value);
}

void rdg_text_item(rdg_text *text, const char *item)
{
    if (!text || !item) {
        return;
    }
    if (text->length > 0) {
        rdg_text_add(text, ", ");
    }
    rdg_text_add(text, item);
}

/* Cut behind the last item that is whole, or where there is no more space for the first. */
static void cut_list(const rdg_text *text)
{
    static const char more[] = ", ...", only[] = "...";
    size_t at = text->size > sizeof more ? text->size - sizeof more : 0;
    while (at > 0 && strncmp(text->chars + at, ", ", 2) != 0) {
        at--;
    }
    if (at > 0) {
        memcpy(text->chars + at, more, sizeof more);
    } else if (text->size >= sizeof only) {
        memcpy(text->chars + text->size - sizeof only, only, sizeof only);
    }
}

const char *rdg_text_list(rdg_text *text)
{
    if (!text || !text->chars) {
        return "none";
    }
    if (text->length == 0) {
        rdg_text_add(text, "none");
    }
    if (text->length >= text->size) {
        cut_list(text);
    }
    return text->chars;
}

bool rdg_name_is_unfit(const char *name)
{
    if (!name || !*name) {
        return true;
    }
    for (const char *c = name; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 127) {
            return true;
        }
    }
    return false;
}

/* Bytes that follow the first one of a character in UTF-8. */
static int bytes_behind(unsigned char first)
{
    return first >= 0xC2 && first < 0xE0 ? 1 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xF0 ? 3 : 0;
}

void rdg_replace_controls(char *text, const char *kept)
{
    int behind = 0;
    for (unsigned char *s = (unsigned char *)text; s && *s; s++) {
        const bool belongs = behind > 0 && (*s & 0xC0U) == 0x80U;
        behind = belongs ? behind - 1 : bytes_behind(*s);
        if (*s == 0xC2U && (s[1] & 0xE0U) == 0x80U) {
            s[0] = s[1] = '?';
        }
        if ((*s < ' ' && !(kept && strchr(kept, *s))) || *s == 0x7FU || (!belongs && (*s & 0xE0U) == 0x80U)) {
            *s = '?';
        }
    }
}
