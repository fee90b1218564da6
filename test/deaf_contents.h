/* Somebody who is told what a run is of, and writes nothing down. */
#ifndef RDG_TEST_DEAF_CONTENTS_H
#define RDG_TEST_DEAF_CONTENTS_H

#include <ridgewalk/contents.h>

static inline void no_fact(const rdg_contents *out, const rdg_model_fact *fact)
{
    (void)out;
    (void)fact;
}

static inline void no_coefficient(const rdg_contents *out, const rdg_coefficient *coefficient)
{
    (void)out;
    (void)coefficient;
}

static const rdg_contents deaf = {.fact = no_fact, .coefficient = no_coefficient};

#endif
