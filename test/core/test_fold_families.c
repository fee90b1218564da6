/* Cusps and branch points on curves of folds: families of problems in which their number and place are known,
 * with random coordinates, with either parameter named first, and with derivatives missing. */
#define _XOPEN_SOURCE 700

#include "harvest.h"
#include "scratch.h"

enum { MAX_STATES = 5, FAMILIES = 8, TRIALS = 12 };

/* The scalar function g(z; l, m) of a family with its derivatives. */
typedef struct jet {
    double g, G[3], H[3][3];
} jet;

/* States Y with z the first of Q Y, and the others of Q Y tied to z, l and m; equations mixed by R. */
typedef struct problem {
    int family, n;
    double k;
    double Q[MAX_STATES][MAX_STATES], R[MAX_STATES][MAX_STATES];
    double tie[MAX_STATES][4]; /* of z^2, l, m, sin z */
} problem;

typedef struct facts {
    const char *name;
    size_t cusps, branch_points;
} facts;

static const facts of_family[FAMILIES] = {
    {"cusp and pitchfork", 1, 0}, {"transcritical", 0, 0},      {"isola", 0, 0},
    {"plane of zeros", 0, 1},     {"crossing folds", 0, 1},     {"cone of solutions", 0, 1},
    {"two cusps", 2, 0},          {"folds that pass by", 0, 0},
};

static void set_second(jet *j, int a, int b, double value)
{
    j->H[a][b] = j->H[b][a] = value;
}

static jet evaluate(const problem *p, double z, double l, double m)
{
    const double k = p->k, e = exp(z), gap = 0.05 + 0.05 * fabs(k);
    jet j = {0};
    switch (p->family) {
    case 0:
        j = (jet){
            m + l * z - z * z * z + k * z * z * l, {l - 3 * z * z + 2 * k * z * l, z + k * z * z, 1}, {{0}}};
        set_second(&j, 0, 0, -6 * z + 2 * k * l);
        set_second(&j, 0, 1, 1 + 2 * k * z);
        break;
    case 1:
        j = (jet){z * (l - z) + m + k * z * z * z, {l - 2 * z + 3 * k * z * z, z, 1}, {{0}}};
        set_second(&j, 0, 0, -2 + 6 * k * z);
        set_second(&j, 0, 1, 1);
        break;
    case 2:
        j = (jet){z * z + l * l - m + k * z * z * l, {2 * z + 2 * k * z * l, 2 * l + k * z * z, -1}, {{0}}};
        set_second(&j, 0, 0, 2 + 2 * k * l);
        set_second(&j, 0, 1, 2 * k * z);
        set_second(&j, 1, 1, 2);
        break;
    case 3:
        j = (jet){m * e + l * z, {m * e + l, z, e}, {{0}}};
        set_second(&j, 0, 0, m * e);
        set_second(&j, 0, 1, 1);
        set_second(&j, 0, 2, e);
        break;
    case 4:
        j = (jet){m + z * z * z - l * l * z + k * l * z * z,
                  {3 * z * z - l * l + 2 * k * l * z, -2 * l * z + k * z * z, 1},
                  {{0}}};
        set_second(&j, 0, 0, 6 * z + 2 * k * l);
        set_second(&j, 0, 1, -2 * l + 2 * k * z);
        set_second(&j, 1, 1, -2 * z);
        break;
    case 5:
        j = (jet){z * z - l * l + m * m * (1 + k), {2 * z, -2 * l, 2 * m * (1 + k)}, {{0}}};
        set_second(&j, 0, 0, 2);
        set_second(&j, 1, 1, -2);
        set_second(&j, 2, 2, 2 * (1 + k));
        break;
    case 6:
        j = (jet){
            m - z * z * z * z + z * z * (1 + k) + l * z, {-4 * z * z * z + 2 * z * (1 + k) + l, z, 1}, {{0}}};
        set_second(&j, 0, 0, -12 * z * z + 2 * (1 + k));
        set_second(&j, 0, 1, 1);
        break;
    default:
        j = (jet){m + z * z * z - (l * l + gap) * z, {3 * z * z - l * l - gap, -2 * l * z, 1}, {{0}}};
        set_second(&j, 0, 0, 6 * z);
        set_second(&j, 0, 1, -2 * l);
        set_second(&j, 1, 1, -2 * z);
        break;
    }
    return j;
}

