/* Nodes, sets of nodes and, on request, elements of a file. */
#ifndef RDG_MESH_IMPL_H
#define RDG_MESH_IMPL_H

#include "scan_impl.h"

typedef struct rdg_mesh_node {
    rdg_index node, line;
    double position[3];
} rdg_mesh_node;

/* Where a set has another one: `first` of its range, and the index of the other set is `last` */
enum { RDG_MESH_SET = 0 };

/* Nodes first, first + step, ... up to last, in the order in which a set names them */
typedef struct rdg_mesh_range {
    rdg_index first, last, step, line;
} rdg_mesh_range;

typedef struct rdg_mesh_set {
    char *name;
    rdg_index n, capacity;
    rdg_mesh_range *range; /* [n] */
} rdg_mesh_set;

/* The shape of an element: its cell type of VTK, and the order of its nodes there */
typedef struct rdg_cell_shape {
    int vtk, nodes;
    const int *order; /* [nodes] place of the file's node k in VTK's order; NULL: the same order */
} rdg_cell_shape;

typedef struct rdg_mesh_cell {
    const rdg_cell_shape *shape;
    rdg_index first, line; /* of its vertices; in the file */
} rdg_mesh_cell;

enum { RDG_TYPE_SIZE = 24, RDG_CELL_NODES = 20 }; /* of the name of an element type; most nodes of a cell */

typedef struct rdg_mesh {
    rdg_context *ctx;
    rdg_index n_nodes, node_capacity, n_sets, set_workspace;
    rdg_mesh_node *node;    /* [n_nodes] */
    rdg_mesh_set *set;      /* [n_sets] */
    rdg_index left_out;     /* sets that are made in a way that is not read: of elements, by exception */
    bool has_other_members; /* sets may be of elements, or have numbers of no node */
    rdg_index local;        /* nodes with displacements in a coordinate system of their own */
    bool has_cells;         /* elements are read, too */
    rdg_index n_cells, cell_capacity, n_corners, corner_capacity;
    rdg_mesh_cell *cell;              /* [n_cells] */
    rdg_index *corner;                /* [n_corners] numbers of nodes */
    rdg_index unknown_cells;          /* elements of other types, */
    char unknown_type[RDG_TYPE_SIZE]; /* of which this is the first */
} rdg_mesh;

/* The shape of a type of Abaqus, as C3D8R; of a card of Nastran with so many nodes. NULL: another one. */
const rdg_cell_shape *rdg_cell_of_inp(rdg_span type);
const rdg_cell_shape *rdg_cell_of_card(rdg_span card, int nodes);

/* An element, by the numbers of its nodes in the order of the file; with shape NULL it is counted alone. */
rdg_status rdg_mesh_add_cell(rdg_mesh *mesh, const rdg_cell_shape *shape, rdg_span type, rdg_index line,
                             const rdg_index *nodes);

rdg_status rdg_mesh_add_node(rdg_mesh *mesh, const rdg_scan *scan, rdg_index node, const double position[3]);

/* The set of this name (clean, in letters of any case), an empty one if it is new; NULL after a failure,
 * recorded. It is valid until the next call. */
rdg_mesh_set *rdg_mesh_set_named(rdg_mesh *mesh, rdg_span name);

/* NULL: there is none of this name. */
rdg_mesh_set *rdg_mesh_find_set(const rdg_mesh *mesh, rdg_span name);

rdg_status rdg_mesh_set_add(rdg_mesh_set *set, const rdg_scan *scan, rdg_index first, rdg_index last,
                            rdg_index step);

/* Sort the nodes by their numbers. RDG_ERR_FORMAT: one is there twice, at two places */
rdg_status rdg_mesh_sort(rdg_mesh *mesh, const rdg_scan *scan);

/* In a sorted mesh; NULL: there is no such node */
const rdg_mesh_node *rdg_mesh_find(const rdg_mesh *mesh, rdg_index node);

void rdg_mesh_free(rdg_mesh *mesh);

/* Read a file into an empty mesh, and sort it. RDG_ERR_ARGUMENT: another ending */
rdg_status rdg_mesh_read(rdg_mesh *mesh, const char *where, const char *file, const char *remedy);

/* The formats, from a scan that is open: Abaqus and CalculiX, Nastran's bulk data, Ansys's CDWRITE */
rdg_status rdg_mesh_read_inp(rdg_mesh *mesh, rdg_scan *scan);
rdg_status rdg_mesh_read_bulk(rdg_mesh *mesh, rdg_scan *scan);
rdg_status rdg_mesh_read_cdb(rdg_mesh *mesh, rdg_scan *scan);

#endif
