/** @file element.h
 *  @brief The element interface of harmonic balance, in the frequency domain.
 *
 *  An element couples d local displacements (a contact: tangential, or tangential and normal). Each is a
 *  Fourier series q_j(tau) = [Z_j0 +] sum_k Z_jk,c cos(k tau) + Z_jk,s sin(k tau), tau = omega t. The
 *  element sees all coefficients stacked, z = [Z_0; Z_1; ...; Z_{d-1}], each of length n_coefficients, and
 *  answers the coefficients F(z, omega) of the force that it exerts against each displacement (left-hand
 *  side), stacked alike. */
#ifndef RDG_ELEMENT_H
#define RDG_ELEMENT_H

#include <ridgewalk/objects.h>
#include <ridgewalk/stuck_slider.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The harmonics kept, and their order in a coefficient vector: [static;] cos k1; sin k1; cos k2; ... */
typedef struct rdg_basis {
    rdg_index n_harmonics;    /**< number of harmonics, without the static part */
    const int *harmonic;      /**< [n_harmonics], ascending, >= 1 */
    bool has_static;          /**< the constant part comes first */
    rdg_index n_coefficients; /**< 2 n_harmonics + has_static */
} rdg_basis;

/** Where an element writes. A pointer that is NULL is not requested. Shapes with N = d * n_coefficients;
 *  all are column-major and hold anything on entry. */
typedef struct rdg_element_result {
    double *force;    /**< F, [N] */
    double *jacobian; /**< dF/d(z, omega), [N * (N + 1)]: entry (i, j) at i + N*j; column N is dF/d omega */
    const double *lambda; /**< multipliers, [N]; read only */
    double *hessian;      /**< sum_i lambda_i d2F_i/d(z, omega)^2, [(N + 1) * (N + 1)], whole */
    double *damping; /**< dF/d(coefficients of the velocities) at the same motion, [N * N]: entry (i, j) at
                          i + N*j. Zero on entry: an element whose force knows no velocity leaves it so */
    rdg_stuck_slider sliders; /**< how sliders that stick all the time count in jacobian and hessian; elements
                                   without sliders ignore it */
} rdg_element_result;

/** A small motion about the one at hand (sliders that stick all the time are constant, RDG_STUCK_CONSTANT),
 * by its displacements, and by its velocities less omega times their
 * derivatives in tau. In exp(s t) p(tau) these are p and s p. */
typedef struct rdg_element_slope {
    const double *lambda;    /**< multipliers, [N] */
    const double *direction; /**< small displacements, [N] */
    const double *rate;      /**< their additional velocities, [N] */
    double *slope;           /**< d/d(z, omega) of lambda^T (jacobian direction + damping rate), [N + 1]; the
                                  jacobian without its column of omega */
} rdg_element_slope;

/** How close a state is to a change of contact state at which the Jacobian jumps (a stuck contact begins to
 * slip). A pointer that is NULL is not requested; all hold anything on entry. */
typedef struct rdg_element_margin {
    double value;     /**< > 0: the contact is fully stuck; 0: at the onset of slip; in units of force */
    double *gradient; /**< d value / dz, [N] */
    double *hessian;  /**< d2 value / dz2, [N * N], whole */
    double *jump;     /**< [N]: where value = 0, the slipping Jacobian is the stuck one + jump gradient^T */
    const double *lambda; /**< multipliers, [N]; read only */
    double *jump_slope;   /**< d (lambda . jump) / dz, [N] */
} rdg_element_margin;

/** How the force depends on an element's numbers, where some of them are released. A pointer that is NULL is
 *  not requested; all hold anything on entry. */
typedef struct rdg_element_parameters {
    rdg_index n;              /**< numbers requested */
    const int *which;         /**< [n] places in rdg_element_kind.number */
    double *force;            /**< [N * n] dF_i/dp_k at i + N*k */
    const double *lambda;     /**< multipliers, [N]; read only */
    double *mixed;            /**< [(N + 1) * n] d2(lambda.F) / d(z, omega)_i dp_k at i + (N + 1)*k */
    double *second;           /**< [n * n] d2(lambda.F) / dp_k dp_l, whole */
    rdg_stuck_slider sliders; /**< as in rdg_element_result, of mixed; force and second need
                                   RDG_STUCK_ON_BRANCH */
} rdg_element_parameters;

/** How the margin depends on an element's numbers, likewise. */
typedef struct rdg_element_margin_parameters {
    rdg_index n;          /**< numbers requested */
    const int *which;     /**< [n] */
    double *value;        /**< [n] d value / dp_k */
    double *gradient;     /**< [N * n] d2 value / dz_i dp_k at i + N*k */
    double *second;       /**< [n * n] d2 value / dp_k dp_l, whole */
    const double *lambda; /**< multipliers, [N]; read only */
    double *jump;         /**< [n] d (lambda . jump) / dp_k */
} rdg_element_margin_parameters;

