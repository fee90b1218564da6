/* A labelled solution: harmonics at the nodes of the mesh, contacts, and a file for each instant. */
#include "animation.h"

#include "contact_march_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/run_data.h>
#include <ridgewalk/structure_nodes.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/wave.h>

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DEFAULT_FRAMES = 24, MOST_FRAMES = 100000, FIELDS = 4 };

typedef struct animation {
    rdg_context *ctx;
    rdg_hbm *hb;
    rdg_structure *s; /* of the harmonic balance */
    const rdg_fe_mesh *mesh;
    const rdg_component *by;
    rdg_structure *relative;
    const rdg_basis *basis;
    rdg_run *run;
    rdg_hbm_parameters *numbers; /* of the run */
    rdg_index frames, nodes;
    double omega, alpha, *Q; /* the solution */
    double *series;          /* [n_coefficients * 3 nodes] */
    double *amplitude;       /* [nodes] */
    double *now;             /* [3 nodes] displacements of a frame */
    bool has_contacts;       /* the next ones are written */
    double *state;           /* [frames * nodes] */
    double *force;           /* [frames * 3 nodes] */
} animation;

static const char where[] = "rdg_animate";

/* --- the motion */

static rdg_status read_solution(animation *a, rdg_index label)
{
    const rdg_index n = rdg_hbm_unknowns(a->hb);
    a->Q = rdg_context_calloc(a->ctx, (size_t)n, sizeof *a->Q);
    RDG_TRY(a->Q ? RDG_OK : RDG_ERR_NO_MEMORY);
    RDG_TRY(rdg_run_solution(a->run, label, "Q", n, a->Q));
    RDG_TRY(rdg_run_solution(a->run, label, "omega", 1, &a->omega));
    RDG_TRY(rdg_run_solution(a->run, label, "alpha", 1, &a->alpha));
    return rdg_contact_use_row(a->hb, where, a->run, rdg_run_row_of_label(a->run, label), &a->numbers);
}

/* A displacement of a node from relative ones. Nodes away from the contacts have kept their coordinates. */
static rdg_status take_node(const animation *a, rdg_index node, int d, const double *u, double *value)
{
    rdg_index n = 0;
    const rdg_index *dof = NULL, kept = rdg_node_dof(a->relative, node, "xyz"[d]);
    const double *weight = NULL;
    char name[32];
    *value = 0.0;
    if (kept >= 0) {
        *value = u[kept];
    } else if (rdg_node_dof(rdg_fe_mesh_structure(a->mesh), node, "xyz"[d]) >= 0) {
        snprintf(name, sizeof name, "%" PRId64 ".%c", node, "xyz"[d]);
        RDG_TRY(rdg_structure_displacement(a->relative, where, name, &n, &dof, &weight));
    }
    for (rdg_index i = 0; i < n; i++) {
        *value += weight[i] * u[dof[i]];
    }
    return RDG_OK;
}

/* Displacements at the nodes from those of the harmonic balance's structure */
static rdg_status take_nodes(const animation *a, const double *q, double *whole, double *values)
{
    if (a->by) {
        RDG_TRY(rdg_component_expand(a->by, q, whole));
    }
    const double *u = a->by ? whole : q;
    for (rdg_index i = 0; a->relative && i < 3 * a->nodes; i++) {
        RDG_TRY(take_node(a, rdg_fe_mesh_node(a->mesh, i / 3), (int)(i % 3), u, values + i));
    }
    return a->relative ? RDG_OK : rdg_fe_mesh_displacement(a->mesh, u, values);
}

static rdg_status expand(animation *a, double *q, double *whole)
{
    const rdg_index size = rdg_structure_size(a->s);
    double *values = a->series;
    for (rdg_index k = -a->basis->has_static; k < a->basis->n_harmonics; k++) {
        const int harmonic = k < 0 ? 0 : a->basis->harmonic[k];
        RDG_TRY(rdg_hbm_expand(a->hb, harmonic, a->omega, a->alpha, a->Q, q));
        for (int part = 0; part < (k < 0 ? 1 : 2); part++, values += 3 * a->nodes) {
            RDG_TRY(take_nodes(a, q + part * size, whole, values));
        }
    }
    return RDG_OK;
}

