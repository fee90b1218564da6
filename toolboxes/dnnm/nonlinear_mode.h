/** @file nonlinear_mode.h
 *  @brief Which nonlinear mode: its number, where its phase is fixed, what its amplitude is, how it starts.
 */
#ifndef RDG_NONLINEAR_MODE_H
#define RDG_NONLINEAR_MODE_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_problem.h>
#include <ridgewalk/run.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What the modal amplitude a = sqrt(sum Q_k^T M Q_k) sums over, sqrt(kg) m. */
typedef enum rdg_mode_norm {
    RDG_NORM_FIRST_HARMONIC, /**< harmonic 1 alone, cosine and sine: a grows as the force does that excites it
                              */
    RDG_NORM_ALL_HARMONICS /**< all coefficients kept, the static part among them: stays away from zero where
                                harmonic 1 vanishes, at the tips of tongues of internal resonance */
} rdg_mode_norm;

/** What fixes the phase, which is free, of the motion. */
typedef enum rdg_mode_phase {
    RDG_PHASE_QUADRATURE, /**< the first harmonic of the displacement is a sine, as if alpha cos(omega t)
                             acted there at resonance */
    RDG_PHASE_VELOCITY    /**< the displacement has no velocity at t = 0: a motion without damping is made of
                               cosines. Holds where harmonic 1 vanishes, too */
} rdg_mode_phase;

/** A nonlinear mode to be followed; what is left out is zero. */
typedef struct rdg_mode {
    rdg_index number;    /**< from 1, by ascending frequency at small amplitude */
    rdg_index direction; /**< of a repeated linear frequency: which of the directions that nonlinear modes
                              tend to, from 1, as a note lists them. 0: that of the mode's number */
    const char *at;      /**< named displacement whose phase is fixed, where the equivalent force acts */
    const char *const *fixed; /**< named displacements that are held fixed in the linear mode that the branch
                                   starts from, ended by NULL, RDG_NAMES(): where regularised friction sticks
                                 at small amplitude but is a damper to a linear mode. NULL: none */
    rdg_mode_norm norm;       /**< what the amplitude sums over */
    rdg_mode_phase phase;     /**< what fixes the phase; not used with conservative */
    bool energy; /**< a column "energy", J: kinetic and stored energy, hbm_potential.h, at the instant at
                      which the displacement is farthest out */
    bool conservative; /**< the structure has no damping, and its elements neither: the motion is sought
                            among those made of cosines, without artificial damping, and the harmonic
                            balance may be condensed. Faster, and tongues of internal resonance can be
                            followed through their tips */
} rdg_mode;

/** A mode from fields by name: RDG_MODE(.number = 1, .at = "tip", .norm = RDG_NORM_ALL_HARMONICS). */
#define RDG_MODE(...) RDG_WITH(rdg_mode, __VA_ARGS__)

/** A list of names, ended by NULL: .fixed = RDG_NAMES("pad", "root"). */
#define RDG_NAMES(...) RDG_TEXTS(__VA_ARGS__, NULL)

/** Create the problem of a nonlinear mode, in the context of its harmonic balance. dnnm.h has the equations.
 *
 *  Variables: blocks "Q", "omega" (rad/s) and, unless conservative, "xi" (1/s). Zero functions "dnnm" and
 *  "dnnm.phase", or "mode" of a conservative one. Parameters: "a", the modal amplitude (sqrt(kg) m),
 * inactive; active "log10a", "omega" (rad/s), "zeta" and "alpha" (N), unless conservative, and the sensors;
 * "energy" (J), if requested, which cannot be held. The forces of the harmonic balance play no part. It
 * starts on a linear mode of the structure with each element replaced by its stiffness at rest (a contact is
 * stuck) or held fixed. Of a repeated linear frequency it starts on a direction of the eigenspace to which
 * nonlinear modes tend; a note states how many there are. A linear frequency of 0 is replaced by that of
 * amplitude a.
 *  @param hb   harmonic balance with harmonic 1 and, unless conservative, with every degree of freedom kept,
 *              rdg_hbm_full(); M, K and the elements' stiffness at rest must be symmetric
 *  @param mode which one; copied
 *  @param a    modal amplitude at the start, > 0, in sqrt(kg) m
 *  @return NULL after a failure: RDG_ERR_ARGUMENT (condensed, no harmonic 1, no such mode, a is not positive,
 *          the mode does not move its displacement, there is no such direction, it is one that no
 *          nonlinear element acts on or that rounding hides at a, no restoring force at a linear frequency of
 *          0, displacements fixed twice), RDG_ERR_NAME, RDG_ERR_CALLBACK or as
 * rdg_structure_modes() */
rdg_problem *rdg_nonlinear_mode_problem(rdg_hbm *hb, const rdg_mode *mode, double a);

/** Follow a nonlinear mode: rdg_nonlinear_mode(hb, name, mode, option, ...), options as for rdg_continue():
 *
 *      rdg_nonlinear_mode(hb, "mode1", RDG_MODE(.number = 1, .at = "tip"), RDG_WINDOW("log10a", -5, -2)); */
#define rdg_nonlinear_mode(hb, name, ...)                                                                    \
    rdg_nonlinear_mode_list((hb), (name), RDG_FIRST(__VA_ARGS__), RDG_OPTIONS_BEHIND(__VA_ARGS__))

/** Follow a nonlinear mode in its amplitude.
 *
 *  Steps are relative to the amplitude, which may grow by powers of ten. It starts at the lower end of the
 *  domain of the amplitude. With a domain of forcing amplitudes there are two runs: "<name>/stage1" from a
 * small amplitude to the first forcing amplitude of alpha, and "<name>" from there. Folds (FP) are those of
 * the amplitude; with RDG_RELEASE("zeta") or RDG_RELEASE("omega") they are the extrema of the damping ratio
 * or of the frequency.
 *  @param hb      harmonic balance, condensed or not, in use already or not
 *  @param name    of the runs
 *  @param mode    which one
 *  @param options RDG_WINDOW("alpha", low, high): the forcing amplitudes to cover, low > 0, in N. Without it
 *                 RDG_WINDOW("a", low, high), in sqrt(kg) m, or RDG_WINDOW("log10a", low, high). All go to
 * the run itself, those about output to both
 *  @return as rdg_continue_list(); RDG_ERR_ARGUMENT without a domain or for a mode that is not damped and
 *          thus has no forcing amplitude; RDG_ERR_NO_CONVERGENCE if stage 1 does not reach the first forcing
 * amplitude; as rdg_nonlinear_mode_problem() */
rdg_status rdg_nonlinear_mode_list(rdg_hbm *hb, const char *name, const rdg_mode *mode,
                                   const rdg_option *options);

#ifdef __cplusplus
}
#endif
#endif
