/** @file contents.h
 *  @brief What a run stores about itself: the model that was computed, and what each variable
 * means.
 *
 *  A solver calls these functions when the run starts. In the run's file they are the tables `model` and
 * `coefficient`. */
#ifndef RDG_CONTENTS_H
#define RDG_CONTENTS_H

#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One fact about a model: ("element", "pad", "mu") is 0.3. Texts are borrowed during the call. */
typedef struct rdg_model_fact {
    const char *part; /**< "structure", "element", "load", "sensor" or a word of the toolbox's own */
    const char *name; /**< of this one: "pad" */
    const char *key;  /**< name of the property: "mu" */
    const char *text; /**< a fact as text; NULL: it is the number */
    double value;     /**< in unit */
    const char *unit; /**< NULL: none */
} rdg_model_fact;

/** What a variable is in a Fourier series. Texts are borrowed during the call. */
typedef struct rdg_coefficient {
    const char *block;        /**< of variables */
    rdg_index i;              /**< place in the block, from 0 */
    const char *displacement; /**< by its name */
    int harmonic;             /**< 0: the mean */
    const char *part;         /**< "cos" or "sin"; "mean" */
} rdg_coefficient;

/** Receives the description of a model. A toolbox calls its functions. */
typedef struct rdg_contents rdg_contents;
struct rdg_contents {
    void (*fact)(const rdg_contents *out, const rdg_model_fact *fact);                /**< of the model */
    void (*coefficient)(const rdg_contents *out, const rdg_coefficient *coefficient); /**< of variables */
    void *to;                                                                         /**< of these two */
};

/** Describe the model.
 *  @param out   receives the description
 *  @param block of variables that it is about, as it is called in the run. NULL: of none
 *  @param data  pointer given with the function */
typedef void (*rdg_describe)(const rdg_contents *out, const char *block, void *data);

#ifdef __cplusplus
}
#endif
#endif
