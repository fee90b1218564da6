/** @file spectrum.h
 *  @brief Eigenvalues of a matrix that depends on a problem's variables, and the special points at which one
 *  crosses the boundary of stability. For toolboxes with such a matrix: the Jacobian of a field or of a map,
 * the monodromy matrix of an orbit. */
#ifndef RDG_SPECTRUM_H
#define RDG_SPECTRUM_H

#include <ridgewalk/chart.h>
#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Who knows the eigenvalues at a place. */
typedef enum rdg_spectrum_known {
    RDG_SPECTRUM_BY_MATRIX,
    RDG_SPECTRUM_TOLD,   /**< their source */
    RDG_SPECTRUM_UNKNOWN /**< nobody: "unstable" is -1 there, and no special point stands on them */
} rdg_spectrum_known;

/** Whose eigenvalues. The callbacks answer as those of an rdg_function, the variables being all that the
 *  problem has when the spectrum is added. */
typedef struct rdg_spectrum_source {
    rdg_index n; /**< rows and columns */
    bool is_map; /**< eigenvalues are multipliers: stable within the unit circle; else in the left half plane
                  */
    /** The matrix at u, shape [n n], column-major. */
    int (*matrix)(const double *u, double *J, void *data);
    /** gradient += factor d(w^T J v)/du of two vectors, shape [n]; exact where u solves the problem. */
    int (*slope)(const double *u, const double *w, const double *v, double factor, double *gradient,
                 void *data);
    /** Eigenvalues at u where those of the matrix, which has just been requested, keep too few digits; as
     *  callbacks. *known: RDG_SPECTRUM_TOLD: they are in re and im, shape [n], conjugate pairs next to each
     * other with im > 0 first; RDG_SPECTRUM_UNKNOWN: nobody knows them. NULL: the matrix always gives. */
    int (*eigenvalues)(const double *u, double *re, double *im, rdg_spectrum_known *known, void *data);
    /** Whether special points can happen at a chart, for events (event.h); NULL: everywhere. */
    bool (*where)(rdg_problem *problem, const rdg_chart *at, void *data);
    void *data;                    /**< handed to all of them */
    void (*free_data)(void *data); /**< called once when the spectrum is freed; NULL: nothing to do */
} rdg_spectrum_source;

/** Add the monitors and special points of ep.h (rdg_ep_problem(), rdg_map_problem()) but for "l1" and GH.
 *  @param problem problem, whose functions that the matrix stands on are there
 *  @param source  copied. Its data belongs to the problem from this call on, also after a failure
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_add_spectrum(rdg_problem *problem, const rdg_spectrum_source *source);

#ifdef __cplusplus
}
#endif
#endif
