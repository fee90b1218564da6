/** @file hbm_equations.h
 *  @brief The equations of a harmonic balance, for evaluation at given unknowns.
 *
 *  Unknowns Q = [Q_0;] Q_1c; Q_1s; Q_2c; ..., each block one entry a kept degree of freedom. The first of
 *  these calls closes the harmonic balance. One harmonic balance is evaluated by one thread at a time. */
#ifndef RDG_HBM_EQUATIONS_H
#define RDG_HBM_EQUATIONS_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Number of unknowns Q: kept degrees of freedom times coefficients.
 *  @param hb harmonic balance
 *  @return 0 after a failure */
rdg_index rdg_hbm_unknowns(rdg_hbm *hb);

/** The kept degrees of freedom.
 *  @param hb       harmonic balance
 *  @param[out] dof their numbers in the structure, ascending; borrowed as long as @p hb; may be NULL
 *  @return how many; 0 after a failure */
rdg_index rdg_hbm_kept(rdg_hbm *hb, const rdg_index **dof);

/** The residual R with its derivatives, as a function of (Q, omega, alpha), in this order, omega in rad/s.
 *  The derivatives have sparse patterns unless the system is small.
 *  @param hb harmonic balance
 *  @return borrowed as long as @p hb, which it uses as its data; NULL after a failure */
const rdg_function *rdg_hbm_function(rdg_hbm *hb);

/** Product with the dynamic stiffness of all harmonics, or with one of its derivatives in omega.
 *  @param hb     harmonic balance
 *  @param order  of the derivative, 0 .. 2
 *  @param omega  in rad/s
 *  @param Q      [rdg_hbm_unknowns()], m
 *  @param[out] y d^order D / d omega^order Q, [rdg_hbm_unknowns()], N s^order
 *  @return 0; > 0 if the condensed part is singular at this omega; < 0 for another order or after a failure
 */
int rdg_hbm_stiffness_product(rdg_hbm *hb, int order, double omega, const double *Q, double *y);

/** Number of sensors.
 *  @param hb NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_hbm_sensor_count(const rdg_hbm *hb);

/** A sensor as a function of those entries of Q that it depends on; named like the sensor.
 *  @param hb         harmonic balance
 *  @param sensor     from 0, in the order in which they were added
 *  @param[out] index places of its unknowns in Q, [function->n]; borrowed as long as @p hb; may be NULL
 *  @return borrowed as long as @p hb. NULL after a failure or if there is no such sensor */
const rdg_function *rdg_hbm_sensor_function(rdg_hbm *hb, rdg_index sensor, const rdg_index **index);

/** Response of the structure with each element replaced by its Jacobian at rest: one Newton step from
 *  Q = 0, or from where rdg_prestress() has found the structure to rest.
 *  @param hb     harmonic balance
 *  @param omega  in rad/s
 *  @param alpha  in N
 *  @param[out] Q [rdg_hbm_unknowns()]
 *  @return RDG_OK, RDG_ERR_SINGULAR, RDG_ERR_CALLBACK, RDG_ERR_NOT_FINITE or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_linear_response(rdg_hbm *hb, double omega, double alpha, double *Q);

/** One harmonic of a named displacement whose degrees of freedom are kept.
 *  @param hb          harmonic balance
 *  @param at          named displacement of the structure
 *  @param harmonic    one of the harmonics kept
 *  @param Q           [rdg_hbm_unknowns()]
 *  @param[out] cosine its cosine part (the static part for harmonic 0)
 *  @param[out] sine   its sine part (0 for harmonic 0)
 *  @return RDG_OK, RDG_ERR_NAME or RDG_ERR_ARGUMENT */
rdg_status rdg_hbm_harmonic(rdg_hbm *hb, const char *at, int harmonic, const double *Q, double *cosine,
                            double *sine);

