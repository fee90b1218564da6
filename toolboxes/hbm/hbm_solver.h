/** @file hbm_solver.h
 *  @brief Which unknowns a harmonic balance keeps, and how its linear systems are solved. */
#ifndef RDG_HBM_SOLVER_H
#define RDG_HBM_SOLVER_H

#include <ridgewalk/harmonic_balance.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Unknowns and linear solver of a harmonic balance. doc/solvers.md compares their times. */
typedef enum rdg_hbm_solver_kind {
    RDG_AUTO,     /**< the default: the one of the next three that takes the least time, by its operations */
    RDG_DENSE,    /**< unknowns at elements, forces and sensors alone; all others are condensed exactly. The
                       condensed stiffness is dense, its factors are those of a full matrix */
    RDG_WHOLE,    /**< all degrees of freedom are unknowns (rdg_hbm_keep_all()); sparse factors */
    RDG_SPECTRAL, /**< all degrees of freedom are unknowns; GMRES with the modes of the stuck structure.
                       Nothing is factored during a run, and no matrix of the unknowns is stored. Matrices
                     must be symmetric, and the mass matrix positive definite */
    RDG_FACTORS   /**< RDG_DENSE or RDG_WHOLE, as RDG_AUTO chooses between them: for surfaces, branch points
                       and released damping factors of large structures */
} rdg_hbm_solver_kind;

/** Choose the solver. RDG_AUTO counts the operations that each takes for a linearisation, from degrees of
 *  freedom, contacts, harmonics and the fill-in of sparse factors. A note states its choice unless that is
 *  RDG_DENSE, and the run's table `model` has it under "solver". Before the first problem is made or the
 * equations are evaluated.
 *
 *  With RDG_SPECTRAL branch points are not available: their test function is a determinant, which this solver
 *  does not know. Folds, changes of contact states, peaks and ridges are. Damping factors of the structure
 * cannot be released.
 *  @param hb   harmonic balance
 *  @param kind solver
 *  @return RDG_OK, RDG_ERR_ARGUMENT (in use already, no such solver) or RDG_ERR_EARLIER. What a solver needs
 * of the structure is checked with the first use: RDG_ERR_ARGUMENT, RDG_ERR_SINGULAR, RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_solver(rdg_hbm *hb, rdg_hbm_solver_kind kind);

/** The solver in use; the first call of this closes the harmonic balance.
 *  @param hb harmonic balance
 *  @return RDG_DENSE, RDG_WHOLE or RDG_SPECTRAL; RDG_AUTO after a failure or for NULL */
rdg_hbm_solver_kind rdg_hbm_solver_in_use(rdg_hbm *hb);

#ifdef __cplusplus
}
#endif
#endif
