/* What a run states of the problem and of the options. */
#ifndef RDG_RUN_FACTS_IMPL_H
#define RDG_RUN_FACTS_IMPL_H

#include "run_setup_impl.h"
#include "run_store_impl.h"

enum { RDG_N_FACT_TEXTS = 6, RDG_MAX_FACTS = 40 };

typedef struct rdg_run_facts {
    rdg_fact fact[RDG_MAX_FACTS];
    rdg_index count;
    char *text[RDG_N_FACT_TEXTS]; /* owned */
} rdg_run_facts;

/* The last fact is "frozen", the eliminated variables. On failure nothing is held. */
rdg_status rdg_run_facts_make(rdg_run_facts *facts, const rdg_problem *p, const rdg_run_setup *setup);
void rdg_run_facts_release(rdg_run_facts *facts);

/* Names and sizes of a problem's variables and parameters; the names belong to the problem. */
typedef struct rdg_run_layout {
    rdg_layout names; /* points to the rest */
    const char **block, **parameter, **unit;
    rdg_index *block_start;
    rdg_quantity_about *about;
} rdg_run_layout;

/* On failure nothing is held. */
rdg_status rdg_run_layout_make(rdg_run_layout *layout, const rdg_problem *p, const rdg_run_setup *setup);
void rdg_run_layout_release(rdg_run_layout *layout);

#endif
