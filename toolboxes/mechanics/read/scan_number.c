/* Numbers in the text of a file. */
#include "scan_impl.h"

#include <stdlib.h>
#include <string.h>

enum { NUMBER_SIZE = 64 }; /* characters of a mantissa */

bool rdg_span_index(rdg_span span, rdg_index least, rdg_index most, rdg_index *value)
{
    enum { MOST_DIGITS = 18 };
    const bool is_negative = span.from < span.to && *span.from == '-';
    const char *c = span.from + (span.from < span.to && (*span.from == '-' || *span.from == '+'));
    rdg_index number = 0;
    if (c == span.to || span.to - c > MOST_DIGITS) {
        return false;
    }
    for (; c < span.to; c++) {
        if (*c < '0' || *c > '9') {
            return false;
        }
        number = 10 * number + (*c - '0');
    }
    number = is_negative ? -number : number;
    if (number < least || number > most) {
        return false;
    }
    *value = number;
    return true;
}

/* The digits and the exponent of a number: (-1)^is_negative * digits * 10^exponent */
typedef struct decimal {
    bool is_negative, is_exact; /* is_exact: all digits are in `digits` */
    uint64_t digits;
    int exponent;
} decimal;

/* Digits with at most one point; behind the last one, or NULL: there are none. */
static const char *read_digits(const char *c, const char *to, decimal *d)
{
    int count = 0, behind_point = 0;
    bool has_point = false;
    for (; c < to && (('0' <= *c && *c <= '9') || (*c == '.' && !has_point)); c++) {
        if (*c == '.') {
            has_point = true;
            continue;
        }
        count++;
        behind_point += has_point;
        d->is_exact = d->is_exact && d->digits <= (UINT64_MAX - 9) / 10;
        d->digits = d->is_exact ? 10 * d->digits + (uint64_t)(*c - '0') : d->digits;
    }
    d->exponent = -behind_point;
    return count > 0 ? c : NULL;
}

/* E+3, D3 or +3 up to the end of the span */
static bool read_exponent(const char *c, const char *to, int *exponent)
{
    rdg_index value = 0;
    const bool has_letter = c < to && strchr("EeDd", *c);
    if (c == to) {
        *exponent = 0;
        return true;
    }
    if (!has_letter && *c != '+' && *c != '-') {
        return false;
    }
    if (!rdg_span_index((rdg_span){c + has_letter, to}, -99999, 99999, &value)) {
        return false;
    }
    *exponent = (int)value;
    return true;
}

/* What is not exact in two numbers of double precision is left to the C library, in its own form. */
static bool read_by_library(rdg_span mantissa, int exponent, double *value)
{
    char text[NUMBER_SIZE + 16];
    const size_t length = (size_t)(mantissa.to - mantissa.from);
    if (length > NUMBER_SIZE) {
        return false;
    }
    memcpy(text, mantissa.from, length);
    snprintf(text + length, sizeof text - length, "e%d", exponent);
    *value = strtod(text, NULL); /* the locale is that of rdg_scan_open() */
    return true;
}

bool rdg_span_real(rdg_span span, double *value)
{
    /* exact powers of ten: with digits below 2^53 one rounding is left (Clinger 1990) */
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    enum { MOST_POWER = sizeof power / sizeof *power - 1 };
    decimal d = {.is_exact = true};
    const char *c = span.from;
    if (c < span.to && (*c == '-' || *c == '+')) {
        d.is_negative = *c++ == '-';
    }
    const char *end = read_digits(c, span.to, &d);
    int given = 0;
    if (!end || !read_exponent(end, span.to, &given)) {
        return false;
    }
    const int exponent = d.exponent + given;
    double number = (double)d.digits;
    if (!d.is_exact || d.digits > (uint64_t)1 << 53 || abs(exponent) > MOST_POWER) {
        if (!read_by_library((rdg_span){c, end}, given, &number)) {
            return false;
        }
    } else {
        number = exponent < 0 ? number / power[-exponent] : number * power[exponent];
    }
    *value = d.is_negative ? -number : number;
    return true;
}
