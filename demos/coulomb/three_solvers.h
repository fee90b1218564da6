/* One contact, three solvers: rigid by the times of events, rigid by shooting, elastic and ever stiffer by
 * harmonic balance. */
#ifndef COULOMB_THREE_SOLVERS_H
#define COULOMB_THREE_SOLVERS_H

#include "systems.h"

#include <ridgewalk/coulomb_hybrid.h>
#include <ridgewalk/coulomb_march.h>
#include <ridgewalk/ep.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/hybrid_of.h>
#include <ridgewalk/jenkins.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/shooting.h>
#include <ridgewalk/shooting_sensors.h>

#include <math.h>
#include <string.h>

enum { RIGID_STATES = 4, RIGID_VARIABLES = 1000, RIGID_HARMONICS = 128, STIFFNESSES = 3 };

static const double stiffness[STIFFNESSES] = {1e2, 1e3, 1e4}; /* of the elastic contact, over k_1 */

/* Two masses of 1 and `second`, springs likewise. */
typedef struct rigid_case {
    const char *name;
    double second;
    const char *contact, *load;
    bool base;
    double ratio, r1, beta;
    const rdg_contact_regime *regime; /* of half a period; NULL: the orbit to which rest leads */
    const double *times;
} rigid_case;

static const rdg_contact_regime back_and_stuck[2] = {RDG_COULOMB_BACK, RDG_COULOMB_STICK};
static const double hysteretic[2] = {2.4379, 2.4379 + 2.5410};

/* The last one has static friction of its own: only rigid contacts do. */
enum { RIGID_CASES = 6, ELASTIC_CASES = RIGID_CASES - 1 };

static const rigid_case rigid_cases[RIGID_CASES] = {
    {"wall, slips", 1, "m1", "m1", false, 1.0, 1.3, 0.4, NULL, NULL},
    {"wall, sticks", 1, "m1", "m1", false, 1.0, 0.9, 0.4, NULL, NULL},
    {"wall, load elsewhere", 1, "m2", "m1", false, 1.0, 1.4, 2.0, NULL, NULL},
    {"between masses", 0.5, "between", "m1", false, 1.0, 1.0, 0.8, NULL, NULL},
    {"base and wall", 1, "m1", "m1", true, 1.0, 0.5, 0.4, NULL, NULL},
    {"between masses, mu 1.5", 0.5, "between", "m1", false, 1.5, 0.72, 0.769156, back_and_stuck, hysteretic},
};

/* What the solvers say: amplitude in the contact, its harmonic 1, the largest multiplier of a period. */
typedef struct rigid_answer {
    double Z, Z1, multiplier;
} rigid_answer;

/* Harmonics 1, 3, .. of both displacements and, last, of the contact's. */
typedef struct rigid_series {
    const rigid_case *of;
    double cosine[3][RIGID_HARMONICS], sine[3][RIGID_HARMONICS];
    double low, high; /* of the contact's displacement */
} rigid_series;

static inline rdg_structure *rigid_structure(rdg_context *ctx, const rigid_case *k, double damping)
{
    const double of_two[2] = {1, k->second};
    rdg_structure *s = rdg_chain_create(ctx, 2, of_two, of_two);
    rdg_damping_proportional(s, damping, damping);
    rdg_name_dof(s, "m1", 0);
    rdg_name_dof(s, "m2", 1);
    rdg_name_relative(s, "between", 1, 0);
    return s;
}

static inline rdg_coulomb *rigid_system(rdg_context *ctx, const rigid_case *k, double damping)
{
    return rdg_coulomb_create(
        rigid_structure(ctx, k, damping),
        &(rdg_coulomb_options){.contact = k->contact, .load = k->load, .base = k->base, .ratio = k->ratio});
}

static inline bool add_segment(const rdg_coulomb *c, const rdg_coulomb_segment *segment, void *data)
{
    static const double node[5] = {-0.90617984593866399280, -0.53846931010568309104, 0.0,
                                   0.53846931010568309104, 0.90617984593866399280};
    static const double weight[5] = {0.23692688505618908751, 0.47862867049936646804, 0.56888888888888888889,
                                     0.47862867049936646804, 0.23692688505618908751};
    rigid_series *s = data;
    const int parts = 1 + (int)(segment->t * 40.0);
    const double h = segment->t / parts;
    for (int i = 0; i < 5 * parts; i++) {
        double x[RIGID_STATES];
        double z[2];
        const int part = i / 5;
        const double t = h * (part + 0.5 * (1.0 + node[i % 5]));
        memcpy(x, segment->x, sizeof x);
        rdg_modal_flow(c, segment->regime, s->of->r1, s->of->beta, segment->tau, t, x);
        rdg_coulomb_contact_motion(c, segment->tau + t, x, z);
        const double value[3] = {x[0], x[1], z[0]};
        const double share = 0.5 * h * weight[i % 5] / RDG_PI;
        for (int k = 0; k < 3; k++) {
            for (int j = 0; j < RIGID_HARMONICS; j++) {
                s->cosine[k][j] += share * value[k] * cos((2 * j + 1) * (segment->tau + t));
                s->sine[k][j] += share * value[k] * sin((2 * j + 1) * (segment->tau + t));
            }
        }
    }
    return false;
}

