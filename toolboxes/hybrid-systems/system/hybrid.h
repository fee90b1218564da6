/** @file hybrid.h
 *  @brief Hybrid systems: smooth motion in one of several modes, and the event surfaces that lead from mode
 * to mode.
 *
 *      rdg_hybrid *h = rdg_hybrid_create(ctx, "belt", RDG_PARAMETERS("Fs", "Fk", "v"), (double[]){1, 0.5,
 * 0.2}); rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "slip", .n = 2, .field = {.f = slip, .df =
 * slip_df}}); rdg_hybrid_add_phase(h, &(rdg_hybrid_phase){.name = "stick", .n = 1, .field = {.f = stick}});
 *      rdg_hybrid_add_event_surface(h, &(rdg_hybrid_event_surface){.name = "catch", .from = "slip", .to =
 * "stick", .surface = {.f = relative_velocity}, .reset = {.f = drop_velocity}});
 *
 *  All functions are of u = (x, p) or, of a forced system, (x, p, phi). These are the states of the mode, all
 *  parameters, and the phase phi of the forcing in rad. phi' = omega, and the functions have the period 2 pi.
 * A smooth system is one mode without event surfaces. */
#ifndef RDG_HYBRID_H
#define RDG_HYBRID_H

#include <ridgewalk/compound.h>
#include <ridgewalk/function.h>
#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A hybrid system, owned by its context. */
typedef struct rdg_hybrid rdg_hybrid;

/** A function of (x, p) or (x, p, phi), n variables with m values. The callbacks are those of an
 *  rdg_function, dense: df column-major, values[i + m*j], d2f values[i + n*j]; both are zero on entry. df and
 *  d2f may be NULL: differences. */
typedef struct rdg_hybrid_function {
    /** values; returns 0, > 0 (outside the domain) or < 0 (end the run) */
    int (*f)(rdg_index n, const double *u, rdg_index m, double *y, void *data);
    int (*df)(rdg_index n, const double *u, rdg_index m, double *values,
              void *data); /**< first derivatives */
    /** second derivatives contracted with lambda */
    int (*d2f)(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data);
    void *data; /**< handed to the callbacks; borrowed */
} rdg_hybrid_function;

/** Smooth motion x' = f(x, p[, phi]). */
typedef struct rdg_hybrid_phase {
    const char *name;          /**< unique among the modes; copied */
    rdg_index n;               /**< states, >= 1 */
    rdg_hybrid_function field; /**< n values */
    /** The field is A x + g(phi), A and g depending on the parameters alone: the motion is computed in closed
     * form. The field, with its df, is evaluated at states of the solver's choice, 0 among them; a field that
     * is not linear ends the run. */
    bool linear;
    rdg_index harmonics; /**< of g: those of phi, 2 phi, .. harmonics * phi; with `linear` */
    /** Derivatives of the field that may differ from 0, shape [n, arguments], rdg_hybrid_arguments(); copied.
     * Collocation then solves for these entries alone, and a run along which another one differs from 0 ends
     * with a failure. NULL: all may. */
    const rdg_pattern *field_pattern;
} rdg_hybrid_phase;

/** The end of a mode: where h passes zero, the motion continues from x+ = R(x-, p[, phi]) in another mode, or
 *  in the same one after an impact. */
typedef struct rdg_hybrid_event_surface {
    const char *name;            /**< unique among the event surfaces; copied */
    const char *from;            /**< mode that it ends */
    const char *to;              /**< mode that follows */
    int direction;               /**< -1 (also 0): h passes from + to -; 1: from - to + */
    rdg_hybrid_function surface; /**< h, one value */
    /** R, as many values as the following mode has states; f NULL: the state stays as it is */
    rdg_hybrid_function reset;
    /** NULL; or one value, and the event surface is only taken where it is >= 0 at h = 0: where a slider
     * whose velocity vanishes is held, for one. Of several event surfaces with one surface the first that may
     * be is taken; where none may, the motion continues as if there were no surface. */
    rdg_hybrid_function guard;
    /** h is c x + d(phi), c and d depending on the parameters alone, d with the harmonics of the mode at
     * most. Of a linear mode it is then known as a sum of waves, at a fraction of the cost. A surface that is
     * not linear ends the run. */
    bool linear;
    /** Of orbits by shooting: a segment that it ends is followed until it is there, also in the midst of
     * Newton's method, instead of for a time that is an unknown. For modes that have no motion beyond: slip
     * in a plane has none behind a velocity of zero. */
    bool reached;
    /** The reset is a projection, R(R(x)) = R(x), between modes of as many states. Orbits by shooting then
     * start the segment behind the event surface at R(x), x being the unknown. The conditions of the
     * reset then hold exactly at each iterate, as where slip begins with a very small velocity. A run along
     * which the reset is no projection ends with a failure. */
    bool projects;
} rdg_hybrid_event_surface;

