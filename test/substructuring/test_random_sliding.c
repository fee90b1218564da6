/* Random bodies that slide on one another, with few modes, much friction and all sorts of damping:
 * eigenvalues against the dense problem in the bodies' own coordinates, M u'' + C u' + K u + b lambda = 0
 * with a . u = 0. */
#include "fresh_context.h"

#include <ridgewalk/flutter.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/mechanics.h>
#include <ridgewalk/run.h>

#include <complex.h>
#include <lapacke.h>
#include <string.h>

enum { MOST = 24, NODES = 3 };

typedef struct body {
    int n;
    double M[MOST * MOST], K[MOST * MOST], alpha, beta;
} body;

static double scale(uint64_t *seed, double low, double high)
{
    return low * pow(high / low, 0.5 + 0.5 * random_signed(seed));
}

/* Diagonal masses and a stiffness of any eigenvectors, over two decades of frequency */
static rdg_structure *make(rdg_context *ctx, const char *name, int n, uint64_t *seed, body *b)
{
    *b = (body){.n = n, .alpha = scale(seed, 1e-4, 0.3), .beta = scale(seed, 1e-6, 1e-2)};
    double B[MOST * MOST];
    for (int i = 0; i < n * n; i++) {
        B[i] = random_signed(seed);
    }
    for (int i = 0; i < n; i++) {
        b->M[i + n * i] = scale(seed, 0.3, 3);
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++) {
                b->K[i + n * j] += B[k + n * i] * B[k + n * j] * pow(10.0, 4.0 * k / n);
            }
        }
        b->K[i + n * i] += 1e-2;
    }
    rdg_structure *s = rdg_structure_create(ctx, name, n, b->M, NULL, b->K);
    rdg_damping_proportional(s, b->alpha, b->beta);
    return s;
}

static void couple(const body *one, const body *two, const double *a, const double *b, double complex *p,
                   int *count)
{
    const int n = one->n + two->n, N = 2 * n;
    static double A[4 * MOST * MOST * 4], K[4 * MOST * MOST], C[4 * MOST * MOST], real[4 * MOST],
        imaginary[4 * MOST];
    double row_K[2 * MOST] = {0}, row_C[2 * MOST] = {0}, weight = 0;
    memset(K, 0, sizeof K);
    memset(C, 0, sizeof C);
    memset(A, 0, sizeof A);
    for (int part = 0; part < 2; part++) {
        const body *o = part ? two : one;
        const int first = part ? one->n : 0;
        for (int i = 0; i < o->n; i++) {
            const double m = o->M[i + o->n * i];
            for (int j = 0; j < o->n; j++) {
                const double k = o->K[i + o->n * j], c = o->alpha * o->M[i + o->n * j] + o->beta * k;
                K[first + i + n * (first + j)] = k / m;
                C[first + i + n * (first + j)] = c / m;
                row_K[first + j] += a[first + i] * k / m;
                row_C[first + j] += a[first + i] * c / m;
            }
            weight += a[first + i] * b[first + i] / m;
        }
    }
    for (int j = 0; j < n; j++) {
        A[j + N * (n + j)] = 1;
        for (int i = 0; i < n; i++) {
            const body *o = i < one->n ? one : two;
            const int own = i < one->n ? i : i - one->n;
            const double share = b[i] / o->M[own + o->n * own] / weight;
            A[n + i + N * j] = -K[i + n * j] + share * row_K[j];
            A[n + i + N * (n + j)] = -C[i + n * j] + share * row_C[j];
        }
    }
    assert_int_equal(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', N, A, N, real, imaginary, NULL, 1, NULL, 1),
                     0);
    *count = 0;
    for (int i = 0; i < N; i++) {
        if (imaginary[i] > 1e-3) { /* a . u and a . u' are two zeros */
            p[(*count)++] = real[i] + imaginary[i] * I;
        }
    }
}

typedef struct pair {
    rdg_sliding *c;
    body slider, target;
    double mu;
} pair;

static pair make_pair(rdg_context *ctx, uint64_t *seed)
{
    pair o = {.mu = scale(seed, 0.01, 3)};
    const int n = 4 + (int)(14 * fabs(random_signed(seed))), m = 6 + (int)(17 * fabs(random_signed(seed)));
    rdg_structure *slider = make(ctx, "slider", n, seed, &o.slider),
                  *target = make(ctx, "target", m, seed, &o.target);
    rdg_name_dof(slider, "x", 1);
    rdg_name_dof(slider, "y", 0);
    rdg_name_set(target, "tx", NODES, (rdg_index[]){0, 2, 4});
    rdg_name_set(target, "ty", NODES, (rdg_index[]){1, 3, 5});
    rdg_static_force_add(slider, "y", -1e-3);
    const double x[NODES] = {0, 1, 1.5}, y[NODES] = {0, 0.3 * pow(random_signed(seed), 5), 0};
    o.c = rdg_sliding_create(
        slider, target,
        &(rdg_sliding_options){
            .x = "x", .y = "y", .target_x = "tx", .target_y = "ty", .node_x = x, .node_y = y, .mu = o.mu});
    return o;
}

