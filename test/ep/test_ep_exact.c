/* How exactly special points are located: normal forms in random coordinates, whose points are known. */
#define _XOPEN_SOURCE 700

#include "harvest.h"

#include <ridgewalk/ep.h>

enum { CASES = 60 };
static const double at[2] = {0.7, -0.4}; /* the point, in the parameters a and b */

typedef struct form {
    int kind;
    double R[2][2], inverse[2][2], shift[2]; /* z = R x - shift */
} form;

static const struct {
    const char *type, *held;
    bool is_map;
    double digits;
} kinds[] = {
    {"HB", NULL, false, 1e-12}, {"NSA", NULL, false, 1e-12},   {"PD", NULL, true, 1e-12},
    {"NS", NULL, true, 1e-12},  {"BTP", "hopf", false, 1e-12}, {"GH", "hopf", false, 1e-8},
};

enum { KINDS = sizeof kinds / sizeof *kinds };

/* y(z; a, b) and its derivatives by z1, z2, a, b; a and b count from the point. */
static void normal_form(int kind, const double *z, double a, double b, double y[2], double D[2][4])
{
    const double w = 1.3, square = z[0] * z[0] + z[1] * z[1];
    const double h = kind == 5 ? b + a * square - square * square : sinh(a) - square;
    const double dh = kind == 5 ? a - 2 * square : -1.0;
    memset(D, 0, 8 * sizeof(double));
    switch (kind) {
    case 1:
    case 2: /* eigenvalues (c + sinh a) and d */
        y[0] = (kind == 1 ? w + sinh(a) : -1 + sinh(a)) * z[0] + z[1] * z[1];
        y[1] = (kind == 1 ? -w : 0.5) * z[1];
        D[0][0] = kind == 1 ? w + sinh(a) : -1 + sinh(a);
        D[0][1] = 2 * z[1];
        D[0][2] = cosh(a) * z[0];
        D[1][1] = kind == 1 ? -w : 0.5;
        break;
    case 3: /* a rotation times 1 + h */
        y[0] = (1 + h) * (cos(w) * z[0] - sin(w) * z[1]);
        y[1] = (1 + h) * (sin(w) * z[0] + cos(w) * z[1]);
        for (int i = 0; i < 2; i++) {
            const double turned = y[i] / (1 + h);
            D[i][0] = -2 * z[0] * turned + (1 + h) * (i == 0 ? cos(w) : sin(w));
            D[i][1] = -2 * z[1] * turned + (1 + h) * (i == 0 ? -sin(w) : cos(w));
            D[i][2] = cosh(a) * turned;
        }
        break;
    case 4: /* z1'' = a + b z1' - z1^2 + z1 z1' */
        y[0] = z[1];
        y[1] = a + b * z[1] - z[0] * z[0] + z[0] * z[1];
        memcpy(D, (double[2][4]){{0, 1, 0, 0}, {z[1] - 2 * z[0], b + z[0], 1, z[1]}}, 8 * sizeof(double));
        break;
    default: /* a Hopf point; kind 5: its first Lyapunov coefficient vanishes with a */
        y[0] = h * z[0] - w * z[1];
        y[1] = w * z[0] + h * z[1];
        for (int i = 0; i < 2; i++) {
            D[i][0] = 2 * dh * z[0] * z[i] + (i == 0 ? h : w);
            D[i][1] = 2 * dh * z[1] * z[i] + (i == 0 ? -w : h);
            D[i][2] = kind == 5 ? square * z[i] : cosh(a) * z[i];
            D[i][3] = kind == 5 ? z[i] : 0.0;
        }
        break;
    }
}

static void evaluate(const form *p, const double *u, double *y, double *values)
{
    double z[2], g[2], D[2][4];
    const bool is_map = kinds[p->kind].is_map;
    for (int i = 0; i < 2; i++) {
        z[i] = p->R[i][0] * u[0] + p->R[i][1] * u[1] - p->shift[i];
    }
    normal_form(p->kind, z, u[2] - at[0], u[3] - at[1], g, D);
    for (int i = 0; i < 2 && y; i++) { /* a fixed point stays where the shift has it */
        y[i] = p->inverse[i][0] * (g[0] + is_map * p->shift[0]) +
               p->inverse[i][1] * (g[1] + is_map * p->shift[1]);
    }
    for (int j = 0; j < 4 && values; j++) {
        for (int i = 0; i < 2; i++) {
            for (int k = 0; k < 2; k++) {
                const double d = j < 2 ? D[k][0] * p->R[0][j] + D[k][1] * p->R[1][j] : D[k][j];
                values[i + 2 * j] += p->inverse[i][k] * d;
            }
        }
    }
}

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)m;
    evaluate(data, u, y, NULL);
    return 0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)m;
    evaluate(data, u, NULL, values);
    return 0;
}

