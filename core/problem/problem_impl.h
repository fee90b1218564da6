/* Inside of a problem: blocks of variables, functions, parameters. */
#ifndef RDG_PROBLEM_IMPL_H
#define RDG_PROBLEM_IMPL_H

#include "colouring_impl.h"
#include "contents.h"
#include "description.h"
#include "event.h"
#include "frozen_set_impl.h"
#include "moving.h"
#include "problem.h"
#include "provide.h"
#include "table_column.h"
#include "text_impl.h"
#include "toolbox.h"
#include "transport.h"

enum { RDG_TROUBLE_SIZE = 256, RDG_LEFT_OUT_SIZE = 512 };

typedef struct rdg_block {
    char *name;
    rdg_index start, n;
    double typical; /* typical size, or its least value if it follows */
    bool follows;
    rdg_index part,
        n_part; /* the variables, from the block's first one on, whose root mean square it follows */
} rdg_block;

/* A function, the variables it sees, and the workspaces of its evaluation. */
/* Data of a function that several problems use. */
typedef struct rdg_shared {
    int users;
    void *data;
    void (*free_data)(void *data);
} rdg_shared;

typedef struct rdg_entry {
    rdg_function function; /* name and patterns are ours; df_pattern is never NULL here, d2f_pattern not
                              after rdg_entry_prepare_hessian() */
    rdg_index *index;      /* [n] */
    rdg_shared *shared;    /* owner of function.data; NULL: the function's own free_data frees it */
    bool is_monitor;
    rdg_index first_parameter;      /* of a monitor */
    double *u, *size;               /* [n] own variables, typical sizes */
    double *y, *y2;                 /* [m] */
    double *lambda;                 /* [m] multipliers, for who asks for a Hessian of one component */
    double *df_values, *df_values2; /* in df_pattern's order */
    rdg_colouring groups;           /* columns whose differences are taken at once; without df */
    double *home;                   /* [n] the variables that differences move */
    double *d2f_values;             /* in d2f_pattern's order; [n] at least */
    double *middle_u, *middle;      /* [n], [m] where the values are known, and these; without df */
    bool middle_known;
    double *known_at; /* [n] where df_values were evaluated, if `known` is the problem's `period` */
    long known;
    double *reference, *ahead, *behind; /* [m] what differences look at */
    bool warned;                        /* differences stand in for a derivative: said once */
} rdg_entry;

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

/* A function that moves along with the runs. */
typedef struct rdg_problem_mover {
    rdg_mover function;
    void *data;
} rdg_problem_mover;

/* What functions of a run remember. */
typedef struct rdg_run_memory {
    const char *name;
    rdg_remember exchange; /* NULL: nothing */
    void *data;
} rdg_run_memory;

/* What changes the meaning of variables. */
typedef struct rdg_problem_transport {
    rdg_transport is;
    bool chosen; /* at the last question */
} rdg_problem_transport;

/* Who accounts for the number of equations. */
typedef struct rdg_problem_account {
    rdg_account function;
    void *data;
} rdg_problem_account;

/* Who adds parameters, and to which part. */
typedef struct rdg_provider_entry {
    rdg_provider provider;
    char *prefix; /* "left."; NULL: none */
} rdg_provider_entry;

typedef struct rdg_problem_description {
    char *block; /* NULL: of none */
    rdg_describe function;
    void *data;
} rdg_problem_description;

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
    rdg_table_column *column; /* of tables, in words; their headers are ours */
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
    long begun, run;       /* runs that were begun; number of the one under way, 0: there is none */
    rdg_start_doubts doubts;
    char trouble[RDG_TROUBLE_SIZE];   /* what the last failed evaluation complained of; "": nothing */
    rdg_status trouble_status;        /* its kind; RDG_ERR_CALLBACK: a callback asked to end the run */
    char left_out[RDG_LEFT_OUT_SIZE]; /* by the run under way, as a function of RDG_ON_STOP() says; "":
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

/* --- moving.c */

/* Tell the functions that move along of a point that a run goes on from. Answers as callbacks do. */
int rdg_problem_move(rdg_problem *p, const rdg_chart *chart);

/* A copy of the problem has them, too. */
rdg_status rdg_problem_copy_movers(rdg_problem *to, const rdg_problem *from);

/* --- transport.c */
rdg_status rdg_problem_copy_transports(rdg_problem *to, const rdg_problem *from);

/* --- description.c */
rdg_status rdg_problem_copy_accounts(rdg_problem *to, const rdg_problem *from);

/* What toolboxes say of the number of equations, to be put behind a message. */
void rdg_problem_tell_accounts(rdg_problem *p, char *text, size_t size);

/* Ask all of them. 1: some have chosen anew; < 0: the run is to end. */
int rdg_problem_choose(rdg_problem *p, const rdg_chart *chart);

/* Carry variables, or a change of them, over, by those that have chosen or by all; go back; go back to the
 * run's start. */
