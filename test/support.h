/* What the tests share: comparison of numbers, and calls that must succeed. */
#ifndef RDG_TEST_SUPPORT_H
#define RDG_TEST_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ridgewalk/context.h>

static inline void assert_near_at(double actual, double expected, double rtol, double atol, const char *what,
                                  const char *file, int line)
{
    if (!(fabs(actual - expected) <= rtol * fabs(expected) + atol)) {
        print_error("%s = %.17g, expected %.17g: off by %.3g\n", what, actual, expected,
                    fabs(actual - expected));
        _fail(file, line);
    }
}

/* |actual - expected| <= rtol |expected| + atol */
#define assert_near(actual, expected, rtol, atol)                                                            \
    assert_near_at((actual), (expected), (rtol), (atol), #actual, __FILE__, __LINE__)

static inline void assert_ok_at(rdg_context *ctx, rdg_status status, const char *file, int line)
{
    if (status != RDG_OK) {
        print_error("%s: %s\n", rdg_status_text(status), rdg_error_message(ctx));
        _fail(file, line);
    }
}

#define assert_ok(ctx, call) assert_ok_at((ctx), (call), __FILE__, __LINE__)

/* A call failed as it should, and its message has these words; afterwards the context works again. */
static inline void assert_failed_at(rdg_context *ctx, rdg_status expected, const char *words,
                                    const char *file, int line)
{
    if (rdg_error_status(ctx) != expected || !strstr(rdg_error_message(ctx), words)) {
        print_error("status \"%s\", message \"%s\": expected \"%s\" with \"%s\"\n",
                    rdg_status_text(rdg_error_status(ctx)), rdg_error_message(ctx), rdg_status_text(expected),
                    words);
        _fail(file, line);
    }
    rdg_error_clear(ctx);
}

#define assert_failed(ctx, status, words) assert_failed_at((ctx), (status), (words), __FILE__, __LINE__)

/* A reproducible random number in [-1, 1], the same on every machine. */
static inline double random_signed(uint64_t *state)
{
    *state = *state * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(*state >> 11) / 4503599627370496.0 - 1.0;
}

#endif
