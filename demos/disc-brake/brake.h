/* The disc brake's numbers: what the paper gives, and three completions of it for what it leaves open; see
 * doc/disc-brake.md. SI units. */
#ifndef DISC_BRAKE_BRAKE_H
#define DISC_BRAKE_BRAKE_H

#include <stdbool.h>

/* Degrees of freedom: disc, pad. */
enum { DISC_X, DISC_Y, DISC_PSI, PAD_R, PAD_THETA, PAD_Z, DOFS };

/* Parameters: preload, speed, friction, stiffness of the interface and of the pad along r. */
enum { N0, OMEGA, MU, KIR, KPR, BRAKE_PARAMETERS };

typedef enum brake_direction {
    BRAKE_PLANE, /* friction along the relative velocity */
    BRAKE_THETA  /* along e_theta alone, by the sign of the relative velocity there */
} brake_direction;

typedef struct disc_brake {
    double M, I, kd, kdpsi, cd, cdpsi; /* disc: mass, inertia, springs and dampers of x and y, of psi */
    double m, r0, theta0;              /* pad: mass, place */
    double kpt, kit, cpr, cpt;         /* its springs and dampers; those that are parameters are not here */
    double kz, cz;                     /* contact: spring of the pad against the disc, damper */
    double value[BRAKE_PARAMETERS];    /* of parameters, to start with */
    double eps;                        /* m/s: below this relative velocity it vanishes */
    bool radial;                       /* false: r = 0 is held, the paper's circumferential model */
    bool polar; /* true: centrifugal and Coriolis forces on the pad, which the paper leaves out */
    brake_direction direction;
} disc_brake;

/* What all presets share. */
static inline disc_brake brake_of_paper(void)
{
    return (disc_brake){.M = 10.0,
                        .I = 0.05,
                        .kd = 1e4,
                        .kdpsi = 1e4,
                        .m = 1.0,
                        .r0 = 0.05,
                        .kpt = 100.0,
                        .kit = 100.0,
                        .value = {[N0] = 50.0, [OMEGA] = 5.0, [MU] = 0.2, [KIR] = 100.0, [KPR] = 100.0},
                        .eps = 1e-7,
                        .radial = true};
}

/* For complex eigenvalues, figures 4 to 6: the damping of the pad is such that sliding loses its stability
 * where the paper says, at mu = 0.20 and, without radial motion, 0.31. */
static inline disc_brake preset_cea(void)
{
    disc_brake b = brake_of_paper();
    b.kz = 1500.0;
    b.cz = 0.0018950884572656612;
    b.cpr = b.cpt = 0.0809629919328046;
    b.cd = b.cdpsi = 1e-3;
    return b;
}

/* Limit cycles, figures 7 to 14 and table II. */
static inline disc_brake preset_lc(void)
{
    disc_brake b = brake_of_paper();
    b.kz = 2700.0;
    b.cz = 0.05;
    b.cpr = 1e-3;
    b.cpt = 0.02;
    b.kpt = 2950.0;
    b.cd = 10.0;
    b.cdpsi = 1.0;
    return b;
}

/* Chaos, figures 15 and 16. */
static inline disc_brake preset_ch(void)
{
    disc_brake b = brake_of_paper();
    b.kz = 1950.0;
    b.cz = 0.7;
    b.cpr = 1e-3;
    b.cpt = 0.02;
    b.kpt = 1650.0;
    b.value[KPR] = 1300.0;
    b.cd = 8.0;
    b.cdpsi = 0.8;
    b.value[MU] = 0.4;
    return b;
}

static inline int brake_dofs(const disc_brake *b)
{
    return b->radial ? 6 : 5;
}

/* The i-th degree of freedom that moves. */
static inline int brake_dof(const disc_brake *b, int i)
{
    return i < PAD_R || b->radial ? i : i + 1;
}

#endif
