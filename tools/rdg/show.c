/* What is printed: names and words come from files that anybody may have written, and a terminal obeys
 * control characters. */
#include "rdg.h"

#include <ridgewalk/text_list.h>

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

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
    rdg_replace_controls(many ? many : few, NULL);
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
