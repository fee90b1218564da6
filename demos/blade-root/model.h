/* The blade as it is read from the files of the FE program, with contacts in its root and a damper below its
 * platform. */
#ifndef BLADE_ROOT_MODEL_H
#define BLADE_ROOT_MODEL_H

#include "../forms.h"
#include "export.h"

#include <ridgewalk/ridgewalk.h>

/* The engine: m from its axis to the foot, 6000 turns a minute, engine order 6 near the first mode */
static const double root_radius = 0.3, root_speed = 2.0 * RDG_PI * 100.0;

/* Contacts by area. kt / kn = 2 (1 - nu) / (2 - nu) as of round asperities (Mindlin 1949). Static friction
 * has been shaken out of the root before: sliders start at the mean. */
static const rdg_surface_law root_law = {
    .kt = 6e13 * 1.4 / 1.7, .kn = 6e13, .mu = 0.3, .start = RDG_SLIDER_MEAN};

/* A rod of steel, 2 g, that the centrifugal force wedges between the platform and that of a neighbour at
 * rest. Both faces at 45 degrees: each carries m r Omega^2 / (2 cos 45). */
static const double damper_kt = 5e7, damper_mu = 0.3; /* N/m, - */

static inline double damper_load(double kilogram)
{
    return kilogram * (root_radius + root_platform) * root_speed * root_speed / sqrt(2.0);
}

typedef struct root_model {
    root_mesh made;       /* as the FE program has it */
    rdg_structure *whole; /* as it was read */
    rdg_fe_mesh *mesh;
    rdg_contact_surface *surface; /* root against slot, "root" */
    rdg_structure *relative;      /* the whole with its relative displacements as coordinates */
    double mass;                  /* of the blade, kg */
    double pull;                  /* of the centrifugal force on the blade along z, N / (rad/s)^2 */
} root_model;

/* --- names in the structure that was read */

/* "centrifugal": M p of the places p about the engine's axis, N / (rad/s)^2. The disk's own is left out. */
static inline void root_name_centrifugal(root_model *r)
{
    const rdg_index n = rdg_structure_size(r->whole);
    double *place = root_more(NULL, (size_t)n, sizeof *place),
           *force = root_more(NULL, (size_t)n, sizeof *force);
    rdg_index *dof = root_more(NULL, (size_t)n, sizeof *dof);
    rdg_sparse M, C, K;
    rdg_structure_matrices(r->whole, &M, &C, &K);
    for (rdg_index j = 0; j < n; j++) {
        place[j] = force[j] = 0.0;
        dof[j] = j;
    }
    for (int k = 0; k < r->made.nodes; k++) {
        for (int d = 0; d < 3 && r->made.body[k] == BLADE; d++) {
            const rdg_index at = rdg_node_dof(r->whole, k + 1, "xyz"[d]);
            if (at >= 0 && d != 1) {
                place[at] = r->made.x[k][d] + (d == 2 ? root_radius : 0.0);
            }
        }
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index e = M.pattern.start[j]; e < M.pattern.start[j + 1]; e++) {
            force[M.pattern.row[e]] += M.values[e] * place[j];
        }
    }
    for (int k = 0; k < r->made.nodes; k++) {
        const rdg_index z = rdg_node_dof(r->whole, k + 1, 'z');
        r->pull += z >= 0 ? force[z] : 0.0;
    }
    rdg_name_combination(r->whole, "centrifugal", n, dof, force);
    free(place);
    free(force);
    free(dof);
}

/* "rod.along" and "rod.up": the mean of the platform's edge along the engine, and along the rod's face, which
 * goes up at 45 degrees */
static inline void root_name_rod(root_model *r)
{
    const rdg_index *dof;
    rdg_index n;
    if (rdg_structure_set(r->whole, "blade-root", "platform", &n, &dof) != RDG_OK) {
        return;
    }
    rdg_index *along = root_more(NULL, (size_t)n, sizeof *along),
              *up = root_more(NULL, (size_t)n, sizeof *up);
    double *weight = root_more(NULL, (size_t)n, sizeof *weight);
    const rdg_index nodes = n / 3;
    for (rdg_index k = 0; k < nodes; k++) {
        along[k] = dof[3 * k + 1];
        weight[k] = 1.0 / (double)nodes;
    }
    rdg_name_combination(r->whole, "rod.along", nodes, along, weight);
    for (rdg_index k = 0; k < 2 * nodes; k++) {
        up[k] = dof[3 * (k / 2) + 2 * (k % 2)];
        weight[k] = sqrt(0.5) / (double)nodes;
    }
    rdg_name_combination(r->whole, "rod.up", 2 * nodes, up, weight);
    free(along);
    free(up);
    free(weight);
}

/* "kept": what the component keeps, that is the relative displacements of the root, the platform's edge, the
 * tip. Without the edge the rod would see no more than a few modes, and the peak be wrong by 1 %. */
