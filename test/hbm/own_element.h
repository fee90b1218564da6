/* Elements of a test's own that answer in the frequency domain: what they are made of is their instance. */
#ifndef RDG_TEST_OWN_ELEMENT_H
#define RDG_TEST_OWN_ELEMENT_H

#include <ridgewalk/element.h>
#include <ridgewalk/element_kind.h>

static inline void *own_create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    static char nothing;
    (void)ctx;
    (void)basis;
    (void)rest;
    return self ? (void *)(uintptr_t)self : &nothing;
}

static inline void own_free(void *instance)
{
    (void)instance;
}

/* For elements that are refused before they are asked. */
static inline int answer_nothing(void *instance, const rdg_basis *basis, const double *z, double omega,
                                 rdg_element_result *result)
{
    (void)instance;
    (void)basis;
    (void)z;
    (void)omega;
    (void)result;
    return 0;
}

/* The operations that every law needs. */
#define OWN_LAW(evaluate_) .create = own_create, .free_instance = own_free, .evaluate = (evaluate_)

static inline rdg_status own_element_add(rdg_structure *s, const char *name, const char *at,
                                         const rdg_law_in_frequency *law)
{
    return rdg_element_add(
        s, &(rdg_element){.name = name, .d = 1, .at = &at, .kind = {.type = "own", .frequency = law}},
        "test");
}

#endif
