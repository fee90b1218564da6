/** @file structure.h
 *  @brief Linear structure M q'' + C q' + K q = forces, with named displacements.
 *
 *  The matrices are given dense, sparse or as Matrix Market files, and copied. Where forces act, contacts
 *  act or sensors measure is given by name: rdg_name_dof(), rdg_name_relative(), rdg_name_combination(). SI
 * units throughout. */
#ifndef RDG_STRUCTURE_H
#define RDG_STRUCTURE_H

#include <ridgewalk/function.h>
#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A linear structure M q'' + C q' + K q = forces, with named displacements. */
typedef struct rdg_structure rdg_structure;

/** A sparse matrix: pattern and values, both borrowed. A symmetric matrix is given with both triangles. */
typedef struct rdg_sparse {
    rdg_pattern pattern;  /**< compressed columns */
    const double *values; /**< [pattern.start[pattern.cols]], in the order of the pattern */
} rdg_sparse;

/** In place of a damping matrix or its file: there is none. */
#define RDG_UNDAMPED NULL

/** Create a structure from dense matrices.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param n    number of degrees of freedom, >= 1
 *  @param M    mass, shape [n*n], column-major; copied
 *  @param C    damping, likewise; RDG_UNDAMPED (NULL): none. Damping that is proportional is recognised
 *  @param K    stiffness, likewise
 *  @return NULL after RDG_ERR_ARGUMENT (n < 1, M or K missing), RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_structure *rdg_structure_create(rdg_context *ctx, const char *name, rdg_index n, const double *M,
                                    const double *C, const double *K);

/** Create a structure from sparse matrices. Their patterns may differ.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param M    mass, square; copied
 *  @param C    damping, of the same size; RDG_UNDAMPED: none
 *  @param K    stiffness, of the same size
 *  @return NULL after RDG_ERR_ARGUMENT (missing matrix, ill-formed pattern), RDG_ERR_SIZE,
 *          RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_structure *rdg_structure_create_sparse(rdg_context *ctx, const char *name, const rdg_sparse *M,
                                           const rdg_sparse *C, const rdg_sparse *K);

/** Create a structure from Matrix Market files (coordinate or array, real, integer; general, symmetric or
 *  skew-symmetric). Of symmetric files the other triangle is added; entries given twice are added up.
 *  @param ctx  context, owner of the structure
 *  @param name for messages; copied
 *  @param M    path of the mass matrix
 *  @param C    path of the damping matrix; RDG_UNDAMPED: none
 *  @param K    path of the stiffness matrix
 *  @return NULL after RDG_ERR_IO (cannot be opened), RDG_ERR_FORMAT (no complete real matrix), RDG_ERR_SIZE,
 *          RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_structure *rdg_structure_read(rdg_context *ctx, const char *name, const char *M, const char *C,
                                  const char *K);

/** Make a variant: a structure with the same name, matrices, damping, named displacements, elements (with the
 *  parameters that they share), loads, sensors and, behind rdg_prestress(), rest. They are independent from
 * then on. Solvers that were made from the original do not keep the copy from being changed. To give a
 * variant elements or constant forces of its own, copy before rdg_prestress().
 *
 *  The parameters of elements are constant, so both structures use the same ones, and
 *  those of a user's own force laws with them. `data` is not copied but shared. Its `free_data` is called
 * once, when the last of the structures is freed. A force law that writes into its data, or a program that
 * does, is seen by both.
 *  @param s the original, whether a solver has taken it or not. NULL is allowed
 *  @return a structure of the same context, or NULL after RDG_ERR_NO_MEMORY, an earlier failure or for NULL
 */
rdg_structure *rdg_structure_copy(const rdg_structure *s);

/** Free a structure before its context. Objects made from it (a condensation) keep what they need.
 *  @param s NULL is allowed */
void rdg_structure_free(rdg_structure *s);

/** Proportional (Rayleigh) damping C = mass_factor M + stiffness_factor K, in place of any C before.
 *  @param s                structure
 *  @param mass_factor      in 1/s
 *  @param stiffness_factor in s
 *  @return RDG_OK, RDG_ERR_NOT_FINITE, RDG_ERR_ARGUMENT (the matrices are in use) or RDG_ERR_EARLIER */
rdg_status rdg_damping_proportional(rdg_structure *s, double mass_factor, double stiffness_factor);

/** Whether the damping is proportional, C = mass_factor M + stiffness_factor K, as given or found in the
 * matrix.
 *  @param s                     structure; NULL is allowed
 *  @param[out] mass_factor      in 1/s; untouched if it is not
 *  @param[out] stiffness_factor in s; likewise
 *  @return true also without damping; false for NULL */
bool rdg_structure_proportional(const rdg_structure *s, double *mass_factor, double *stiffness_factor);

/** A solver is made from the structure: from now on its matrices, elements, loads and sensors stay as they
 * are. Names can still be given.
 *  @param s      NULL is allowed
 *  @param solver constructor, for messages; must live on: "rdg_hbm_create" */
void rdg_structure_take(rdg_structure *s, const char *solver);

