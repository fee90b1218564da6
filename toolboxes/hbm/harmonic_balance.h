/** @file harmonic_balance.h
 *  @brief Harmonic balance of a structure: its harmonics, elements, forces and sensors.
 *
 *  The periodic motion is q(t) = [Q_0] + sum_k Q_kc cos(k omega t) + Q_ks sin(k omega t) and satisfies
 *
 *      R(Q, omega, alpha) = D(omega) Q + F_nl(Q, omega) - alpha F_ex(omega) - F_static = 0,
 *
 *  with the dynamic stiffness D, the coefficients F_nl of the forces that the elements exert against the
 *  motion, the pattern F_ex of the excitation (of omega where the base moves, excitation.h) and forces
 * F_static that alpha does not scale. Only the degrees of freedom that occur in elements, forces and sensors
 * are kept; the others are condensed exactly.
 *
 *  Elements, forces and sensors are added first. The first call that needs the equations (a problem, the
 *  number of unknowns, an evaluation) closes the harmonic balance: it is then complete. */
#ifndef RDG_HARMONIC_BALANCE_H
#define RDG_HARMONIC_BALANCE_H

#include <ridgewalk/context.h>
#include <ridgewalk/element.h>
#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A harmonic balance of a structure with its elements, forces and sensors. */
typedef struct rdg_hbm rdg_hbm;

/** The harmonics kept, ascending, for rdg_hbm_create(): RDG_HARMONICS(1, 3, 5). A leading 0 asks for the
 *  static part. Stands for two arguments, the count and the list. */
#define RDG_HARMONICS(...)                                                                                   \
    (rdg_index)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)), (const int[])                             \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }

/** Create the harmonic balance of a structure, owned by the structure's context.
 *  @param structure must outlive the result; its matrices and names must not change any more once the
 *                   equations are in use
 *  @param n         number of harmonics listed
 *  @param harmonics [n], ascending, >= 0, at least one >= 1; copied
 *  @return NULL after a failure: RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_hbm *rdg_hbm_create(rdg_structure *structure, rdg_index n, const int *harmonics);

/** Free a harmonic balance before its context, after the problems made from it.
 *  @param hb NULL is allowed */
void rdg_hbm_free(rdg_hbm *hb);

/** Context of a harmonic balance.
 *  @param hb NULL is allowed
 *  @return the context, or NULL */
rdg_context *rdg_hbm_context(const rdg_hbm *hb);

/** Structure of a harmonic balance.
 *  @param hb NULL is allowed
 *  @return the structure, or NULL */
rdg_structure *rdg_hbm_structure(const rdg_hbm *hb);

/** The harmonics and the order of coefficients.
 *  @param hb NULL is allowed
 *  @return borrowed, valid and unchanged as long as @p hb; or NULL */
const rdg_basis *rdg_hbm_basis(const rdg_hbm *hb);

/** Add an element.
 *  @param hb            harmonic balance
 *  @param name          unique among its elements; copied; NULL: the name of the first displacement
 *  @param d             number of displacements that the element couples, >= 1
 *  @param displacements [d] named displacements of the structure
 *  @param ops           copied, except the string ops->type, which must live on; evaluate is required
 *  @param self          handed to the operations. It belongs to @p hb from this call on: ops->free_self
 *                       frees it with @p hb, or at once when the call fails
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_add_element(rdg_hbm *hb, const char *name, rdg_index d, const char *const *displacements,
                               const rdg_element_ops *ops, void *self);

/** Number of elements.
 *  @param hb NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_hbm_element_count(const rdg_hbm *hb);

/** Name of an element.
 *  @param hb      harmonic balance
 *  @param element from 0, in the order in which they were added
 *  @return valid as long as @p hb; NULL if there is no such element */
const char *rdg_hbm_element_name(const rdg_hbm *hb, rdg_index element);

/** Look an element up.
 *  @param hb   harmonic balance
 *  @param name its name
 *  @return its place, from 0; or -1 (recorded as a failure that lists the elements there are) */
rdg_index rdg_hbm_element_index(rdg_hbm *hb, const char *name);

