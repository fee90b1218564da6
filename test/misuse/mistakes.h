/* What the mistakes have in common: a model, a response, and what a message must have. */
#ifndef RDG_TEST_MISTAKES_H
#define RDG_TEST_MISTAKES_H

#include "scratch.h"
#include "support.h"

#include <ridgewalk/ridgewalk.h>

static char said[1 << 14]; /* notes and warnings */

static inline void listen(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel != RDG_CHANNEL_TABLE) {
        strncat(said, text, sizeof said - strlen(said) - 1);
    }
}

static inline void listen_to(rdg_context *ctx)
{
    said[0] = '\0';
    rdg_set_writer(ctx, listen, NULL);
}

static inline rdg_structure *oscillator(rdg_context *ctx)
{
    const double m = 1.0, c = 0.1, k = 1e4;
    rdg_structure *s = rdg_structure_create(ctx, "oscillator", 1, &m, &c, &k);
    rdg_name_dof(s, "x", 0);
    rdg_sensor_add(s, "A", "x");
    return s;
}

static inline rdg_hbm *balance(rdg_context *ctx)
{
    rdg_structure *s = oscillator(ctx);
    rdg_force_add(s, "x", 1, 1.0);
    rdg_contact_add(s, &(rdg_contact){.name = "pad", .tangential = "x", .kt = 1e4, .mu = 0.3, .preload = 20});
    return rdg_hbm_create(s, RDG_HARMONICS(1, 3));
}

static inline rdg_problem *response_problem(rdg_context *ctx)
{
    return rdg_hbm_problem(balance(ctx), RDG_AT("omega", 80), RDG_AT("alpha", 1));
}

static inline void respond(rdg_problem *p, const char *name)
{
    rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", 80, 160), RDG_NO_TABLE);
}

/* The message, or what was said besides, has all three: what, where, how. */
static inline void assert_helps(rdg_context *ctx, const char *a, const char *b, const char *c)
{
    const char *const part[] = {a, b, c};
    char all[sizeof said + 2048];
    snprintf(all, sizeof all, "%s %s", rdg_error_message(ctx), said);
    for (int i = 0; i < 3; i++) {
        if (!strstr(all, part[i])) {
            fail_msg("\"%s\" is not in: %s", part[i], all);
        }
    }
    rdg_error_clear(ctx);
}

#endif
