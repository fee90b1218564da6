/* Figures 20 and 21: the slider of a crank with clearance and a flexible rod, by 1, 2, 4 and 8 elements; and
 * by an almost rigid rod (E = 1e15 Pa) beside the rigid one. Table 1, Bathe's method, steps of 10 us. After
 * impacts motions of different models part: only the way up to the first ones converges. */
#include "flexible_crank.h"

#include <ridgewalk/ridgewalk.h>

#include <stdio.h>

enum { MOST = 5001, CURVES = 6 };

typedef struct path {
    double t[MOST], x[MOST], y[MOST], th1;
    int n;
} path;

/* Walk a crank for 50 ms. f NULL: rigid. */
static void walk(rdg_mechanism *m, const flexible_crank *f, path *p)
{
    const double q[FLEX_DOFS + 3] = {0}, v[FLEX_DOFS + 3] = {150, -75};
    rdg_timestepping *ts = rdg_timestepping_create(
        m, &(rdg_timestepping_options){.scheme = RDG_BATHE, .h = 1e-5, .contacts_by_gap = true});
    rdg_timestepping_start(ts, 0.0, q, v);
    for (p->n = 0; p->n < MOST; p->n++) {
        const rdg_motion *now = rdg_timestepping_motion(ts);
        double place[2] = {crank_l1 * cos(now->q[0]) + crank_l2 * cos(now->q[1]),
                           crank_l1 * sin(now->q[0]) + crank_l2 * sin(now->q[1])};
        if (f) {
            double dx[FLEX_DOFS + 3], dy[FLEX_DOFS + 3];
            flex_slider(f, now->q, place, dx, dy);
        }
        p->t[p->n] = 1e3 * now->t;
        p->x[p->n] = place[0];
        p->y[p->n] = 1e3 * place[1];
        p->th1 = now->q[0];
        if (rdg_timestepping_step(ts) != RDG_OK) {
            p->n++;
            break;
        }
    }
    rdg_timestepping_free(ts);
}

static void keep(rdg_context *ctx, const char *name, const path *p)
{
    rdg_export(ctx, name, p->n, RDG_COLUMN_ARRAY("t_ms", p->t), RDG_COLUMN_ARRAY("slider_x_m", p->x),
               RDG_COLUMN_ARRAY("slider_y_mm", p->y));
}

int main(void)
{
    static path p[CURVES];
    static flexible_crank f;
    static const int elements[4] = {1, 2, 4, 8};
    rdg_context *ctx = rdg_context_create();
    crank_numbers table1 = {.clearance = 0.001};
    for (int k = 0; k < 5; k++) {
        char name[32];
        flex_fill(&f, k < 4 ? elements[k] : 2, k < 4 ? 2e11 : 1e15, table1);
        walk(flexible_with_clearance(ctx, &f, 0.4, 0.01), &f, &p[k]);
        snprintf(name, sizeof name, k < 4 ? "fig20_%d.csv" : "fig21_stiff.csv", elements[k % 4]);
        keep(ctx, name, &p[k]);
        printf("%d elements, E = %.0e Pa: th1(50 ms) = %.5f\n", f.elements, k < 4 ? 2e11 : 1e15, p[k].th1);
    }
    walk(crank_with_clearance(ctx, &table1, 0.4, 0.01), NULL, &p[5]);
    keep(ctx, "fig21_rigid.csv", &p[5]);
    printf("rigid: th1(50 ms) = %.5f\n", p[5].th1);
    const double wall_x[] = {0.15, 0.47}, up[] = {1, 1}, down[] = {-1, -1};
    rdg_plot(ctx, "fig20.png", RDG_POINTS(p[0].n, p[0].x, p[0].y, "1 element", .style = RDG_LINE),
             RDG_POINTS(p[1].n, p[1].x, p[1].y, "2 elements", .style = RDG_LINE),
             RDG_POINTS(p[2].n, p[2].x, p[2].y, "4 elements", .style = RDG_LINE),
             RDG_POINTS(p[3].n, p[3].x, p[3].y, "8 elements", .style = RDG_DASHED, .color = "black"),
             RDG_POINTS(2, wall_x, up, "", .style = RDG_LINE, .color = "gray"),
             RDG_POINTS(2, wall_x, down, "", .style = RDG_LINE, .color = "gray"), RDG_XLABEL("slider, x / m"),
             RDG_YLABEL("slider, y / mm"), RDG_YRANGE(-1.2, 1.2));
    rdg_plot(ctx, "fig21.png",
             RDG_POINTS(p[5].n, p[5].x, p[5].y, "rigid", .style = RDG_LINE, .color = "black"),
             RDG_POINTS(p[4].n, p[4].x, p[4].y, "E = 1e15 Pa", .style = RDG_DASHED),
             RDG_POINTS(2, wall_x, up, "", .style = RDG_LINE, .color = "gray"),
             RDG_POINTS(2, wall_x, down, "", .style = RDG_LINE, .color = "gray"), RDG_XLABEL("slider, x / m"),
             RDG_YLABEL("slider, y / mm"), RDG_YRANGE(-1.2, 1.2));
    return rdg_exit(ctx);
}
