/* Elements: their types in files, and the cell types of VTK in which they are drawn. */
#include "mesh_impl.h"

#include <string.h>

/* Nodes on edges: Nastran has those of the edges between the two faces before those of the second face. */
static const int hexa_20[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 16, 17, 18, 19, 12, 13, 14, 15};
static const int wedge_15[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 13, 14, 9, 10, 11};

static const rdg_cell_shape line_2 = {3, 2, NULL}, line_3 = {4, 3, NULL}; /* the middle one is the second */
static const rdg_cell_shape flat[] = {{5, 3, NULL}, {9, 4, NULL}, {22, 6, NULL}, {23, 8, NULL}};
static const rdg_cell_shape solid[] = {{10, 4, NULL},  {13, 6, NULL},  {12, 8, NULL},
                                       {24, 10, NULL}, {26, 15, NULL}, {25, 20, NULL}};
static const rdg_cell_shape nastran_wedge = {26, 15, wedge_15}, nastran_hexa = {25, 20, hexa_20};

static const rdg_cell_shape *with_nodes(const rdg_cell_shape *shapes, size_t n, rdg_index nodes)
{
    for (size_t k = 0; k < n; k++) {
        if (shapes[k].nodes == nodes) {
            return &shapes[k];
        }
    }
    return NULL;
}

static const rdg_cell_shape *flat_with(rdg_index nodes)
{
    return with_nodes(flat, sizeof flat / sizeof *flat, nodes);
}

static const rdg_cell_shape *solid_with(rdg_index nodes)
{
    return with_nodes(solid, sizeof solid / sizeof *solid, nodes);
}

/* Does a type consist of this family and a number, with any letters behind? */
static bool is_of(rdg_span type, const char *family, rdg_index *number)
{
    if (!rdg_span_begins(type, family)) {
        return false;
    }
    const char *from = type.from + strlen(family), *to = from;
    while (to < type.to && *to >= '0' && *to <= '9') {
        to++;
    }
    return rdg_span_index((rdg_span){from, to}, 1, 99, number);
}

const rdg_cell_shape *rdg_cell_of_inp(rdg_span type)
{
    static const char *const solids[] = {"C3D", "SC"};
    static const char *const flats[] = {"STRI", "S", "CPS", "CPE", "CAX", "M3D"};
    rdg_index number = 0;
    for (size_t k = 0; k < sizeof solids / sizeof *solids; k++) {
        if (is_of(type, solids[k], &number)) {
            return solid_with(number);
        }
    }
    for (size_t k = 0; k < sizeof flats / sizeof *flats; k++) {
        if (is_of(type, flats[k], &number)) {
            return flat_with(number);
        }
    }
    if (is_of(type, "B", &number)) { /* B31: in space, of order 1 */
        return number % 10 == 1 ? &line_2 : number % 10 == 2 ? &line_3 : NULL;
    }
    if (is_of(type, "T2D", &number) || is_of(type, "T3D", &number)) {
        return number == 2 ? &line_2 : number == 3 ? &line_3 : NULL;
    }
    return NULL;
}

const rdg_cell_shape *rdg_cell_of_card(rdg_span card, int nodes)
{
    static const struct {
        const char *card;
        int nodes;
        const rdg_cell_shape *shape;
    } known[] = {{"CTETRA", 4, &solid[0]},       {"CTETRA", 10, &solid[3]}, {"CPENTA", 6, &solid[1]},
                 {"CPENTA", 15, &nastran_wedge}, {"CHEXA", 8, &solid[2]},   {"CHEXA", 20, &nastran_hexa},
                 {"CTRIA3", 3, &flat[0]},        {"CTRIA6", 3, &flat[0]},   {"CTRIA6", 6, &flat[2]},
                 {"CQUAD4", 4, &flat[1]},        {"CQUAD8", 4, &flat[1]},   {"CQUAD8", 8, &flat[3]},
                 {"CROD", 2, &line_2},           {"CBAR", 2, &line_2},      {"CBEAM", 2, &line_2}};
    const rdg_cell_shape *best = NULL;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        if (rdg_span_equals(card, known[k].card) && known[k].nodes <= nodes) {
            best = known[k].shape;
        }
    }
    return best;
}

rdg_status rdg_mesh_add_cell(rdg_mesh *mesh, const rdg_cell_shape *shape, rdg_span type, rdg_index line,
                             const rdg_index *nodes)
{
    if (!shape) {
        if (mesh->unknown_cells++ == 0) {
            rdg_text_clean(mesh->unknown_type, sizeof mesh->unknown_type, type.from,
                           (size_t)(type.to - type.from));
        }
        return RDG_OK;
    }
    RDG_TRY(rdg_context_reserve(mesh->ctx, &mesh->cell, &mesh->cell_capacity, mesh->n_cells + 1,
                                sizeof *mesh->cell));
    RDG_TRY(rdg_context_reserve(mesh->ctx, &mesh->corner, &mesh->corner_capacity,
                                mesh->n_corners + shape->nodes, sizeof *mesh->corner));
    mesh->cell[mesh->n_cells++] = (rdg_mesh_cell){shape, mesh->n_corners, line};
    for (int k = 0; k < shape->nodes; k++) {
        mesh->corner[mesh->n_corners + (shape->order ? shape->order[k] : k)] = nodes[k];
    }
    mesh->n_corners += shape->nodes;
    return RDG_OK;
}
