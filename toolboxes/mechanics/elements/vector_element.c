/* Elements with a force law of several displacements. */
#include "vector_element.h"
#include "force_element_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_vector_element_add(rdg_structure *s, const rdg_vector_element *given)
{
    rdg_context *ctx = rdg_structure_context(s);
    if (!given) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "the element is NULL");
    }
    if (given->d < 1 || !given->at) {
        if (given->free_data) {
            given->free_data(given->data);
        }
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                        "the element has d = %lld displacements%s: name one or more in at",
                        (long long)given->d, given->at ? "" : " and no names");
    }
    return rdg_force_law_add(s, given->call ? given->call : __func__,
                             &(rdg_given_law){.law = {.d = given->d,
                                                      .vector = given->law,
                                                      .data = given->data,
                                                      .free_data = given->free_data,
                                                      .pure = given->pure,
                                                      .samples = given->samples,
                                                      .degree = given->degree,
                                                      .n_numbers = given->n_numbers,
                                                      .number = given->numbers},
                                              .plain_vector = given->plain,
                                              .x_size = given->x_size,
                                              .v_size = given->v_size,
                                              .name = given->name,
                                              .type = given->type,
                                              .at = given->at});
}