/** What a contact does in the course of a period. */
typedef enum rdg_element_regime {
    RDG_ELEMENT_NO_REGIME, /**< not known, or the element has none */
    RDG_ELEMENT_STICKS,    /**< all the time */
    RDG_ELEMENT_SLIPS,     /**< at some time, and never opens */
    RDG_ELEMENT_OPENS,     /**< at some time */
    RDG_ELEMENT_REGIMES    /**< how many there are */
} rdg_element_regime;

/** How many times the samples a refined instance has. With twice as many, the change of sharp force laws was
 * up to 7 times the error, or a third of it. With four times as many it is within a factor of 3 (but for one
 * of 3200 random motions, 3.7). */
enum { RDG_REFINEMENT = 4 };

/** What a kind of element answers in the frequency domain. A harmonic balance makes an instance of each
 *  element for its basis, and more for other bases when it needs them (stability and the choice of harmonics
 *  need harmonics that are not kept). What an evaluation keeps and which contact state is held lives there.
 *  All callbacks on instances return 0, > 0 (state outside the domain) or < 0 (end the run). Different
 * elements of one harmonic balance are evaluated in several threads at the same time if the user requests it
 *  (rdg_hbm_threads()): what they share must only be read. */
typedef struct rdg_law_in_frequency {
    /** Whether the element can answer in these harmonics; NULL: in any.
     *  @param self  numbers of the element
     *  @param ctx   where the failure is recorded
     *  @param where public function, for the message
     *  @param name  of the element, likewise
     *  @param basis harmonics */
    rdg_status (*check)(const void *self, rdg_context *ctx, const char *where, const char *name,
                        const rdg_basis *basis);

    /** A new instance, handed to the operations below and freed by free_instance before the element.
     *  @param self  numbers of the element, which outlive the instance
     *  @param ctx   where a failure is recorded
     *  @param basis harmonics; copied
     *  @param rest  static displacements, [d], m, where the assembled structure rests before any motion:
     * sliders that start from the prestress start there, and without a static harmonic they are added to the
     * motion. NULL: at 0
     *  @return NULL after a failure */
    void *(*create)(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest);

    /** An instance with RDG_REFINEMENT times the samples a period of the one that create makes, otherwise the
     * same: the error of sampled coefficients is estimated by it. NULL: coefficients are not sampled.
     *  @return NULL also where more samples change nothing, or after a failure (recorded) */
    void *(*create_refined)(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest);

    void (*free_instance)(void *instance); /**< required, as are create and evaluate */

    /** Force and derivatives at z, shape [d * n_coefficients], and omega in rad/s. */
    int (*evaluate)(void *instance, const rdg_basis *basis, const double *z, double omega,
                    rdg_element_result *result);

    /** How the linearised force changes with the state: the locus of period doublings and of Neimark-Sacker
     *  points needs this. NULL: from the Hessian, and by differences of the damping if there is any. */
    int (*slope)(void *instance, const rdg_basis *basis, const double *z, double omega,
                 const rdg_element_slope *slope);

    /** Distance to the onset of slip; NULL if the element has no such contact states. */
    int (*margin)(void *instance, const rdg_basis *basis, const double *z, rdg_element_margin *margin);

    /** Choose the change of contact state that the margin measures. NULL: the onset of slip, the default.
     * Else the change nearest to z for an element that slips there. NULL if there is only one. */
    int (*focus)(void *instance, const rdg_basis *basis, const double *z);

    /** Hold the contact state of a positive margin (true), even where the force law would slip, or follow the
     * force law (false). The branch then continues smoothly across margin = 0, so that this point can be
     * located on it. NULL if there is no margin. */
    void (*hold_stuck)(void *instance, bool hold);

    /** Give an instance another value of a number than the element has: a released parameter. NULL: none of
     * its numbers can be released.
     *  @param which place in rdg_element_kind.number */
    void (*set)(void *instance, int which, double value);

    /** Derivatives by numbers. NULL as set is. */
    int (*numbers)(void *instance, const rdg_basis *basis, const double *z, double omega,
                   const rdg_element_parameters *answer);

    /** Derivatives of the margin by numbers. NULL without a margin or without set. */
    int (*margin_numbers)(void *instance, const rdg_basis *basis, const double *z,
                          const rdg_element_margin_parameters *answer);

    /** Whether the force depends on its past in such a way that the Jacobian, made for motions of this basis,
     *  is but an estimate for small motions of other frequencies: a slider that moves. Exponents by Hill's
     *  method are then marked as estimates. NULL: it does where the margin is negative; without a margin
     *  never. */
    bool (*remembers)(void *instance, const rdg_basis *basis, const double *z);

    /** What a contact does at z, for tables. NULL: the element is none. */
    rdg_element_regime (*regime)(void *instance, const rdg_basis *basis, const double *z);

    /** Whether the force depends on `rest` although there is a static harmonic: sliders that start from the
     * prestress do. Where it does, no number of the structure can be released after rdg_prestress(), since
     * `rest` would change with it. NULL: it does.
     *  @param self as that of create */
    bool (*starts_at_rest)(const void *self);
} rdg_law_in_frequency;

#ifdef __cplusplus
}
#endif
#endif
