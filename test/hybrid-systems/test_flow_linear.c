/* Linear modes in closed form, against the same motion in steps, and against differences: random fields,
 * states, parameters, phases, durations of either sign, at resonance, with eigenvalues that are equal or 0
 * and with those whose vectors are no basis. */
#include "linear_twins.h"

/* A gets a structure that eigenvectors have trouble with, or not: k % 8 */
static void degenerate(twins *t, int k)
{
    linear_field *f = &t->field;
    const rdg_index n = f->n;
    const double *p = t->sigma + n;
    switch (k % 8) {
    case 1: /* a mass on nothing: a Jordan block of two zeros */
    case 2: /* critical damping */
        if (n > 1) {
            for (rdg_index j = 0; j < n; j++) {
                for (int c = 0; c < LINEAR_TERMS; c++) {
                    f->A[0][j][c] = f->A[1][j][c] = 0.0;
                }
            }
            f->A[0][1][0] = 1.0;
            f->A[1][0][0] = k % 8 == 1 ? 0.0 : -0.81;
            f->A[1][1][0] = k % 8 == 1 ? 0.0 : -1.8;
        }
        break;
    case 3: /* all the same */
        for (rdg_index i = 0; i < n * n; i++) {
            f->A[i / n][i % n][0] += (i / n == i % n ? -0.3 : 0.0) - linear_value(f, f->A[i / n][i % n], p);
        }
        break;
    case 4: /* a slider that sticks */
        for (rdg_index j = 0; j < n; j++) {
            for (int c = 0; c < LINEAR_TERMS; c++) {
                f->A[n - 1][j][c] = 0.0;
            }
            for (int w = 0; w < LINEAR_WAVES; w++) {
                f->g[n - 1][w][0] = 0.0;
            }
        }
        break;
    case 5: /* without damping, driven with its own frequency */
    case 6: /* and nearly so */
        if (n > 1 && f->forced) {
            for (rdg_index j = 0; j < n; j++) {
                for (int c = 0; c < LINEAR_TERMS; c++) {
                    f->A[0][j][c] = f->A[1][j][c] = 0.0;
                }
            }
            const double omega = t->sigma[t->omega] * (k % 8 == 5 ? 1.0 : 1.0 + 1e-9);
            f->A[0][1][0] = 1.0;
            f->A[1][0][0] = -omega * omega;
        }
        break;
    default:
        break;
    }
}

static void draw(twins *t, int k, double size, uint64_t *seed)
{
    const rdg_index n = 1 + k % LINEAR_STATES, np = 1 + (k / 6) % 3;
    const bool forced = (k / 18) % 3 > 0;
    random_linear(&t->field, n, np, forced ? (k / 36) % 3 : 0, forced, size, seed);
    join(t, (int)((k / 3) % np));
    draw_place(t, seed);
    degenerate(t, k);
}

static void a_closed_form_is_the_motion(void **state)
{
    (void)state;
    static twins t;
    uint64_t seed = 11;
    for (int k = 0; k < 1000; k++) {
        double y[2][MOST], along[2][MOST], dy[2][MOST * MOST], d2y[2][MOST * MOST], error = 1.0;
        rdg_mesh mesh[2] = {{0}, {0}};
        draw(&t, k, k % 7 == 0 ? 0.0 : 0.3, &seed);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(rdg_flow_mesh(t.flow[i], 0, t.sigma, &mesh[i], y[i]), 0);
        }
        assert_near(distance(y[0], y[1], t.n), 0, 0, 1e-10);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(rdg_flow_segment(t.flow[i], 0, &mesh[i], t.sigma, y[i], dy[i], &error), 0);
            assert_int_equal(rdg_flow_second(t.flow[i], 0, &mesh[i], t.sigma, t.lambda, d2y[i]), 0);
            assert_int_equal(
                rdg_flow_second_along(t.flow[i], 0, &mesh[i], t.sigma, t.lambda, t.sigma, along[i]), 0);
            rdg_mesh_release(&mesh[i]);
        }
        assert_near(distance(y[0], y[1], t.n), 0, 0, 1e-10);
        assert_near(distance(dy[0], dy[1], t.n * t.ns), 0, 0, 1e-10);
        assert_near(distance(d2y[0], d2y[1], t.ns * t.ns), 0, 0, 1e-10);
        assert_near(distance(along[0], along[1], t.ns), 0, 0, 1e-10);
        rdg_context_free(t.ctx);
    }
}

/* y, or lambda . dy, at sigma with one of its numbers changed */
static void at(twins *t, rdg_index j, double by, bool slope, double *out)
{
    double sigma[MOST], y[MOST], dy[MOST * MOST];
    memcpy(sigma, t->sigma, sizeof sigma);
    sigma[j] += by;
    assert_int_equal(rdg_flow_segment(t->flow[0], 0, &(rdg_mesh){0}, sigma, y, slope ? dy : NULL, NULL), 0);
    if (!slope) {
        memcpy(out, y, (size_t)t->n * sizeof *out);
        return;
    }
    for (rdg_index d = 0; d < t->ns; d++) {
        out[d] = 0.0;
        for (rdg_index i = 0; i < t->n; i++) {
            out[d] += t->lambda[i] * dy[i + t->n * d];
        }
    }
}

