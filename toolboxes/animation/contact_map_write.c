/* The map of a labelled solution as a table, or on the surfaces of a mesh. */
#include "contact_map.h"

#include "contact_share_impl.h"
#include "contact_walk_impl.h"

#include <ridgewalk/fe_surface.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/toolbox.h>

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS = 4 };

static const char *const field_name[FIELDS] = {"stick", "slip", "separation", "energy_J"};

typedef struct map {
    rdg_context *ctx;
    rdg_hbm *hb;
    const char *path;
    const rdg_fe_mesh *mesh; /* NULL: none */
    rdg_contact_shares shares;
    rdg_contact_share *share; /* [shares.n] */
    bool *touched;            /* [nodes] by one contact */
    double omega;             /* rad/s */
} map;

static const char where[] = "rdg_contact_map_write";

static const rdg_element *contact_of(const map *m, rdg_index k)
{
    return rdg_element_at(rdg_hbm_structure(m->hb), m->shares.element[k]);
}

/* Nodes at which a contact acts; whether there is one */
static bool touch(const map *m, const rdg_fe_mesh *mesh, rdg_index k)
{
    const rdg_element *e = contact_of(m, k);
    bool found = false;
    memset(m->touched, 0, (size_t)rdg_fe_mesh_nodes(mesh) * sizeof *m->touched);
    for (rdg_index j = 0; j < e->d; j++) {
        found = rdg_fe_mesh_spread(mesh, e->at[j], 0.0, NULL, m->touched) || found;
    }
    return found;
}

/* --- the table */

/* RFC 4180: text in quotes, those within it twice */
static void write_text(FILE *file, const char *text)
{
    const bool plain = !text[strcspn(text, "\",\r\n")];
    fputs(plain ? "" : "\"", file);
    for (const char *c = text; *c; c++) {
        fputs(*c == '"' ? "\"" : "", file);
        fputc(*c, file);
    }
    fputs(plain ? "" : "\"", file);
}

static void write_node(const map *m, FILE *file, rdg_index k)
{
    rdg_index place = touch(m, m->mesh, k) ? 0 : rdg_fe_mesh_nodes(m->mesh);
    while (place < rdg_fe_mesh_nodes(m->mesh) && !m->touched[place]) {
        place++;
    }
    double x[3];
    if (rdg_fe_mesh_position(m->mesh, place, x)) {
        fprintf(file, ",%" PRId64 ",%.9g,%.9g,%.9g", rdg_fe_mesh_node(m->mesh, place), x[0], x[1], x[2]);
    } else {
        fputs(",,,,", file);
    }
}

static void write_table(const map *m, FILE *file)
{
    fprintf(file, "contact,stick,slip,separation,energy_J%s\n", m->mesh ? ",node,x_m,y_m,z_m" : "");
    for (rdg_index k = 0; k < m->shares.n; k++) {
        const rdg_contact_share *s = &m->share[k];
        write_text(file, contact_of(m, k)->name);
        fprintf(file, ",%.17g,%.17g,%.17g,%.17g", s->stick, s->slip, s->separation, s->energy);
        if (m->mesh) {
            write_node(m, file, k);
        }
        fputc('\n', file);
    }
}

/* The file appears when it is complete. */
static rdg_status write_csv(const map *m)
{
    const size_t size = strlen(m->path) + sizeof ".part";
    char *part = rdg_context_calloc(m->ctx, size, 1);
    if (!part) {
        return RDG_ERR_NO_MEMORY;
    }
    snprintf(part, size, "%s.part", m->path);
    FILE *file = fopen(part, "w");
    if (file) {
        void *locale = rdg_locale_begin();
        write_table(m, file);
        rdg_locale_end(locale);
    }
    const bool is_whole = file && !ferror(file);
    if (!file || fclose(file) != 0 || !is_whole || rename(part, m->path) != 0) {
        const int error = errno;
        if (file) {
            remove(part);
        }
        rdg_fail(m->ctx, RDG_ERR_IO, where, "cannot write \"%s\": %s", m->path, strerror(error));
    }
    rdg_free(part);
    return rdg_error_status(m->ctx);
}

/* --- on the surface */

/* Values of all contacts at the nodes of the surface: [FIELDS][nodes] */
static void collect(const map *m, const rdg_fe_mesh *surface, double *values, double *contacts)
{
    const rdg_index nodes = rdg_fe_mesh_nodes(surface);
    for (rdg_index k = 0; k < m->shares.n; k++) {
        const rdg_contact_share *s = &m->share[k];
        const double value[FIELDS] = {s->stick, s->slip, s->separation, s->energy};
        touch(m, surface, k);
        for (rdg_index i = 0; i < nodes; i++) {
            for (int f = 0; m->touched[i] && f < FIELDS; f++) {
                values[i + f * nodes] += value[f];
            }
            contacts[i] += m->touched[i];
        }
    }
    for (rdg_index i = 0; i < (FIELDS - 1) * nodes; i++) {
        values[i] /= contacts[i % nodes]; /* each node of the surface has one */
    }
}

