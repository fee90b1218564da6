/* Numbers with a point, whatever the locale of the program is. The locale is changed for the calling thread
 * alone and for one call: setlocale() would change it for all of them. */
#define _POSIX_C_SOURCE 200809L

#include "text_impl.h"

#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static locale_t plain; /* for the life of the process */

static void make_plain(void)
{
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

void *rdg_locale_begin(void)
{
    pthread_once(&once, make_plain);
    return (void *)uselocale(plain);
}

void rdg_locale_end(void *before)
{
    uselocale((locale_t)before);
}

bool rdg_number_read(const char *chars, double *value)
{
    if (!chars || !value) {
        return false;
    }
    void *before = rdg_locale_begin();
    char *end = NULL;
    const double number = strtod(chars, &end);
    rdg_locale_end(before);
    if (end == chars || *end) {
        return false;
    }
    *value = number;
    return true;
}

int rdg_format_list(char *chars, size_t size, const char *format, va_list arguments)
{
    void *before = rdg_locale_begin();
    const int length = vsnprintf(chars, size, format ? format : "", arguments);
    rdg_locale_end(before);
    return length;
}

int rdg_format(char *chars, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = rdg_format_list(chars, size, format, arguments);
    va_end(arguments);
    return length;
}
