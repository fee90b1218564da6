/** @file coupling.h
 *  @brief Structures that are tied together become one structure (primal assembly).
 *
 *  Whole structures and reduced ones (rdg_component_structure()) are tied alike, set to set. */
#ifndef RDG_COUPLING_H
#define RDG_COUPLING_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Structures and the ties between them. */
typedef struct rdg_coupling rdg_coupling;

/** Begin a coupling.
 *  @param ctx context, owner of the coupling
 *  @return NULL after RDG_ERR_NO_MEMORY or an earlier failure */
rdg_coupling *rdg_coupling_create(rdg_context *ctx);

/** Add a structure.
 *  @param a    coupling
 *  @param name of the part, without a point; copied. What is named in the structure becomes "name.what"
 *  @param s    structure of the same context; must live until rdg_coupling_primal()
 *  @return RDG_OK, RDG_ERR_NAME (taken, empty, with a point), RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_coupling_add(rdg_coupling *a, const char *name, rdg_structure *s);

/** Tie two sets: their degrees of freedom, in the order of the sets, move together. Redundant ties are
 * reported by rdg_coupling_redundant() and do no harm.
 *  @param a     coupling
 *  @param one   "part.set". A named degree of freedom is a set of one
 *  @param other likewise, with as many degrees of freedom
 *  @return RDG_OK, RDG_ERR_NAME (the message lists the parts, or the sets that both have), RDG_ERR_SIZE (both
 * numbers), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coupling_tie(rdg_coupling *a, const char *one, const char *other);

/** Number of tied pairs that other ties imply.
 *  @param a NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_coupling_redundant(const rdg_coupling *a);

/** The structure of all parts, tied: L^T M L, L^T C L, L^T K L with the Boolean L of the common degrees of
 * freedom.
 *  @param a    coupling
 *  @param name of the structure
 *  @return a new structure with all that the parts have, as "part.what", or NULL after a failure, recorded */
rdg_structure *rdg_coupling_primal(rdg_coupling *a, const char *name);

/** Free a coupling before its context; structures made from it stay.
 *  @param a NULL is allowed */
void rdg_coupling_free(rdg_coupling *a);

#ifdef __cplusplus
}
#endif
#endif