static void find_amplitudes(const animation *a)
{
    const double *dynamic = a->series + (a->basis->has_static ? 3 * a->nodes : 0);
    for (rdg_index i = 0; i < a->nodes; i++) {
        double sum = 0.0;
        for (rdg_index k = 0; k < 2 * a->basis->n_harmonics; k++) {
            const double *u = dynamic + 3 * (k * a->nodes + i);
            sum += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
        }
        a->amplitude[i] = sqrt(sum / 2.0);
    }
}

static rdg_status find_motion(animation *a)
{
    const rdg_index size = rdg_structure_size(a->s);
    double *q = rdg_context_calloc(a->ctx, 2 * (size_t)size, sizeof *q);
    double *whole =
        rdg_context_calloc(a->ctx, (size_t)rdg_structure_size(rdg_fe_mesh_structure(a->mesh)), sizeof *whole);
    rdg_status status = q && whole ? expand(a, q, whole) : RDG_ERR_NO_MEMORY;
    rdg_free(q);
    rdg_free(whole);
    if (status == RDG_OK) {
        find_amplitudes(a);
    }
    return status;
}

static void place_nodes(const animation *a, rdg_index frame)
{
    const rdg_index n = 3 * a->nodes;
    const double *u = a->series, tau = 2.0 * RDG_PI * (double)frame / (double)a->frames;
    memset(a->now, 0, (size_t)n * sizeof *a->now);
    if (a->basis->has_static) {
        memcpy(a->now, u, (size_t)n * sizeof *u);
        u += n;
    }
    for (rdg_index k = 0; k < a->basis->n_harmonics; k++, u += 2 * n) {
        const double c = cos(a->basis->harmonic[k] * tau), s = sin(a->basis->harmonic[k] * tau);
        for (rdg_index i = 0; i < n; i++) {
            a->now[i] += c * u[i] + s * u[n + i];
        }
    }
}

/* --- contacts */

/* Whether it acts at a node of the mesh */
static bool is_on_mesh(const animation *a, const rdg_element *e)
{
    bool found = false;
    for (rdg_index j = 0; j < e->d; j++) {
        found = rdg_fe_mesh_spread(a->mesh, e->at[j], 0.0, NULL, NULL) || found;
    }
    return found;
}

static void spread(const animation *a, const rdg_element *e, const int *state, const double *force,
                   bool *touched)
{
    for (rdg_index f = 0; f < a->frames; f++) {
        memset(touched, 0, (size_t)a->nodes * sizeof *touched);
        for (rdg_index j = 0; j < e->d; j++) {
            rdg_fe_mesh_spread(a->mesh, e->at[j], force[f * e->d + j], a->force + f * 3 * a->nodes, touched);
        }
        double *shown = a->state + f * a->nodes;
        for (rdg_index i = 0; i < a->nodes; i++) {
            shown[i] = touched[i] && state[f] > shown[i] ? state[f] : shown[i];
        }
    }
}

typedef struct contact_capacity {
    double *z, *answer, *rest, *force;
    int *state;
    bool *touched;
} contact_capacity;

static rdg_status add_contact(animation *a, rdg_index i, const contact_capacity *workspace)
{
    const rdg_element *e = rdg_element_at(a->s, i);
    rdg_contact_motion motion = {.element = e, .basis = a->basis, .z = workspace->z, .omega = a->omega};
    /* displacements alone are needed; a force law outside its domain is found in time */
    (void)rdg_hbm_element_state(a->hb, i, a->Q, a->omega, workspace->z, workspace->answer);
    RDG_TRY(rdg_error_status(a->ctx));
    RDG_TRY(rdg_contact_rest(a->hb, where, e, workspace->rest, &motion.rest));
    void *self = rdg_contact_self(a->hb, i);
    RDG_TRY(rdg_error_status(a->ctx));
    motion.self = self;
    const rdg_status status =
        rdg_contact_march(a->ctx, &motion, a->frames, workspace->state, workspace->force);
    rdg_contact_self_free(e, self);
    RDG_TRY(status);
    spread(a, e, workspace->state, workspace->force, workspace->touched);
    return RDG_OK;
}

