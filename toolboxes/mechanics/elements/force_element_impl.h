/* What the ways to give a force law share. */
#ifndef RDG_FORCE_ELEMENT_IMPL_H
#define RDG_FORCE_ELEMENT_IMPL_H

#include <ridgewalk/force_law.h>
#include <ridgewalk/structure.h>

/* A force law as the user gave it. */
typedef struct rdg_given_law {
    rdg_force_law law; /* scalar or vector, unless it is one of the next two */
    rdg_plain_law plain;
    rdg_plain_vector_law plain_vector;
    const double *x_size, *v_size; /* [d] of a plain force law; NULL: unknown */
    const char *name, *type;
    const char *const *at; /* [d] */
} rdg_given_law;

/* Add an element. The force law's data belong to the structure from this call on, whatever it answers. */
rdg_status rdg_force_law_add(rdg_structure *s, const char *where, const rdg_given_law *given);

/* plain_law.c: a plain force law becomes a vector force law. Its data belong to that, or stay what they are
 * on failure.
 */
rdg_status rdg_force_law_by_differences(rdg_context *ctx, const char *where, rdg_given_law *given);

#endif
