/* The matrices of a substructure as Abaqus and CalculiX write them: those of a user's element. */
#ifndef RDG_USER_ELEMENT_IMPL_H
#define RDG_USER_ELEMENT_IMPL_H

#include "fe_model_impl.h"

/* What the lines before have stated. Behind *USER ELEMENT come a comment with the node of each position, and
 * lines with the components there: "1, 2, 3" of the first position, then "position, components" where they
 * change. *MATRIX, TYPE=... has a lower triangle, row by row. */
typedef struct rdg_user_element {
    rdg_fe_model *model;
    int which; /* matrix that is wanted, of RDG_FE_... */
    enum { RDG_ELEMENT_NONE, RDG_ELEMENT_NODES, RDG_ELEMENT_DOFS, RDG_ELEMENT_VALUES, RDG_ELEMENT_SKIP } part;
    rdg_index n_nodes, node_capacity, *node;
    rdg_index positions;                        /* behind which the degrees of freedom are known */
    rdg_index n_list, list[RDG_MOST_COMPONENT]; /* components of the positions that follow */
    rdg_index n, dof_capacity, *dof;            /* [n] rows of the matrix, as indices of the model's table */
    rdg_index row, col;                         /* of the next value */
} rdg_user_element;

/* A line of such a file, from *USER ELEMENT on, comments included. */
rdg_status rdg_user_element_line(rdg_user_element *element, rdg_scan *scan);

/* The end of the file: is the matrix complete? */
rdg_status rdg_user_element_end(rdg_user_element *element, rdg_scan *scan);

void rdg_user_element_free(rdg_user_element *element);

#endif
