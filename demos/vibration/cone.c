/* A block that is shaken around an ellipse on a dry contact: 1 kg on springs of 1 N/m and 1.3 N/m at right
 * angles, held by friction of at most 1 N in whatever direction behind 0.5 N/m; forces F cos(omega t) and F/2
 * sin(omega t). Stuck the contact is one more spring, slipping all the time it hardly matters. Between,
 * friction damps most, and it couples the two directions, of which each has its resonance where the other one
 * slips, too.
 *
 * Pictures: amplitude over force in both directions. */
#include "models.h"

#include <stdio.h>

enum { LEVELS = 5, MOST = 2000 };

static const double level[LEVELS] = {0.02, 0.3, 0.6, 1.0, 3.0}; /* N */

/* The points of a response, amplitudes over force. */
typedef struct response {
    rdg_index n;
    double omega[MOST], ratio1[MOST], ratio2[MOST];
} response;

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
    rdg_hbm *hb = block_on_contact(ctx);
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
