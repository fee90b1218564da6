/* Eigenvalues and the subspace of the critical ones, by LAPACK's real Schur form.
 *
 * The subspace of one real eigenvalue, or of a pair, stays smooth where the eigenvalues themselves do not: a
 * pair may become double and change from real to complex. Its right basis V are the first Schur vectors when
 * the pair is ordered to the top, its left basis L the last ones when it is ordered to the bottom; W = L (V^T
 * L)^-T. */
#include "spectrum_impl.h"

#include <ridgewalk/toolbox.h>

#include <cblas.h>
#include <float.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* The eigenvalues alone cost half of what the Schur vectors do; most charts need no more. Balanced, so that
 * badly scaled states cost no digits. */
static bool take_eigenvalues(rdg_spectrum *s, rdg_eigenvalues *k)
{
    const lapack_int n = (lapack_int)s->n;
    lapack_int low = 1;
    lapack_int high = n;
    double *scale = s->work;
    double *tau = s->work + n;
    double *work = s->work + 2 * n;
    const lapack_int size = (lapack_int)s->n_work - 2 * n;
    memcpy(s->T, s->J, (size_t)(s->n * s->n) * sizeof(double));
    if (RDG_BLAS(LAPACKE_dgebal_work(LAPACK_COL_MAJOR, 'B', n, s->T, n, &low, &high, scale)) != 0) {
        return false;
    }
    rdg_blas_begin();
    k->norm = cblas_dnrm2(n * n, s->T, 1);
    rdg_blas_end(0);
    return RDG_BLAS(LAPACKE_dgehrd_work(LAPACK_COL_MAJOR, n, low, high, s->T, n, tau, work, size)) == 0 &&
           RDG_BLAS(LAPACKE_dhseqr_work(LAPACK_COL_MAJOR, 'E', 'N', n, low, high, s->T, n, s->re, s->im, NULL,
                                        n, work, size)) == 0;
}

/* Eigenvalues that a source reports are right where the boundary of stability is, whatever the matrix has
 * lost: what is within 1e-8 of it is taken for on it. */
static const double told_norm = 100.0;

/* Those at u, or the ones that nobody has requested longest. Between runs functions may change, and runs of a
 * copy of the problem are not seen here: then it is the last ones only. */
static rdg_eigenvalues *find_kept(rdg_spectrum *s, const double *u, bool *is_known)
{
    const long run = rdg_run_under_way(s->problem);
    rdg_eigenvalues *oldest = s->kept;
    for (int i = 0; i < RDG_KEPT_EIGENVALUES; i++) {
        rdg_eigenvalues *k = &s->kept[i];
        *is_known = k->is_known && k->run == run && (run > 0 || k == s->here) &&
                    memcmp(k->at, u, (size_t)s->nu * sizeof *u) == 0;
        if (*is_known) {
            return k;
        }
        oldest = k->used < oldest->used ? k : oldest;
    }
    return oldest;
}

/* The matrix at the eigenvalues' point. */
static int take_matrix(rdg_spectrum *s, const rdg_eigenvalues *k)
{
    if (s->of_matrix == k) {
        return 0;
    }
    s->of_matrix = NULL;
    s->has_schur = false;
    const int answer = s->source.matrix(k->at, s->J, s->source.data);
    s->of_matrix = answer == 0 ? k : NULL;
    return answer;
}

static int decompose(rdg_spectrum *s, rdg_eigenvalues *k)
{
    rdg_spectrum_known by = RDG_SPECTRUM_BY_MATRIX;
    int answer = take_matrix(s, k);
    if (answer == 0 && s->source.eigenvalues) {
        answer = s->source.eigenvalues(k->at, k->re, k->im, &by, s->source.data);
    }
    if (answer != 0) {
        return answer;
    }
    const bool told = by == RDG_SPECTRUM_TOLD;
    k->unknown = by == RDG_SPECTRUM_UNKNOWN;
    k->norm = told_norm;
    return told || take_eigenvalues(s, k) ? 0 : 1;
}

int rdg_spectrum_decompose(rdg_spectrum *s, const double *u)
{
    bool is_known = false;
    rdg_eigenvalues *k = find_kept(s, u, &is_known);
    k->used = ++s->clock;
    s->here = k;
    s->re = k->re;
    s->im = k->im;
    if (!is_known) {
        k->is_known = false;
        s->of_matrix = NULL;
        memcpy(k->at, u, (size_t)s->nu * sizeof *u);
        const int answer = decompose(s, k);
        if (answer != 0) {
            return answer;
        }
        k->is_known = true;
        k->run = rdg_run_under_way(s->problem);
    }
    s->norm = k->norm;
    s->unknown = k->unknown;
    return 0;
}