void rdg_problem_carry(rdg_problem *p, bool all, double *u);
void rdg_problem_undo(rdg_problem *p);

/* What variables mean now is what they mean at the start of the run; NULL: in the problem's start values. */
void rdg_problem_settle(rdg_problem *p, const rdg_chart *start);
void rdg_problem_restore(rdg_problem *p, const rdg_chart *start);

/* --- table_column.c */

rdg_status rdg_problem_copy_columns(rdg_problem *to, const rdg_problem *from);
void rdg_problem_release_columns(rdg_problem *p);

/* --- description.c */

rdg_status rdg_problem_copy_descriptions(rdg_problem *to, const rdg_problem *from);
void rdg_problem_release_descriptions(rdg_problem *p);

/* All that there is to be told of a problem. */
void rdg_problem_describe(const rdg_contents *out, const rdg_problem *p);

/* Headers, and the words of a point, for the lines of a table. */
void rdg_problem_column_headers(const rdg_problem *p, rdg_text *line);
void rdg_problem_column_words(const rdg_problem *p, const rdg_chart *chart, rdg_text *line);

/* --- providers.c */

void rdg_problem_release_providers(rdg_problem *p);
rdg_status rdg_problem_copy_providers(rdg_problem *to, const rdg_problem *from);
rdg_status rdg_problem_keep_provider(rdg_problem *p, const rdg_provider *provider, const char *prefix);

/* The names that can be had besides those there are. */
void rdg_problem_list_provided(const rdg_problem *p, rdg_text *list);

/* --- provide.c */

/* Add a parameter that is not there, if somebody knows it: RDG_OK, too, if nobody does. */
rdg_status rdg_problem_provide(rdg_problem *p, const char *name);

/* Those that a run's solutions have. */
rdg_status rdg_problem_provide_blocks(rdg_problem *p, bool (*has)(const void *run, const char *block),
                                      const void *run);

/* --- problem.c */

/* Block of a variable. */
const rdg_block *rdg_problem_block_of(const rdg_problem *p, rdg_index variable);

/* Are all variables finite? If not, the message calls u `what`: "start value x[3] is nan". */
rdg_status rdg_problem_require_finite(rdg_problem *p, const char *where, const char *what, const double *u);

/* --- problem_function.c */

/* Check a function before it is added. */
rdg_status rdg_entry_check(rdg_problem *p, const char *where, const rdg_function *f, const rdg_index *index);

/* Add a function that was checked. f->data belongs to the problem after success. */
rdg_status rdg_entry_add(rdg_problem *p, const rdg_function *f, const rdg_index *index, bool is_monitor);

/* Fill in an entry but for its data's owner; what was allocated is released after a failure. */
rdg_status rdg_entry_create(rdg_problem *p, rdg_entry *entry, const rdg_function *f, const rdg_index *index,
                            const char *name);

/* Another function in the place of an entry's, that sees the variables index, [function->n]. */
rdg_status rdg_entry_replace(rdg_problem *p, rdg_entry *e, const rdg_function *function,
                             const rdg_index *index);

/* Free what an entry owns. */
void rdg_entry_release(rdg_entry *e);

/* Make sure that there is a pattern of second derivatives, with room for its values. */
rdg_status rdg_entry_prepare_hessian(rdg_context *ctx, rdg_entry *e);

/* --- problem_parameter.c */

/* The variable that a parameter is, or -1 if it is a function of variables. */
rdg_index rdg_problem_variable_of(const rdg_problem *p, rdg_index parameter);

/* --- problem_load.c */

void rdg_problem_release_load(rdg_problem *p);

/* --- problem_adjoint.c */

/* From here to rdg_problem_release_steady() the functions are functions of u alone: a callback's data does
 * not change. A Jacobian that adjoint equations ask for is evaluated once at each u then. May be nested. */
void rdg_problem_hold_steady(rdg_problem *p);
void rdg_problem_release_steady(rdg_problem *p);

/* What is frozen with the problem's own variables and equations: of the multiplier of an equation that is
 * left out the adjoint equation of the variable that is frozen with it. */
rdg_status rdg_problem_freeze_adjoint(rdg_problem *p);

/* Are a variable, or an equation, those of the adjoint equations, which follow the others? */
bool rdg_problem_is_adjoint(const rdg_problem *p, rdg_index variable, rdg_index row);

/* --- wrong_derivative.c */

enum { RDG_WRONG_SIZE = 320 };

/* A first derivative at the points u[0 .. count - 1], each of shape [n], that differences contradict beyond
 * doubt there and beside: its name and values into text, RDG_WRONG_SIZE characters. False: there is none, or
 * an evaluation failed. Functions that need no derivatives cost nothing, others about 20 evaluations.
 * held: [parameters], monitors that are not held are no equations of Newton's method, and left out; NULL: all
 * functions are asked. */
