/* Elements with a force law of one displacement. */
#include "time_element.h"
#include "force_element_impl.h"

#include <ridgewalk/toolbox.h>

rdg_status rdg_time_element_add(rdg_structure *s, const rdg_time_element *given)
{
    if (!given) {
        return RDG_FAIL(rdg_structure_context(s), RDG_ERR_ARGUMENT, "the element is NULL");
    }
    return rdg_force_law_add(s, given->call ? given->call : __func__,
                             &(rdg_given_law){.law = {.d = 1,
                                                      .scalar = given->law,
                                                      .data = given->data,
                                                      .free_data = given->free_data,
                                                      .pure = given->pure,
                                                      .samples = given->samples,
                                                      .degree = given->degree,
                                                      .n_numbers = given->n_numbers,
                                                      .number = given->numbers,
                                                      .by_number = given->by_number,
                                                      .data_size = given->plain ? 0 : given->data_size},
                                              .plain = given->plain,
                                              .x_size = &given->x_size,
                                              .v_size = &given->v_size,
                                              .name = given->name,
                                              .type = given->type,
                                              .at = &given->at});
}
