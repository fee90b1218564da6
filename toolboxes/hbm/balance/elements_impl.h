/* Elements of a harmonic balance: the structure's, with instances for its harmonics. */
#ifndef RDG_ELEMENTS_IMPL_H
#define RDG_ELEMENTS_IMPL_H

#include "terms_impl.h"

typedef struct rdg_hbm_margin_data rdg_hbm_margin_data;

typedef struct rdg_hbm_element {
    const char *name, *type; /* the structure's */
    rdg_index d;
    rdg_hbm_terms terms;
    const rdg_law_in_frequency *law;
    const void *source; /* what instances are made from */
    void *self;         /* the instance for the harmonics that are kept */
    void *active;       /* self, or the instance for the harmonics that are active */
    void **shorter; /* [n_harmonics - 1] instances for the first 1, 2, ... harmonics; NULL: not yet needed */
    double *number; /* [n_numbers] those that the instances have; NULL: the structure's */
    rdg_index n_numbers;
    /* where B^T A B goes, entry ((term, coefficient), (term, coefficient)), rows first; known at closing */
    const rdg_index *jacobian_place; /* [(terms.n * n_coefficients)^2] */
    const rdg_index *hessian_place;
    rdg_hbm_margin_data *margin; /* NULL without a margin; made at closing */
    bool held;                   /* rdg_hbm_hold_stuck() holds it */
} rdg_hbm_element;

rdg_status rdg_hbm_take_elements(rdg_hbm *hb);
void rdg_hbm_free_elements(rdg_hbm *hb);
/* use.c: numbers that differ from the structure's */
rdg_status rdg_hbm_know_numbers(const rdg_hbm *hb, rdg_index i); /* before any is changed */
void rdg_hbm_tell_numbers(const rdg_hbm_element *element, void *instance);

/* Let the instances have the numbers of a problem, values [released->n], or with NULL the structure's.
 * Answers as callbacks do. */
typedef struct rdg_hbm_released rdg_hbm_released;
int rdg_hbm_use(rdg_hbm *hb, rdg_hbm_released *released, const double *values);

void *rdg_hbm_instance(const rdg_hbm *hb, const rdg_hbm_element *element,
                       const rdg_basis *basis); /* NULL after a failure */
const double *rdg_hbm_element_rest(const rdg_hbm *hb, const rdg_hbm_element *element); /* [d] or NULL */

/* Let elements see the first n harmonics only; the others are at rest. */
rdg_status rdg_hbm_activate(rdg_hbm *hb, rdg_index n);
void rdg_hbm_free_shorter(const rdg_hbm *hb);

#endif