static rdg_status with_capacity(animation *a, rdg_index i)
{
    const size_t d = (size_t)rdg_element_at(a->s, i)->d, n = d * (size_t)a->basis->n_coefficients;
    const size_t frames = (size_t)a->frames;
    contact_capacity workspace = {
        .z = rdg_context_calloc(a->ctx, n, sizeof *workspace.z),
        .answer = rdg_context_calloc(a->ctx, n, sizeof *workspace.answer),
        .rest = rdg_context_calloc(a->ctx, d, sizeof *workspace.rest),
        .force = rdg_context_calloc(a->ctx, frames * d, sizeof *workspace.force),
        .state = rdg_context_calloc(a->ctx, frames, sizeof *workspace.state),
        .touched = rdg_context_calloc(a->ctx, (size_t)a->nodes, sizeof *workspace.touched)};
    const bool all = workspace.z && workspace.answer && workspace.rest && workspace.force &&
                     workspace.state && workspace.touched;
    const rdg_status status = all ? add_contact(a, i, &workspace) : RDG_ERR_NO_MEMORY;
    rdg_free(workspace.z);
    rdg_free(workspace.answer);
    rdg_free(workspace.rest);
    rdg_free(workspace.force);
    rdg_free(workspace.state);
    rdg_free(workspace.touched);
    return status;
}

static rdg_status find_contacts(animation *a)
{
    rdg_index elsewhere = 0;
    for (rdg_index i = 0; i < rdg_element_count(a->s); i++) {
        const rdg_element *e = rdg_element_at(a->s, i);
        if (rdg_is_contact(e) && is_on_mesh(a, e)) {
            a->has_contacts = true;
            RDG_TRY(with_capacity(a, i));
        } else {
            elsewhere += rdg_is_contact(e) ||
                         (e->kind.frequency && ((const rdg_law_in_frequency *)e->kind.frequency)->regime);
        }
    }
    if (elsewhere > 0) {
        rdg_write(a->ctx, RDG_CHANNEL_NOTE,
                  "note: %" PRId64 " contacts of \"%s\" are at no node of the mesh, or have no force law in "
                  "time: they are left out\n",
                  elsewhere, rdg_structure_name(a->s));
    }
    return RDG_OK;
}

/* --- files */

/* "resonance" of "out/resonance.pvd", with `folder` or without */
static int stem_of(const char *path, const char **from)
{
    const char *slash = strrchr(path, '/');
    *from = slash ? slash + 1 : path;
    return (int)(strlen(*from) - strlen(".pvd"));
}

static rdg_status write_list(const animation *a, const char *path)
{
    const char *stem = NULL;
    const int length = stem_of(path, &stem);
    FILE *file = fopen(path, "w");
    if (file) {
        void *locale = rdg_locale_begin();
        fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
              "byte_order=\"LittleEndian\">\n<Collection>\n",
              file);
        for (rdg_index f = 0; f < a->frames; f++) {
            fprintf(file, "<DataSet timestep=\"%.9g\" file=\"%.*s_%03" PRId64 ".vtu\"/>\n",
                    2.0 * RDG_PI / a->omega * (double)f / (double)a->frames, length, stem, f);
        }
        fputs("</Collection>\n</VTKFile>\n", file);
        rdg_locale_end(locale);
    }
    const bool is_whole = file && !ferror(file);
    return file && fclose(file) == 0 && is_whole
               ? RDG_OK
               : rdg_fail(a->ctx, RDG_ERR_IO, where, "cannot write \"%s\": %s", path, strerror(errno));
}

static rdg_status write_frames(const animation *a, const char *path)
{
    const size_t size = strlen(path) + 32;
    char *name = rdg_context_calloc(a->ctx, size, 1);
    rdg_status status = name ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index f = 0; status == RDG_OK && f < a->frames; f++) {
        const rdg_fe_field fields[FIELDS] = {{"displacement_m", 3, a->now},
                                             {"amplitude_m", 1, a->amplitude},
                                             {"contact_state", 1, a->state + f * a->nodes},
                                             {"contact_force_N", 3, a->force + f * 3 * a->nodes}};
        place_nodes(a, f);
        snprintf(name, size, "%.*s_%03" PRId64 ".vtu", (int)(strlen(path) - strlen(".pvd")), path, f);
        status = rdg_fe_mesh_write(a->mesh, name, a->has_contacts ? FIELDS : FIELDS / 2, fields);
    }
    rdg_free(name);
    return status == RDG_OK ? write_list(a, path) : status;
}

