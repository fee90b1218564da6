/* Elements with a force law without memory. */
#include "force_element_impl.h"

#include <ridgewalk/element_kind.h>
#include <ridgewalk/toolbox.h>

static void free_law(void *self)
{
    rdg_force_law *law = self;
    if (law->free_data) {
        law->free_data(law->data);
    }
    rdg_free(law);
}

static rdg_status check(rdg_context *ctx, const char *where, const rdg_given_law *given)
{
    enum { MOST = 1 << 24 };
    const rdg_force_law *law = &given->law;
    const char *at = given->at[0] ? given->at[0] : "?";
    const bool exact = law->scalar || law->vector, plain = given->plain || given->plain_vector;
    if (exact == plain) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %s: give one of law and plain", at,
                        exact ? "two force laws" : "no force law");
    }
    if (law->samples < 0 || law->samples > MOST) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has %lld samples a period: at most %d are possible; 0 chooses",
                        at, (long long)law->samples, MOST);
    }
    if (law->degree < 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the element at \"%s\" has degree = %d: give the degree of a polynomial law, or 0",
                        at, law->degree);
    }
    return RDG_OK;
}

/* A law of its own, which owns the data from here on; NULL after a failure, when given still owns them. */
static rdg_force_law *create(rdg_context *ctx, const char *where, rdg_given_law *given)
{
    if (check(ctx, where, given) != RDG_OK) {
        return NULL;
    }
    rdg_force_law *law = rdg_context_calloc(ctx, 1, sizeof *law);
    const bool plain = given->plain || given->plain_vector;
    if (law && plain && rdg_force_law_by_differences(ctx, where, given) != RDG_OK) {
        rdg_free(law);
        return NULL;
    }
    if (law) {
        *law = given->law;
    }
    return law;
}

rdg_status rdg_force_law_add(rdg_structure *s, const char *where, const rdg_given_law *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    const bool ready = ctx && rdg_error_status(ctx) == RDG_OK;
    rdg_given_law mine = *given;
    rdg_force_law *law = ready ? create(ctx, where, &mine) : NULL;
    if (!law) {
        if (mine.law.free_data) {
            mine.law.free_data(mine.law.data);
        }
        return ready ? rdg_error_status(ctx) : RDG_ERR_EARLIER;
    }
    return rdg_element_add(s,
                           &(rdg_element){.name = given->name,
                                          .d = law->d,
                                          .at = given->at,
                                          .kind = {.type = given->type ? given->type : "time element",
                                                   .time = &rdg_force_law_in_time,
                                                   .free_self = free_law},
                                          .self = law},
                           where);
}
