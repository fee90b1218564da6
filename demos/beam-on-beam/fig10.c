/* Figure 10: acceleration of T in the unstable smooth case, with 100 and with 150 elements along the lower
 * beam: the bursts come at the same times. How large they are depends on what starts them, here corners of
 * the mesh. Takes 10 s. */
#include "transients.h"

enum { MOST = 2 * 160000 };

/* Both motions, one below the other */
typedef struct comparison {
    rdg_index rows;
    double elements[MOST], t[MOST], acc[MOST];
} comparison;

static void add(comparison *both, rdg_index elements, const transient *m)
{
    for (rdg_index i = 0; i < m->rows && both->rows < MOST; i++) {
        both->elements[both->rows] = (double)elements;
        both->t[both->rows] = m->t[i];
        both->acc[both->rows++] = m->acc[i];
    }
}

int main(void)
{
    static const rdg_index elements[] = {100, 150};
    static const char *const path[] = {"fig10a.png", "fig10b.png"};
    static comparison both;
    transient m;
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < 2 && transient_make(ctx, &beam_case[2], elements[k], &m) == RDG_OK; k++) {
        char title[96];
        rdg_index at = 0;
        const double most = greatest(m.rows, m.acc, &at);
        printf("%d elements: std %.4f m/s^2, greatest %.4f m/s^2 at %.5f s\n", (int)elements[k],
               deviation(m.rows, m.acc), most, m.t[at]);
        snprintf(title, sizeof title, "Case %s, %d elements", beam_case[2].name, (int)elements[k]);
        outline_draw(ctx, path[k], m.rows, m.t, m.acc, title, "acceleration of T / (m/s^2)");
        add(&both, elements[k], &m);
    }
    rdg_export(ctx, "fig10.csv", both.rows, RDG_COLUMN_ARRAY("nx2", both.elements),
               RDG_COLUMN_ARRAY("t_s", both.t), RDG_COLUMN_ARRAY("acc_m_s2", both.acc));
    return rdg_exit(ctx);
}
