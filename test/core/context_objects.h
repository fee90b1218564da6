/* What the tests of the context share: a writer that listens, an object that tells of its end, a call that
 * fails. */
#ifndef RDG_TEST_CONTEXT_OBJECTS_H
#define RDG_TEST_CONTEXT_OBJECTS_H

#include "support.h"

#include <ridgewalk/toolbox.h>

/* What the writer has received. */
typedef struct heard {
    rdg_channel channel;
    int calls;
    char text[8192];
} heard;

static inline void listen(rdg_channel channel, const char *text, void *data)
{
    heard *h = data;
    h->channel = channel;
    h->calls++;
    snprintf(h->text, sizeof h->text, "%s", text);
}

/* An object that writes down its name when it is freed. */
typedef struct mortal {
    char name;
    char *obituaries;
} mortal;

static inline void bury(void *object)
{
    const mortal *m = object;
    m->obituaries[strlen(m->obituaries)] = m->name;
}

static inline rdg_status tune(rdg_context *ctx, const char *string, double tension)
{
    return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" has tension %g N; it must be positive", string, tension);
}

static inline int set_up(void **state)
{
    *state = rdg_context_create();
    return *state ? 0 : -1;
}

static inline int tear_down(void **state)
{
    rdg_context_free(*state);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

#endif