/** Give a degree of freedom a name.
 *  @param s    structure
 *  @param name unique in the structure; copied
 *  @param dof  0 .. n - 1
 *  @return RDG_OK, RDG_ERR_NAME (used already, empty), RDG_ERR_ARGUMENT (no such degree of freedom),
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_name_dof(rdg_structure *s, const char *name, rdg_index dof);

/** Give a name to the displacement sum_i weight_i q[dof_i]: a relative motion, a projection.
 *  @param s      structure
 *  @param name   unique in the structure; copied
 *  @param n      number of terms, >= 1
 *  @param dof    shape [n], 0 .. size - 1, each at most once; copied
 *  @param weight shape [n]; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or
 *          RDG_ERR_EARLIER */
rdg_status rdg_name_combination(rdg_structure *s, const char *name, rdg_index n, const rdg_index *dof,
                                const double *weight);

/** Give a name to the relative displacement q[a] - q[b], so that a spring or damper sits between the two.
 *  @param s    structure
 *  @param name unique in the structure; copied
 *  @param a    0 .. size - 1
 *  @param b    0 .. size - 1, another one
 *  @return as rdg_name_combination() */
rdg_status rdg_name_relative(rdg_structure *s, const char *name, rdg_index a, rdg_index b);

/** Give a name to the difference of two named displacements, as between two blades of a mistuned wheel
 *  (mistuning.h).
 *  @param s    structure
 *  @param name unique in the structure; copied
 *  @param at   named displacement
 *  @param from named displacement that is subtracted
 *  @return as rdg_name_combination(); RDG_ERR_ARGUMENT also for displacements that are equal or across
 *          sectors */
rdg_status rdg_name_difference(rdg_structure *s, const char *name, const char *at, const char *from);

/** Find a named displacement.
 *  @param s           structure
 *  @param where       public function shown in the message
 *  @param name        its name
 *  @param[out] n      number of terms
 *  @param[out] dof    shape [n], borrowed until the structure is freed
 *  @param[out] weight shape [n], likewise
 *  @return RDG_OK, RDG_ERR_NAME (the message lists the names there are) or RDG_ERR_EARLIER */
rdg_status rdg_structure_displacement(rdg_structure *s, const char *where, const char *name, rdg_index *n,
                                      const rdg_index **dof, const double **weight);

/** Give several degrees of freedom one name: an interface, a boundary.
 *  @param s    structure
 *  @param name unique among the sets and named displacements of the structure; copied
 *  @param n    number of degrees of freedom, >= 1
 *  @param dof  shape [n], each at most once; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_name_set(rdg_structure *s, const char *name, rdg_index n, const rdg_index *dof);

/** Find a set. A named degree of freedom counts as a set of one.
 *  @param s        structure
 *  @param where    public function shown in the message
 *  @param name     its name
 *  @param[out] n   number of degrees of freedom
 *  @param[out] dof shape [n], borrowed until the next set is named
 *  @return RDG_OK, RDG_ERR_NAME (the message lists the sets there are) or RDG_ERR_EARLIER */
rdg_status rdg_structure_set(rdg_structure *s, const char *where, const char *name, rdg_index *n,
                             const rdg_index **dof);

/** The structure with some degrees of freedom held: without their rows and columns. Names, sets, elements,
 * forces and sensors come along without what is held.
 *  @param s   structure; stays as it is
 *  @param n   number of degrees of freedom held, >= 1
 *  @param dof shape [n], each at most once
 *  @return a new structure of the same context and name, or NULL after RDG_ERR_ARGUMENT (no such degree of
 * freedom, all held, a load of a moving base, at rest already), RDG_ERR_NO_MEMORY or an earlier failure */
rdg_structure *rdg_structure_hold(const rdg_structure *s, rdg_index n, const rdg_index *dof);

/** Context of a structure.
 *  @param s NULL is allowed
 *  @return the context, or NULL */
rdg_context *rdg_structure_context(const rdg_structure *s);

/** Name of a structure.
 *  @param s NULL is allowed
 *  @return "" for NULL; valid until the structure is freed */
const char *rdg_structure_name(const rdg_structure *s);

/** Number of degrees of freedom.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_structure_size(const rdg_structure *s);

/** How each degree of freedom goes with a base that moves by 1 m: 1 for a translation. In a beam these are
 * the deflections, its rotations are 0. In any other structure every degree of freedom is taken for a
 * translation, but for rectangles of plane elements, structures of which parts are held, components and
 * assemblies, where it is not known.
 *  @param s      structure
 *  @param[out] r shape [rdg_structure_size()]
 *  @return RDG_OK, RDG_ERR_ARGUMENT (not known) or RDG_ERR_EARLIER */
rdg_status rdg_structure_translation(const rdg_structure *s, double *r);

/** The matrices, on one common pattern.
 *  @param s      structure
 *  @param[out] M mass; NULL: not requested. Borrowed until the structure is freed or gyroscopic forces are
 *                added to it (gyroscopic.h), likewise the others
 *  @param[out] C damping (zeros if there is none)
 *  @param[out] K stiffness
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_structure_matrices(const rdg_structure *s, rdg_sparse *M, rdg_sparse *C, rdg_sparse *K);

#ifdef __cplusplus
}
#endif
#endif
