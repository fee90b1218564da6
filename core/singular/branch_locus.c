/* Branch points as two monitors.
 *
 * With M = [G_u b; C 0], C two rows and b one column, the solutions of M [v_j; sigma_j] = e_{m+j} have
 * sigma_1 = sigma_2 = 0 exactly where G_u loses rank. With M^T [w; .] = e_{n+1} their gradients are sigma_j,u
 * = -(sum_k w_k (G_k)_uu) v_j. Rows and column are taken anew, near the null vectors, when the solutions
 * grow. */
#include "moving.h"
#include "problem.h"
#include "singular.h"
#include "singular_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 256 };

typedef struct locus {
    rdg_curve curve;
    bool chosen;      /* borders have been chosen */
    double *scale;    /* [m] of the rows, kept with the borders */
    double *b, *C;    /* [m] in row scales; [2 n] */
    double *v[2], *w; /* [n + 1] each */
    double *rhs;      /* [n + 1] */
} locus;

static void release(void *data)
{
    locus *l = data;
    double *arrays[] = {l->scale, l->b, l->C, l->v[0], l->v[1], l->w, l->rhs};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_curve_release(&l->curve);
    rdg_free(l);
}

static double relative_length(const locus *l)
{
    double largest = fmax(rdg_curve_length(&l->curve, l->v[0]), rdg_curve_length(&l->curve, l->v[1]));
    for (rdg_index i = 0; i < l->curve.m; i++) {
        largest = fmax(largest, fabs(l->w[i]) * l->scale[i]);
    }
    return largest;
}

/* Right solutions v and left solution w with the borders at hand. */
static int solve(locus *l, const double *u)
{
    rdg_curve *c = &l->curve;
    const int answer = rdg_curve_factor(c, u, l->b, l->C);
    if (answer != 0) {
        return answer;
    }
    memset(l->rhs, 0, ((size_t)c->n + 1) * sizeof *l->rhs);
    for (int j = 0; j < 2; j++) {
        l->rhs[c->m + j] = 1.0;
        rdg_bordered_solve(c->matrix, l->rhs, l->v[j]);
        l->rhs[c->m + j] = 0.0;
    }
    l->rhs[c->n] = 1.0;
    rdg_bordered_solve_transposed(c->matrix, l->rhs, l->w);
    return 0;
}

/* Largest entries of the rows of G_u, for changes of typical size. */
static int choose_scales(locus *l, const double *u)
{
    rdg_curve *c = &l->curve;
    rdg_bordered_fix_row_scale(c->matrix, NULL);
    const int answer = rdg_curve_factor(c, u, l->b, l->C);
    const double *scale = rdg_bordered_row_scale(c->matrix);
    memcpy(l->scale, scale, (size_t)c->m * sizeof *scale);
    rdg_bordered_fix_row_scale(c->matrix, l->scale);
    return answer;
}

/* Borders in general position, then along the solutions that they give. */
static int choose_borders(locus *l, const double *u)
{
    rdg_curve *c = &l->curve;
    rdg_curve_general_row(c, 0.0, l->C);
    rdg_curve_general_row(c, 0.9, l->C + c->n);
    for (rdg_index i = 0; i < c->m; i++) {
        l->b[i] = rdg_general(i);
    }
    int answer = choose_scales(l, u);
    for (int pass = 0; answer == 0 && pass < 2; pass++) {
        answer = solve(l, u);
        double largest = 0.0;
        for (rdg_index i = 0; i < c->m; i++) {
            largest = fmax(largest, fabs(l->w[i]) * l->scale[i]);
        }
        for (rdg_index i = 0; i < c->m; i++) {
            l->b[i] = l->w[i] * l->scale[i] / largest;
        }
        for (int j = 0; j < 2; j++) {
            const double length = rdg_curve_length(c, l->v[j]);
            for (rdg_index i = 0; i < c->n; i++) {
                l->C[j * c->n + i] = c->metric[i] * l->v[j][i] / length;
            }
        }
    }
    l->chosen = answer == 0;
    return answer;
}

