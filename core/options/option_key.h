/** @file option_key.h
 *  @brief Options that a toolbox adds to those of a run.
 *
 *  A toolbox that makes runs, as rdg_ridge() does, takes options of its own in the same list. Each has a key,
 * an object of the toolbox that states how a program writes the option and which call it is for:
 *
 *      extern const rdg_option_key rdg_ridge_restart;
 *      #define RDG_RIDGE_RESTART(distance) RDG_OPTION_OF(rdg_ridge_restart, (distance))
 *
 *  The call finds its options and hands the others on to its runs (option_list.h). Where an option is met
 *  that belongs to another call, the message states to which. */
#ifndef RDG_OPTION_KEY_H
#define RDG_OPTION_KEY_H

/** Identifies an option of a toolbox. */
typedef struct rdg_option_key {
    const char *name; /**< as a program writes it, "RDG_RIDGE_RESTART" */
    const char *call; /**< that it is for, "rdg_ridge" */
} rdg_option_key;

/** An option of a toolbox: its key, an object, and its value, a finite number (1 where it has none). */
#define RDG_OPTION_OF(key_, value) RDG_OPTION(.kind = RDG_OPTION_OF_TOOLBOX, .key = &(key_), .a = (value))

#endif
