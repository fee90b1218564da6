/* GRID cards, elements and sets of Nastran: SET1 in the bulk data, SET in the case control. */
#include "bulk_impl.h"
#include "coordinate_systems_impl.h"
#include "mesh_impl.h"

#include <inttypes.h>
#include <string.h>

/* A card of a fixed number of fields, collected over its lines; and the set that is being read. */
typedef struct reading {
    rdg_mesh *mesh;
    rdg_scan *scan;
    rdg_coordinate_systems systems;
    rdg_index n_within, within_capacity, *within; /* [nodes] coordinate system of each */
    enum { OTHER, SYSTEM, SET, CELL } card;
    int n;           /* fields of the card so far */
    bool continues;  /* a line of the case control follows */
    rdg_index first; /* a number that may begin a range */
    bool has_thru;
    rdg_mesh_set *set;
    char type[RDG_TYPE_SIZE]; /* of the element that is being read, where it begins, and its nodes */
    rdg_index line, node[RDG_CELL_NODES];
    int n_nodes;     /* of it so far */
    bool is_gapless; /* no node is left out so far */
} reading;

static rdg_status read_index(const reading *r, rdg_span field, rdg_index least, const char *what,
                             rdg_index *value)
{
    *value = 0;
    return (rdg_span_is_empty(field) && least == 0) || rdg_span_index(field, least, INT32_MAX, value)
               ? RDG_OK
               : rdg_scan_fail(r->scan, field, RDG_ERR_FORMAT, "expected the number of a %s", what);
}

/* --- nodes */

static rdg_status read_grid(reading *r, const rdg_bulk *line)
{
    rdg_index node = 0, system = 0, displacement = 0;
    double position[3] = {0};
    RDG_TRY(rdg_bulk_node(r->scan, line->field[0], &node));
    RDG_TRY(read_index(r, line->field[1], 0, "coordinate system", &system));
    for (int d = 0; d < 2; d++) {
        RDG_TRY(rdg_span_is_empty(line->field[2 + d])
                    ? RDG_OK
                    : rdg_scan_real(r->scan, line->field[2 + d], &position[d]));
    }
    if (line->n == 4) { /* the third coordinate is on the second line */
        rdg_bulk more;
        if (!rdg_bulk_line(r->scan, &more) || !rdg_span_is_empty(more.card)) {
            return rdg_error_status(r->mesh->ctx) != RDG_OK
                       ? rdg_error_status(r->mesh->ctx)
                       : rdg_scan_fail(r->scan, (rdg_span){r->scan->text, r->scan->text}, RDG_ERR_FORMAT,
                                       "expected the second line of GRID*");
        }
        RDG_TRY(rdg_span_is_empty(more.field[0]) ? RDG_OK
                                                 : rdg_scan_real(r->scan, more.field[0], &position[2]));
        RDG_TRY(read_index(r, more.field[1], 0, "coordinate system", &displacement));
    } else {
        RDG_TRY(rdg_span_is_empty(line->field[4]) ? RDG_OK
                                                  : rdg_scan_real(r->scan, line->field[4], &position[2]));
        RDG_TRY(read_index(r, line->field[5], 0, "coordinate system", &displacement));
    }
    r->mesh->local += displacement != 0;
    RDG_TRY(rdg_context_reserve(r->mesh->ctx, &r->within, &r->within_capacity, r->n_within + 1,
                                sizeof *r->within));
    r->within[r->n_within++] = system;
    return rdg_mesh_add_node(r->mesh, r->scan, node, position);
}

/* --- coordinate systems: number, system within, nine coordinates */

static rdg_status begin_system(reading *r, char kind)
{
    rdg_coordinate_systems *all = &r->systems;
    RDG_TRY(rdg_context_reserve(r->mesh->ctx, &all->item, &all->capacity, all->n + 1, sizeof *all->item));
    all->item[all->n++] = (rdg_coordinate_system){.kind = kind, .line = r->scan->line};
    r->card = SYSTEM;
    r->n = 0;
    return RDG_OK;
}

