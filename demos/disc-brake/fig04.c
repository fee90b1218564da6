/* Figure 4: eigenvalues of steady sliding over the coefficient of friction, and where it loses its stability
 * (HB). With radial motion of the pad (a, b) and with circumferential motion alone (c, d); growth rates and
 * frequencies. Preset CEA; the onsets with LC stand beside it. */
#include "../shooting/reference.h"
#include "models.h"
#include "pictures.h"

#include <stdlib.h>

enum { MOST_ROWS = 600, COLUMNS = 2 * STATES };

typedef struct eigenvalue_table {
    const char *name; /* of the model under way */
    int states;       /* of it */
    rdg_index rows;
    const char *model[MOST_ROWS];
    double mu[MOST_ROWS], part[COLUMNS][MOST_ROWS]; /* re1 .. re12, im1 .. im12 */
} eigenvalue_table;

typedef struct eigenvalue {
    double re, im;
} eigenvalue;

/* By frequency; of a pair the one with im > 0 first. */
static int by_frequency(const void *a, const void *b)
{
    const eigenvalue *x = a, *y = b;
    const double dx = fabs(x->im), dy = fabs(y->im);
    return fabs(dx - dy) > 1e-9 ? (dx > dy) - (dx < dy) : (x->im < y->im) - (x->im > y->im);
}

static bool note_eigenvalues(rdg_problem *p, const rdg_chart *chart, void *data)
{
    eigenvalue_table *t = data;
    double re[STATES], im[STATES];
    eigenvalue value[STATES];
    if (t->rows == MOST_ROWS || rdg_ep_eigenvalues(p, chart->u, re, im) != RDG_OK) {
        return true;
    }
    for (int i = 0; i < STATES; i++) { /* NAN: those that the model does not have */
        value[i] = i < t->states ? (eigenvalue){re[i], im[i]} : (eigenvalue){NAN, NAN};
    }
    qsort(value, (size_t)t->states, sizeof *value, by_frequency);
    t->model[t->rows] = t->name;
    t->mu[t->rows] = chart->mu[rdg_parameter_index(p, "mu")];
    for (int i = 0; i < STATES; i++) {
        t->part[i][t->rows] = value[i].re;
        t->part[STATES + i][t->rows] = value[i].im;
    }
    t->rows++;
    return false;
}

static const double level[] = {0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.10,
                               0.11, 0.12, 0.13, 0.14, 0.15, 0.16, 0.17, 0.18, 0.19, 0.20,
                               0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27, 0.28, 0.29, 0.30,
                               0.31, 0.32, 0.33, 0.34, 0.35, 0.36, 0.37, 0.38, 0.39, 0.40};
enum { LEVELS = sizeof level / sizeof *level };

/* Steady sliding over the friction; its onsets of instability are HB. */
static void follow(rdg_context *ctx, const char *run, disc_brake *b, eigenvalue_table *table)
{
    b->value[MU] = level[0];
    rdg_problem *p = brake_sliding(ctx, b);
    if (table) {
        table->states = 2 * brake_dofs(b);
        rdg_continue(p, run, RDG_RELEASE("mu"), RDG_WINDOW("mu", level[0], level[LEVELS - 1]),
                     RDG_UZ_LIST("mu", LEVELS, level), RDG_OBSERVE(note_eigenvalues, table));
    } else {
        rdg_continue(p, run, RDG_RELEASE("mu"), RDG_WINDOW("mu", level[0], level[LEVELS - 1]));
    }
}

static void write_table(rdg_context *ctx, const eigenvalue_table *t)
{
    static const char *const header[COLUMNS] = {"re1", "re2",  "re3",  "re4",  "re5", "re6",  "re7",  "re8",
                                                "re9", "re10", "re11", "re12", "im1", "im2",  "im3",  "im4",
                                                "im5", "im6",  "im7",  "im8",  "im9", "im10", "im11", "im12"};
    rdg_column column[COLUMNS + 3] = {RDG_COLUMN_TEXTS("model", t->model), RDG_COLUMN_ARRAY("mu", t->mu)};
    for (int k = 0; k < COLUMNS; k++) {
        column[k + 2] = RDG_COLUMN_ARRAY(header[k], t->part[k]);
    }
    column[COLUMNS + 2] = (rdg_column){.kind = RDG_EXPORT_END};
    rdg_export_items(ctx, "fig04.csv", t->rows, column);
}

/* Pairs of eigenvalues as curves: real and imaginary part of one of each pair. */
typedef struct eigenvalue_curves {
    rdg_index rows;
    double mu[MOST_ROWS], part[2][DOFS][MOST_ROWS];
} eigenvalue_curves;

static double distance_to(const eigenvalue_curves *c, int k, double mu, double re, double im)
{
    const rdg_index n = c->rows;
    double ahead = 0.0; /* along the line through the last two points */
    if (n > 1 && c->mu[n - 1] > c->mu[n - 2]) {
        ahead = (mu - c->mu[n - 1]) / (c->mu[n - 1] - c->mu[n - 2]);
    }
    const rdg_index before = n > 1 ? n - 2 : n - 1;
    const double *x = c->part[0][k], *y = c->part[1][k];
    return hypot(x[n - 1] + ahead * (x[n - 1] - x[before]) - re,
                 y[n - 1] + ahead * (y[n - 1] - y[before]) - im);
}