/** Names of parameters, for rdg_hybrid_create(). */
#define RDG_PARAMETERS(...) RDG_TEXTS(__VA_ARGS__, NULL)

/** Create a system without modes.
 *  @param ctx        context, owner of the system
 *  @param name       for messages; copied
 *  @param parameters names, ended by NULL; copied. NULL: there are none
 *  @param values     as many; NULL: zeros
 *  @return NULL after a failure (RDG_ERR_NAME: two names are equal; RDG_ERR_NOT_FINITE; ...) */
rdg_hybrid *rdg_hybrid_create(rdg_context *ctx, const char *name, const char *const *parameters,
                              const double *values);

/** The system is driven with a period: all functions see the phase phi of the forcing behind the parameters.
 *  Before any mode is added.
 *  @param h     system
 *  @param omega name of the parameter that is phi' (rad/s), > 0
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (too late; omega <= 0) or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_forcing(rdg_hybrid *h, const char *omega);

/** Add a mode.
 *  @param h    system
 *  @param mode copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (no field, n < 1, a pattern of another shape or out of
 * order), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_add_phase(rdg_hybrid *h, const rdg_hybrid_phase *mode);

/** Add an event surface.
 *  @param h        system
 *  @param event copied. Its modes are there already
 *  @return RDG_OK, RDG_ERR_NAME (unknown mode, or the event surface's name is taken), RDG_ERR_ARGUMENT (no
 * surface; no reset between modes of different size), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_add_event_surface(rdg_hybrid *h, const rdg_hybrid_event_surface *event);

/** State the unit of a parameter, for headers of tables.
 *  @param h         system
 *  @param parameter its name
 *  @param unit      "N", ...; copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_set_unit(rdg_hybrid *h, const char *parameter, const char *unit);

/** In place of the name of a frequency: time does not appear in the system. */
#define RDG_AUTONOMOUS ((const char *)0)

/** A smooth system of ep.h or of the same form as a hybrid of one mode, "smooth".
 *  @param ctx   context, owner of the system
 *  @param name  for messages; copied
 *  @param n     states
 *  @param field x' = f(x, p)
 *  @param parameters names, ended by NULL; copied
 *  @param values     as many. NULL: zeros
 *  @param omega RDG_AUTONOMOUS (NULL), or as for rdg_hybrid_forcing()
 *  @return NULL after a failure */
rdg_hybrid *rdg_hybrid_smooth(rdg_context *ctx, const char *name, rdg_index n,
                              const rdg_hybrid_function *field, const char *const *parameters,
                              const double *values, const char *omega);

/** What is called when a mode is entered for the first time: it adds the event surfaces that end the mode,
 * and the modes that these lead to.
 *  @param h    system
 *  @param mode place of the mode
 *  @param data as given
 *  @return RDG_OK; else recorded */
typedef rdg_status rdg_hybrid_entry(rdg_hybrid *h, rdg_index mode, void *data);

/** Make modes as they are visited: systems of many contacts have more than could be listed. One system then
 *  serves one thread at a time.
 *  @param h         system
 *  @param entry     called for each mode once
 *  @param data      handed to it; belongs to the system from here on, also when the call fails
 *  @param free_data frees it with the system. NULL: it is borrowed
 *  @return RDG_OK, RDG_ERR_ARGUMENT (there is one already) or RDG_ERR_EARLIER */
rdg_status rdg_hybrid_on_entry(rdg_hybrid *h, rdg_hybrid_entry *entry, void *data,
                               void (*free_data)(void *data));

/* --- for solvers */

/** A motion enters a mode: from now on its event surfaces are there. Those who start in a mode, or go into it
 *  through an event surface, call it before they use its event surfaces.
 *  @param h    system
 *  @param mode place of the mode
 *  @return RDG_OK, RDG_ERR_ARGUMENT (there is no such mode), what the system's entry answers, or
 *          RDG_ERR_EARLIER */
rdg_status rdg_hybrid_enter(rdg_hybrid *h, rdg_index mode);

/** Number of parameters, their names ended by NULL, their values, and the place of the forcing's omega among
 *  them, -1: autonomous.
 *  @param h system */
