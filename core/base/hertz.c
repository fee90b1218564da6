/* "from 1994.2 to 2100 rad/s" becomes "from 1994.2 to 2100 rad/s (317.387 to 334.225 Hz)". */
#include "circle.h"
#include "text_impl.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const char unit[] = " rad/s";
enum { LEAST_DIGITS = 6, TOLD_SIZE = 80 };

typedef struct spoken {
    double value; /* rad/s */
    int digits;   /* significant ones, as the message has them */
    size_t begin; /* place of the number */
} spoken;

/* The number that ends before `end`; false: there is none. */
static bool number_before(const char *text, size_t end, spoken *number)
{
    size_t begin = end;
    while (begin > 0 && (isdigit((unsigned char)text[begin - 1]) || strchr(".eE+-", text[begin - 1]))) {
        begin--;
    }
    char *stop = NULL;
    number->digits = 0;
    number->begin = begin;
    number->value = begin < end ? strtod(text + begin, &stop) : 0.0;
    for (size_t i = begin; i < end && text[i] != 'e'; i++) {
        number->digits += isdigit((unsigned char)text[i]) != 0;
    }
    number->digits = number->digits > LEAST_DIGITS ? number->digits : LEAST_DIGITS;
    return begin < end && stop == text + end;
}

/* "a to b": the number before the one at `begin`, and the word between. */
static bool pair_before(const char *text, size_t begin, spoken *number, const char **word)
{
    static const char *const between[] = {" to ", " and "};
    for (size_t i = 0; i < sizeof between / sizeof *between; i++) {
        const size_t n = strlen(between[i]);
        if (begin >= n && memcmp(text + begin - n, between[i], n) == 0) {
            *word = between[i];
            return number_before(text, begin - n, number);
        }
    }
    return false;
}

/* What is to be added behind the unit at `at`, "" if nothing. */
static void tell(const char *message, size_t at, char told[TOLD_SIZE])
{
    const double cycle = 2.0 * RDG_PI;
    const char *word = "";
    spoken last = {.value = 0.0}, first = {.value = 0.0};
    told[0] = '\0';
    if (!number_before(message, at, &last) || last.value < cycle) {
        return;
    }
    if (pair_before(message, last.begin, &first, &word) && first.value > 0.0) {
        rdg_format(told, TOLD_SIZE, " (%.*g%s%.*g Hz)", first.digits, first.value / cycle, word, last.digits,
                   last.value / cycle);
    } else {
        rdg_format(told, TOLD_SIZE, " (%.*g Hz)", last.digits, last.value / cycle);
    }
}

void rdg_tell_hertz(char *message, size_t size)
{
    char told[TOLD_SIZE];
    char *behind = message;
    for (char *at = strstr(behind, unit); at; at = strstr(behind, unit)) {
        behind = at + strlen(unit);
        const size_t n = strlen(behind);
        const bool is_part_of_another = *behind && strchr("/*^(", *behind);
        const bool is_told_already = strncmp(behind, " (", 2) == 0;
        if (is_part_of_another || is_told_already) {
            continue;
        }
        tell(message, (size_t)(at - message), told);
        const size_t more = strlen(told);
        if ((size_t)(behind - message) + n + more < size) {
            memmove(behind + more, behind, n + 1);
            memcpy(behind, told, more);
            behind += more;
        }
    }
}