static inline void root_name_kept(root_model *r)
{
    const char *const part[] = {"root", "platform", "tip"};
    rdg_index *kept = NULL, count = 0;
    for (size_t p = 0; p < sizeof part / sizeof *part; p++) {
        const rdg_index *dof;
        rdg_index n;
        if (rdg_structure_set(r->relative, "blade-root", part[p], &n, &dof) == RDG_OK) {
            kept = root_more(kept, (size_t)(count + n), sizeof *kept);
            memcpy(kept + count, dof, (size_t)n * sizeof *dof);
            count += n;
        }
    }
    rdg_name_set(r->relative, "kept", count, kept);
    free(kept);
}

/* --- the chain */

/* Export, read, pair the surfaces. */
static inline root_model root_read(rdg_context *ctx, root_size size)
{
    root_model r = {.made = root_make_mesh(size)};
    r.mass = root_export(&r.made);
    r.whole = rdg_structure_read_abaqus(ctx, "root", "root_K.mtx", "root_M.mtx");
    rdg_nodes_read(r.whole, "root.inp");
    rdg_damping_proportional(r.whole, 2.0, 2e-7); /* 0.07 % at 560 Hz: steel alone */
    r.mesh = rdg_fe_mesh_read(r.whole, "root.inp");
    root_name_centrifugal(&r);
    root_name_rod(&r);
    const rdg_index *corner;
    rdg_index n;
    if (rdg_structure_set(r.whole, "blade-root", "leading", &n, &corner) == RDG_OK) {
        rdg_name_dof(r.whole, "tip", corner[0]);
    }
    r.surface = rdg_contact_surface_create(
        r.mesh, &(rdg_contact_surface_options){.name = "root", .nodes = "flanks", .against = "slot"});
    r.relative = rdg_contact_surface_relative(r.surface);
    root_name_kept(&r);
    return r;
}

enum { ROOT_NAME = 32 };

/* "root.117.n", the relative displacement along the normal at a contact */
static inline const char *root_normal(const root_model *r, rdg_index contact, char name[ROOT_NAME])
{
    const rdg_surface_node *node = rdg_contact_surface_node(r->surface, contact, NULL);
    snprintf(name, ROOT_NAME, "root.%d.n", (int)rdg_fe_mesh_node(r->mesh, node->place));
    return name;
}

/* The blade pressed into its slot: of the whole structure or of a component of it. Pressures follow, Pa, < 0
 * where a contact is open. */
static inline rdg_structure *root_press(const root_model *r, rdg_structure *s, double *pressure)
{
    rdg_contact_surface_add(r->surface, s, &root_law);
    rdg_static_force_add(s, "centrifugal", root_speed * root_speed);
    if (rdg_prestress(s) != RDG_OK) {
        return s;
    }
    for (rdg_index k = 0; pressure && k < rdg_contact_surface_count(r->surface); k++) {
        char at[ROOT_NAME];
        rdg_rest(s, root_normal(r, k, at), &pressure[k]);
        pressure[k] *= root_law.kn;
    }
    return s;
}

/* What vibrates about this state, in displacements from it: contacts with these pressures, which the load
 * balances there, the rod, a force on the tip. All parameters can be released. */
static inline rdg_structure *root_vibrate(const root_model *r, rdg_structure *s, const double *pressure)
{
    rdg_surface_law law = root_law;
    law.pressures = pressure;
    rdg_contact_surface_add(r->surface, s, &law);
    for (rdg_index k = 0; k < rdg_contact_surface_count(r->surface); k++) {
        char at[ROOT_NAME];
        const double area = rdg_contact_surface_node(r->surface, k, NULL)->area;
        rdg_static_force_add(s, root_normal(r, k, at), fmax(pressure[k], 0.0) * area);
    }
    rdg_cone_contact_add(s, &(rdg_cone_contact){.name = "rod",
                                                .tangential = {"rod.up", "rod.along"},
                                                .kt = damper_kt,
                                                .mu = damper_mu,
                                                .preload = damper_load(0.002),
                                                .start = RDG_SLIDER_MEAN});
    rdg_force_add(s, "tip", 1, 1.0);
    rdg_sensor_add(s, "Am", "tip");
    return s;
}

/* Twenty modes reach up to some 40 kHz. */
static inline rdg_component *root_reduce(const root_model *r)
{
    return rdg_component_fixed(r->relative, "kept", RDG_MODES(20));
}

static inline double *root_pressures(const root_model *r)
{
    const rdg_index n = rdg_contact_surface_count(r->surface);
    double *pressure = root_more(NULL, (size_t)(n > 0 ? n : 1), sizeof *pressure);
    for (rdg_index k = 0; k < n; k++) {
        pressure[k] = 0.0;
    }
    return pressure;
}

static inline root_size root_asked(void)
{
    return form_is_full() ? root_fine : form_is_quick() ? root_quick : root_usual;
}

#endif
