/* How much a demo does. By itself it takes less than a minute, or says at its top what it takes; QUICK=1 asks
 * for a glance of some seconds, as tests take, FULL=1 for all that doc/ tells of it. */
#ifndef DEMOS_FORMS_H
#define DEMOS_FORMS_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool form_is_asked(const char *name)
{
    const char *value = getenv(name);
    return value && *value && strcmp(value, "0") != 0;
}

static inline bool form_is_quick(void)
{
    return form_is_asked("QUICK");
}

static inline bool form_is_full(void)
{
    return form_is_asked("FULL") && !form_is_quick();
}

#endif