static double off(twins *t, bool slope, const double *exact)
{
    static const double weight[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
    const double h = 2e-3;
    const rdg_index rows = slope ? t->ns : t->n;
    double sum[MOST * MOST] = {0};
    for (rdg_index j = 0; j < t->ns; j++) {
        double a[MOST], b[MOST];
        for (int k = 1; k <= 3; k++) {
            at(t, j, k * h, slope, a);
            at(t, j, -k * h, slope, b);
            for (rdg_index i = 0; i < rows; i++) {
                sum[i + rows * j] += weight[k - 1] * (a[i] - b[i]) / h;
            }
        }
    }
    return distance(sum, exact, rows * t->ns);
}

static void derivatives_are_those_of_the_closed_form(void **state)
{
    (void)state;
    static twins t;
    uint64_t seed = 2385;
    double first = 0.0, second = 0.0;
    for (int k = 0; k < 1000; k++) {
        double y[MOST], dy[MOST * MOST], d2y[MOST * MOST];
        draw(&t, k, 0.2, &seed);
        if (k % 8 == 1 || k % 8 == 2) {
            rdg_context_free(t.ctx); /* in steps of one's own choice, which no difference follows */
            continue;
        }
        assert_int_equal(rdg_flow_segment(t.flow[0], 0, &(rdg_mesh){0}, t.sigma, y, dy, NULL), 0);
        assert_int_equal(rdg_flow_second(t.flow[0], 0, &(rdg_mesh){0}, t.sigma, t.lambda, d2y), 0);
        for (rdg_index i = 0; i < t.ns * t.ns; i++) {
            assert_near(d2y[i], d2y[t.ns * (i % t.ns) + i / t.ns], 0, 0);
        }
        first = fmax(first, off(&t, false, dy));
        second = fmax(second, off(&t, true, d2y));
        rdg_context_free(t.ctx);
    }
    assert_near(first, 0, 0, 1e-9);
    assert_near(second, 0, 0, 1e-9);
}

/* Masses in a chain whose springs differ by a factor of 10^apart each, with damping that grows with
 * stiffness: fast motion is damped by far more than it oscillates. The eigenvectors are all but orthogonal in
 * energy, and still the units that balance the matrix are of no use. */
static void draw_stiff(twins *t, double apart, uint64_t *seed)
{
    enum { CHAIN = 3 };
    linear_field *f = &t->field;
    double k[CHAIN];
    random_linear(f, 2 * CHAIN, 1, 1, true, 0.0, seed);
    const double beta = 1e-3 * (1.5 + random_signed(seed));
    for (int i = 0; i < CHAIN; i++) {
        k[i] = pow(10.0, apart * i) * (1.5 + random_signed(seed));
    }
    for (int i = 0; i < 2 * CHAIN; i++) {
        for (int j = 0; j < 2 * CHAIN; j++) {
            memset(f->A[i][j], 0, sizeof f->A[i][j]);
        }
        for (int w = 0; w < LINEAR_WAVES; w++) {
            memset(f->g[i][w], 0, i < CHAIN ? sizeof(double) : 0);
            memset(f->g[i][w] + 1, 0, (LINEAR_TERMS - 1) * sizeof(double));
        }
    }
    for (int i = 0; i < CHAIN; i++) {
        f->A[i][CHAIN + i][0] = 1.0;
        for (int j = i - 1; j <= i + 1; j++) {
            const double next = i + 1 < CHAIN ? k[i + 1] : 0.0;
            const double K = j == i ? k[i] + next : j == i + 1 ? -next : -k[i];
            if (j >= 0 && j < CHAIN) {
                f->A[CHAIN + i][j][0] = -K;
                f->A[CHAIN + i][CHAIN + j][0] = -beta * K;
            }
        }
    }
    join(t, 0);
    draw_place(t, seed);
    for (int i = 1; i < CHAIN; i++) { /* forces of springs are alike */
        t->sigma[i] = t->sigma[i - 1] + random_signed(seed) / k[i];
        t->sigma[CHAIN + i] = t->sigma[CHAIN + i - 1] + random_signed(seed) / k[i];
    }
    t->sigma[t->ns - 1] = 0.02 * (1.5 + random_signed(seed));
}

static void damping_that_grows_with_stiffness_keeps_the_closed_form(void **state)
{
    (void)state;
    static twins t;
    uint64_t seed = 77;
    for (int k = 0; k < 30; k++) {
        double y[2][MOST];
        rdg_mesh mesh[2] = {{0}, {0}};
        const bool steps = k % 2 == 0; /* the others need more than there is time for */
        draw_stiff(&t, steps ? 4.0 : 6.0, &seed);
        for (int i = 0; i < 1 + steps; i++) {
            assert_int_equal(rdg_flow_mesh(t.flow[i], 0, t.sigma, &mesh[i], y[i]), 0);
        }
        assert_int_equal(mesh[0].steps, 1);
        if (!steps) {
            t.sigma[t.ns - 1] *= 0.5;
            assert_int_equal(rdg_flow_segment(t.flow[0], 0, &mesh[0], t.sigma, y[1], NULL, NULL), 0);
            memcpy(t.sigma, y[1], (size_t)t.n * sizeof(double));
            t.sigma[t.ns - 2] += t.sigma[t.omega] * t.sigma[t.ns - 1];
            assert_int_equal(rdg_flow_segment(t.flow[0], 0, &mesh[0], t.sigma, y[1], NULL, NULL), 0);
        }
        assert_near(distance(y[0], y[1], t.n), 0, 0, 1e-10);
        for (int i = 0; i < 2; i++) {
            rdg_mesh_release(&mesh[i]);
        }
        rdg_context_free(t.ctx);
    }
}

/* Two eigenvalues come together, of a matrix with a Jordan block or next to it: whether the closed form is
 * taken or not, the motion is right. */
static void eigenvectors_that_come_together_are_left_in_time(void **state)
{
    (void)state;
    static twins t;
    uint64_t seed = 78;
    int closed = 0, stepped = 0;
    for (int k = 0; k < 240; k++) {
        const double near = pow(10.0, -1.0 - k % 12), units = pow(10.0, (k / 12) % 5 - 2);
        double y[2][MOST];
        rdg_mesh mesh[2] = {{0}, {0}};
        random_linear(&t.field, 3, 1, 1, true, 0.0, &seed);
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) {
                memset(t.field.A[i][j], 0, sizeof t.field.A[i][j]);
            }
            for (int w = 0; w < LINEAR_WAVES; w++) {
                memset(t.field.g[i][w] + 1, 0, (LINEAR_TERMS - 1) * sizeof(double));
            }
        }
        t.field.A[0][0][0] = -0.7;
        t.field.A[0][1][0] = units;
        t.field.A[1][0][0] = k % 3 == 0 ? 0.0 : (k % 3 == 1 ? -1 : 1) * near * near / units;
        t.field.A[1][1][0] = -0.7 - (k % 3 == 0 ? near : 0.0);
        t.field.A[2][1][0] = k % 2;
        t.field.A[2][2][0] = -0.7 * (k % 4 > 1);
        join(&t, 0);
        draw_place(&t, &seed);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(rdg_flow_mesh(t.flow[i], 0, t.sigma, &mesh[i], y[i]), 0);
        }
        closed += mesh[0].steps == 1;
        stepped += mesh[0].steps > 1;
        assert_near(distance(y[0], y[1], t.n), 0, 0, 1e-10 * fmax(units, 1));
        for (int i = 0; i < 2; i++) {
            rdg_mesh_release(&mesh[i]);
        }
        rdg_context_free(t.ctx);
    }
    assert_true(closed > 60 && stepped > 30);
}