/* Row `row` of the table becomes the next point of each curve: of all pairs that are left, the curve and the
 * pair go together that are nearest to each other. */
static void extend_curves(eigenvalue_curves *c, const eigenvalue_table *t, rdg_index row)
{
    const int pairs = t->states / 2;
    int pair_of[DOFS];
    bool is_taken[DOFS] = {false}, is_extended[DOFS] = {false};
    for (int turn = 0; turn < pairs; turn++) {
        double least = INFINITY;
        int curve = turn, pair = turn;
        for (int k = 0; k < pairs && c->rows > 0; k++) {
            for (int j = 0; j < pairs; j++) {
                const double d =
                    is_extended[k] || is_taken[j]
                        ? INFINITY
                        : distance_to(c, k, t->mu[row], t->part[2 * j][row], t->part[STATES + 2 * j][row]);
                if (d < least) {
                    least = d, curve = k, pair = j;
                }
            }
        }
        is_extended[curve] = is_taken[pair] = true;
        pair_of[curve] = pair;
    }
    for (int k = 0; k < pairs; k++) {
        c->part[0][k][c->rows] = t->part[2 * pair_of[k]][row];
        c->part[1][k][c->rows] = t->part[STATES + 2 * pair_of[k]][row];
    }
    c->mu[c->rows++] = t->mu[row];
}

/* Real (part 0) or imaginary parts of the pairs of rows first .. last, and where the onsets are. */
static void draw(rdg_context *ctx, const char *path, const eigenvalue_table *t, rdg_index first, int part,
                 double low, double high, const char *run, const char *title)
{
    static eigenvalue_curves c;
    c.rows = 0;
    for (rdg_index row = first; row < t->rows; row++) {
        extend_curves(&c, t, row);
    }
    static const double none[2] = {0.0, 0.0};
    double onset[2] = {nearest(ctx, run, "HB", "mu", 0.2), nearest(ctx, run, "HB", "mu", 0.4)};
    double omega[2] = {sqrt(beside(ctx, run, "HB", "mu", onset[0], "omega2")),
                       sqrt(beside(ctx, run, "HB", "mu", onset[1], "omega2"))};
    picture p = {.n = 0};
    for (int k = 0; k < t->states / 2; k++) {
        picture_add(&p, RDG_POINTS(c.rows, c.mu, c.part[part][k], "", .style = RDG_LINE, .color = "#0050b0",
                                   .width = 2));
    }
    picture_add(&p, RDG_POINTS(2, onset, part == 0 ? none : omega, "onset of instability (HB)",
                               .color = "red", .width = 3));
    picture_add(&p, RDG_TITLE(title));
    picture_add(&p, RDG_XLABEL("coefficient of friction"));
    picture_add(&p, RDG_YLABEL(part == 0 ? "growth rate / (1/s)" : "frequency / (rad/s)"));
    picture_add(&p, RDG_YRANGE(low, high));
    rdg_plot_items(ctx, path, p.item);
}

int main(void)
{
    static eigenvalue_table table;
    static references known;
    rdg_context *ctx = rdg_context_create();
    disc_brake full = preset_cea(), circumferential = preset_cea();
    disc_brake lc_full = preset_lc(), lc_circumferential = preset_lc();
    circumferential.radial = lc_circumferential.radial = false;

    table.name = "full";
    follow(ctx, "fig04_full", &full, &table);
    draw(ctx, "fig04a.png", &table, 0, 0, -0.1, 0.1, "fig04_full", "With radial motion");
    draw(ctx, "fig04b.png", &table, 0, 1, 0.0, 60.0, "fig04_full", "With radial motion");
    const rdg_index rest = table.rows;
    table.name = "circumferential";
    follow(ctx, "fig04_circumferential", &circumferential, &table);
    draw(ctx, "fig04c.png", &table, rest, 0, -0.002, 0.002, "fig04_circumferential",
         "Circumferential motion");
    draw(ctx, "fig04d.png", &table, rest, 1, 0.0, 60.0, "fig04_circumferential", "Circumferential motion");
    follow(ctx, "fig04_lc_full", &lc_full, NULL);
    follow(ctx, "fig04_lc_circumferential", &lc_circumferential, NULL);
    write_table(ctx, &table);

    compare(&known, "onset, CEA", 0.2, nearest(ctx, "fig04_full", "HB", "mu", 0.2));
    compare(&known, "omega there, rad/s", 12.734943,
            sqrt(beside(ctx, "fig04_full", "HB", "mu", 0.2, "omega2")));
    compare(&known, "second mode, CEA", 0.296840408, nearest(ctx, "fig04_full", "HB", "mu", 0.3));
    compare(&known, "onset, CEA circumferential", 0.31,
            nearest(ctx, "fig04_circumferential", "HB", "mu", 0.31));
    compare(&known, "onset, LC", 0.074583217, nearest(ctx, "fig04_lc_full", "HB", "mu", 0.07));
    compare(&known, "onset, LC circumferential", 0.080749296,
            nearest(ctx, "fig04_lc_circumferential", "HB", "mu", 0.08));
    write_references(ctx, &known, "fig04_numbers.csv");
    return rdg_exit(ctx);
}
