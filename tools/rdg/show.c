/* What is printed: names and words come from files that anybody may have written, and a terminal obeys
 * control characters. */
#include "rdg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Bytes that follow the first one of a character in UTF-8. */
static int bytes_behind(unsigned char first)
{
    return first >= 0xC2 && first < 0xE0 ? 1 : first >= 0xE0 && first < 0xF0 ? 2 : first >= 0xF0 ? 3 : 0;
}

/* Those of ASCII, and those from U+0080 to U+009F, as single bytes and in UTF-8. */
static void replace_controls(char *text)
{
    int behind = 0;
    for (unsigned char *s = (unsigned char *)text; *s; s++) {
        const bool belongs = behind > 0 && (*s & 0xC0U) == 0x80U;
        behind = belongs ? behind - 1 : bytes_behind(*s);
        if (*s == 0xC2U && (s[1] & 0xE0U) == 0x80U) {
            s[0] = s[1] = '?';
        }
        if (*s < ' ' || *s == 0x7FU || (!belongs && (*s & 0xE0U) == 0x80U)) {
            *s = '?';
        }
    }
}

static void show_list(FILE *out, const char *format, va_list rest)
{
    char few[512], *many = NULL;
    va_list again;
    va_copy(again, rest);
    const int n = vsnprintf(few, sizeof few, format, rest);
    if (n >= (int)sizeof few) {
        many = malloc((size_t)n + 1);
    }
    if (many) {
        vsnprintf(many, (size_t)n + 1, format, again);
    }
    va_end(again);
    replace_controls(many ? many : few);
    fputs(many ? many : few, out);
    free(many);
}

void show(const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    show_list(stdout, format, rest);
    va_end(rest);
}

int complain(const char *command, const char *format, ...)
{
    va_list rest;
    va_start(rest, format);
    fprintf(stderr, "rdg%s%s: ", *command ? " " : "", command);
    show_list(stderr, format, rest);
    va_end(rest);
    fputc('\n', stderr);
    return TROUBLE;
}