/** Where one harmonic of a named displacement lies in Q: its cosine part is sum_i weight[i] Q[index[i]], with
 *  the weights of rdg_structure_displacement(), its sine part the same with index[i] + number of kept degrees
 *  of freedom.
 *  @param hb         harmonic balance
 *  @param where      public function shown in the message
 *  @param at         named displacement of the structure whose degrees of freedom are kept
 *  @param harmonic   one of the harmonics kept
 *  @param n          number of terms, as rdg_structure_displacement() has it
 *  @param[out] index shape [n]
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_SIZE or RDG_ERR_ARGUMENT (condensed; no such harmonic) */
rdg_status rdg_hbm_places(rdg_hbm *hb, const char *where, const char *at, int harmonic, rdg_index n,
                          rdg_index *index);

/** One harmonic of all degrees of freedom of the structure, the condensed ones included: relative to the base
 *  where that moves (rdg_base_motion_harmonic()).
 *  @param hb        harmonic balance
 *  @param harmonic  one of the harmonics kept
 *  @param omega     in rad/s
 *  @param alpha     forcing amplitude: a motion of the base loads condensed degrees of freedom, too
 *  @param Q         [rdg_hbm_unknowns()]
 *  @param[out] full cosine parts, then sine parts, [2 * rdg_structure_size()]
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_SINGULAR */
rdg_status rdg_hbm_expand(rdg_hbm *hb, int harmonic, double omega, double alpha, const double *Q,
                          double *full);

/** Coefficients of an element's displacements and forces, for loops and energies.
 *  @param hb         harmonic balance
 *  @param element    from 0
 *  @param Q          [rdg_hbm_unknowns()]
 *  @param omega      in rad/s
 *  @param[out] z     displacements as in element.h, [d * n_coefficients]
 *  @param[out] force likewise
 *  @return 0, or what the element answered; < 0 also if there is no such element or after a failure */
int rdg_hbm_element_state(rdg_hbm *hb, rdg_index element, const double *Q, double omega, double *z,
                          double *force);

/** A parameter of an element of which a problem has released one.
 *  @param hb         harmonic balance
 *  @param element    from 0
 *  @param which      its place in rdg_element_kind.number
 *  @param[out] value the one in use
 *  @return false: none was, and the structure's are in use; or there is no such parameter */
bool rdg_hbm_element_parameter(const rdg_hbm *hb, rdg_index element, rdg_index which, double *value);

/** Number of displacements that an element couples.
 *  @param hb      harmonic balance
 *  @param element from 0
 *  @return 0 if there is no such element */
rdg_index rdg_hbm_element_size(const rdg_hbm *hb, rdg_index element);

/** What a contact does in the course of a period.
 *  @param hb      harmonic balance
 *  @param element from 0
 *  @param Q       [rdg_hbm_unknowns()]
 *  @return RDG_ELEMENT_NO_REGIME if it is no contact, or after a failure */
rdg_element_regime rdg_hbm_element_regime(rdg_hbm *hb, rdg_index element, const double *Q);

/** Whether there are so many contacts, more than four, that printed tables sum up what they do in place of a
 * column for each.
 *  @param hb NULL is allowed
 *  @return false for NULL */
bool rdg_hbm_has_many_contacts(const rdg_hbm *hb);

/** Number of elements that can be fully stuck and then begin to slip (those with a margin).
 *  @param hb NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_hbm_margin_count(const rdg_hbm *hb);

/** Name of the element that a margin belongs to.
 *  @param hb     harmonic balance
 *  @param margin from 0
 *  @return valid as long as @p hb; NULL if there is no such margin */
const char *rdg_hbm_margin_name(const rdg_hbm *hb, rdg_index margin);

/** How far an element is from the onset of slip.
 *  @param hb            harmonic balance
 *  @param margin        from 0
 *  @param Q             [rdg_hbm_unknowns()]
 *  @param[out] value    > 0: fully stuck; in N
 *  @param[out] gradient d value / dQ, [rdg_hbm_unknowns()]. NULL: not requested
 *  @return 0, or what the element answered; < 0 also if there is no such margin or after a failure */
int rdg_hbm_margin(rdg_hbm *hb, rdg_index margin, const double *Q, double *value, double *gradient);

