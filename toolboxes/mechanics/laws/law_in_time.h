/** @file law_in_time.h
 *  @brief A force law in time: the force of an element at an instant.
 *
 *  A force law couples d displacements x of a structure with velocities v. A force law with memory keeps m
 * numbers w (the positions of its sliders) and is at every
 * instant in one of finitely many contact states: stuck, slipping, open. Within each it is smooth. It may
 * consist of several parts in parallel, each with its own contact state (the sliders of an Iwan model). The
 * tuple of their contact states is its status. The state at an instant is y = (x, v, w), of n = 2 d + m
 * numbers, and the status.
 *
 *  The contact state of a part ends where one of its event surfaces h(y) passes zero from above; which
 * contact state follows, and with which memory, the force law gives there (operation pass). Solvers in time
 * keep state and status; a force law is constant and may serve several of them.
 *
 *  Force laws without contact states (springs, dampers) fill in `force` alone; see time_element.h for their
 * plain form. */
#ifndef RDG_LAW_IN_TIME_H
#define RDG_LAW_IN_TIME_H

#include <ridgewalk/objects.h>
#include <ridgewalk/stuck_slider.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A force law at an instant. */
typedef struct rdg_law_state {
    const double *x;   /**< [d] displacements, m */
    const double *v;   /**< [d] velocities, m/s */
    const double *w;   /**< [m] memory: positions of sliders, m; NULL without memory */
    const int *status; /**< [parts] contact states; NULL without contact states */
} rdg_law_state;

/** Where a force law writes its force. A pointer that is NULL is not requested; all hold zeros on entry.
 * Derivatives are those within the contact state. */
typedef struct rdg_law_force {
    double *f;        /**< [d] forces against the displacements, N */
    double *df;       /**< [d * n] df_i/dy_j at i + d*j */
    const double *mu; /**< [d] weights of the second derivatives; read only */
    double *d2f;      /**< [n * n] sum_i mu_i d2f_i/dy_j dy_k at j + n*k, whole */
} rdg_law_force;

/** How the memory changes. A pointer that is NULL is not requested; all hold zeros on entry. */
typedef struct rdg_law_rate {
    double *w;  /**< [m] dw/dt, m/s */
    double *dw; /**< [m * n] its derivatives in y at i + m*j */
} rdg_law_rate;

/** The end of a contact state: h > 0 before it, 0 at it. */
typedef struct rdg_law_event_surface {
    double h;   /**< N, or m/s where it is a rate of slip */
    double *dh; /**< [n] dh/dy; NULL: not requested; zeros on entry */
} rdg_law_event_surface;

/** A part has at most so many event surfaces in each contact state. */
enum { RDG_LAW_EVENTS = 3 };

/** After an event surface at most so many contact states may follow. */
enum { RDG_LAW_CHOICES = 3 };

/** A function of the state that a force law with contact states answers, besides its force. */
typedef enum rdg_law_answer {
    RDG_LAW_RATE,  /**< m rates of the memory */
    RDG_LAW_EVENT, /**< h of an event surface of a part */
    RDG_LAW_PASS,  /**< the memory of a part after it */
    RDG_LAW_CHOICE /**< the choice of a contact state that may follow it */
} rdg_law_answer;

/** Which one is meant. */
typedef struct rdg_law_question {
    rdg_law_answer what; /**< kind of function */
    rdg_index part;      /**< of all but the rate */
    int event;           /**< likewise */
    int choice;          /**< place among the contact states that may follow */
} rdg_law_question;

/** How a function of a force law changes with one of the element's numbers p. Arrays hold zeros on entry. */
typedef struct rdg_law_slopes {
    rdg_index values;  /**< of the function */
    rdg_index numbers; /**< of the element */
    double *f;         /**< [values] df_i/dp */
    double *df;        /**< [values * n] d2f_i/dp dy_j at i + values*j */
    double *second;    /**< [values * numbers] d2f_i/dp dp_l at i + values*l */
} rdg_law_slopes;

/** Energy of a force law at an instant. */
typedef struct rdg_law_energy {
    double stored; /**< in springs, J */
    double power;  /**< dissipated at this instant, W */
} rdg_law_energy;

