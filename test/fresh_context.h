/* A context of its own for each test, which says nothing. */
#ifndef RDG_TEST_FRESH_CONTEXT_H
#define RDG_TEST_FRESH_CONTEXT_H

#include "support.h"

static inline int fresh_context(void **state)
{
    *state = rdg_context_create();
    rdg_set_writer(*state, NULL, NULL);
    return *state == NULL;
}

static inline int free_context(void **state)
{
    rdg_context_free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, fresh_context, free_context)

#endif