/** A margin as a function of those entries of Q that its element sees; named "<element>.margin".
 *  @param hb         harmonic balance
 *  @param margin     from 0
 *  @param[out] index places of its unknowns in Q, [function->n]; borrowed as long as @p hb; may be NULL
 *  @return borrowed as long as @p hb. NULL after a failure or if there is no such margin */
const rdg_function *rdg_hbm_margin_function(rdg_hbm *hb, rdg_index margin, const rdg_index **index);

/** What the jump of the Jacobian at the onset of slip adds to an adjoint equation. Where the margin vanishes,
 *  the slipping Jacobian is the stuck one plus jump gradient^T, gradient being the margin's. The function is
 *  the scalar multipliers^T jump of those entries of Q and of the multipliers of R that the element sees.
 *  @param hb         harmonic balance
 *  @param margin     from 0
 *  @param[out] index [function->n]: first places in Q, then among the multipliers of R, which are the same;
 *                    borrowed as long as @p hb; may be NULL
 *  @return borrowed as long as @p hb. NULL after a failure or if there is no such margin */
const rdg_function *rdg_hbm_jump_function(rdg_hbm *hb, rdg_index margin, const rdg_index **index);

/** Choose the change of contact state that a margin measures.
 *  @param hb     harmonic balance
 *  @param margin from 0
 *  @param Q      [rdg_hbm_unknowns()]: for an element that slips at Q, the change nearest to Q (a new slip
 * phase within a stick phase). NULL: the onset of slip, as at first
 *  @return 0, or what the element answered; < 0 also if there is no such margin or after a failure */
int rdg_hbm_focus(rdg_hbm *hb, rdg_index margin, const double *Q);

/** Hold an element in the contact state of a positive margin even where its force law would leave it, or
 * follow the force law.
 *  @param hb     harmonic balance
 *  @param margin from 0; no such margin: nothing happens
 *  @param hold   true: hold, a stuck element stays stuck; false: the force law */
void rdg_hbm_hold_stuck(rdg_hbm *hb, rdg_index margin, bool hold);

/** The motion at rest, to start from: static displacements in the static harmonic, all else zero.
 *  @param hb     harmonic balance; without rdg_prestress() all is zero
 *  @param[out] Q [rdg_hbm_unknowns()], in m
 *  @return RDG_OK or RDG_ERR_EARLIER */
rdg_status rdg_hbm_rest_coefficients(rdg_hbm *hb, double *Q);

/** A margin as a function of a problem's variables: of those unknowns that the element sees and of the
 * parameters of elements that the problem has as variables (rdg_hbm_problem()), if any.
 *  @param hb         harmonic balance
 *  @param problem    made from it, without a prefix
 *  @param margin     from 0
 *  @param[out] index places of its variables in the problem, [function->n]. To be freed with rdg_free()
 *  @return borrowed as long as the problem; NULL after a failure or if there is no such margin */
const rdg_function *rdg_hbm_problem_margin(rdg_hbm *hb, rdg_problem *problem, rdg_index margin,
                                           rdg_index **index);

/** The jump of the Jacobian contracted with multipliers (rdg_hbm_jump_function()) as such a function.
 *  @param hb          harmonic balance
 *  @param problem     made from it, without a prefix
 *  @param margin      from 0
 *  @param multipliers place of the first one of the equations "hbm" in the problem
 *  @param[out] index  as above
 *  @return as above */
const rdg_function *rdg_hbm_problem_jump(rdg_hbm *hb, rdg_problem *problem, rdg_index margin,
                                         rdg_index multipliers, rdg_index **index);

/** Let what is evaluated of a harmonic balance without a problem (margins, the linear response) have the
 * parameters of elements that a problem's variables have.
 *  @param hb      harmonic balance
 *  @param problem made from it, without a prefix
 *  @param u       variables of the problem
 *  @return 0; > 0: a number is out of its range */
int rdg_hbm_use_parameters(rdg_hbm *hb, const rdg_problem *problem, const double *u);

#ifdef __cplusplus
}
#endif
#endif