/* --- all */

static rdg_status check(rdg_hbm *hb, const rdg_animation *given)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const size_t length = given->path ? strlen(given->path) : 0;
    if (length < 5 || strcmp(given->path + length - 4, ".pvd") != 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "path = \"%s\": it ends in .pvd",
                        given->path ? given->path : "NULL");
    }
    if (given->frames < 0 || given->frames > MOST_FRAMES) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s: frames = %" PRId64 ": 1 to %d, or 0", given->path,
                        given->frames, MOST_FRAMES);
    }
    rdg_structure *s = rdg_hbm_structure(hb);
    const rdg_structure *of = rdg_fe_mesh_structure(given->mesh);
    const rdg_structure *unreduced = given->relative ? given->relative : of;
    const rdg_structure *whole = given->by ? rdg_component_whole(given->by) : s;
    const bool is_from_file = given->by && !whole;
    if (!of || (!is_from_file && unreduced != whole) ||
        rdg_structure_size(unreduced) != rdg_structure_size(of) ||
        (given->by && rdg_structure_size(rdg_component_structure(given->by)) != rdg_structure_size(s))) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%s: the mesh is %s%s%s, the harmonic balance that of \"%s\"%s", given->path,
                        of ? "that of \"" : "NULL", of ? rdg_structure_name(of) : "", of ? "\"" : "",
                        rdg_structure_name(s),
                        given->by ? " reduced by another component" : ": if it was reduced, give .by");
    }
    return rdg_structure_refuse_wave(s, where);
}

static rdg_status reserve(animation *a)
{
    const size_t nodes = (size_t)a->nodes, frames = (size_t)a->frames;
    a->series = rdg_context_calloc(a->ctx, 3 * nodes * (size_t)a->basis->n_coefficients, sizeof *a->series);
    a->amplitude = rdg_context_calloc(a->ctx, nodes, sizeof *a->amplitude);
    a->now = rdg_context_calloc(a->ctx, 3 * nodes, sizeof *a->now);
    a->state = rdg_context_calloc(a->ctx, frames * nodes, sizeof *a->state);
    a->force = rdg_context_calloc(a->ctx, frames * 3 * nodes, sizeof *a->force);
    return a->series && a->amplitude && a->now && a->state && a->force ? RDG_OK : RDG_ERR_NO_MEMORY;
}

static rdg_status animate(animation *a, rdg_index label, const char *path)
{
    RDG_TRY(read_solution(a, label));
    RDG_TRY(reserve(a));
    RDG_TRY(find_motion(a));
    RDG_TRY(find_contacts(a));
    return write_frames(a, path);
}

rdg_status rdg_animate(rdg_hbm *hb, const char *run, rdg_index label, const rdg_animation *given)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    RDG_ENTER(hb, ctx, RDG_ERR_EARLIER);
    RDG_NEED(ctx, run, RDG_ERR_ARGUMENT);
    RDG_NEED(ctx, given, RDG_ERR_ARGUMENT);
    RDG_TRY(check(hb, given));
    animation a = {.ctx = ctx,
                   .hb = hb,
                   .s = rdg_hbm_structure(hb),
                   .mesh = given->mesh,
                   .by = given->by,
                   .relative = given->relative,
                   .basis = rdg_hbm_basis(hb),
                   .frames = given->frames > 0 ? given->frames : DEFAULT_FRAMES,
                   .nodes = rdg_fe_mesh_nodes(given->mesh),
                   .run = rdg_run_open(ctx, run)};
    const rdg_status status = a.run ? animate(&a, label, given->path) : rdg_error_status(ctx);
    rdg_run_free(a.run);
    rdg_hbm_parameters_free(a.numbers);
    rdg_free(a.Q);
    rdg_free(a.series);
    rdg_free(a.amplitude);
    rdg_free(a.now);
    rdg_free(a.state);
    rdg_free(a.force);
    return status;
}