/* A point (z, l, m) of the curve of folds; the curve's special points have s = 0 where they have one s. */
static void fold_at(const problem *p, double s, double at[3])
{
    const double k = p->k, gap = 0.05 + 0.05 * fabs(k);
    double z = s, l = s, m = 0;
    switch (p->family) {
    case 0:
        l = 3 * s * s / (1 + 2 * k * s);
        m = -l * s + s * s * s - k * s * s * l;
        break;
    case 1:
        l = 2 * s - 3 * k * s * s;
        m = -s * (l - s) - k * s * s * s;
        break;
    case 2:
        z = 0;
        m = s * s;
        break;
    case 3:
        z = 1;
        m = 0.3 * s;
        l = -m * exp(1);
        break;
    case 4:
        z = (-k * s + sqrt(k * k * s * s + 3 * s * s)) / 3;
        m = -z * z * z + l * l * z - k * l * z * z;
        break;
    case 5:
        z = 0;
        m = s;
        l = s * sqrt(1 + k);
        break;
    case 6:
        l = 4 * s * s * s - 2 * s * (1 + k);
        m = s * s * s * s - s * s * (1 + k) - l * s;
        break;
    default:
        z = sqrt((s * s + gap) / 3);
        m = -z * z * z + (s * s + gap) * z;
        break;
    }
    at[0] = z;
    at[1] = l;
    at[2] = m;
}

static void take_states(const problem *p, const double *u, double zeta[MAX_STATES])
{
    for (int i = 0; i < p->n; i++) {
        zeta[i] = 0.0;
        for (int j = 0; j < p->n; j++) {
            zeta[i] += p->Q[i][j] * u[j];
        }
    }
}

static int f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    const problem *p = data;
    double zeta[MAX_STATES], r[MAX_STATES];
    take_states(p, u, zeta);
    const double z = zeta[0];
    r[0] = evaluate(p, z, u[m], u[m + 1]).g;
    for (int i = 1; i < p->n; i++) {
        const double *tie = p->tie[i];
        r[i] = zeta[i] - tie[0] * z * z - tie[1] * u[m] - tie[2] * u[m + 1] - tie[3] * sin(z);
    }
    for (int i = 0; i < p->n; i++) {
        y[i] = 0.0;
        for (int j = 0; j < p->n; j++) {
            y[i] += p->R[i][j] * r[j];
        }
    }
    return 0;
}

static int df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const problem *p = data;
    double zeta[MAX_STATES];
    take_states(p, u, zeta);
    const jet g = evaluate(p, zeta[0], u[m], u[m + 1]);
    for (rdg_index c = 0; c < n; c++) {
        for (int j = 0; j < p->n; j++) { /* row j of the derivatives of r by column c */
            const double *tie = p->tie[j];
            double d = c < m ? p->Q[j][c] : 0.0;
            const double dz = c < m ? p->Q[0][c] : 0.0;
            const double dl = c == m, dm = c == m + 1;
            d = j == 0 ? g.G[0] * dz + g.G[1] * dl + g.G[2] * dm
                       : d - (2 * tie[0] * zeta[0] + tie[3] * cos(zeta[0])) * dz - tie[1] * dl - tie[2] * dm;
            for (rdg_index i = 0; i < m; i++) {
                values[i + m * c] += p->R[i][j] * d;
            }
        }
    }
    return 0;
}

static int d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values, void *data)
{
    const problem *p = data;
    double zeta[MAX_STATES], weight[MAX_STATES] = {0};
    take_states(p, u, zeta);
    jet g = evaluate(p, zeta[0], u[m], u[m + 1]);
    for (int j = 0; j < p->n; j++) {
        for (int i = 0; i < p->n; i++) {
            weight[j] += lambda[i] * p->R[i][j];
        }
    }
    for (int a = 0; a < 9; a++) {
        g.H[a / 3][a % 3] *= weight[0];
    }
    for (int i = 1; i < p->n; i++) {
        g.H[0][0] += weight[i] * (-2 * p->tie[i][0] + p->tie[i][3] * sin(zeta[0]));
    }
    for (rdg_index c = 0; c < n * n; c++) {
        const rdg_index place[2] = {c % n, c / n};
        double cast[2][3];
        for (int side = 0; side < 2; side++) {
            cast[side][0] = place[side] < m ? p->Q[0][place[side]] : 0.0;
            cast[side][1] = place[side] == m;
            cast[side][2] = place[side] == m + 1;
        }
        for (int a = 0; a < 9; a++) {
            values[c] += g.H[a / 3][a % 3] * cast[0][a / 3] * cast[1][a % 3];
        }
    }
    return 0;
}

