/* Messages about an element's data: which element, which number, what to do. */
#include "element_check_impl.h"

#include <ridgewalk/slider_start.h>
#include <ridgewalk/toolbox.h>

#include <math.h>

const char *rdg_element_called(const char *name, const char *at)
{
    return name ? name : at ? at : "(no name)";
}

rdg_status rdg_element_check_number(rdg_context *ctx, const char *where, const char *type, const char *called,
                                    rdg_checked_number number)
{
    if (!isfinite(number.value)) {
        return rdg_fail(ctx, RDG_ERR_NOT_FINITE, where, "%s of %s \"%s\" is %g", number.what, type, called,
                        number.value);
    }
    if (!number.allowed) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s of %s \"%s\" is %g: %s", number.what, type, called,
                        number.value, number.otherwise);
    }
    return RDG_OK;
}

rdg_status rdg_element_check_at(rdg_context *ctx, const char *where, const char *type, const char *called,
                                const char *kind, const char *field, const char *at)
{
    if (!at || !*at) {
        return rdg_fail(ctx, RDG_ERR_NAME, where,
                        "%s \"%s\" has no %sdisplacement: set .%s to the name of one", type, called, kind,
                        field);
    }
    return RDG_OK;
}

rdg_status rdg_element_check_start(rdg_context *ctx, const char *where, const char *type, const char *called,
                                   int start)
{
    if (start < RDG_SLIDER_ZERO || start > RDG_SLIDER_PRESTRESS) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "start %d of %s \"%s\" is none of RDG_SLIDER_ZERO, RDG_SLIDER_MEAN and "
                        "RDG_SLIDER_PRESTRESS",
                        start, type, called);
    }
    return RDG_OK;
}
