/* Inside of a problem: blocks of variables, functions, parameters. */
#ifndef RDG_PROBLEM_IMPL_H
#define RDG_PROBLEM_IMPL_H

#include "entry_impl.h"
#include "event.h"
#include "frozen_set_impl.h"
#include "hooks_impl.h"
#include "monitor_kind.h"
#include "objects.h"
#include "table_column.h"
#include "toolbox.h"

enum { RDG_TROUBLE_SIZE = 256, RDG_LEFT_OUT_SIZE = 512 };

typedef struct rdg_block {
    char *name;
    rdg_index start, n;
    double typical; /* typical size, or its least value if it follows */
    bool follows;
    rdg_index part,
        n_part; /* the variables, from the block's first one on, whose root mean square it follows */
} rdg_block;

typedef struct rdg_parameter {
    char *name, *unit;
    rdg_monitor_kind kind;
    bool hidden; /* from tables */
    rdg_index entry, component;
    bool bounded; /* it has a meaning between these alone: */
    double low, high;
} rdg_parameter;

/* The parameter whose easy value a start that fails goes back to. */
typedef struct rdg_load {
    bool declared;
    rdg_index parameter;
    double easy;
    rdg_index first, n; /* variables that have start values there */
    double *start;      /* [n]; NULL: they keep those they have */
    rdg_index far;      /* parameter that is continued from greater values where the load does not help; -1 */
} rdg_load;

/* Starts at which Newton's method failed or was slow, and from how many on derivatives are compared again. */
typedef struct rdg_start_doubts {
    long count, due;
} rdg_start_doubts;

/* Where a problem's adjoint equations are: with n variables and m zero functions before they were added, its
 * Jacobian A is in rows 0 .. m - 1, columns 0 .. n - 1; rows m .. m + n - 1 hold A^T in the columns of the
 * multipliers, multiplier .. multiplier + m - 1, where rows above have nothing. n = 0: there are none. */
typedef struct rdg_adjoint_blocks {
    rdg_index n, m, multiplier;
} rdg_adjoint_blocks;

struct rdg_problem {
    rdg_context *ctx;
    rdg_index n;
    double *u0; /* [n] start values */
    rdg_index n_blocks, n_entries, n_parameters;
    rdg_block *block;
    rdg_entry *entry;
    rdg_parameter *parameter;
    rdg_index n_providers;
    rdg_provider_entry *provider;
    const char *stands_on; /* functions that know the variables as they are now, "the folds"; NULL: none do */
    rdg_index n_events;
    rdg_event_definition *event; /* registered with the problem; their strings are ours */
    rdg_index n_counts;
    rdg_count_definition *count; /* registered as well; their names are ours */
    rdg_load load;
    rdg_frozen_set frozen;
    rdg_index n_movers;
    rdg_problem_mover *mover; /* see moving.h */
    rdg_index n_memories;
    rdg_run_memory *memory; /* likewise */
    rdg_index n_transports;
    rdg_problem_transport *transport; /* see transport.h */
    rdg_index n_accounts;
    rdg_problem_account *account; /* see description.h */
    rdg_index n_columns;
    rdg_table_column *column; /* of tables, as text; their headers are ours */
    rdg_index n_descriptions;
    rdg_problem_description *description; /* see description.h; their names are ours */
    rdg_way_on way_on;                    /* where a run has no function of its own; NULL: none */
    rdg_heading heading;
    void *way_on_data;
    rdg_completion completion; /* of its points; NULL: none */
    void *completion_data;
    rdg_start_look start_look; /* at labelled solutions; NULL: none */
    void *start_look_data;
    rdg_start_fit start_fit; /* blocks of labelled solutions; NULL: none */
    void *start_fit_data;
    rdg_label_look label_look; /* at labelled solutions of runs; NULL: none */
    void *label_look_data;
    rdg_chart_look chart_look; /* at all solutions of runs and at their ends; NULL: none */
    void *chart_look_data;
    rdg_keeping keeping; /* with labelled solutions; NULL: nothing */
    void *keeping_data;
    rdg_adjoint_blocks adjoint;
    const bool *settled;   /* [n] variables that the system under evaluation holds; NULL: there is none */
    int steady;            /* see rdg_problem_hold_steady() */
    long period;           /* of these, by number from 1 */
    bool fine_differences; /* in place of a df that is missing: with less noise, for twice the price */
    char *prefix;          /* "left." of the part under way; NULL: none */
    int runs;              /* under way: nothing can be added */
    const bool *held;      /* [n_parameters] by the one under way; NULL: there is none */
    bool neutral_saddles;  /* the one under way locates them */
    long begun, run;       /* runs that were begun; number of the one under way, 0: there is none */
    rdg_start_doubts doubts;
    char trouble[RDG_TROUBLE_SIZE];   /* what the last failed evaluation complained of; "": nothing */
    rdg_status trouble_status;        /* its kind; RDG_ERR_CALLBACK: a callback requested to end the run */
    char left_out[RDG_LEFT_OUT_SIZE]; /* by the run under way, as a function of RDG_ON_STOP() states; "":
                                         nothing */
};

/* --- problem_names.c */

/* A copy of a name with the prefix of the part under way; NULL: no memory. */
char *rdg_problem_own_name(const rdg_problem *p, const char *name);

