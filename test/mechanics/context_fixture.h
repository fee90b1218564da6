/* A context for each test, and the check of a recorded failure. */
#ifndef CONTEXT_FIXTURE_H
#define CONTEXT_FIXTURE_H

#include "support.h"

#include <string.h>

static inline int create_context(void **state)
{
    *state = rdg_context_create();
    return *state == NULL;
}

static inline int free_context(void **state)
{
    rdg_context_free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, create_context, free_context)

/* There is a failure of this status with `part` in its message; it is cleared. */
static inline void assert_failure(rdg_context *ctx, rdg_status status, const char *part)
{
    assert_int_equal(rdg_error_status(ctx), status);
    if (!strstr(rdg_error_message(ctx), part)) {
        fail_msg("\"%s\" is not in \"%s\"", part, rdg_error_message(ctx));
    }
    rdg_error_clear(ctx);
}

#endif
