/** @file at.h
 *  @brief A parameter at a value, as start values are given.
 *
 *  RDG_AT("omega", RDG_HZ(300)): the parameter "omega" at 300 Hz. */
#ifndef RDG_AT_H
#define RDG_AT_H

#include "circle.h"
#include "compound.h"

/** A frequency in Hz as rad/s. */
#define RDG_HZ(f) (2.0 * RDG_PI * (f))

/** A parameter and its value. */
typedef struct rdg_at {
    const char *name; /**< NULL ends a list */
    double value;     /**< in the parameter's unit: rad/s of a frequency */
} rdg_at;

/** A parameter and its value, as an item of a list. */
#define RDG_AT(name_, value_) RDG_MAKE(rdg_at, .name = (name_), .value = (value_))

/** A list of such items, at least one, as the calls that end in _at take it. */
#define RDG_AT_LIST(...) RDG_LIST(rdg_at, __VA_ARGS__, RDG_AT(0, 0.0))

#endif
