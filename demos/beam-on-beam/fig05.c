/* Figure 5: acceleration of the free end T of the lower beam while the upper one slides along it: stable
 * (mu = 0.1) and unstable (0.3), smooth and with random force. Takes 20 s; FULL=1 with the paper's central
 * difference, two minutes. */
#include "../shooting/reference.h"
#include "transients.h"

enum { BINS = 160 };
#define BIN 0.02 /* s */

/* Records in bins of 20 ms */
typedef struct bins {
    rdg_index rows;
    const char *name[CASES * BINS];
    double t[CASES * BINS], std[CASES * BINS], acc[CASES * BINS], mean[CASES * BINS], low[CASES * BINS],
        high[CASES * BINS], v[CASES * BINS];
} bins;

static void add_bins(bins *b, const char *name, const transient *m)
{
    rdg_index count = 0, at = 0;
    for (int k = 0; k < BINS; k++) {
        const rdg_index first = transient_between(m, BIN * k - 1e-9, BIN * (k + 1) - 1e-9, &count);
        if (count < 2) {
            continue;
        }
        const rdg_index row = b->rows++;
        b->name[row] = name;
        b->t[row] = BIN * k;
        b->std[row] = deviation(count, m->acc + first);
        b->acc[row] = greatest(count, m->acc + first, &at);
        b->low[row] = b->v[row] = INFINITY;
        for (rdg_index i = first; i < first + count; i++) {
            b->mean[row] += m->lambda[i] / (double)count;
            b->low[row] = fmin(b->low[row], m->lambda[i]);
            b->high[row] = fmax(b->high[row], m->lambda[i]);
            b->v[row] = fmin(b->v[row], m->v[i]);
        }
    }
}

static void write_bins(rdg_context *ctx, const bins *b)
{
    rdg_export(ctx, "fig05_bins.csv", b->rows, RDG_COLUMN_TEXTS("case", b->name),
               RDG_COLUMN_ARRAY("t_s", b->t), RDG_COLUMN_ARRAY("std_acc_T_m_s2", b->std),
               RDG_COLUMN_ARRAY("max_abs_acc_T_m_s2", b->acc), RDG_COLUMN_ARRAY("lambda_mean_N", b->mean),
               RDG_COLUMN_ARRAY("lambda_min_N", b->low), RDG_COLUMN_ARRAY("lambda_max_N", b->high),
               RDG_COLUMN_ARRAY("vC_min_m_s", b->v));
}

/* What an independent program finds with the central difference: normal force, std and greatest acceleration,
 * least velocity of C */
static const struct {
    double mean, low, high, std, acc, v;
} known[CASES] = {{0.09986056, 0.0996236, 0.1000398, 0.0139, 0.25, 0.029996},
                  {0.09986048, 0.0964141, 0.1032556, 7.5742, 35.26, 0.029422},
                  {0.09964584, 0.0987067, 0.1000331, 0.183, 3.2, 0.029967},
                  {0.09964580, 0.0193308, 0.1791954, 36.80, 594.2, 0.023785}};

static void compare_case(references *table, int k, const transient *m)
{
    rdg_index at = 0;
    const double most = greatest(m->rows, m->acc, &at);
    printf("case %s: greatest acceleration at %.5f s\n", beam_case[k].name, m->t[at]);
    compare(table, "mean normal force, N", known[k].mean, m->sum.lambda_mean);
    compare(table, "least normal force, N", known[k].low, m->sum.lambda_min);
    compare(table, "greatest normal force, N", known[k].high, m->sum.lambda_max);
    compare(table, "std of the acceleration of T, m/s^2", known[k].std, deviation(m->rows, m->acc));
    compare(table, "greatest acceleration of T, m/s^2", known[k].acc, most);
    compare(table, "least velocity of C, m/s", known[k].v, m->sum.v_min);
}

static void draw_case(rdg_context *ctx, int k, const transient *m)
{
    char path[32], title[80];
    snprintf(path, sizeof path, "fig05%c.png", 'a' + k);
    snprintf(title, sizeof title, "Case %s: $\\mu$ = %g", beam_case[k].name, beam_case[k].mu);
    outline_draw(ctx, path, m->rows, m->t, m->acc, title, "acceleration of T / (m/s^2)");
}

int main(void)
{
    static transient motion[CASES];
    static references table;
    static bins b;
    rdg_context *ctx = rdg_context_create();
    for (int k = 0; k < CASES && transient_make(ctx, &beam_case[k], 100, &motion[k]) == RDG_OK; k++) {
        if (!form_is_quick()) {
            compare_case(&table, k, &motion[k]);
        }
        add_bins(&b, beam_case[k].name, &motion[k]);
        draw_case(ctx, k, &motion[k]);
    }
    if (rdg_error_status(ctx) == RDG_OK) {
        rdg_export(ctx, "fig05.csv", motion[0].rows, RDG_COLUMN_ARRAY("t_s", motion[0].t),
                   RDG_COLUMN_ARRAY("acc1_m_s2", motion[0].acc), RDG_COLUMN_ARRAY("acc2_m_s2", motion[1].acc),
                   RDG_COLUMN_ARRAY("acc3_m_s2", motion[2].acc),
                   RDG_COLUMN_ARRAY("acc4_m_s2", motion[3].acc));
        write_bins(ctx, &b);
        write_references(ctx, &table, "fig05_numbers.csv");
    }
    return rdg_exit(ctx);
}
