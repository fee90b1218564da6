/* The null vectors of A at a point, by a border that makes it regular (fold.c): which one, and solving with
 * it. */
#include "fold_point_impl.h"
#include "toolbox.h"

#include <math.h>
#include <string.h>

/* Let b be the unit vector of the parameter's row. */
void rdg_fold_use_unit_border(rdg_fold *f)
{
    memset(f->b, 0, (size_t)f->curve.n * sizeof *f->b);
    f->b[f->row] = 1.0;
    f->general = false;
    rdg_bordered_fix_row_scale(f->curve.matrix, NULL);
}

static int solve_right(rdg_fold *f, const double *u)
{
    rdg_curve *c = &f->curve;
    const int answer = rdg_curve_factor(c, u, f->b, f->c);
    if (answer != 0) {
        return answer;
    }
    memset(f->rhs, 0, (size_t)c->n * sizeof *f->rhs);
    f->rhs[c->n] = 1.0;
    rdg_bordered_solve(c->matrix, f->rhs, f->v);
    f->length = rdg_curve_length(c, f->v);
    f->slope = rdg_bordered_row_scale(c->matrix)[f->row];
    /* the sign of det A is that of s times this determinant; rows of A below the parameter's turn it round */
    const bool odd = (c->n - 1 - f->row) % 2 != 0;
    const double sign = rdg_bordered_determinant(c->matrix).sign;
    f->factor = f->slope * (odd ? -sign : sign);
    return f->length > 0.0 && isfinite(f->length) ? 0 : 1;
}

/* w, such that sigma_u = -factor/|v| (sum_k w_k (A_k)_uu) v. */
static void solve_left(rdg_fold *f)
{
    rdg_curve *c = &f->curve;
    const double back = f->v[c->n] / (f->length * f->length);
    for (rdg_index j = 0; j < c->n; j++) {
        f->rhs[j] = -back * c->metric[j] * f->v[j];
    }
    f->rhs[c->n] = 1.0;
    rdg_bordered_solve_transposed(c->matrix, f->rhs, f->w);
}

/* Length of w, each row counted by its scale. */
double rdg_fold_left_length(const rdg_fold *f)
{
    const double *scale = rdg_bordered_row_scale(f->curve.matrix);
    double sum = 0.0;
    for (rdg_index i = 0; i < f->curve.n; i++) {
        sum += f->w[i] * scale[i] * f->w[i] * scale[i];
    }
    return sqrt(sum);
}

static void point_row_along(rdg_fold *f)
{
    for (rdg_index j = 0; j < f->curve.n; j++) {
        f->c[j] = f->curve.metric[j] * f->v[j] / f->length;
    }
}

/* Borders in general position, then along the solutions that they give. */
static int choose_general_border(rdg_fold *f, const double *u)
{
    rdg_curve *c = &f->curve;
    f->general = true;
    rdg_bordered_fix_row_scale(c->matrix, NULL);
    rdg_curve_general_row(c, 0.0, f->c);
    for (rdg_index i = 0; i < c->n; i++) {
        f->b[i] = rdg_general(i);
    }
    int answer = rdg_curve_factor(c, u, f->b, f->c);
    memcpy(f->scale, rdg_bordered_row_scale(c->matrix), (size_t)c->n * sizeof *f->scale);
    rdg_bordered_fix_row_scale(c->matrix, f->scale);
    for (int pass = 0; answer == 0 && pass < 2; pass++) {
        answer = solve_right(f, u);
        if (answer == 0) {
            solve_left(f);
            const double length = rdg_fold_left_length(f);
            for (rdg_index i = 0; i < c->n; i++) {
                f->b[i] = f->w[i] * f->scale[i] / length;
            }
            point_row_along(f);
        }
    }
    return answer;
}

/* v with the borders at hand, or with others where they fail. */
int rdg_fold_probe(rdg_fold *f, const double *u)
{
    int answer = solve_right(f, u);
    if (answer > 0 && !rdg_problem_is_aborted(f->curve.p)) {
        rdg_curve_general_row(&f->curve, 0.0, f->c);
        answer = solve_right(f, u);
    }
    if (answer > 0) {
        answer = choose_general_border(f, u);
        answer = answer == 0 ? solve_right(f, u) : answer;
    }
    return answer;
}

/* Share of the parameter's row in w; all of w is of about unit length along b. */
static double share(const rdg_fold *f)
{
    return fabs(f->w[f->row]) * rdg_bordered_row_scale(f->curve.matrix)[f->row] / rdg_fold_left_length(f);
}

/* As above with w, and a border b that is well off the range of A: the unit vector again where it is. */
static int probe_both(rdg_fold *f, const double *u)
{
    const double singular = 1e-3, regular = 1e-2, flat = 0.1;
    int answer = rdg_fold_probe(f, u);
    if (answer != 0) {
        return answer;
    }
    solve_left(f);
    const double part = share(f);
    f->widest = fmax(f->widest, part);
    if (f->general && part > regular * f->widest) {
        rdg_fold_use_unit_border(f);
    } else if ((!f->general && part < singular * f->widest) ||
               (f->general && rdg_fold_left_length(f) * flat > 1.0)) {
        answer = choose_general_border(f, u);
    } else {
        return 0;
    }
    answer = answer == 0 ? solve_right(f, u) : answer;
    if (answer == 0) {
        solve_left(f);
    }
    return answer;
}

/* As above, and the product with second derivatives. */
int rdg_fold_probe_gradient(rdg_fold *f, const double *u)
{
    int answer = probe_both(f, u);
    if (answer == 0) {
        point_row_along(f);
        answer = rdg_curve_hessian_times(&f->curve, u, f->w, f->v, f->product);
    }
    return answer;
}