/* `decades`: the states are in units of 10 to the power of so much, up or down. */
static form draw(int kind, double decades, uint64_t *seed)
{
    form p = {.kind = kind};
    for (int i = 0; i < 4; i++) {
        p.R[i / 2][i % 2] = 1.5 * (i % 3 == 0) + 0.5 * random_signed(seed);
    }
    for (int j = 0; decades > 0.0 && j < 2; j++) {
        const double unit = pow(10.0, decades * random_signed(seed));
        p.R[0][j] *= unit;
        p.R[1][j] *= unit;
    }
    const double det = p.R[0][0] * p.R[1][1] - p.R[0][1] * p.R[1][0];
    const double inverse[2][2] = {{p.R[1][1] / det, -p.R[0][1] / det}, {-p.R[1][0] / det, p.R[0][0] / det}};
    memcpy(p.inverse, inverse, sizeof inverse);
    p.shift[0] = random_signed(seed);
    p.shift[1] = random_signed(seed);
    return p;
}

static void locate(rdg_context *ctx, int kind, double decades, uint64_t *seed)
{
    form p = draw(kind, decades, seed);
    const double away = 0.2 + 0.2 * fabs(random_signed(seed));
    const double z = kind == 4 ? -away : 0.0; /* on the curve of Hopf points or neutral saddles */
    const double k[2] = {at[0] + (kind == 4 ? z * z : -away), at[1] + (kind == 4 ? -z : 0.0)};
    double x[2];
    for (int i = 0; i < 2; i++) {
        x[i] = p.inverse[i][0] * (z + p.shift[0]) + p.inverse[i][1] * p.shift[1];
    }
    const rdg_ep ep = {.n = 2,
                       .n_parameters = 2,
                       .f = f,
                       .df = df,
                       .x = x,
                       .p = k,
                       .parameters = (const char *const[]){"a", "b"},
                       .data = &p};
    rdg_problem *problem = kinds[kind].is_map ? rdg_map_problem(ctx, &ep) : rdg_ep_problem(ctx, &ep);
    harvest h = {0};
    const double h_max = 0.05 + 0.15 * fabs(random_signed(seed));
    if (kinds[kind].held) {
        assert_ok(ctx, rdg_continue(problem, "r", RDG_HOLD_AT(kinds[kind].held, 0), RDG_RELEASE("a"),
                                    RDG_RELEASE("b"), RDG_WINDOW("a", 0.1, 1.5), RDG_WINDOW("b", -1.2, 0.8),
                                    RDG_STEP(0.05, 1e-6, h_max), RDG_MAX_POINTS(5000), HARVEST_ONLY(&h)));
    } else {
        assert_ok(ctx, rdg_continue(problem, "r", RDG_RELEASE("a"), RDG_WINDOW("a", 0.1, 1.2),
                                    RDG_STEP(0.05, 1e-6, h_max), RDG_NEUTRAL_SADDLES, HARVEST_ONLY(&h)));
    }
    assert_int_equal(harvest_count(&h, kinds[kind].type), 1);
    const harvested *point = harvest_nth(&h, kinds[kind].type, 0);
    assert_near(harvest_mu(&h, point, "a"), at[0], kinds[kind].digits, 0.0);
    assert_near(harvest_mu(&h, point, "b"), at[1], kinds[kind].digits, 0.0);
    harvest_clear(&h);
    rdg_problem_free(problem);
}

static void locate_all(uint64_t seed, double decades, int count)
{
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    for (int trial = 0; trial < CASES; trial++) {
        for (int kind = 0; kind < count; kind++) {
            locate(ctx, kind, decades, &seed);
        }
    }
    rdg_context_free(ctx);
}

static void special_points_are_exact_to_twelve_digits_with_first_derivatives(void **state)
{
    (void)state;
    locate_all(5, 0.0, KINDS);
}

/* A pair of frequency 1 is no double zero, whatever the numbers in the matrix are. Without GH: where
 * differences lose the third derivatives in such units a run says that it does not meet the point. */
static void and_in_whatever_units(void **state)
{
    (void)state;
    locate_all(6, 3.0, KINDS - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_points_are_exact_to_twelve_digits_with_first_derivatives),
        cmocka_unit_test(and_in_whatever_units),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
