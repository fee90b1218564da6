/* What elements whose force law is given by a few numbers share: the checks, and the copy that the force law
 * reads. */
#ifndef RDG_LAW_NUMBERS_IMPL_H
#define RDG_LAW_NUMBERS_IMPL_H

#include <ridgewalk/time_element.h>
#include <ridgewalk/toolbox.h>

#include <stddef.h>

/* Whether to go on: RDG_ERR_EARLIER after a failure, RDG_ERR_ARGUMENT if nothing is given. what: "cubic
 * spring", ... */
rdg_status rdg_law_begin(rdg_structure *s, const char *where, const char *what, const void *given);

/* RDG_ERR_NOT_FINITE for NaN or infinity. at: NULL is allowed */
rdg_status rdg_law_finite(rdg_structure *s, const char *where, const char *what, const char *at,
                          const char *name, double value, const char *unit);

/* A number that can become a continuation parameter. */
typedef struct law_field {
    const char *name, *unit;
    size_t offset; /* of the double in the data */
    rdg_parameter_range range;
} law_field;

/* Add an element whose force law gets a copy of data, and the numbers in it. element->type is what messages
 * call it, element->call the public function. NULL data are refused, and numbers that are not finite. */
rdg_status rdg_law_add_copy(rdg_structure *s, const void *data, size_t size, const rdg_time_element *element,
                            rdg_index n_fields, const law_field *field);

/* The same of `given`, a struct with .name, .at, .samples and the fields, and of the functions `law` and
 * `by_number` of the file; power: of the force law if it is a polynomial, or 0 */
#define RDG_LAW_ADD(s, given, what, power, fields)                                                           \
    rdg_law_add_copy((s), (given), sizeof *(given),                                                          \
                     &(rdg_time_element){.name = (given) ? (given)->name : NULL,                             \
                                         .at = (given) ? (given)->at : NULL,                                 \
                                         .samples = (given) ? (given)->samples : 0,                          \
                                         .degree = (power),                                                  \
                                         .type = (what),                                                     \
                                         .call = __func__,                                                   \
                                         .law = law,                                                         \
                                         .by_number = by_number,                                             \
                                         .pure = true},                                                      \
                     sizeof(fields) / sizeof *(fields), (fields))

#endif
