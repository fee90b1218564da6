/* A cantilever on a shaker, rubbed by a dry friction contact: how much of the base's motion arrives at its
 * tip.
 *
 * The base moves by alpha * 1 um * cos(omega t). Small motions leave the contact stuck, large ones leave it
 * behind; between, friction damps most. Transmissibility: first harmonic of the tip's absolute motion over
 * that of the base. */
#include "models.h"

#include <math.h>
#include <stdio.h>

enum { LEVELS = 5, MOST = 2000 };

static const double micrometres[LEVELS] = {0.1, 1, 3, 10, 100};

/* The points of a response. */
typedef struct response {
    rdg_hbm *hb;
    double alpha;
    rdg_index n;
    double hertz[MOST], transmissibility[MOST];
} response;

static bool note(rdg_problem *p, const rdg_chart *chart, void *data)
{
    response *r = data;
    const double omega = chart->u[rdg_variable_index(p, "omega")];
    double c = 0, s = 0, base_c = 0, base_s = 0;
    rdg_hbm_harmonic(r->hb, "tip", 1, chart->u, &c, &s); /* relative to the base */
    rdg_base_motion_harmonic(rdg_hbm_structure(r->hb), "tip", 1, omega, r->alpha, &base_c, &base_s);
    r->hertz[r->n] = omega / RDG_HZ(1);
    r->transmissibility[r->n] = hypot(c + base_c, s + base_s) / hypot(base_c, base_s);
    return ++r->n == MOST;
}

int main(void)
{
    static response responses[LEVELS];
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = beam_on_shaker(ctx);
    for (int i = 0; i < LEVELS; i++) {
        char name[32], path[48];
        response *r = &responses[i];
        *r = (response){.hb = hb, .alpha = micrometres[i]};
        snprintf(name, sizeof name, "base_%gum", micrometres[i]);
        snprintf(path, sizeof path, "fig21_%gum.csv", micrometres[i]);
        rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(150)), RDG_AT("alpha", r->alpha));
        rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(150), RDG_HZ(300)),
                     RDG_OBSERVE(note, r), RDG_DIRECTION(1), RDG_ANGLE(2));
        rdg_export(ctx, path, r->n, RDG_COLUMN_ARRAY("f_Hz", r->hertz),
                   RDG_COLUMN_ARRAY("transmissibility", r->transmissibility));
    }
#define RESPONSE(i, text)                                                                                    \
    RDG_POINTS(responses[i].n, responses[i].hertz, responses[i].transmissibility, text, .style = RDG_LINE)
    rdg_plot(ctx, "fig21.png", RESPONSE(0, "0.1 µm"), RESPONSE(1, "1 µm"), RESPONSE(2, "3 µm"),
             RESPONSE(3, "10 µm"), RESPONSE(4, "100 µm"), RDG_XRANGE(150, 300), RDG_LOGY,
             RDG_TITLE("A rubbed cantilever on a shaker"), RDG_XLABEL("frequency / Hz"),
             RDG_YLABEL("tip over base"));
    return rdg_exit(ctx);
}