int rdg_spectrum_forget(rdg_problem *p, const rdg_chart *chart, void *spectrum)
{
    rdg_spectrum *s = spectrum;
    (void)p;
    for (int i = 0; i < RDG_KEPT_EIGENVALUES; i++) {
        rdg_eigenvalues *k = &s->kept[i];
        k->is_known = k->is_known && memcmp(k->at, chart->u, (size_t)s->nu * sizeof(double)) == 0;
    }
    return 0;
}

bool rdg_spectrum_has_meaning(rdg_problem *p, const rdg_chart *at, void *data)
{
    rdg_spectrum *s = data;
    return (!s->source.where || s->source.where(p, at, s->source.data)) &&
           (!s->source.eigenvalues || (rdg_spectrum_decompose(s, at->u) == 0 && !s->unknown));
}

static bool take_schur(rdg_spectrum *s)
{
    const lapack_int n = (lapack_int)s->n;
    lapack_int sorted = 0;
    if (take_matrix(s, s->here) != 0 || s->has_schur) {
        return s->has_schur;
    }
    memcpy(s->T, s->J, (size_t)(s->n * s->n) * sizeof(double));
    s->has_schur =
        RDG_BLAS(LAPACKE_dgees_work(LAPACK_COL_MAJOR, 'V', 'N', NULL, n, s->T, n, &sorted, s->schur_re,
                                    s->schur_im, s->Q, n, s->work, (lapack_int)s->n_work, NULL)) == 0;
    return s->has_schur;
}

bool rdg_spectrum_real_factor(const double *re, const double *im, rdg_spectrum_kind kind, rdg_index i,
                              rdg_index j, double *value)
{
    const bool real_i = im[i] == 0.0;
    const bool real_j = im[j] == 0.0;
    const bool conjugate = !real_i && j == i + 1 && im[i] > 0.0;
    if (kind == RDG_SPECTRUM_SHIFT) {
        *value = real_i ? re[i] + 1.0 : hypot(re[i] + 1.0, im[i]);
        return i == j ? real_i : conjugate;
    }
    if (i == j || !(conjugate || (real_i && real_j))) {
        return false; /* the others come in conjugate pairs, whose product is positive */
    }
    const double product = re[i] * re[j] - im[i] * im[j];
    *value = kind == RDG_SPECTRUM_SUM ? re[i] + re[j] : product - 1.0;
    return true;
}

/* Order the selected eigenvalues to the top of T2, Q2. */
static bool reorder(rdg_spectrum *s)
{
    const lapack_int n = (lapack_int)s->n;
    const size_t bytes = (size_t)(s->n * s->n) * sizeof(double);
    lapack_int m = 0;
    double ignored_s = 0.0;
    double ignored_sep = 0.0;
    memcpy(s->T2, s->T, bytes);
    memcpy(s->Q2, s->Q, bytes);
    double *wr = s->work;
    double *wi = s->work + s->n;
    return RDG_BLAS(LAPACKE_dtrsen_work(LAPACK_COL_MAJOR, 'N', 'V', s->select, n, s->T2, n, s->Q2, n, wr, wi,
                                        &m, &ignored_s, &ignored_sep, s->work + 2 * s->n, n, s->iwork, n)) ==
           0;
}

/* Order the eigenvalues i and j to the top, or to the bottom. */
static bool bring(rdg_spectrum *s, rdg_index i, rdg_index j, bool to_top)
{
    for (rdg_index q = 0; q < s->n; q++) {
        s->select[q] = (q == i || q == j) == to_top;
    }
    return reorder(s);
}

/* W = L G^-1 with G = V^T L, of the last Schur vectors L. False: G is singular up to rounding, its entries
 * being sums of n products of unit vectors. */
