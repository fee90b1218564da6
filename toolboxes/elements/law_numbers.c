/* Elements whose force law is given by a few numbers. */
#include "law_numbers_impl.h"

#include <math.h>
#include <string.h>

rdg_status rdg_law_begin(rdg_structure *s, const char *where, const char *what, const void *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
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

rdg_status rdg_law_add_copy(rdg_structure *s, const void *data, size_t size, const rdg_time_element *element,
                            rdg_index n_fields, const law_field *field)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_TRY(rdg_law_begin(s, element->call, element->type, data));
    for (rdg_index k = 0; k < n_fields; k++) {
        double value = 0.0;
        memcpy(&value, (const char *)data + field[k].offset, sizeof value);
        RDG_TRY(rdg_law_finite(s, element->call, element->type, element->at, field[k].name, value,
                               field[k].unit));
    }
    rdg_law_parameter *number = rdg_context_calloc(ctx, (size_t)n_fields, sizeof *number);
    if (!number) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_time_element with_copy = *element;
    with_copy.data = rdg_context_calloc(ctx, 1, size);
    if (!with_copy.data) {
        rdg_free(number);
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(with_copy.data, data, size);
    with_copy.free_data = rdg_free;
    with_copy.data_size = size;
    with_copy.n_numbers = n_fields;
    with_copy.numbers = number;
    for (rdg_index k = 0; k < n_fields; k++) {
        number[k] = (rdg_law_parameter){.name = field[k].name,
                                        .unit = field[k].unit,
                                        .value = (double *)(void *)((char *)with_copy.data + field[k].offset),
                                        .range = field[k].range};
    }
    const rdg_status status = rdg_time_element_add(s, &with_copy);
    rdg_free(number);
    return status;
}
