/** @file element_kind.h
 *  @brief Elements of a structure: a force law at named displacements, and the tables of its answers.
 *
 *  A structure carries its elements, whatever solver is used; a solver makes an instance of each of its own,
 *  with what changes from one evaluation to the next. Users add elements by the functions of their kinds
 *  (rdg_contact_add(), rdg_cubic_spring_add(), ...); this header is for the authors of kinds and of solvers.
 */
#ifndef RDG_ELEMENT_KIND_H
#define RDG_ELEMENT_KIND_H

#include <ridgewalk/law_in_time.h>
#include <ridgewalk/structure.h>

#include <float.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A force law's answers in the frequency domain: element.h of harmonic balance. */
struct rdg_law_in_frequency;

/** Least value of a number that must be positive. */
#define RDG_ABOVE_ZERO DBL_TRUE_MIN

/** A parameter of an element that can become a continuation parameter, "<element>.<name>". */
typedef struct rdg_element_parameter {
    const char *name;  /**< "mu", "preload", ...; must live on */
    const char *unit;  /**< "N", "N/m", ...; must live on */
    size_t offset;     /**< of the double in the element's numbers (self) */
    double least;      /**< values below it are refused; -INFINITY: none are */
    const char *fixed; /**< NULL; or why it cannot be released: "the sliders are made for it" */
} rdg_element_parameter;

/** A kind of element. NULL: not answered there; a solver that needs the answer refuses the element by name.
 */
typedef struct rdg_element_kind {
    const char *type;            /**< "contact", "cubic spring", ...; must live on */
    const rdg_law_in_time *time; /**< force, memory and contact states at an instant */
    /** Coefficients of the force at a periodic motion. NULL for a force law without contact states: sampled
     * from `time`.
     */
    const struct rdg_law_in_frequency *frequency;
    rdg_index n_numbers;                 /**< of those that have names */
    const rdg_element_parameter *number; /**< [n_numbers]; must live on */
    void (*free_self)(void *self);       /**< frees numbers that were not copied; NULL: they are borrowed */
    /** A copy of numbers that are not copied as they stand, to be changed by set_number and freed by
     *  free_self; NULL after a failure, recorded. NULL: there is none, and they cannot be released in time.
     */
    void *(*copy_self)(rdg_context *ctx, const void *self);
    /** Change a number of such a copy: of a force law whose data may not be copied where it reads
     * it, so that whoever evaluates it puts back what was there. */
    void (*set_number)(void *self, int which, double value);
} rdg_element_kind;

/** An element. */
typedef struct rdg_element {
    const char *name;       /**< NULL: the name of the first displacement, made unique by a number */
    rdg_index d;            /**< number of displacements that the element couples, >= 1 */
    const char *const *at;  /**< [d] named displacements of the structure */
    const char *parameters; /**< NULL: its numbers are called by its own name; else by this one, and shared
                               with all elements that give it */
    rdg_element_kind kind;  /**< what it answers */
    void *self;             /**< its numbers, constant, handed to the tables */
    size_t size;            /**< of what self points to, which is copied; 0: self itself is kept */
} rdg_element;

/** Add an element.
 *  @param s     structure
 *  @param given copied. Numbers that are not copied (size 0) belong to @p s from this call on: kind.free_self
 *               frees them with @p s, or at once when the call fails
 *  @param where public function that adds this kind, for messages
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_element_add(rdg_structure *s, const rdg_element *given, const char *where);

/** Number of elements.
 *  @param s NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_element_count(const rdg_structure *s);

/** An element with all its fields, name and displacements included.
 *  @param s       structure
 *  @param element from 0, in the order in which they were added
 *  @return borrowed until the next one is added. NULL if there is no such element */
const rdg_element *rdg_element_at(const rdg_structure *s, rdg_index element);

/** Find an element.
 *  @param s    structure
 *  @param name its name
 *  @return its number, from 0; or -1 (recorded as a failure that lists the elements there are) */
rdg_index rdg_element_index(rdg_structure *s, const char *name);

#ifdef __cplusplus
}
#endif
#endif