static bool take_left(rdg_spectrum *s, int size)
{
    const rdg_index n = s->n;
    const double *L = s->Q2 + (n - size) * n;
    double G[2][2] = {{0.0, 0.0}, {0.0, 1.0}};
    for (int a = 0; a < size; a++) {
        for (int b = 0; b < size; b++) {
            G[a][b] = 0.0;
            for (rdg_index q = 0; q < n; q++) {
                G[a][b] += s->V[a * n + q] * L[b * n + q];
            }
        }
    }
    const double det = size == 2 ? G[0][0] * G[1][1] - G[0][1] * G[1][0] : G[0][0];
    if (!(fabs(det) > (double)n * DBL_EPSILON)) {
        return false;
    }
    const double inverse[2][2] = {{size == 2 ? G[1][1] / det : 1.0 / det, -G[0][1] / det},
                                  {-G[1][0] / det, G[0][0] / det}};
    for (int a = 0; a < size; a++) {
        for (rdg_index q = 0; q < n; q++) {
            s->W[a * n + q] = L[q] * inverse[0][a] + (size == 2 ? L[n + q] * inverse[1][a] : 0.0);
        }
    }
    return true;
}

/* W of a multiple eigenvalue, of which any pair has a subspace and L may miss it. With T2 = [A C; 0 B] and A
 * R
 * - R B = C, W^T is [1 R] times the transposed Schur vectors; LAPACK shifts B by rounding where A has its
 * eigenvalues. */
static bool take_left_of_multiple(rdg_spectrum *s, int size)
{
    const rdg_index n = s->n;
    const lapack_int rest = (lapack_int)(n - size);
    double *R = s->work;
    double scale = 1.0;
    for (rdg_index q = 0; q < rest; q++) {
        memcpy(R + q * size, s->T2 + (size + q) * n, (size_t)size * sizeof(double));
    }
    if (RDG_BLAS(LAPACKE_dtrsyl_work(LAPACK_COL_MAJOR, 'N', 'N', -1, size, rest, s->T2, (lapack_int)n,
                                     s->T2 + size * (n + 1), (lapack_int)n, R, size, &scale)) < 0 ||
        !(scale > 0.0)) {
        return false;
    }
    memcpy(s->W, s->Q2, (size_t)(size * n) * sizeof(double));
    for (rdg_index q = 0; q < rest; q++) {
        for (int a = 0; a < size; a++) {
            for (rdg_index r = 0; r < n; r++) {
                s->W[a * n + r] += R[q * size + a] / scale * s->Q2[(size + q) * n + r];
            }
        }
    }
    return true;
}

/* V, and W with W^T V = 1, of the eigenvalues i and j (or i alone). */
static bool take_bases(rdg_spectrum *s, rdg_index i, rdg_index j, int size)
{
    if (!bring(s, i, j, true)) {
        return false;
    }
    memcpy(s->V, s->Q2, (size_t)(size * s->n) * sizeof(double));
    return (bring(s, i, j, false) && take_left(s, size)) ||
           (bring(s, i, j, true) && take_left_of_multiple(s, size));
}

/* Where two eigenvalues meet at -1 neither of their shifts is smooth, but the product is: the square of the
 * distance of a pair, and of two real ones. So a second one beside -1 counts with a weight. */
static void join_second(rdg_index n, const double *re, const double *im, rdg_critical *c)
{
    double unused = 0.0;
    c->shift[0] = c->shift[1] = c->value;
    if (c->size == 2) {
        c->is_pair = true;
        c->value *= rdg_shift_weight(c->value, &unused);
        return;
    }
    rdg_index second = -1;
    for (rdg_index j = 0; j < n; j++) {
        const double shift = re[j] + 1.0;
        if (j != c->i && im[j] == 0.0 && rdg_shift_weight(fabs(shift), &unused) < 1.0 &&
            (second < 0 || fabs(shift) < fabs(c->shift[1]))) {
            second = j;
            c->shift[1] = shift;
        }
    }
    if (second >= 0) {
        c->size = 2;
        c->j = second;
        c->value *= rdg_shift_weight(fabs(c->shift[1]), &unused);
    }
}

/* How far a factor is from the critical one: by its value, and where a pair is followed also by how much its
 * product differs from that, both as frequencies. */
static double distance(double value, double product, const rdg_followed *followed)
{
    if (!followed) {
        return fabs(value);
    }
    const double apart = fabs(product - followed->product);
    return fabs(value) + (apart > 0.0 ? apart / sqrt(fmax(fabs(product), fabs(followed->product))) : 0.0);
}

