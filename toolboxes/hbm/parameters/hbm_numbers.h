/** @file hbm_numbers.h
 *  @brief Numbers of the structure as variables of equations that stand on those of a harmonic balance.
 *
 *  Problems of rdg_hbm_problem() get numbers by themselves (provide.h). This is for toolboxes with equations
 * of their own, as nonlinear modes. */
#ifndef RDG_HBM_NUMBERS_H
#define RDG_HBM_NUMBERS_H

#include <ridgewalk/harmonic_balance.h>
#include <ridgewalk/monitor_kind.h>
#include <ridgewalk/numbers.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Some numbers of a structure, in an order. */
typedef struct rdg_hbm_released rdg_hbm_parameters;

/** Make numbers of the structure arguments.
 *  @param hb     harmonic balance; must outlive the result
 *  @param where  public function shown in the message
 *  @param before numbers to begin with. NULL: none
 *  @param name   one more
 *  @return to be freed with rdg_hbm_parameters_free(); NULL after RDG_ERR_NAME, RDG_ERR_ARGUMENT (it cannot
 * be released, and why) or RDG_ERR_NO_MEMORY */
rdg_hbm_parameters *rdg_hbm_parameters_create(rdg_hbm *hb, const char *where, rdg_hbm_parameters *before,
                                              const char *name);

/** Free numbers. Those that others began with stay as long as these.
 *  @param numbers NULL is allowed */
void rdg_hbm_parameters_free(rdg_hbm_parameters *numbers);

/** The residual of rdg_hbm_function() with its derivatives as a function of (Q, omega, alpha, numbers).
 *  @param numbers not NULL
 *  @return borrowed as long as the numbers */
const rdg_function *rdg_hbm_parameters_function(const rdg_hbm_parameters *numbers);

/** Whether they have one of this name.
 *  @param numbers NULL: there are none
 *  @param name    "pad.mu"
 *  @return false for NULL */
bool rdg_hbm_parameters_have(const rdg_hbm_parameters *numbers, const char *name);

/** Let the elements have values of these numbers, and the structure's of all others, until a problem of the
 * harmonic balance is evaluated. They end with the numbers that are freed.
 *  @param hb      harmonic balance
 *  @param numbers of it; NULL: none
 *  @param values  shape [how many they are]; NULL if there are none
 *  @return 0; > 0: a value is outside its domain; < 0 for NULL and after a failure */
int rdg_hbm_parameters_use(rdg_hbm *hb, rdg_hbm_parameters *numbers, const double *values);

/** Make sure that the last one is a block of variables of a problem, at the structure's value.
 *  @param numbers       not NULL
 *  @param problem       problem
 *  @param[out] variable its place
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_parameters_add_variable(const rdg_hbm_parameters *numbers, rdg_problem *problem,
                                           rdg_index *variable);

/** Once the equations know the numbers: let what watches solutions of the problem (stability, truncation,
 *  margins, rdg_hbm_add_observer()) know them, too, and make one of them a parameter.
 *  @param numbers not NULL
 *  @param problem in which all are blocks of variables
 *  @param name    of one
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_parameters_spread(rdg_hbm_parameters *numbers, rdg_problem *problem, const char *name);

/** Add a monitor of (Q, omega) that depends on the elements: it is evaluated with the numbers that are
 * variables of the problem.
 *  @param hb       harmonic balance
 *  @param problem  with blocks "Q" and "omega"
 *  @param where    public function shown in the message
 *  @param observer n = rdg_hbm_unknowns() + 1, without derivatives. Its data are taken over, also after a
 *                  failure
 *  @param kind     RDG_REGULAR, RDG_KINKED or RDG_JUMPING
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_hbm_add_observer(rdg_hbm *hb, rdg_problem *problem, const char *where,
                                const rdg_function *observer, rdg_monitor_kind kind);

/** rdg_hbm_add_observer() of several values with a name each.
 *  @param hb, problem, where, observer, kind as there
 *  @param names shape [observer->m], copied
 *  @return as there */
rdg_status rdg_hbm_add_named_observer(rdg_hbm *hb, rdg_problem *problem, const char *where,
                                      const rdg_function *observer, const char *const *names,
                                      rdg_monitor_kind kind);

#ifdef __cplusplus
}
#endif
#endif
