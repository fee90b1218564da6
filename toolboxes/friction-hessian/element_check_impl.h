/* What the piecewise linear elements share: checks of their data, and that they are linear piece by piece. */
#ifndef RDG_ELEMENT_CHECK_IMPL_H
#define RDG_ELEMENT_CHECK_IMPL_H

#include <ridgewalk/objects.h>

#include <stdbool.h>

/* A parameter of an element, as messages name it. */
typedef struct rdg_checked_number {
    const char *what; /* "stiffness kt" */
    double value;
    bool allowed;
    const char *otherwise; /* if it is not: "it must be positive (N/m)" */
} rdg_checked_number;

/* The element's own name, or its displacement's. */
const char *rdg_element_called(const char *name, const char *at);

/* Numbers are finite and allowed: `type` is "contact"; `called` names the element in the message. */
rdg_status rdg_element_check_number(rdg_context *ctx, const char *where, const char *type, const char *called,
                                    rdg_checked_number number);

/* There is a displacement, of a kind ("tangential ", or ""); `field` is the struct's: "at". */
rdg_status rdg_element_check_at(rdg_context *ctx, const char *where, const char *type, const char *called,
                                const char *kind, const char *field, const char *at);

/* One of enum rdg_slider_start. */
rdg_status rdg_element_check_start(rdg_context *ctx, const char *where, const char *type, const char *called,
                                   int start);

/* rdg_law_regimes.linear */
static inline bool rdg_law_is_linear(const void *self, int regime)
{
    (void)self;
    (void)regime;
    return true;
}

#endif