static rdg_status read_system(reading *r, const rdg_bulk *line)
{
    rdg_coordinate_system *s = &r->systems.item[r->systems.n - 1];
    for (int k = 0; k < line->n; k++, r->n++) {
        if (r->n < 2) {
            RDG_TRY(read_index(r, line->field[k], r->n == 0, "coordinate system",
                               r->n == 0 ? &s->number : &s->within));
        } else if (r->n < 11 && !rdg_span_is_empty(line->field[k])) {
            RDG_TRY(rdg_scan_real(r->scan, line->field[k], &s->point[(r->n - 2) / 3][(r->n - 2) % 3]));
        }
    }
    return RDG_OK;
}

/* --- sets */

/* A member, "THRU", or what makes it a set that is not read: ALL, EXCEPT, a frequency */
static rdg_status read_member(reading *r, rdg_span word)
{
    rdg_index node = 0;
    double number = 0;
    if (rdg_span_equals(word, "THRU") && r->first > 0) {
        r->has_thru = true;
        return RDG_OK;
    }
    const bool is_index = rdg_span_index(word, 1, INT32_MAX, &node);
    if (rdg_span_equals(word, "ALL") || rdg_span_equals(word, "EXCEPT") ||
        (!is_index && rdg_span_real(word, &number))) {
        r->mesh->left_out++;
        r->set->n = 0;
        r->card = OTHER;
        return RDG_OK;
    }
    if (!is_index || (r->has_thru && node < r->first)) {
        return rdg_scan_fail(r->scan, word, RDG_ERR_FORMAT,
                             "expected the number of a node, or THRU and a greater one");
    }
    if (r->has_thru) {
        r->set->range[r->set->n - 1].last = node;
    } else {
        RDG_TRY(rdg_mesh_set_add(r->set, r->scan, node, node, 1));
    }
    r->first = r->has_thru ? 0 : node;
    r->has_thru = false;
    return RDG_OK;
}