static inline bool keep_variables(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const rdg_index n = rdg_variable_count(p);
    memcpy(data, chart->u, (size_t)(n < RIGID_VARIABLES ? n : RIGID_VARIABLES) * sizeof(double));
    return false;
}

/* A point by itself. */
static inline void solve(rdg_problem *p, double *u)
{
    rdg_continue(p, "point", RDG_OBSERVE(keep_variables, u), RDG_NO_TABLE, RDG_NO_FOLDER);
}

/* By the times of events; x: the state at tau = 0. */
static inline rigid_answer by_events(rdg_coulomb *c, const rigid_case *k, rigid_series *series, double *x)
{
    static double u[RIGID_VARIABLES];
    rigid_answer a = {NAN, NAN, NAN};
    const rdg_coulomb_start start = {.segments = k->times ? 2 : 0, .regimes = k->regime, .times = k->times};
    rdg_problem *p = rdg_orbit_problem_at(
        c, &start, (const rdg_at[]){RDG_AT("r1", k->r1), RDG_AT("beta", k->beta), {0, 0}});
    memset(series, 0, sizeof *series);
    series->of = k;
    solve(p, u);
    rdg_parameter_value(p, "Z", u, &a.Z);
    rdg_parameter_value(p, "multiplier", u, &a.multiplier);
    rdg_coulomb_orbit_begin(p, u, x);
    double tau = u[0];
    rdg_coulomb_march_options o = {.r1 = k->r1, .beta = k->beta, .watch = add_segment, .data = series};
    o.until = tau + RDG_HZ(1.0);
    rdg_coulomb_march(c, &o, &tau, x, NULL);
    o.watch = NULL;
    o.until = RDG_HZ(ceil(tau / RDG_HZ(1.0)));
    rdg_coulomb_march(c, &o, &tau, x, NULL);
    a.Z1 = hypot(series->cosine[2][0], series->sine[2][0]);
    rdg_problem_free(p);
    return a;
}

/* z = w.x - b cos(phi), of (x, v, parameters, phi) */
static inline int contact_displacement(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rigid_case *k = data;
    (void)m;
    const double first =
        strcmp(k->contact, "m1") == 0 ? 1.0 : (strcmp(k->contact, "between") == 0 ? -1.0 : 0.0);
    y[0] = first * u[0] + (strcmp(k->contact, "m1") == 0 ? 0.0 : u[1]) - (k->base ? cos(u[n - 1]) : 0.0);
    return 0;
}

/* By shooting, from the state at tau = 0. */
static inline rigid_answer by_shooting(rdg_coulomb *c, const rigid_case *k, const double *x)
{
    static double u[RIGID_VARIABLES];
    static rigid_case own;
    rigid_answer a = {NAN, NAN, NAN};
    double state[RIGID_STATES];
    double re[RIGID_STATES] = {0.0};
    double im[RIGID_STATES] = {0.0};
    const char *mode = NULL;
    own = *k;
    const rdg_hybrid_function z = {.f = contact_displacement, .data = &own};
    rdg_hybrid *h = rdg_coulomb_hybrid(c, RDG_AT("r1", k->r1), RDG_AT("beta", k->beta));
    rdg_coulomb_hybrid_start(h, 0.0, x, &mode, state);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.mode = mode, .x = state, .transient = RDG_HZ(2.0) / k->r1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_sensor(s, p, &(rdg_shooting_sensor){.name = "Z", .kind = RDG_SENSOR_PEAK, .of = z});
    rdg_shooting_add_sensor(
        s, p, &(rdg_shooting_sensor){.name = "Z1", .kind = RDG_SENSOR_HARMONIC, .harmonic = 1, .of = z});
    solve(p, u);
    rdg_parameter_value(p, "Z", u, &a.Z);
    rdg_parameter_value(p, "Z1", u, &a.Z1);
    rdg_ep_eigenvalues(p, u, re, im);
    a.multiplier = 0.0;
    for (int i = 0; i < RIGID_STATES; i++) {
        a.multiplier = fmax(a.multiplier, hypot(re[i], im[i]));
    }
    rdg_problem_free(p);
    rdg_shooting_free(s);
    return a;
}