/** Add the force alpha * amplitude * cos(harmonic * omega t) at a displacement. Forces add up.
 *  @param hb        harmonic balance
 *  @param at        named displacement of the structure
 *  @param harmonic  one of the harmonics kept; 0: a constant force
 *  @param amplitude in N for alpha = 1
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_force(rdg_hbm *hb, const char *at, int harmonic, double amplitude);

/** Add the force alpha * amplitude * cos(harmonic * omega t + phase): a phase of -pi/2 is a sine.
 *  @param hb        harmonic balance
 *  @param at        named displacement of the structure
 *  @param harmonic  one of the harmonics kept, >= 1
 *  @param amplitude in N for alpha = 1
 *  @param phase     in rad
 *  @return as rdg_hbm_force() */
rdg_status rdg_hbm_force_phase(rdg_hbm *hb, const char *at, int harmonic, double amplitude, double phase);

/** Add a sensor of the dynamic amplitude of a displacement, all harmonics but the static one:
 *  Am = sqrt(2)/2 * ||Q||, its root mean square over a period (eq. (20) of the friction backbone paper).
 *
 *  A sensor becomes an active monitor of the problem. At rest, where an amplitude has no derivative, its
 *  derivatives are given as zero.
 *  @param hb   harmonic balance
 *  @param name of the monitor: unique among the sensors, neither "omega" nor "alpha"; copied
 *  @param at   named displacement of the structure
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_sensor(rdg_hbm *hb, const char *name, const char *at);

/** Add a sensor of one harmonic's amplitude, sqrt(c_k^2 + s_k^2): the peak of that harmonic, without the
 *  factor sqrt(2)/2 of rdg_hbm_sensor().
 *  @param hb       harmonic balance
 *  @param name     of the monitor, as in rdg_hbm_sensor()
 *  @param at       named displacement of the structure
 *  @param harmonic one of the harmonics kept, >= 1
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_sensor_harmonic(rdg_hbm *hb, const char *name, const char *at, int harmonic);

/** Add a sensor of the root mean square over a period with the static part:
 *  sqrt(Q_0^2 + sum_k (c_k^2 + s_k^2) / 2). Equal to rdg_hbm_sensor() if no static part is kept.
 *  @param hb   harmonic balance
 *  @param name of the monitor, as in rdg_hbm_sensor()
 *  @param at   named displacement of the structure
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_sensor_rms(rdg_hbm *hb, const char *name, const char *at);

/** Keep every degree of freedom, so that nothing is condensed. The equations are then as sparse as the
 *  structure: the way to go for elements at more than two dozen degrees of freedom, whose condensed
 *  stiffness is dense.
 *  @param hb harmonic balance
 *  @return RDG_OK or RDG_ERR_ARGUMENT */
rdg_status rdg_hbm_keep_all(rdg_hbm *hb);

/** Keep no degree of freedom for the sake of a force alone: forces are condensed as motions of the base are,
 *  so that the unknowns are those of elements and sensors. Faster where an element sees one of few degrees of
 *  freedom; but what is condensed cannot be asked for its phase (rdg_hbm_harmonic()), only expanded
 *  (rdg_hbm_expand()).
 *  @param hb harmonic balance
 *  @return RDG_OK or RDG_ERR_ARGUMENT */
rdg_status rdg_hbm_condense_forces(rdg_hbm *hb);

/** The same harmonics, elements, forces and sensors once more, with every degree of freedom kept: for what
 *  acts on the whole structure (an artificial damping, a motion without force). Elements are shared, so that
 *  both are evaluated by one thread at a time.
 *  @param hb harmonic balance, in use already or not; must outlive the result
 *  @return owned by the same context; NULL after a failure: RDG_ERR_NO_MEMORY */
rdg_hbm *rdg_hbm_full(rdg_hbm *hb);

/** Evaluate the elements in several threads (OpenMP) when there are many; by default all work is done in the
 *  calling thread. The results are the same to the last bit. May be called at any time.
 *
 *  Threads pay on cores that have nothing else to do. Where others work, too, set OMP_WAIT_POLICY=passive:
 *  a thread that waits for one whose core is taken otherwise waits actively, and both lose.
 *  @param hb      harmonic balance
 *  @param threads at most, >= 1; fewer are used for few elements, and one where the library was built without
 *                 OpenMP
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_hbm_threads(rdg_hbm *hb, int threads);

#ifdef __cplusplus
}
#endif
#endif
