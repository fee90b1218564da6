/* Elements whose law is given by a few numbers. */
#include "law_numbers_impl.h"

#include <math.h>
#include <string.h>

rdg_status rdg_law_begin(rdg_structure *s, const char *where, const char *what, const void *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    if (!ctx || rdg_error_status(ctx) != RDG_OK) {
        return RDG_ERR_EARLIER;
    }
    return given ? RDG_OK : rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the %s is NULL", what);
}

rdg_status rdg_law_finite(rdg_structure *s, const char *where, const char *what, const char *at,
                          const char *name, double value, const char *unit)
{
    return isfinite(value) ? RDG_OK
                           : rdg_fail(rdg_structure_context(s), RDG_ERR_NOT_FINITE, where,
                                      "the %s at \"%s\" has %s = %g %s: give a finite number", what,
                                      at ? at : "?", name, value, unit);
}

rdg_status rdg_law_add_copy(rdg_structure *s, const void *data, size_t size, const rdg_time_element *element)
{
    rdg_time_element with_copy = *element;
    with_copy.data = rdg_context_calloc(rdg_structure_context(s), 1, size);
    if (!with_copy.data) {
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(with_copy.data, data, size);
    with_copy.free_data = rdg_free;
    return rdg_time_element_add(s, &with_copy);
}