/** Memory and contact states of a force law. `self` are the force law's numbers, d its displacements. */
typedef struct rdg_law_regimes {
    int count;               /**< of contact states, 0 .. count - 1 */
    const char *const *name; /**< [count] "stick", "forward slip", ... */
    rdg_index memory;        /**< numbers that each part keeps; m = memory * parts */

    /** Number of parts; NULL: one. */
    rdg_index (*parts)(const void *self);

    /** Memory of a force law on which no force has acted yet.
     *  @param rest  [d] where the assembled structure rests, m; NULL: at 0
     *  @param mean  [d] means of the displacements in the motion to come, m. NULL: 0
     *  @param[out] w [m]
     *  @param[out] w_mean [m * d] dw_i/dmean_j at i + m*j; NULL: not requested; zeros on entry */
    void (*start)(const void *self, rdg_index d, const double *rest, const double *mean, double *w,
                  double *w_mean);

    /** Bring memory and contact states into agreement with a given motion, as if the displacements had come
     * here monotonously with the memory w. Sliders whose springs are stretched too far are moved.
     *  @param         x, v   [d]
     *  @param[in,out] w      [m]
     *  @param[out]    status [parts]. Where v = 0 gives no direction, a slider at its limit counts as
     * slipping
     *  @param[in,out] w_x    [m * d] dw_i/dx_j at i + m*j, of the memory before and after the call; NULL: not
     *                        requested */
    void (*update)(const void *self, rdg_index d, const double *x, const double *v, double *w, int *status,
                   double *w_x);

    /** Contact states of small motions about rest. A slider that the motion to x has left at its limit counts
     * as slipping after `update`, since v = 0 has no direction; about rest it sticks there. NULL: the force
     * of each contact state has the same derivative df/dx at constant memory.
     *  @param         x      [d]
     *  @param[in,out] status [parts] after `update`; then a closed contact with friction sticks */
    void (*stick)(const void *self, rdg_index d, const double *x, int *status);

    /** Rate of the memory. */
    void (*rate)(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_rate *answer);

    /** The event surfaces of a part in its contact state.
     *  @param[in,out] event [RDG_LAW_EVENTS], with dh set or NULL
     *  @return how many there are: the first ones are written */
    int (*event_surfaces)(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at,
                          rdg_law_event_surface *surface);

    /** The contact state after an event surface, at h = 0 of this event surface.
     *  @param         event its number
     *  @param[out]    w   [memory] of the part after it
     *  @param[out]    dw  [memory * n] its derivatives in y before. NULL: not requested; zeros on entry
     *  @return the contact state that follows */
    int (*pass)(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                double *w, double *dw);

    /** Whether what is to come depends on the memory of a part in this contact state: a slider that sticks.
     * Where it does not, force, event surfaces, and what follows them are the same whatever w is, and its
     * rate of no matter. NULL: it does. */
    bool (*remembers)(const void *self, int regime);

    /** How many conditions on (x, w) of a part the rate in this contact state keeps as they are: a slider
     * that slips keeps its distance from the friction cone. Motions have them at zero. An orbit in this
     * contact state throughout has a multiplier of 1 for each, of states that do not occur. Only where the
     * part's memory changes and is stored. NULL: none. */
    rdg_index (*constraints)(const void *self, int regime);

    /** Bring the memory of a part to where these conditions hold; needed where there are some.
     *  @param         at its displacements and contact state
     *  @param[in,out] w  [memory] of the part */
    void (*project)(const void *self, rdg_index d, rdg_index part, const rdg_law_state *at, double *w);

    /** Whether force and rate are linear in (x, v, w), up to a constant, as long as a part is in this
     * contact state and the others in linear ones, too. Solvers then have the motion in closed form. NULL: it
     * is not known. */
    bool (*linear)(const void *self, int regime);

    /** Whether all parts that are in this contact state leave it at the same instant, by the same event
     * surface: sliders on one displacement that slip. NULL: they do not. */
    bool (*together)(const void *self, int regime);

    /** The contact states that may follow an event surface. Which of them does, gives pass.
     *  @param[out] next the first ones are written; several are in the order in which they are requested: the
     *                   first whose choice is >= 0 follows, the last one without being asked
     *  @return how many, >= 1 */
    int (*follows)(const void *self, rdg_index d, int regime, int surface, int next[RDG_LAW_CHOICES]);

    /** Whether a contact state follows, >= 0, at h = 0 of an event surface that others but the last one may
     * follow; else it is NULL.
     *  @param         which  place of the contact state among those that may follow
     *  @param[in,out] choice h is >= 0 if it does; with dh set or NULL */
    void (*choice)(const void *self, rdg_index d, rdg_index part, int surface, const rdg_law_state *at,
                   int which, rdg_law_event_surface *choice);

    /** Second derivatives of one of these functions, contracted. NULL: all are linear within a contact state.
     *  @param mu  weights, as many as it has values
     *  @param[out] d2 [n * n] whole; zeros on entry */
    void (*second)(const void *self, rdg_index d, const rdg_law_question *question, const rdg_law_state *at,
                   const double *mu, double *d2);

    /** The share of a straight way at which a contact that was open closes: its sliders start there, not
     * where the way begins. NULL: it never does.
     *  @param x0, x     [d] where the way begins and ends
     *  @param[out] s_x  [d] derivatives by x; zeros on entry
     *  @return in ]0, 1]; 0: it does not close */
    double (*closes)(const void *self, rdg_index d, const double *x0, const double *x, double *s_x);

    /** By how much the mean force of a straight path differs from the mean of those at its ends, so that its
     * work is what the force law stores. It differs if a contact opens or closes between. NULL: it does not.
     *  @param x0, x   [d] where the way begins and ends
     *  @param[out] f  [d] zeros on entry
     *  @param[out] fx [d * d] df_i/dx_j at i + d*j; zeros on entry */
    void (*beside_ends)(const void *self, rdg_index d, const double *x0, const double *x, double *f,
                        double *fx);

    /** Derivatives of one of these functions, or of the force (question NULL), by a number. NULL: whoever
     *  needs them takes differences.
     *  @param which place in rdg_element_kind.number */
    void (*by_number)(const void *self, rdg_index d, const rdg_law_question *question,
                      const rdg_law_state *at, int which, const rdg_law_slopes *answer);

    /** Instants of a period at which harmonic balance evaluates the force law, where the element has none in
     * frequency. NULL, or 0: harmonic balance chooses. */
    rdg_index (*samples)(const void *self);
} rdg_law_regimes;

