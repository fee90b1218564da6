/* What programs of this folder, their tests and benchmarks share, in SI units: an oblique aluminium beam
 * slides with its lower end along a clamped beam of polycarbonate. The paper's tables of dimensions and
 * materials are missing in its text: this configuration is ours, and meets the numbers that the text tells
 * (350 elements, 1062 degrees of freedom, a critical speed of 15.2 m/s, axial modes at 3.5 and 10.6 kHz). */
#ifndef BEAM_ON_BEAM_MODELS_H
#define BEAM_ON_BEAM_MODELS_H

#include <ridgewalk/component.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/sliding.h>

#define BEAM_SPEED 0.03                   /* m/s, of the upper beam to +x */
#define BEAM_START 0.005                  /* m, its first contact */
#define BEAM_WEIGHT 0.1                   /* N, presses it down */
#define BEAM_MASS_DAMPING 20              /* 1/s, of both: C = a M + b K */
#define BEAM_UPPER_STIFFNESS_DAMPING 4e-8 /* s */
#define BEAM_LOWER_STIFFNESS_DAMPING 4.5e-8

enum { BEAM_MOST_ELEMENTS = 400 };

/* How finely the beams are described; 0: the default */
typedef struct beam_options {
    double mu;                       /* coefficient of friction */
    rdg_index elements;              /* of the lower beam along its axis: 100 */
    rdg_index upper, lower;          /* modes with fixed interface: 20 each */
    rdg_interpolation interpolation; /* of the lower beam's top */
} beam_options;

/* Aluminium, 75 x 1.5 mm, 30 degrees up; 456 degrees of freedom */
static inline rdg_plane_options upper_options(void)
{
    return (rdg_plane_options){.name = "upper",
                               .length = 0.075,
                               .height = 1.5e-3,
                               .thickness = 0.01,
                               .young = 72e9,
                               .poisson = 0.33,
                               .density = 2800,
                               .angle = 0.52359877559829887,
                               .nx = 75,
                               .ny = 2};
}

/* Polycarbonate, 100 x 2 mm; 606 degrees of freedom */
static inline rdg_plane_options lower_options(void)
{
    return (rdg_plane_options){.name = "lower",
                               .length = 0.1,
                               .height = 2e-3,
                               .thickness = 0.01,
                               .young = 2.4e9,
                               .poisson = 0.37,
                               .density = 1210,
                               .nx = 100,
                               .ny = 2};
}

/* The three nodes of one end, x and y each */
static inline void end_dofs(const rdg_structure *plane, rdg_index i, rdg_index dof[6])
{
    for (rdg_index j = 0; j < 3; j++) {
        dof[2 * j] = rdg_plane_dof(plane, i, j, 'x');
        dof[2 * j + 1] = rdg_plane_dof(plane, i, j, 'y');
    }
}

/* The upper beam with its contact node C and its upper end A, pressed down there; A does not move in x, seen
 * from a frame that moves with the speed of sliding. 28 coordinates, of which 3 are held. */
static inline rdg_structure *upper_beam(rdg_context *ctx, rdg_index modes)
{
    const rdg_plane_options o = upper_options();
    rdg_index end[6];
    rdg_structure *s = rdg_plane_create(ctx, &o);
    rdg_damping_proportional(s, BEAM_MASS_DAMPING, BEAM_UPPER_STIFFNESS_DAMPING);
    end_dofs(s, o.nx, end);
    const rdg_index Cx = rdg_plane_dof(s, 0, 0, 'x'), Cy = rdg_plane_dof(s, 0, 0, 'y');
    rdg_name_set(s, "ends", 8, (rdg_index[]){Cx, Cy, end[0], end[1], end[2], end[3], end[4], end[5]});
    rdg_name_dof(s, "C.x", Cx);
    rdg_name_dof(s, "C.y", Cy);
    rdg_name_combination(s, "A.y", 3, (rdg_index[]){end[1], end[3], end[5]}, (double[]){0.25, 0.5, 0.25});
    rdg_static_force_add(s, "A.y", -BEAM_WEIGHT);
    rdg_component *c = rdg_component_fixed(s, "ends", RDG_MODES(modes));
    return rdg_structure_hold(rdg_component_structure(c), 3, (rdg_index[]){2, 4, 6});
}

/* The lower beam, clamped at x = 0, with the nodes of its top from the first one that moves to T at its end.
 * 220 coordinates. */
static inline rdg_structure *lower_beam(rdg_context *ctx, rdg_index elements, rdg_index modes)
{
    rdg_plane_options o = lower_options();
    rdg_index clamp[6], x[BEAM_MOST_ELEMENTS], y[BEAM_MOST_ELEMENTS], top[2 * BEAM_MOST_ELEMENTS];
    o.nx = elements;
    rdg_structure *s = rdg_plane_create(ctx, &o);
    rdg_damping_proportional(s, BEAM_MASS_DAMPING, BEAM_LOWER_STIFFNESS_DAMPING);
    end_dofs(s, 0, clamp);
    for (rdg_index i = 0; i < elements; i++) {
        x[i] = top[2 * i] = rdg_plane_dof(s, i + 1, o.ny, 'x');
        y[i] = top[2 * i + 1] = rdg_plane_dof(s, i + 1, o.ny, 'y');
    }
    rdg_name_set(s, "top", 2 * elements, top);
    rdg_name_set(s, "top.x", elements, x);
    rdg_name_set(s, "top.y", elements, y);
    rdg_name_dof(s, "T.y", y[elements - 1]);
    return rdg_component_structure(
        rdg_component_fixed(rdg_structure_hold(s, 6, clamp), "top", RDG_MODES(modes)));
}

/* C slides along the top of the lower beam, 245 modes by default. NULL after a failure. */
static inline rdg_sliding *sliding_beams_of(rdg_context *ctx, const beam_options *o)
{
    const rdg_index elements = o->elements ? o->elements : 100;
    double x[BEAM_MOST_ELEMENTS];
    if (elements > BEAM_MOST_ELEMENTS) {
        return NULL;
    }
    for (rdg_index i = 0; i < elements; i++) {
        x[i] = lower_options().length * (double)(i + 1) / (double)elements;
    }
    return rdg_sliding_create(upper_beam(ctx, o->upper ? o->upper : 20),
                              lower_beam(ctx, elements, o->lower ? o->lower : 20),
                              &(rdg_sliding_options){.x = "C.x",
                                                     .y = "C.y",
                                                     .target_x = "top.x",
                                                     .target_y = "top.y",
                                                     .node_x = x,
                                                     .mu = o->mu,
                                                     .interpolation = o->interpolation});
}

static inline rdg_sliding *sliding_beams(rdg_context *ctx, double mu)
{
    return sliding_beams_of(ctx, &(beam_options){.mu = mu});
}

#endif