static rdg_status begin_set(reading *r, rdg_span name)
{
    rdg_index number = 0;
    RDG_TRY(read_index(r, name, 1, "set", &number));
    r->set = rdg_mesh_set_named(r->mesh, name);
    r->card = SET;
    r->first = 0;
    r->has_thru = false;
    return r->set ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* SET 5 = 1, 2, 10 THRU 20, and lines that follow while a comma ends one */
static rdg_status read_case_control(reading *r)
{
    rdg_scan *scan = r->scan;
    const char *equals = strchr(scan->text, '=');
    if (!r->continues) {
        const rdg_span line = rdg_scan_field(scan, 0, scan->length);
        const size_t first = (size_t)(line.from - scan->text) + 4;
        RDG_TRY(begin_set(r, rdg_scan_field(scan, first, (size_t)(equals - scan->text) - first)));
        scan->at = equals + 1;
    }
    while (r->card == SET && *(scan->at += strspn(scan->at, " \t"))) {
        RDG_TRY(read_member(r, rdg_scan_word(scan)));
    }
    const rdg_span line = rdg_scan_field(scan, 0, scan->length);
    r->continues = r->card == SET && line.to[-1] == ',';
    return RDG_OK;
}

static bool is_case_control_set(const rdg_scan *scan)
{
    const rdg_span line = rdg_scan_field(scan, 0, scan->length);
    const char *equals = strchr(line.from, '=');
    return rdg_span_begins(line, "SET ") && equals && equals > line.from + 4;
}

static rdg_status read_set1(reading *r, const rdg_bulk *line, int from)
{
    for (int k = from; k < line->n && r->card == SET; k++) {
        RDG_TRY(rdg_span_is_empty(line->field[k]) ? RDG_OK : read_member(r, line->field[k]));
    }
    return RDG_OK;
}

/* --- elements: number, property, nodes; those on edges may be left out */

static rdg_status read_cell(reading *r, const rdg_bulk *line)
{
    enum { BEFORE = 2 };
    for (int k = 0; k < line->n; k++, r->n++) {
        const int place = r->n - BEFORE;
        if (place < 0 || place >= RDG_CELL_NODES || !r->is_gapless) {
            continue;
        }
        r->is_gapless = rdg_span_index(line->field[k], 1, INT32_MAX, &r->node[place]);
        r->n_nodes += r->is_gapless;
    }
    return RDG_OK;
}

static bool is_cell(rdg_span card)
{
    return rdg_cell_of_card(card, RDG_CELL_NODES) != NULL;
}

static rdg_status begin_cell(reading *r, const rdg_bulk *line)
{
    r->card = CELL;
    r->n = 0;
    r->n_nodes = 0;
    r->is_gapless = true;
    r->line = r->scan->line;
    rdg_text_clean(r->type, sizeof r->type, line->card.from, (size_t)(line->card.to - line->card.from));
    return read_cell(r, line);
}

/* The card before, which ends where another one begins */
static rdg_status finish_cell(reading *r)
{
    if (r->card != CELL) {
        return RDG_OK;
    }
    const rdg_span type = {r->type, r->type + strlen(r->type)};
    r->card = OTHER;
    return rdg_mesh_add_cell(r->mesh, rdg_cell_of_card(type, r->n_nodes), type, r->line, r->node);
}

/* --- cards */

static rdg_status begin_card(reading *r, const rdg_bulk *line)
{
    RDG_TRY(finish_cell(r));
    r->card = OTHER;
    if (r->mesh->has_cells && is_cell(line->card)) {
        return begin_cell(r, line);
    }
    if (rdg_span_equals(line->card, "GRID")) {
        return read_grid(r, line);
    }
    rdg_index system = 0;
    if (rdg_span_equals(line->card, "GRDSET") && rdg_span_index(line->field[1], 1, INT32_MAX, &system)) {
        return rdg_scan_fail(r->scan, line->field[1], RDG_ERR_FORMAT,
                             "expected the coordinate system on each card GRID, and none on GRDSET");
    }
    if (rdg_span_begins(line->card, "CORD2") && line->card.to - line->card.from == 6) {
        RDG_TRY(begin_system(r, *(line->card.to - 1)));
        return read_system(r, line);
    }
    if (rdg_span_equals(line->card, "SET1")) {
        RDG_TRY(begin_set(r, line->field[0]));
        return read_set1(r, line, 1);
    }
    return RDG_OK;
}

static rdg_status read_line(reading *r, const rdg_bulk *line)
{
    if (r->continues || is_case_control_set(r->scan)) {
        return read_case_control(r);
    }
    if (!rdg_span_is_empty(line->card)) {
        return begin_card(r, line);
    }
    return r->card == SYSTEM ? read_system(r, line)
           : r->card == SET  ? read_set1(r, line, 0)
           : r->card == CELL ? read_cell(r, line)
                             : RDG_OK;
}

rdg_status rdg_mesh_read_bulk(rdg_mesh *mesh, rdg_scan *scan)
{
    reading r = {.mesh = mesh, .scan = scan};
    mesh->has_other_members = true;
    rdg_bulk line;
    rdg_status status = RDG_OK;
    while (status == RDG_OK && rdg_bulk_line(scan, &line)) {
        status = read_line(&r, &line);
    }
    status = status == RDG_OK ? finish_cell(&r) : status;
    for (rdg_index i = 0; r.within && status == RDG_OK && i < r.n_within; i++) {
        status = rdg_coordinates_to_global(&r.systems, scan, mesh->node[i].line, r.within[i],
                                           mesh->node[i].position);
    }
    rdg_free(r.systems.item);
    rdg_free(r.within);
    return rdg_error_status(mesh->ctx);
}