static void find_critical(rdg_index n, const double *re, const double *im, rdg_spectrum_kind kind,
                          const rdg_followed *followed, rdg_critical *c)
{
    double least = INFINITY;
    *c = (rdg_critical){.value = INFINITY, .sign = 1.0};
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index j = i; j < n; j++) {
            double value = 0.0;
            if (!rdg_spectrum_real_factor(re, im, kind, i, j, &value)) {
                continue;
            }
            const double from = distance(value, re[i] * re[j] - im[i] * im[j], followed);
            if (c->size > 0) { /* one of two joins the others */
                c->sign *= (from < least ? c->value : value) < 0.0 ? -1.0 : 1.0;
            }
            if (from < least) {
                least = from;
                c->size = i == j ? 1 : 2;
                c->value = value;
                c->i = i;
                c->j = j;
            }
        }
    }
    if (c->size == 0) {
        c->value = 1.0;
        return;
    }
    if (kind == RDG_SPECTRUM_SHIFT) {
        join_second(n, re, im, c);
    }
    c->sign = followed ? followed->sign : c->sign;
    c->sum = re[c->i] + re[c->j];
    c->product = re[c->i] * re[c->j] - im[c->i] * im[c->j];
}

static const rdg_followed *followed(const rdg_spectrum *s, rdg_spectrum_kind kind)
{
    const bool follows = kind == RDG_SPECTRUM_SUM && s->followed.run > 0;
    return follows && s->followed.run == rdg_run_under_way(s->problem) ? &s->followed : NULL;
}

double rdg_spectrum_size(const rdg_spectrum *s)
{
    const bool has_last = s->last_run > 0 && s->last_run == rdg_run_under_way(s->problem);
    return has_last ? fmax(s->norm, s->last_norm) : s->norm;
}

int rdg_spectrum_follow(rdg_problem *p, const rdg_chart *chart, void *spectrum)
{
    rdg_spectrum *s = spectrum;
    rdg_critical c = {.size = 0};
    if (p != s->problem) {
        return 0;
    }
    const int answer = rdg_spectrum_decompose(s, chart->u);
    if (answer == 0) {
        s->last_norm = s->norm;
        s->last_run = rdg_run_under_way(p);
    }
    if (answer == 0 && rdg_run_holds(p, s->hopf)) {
        rdg_spectrum_critical(s, RDG_SPECTRUM_SUM, &c);
        s->followed = (rdg_followed){c.size > 0 ? rdg_run_under_way(p) : 0, c.product, c.sign};
    }
    return answer < 0 ? answer : 0;
}

void rdg_spectrum_remember(rdg_problem *p, rdg_checkpoint *memo, void *spectrum)
{
    rdg_spectrum *s = spectrum;
    bool follows = s->followed.run > 0 && s->followed.run == rdg_run_under_way(p);
    rdg_followed pair = follows ? s->followed : (rdg_followed){.run = 0};
    rdg_checkpoint_flag(memo, &follows);
    rdg_checkpoint_number(memo, &pair.product);
    rdg_checkpoint_number(memo, &pair.sign);
    pair.run = follows ? rdg_run_under_way(p) : 0;
    s->followed = pair;
}

void rdg_spectrum_critical(const rdg_spectrum *s, rdg_spectrum_kind kind, rdg_critical *c)
{
    find_critical(s->n, s->re, s->im, kind, followed(s, kind), c);
}

int rdg_spectrum_bases(rdg_spectrum *s, rdg_spectrum_kind kind, rdg_critical *c)
{
    const rdg_index n = s->n;
    if (!take_schur(s)) {
        return 1;
    }
    find_critical(n, s->schur_re, s->schur_im, kind, followed(s, kind), c);
    if (c->size == 0 || !take_bases(s, c->i, c->j, c->size)) {
        return 1;
    }
    for (int a = 0; a < c->size; a++) {
        for (int b = 0; b < c->size; b++) {
            c->B[a][b] = 0.0;
            for (rdg_index j = 0; j < n; j++) {
                for (rdg_index i = 0; i < n; i++) {
                    c->B[a][b] += s->W[a * n + i] * s->J[i + n * j] * s->V[b * n + j];
                }
            }
        }
    }
    return 0;
}

double rdg_critical_square(const rdg_critical *c)
{
    return c->B[0][0] * c->B[0][0] + c->B[0][1] * c->B[0][1] + c->B[1][0] * c->B[1][0] +
           c->B[1][1] * c->B[1][1];
}

double rdg_shift_weight(double shift, double *slope)
{
    const double beside = 0.3, from = 0.5 * beside, to = 1.5 * beside;
    const double over = shift - from;
    *slope = shift <= from ? 1.0 / beside : shift < to ? (to - shift) / (beside * beside) : 0.0;
    return shift <= from ? shift / beside
           : shift < to  ? shift / beside - 0.5 * over * over / (beside * beside)
                         : 1.0;
}
