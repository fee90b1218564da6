/* The options of a run, read and checked once. */
#ifndef RDG_RUN_SETUP_IMPL_H
#define RDG_RUN_SETUP_IMPL_H

#include "corrector_impl.h"
#include "event.h"
#include "run_option.h"

typedef enum rdg_event_kind {
    RDG_EVENT_VALUE,
    RDG_EVENT_FOLD,
    RDG_EVENT_BRANCH,
    RDG_EVENT_COUNT /* no zero of a function: a stability index (events/invariants.c) */
} rdg_event_kind;

/* A scalar function along the branch whose zero is a special point. */
typedef struct rdg_event {
    rdg_event_kind kind;
    rdg_index parameter; /* of a value or fold */
    double value;
    double slack; /* a value that may jump need not be met closer; 0: as closely as can be */
    const char *type;
    const char *kink_type; /* of a fold: where the slope jumps */
    bool maxima;           /* of a fold: where the parameter is least counts for nothing */
    bool ends_branch;
    bool is_of_option;         /* a value that the program requests, no bound of a domain */
    bool turns_with_curve;     /* a value: its sign is taken times that of the determinant */
    rdg_stop stop;             /* the reason, if it ends the branch */
    rdg_event_where where;     /* NULL: everywhere */
    rdg_event_between between; /* NULL: every change of sign */
    rdg_event_check check;     /* NULL: every event is one */
    rdg_event_factors factors; /* NULL: the parameter is smooth itself */
    rdg_event_limit limit;     /* NULL: the located point is the end */
    void *data;                /* of these five */
    const rdg_count_definition *count;
} rdg_event;

typedef struct rdg_run_setup {
    const char *name;
    bool *held;             /* [n_parameters] */
    bool *moved;            /* [n_parameters] held at another value than at the start */
    double *held_at;        /* [n_parameters] that value */
    double *low, *high;     /* [n_parameters] domains and domains; infinite where there is none */
    bool *windowed;         /* [n_parameters] a domain was requested */
    rdg_index first_active; /* parameter, -1: none */
    rdg_event *event;
    rdg_index n_events, event_capacity; /* space: events that fit into the array */
    rdg_option start;    /* gives the start: RDG_FROM(), RDG_START(), ...; RDG_OPTION_END: the problem */
    rdg_index dimension; /* of what is to be covered */
    double sag;          /* of a chart's tangent space above the manifold at most */
    double h0, h_min, h_max, angle; /* radians */
    double window; /* of the first active parameter, its width, if it bounds the default steps;
                      else infinite */
    long max_points, label_every;
    rdg_newton_options newton;
    rdg_observer observer;
    void *observer_data;
    rdg_handler handler;
    void *handler_data;
    rdg_completer completer;
    void *completer_data;
    const rdg_guide *guide; /* NULL: there is none */
    rdg_observer admits;
    void *admits_data;
    rdg_observer turn;
    void *turn_data;
    rdg_run_memory *remembers;
    rdg_index n_remembers;
    rdg_run_summary *summary;
    rdg_step_rule_kind step_rule;
    rdg_lu_kind solver;
    int direction;
    bool folds, branch_points, predicts_bend;
    bool is_monotone;        /* the first active parameter, along the branch: a fold of it is terminal */
    bool neutral_saddles;    /* are located */
    bool switches;           /* leaves a branch point on the other branch */
    rdg_index branch;        /* of those that leave a branch point, from 1 */
    bool covers;             /* by overlapping charts */
    bool goes_round;         /* does not end where a closed curve closes */
    bool is_kept, in_memory; /* in memory, or in its folder */
    bool table;              /* is printed */
    bool dense_output;       /* the curve between the charts is stored, too */
    bool durable;            /* each point is on the disk before the next one */
    bool steps_are_given;    /* by the program: no domain bounds them */
    bool points_are_limited; /* by the program: an end there is what it requested */
    bool from_afar;          /* the start is near no solution in particular */
    bool may_end_early;      /* than its domains do, as the program states */
    bool resumes;            /* the run of that name, if it has begun */
    bool raises_load;        /* for another run, whose start has failed: never for its own start */
    long warnings_before;    /* counted before the run */
} rdg_run_setup;

/* Refuse the options of a run: a failure of `status` with the run's name before the reason. */
#define RDG_REFUSE(ctx, run, status, format, ...)                                                            \
    rdg_fail((ctx), (status), "rdg_continue", "run \"%s\": " format, (run), __VA_ARGS__)

/* Does an option start a run at a label of another one? */
static inline bool rdg_option_starts_at_label(const rdg_option *o)
{
    return o->kind == RDG_OPTION_FROM || o->kind == RDG_OPTION_SWITCH;
}

/* Does it start the run at values of all variables? */
static inline bool rdg_option_gives_values(const rdg_option *o)
{
    return o->kind == RDG_OPTION_START || o->kind == RDG_OPTION_SWITCH_AT ||
           o->kind == RDG_OPTION_SWITCH_KNOWN || o->kind == RDG_OPTION_SWITCH_ALONG;
}

/* --- run_options.c */

/* As a program writes it, "RDG_STEP"; NULL: there is no such kind. */
const char *rdg_option_name(rdg_option_kind kind);

/* Refuse a list with an option of no known kind, a value that cannot be, or two that contradict each other.
 */
rdg_status rdg_run_options_check(rdg_problem *p, const char *run, const rdg_option *options);

/* Warn of events that cannot happen. */
void rdg_run_options_warn(rdg_problem *p, const rdg_run_setup *setup);

/* --- run_setup.c */

/* Read the options; on failure the message names the option and nothing is left allocated. */
rdg_status rdg_run_setup_read(rdg_run_setup *setup, rdg_problem *p, const char *name,
                              const rdg_option *options);
void rdg_run_setup_release(rdg_run_setup *setup);

/* Refuse a run that starts at a value of a parameter outside its domain, rdg_set_domain(). */
rdg_status rdg_run_setup_check_start(const rdg_run_setup *setup, const rdg_problem *p, rdg_index k,
                                     double value);

/* Is it stated what a function with this pointer stores? */
bool rdg_run_setup_remembers(const rdg_run_setup *setup, const void *data);

/* Zero functions, and held parameters one each. */
rdg_index rdg_run_setup_count_equations(const rdg_run_setup *setup, const rdg_problem *p);

/* Is a parameter bounded by a domain that was given? */
bool rdg_run_setup_has_window(const rdg_run_setup *setup, rdg_index k);

/* --- run_setup_option.c */

/* In radians. */
extern const double rdg_degree;

rdg_status rdg_run_setup_add_event(rdg_run_setup *setup, const rdg_problem *p, rdg_event event);

/* The branch ends (EP) where parameter k reaches a value. */
rdg_status rdg_run_setup_add_bound(rdg_run_setup *setup, const rdg_problem *p, rdg_index k, double value,
                                   rdg_stop stop);

rdg_status rdg_run_setup_add_memory(rdg_run_setup *setup, const rdg_problem *p, rdg_run_memory memory);

/* Check and store one option; on failure the message names it. */
rdg_status rdg_run_setup_read_option(rdg_run_setup *setup, rdg_problem *p, const rdg_option *o);

/* --- run_setup_provide.c */

/* Let the problem have the parameters that these options name, and those that their starts have. */
rdg_status rdg_run_setup_provide(rdg_problem *p, const char *name, const rdg_option *options);

#endif