/* Does a name mean an item? qualified: with the prefix of the part under way. */
bool rdg_problem_names(const rdg_problem *p, bool qualified, const char *name, const char *item);

/* Place of a block by name, or -1. */
rdg_index rdg_problem_find_block(const rdg_problem *p, bool qualified, const char *name);

/* Place of a parameter by name, or -1. */
rdg_index rdg_problem_find_parameter(const rdg_problem *p, const char *name);

/* --- problem_parameter.c */

rdg_status rdg_problem_add_variable(rdg_problem *p, const char *where, const char *parameter,
                                    const char *block, rdg_index element, rdg_monitor_kind kind);

/* --- element_name.c */

/* Where a name is "block[i]" and no parameter yet, make that variable one, free unless a run holds it. */
rdg_status rdg_problem_provide_element(rdg_problem *p, const char *name);

/* --- problem_require.c */

/* Is there a problem, and no failure? */
bool rdg_problem_works(const rdg_problem *p);

/* Can something be added to the problem now? RDG_ERR_EARLIER without a problem or after a failure. */
rdg_status rdg_problem_require_open(rdg_problem *p, const char *where);

/* Place of a block by name; -1 for a name that is unknown: a failure of `where` that lists the blocks. */
rdg_index rdg_problem_require_block(rdg_problem *p, const char *where, const char *name);

/* Place of a parameter by name; a name that is unknown is a failure of `where` that lists the names there
 * are. */
rdg_index rdg_problem_require_parameter(rdg_problem *p, const char *where, const char *name);

/* --- problem.c */

/* Block of a variable. */
const rdg_block *rdg_problem_block_of(const rdg_problem *p, rdg_index variable);

/* Are all variables finite? If not, the message calls u `what`: "start value x[3] is nan". */
rdg_status rdg_problem_require_finite(rdg_problem *p, const char *where, const char *what, const double *u);

/* --- problem_parameter.c */

/* The variable that a parameter is, or -1 if it is a function of variables. */
rdg_index rdg_problem_variable_of(const rdg_problem *p, rdg_index parameter);

/* --- problem_load.c */

void rdg_problem_release_load(rdg_problem *p);

/* --- problem_adjoint.c */

/* From here to rdg_problem_release_steady() the functions are functions of u alone: a callback's data does
 * not change. A Jacobian that adjoint equations request is evaluated once at each u then. May be nested. */
void rdg_problem_hold_steady(rdg_problem *p);
void rdg_problem_release_steady(rdg_problem *p);

/* What is eliminated with the problem's own variables and equations: of the multiplier of an equation that is
 * left out the adjoint equation of the variable that is eliminated with it. */
rdg_status rdg_problem_freeze_adjoint(rdg_problem *p);

/* Are a variable, or an equation, those of the adjoint equations, which follow the others? */
bool rdg_problem_is_adjoint(const rdg_problem *p, rdg_index variable, rdg_index row);

/* --- wrong_derivative.c */

enum { RDG_WRONG_SIZE = 320 };

/* A first derivative at the points u[0 .. count - 1], each of shape [n], that differences contradict beyond
 * uncertainty there and beside: its name and values into text, RDG_WRONG_SIZE characters. False: there is
 * none, or an evaluation failed. Functions that need no derivatives cost nothing, others about 20
 * evaluations. held: [parameters], monitors that are not held are no equations of Newton's method, and left
 * out; NULL: all functions are requested. */
bool rdg_wrong_derivative(rdg_problem *p, const bool *held, rdg_index count, const double *const *u,
                          char *text);

/* --- problem_event.c */

void rdg_problem_release_events(rdg_problem *p);

/* Special points and numbers of one problem for another, that has none. */
rdg_status rdg_problem_copy_events(rdg_problem *to, const rdg_problem *from);

/* --- callback.c */

/* What went wrong in an evaluation, into p->trouble. After RDG_ERR_CALLBACK nothing overwrites it until
 * rdg_problem_forget_trouble(). */
void rdg_problem_complain(rdg_problem *p, rdg_status status, const char *format, ...) RDG_PRINTF(3, 4);
void rdg_problem_forget_trouble(rdg_problem *p);

/* What was complained of, kept over evaluations that are none of the run's; it comes back unless one of them
 * requested to end the run. */
typedef struct rdg_trouble {
    rdg_status status;
    char text[RDG_TROUBLE_SIZE];
} rdg_trouble;

rdg_trouble rdg_trouble_keep(const rdg_problem *p);
void rdg_trouble_restore(rdg_problem *p, const rdg_trouble *kept);

/* Has a callback requested to end the run? */
bool rdg_problem_is_aborted(const rdg_problem *p);

/* Once a callback has requested to end the run, none is called any more. */
bool rdg_problem_is_over(const rdg_problem *p);

/* --- function.c */

/* mu[j] of every parameter, shape [n_parameters]. */
int rdg_problem_parameters(rdg_problem *p, const double *u, double *mu);

/* Value and gradient, shape [n], of one parameter. gradient may be NULL. */
int rdg_problem_parameter(rdg_problem *p, rdg_index parameter, const double *u, double *value,
                          double *gradient);

/* out += Hess(parameter) v, shape [n] */
int rdg_problem_parameter_hessian_times(rdg_problem *p, rdg_index parameter, const double *u, const double *v,
                                        double *out);

#endif