/* The rows in coordinates, on a straight segment */
static void write_rows(const pair *o, const rdg_sliding_state *at, double *a, double *b)
{
    const double s = sin(at->gamma), c = cos(at->gamma), n = o->slider.n;
    const double normal[2] = {-s, c}, force[2] = {-s - o->mu * c, c - o->mu * s};
    for (int row = 0; row < 2; row++) {
        double *to = row ? b : a;
        const double *v = row ? force : normal;
        memset(to, 0, 2 * MOST * sizeof *to);
        to[1] = -v[0];
        to[0] = -v[1];
        for (int k = 0; k < 2; k++) {
            const double share = k ? at->alpha : 1 - at->alpha;
            const int node = (int)n + 2 * (int)(at->segment + k);
            to[node] = share * v[0];
            to[node + 1] = share * v[1];
        }
    }
}

static void eigenvalues_are_those_of_the_dense_problem(void **state)
{
    uint64_t seed = 5;
    int refused = 0;
    for (int trial = 0; trial < 150; trial++) {
        pair o = make_pair(*state, &seed);
        rdg_sliding_state at;
        double a[2 * MOST], b[2 * MOST];
        double _Complex dense[4 * MOST], p[2 * MOST];
        int count = 0;
        assert_ok(*state, rdg_sliding_undeformed(o.c, 0.75 + 0.74 * random_signed(&seed), &at));
        write_rows(&o, &at, a, b);
        couple(&o.slider, &o.target, a, b, dense, &count);
        const int wanted = 1 + (int)(fabs(random_signed(&seed)) * 0.66 * (double)rdg_sliding_modes(o.c));
        if (wanted > count || rdg_sliding_eigenvalues(o.c, &at, wanted, p) != RDG_OK) {
            refused++;
            rdg_error_clear(*state);
        } else {
            double lowest = 0;
            for (int k = 0; k < wanted; k++) {
                double nearest = INFINITY;
                for (int j = 0; j < count; j++) {
                    nearest = fmin(nearest, cabs(dense[j] - p[k]) / cabs(p[k]));
                }
                assert_true(nearest < 1e-7);
                lowest = fmax(lowest, cimag(p[k]));
            }
            int below = 0;
            for (int j = 0; j < count; j++) {
                below += cimag(dense[j]) < lowest * (1 - 1e-6);
            }
            assert_true(below < wanted); /* none is left out */
        }
        rdg_sliding_free(o.c);
    }
    assert_true(refused < 10);
}

typedef struct walk {
    pair *o;
    rdg_context *ctx;
    rdg_sliding_shape shape;
    int seen, compared, corners;
    double worst;
} walk;

/* Every chart of a locus is an eigenvalue of the bodies at its place. */
static bool look_at_chart(rdg_problem *p, const rdg_chart *chart, void *data)
{
    walk *w = data;
    rdg_sliding_state at;
    double a[2 * MOST], b[2 * MOST], nearest = INFINITY;
    double _Complex dense[4 * MOST];
    int count = 0;
    (void)p;
    if (w->seen++ % 5 == 0 && strcmp(chart->type, "CO") != 0 && strcmp(chart->type, "RS") != 0) {
        const rdg_status found = w->shape == RDG_DEFORMED
                                     ? rdg_sliding_equilibrium(w->o->c, chart->u[2], &at, NULL)
                                     : rdg_sliding_undeformed(w->o->c, chart->u[2], &at);
        if (found != RDG_OK ||
            at.segment != lround(chart->u[6])) { /* at a corner both segments may have one */
            rdg_error_clear(w->ctx);
            return false;
        }
        w->compared++;
        write_rows(w->o, &at, a, b);
        couple(&w->o->slider, &w->o->target, a, b, dense, &count);
        for (int j = 0; j < count; j++) {
            nearest = fmin(nearest, cabs(dense[j] - chart->u[0] - chart->u[1] * I) / cabs(dense[j]));
        }
        w->worst = fmax(w->worst, nearest);
    }
    w->corners += strcmp(chart->type, "RS") == 0;
    return false;
}

/* From end to end of a polyline with a corner, whatever the bodies: what is emitted is true, and a way that
 * is not gone to its end is told. */
static void loci_are_eigenvalues_all_along(void **state)
{
    uint64_t seed = 77;
    int whole = 0, compared = 0;
    for (int trial = 0; trial < 40; trial++) {
        pair o = make_pair(*state, &seed);
        walk w = {.o = &o, .ctx = *state, .shape = trial % 2 ? RDG_DEFORMED : RDG_UNDEFORMED};
        rdg_run_summary told = {.points = 0};
        rdg_problem *p =
            rdg_flutter_problem(o.c, w.shape, RDG_AT("s", 0.1), RDG_AT("omega", scale(&seed, 1, 30)));
        if (p) {
            rdg_continue(p, "locus", RDG_RELEASE("s"), RDG_WINDOW("s", 0.05, 1.45), RDG_MAX_POINTS(3000),
                         RDG_OBSERVE(look_at_chart, &w), RDG_NO_FOLDER, RDG_NO_TABLE, RDG_SUMMARY(&told));
            assert_true(w.worst < 1e-6);
            assert_true(told.covered ==
                        (told.forwards == RDG_STOP_BOUNDARY && told.backwards == RDG_STOP_BOUNDARY));
            assert_true(!told.covered || w.corners > 0);
            compared += w.compared;
            whole += told.covered;
        }
        rdg_error_clear(*state);
        rdg_problem_free(p);
        rdg_sliding_free(o.c);
    }
    assert_true(whole > 15 && compared > 500);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(eigenvalues_are_those_of_the_dense_problem),
                                       TEST(loci_are_eigenvalues_all_along)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