static int evaluate(locus *l, const double *u)
{
    const double too_long = 100.0;
    int answer = l->chosen ? solve(l, u) : 1;
    if (answer < 0) {
        return answer;
    }
    if (answer > 0 || !(relative_length(l) < too_long)) {
        answer = choose_borders(l, u);
        answer = answer == 0 ? solve(l, u) : answer;
    }
    return answer;
}

static int locus_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    locus *l = data;
    const int answer = evaluate(l, u);
    y[0] = l->v[0][n];
    y[1] = l->v[1][n];
    return answer;
}

static int locus_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    locus *l = data;
    int answer = evaluate(l, u);
    for (int j = 0; answer == 0 && j < 2; j++) {
        answer = rdg_curve_hessian_times(&l->curve, u, l->w, l->v[j], l->rhs);
        for (rdg_index i = 0; i < n; i++) {
            values[j + m * i] = -l->rhs[i];
        }
    }
    return answer;
}

/* As of folds (fold.c). */
static void remember(rdg_problem *p, rdg_checkpoint *memo, void *data)
{
    locus *l = data;
    (void)p;
    rdg_checkpoint_flag(memo, &l->chosen);
    rdg_checkpoint_numbers(memo, l->scale, l->curve.m);
    rdg_checkpoint_numbers(memo, l->b, l->curve.m);
    rdg_checkpoint_numbers(memo, l->C, 2 * l->curve.n);
    rdg_bordered_fix_row_scale(l->curve.matrix, l->chosen ? l->scale : NULL);
}

static int forget(rdg_problem *p, const rdg_chart *chart, void *data)
{
    const locus *l = data;
    if (p == l->curve.p && chart->label > 0) {
        rdg_bordered_forget(l->curve.matrix);
    }
    return 0;
}

static locus *create(rdg_problem *p, const char *released)
{
    locus *l = rdg_context_calloc(p->ctx, 1, sizeof *l);
    if (!l || rdg_curve_init(&l->curve, p, "rdg_add_branch_point", released, NULL) != RDG_OK) {
        rdg_free(l);
        return NULL;
    }
    const size_t n = (size_t)p->n;
    double **arrays[] = {&l->scale, &l->b, &l->v[0], &l->v[1], &l->w, &l->rhs};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(p->ctx, n + 1, sizeof(double));
    }
    l->C = rdg_context_calloc(p->ctx, 2 * n, sizeof(double));
    if (rdg_error_status(p->ctx) != RDG_OK) {
        release(l);
        return NULL;
    }
    return l;
}

rdg_status rdg_add_branch_point(rdg_problem *p, const char *name, const char *released)
{
    RDG_TRY(rdg_problem_require_open(p, __func__));
    char names[2][NAME_SIZE];
    if (!name || !*name || strlen(name) + sizeof ".1" > NAME_SIZE) {
        return RDG_FAIL(p->ctx, RDG_ERR_NAME, "a branch point needs a name of 1 to %zu characters",
                        NAME_SIZE - sizeof ".1");
    }
    for (int j = 0; j < 2; j++) {
        snprintf(names[j], NAME_SIZE, "%s.%d", name, j + 1);
    }
    locus *l = create(p, released);
    if (!l) {
        return rdg_error_status(p->ctx);
    }
    const char *const both[] = {names[0], names[1]};
    const rdg_function function = {.name = name,
                                   .n = p->n,
                                   .m = 2,
                                   .f = locus_f,
                                   .df = locus_df,
                                   .by_differences = true,
                                   .data = l,
                                   .free_data = release};
    const rdg_status status = rdg_add_monitor(p, &function, RDG_ALL, both, RDG_ACTIVE);
    if (status != RDG_OK) {
        release(l);
    }
    if (status == RDG_OK) {
        p->stands_on = "the branch points";
        RDG_TRY(rdg_move_along(p, forget, l));
        RDG_TRY(rdg_checkpoint_along(p, "branch point", remember, l));
    }
    return status;
}
