/* Figure 11: the two bending modes of the blades with the damper stuck: in phase and out of phase. */
#include "blades.h"

enum { SIZE = 8, PLACES = 5 };

/* The stuck contacts as springs: between structures there are no ground springs, so that they go into K. */
static void add_stuck_contacts(double K[SIZE * SIZE], const rdg_structure *s, const char *const names[4])
{
    for (int k = 0; k < 4; k++) {
        rdg_index n = 0;
        const rdg_index *dof = NULL;
        const double *weight = NULL;
        if (rdg_structure_displacement((rdg_structure *)s, "fig11", names[k], &n, &dof, &weight) != RDG_OK) {
            return;
        }
        for (rdg_index i = 0; i < n; i++) {
            for (rdg_index j = 0; j < n; j++) {
                K[dof[i] + SIZE * dof[j]] += 1e5 * weight[i] * weight[j];
            }
        }
    }
}

static void fill_dense(const rdg_sparse *A, double dense[SIZE * SIZE])
{
    for (rdg_index j = 0; j < SIZE; j++) {
        for (rdg_index k = A->pattern.start[j]; k < A->pattern.start[j + 1]; k++) {
            dense[A->pattern.row[k] + SIZE * j] = A->values[k];
        }
    }
}

int main(void)
{
    static const char *const contacts[4] = {"left.t", "left.n", "right.t", "right.n"};
    static const rdg_index along_x[PLACES] = {0, 1, 3, 5, 7}; /* blade, shroud, damper, shroud, blade */
    static const double place[PLACES] = {1, 2, 3, 4, 5};
    rdg_context *ctx = rdg_context_create();
    rdg_hbm *hb = blade_damper_blade(ctx, 0.0, RDG_HARMONICS(1));
    double M[SIZE * SIZE] = {0}, K[SIZE * SIZE] = {0}, omega[2] = {0}, shape[2 * SIZE] = {0};
    rdg_sparse mass, stiffness;
    if (rdg_structure_matrices(rdg_hbm_structure(hb), &mass, NULL, &stiffness) == RDG_OK) {
        fill_dense(&mass, M);
        fill_dense(&stiffness, K);
        add_stuck_contacts(K, rdg_hbm_structure(hb), contacts);
    }
    rdg_structure *stuck = rdg_structure_create(ctx, "stuck blades", SIZE, M, RDG_UNDAMPED, K);
    rdg_structure_modes(stuck, RDG_NO_SPRINGS, 2, omega, shape);

    double x[2][PLACES], f[2] = {hertz * omega[0], hertz * omega[1]};
    char legend[2][NAME_SIZE];
    for (int mode = 0; mode < 2; mode++) {
        for (int k = 0; k < PLACES; k++) {
            x[mode][k] = shape[SIZE * mode + along_x[k]] / shape[SIZE * mode + 7]; /* right blade: 1 */
        }
        snprintf(legend[mode], NAME_SIZE, "%s, %.3f Hz", mode == 0 ? "in phase" : "out of phase", f[mode]);
        printf("%s\n", legend[mode]);
    }
    rdg_export(ctx, "fig11.csv", PLACES, RDG_COLUMN_ARRAY("place", place),
               RDG_COLUMN_ARRAY("in_phase_relative", x[0]), RDG_COLUMN_ARRAY("out_of_phase_relative", x[1]));
    rdg_plot(
        ctx, "fig11.png",
        RDG_POINTS(PLACES, place, x[0], legend[0], .style = RDG_LINE_DOTS, .color = "#0072b2", .width = 2),
        RDG_POINTS(PLACES, place, x[1], legend[1], .style = RDG_LINE_DOTS, .color = "#cc0077", .width = 2),
        RDG_TITLE("The two modes of the blades with the damper stuck"), RDG_XRANGE(0.5, 5.5),
        RDG_YRANGE(-1.2, 1.2),
        RDG_XLABEL("1 left blade, 2 left shroud, 3 damper, 4 right shroud, 5 right blade"),
        RDG_YLABEL("motion along x, relative to the right blade"));
    return rdg_exit(ctx);
}