typedef struct rdg_hybrid_parameters {
    rdg_index n;             /**< how many */
    const char *const *name; /**< [n] */
    const char *const *unit; /**< [n], "" where none was stated */
    const double *value;     /**< [n] */
    rdg_index omega;         /**< place of the forcing's; -1: none */
} rdg_hybrid_parameters;

/** The parameters.
 *  @param h system
 *  @return borrowed; no parameters for NULL */
rdg_hybrid_parameters rdg_hybrid_parameters_of(const rdg_hybrid *h);

/** Context of a system.
 *  @param h NULL is allowed
 *  @return the context, or NULL */
rdg_context *rdg_hybrid_context(const rdg_hybrid *h);

/** Name of a system.
 *  @param h system
 *  @return borrowed; "" for NULL */
const char *rdg_hybrid_name(const rdg_hybrid *h);

/** Number of modes.
 *  @param h NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_hybrid_phases(const rdg_hybrid *h);

/** Number of event surfaces.
 *  @param h NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_hybrid_event_surfaces(const rdg_hybrid *h);

/** A mode.
 *  @param h    system
 *  @param mode from 0, in the order in which they were added
 *  @return borrowed until another is added; NULL: there is no such mode */
const rdg_hybrid_phase *rdg_hybrid_phase_at(const rdg_hybrid *h, rdg_index mode);

/** An event surface.
 *  @param h        system
 *  @param event from 0, in the order in which they were added
 *  @param[out] from place of the mode that it ends; may be NULL
 *  @param[out] to   place of the mode that follows; may be NULL
 *  @return borrowed until another is added. NULL: there is no such event surface */
const rdg_hybrid_event_surface *rdg_hybrid_event_surface_at(const rdg_hybrid *h, rdg_index event,
                                                            rdg_index *from, rdg_index *to);

/** Find a mode.
 *  @param h    system
 *  @param name its name
 *  @return its place; -1 (recorded as a failure that lists the modes there are) */
rdg_index rdg_hybrid_phase_index(rdg_hybrid *h, const char *name);

/** Find an event surface.
 *  @param h    system
 *  @param name its name
 *  @return its place; -1 (recorded as a failure that lists the event surfaces there are) */
rdg_index rdg_hybrid_event_surface_index(rdg_hybrid *h, const char *name);

/** Variables of a mode's functions: states, parameters, and 1 with forcing.
 *  @param h    system
 *  @param mode place of the mode
 *  @return 0 where there is none */
rdg_index rdg_hybrid_arguments(const rdg_hybrid *h, rdg_index mode);

/** A size that a variable has wherever it is, as a phase. */
#define RDG_EXACTLY(size) (-(size))

/** The first derivatives of a function of a system, by differences where it has none of its own.
 *  @param function function
 *  @param n        its variables
 *  @param u        where, shape [n]
 *  @param size     shape [n]: as large as the variables become along the motion, for steps of differences,
 *                  which are those for 1 at least where the function is smooth so far; shorter steps are
 *                  taken until two of them agree. RDG_EXACTLY(): no other step. NULL: not known
 *  @param m        its values
 *  @param[out] values shape [m n], column-major; need not be zero on entry
 *  @param work     shape [n + 2 m]
 *  @return as the callbacks; > 0 also where a value is not finite */
int rdg_hybrid_df(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                  rdg_index m, double *values, double *work);

/** The second derivatives contracted with multipliers, by differences of the first ones where it has none of
 *  its own.
 *  @param function function
 *  @param n        its variables
 *  @param u        where, shape [n]
 *  @param size     as for rdg_hybrid_df()
 *  @param m        its values
 *  @param lambda   shape [m]
 *  @param[out] values shape [n n], whole; need not be zero on entry
 *  @param work     shape [2 n + 2 m + 2 m n]
 *  @return as rdg_hybrid_df() */
int rdg_hybrid_d2f(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                   rdg_index m, const double *lambda, double *values, double *work);

/** The same times a direction, of a function that has first derivatives: one difference of these along it,
 *  where the whole takes one for each variable.
 *  @param function function
 *  @param n        its variables
 *  @param u        where, shape [n]
 *  @param size     as for rdg_hybrid_df()
 *  @param m        its values
 *  @param lambda   shape [m]
 *  @param towards  shape [n]
 *  @param[out] values shape [n]
 *  @param work     shape [3 n + m n]
 *  @return as rdg_hybrid_df() */
int rdg_hybrid_df_along(const rdg_hybrid_function *function, rdg_index n, const double *u, const double *size,
                        rdg_index m, const double *lambda, const double *towards, double *values,
                        double *work);

#ifdef __cplusplus
}
#endif
#endif
