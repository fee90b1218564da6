/* The inside of a hybrid system. */
#ifndef RDG_HYBRID_IMPL_H
#define RDG_HYBRID_IMPL_H

#include <ridgewalk/hybrid.h>

#include <stdbool.h>

typedef struct rdg_hybrid_edge {
    rdg_hybrid_event_surface event;
    rdg_index from, to; /* places of its modes */
} rdg_hybrid_edge;

struct rdg_hybrid {
    rdg_context *ctx;
    char *name;
    rdg_index n_parameters;
    char **parameter, **unit; /* [n_parameters] */
    double *value;            /* [n_parameters] */
    rdg_index omega;          /* place of the forcing's; -1: autonomous */
    rdg_index n_modes, mode_capacity;
    rdg_hybrid_phase *mode;
    rdg_index n_edges, edge_capacity;
    rdg_hybrid_edge *edge;
    rdg_hybrid_entry *entry; /* makes what follows a mode; NULL: all is there */
    void *entry_data;
    void (*free_entry)(void *data);
    rdg_index entered_capacity;
    bool *entered; /* [entered_capacity] modes that have been */
};

/* --- hybrid_names.c: what a list of names states of one; each fails with the names that there are. */

/* Name of item i of a list. */
typedef const char *rdg_hybrid_name_of(const rdg_hybrid *h, rdg_index i);

const char *rdg_hybrid_parameter_name(const rdg_hybrid *h, rdg_index i);
const char *rdg_hybrid_mode_name(const rdg_hybrid *h, rdg_index i);
const char *rdg_hybrid_edge_name(const rdg_hybrid *h, rdg_index i);

/* The same, recorded as a failure of `where` where it is not there. what: "mode". */
rdg_index rdg_hybrid_need(rdg_hybrid *h, const char *where, const char *what, rdg_hybrid_name_of *name_of,
                          rdg_index count, const char *name);

/* That a new name is one, and not taken. */
rdg_status rdg_hybrid_new_name(rdg_hybrid *h, const char *where, const char *what,
                               rdg_hybrid_name_of *name_of, rdg_index count, const char *name);

/* --- hybrid_add.c */
rdg_status rdg_hybrid_append_mode(rdg_hybrid *h, const char *where, const rdg_hybrid_phase *mode);

/* --- hybrid_create.c */

#endif
