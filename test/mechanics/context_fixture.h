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

#endif
