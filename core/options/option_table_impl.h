/* The options of a run, each once.
 *
 * X(kind, written, number, effect, facts):
 *   written  how a program writes the option;
 *   number   ONCE or MANY: how often it may be given;
 *   effect   checks option `o` of problem `p` and stores it in `setup`; false after a failure;
 *   facts    FACT(name, field): stored with the run, and compared when the run is resumed.
 *
 * The effects use macros of run_setup_option.c:
 *   READ(what)                a function of that file, for an option of several values;
 *   CHECK(given, fits, must)  refuses the number where `fits` is false: "RDG_ANGLE is 61; it must be ...";
 *   SET(field, value)         stores a value;
 *   FUNCTION(field, member)   stores a function of the program and the pointer that goes with it. */
#ifndef RDG_OPTION_TABLE_IMPL_H
#define RDG_OPTION_TABLE_IMPL_H

#include <stddef.h>

/* clang-format off */
#define RDG_OPTION_TABLE(X)                                                                                  \
    X(RELEASE, "RDG_RELEASE", MANY, READ(parameter_option), )                                                \
    X(HOLD, "RDG_HOLD", MANY, READ(parameter_option), )                                                      \
    X(HOLD_AT, "RDG_HOLD_AT", MANY, READ(parameter_option), )                                                \
    X(WINDOW, "RDG_WINDOW", MANY, READ(parameter_option), )                                                  \
    X(EVENT, "RDG_EVENT or RDG_UZ", MANY, READ(parameter_option), )                                          \
    X(EVENTS, "RDG_UZ_LIST", MANY, READ(events), )                                                           \
    X(TERMINAL, "RDG_TERMINAL", MANY, READ(parameter_option), )                                              \
    X(MAXIMA, "RDG_MAXIMA", MANY, READ(parameter_option), )                                                  \
    X(FROM, "RDG_FROM", ONCE, READ(start), )                                                                 \
    X(SWITCH, "RDG_SWITCH", ONCE, READ(start), )                                                             \
    X(START, "RDG_START", ONCE, READ(start), )                                                               \
    X(SWITCH_AT, "RDG_SWITCH_AT", ONCE, READ(start), )                                                       \
    X(SWITCH_KNOWN, "RDG_SWITCH_KNOWN", ONCE, READ(start), )                                                 \
    X(SWITCH_ALONG, "RDG_SWITCH_ALONG", ONCE, READ(start), )                                                 \
    X(STEP, "RDG_STEP", ONCE, READ(step), FACT("h0", h0) FACT("h_min", h_min) FACT("h_max", h_max))          \
    X(ANGLE, "RDG_ANGLE", ONCE,                                                                              \
      CHECK(o->a, o->a > 0.0 && o->a <= 60.0, "in (0, 60] degrees") && SET(angle, o->a * rdg_degree),        \
      FACT("angle_rad", angle))                                                                              \
    X(STEP_RULE, "RDG_STEP_RULE", ONCE,                                                                      \
      CHECK(o->count, o->count == RDG_STEP_RULE_COMBINED || o->count == RDG_STEP_RULE_COCO,                  \
            "a value of rdg_step_rule_kind") &&                                                              \
      SET(step_rule, (rdg_step_rule_kind)o->count), FACT("step_rule", step_rule))                            \
    X(MAX_POINTS, "RDG_MAX_POINTS", ONCE,                                                                    \
      CHECK(o->count, o->count >= 1, "1 at least") && SET(max_points, o->count) &&                           \
      SET(points_are_limited, true), FACT("max_points", max_points))                                         \
    X(LABEL_EVERY, "RDG_LABEL_EVERY", ONCE,                                                                  \
      CHECK(o->count, o->count >= 0, "0 (special points only) or more") && SET(label_every, o->count),       \
      FACT("label_every", label_every))                                                                      \
    X(DIRECTION, "RDG_DIRECTION", ONCE,                                                                      \
      CHECK(o->a, !isnan(o->a), "positive, negative, or 0 for both") &&                                      \
      SET(direction, (o->a > 0.0) - (o->a < 0.0)), FACT("direction", direction))                             \
    X(GO_ROUND, "RDG_GO_ROUND", MANY, SET(goes_round, true), FACT("goes_round", goes_round))                 \
    X(END_AT_FOLDS, "RDG_END_AT_FOLDS", MANY, SET(is_monotone, true),                                        \
      FACT("end_at_folds", is_monotone))                                                                     \
    X(PREDICT_BEND, "RDG_PREDICT_BEND", MANY, SET(predicts_bend, true),                                      \
      FACT("predict_bend", predicts_bend))                                                                   \
    X(GUIDE, "RDG_GUIDE", ONCE, SET(guide, o->data), FACT("guided", guide != NULL))                          \
    X(DENSE_OUTPUT, "RDG_DENSE_OUTPUT", MANY, SET(dense_output, true),                                       \
      FACT("dense_output", dense_output))                                                                    \
    X(HANDLER, "RDG_ON_STOP", ONCE, FUNCTION(handler, handler), FACT("on_stop", handler != NULL))            \
    X(TURN, "RDG_ON_TURN", ONCE, FUNCTION(turn, observer), FACT("on_turn", turn != NULL))                    \
    X(COMPLETE, "RDG_COMPLETE", ONCE, FUNCTION(completer, completer),                                        \
      FACT("completes_charts", completer != NULL))                                                           \
    X(ADMIT, "RDG_ADMIT", ONCE, FUNCTION(admits, observer), FACT("admits_charts", admits != NULL))           \
    X(OBSERVER, "RDG_OBSERVE", ONCE, FUNCTION(observer, observer), )                                         \
    X(CHECKPOINT, "RDG_CHECKPOINT", MANY, READ(memory), )                                                        \
    X(DIMENSION, "RDG_DIMENSION", ONCE,                                                                      \
      CHECK(o->count, o->count >= 1 && o->count <= 3, "1, 2 or 3") && SET(dimension, o->count),              \
      FACT("dimension", dimension))                                                                          \
    X(COVER, "RDG_COVER", MANY, SET(covers, true), FACT("covers", covers))                                   \
    X(SAG, "RDG_SAG", ONCE, CHECK(o->a, o->a > 0.0 && isfinite(o->a), "positive") && SET(sag, o->a),         \
      FACT("sag", sag))                                                                                      \
    X(TOLERANCE, "RDG_TOLERANCE", ONCE, READ(tolerance),                                                     \
      FACT("residual_tol", newton.residual_tol) FACT("step_tol", newton.step_tol))                           \
    X(LINEAR_SOLVER, "RDG_LINEAR_SOLVER", ONCE,                                                              \
      CHECK(o->count, o->count >= RDG_SOLVER_AUTO && o->count <= RDG_SOLVER_SPARSE,                          \
            "a value of rdg_linear_solver") &&                                                               \
      SET(solver, (rdg_lu_kind)o->count), )                                                                  \
    X(NO_FOLDS, "RDG_NO_FOLDS", MANY, SET(folds, false), )                                                   \
    X(NO_BRANCH_POINTS, "RDG_NO_BRANCH_POINTS", MANY, SET(branch_points, false), )                           \
    X(NEUTRAL_SADDLES, "RDG_NEUTRAL_SADDLES", MANY, SET(neutral_saddles, true), )                            \
    X(EXPECT_EARLY_END, "RDG_EXPECT_EARLY_END", MANY, SET(may_end_early, true), )                            \
    X(NO_FOLDER, "RDG_NO_FOLDER", MANY, SET(is_kept, false), )                                               \
    X(IN_MEMORY, "RDG_IN_MEMORY", MANY, SET(in_memory, true), )                                              \
    X(DURABLE, "RDG_DURABLE", MANY, SET(durable, true), )                                                    \
    X(NO_TABLE, "RDG_NO_TABLE", MANY, SET(table, false), )                                                   \
    X(SUMMARY, "RDG_SUMMARY", ONCE, SET(summary, o->summary), )                                              \
    X(RESUME, "RDG_RESUME", MANY, true /* read by the caller of the run */, )                                \
    X(QUIET, "RDG_QUIET", MANY, true /* likewise */, )                                                       \
    X(OF_TOOLBOX, "an option of a toolbox", MANY, true /* refused */, )
/* clang-format on */

#endif