/* A field that is not linear, in its states or by its phase. */
static int pendulum(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    y[0] = u[1];
    y[1] = *(int *)data == 0 ? -sin(u[0]) : -(1 + cos(u[n - 1])) * u[0];
    return 0;
}

static int pendulum_df(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    y[m] = 1.0;
    y[1] = *(int *)data == 0 ? -cos(u[0]) : -(1 + cos(u[n - 1]));
    return 0;
}

static void what_is_not_linear_is_told(void **state)
{
    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        rdg_context *ctx = rdg_context_create();
        rdg_hybrid *h = rdg_hybrid_create(ctx, "clock", RDG_PARAMETERS("omega"), (double[]){1});
        rdg_hybrid_forcing(h, "omega");
        rdg_hybrid_add_phase(
            h, &(rdg_hybrid_phase){
                   .name = "swings", .n = 2, .field = {pendulum, pendulum_df, NULL, &kind}, .linear = true});
        rdg_flow *flow = rdg_flow_create(h, NULL);
        double sigma[5] = {0.1, 0, 1, 0, 1}, y[2];
        assert_int_equal(rdg_flow_segment(flow, 0, &(rdg_mesh){0}, sigma, y, NULL, NULL), -1);
        assert_non_null(strstr(rdg_flow_reason(flow),
                               "phase \"swings\" of \"clock\" is declared linear, with "
                               "0 harmonics, but its field is not: rate 2 is"));
        rdg_context_free(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_closed_form_is_the_motion),
        cmocka_unit_test(derivatives_are_those_of_the_closed_form),
        cmocka_unit_test(damping_that_grows_with_stiffness_keeps_the_closed_form),
        cmocka_unit_test(eigenvectors_that_come_together_are_left_in_time),
        cmocka_unit_test(what_is_not_linear_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
