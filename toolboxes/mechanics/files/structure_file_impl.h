/* What files of structures consist of: for those who write and who read them. */
#ifndef RDG_STRUCTURE_FILE_IMPL_H
#define RDG_STRUCTURE_FILE_IMPL_H

#include "structure_file.h"

/* Whole numbers of the structure, in this order; new ones come last. */
enum {
    RDG_FILE_SIZE,
    RDG_FILE_PROPORTIONAL,
    RDG_FILE_BEAM_ELEMENTS,
    RDG_FILE_PLANE_NX,
    RDG_FILE_PLANE_NY,
    RDG_FILE_MIXED,
    RDG_FILE_HEADER
};

/* Numbers: mass_factor, stiffness_factor, loss_factor, file_length. */
enum { RDG_FILE_FACTORS = 4 };

/* Whole numbers of a label: node, direction, degree of freedom. */
enum { RDG_FILE_LABEL = 3 };

/* Named lists of degrees of freedom, one behind the other: displacements with weights, or sets. */
typedef struct rdg_file_lists {
    const char *of; /* "displacement" or "set" */
    rdg_index count, terms, chars;
    char *names;      /* [chars] texts with their zero bytes */
    rdg_index *start; /* [count + 1] */
    rdg_index *dof;   /* [terms] */
    double *weight;   /* [terms]; sets: NULL */
} rdg_file_lists;

void rdg_file_free_lists(rdg_file_lists *lists);

/* Name of an array of them in the file, "displacement.dof", written to `name`. */
const char *rdg_file_item(const rdg_file_lists *lists, const char *part, char name[32]);

#endif
