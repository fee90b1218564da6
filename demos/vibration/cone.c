/* A block that is shaken around an ellipse on a dry contact: 1 kg on springs of 1 N/m and 1.3 N/m at right
 * angles, held by friction of at most 1 N in whatever direction behind 0.5 N/m; forces F cos(omega t) and F/2
 * sin(omega t). Stuck the contact is one more spring, slipping all the time it hardly matters. Between,
 * friction damps most, and it couples the two directions, of which each has its resonance where the other one
 * slips, too.
 *
 * Pictures: amplitude over force in both directions. */
#include <ridgewalk/cone_contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum { LEVELS = 5, MOST = 2000 };

static const double quarter = 1.57079632679489661923;           /* rad */
static const double level[LEVELS] = {0.02, 0.3, 0.6, 1.0, 3.0}; /* N */

/* The points of a response, amplitudes over force. */
typedef struct response {
    rdg_index n;
    double omega[MOST], ratio1[MOST], ratio2[MOST];
} response;

static rdg_hbm *block(rdg_context *ctx)
{
    rdg_structure *s = rdg_structure_create(ctx, "block", 2, (double[]){1, 0, 0, 1},
                                            (double[]){0.03, 0, 0, 0.03}, (double[]){1, 0, 0, 1.3});
    rdg_name_dof(s, "x1", 0);
    rdg_name_dof(s, "x2", 1);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3, 5));
    rdg_cone_contact_add(hb,
                         &(rdg_cone_contact){.tangential = {"x1", "x2"}, .kt = 0.5, .mu = 0.5, .preload = 2});
    rdg_hbm_force(hb, "x1", 1, 1.0);
    rdg_hbm_force_phase(hb, "x2", 1, 0.5, -quarter);
    rdg_hbm_sensor_harmonic(hb, "A1", "x1", 1);
    rdg_hbm_sensor_harmonic(hb, "A2", "x2", 1);
    return hb;
}

static void respond(rdg_context *ctx, rdg_hbm *hb, double F, response *r)
{
    char name[32], path[48];
    snprintf(name, sizeof name, "cone_%gN", F);
    snprintf(path, sizeof path, "fig25_%gN.csv", F);
    rdg_continue(rdg_hbm_problem(hb, RDG_AT("omega", 0.7), RDG_AT("alpha", F)), name, RDG_RELEASE("omega"),
                 RDG_WINDOW("omega", 0.7, 1.7), RDG_ANGLE(4), RDG_MAX_POINTS(MOST));
    rdg_run *run = rdg_run_open(ctx, name);
    rdg_run_export(run, path, RDG_COLUMN("omega", "omega_rad_s", 1), RDG_COLUMN("alpha", "F_N", 1),
                   RDG_COLUMN("A1", "A1_m", 1), RDG_COLUMN("A2", "A2_m", 1));
    const double *omega = rdg_run_column(run, "omega"), *A1 = rdg_run_column(run, "A1"),
                 *A2 = rdg_run_column(run, "A2");
    for (rdg_index i = 0; omega && A1 && A2 && i < rdg_run_count(run) && i < MOST; i++) {
        r->omega[i] = omega[i];
        r->ratio1[i] = A1[i] / F;
        r->ratio2[i] = A2[i] / F;
        r->n = i + 1;
    }
}

int main(void)
{
    static response r[LEVELS];
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = block(ctx);
    for (int i = 0; i < LEVELS; i++) {
        respond(ctx, hb, level[i], &r[i]);
    }
#define DRAW(path, ratio, title)                                                                             \
    rdg_plot(ctx, path, RDG_POINTS(r[0].n, r[0].omega, r[0].ratio, "0.02 N: stuck", .style = RDG_LINE),      \
             RDG_POINTS(r[1].n, r[1].omega, r[1].ratio, "0.3 N", .style = RDG_LINE),                         \
             RDG_POINTS(r[2].n, r[2].omega, r[2].ratio, "0.6 N", .style = RDG_LINE),                         \
             RDG_POINTS(r[3].n, r[3].omega, r[3].ratio, "1 N", .style = RDG_LINE),                           \
             RDG_POINTS(r[4].n, r[4].omega, r[4].ratio, "3 N", .style = RDG_LINE), RDG_LOGY,                 \
             RDG_TITLE(title), RDG_XRANGE(0.7, 1.7), RDG_XLABEL("omega / (rad/s)"),                          \
             RDG_YLABEL("amplitude / force / (m/N)"))
    DRAW("fig25a.png", ratio1, "A block shaken around an ellipse, along the large force");
    DRAW("fig25b.png", ratio2, "A block shaken around an ellipse, along the small force");
    return rdg_exit(ctx);
}
