/* What toolboxes hang on a problem: functions that are requested while a run goes on, and what they state of
 * it. */
#ifndef RDG_HOOKS_IMPL_H
#define RDG_HOOKS_IMPL_H

#include "contents.h"
#include "description.h"
#include "moving.h"
#include "provide.h"
#include "text_impl.h"
#include "transport.h"

/* A function that moves along with the runs. */
typedef struct rdg_problem_mover {
    rdg_mover function;
    void *data;
} rdg_problem_mover;

/* What functions of a run store. */
typedef struct rdg_run_memory {
    const char *name;
    rdg_checkpoint_fn exchange; /* NULL: nothing */
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

/* --- moving.c */

/* Report the functions that move along of a point that a run goes on from. Answers as callbacks do. */
int rdg_problem_move(rdg_problem *p, const rdg_chart *chart);

/* A copy of the problem has them, too. */
rdg_status rdg_problem_copy_movers(rdg_problem *to, const rdg_problem *from);

/* --- transport.c */

rdg_status rdg_problem_copy_transports(rdg_problem *to, const rdg_problem *from);

/* Request all of them. 1: some have chosen anew; < 0: the run is to end. */
int rdg_problem_choose(rdg_problem *p, const rdg_chart *chart);

/* Carry variables, or a change of them, over, by those that have chosen or by all; go back; go back to the
 * run's start. */
void rdg_problem_carry(rdg_problem *p, bool all, double *u);
void rdg_problem_undo(rdg_problem *p);

/* What variables mean now is what they mean at the start of the run; NULL: in the problem's start values. */
void rdg_problem_settle(rdg_problem *p, const rdg_chart *start);
void rdg_problem_restore(rdg_problem *p, const rdg_chart *start);

/* --- description.c */

rdg_status rdg_problem_copy_accounts(rdg_problem *to, const rdg_problem *from);

/* What toolboxes state of the number of equations, to be put behind a message. */
void rdg_problem_tell_accounts(rdg_problem *p, char *text, size_t size);

rdg_status rdg_problem_copy_descriptions(rdg_problem *to, const rdg_problem *from);
void rdg_problem_release_descriptions(rdg_problem *p);

/* All that there is to be reported of a problem. */
void rdg_problem_describe(const rdg_contents *out, const rdg_problem *p);

/* --- table_column.c */

rdg_status rdg_problem_copy_columns(rdg_problem *to, const rdg_problem *from);
void rdg_problem_release_columns(rdg_problem *p);

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

#endif
