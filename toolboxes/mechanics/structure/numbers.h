/** @file numbers.h
 *  @brief The physical numbers of a structure that can become continuation parameters.
 *
 *  "<element>.<number>" ("pad.mu", "stop.gap"), "<load>.amplitude" and "<load>.phase", "damping.mass" and
 *  "damping.stiffness" (a and b of a damping a M + b K, rdg_damping_proportional()), and "damping.loss" (g of
 * a structural damping g > 0, rdg_damping_structural()). A load is named as its displacement, "base" for a
 * motion of the base, and numbered if there are several ("shaker 2"). Elements that are to change together
 * are given a common name, rdg_element.parameters ("pads.preload"). */
#ifndef RDG_NUMBERS_H
#define RDG_NUMBERS_H

#include <ridgewalk/element_kind.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a number belongs to. */
typedef enum rdg_structure_parameter_kind {
    RDG_PARAMETER_OF_ELEMENT,        /**< one element, or several that share it */
    RDG_PARAMETER_AMPLITUDE,         /**< of a load */
    RDG_PARAMETER_PHASE,             /**< of a load */
    RDG_PARAMETER_DAMPING_MASS,      /**< a of the damping a M + b K */
    RDG_PARAMETER_DAMPING_STIFFNESS, /**< b */
    RDG_PARAMETER_DAMPING_LOSS       /**< g of a structural damping K (1 + i g), if g > 0 */
} rdg_structure_parameter_kind;

/** A number of a structure. */
typedef struct rdg_structure_parameter {
    rdg_structure_parameter_kind kind; /**< what it belongs to */
    rdg_index item;                    /**< element, the first one if several share it; or load; else 0 */
    int which;                         /**< place in rdg_element_kind.number of the element */
    double value;                      /**< that the structure has */
    double least;                      /**< values below it are refused; -INFINITY: none are */
    const char *unit;                  /**< "N", ...; lives as long as the structure */
} rdg_structure_parameter;

/** Find a parameter.
 *  @param s          structure
 *  @param where      public function shown in the message
 *  @param name       "pad.preload"
 *  @param[out] found the number
 *  @return RDG_OK; RDG_ERR_NAME: there is none (the message lists those there are); RDG_ERR_ARGUMENT:
 * elements that share it differ, the element cannot be differentiated by it, or the damping is not
 * proportional; or RDG_ERR_EARLIER */
rdg_status rdg_structure_parameter_find(rdg_structure *s, const char *where, const char *name,
                                        rdg_structure_parameter *found);

/** Find a parameter without a message, also one that cannot be released.
 *  @param s          NULL is allowed
 *  @param name       NULL is allowed
 *  @param[out] found the number; NULL is allowed
 *  @return whether there is one */
bool rdg_structure_parameter_peek(const rdg_structure *s, const char *name, rdg_structure_parameter *found);

/** Whether a structure has a number of that name; nothing is recorded.
 *  @param s    NULL is allowed
 *  @param name NULL is allowed
 *  @return false for NULL */
bool rdg_structure_parameter_exists(const rdg_structure *s, const char *name);

/** Longest name of a parameter. */
enum { RDG_PARAMETER_NAME = 288 };

/** The numbers that can be released, one after the other: of elements, shared ones once, of loads, of the
 *  damping.
 *  @param s         structure
 *  @param index     from 0
 *  @param[out] name "pad.kt", ...
 *  @return whether there is one of this index */
bool rdg_structure_parameter_name(const rdg_structure *s, rdg_index index, char name[RDG_PARAMETER_NAME]);

/** Which parameter of an element is meant.
 *  @param s       structure
 *  @param number  of an element, found by rdg_structure_parameter_find()
 *  @param element from 0
 *  @return its place in rdg_element_kind.number, or -1: the element does not share it */
int rdg_structure_parameter_of(const rdg_structure *s, const rdg_structure_parameter *number,
                               rdg_index element);

#ifdef __cplusplus
}
#endif
#endif