/** A force law in time. Operations return 0, > 0 (state outside the domain: try a shorter step) or <
 * 0 (end the run). */
typedef struct rdg_law_in_time {
    /** Force at an instant, in the contact state that the status gives. */
    int (*force)(const void *self, rdg_index d, const rdg_law_state *at, const rdg_law_force *answer);

    const rdg_law_regimes *regimes; /**< NULL: one smooth contact state and no memory */

    /** Energy; NULL: not known. */
    int (*energy)(const void *self, rdg_index d, const rdg_law_state *at, rdg_law_energy *energy);
} rdg_law_in_time;

/** Workspace for a force law's memory, contact states and derivatives at rest. It is made once and used at
 * every iterate.
 */
typedef struct rdg_law_workspace rdg_law_workspace;

/** Make the workspace of a force law.
 *  @param ctx  context
 *  @param law  force law in time; borrowed, as @p self is
 *  @param self its numbers
 *  @param d    number of displacements, >= 1
 *  @return to be freed by rdg_law_workspace_free(), before the context. NULL after RDG_ERR_ARGUMENT (no force
 * law, no force, no displacement) or RDG_ERR_NO_MEMORY */
rdg_law_workspace *rdg_law_workspace_create(rdg_context *ctx, const rdg_law_in_time *law, const void *self,
                                            rdg_index d);

/** Free it.
 *  @param workspace NULL is allowed */
void rdg_law_workspace_free(rdg_law_workspace *workspace);

/** Force of a force law at rest, on the way there for the first time: nothing moves, its memory is that of
 * `start`, whatever the workspace was used for before.
 *  @param workspace of the force law
 *  @param x    [d], m
 *  @param rest [d] as for rdg_law_regimes::start; may be NULL
 *  @param[out] f  [d], N
 *  @param[out] fx [d * d] df_i/dx_j at i + d*j, the drawing along of sliders included, N/m
 *  @return as the force law; < 0 if one of the pointers needed is NULL */
int rdg_law_at_rest(rdg_law_workspace *workspace, const double *x, const double *rest, double *f, double *fx);

/** Stiffness of a force law at rest, the state being that of rdg_law_at_rest().
 *  @param workspace    of the force law
 *  @param x, rest as in rdg_law_at_rest()
 *  @param sliders RDG_STUCK_CONSTANT: of small motions about rest, in which contacts stick
 *  @param[out] fx [d * d] df_i/dx_j at i + d*j, N/m
 *  @return as the force law; < 0 if one of the pointers needed is NULL */
int rdg_law_stiffness_at_rest(rdg_law_workspace *workspace, const double *x, const double *rest,
                              rdg_stuck_slider sliders, double *fx);

/** A time step of a force law: its displacements go straight from where they are to where they will be. */
typedef struct rdg_law_way {
    const double *x0; /**< [d] displacements where it begins, m */
    const double *v0; /**< [d] velocities there, m/s */
    const double *w0; /**< [m] memory there */
    const double *x;  /**< [d] where it ends */
    const double *v;  /**< [d] velocities there */
    double *w;        /**< [m] memory behind it, written; NULL: not requested */
    double *stored;   /**< energy stored at its end, J, written; NULL: not requested */
    double share; /**< in [1/2, 1]: 1: the force at the end. 1/2: the mean of the path, of force laws without
                     contact states the integral along it. Of those with contact states the mean of both ends,
                     but for rdg_law_regimes::beside_ends */
} rdg_law_way;

/** The force of a step. */
typedef struct rdg_law_pull {
    double *f;  /**< [d], N */
    double *fx; /**< [d * d] df_i/dx_j by the displacements at the end, at i + d*j, memory included */
    double *fv; /**< [d * d] by the velocities there */
} rdg_law_pull;

/** Force of a force law over a time step. Its memory goes along as that of a force law that moves
 * monotonously.
 *  @param workspace of the force law
 *  @param way  the step
 *  @param to   written
 *  @return as the force law; < 0 if a pointer is NULL */
int rdg_law_step(rdg_law_workspace *workspace, const rdg_law_way *way, const rdg_law_pull *to);

#ifdef __cplusplus
}
#endif
#endif