static problem draw(int family, uint64_t *seed)
{
    problem p = {.family = family, .n = 3 + (int)(2.99 * random_signed(seed))};
    p.n = p.n < 1 ? 1 : p.n;
    p.k = (family == 1 ? 0.1 : 0.3) * random_signed(seed);
    for (int i = 0; i < p.n; i++) {
        for (int j = 0; j < p.n; j++) {
            p.Q[i][j] = 1.5 * (i == j) + 0.5 * random_signed(seed) / (1 + abs(i - j));
            p.R[i][j] = 1.5 * (i == j) + 0.5 * random_signed(seed) / (1 + abs(i - j));
        }
        for (int j = 0; j < 4; j++) {
            p.tie[i][j] = random_signed(seed);
        }
    }
    return p;
}

/* States of a point (z, l, m), by Gauss-Seidel's iteration with the dominant diagonal of Q. */
static void states_at(const problem *p, const double at[3], double *u)
{
    memset(u, 0, MAX_STATES * sizeof *u);
    for (int pass = 0; pass < 200; pass++) {
        for (int i = 0; i < p->n; i++) {
            const double *tie = p->tie[i];
            double sum = i == 0
                             ? at[0]
                             : tie[0] * at[0] * at[0] + tie[1] * at[1] + tie[2] * at[2] + tie[3] * sin(at[0]);
            for (int j = 0; j < p->n; j++) {
                sum -= j == i ? 0.0 : p->Q[i][j] * u[j];
            }
            u[i] = sum / p->Q[i][i];
        }
    }
    u[p->n] = at[1];
    u[p->n + 1] = at[2];
}

/* How far a special point is from where it is known to be. */
static double distance(const problem *p, const double *u)
{
    double zeta[MAX_STATES];
    take_states(p, u, zeta);
    const double cusp = sqrt((1 + p->k) / 6);
    const double z = p->family == 3 ? 1.0 : p->family == 6 ? copysign(cusp, zeta[0]) : 0.0;
    const double aside = p->family == 6 ? 0.0 : fmax(fabs(u[p->n]), fabs(u[p->n + 1]));
    return fmax(fabs(zeta[0] - z), aside);
}

/* The zero function at every chart, and the place of each special point to so many digits. */
static void check_points(problem *p, const harvest *h, double digits)
{
    for (size_t k = 0; k < h->count; k++) {
        const char *type = h->chart[k].type;
        const bool is_special = strcmp(type, "CP") == 0 || strcmp(type, "BP") == 0;
        double y[MAX_STATES];
        f(p->n + 2, h->chart[k].u, p->n, y, p);
        for (int i = 0; i < p->n; i++) {
            assert_near(y[i], 0.0, 0.0, is_special ? 1e-13 : 1e-9);
        }
        assert_true(!is_special || distance(p, h->chart[k].u) <= digits);
    }
}

/* derivatives: 2 with d2f, 1 with df, 0 by differences */
static void follow(rdg_context *ctx, problem *p, int derivatives, bool swapped, uint64_t *seed)
{
    static const double digits[] = {2e-6, 1e-9, 1e-11};
    double at[3], u[MAX_STATES + 2];
    const double s = random_signed(seed);
    fold_at(p, copysign(0.2 + 0.4 * fabs(s), s), at);
    states_at(p, at, u);
    const double h_max = pow(10.0, -1.3 + 0.8 * random_signed(seed));
    const char *const first = swapped ? "l" : "m";
    const rdg_function g = {.name = "g",
                            .n = p->n + 2,
                            .m = p->n,
                            .f = f,
                            .df = derivatives >= 1 ? df : NULL,
                            .d2f = derivatives >= 2 ? d2f : NULL,
                            .by_differences = true,
                            .data = p};
    rdg_problem *problem = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(problem, "Y", p->n, u));
    assert_ok(ctx, rdg_add_variables(problem, "k", 2, u + p->n));
    assert_ok(ctx, rdg_add_zero(problem, &g, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(problem, "l", "k", 0));
    assert_ok(ctx, rdg_add_parameter(problem, "m", "k", 1));
    if (derivatives == 2) {
        assert_ok(ctx, rdg_check_derivatives(problem, u, 1e-6));
    }
    assert_ok(ctx, rdg_add_fold(problem, "fold", first, NULL));
    harvest h = {0};
    assert_ok(ctx, rdg_continue(problem, "folds", RDG_HOLD_AT("fold", 0), RDG_RELEASE(first),
                                RDG_RELEASE(swapped ? "m" : "l"), RDG_WINDOW("l", -2, 2),
                                RDG_WINDOW("m", -1.5, 1.5), RDG_STEP(fmin(0.02, h_max), 1e-6, h_max),
                                RDG_MAX_POINTS(3000), RDG_NO_FOLDS, HARVEST_ONLY(&h)));
    const facts *known = &of_family[p->family];
    if (harvest_count(&h, "CP") != known->cusps || harvest_count(&h, "BP") != known->branch_points ||
        harvest_count(&h, "EP") != 3) {
        print_error("%s, %d derivatives, first %s: CP %zu BP %zu EP %zu\n", known->name, derivatives, first,
                    harvest_count(&h, "CP"), harvest_count(&h, "BP"), harvest_count(&h, "EP"));
        fail();
    }
    check_points(p, &h, digits[derivatives]);
    harvest_clear(&h);
    rdg_problem_free(problem);
}