static rdg_status write_surface(const map *m, const rdg_fe_mesh *surface)
{
    const size_t nodes = (size_t)rdg_fe_mesh_nodes(surface);
    double *values = rdg_context_calloc(m->ctx, FIELDS * nodes, sizeof *values);
    double *contacts = rdg_context_calloc(m->ctx, nodes, sizeof *contacts);
    rdg_status status = values && contacts ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        rdg_fe_field field[FIELDS];
        collect(m, surface, values, contacts);
        for (int f = 0; f < FIELDS; f++) {
            field[f] = (rdg_fe_field){field_name[f], 1, values + nodes * (size_t)f};
        }
        status = rdg_fe_mesh_write(surface, m->path, FIELDS, field);
    }
    rdg_free(values);
    rdg_free(contacts);
    return status;
}

static rdg_status write_vtu(const map *m)
{
    const rdg_index nodes = rdg_fe_mesh_nodes(m->mesh);
    bool *kept = rdg_context_calloc(m->ctx, (size_t)nodes, sizeof *kept);
    rdg_index elsewhere = 0;
    for (rdg_index k = 0; kept && k < m->shares.n; k++) {
        elsewhere += !touch(m, m->mesh, k);
        for (rdg_index i = 0; i < nodes; i++) {
            kept[i] = kept[i] || m->touched[i];
        }
    }
    if (kept && elsewhere == m->shares.n) {
        rdg_fail(m->ctx, RDG_ERR_ARGUMENT, where, "%s: no contact of \"%s\" acts at a node of the mesh",
                 m->path, rdg_structure_name(rdg_hbm_structure(m->hb)));
    } else if (elsewhere > 0) {
        rdg_write(m->ctx, RDG_CHANNEL_NOTE,
                  "note: %s: %" PRId64 " contacts of \"%s\" are at no node of the mesh\n", m->path, elsewhere,
                  rdg_structure_name(rdg_hbm_structure(m->hb)));
    }
    rdg_fe_mesh *surface = kept ? rdg_fe_mesh_skin(m->mesh, kept) : NULL;
    const rdg_status status = surface ? write_surface(m, surface) : rdg_error_status(m->ctx);
    rdg_fe_mesh_free(surface);
    rdg_free(kept);
    return status;
}

/* --- the solution */

static rdg_status find_shares(map *m, rdg_run *run, rdg_index label, double *Q)
{
    const rdg_index n = rdg_hbm_unknowns(m->hb);
    RDG_TRY(rdg_run_solution(run, label, "Q", n, Q));
    RDG_TRY(rdg_run_solution(run, label, "omega", 1, &m->omega));
    RDG_TRY(rdg_contact_shares_create(m->hb, where, &m->shares));
    m->share = rdg_context_calloc(m->ctx, (size_t)m->shares.n, sizeof *m->share);
    RDG_TRY(m->share ? RDG_OK : RDG_ERR_NO_MEMORY);
    for (rdg_index k = 0; k < m->shares.n; k++) {
        RDG_TRY(rdg_contact_share_find(&m->shares, m->shares.element[k], Q, m->omega, &m->share[k]));
    }
    return RDG_OK;
}

static rdg_status take_solution(map *m, rdg_run *run, rdg_index label)
{
    rdg_hbm_parameters *numbers = NULL;
    double *Q = rdg_context_calloc(m->ctx, (size_t)rdg_hbm_unknowns(m->hb), sizeof *Q);
    m->touched = rdg_context_calloc(m->ctx, (size_t)rdg_fe_mesh_nodes(m->mesh), sizeof *m->touched);
    rdg_status status = Q && m->touched ? RDG_OK : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        status = rdg_contact_use_row(m->hb, where, run, rdg_run_row_of_label(run, label), &numbers);
    }
    status = status == RDG_OK ? find_shares(m, run, label, Q) : status;
    rdg_hbm_parameters_free(numbers);
    rdg_free(Q);
    return status;
}

static bool ends_in(const char *path, const char *ending)
{
    const size_t n = strlen(path), m = strlen(ending);
    return n > m && strcmp(path + n - m, ending) == 0;
}

rdg_status rdg_contact_map_write(rdg_hbm *hb, const char *run, rdg_index label, const rdg_contact_map *given)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(hb, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, run, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, given, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, given->path, RDG_ERR_ARGUMENT);
    const bool is_table = ends_in(given->path, ".csv");
    if (!is_table && !(given->mesh && ends_in(given->path, ".vtu"))) {
        return RDG_FAIL(ctx, RDG_ERR_ARGUMENT, "\"%s\" ends in .csv, or in .vtu and has a mesh", given->path);
    }
    map m = {.ctx = ctx, .hb = hb, .path = given->path, .mesh = given->mesh};
    rdg_run *opened = rdg_run_open(ctx, run);
    rdg_status status = opened ? take_solution(&m, opened, label) : rdg_error_status(ctx);
    if (status == RDG_OK) {
        status = is_table ? write_csv(&m) : write_vtu(&m);
    }
    rdg_run_free(opened);
    rdg_contact_shares_free(&m.shares);
    rdg_free(m.share);
    rdg_free(m.touched);
    return status;
}