bool rdg_wrong_derivative(rdg_problem *p, const bool *held, rdg_index count, const double *const *u,
                          char *text);

/* --- extrapolate.c */

enum { RDG_MOST_DIFFERENCES = 9 };

/* Step k of a difference relative to the size of the variable: each is a quarter of the one before. */
double rdg_difference_step(int k);

/* Central differences d[] at these steps h[] or some of them, RDG_MOST_DIFFERENCES at most, extrapolated;
 * magnitude: of the terms that make up what was differenced. */
void rdg_extrapolate(const double *d, const double *h, int count, double magnitude, double *value,
                     double *doubt);

/* --- problem_print.c */

/* "u[1] (x[0])": a local variable, and what it is called in the problem, RDG_LOCAL_NAME characters */
enum { RDG_LOCAL_NAME = 96 };
void rdg_entry_name_variable(const rdg_problem *p, const rdg_entry *e, rdg_index local, char *name);

/* --- problem_event.c */

void rdg_problem_release_events(rdg_problem *p);

/* Special points and numbers of one problem for another, that has none. */
rdg_status rdg_problem_copy_events(rdg_problem *to, const rdg_problem *from);

/* --- callback.c */

/* What went wrong in an evaluation, into p->trouble. After RDG_ERR_CALLBACK nothing overwrites it until
 * rdg_problem_forget_trouble(). */
void rdg_problem_complain(rdg_problem *p, rdg_status status, const char *format, ...) RDG_PRINTF(3, 4);
void rdg_problem_forget_trouble(rdg_problem *p);

/* Has a callback asked to end the run? */
bool rdg_problem_is_aborted(const rdg_problem *p);

/* "zero" or "monitor" */
const char *rdg_entry_kind(const rdg_entry *e);

/* Once a callback has asked to end the run, none is called any more. */
bool rdg_problem_is_over(const rdg_problem *p);

/* Judge what a callback answered: its return value and the values it wrote. 0, > 0 or < 0. */
int rdg_entry_judge(rdg_problem *p, const rdg_entry *e, const char *callback, int answer, rdg_index count,
                    const double *values);

/* Values at e->u as it stands. */
int rdg_entry_value_here(rdg_problem *p, rdg_entry *e, double *y);

/* --- differences.c */

/* The Jacobian at e->u by differences, added to values that are 0. */
int rdg_entry_differences(rdg_problem *p, rdg_entry *e, double *values);

/* Are there derivatives, or a pattern of them, of the user's? */
bool rdg_entry_may_be_wrong(const rdg_entry *e);

/* Values at e->u are in e->y, if they are known: differences there see jumps then. */
void rdg_entry_keep_middle(rdg_entry *e, bool known);

/* Make sure that they are known. */
int rdg_entry_need_middle(rdg_problem *p, rdg_entry *e);

/* --- function.c */

/* Evaluation of one entry at the whole vector u. They answer as callbacks do: 0, > 0, < 0; values that are
 * not finite answer 1; p->trouble says why. Results lie in the entry's workspaces. */
int rdg_entry_value(rdg_problem *p, rdg_entry *e, const double *u);    /* e->y */
int rdg_entry_jacobian(rdg_problem *p, rdg_entry *e, const double *u); /* e->df_values */

/* The same, straight to where it is wanted; nothing is kept. */
int rdg_entry_jacobian_to(rdg_problem *p, rdg_entry *e, const double *u, double *values);
int rdg_entry_hessian(rdg_problem *p, rdg_entry *e, const double *u,
                      const double *lambda); /* e->d2f_values */

/* The same in pieces: own variables into e->u; their sizes into e->size, which only differences need; then
 * rdg_entry_value_here(), or derivatives at e->u as it stands. */
void rdg_entry_gather(rdg_entry *e, const double *u);
void rdg_entry_measure(const rdg_problem *p, rdg_entry *e);
int rdg_entry_jacobian_here(rdg_problem *p, rdg_entry *e, double *values);
int rdg_entry_hessian_here(rdg_problem *p, rdg_entry *e, const double *lambda);

/* out += sum_k lambda_k Hess(f_k) v, with v and out of shape [p->n]. Without d2f, one difference of df. */
int rdg_entry_hessian_times(rdg_problem *p, rdg_entry *e, const double *u, const double *lambda,
                            const double *v, double *out);

/* mu[j] of every parameter, shape [n_parameters]. */
int rdg_problem_parameters(rdg_problem *p, const double *u, double *mu);

/* Value and gradient, shape [n], of one parameter. gradient may be NULL. */
int rdg_problem_parameter(rdg_problem *p, rdg_index parameter, const double *u, double *value,
                          double *gradient);

/* out += Hess(parameter) v, shape [n] */
int rdg_problem_parameter_hessian_times(rdg_problem *p, rdg_index parameter, const double *u, const double *v,
                                        double *out);

#endif