/* All families, random coordinates, starts and steps, either parameter first: no warning either. */
static void count_warnings(rdg_channel channel, const char *text, void *data)
{
    if (channel == RDG_CHANNEL_WARNING) {
        print_error("%s", text);
        ++*(int *)data;
    }
}

static void follow_all(rdg_context *ctx, int derivatives)
{
    uint64_t seed = 11 + (uint64_t)derivatives;
    int warnings = 0;
    rdg_set_writer(ctx, count_warnings, &warnings);
    for (int trial = 0; trial < TRIALS; trial++) {
        for (int family = 0; family < FAMILIES; family++) {
            problem p = draw(family, &seed);
            for (int swapped = 0; swapped < 2; swapped++) {
                follow(ctx, &p, derivatives, swapped, &seed);
            }
        }
    }
    assert_int_equal(warnings, 0);
}

static void cusps_and_branch_points_on_folds_are_all_there_and_no_others(void **state)
{
    follow_all(*state, 2);
}

static void they_are_without_second_derivatives(void **state)
{
    follow_all(*state, 1);
}

static void they_are_without_derivatives(void **state)
{
    follow_all(*state, 0);
}

/* u'' + p e^u + la u = 0 in 20 intervals: along folds in p, with p = 0 and la the first eigenvalue, the line
 * of eigenvectors crosses. */
enum { NODES = 19 };

static int bratu(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        const double neighbours = (i > 0 ? u[i - 1] : 0.0) + (i < m - 1 ? u[i + 1] : 0.0);
        y[i] = 400.0 * (neighbours - 2.0 * u[i]) + u[m] * exp(u[i]) + u[m + 1] * u[i];
    }
    return 0;
}

static int bratu_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    (void)n;
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        values[i + m * i] = -800.0 + u[m] * exp(u[i]) + u[m + 1];
        if (i > 0) {
            values[i + m * (i - 1)] = values[i - 1 + m * i] = 400.0;
        }
        values[i + m * m] = exp(u[i]);
        values[i + m * (m + 1)] = u[i];
    }
    return 0;
}

static int bratu_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                     void *data)
{
    (void)data;
    for (rdg_index i = 0; i < m; i++) {
        const double e = lambda[i] * exp(u[i]);
        values[i + n * i] += u[m] * e;
        values[i + n * m] += e;
        values[m + n * i] += e;
        values[i + n * (m + 1)] += lambda[i];
        values[m + 1 + n * i] += lambda[i];
    }
    return 0;
}

static void take_note(rdg_channel channel, const char *text, void *data)
{
    *(int *)data += channel == RDG_CHANNEL_NOTE && strstr(text, "and cusps to about 6") != NULL;
}

