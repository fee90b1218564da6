/* run.json: what a run was. Two parts, so that the first one, made when the run starts, is kept as text and
 * only the second is made anew when it ends. */
#ifndef RDG_RUN_JSON_IMPL_H
#define RDG_RUN_JSON_IMPL_H

#include "run_store_impl.h"

#include <stdbool.h>

/* The first part: library, name, layout, facts. To be freed with rdg_free(); NULL: no memory. */
char *rdg_run_json_head(const char *name, const rdg_layout *layout, const rdg_fact *facts, rdg_index n_facts);

/* The second part, from "finished" to the last brace, likewise. `facts` are written when it is finished. */
char *rdg_run_json_tail(bool finished, const rdg_fact *facts, rdg_index n_facts);

#endif
