/* Entries of a matrix as a file lists them, and the symmetric matrix that they make. */
#ifndef RDG_ENTRIES_IMPL_H
#define RDG_ENTRIES_IMPL_H

#include "dof_table_impl.h"

#include <ridgewalk/structure.h>

#include <cholmod.h>

typedef struct rdg_entry {
    rdg_index row, col; /* from 0 */
    rdg_index line;     /* of the file */
    double value;
} rdg_entry;

/* Which entries of a symmetric matrix a file lists. */
typedef enum rdg_entries_form {
    RDG_ENTRIES_ANY,      /* one of each pair, or both of all: the entries show which */
    RDG_ENTRIES_TRIANGLE, /* one of each pair */
    RDG_ENTRIES_WHOLE     /* both of each pair */
} rdg_entries_form;

/* All that a file states of one matrix. */
typedef struct rdg_entries {
    rdg_context *ctx;
    const char *where;         /* public function, for messages; borrowed, likewise the next four */
    const char *path;          /* of the file */
    const char *remedy;        /* end of each message */
    const rdg_dof_table *dofs; /* names of rows and columns; NULL: they are numbered */
    char name[16];             /* of the matrix in the file, "KAAX"; "": it has none */
    rdg_entries_form form;
    bool is_given; /* the file has this matrix */
    bool may_be_unsymmetric;
    rdg_index n, capacity;
    rdg_entry *item; /* [n] */
} rdg_entries;

rdg_status rdg_entries_add(rdg_entries *entries, rdg_index row, rdg_index col, rdg_index line, double value);

/* The matrix of so many rows with both triangles, sorted, to be freed. place: shape [rows], new numbers of
 * rows and columns. RDG_ERR_FORMAT: an entry is there twice; RDG_ERR_ARGUMENT: it is not symmetric. */
rdg_status rdg_entries_matrix(const rdg_entries *entries, rdg_index rows, const rdg_index *place,
                              cholmod_common *common, cholmod_sparse **matrix);

/* The matrix of all entries at their places, sorted, to be freed; those given twice are added up.
 * Of a triangle the other one is added, too. */
rdg_status rdg_entries_sum(const rdg_entries *entries, rdg_index rows, cholmod_common *common,
                           cholmod_sparse **matrix);

/* A matrix as structures take it; borrowed */
rdg_sparse rdg_entries_borrow(const cholmod_sparse *X);

void rdg_entries_free(rdg_entries *entries);

#endif