static void branch_point_on_folds_of_bratu_needs_no_derivatives(void **state)
{
    static const double digits[] = {1e-6, 1e-8, 1e-11};
    rdg_context *ctx = *state;
    int notes = 0;
    rdg_set_writer(ctx, take_note, &notes);
    for (int derivatives = 0; derivatives <= 2; derivatives++) {
        for (int fine = 0; fine < (derivatives > 0 ? 2 : 1); fine++) {
            const rdg_function b = {.name = "bratu",
                                    .n = NODES + 2,
                                    .m = NODES,
                                    .f = bratu,
                                    .df = derivatives >= 1 ? bratu_df : NULL,
                                    .d2f = derivatives >= 2 ? bratu_d2f : NULL};
            rdg_problem *p = rdg_problem_create(ctx);
            harvest h = {0};
            assert_ok(ctx, rdg_add_variables(p, "u", NODES, NULL));
            assert_ok(ctx, rdg_add_variables(p, "k", 2, NULL));
            assert_ok(ctx, rdg_add_zero(p, &b, RDG_ALL));
            assert_ok(ctx, rdg_add_parameter(p, "p", "k", 0));
            assert_ok(ctx, rdg_add_parameter(p, "la", "k", 1));
            notes = 0;
            assert_ok(ctx, rdg_add_fold(p, "fold", "p", NULL));
            assert_int_equal(notes, derivatives == 0);
            assert_ok(ctx, rdg_continue(p, "b", RDG_RELEASE("p"), RDG_WINDOW("p", 0, 4), RDG_NO_TABLE));
            assert_ok(ctx, rdg_continue(p, "f", RDG_FROM_POINT("b", "FP", 0), RDG_HOLD_AT("fold", 0),
                                        RDG_RELEASE("la"), RDG_RELEASE("p"), RDG_WINDOW("la", -1, 11),
                                        RDG_STEP(0.01, 1e-6, fine ? 0.02 : 0.5), RDG_MAX_POINTS(2000),
                                        HARVEST_ONLY(&h)));
            assert_int_equal(harvest_count(&h, "BP"), 1);
            assert_int_equal(harvest_count(&h, "CP"), 0);
            const harvested *point = harvest_nth(&h, "BP", 0);
            assert_near(harvest_mu(&h, point, "la"), 1600.0 * pow(sin(acos(-1.0) / 40.0), 2.0),
                        digits[derivatives], 0.0);
            assert_near(harvest_mu(&h, point, "p"), 0.0, 0.0, 10.0 * digits[derivatives]);
            harvest_clear(&h);
            rdg_problem_free(p);
        }
    }
}

/* x (la - x^2) = eps at the pitchfork: the curve has no tangent there. */
static void monitor_is_smooth_at_a_pitchfork(void **state)
{
    rdg_context *ctx = *state;
    problem p = {.family = 0, .n = 1, .Q = {{1}}, .R = {{1}}};
    const rdg_function g = {.name = "g", .n = 3, .m = 1, .f = f, .df = df, .d2f = d2f, .data = &p};
    rdg_problem *problem = rdg_problem_create(ctx);
    assert_ok(ctx, rdg_add_variables(problem, "Y", 1, NULL));
    assert_ok(ctx, rdg_add_variables(problem, "k", 2, NULL));
    assert_ok(ctx, rdg_add_zero(problem, &g, RDG_ALL));
    assert_ok(ctx, rdg_add_parameter(problem, "l", "k", 0));
    assert_ok(ctx, rdg_add_parameter(problem, "m", "k", 1));
    assert_ok(ctx, rdg_add_fold(problem, "fold", "l", NULL));
    uint64_t seed = 3;
    double side = 0.0;
    for (int trial = 0; trial < 60; trial++) { /* on the curve of folds, at and next to the pitchfork */
        const double z = trial < 4 ? 0.0 : pow(10.0, -trial % 12) * random_signed(&seed);
        double u[3] = {z, 3 * z * z, -2 * z * z * z}, value = 1.0;
        if (fabs(z) > 0.1 || fabs(z) < 1e-6) { /* in between the slope is steeper than differences see */
            assert_ok(ctx, rdg_check_derivatives(problem, u, 1e-5));
        }
        assert_ok(ctx, rdg_parameter_value(problem, "fold", u, &value));
        assert_near(value, 0.0, 0.0, 1e-14);
        u[1] += 1e-3;
        assert_ok(ctx, rdg_parameter_value(problem, "fold", u, &value));
        assert_true(value < -1e-6 || value > 1e-6);
        side = side == 0.0 ? value : side;
        assert_true(side * value > 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(cusps_and_branch_points_on_folds_are_all_there_and_no_others),
        SCRATCH_TEST(they_are_without_second_derivatives),
        SCRATCH_TEST(they_are_without_derivatives),
        SCRATCH_TEST(branch_point_on_folds_of_bratu_needs_no_derivatives),
        SCRATCH_TEST(monitor_is_smooth_at_a_pitchfork),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