/* The same with a contact that is elastic before it slips; displacements are relative to the base, where that
 * moves. */
static inline rdg_structure *elastic_structure(rdg_context *ctx, const rigid_case *k, double damping,
                                               double kt)
{
    rdg_structure *s = rigid_structure(ctx, k, damping);
    if (k->base) {
        const double ones[2] = {1, 1};
        const double sine = -0.5 * RDG_PI;
        rdg_base_motion_add(s, &(rdg_base_motion){.influence = ones, .n_influence = 2, .displacement = 1.0});
        /* there damping acts on the motion relative to the base, with rigid friction on the absolute one */
        rdg_force_phase_add(s, "m1", 1, k->r1 * damping * 2.0, sine);
        rdg_force_phase_add(s, "m2", 1, k->r1 * damping * k->second, sine);
    } else {
        rdg_force_add(s, k->load, 1, 1.0);
    }
    rdg_jenkins_add(s, &(rdg_jenkins){.name = "friction", .at = k->contact, .kt = kt, .limit = k->beta});
    rdg_sensor_harmonic_add(s, "Z1", k->contact, 1);
    return s;
}

/* Its harmonic 1 by shooting, from the rigid state at tau = 0: with all harmonics. */
static inline double elastic_in_time(rdg_context *ctx, const rigid_case *k, double damping, double kt,
                                     const double *x)
{
    static double u[RIGID_VARIABLES];
    double Z1 = NAN;
    double q[2];
    double v[2];
    double state[2 * RIGID_STATES] = {0.0};
    const char *mode = NULL;
    for (int i = 0; i < 2; i++) {
        q[i] = x[i] - (k->base ? 1.0 : 0.0);
        v[i] = k->r1 * x[2 + i];
    }
    rdg_structure *structure = elastic_structure(ctx, k, damping, kt);
    rdg_hybrid *h = rdg_hybrid_of(structure, RDG_AT("omega", k->r1));
    rdg_hybrid_start(h, q, v, 0.0, &mode, state);
    rdg_shooting *s = rdg_shooting_create(
        h, &(rdg_shooting_options){.mode = mode, .x = state, .transient = RDG_HZ(150.0) / k->r1});
    rdg_problem *p = rdg_shooting_problem(s);
    rdg_shooting_add_sensors(s, p);
    solve(p, u);
    rdg_parameter_value(p, "Z1", u, &Z1);
    rdg_problem_free(p);
    rdg_shooting_free(s);
    return Z1;
}

/* Harmonic 1 in the contact by harmonic balance with odd harmonics up to 2 orders - 1, while the contact
 * becomes ever stiffer; displacements are relative to the base, where that moves. */
static inline void by_balance(rdg_context *ctx, const rigid_case *k, double damping, int orders, double most,
                              double *Z1)
{
    int harmonics[RIGID_HARMONICS];
    rdg_structure *s = elastic_structure(ctx, k, damping, 1.0);
    for (int j = 0; j < orders; j++) {
        harmonics[j] = 2 * j + 1;
    }
    rdg_hbm *hb = rdg_hbm_create(s, orders, harmonics);
    rdg_problem *p =
        rdg_hbm_problem(hb, RDG_AT("omega", k->r1), RDG_AT("alpha", 1.0), RDG_AT("friction.kt", 1.0));
    rdg_continue(p, "stiffer", RDG_RELEASE("friction.kt"), RDG_WINDOW("friction.kt", 1.0, 1.1 * most),
                 RDG_UZ_LIST("friction.kt", STIFFNESSES, stiffness), RDG_DIRECTION(1), RDG_NO_TABLE,
                 RDG_IN_MEMORY, RDG_MAX_POINTS(3000));
    rdg_run *run = rdg_run_open(ctx, "stiffer");
    const double *kt = rdg_run_column(run, "friction.kt");
    const double *all = rdg_run_column(run, "Z1");
    for (int i = 0; i < STIFFNESSES; i++) {
        Z1[i] = NAN;
        for (rdg_index row = 0; kt && all && row < rdg_run_count(run); row++) {
            Z1[i] = fabs(kt[row] - stiffness[i]) < 1e-9 * stiffness[i] ? all[row] : Z1[i];
        }
    }
    rdg_run_free(run);
    rdg_problem_free(p);
    rdg_hbm_free(hb);
}

#endif
