/* Every derivative that a law in time tells, against differences at random states of every regime. */
#include "../../toolboxes/friction-cone/cone_impl.h"
#include "../../toolboxes/friction-hessian/contact_impl.h"
#include "../../toolboxes/friction-hessian/gap_spring_impl.h"
#include "../../toolboxes/friction-hessian/iwan/iwan_impl.h"
#include "support.h"

enum { STATES = 1000, MOST_D = 3, MOST_M = 6, MOST_Y = 2 * MOST_D + MOST_M, ANSWERS = 64 };

typedef struct subject {
    const rdg_law_in_time *law;
    const void *self;
    rdg_index d, m, parts, n;
    int status[MOST_M];
    double lambda[MOST_D];
} subject;

/* What is differentiated: a number of values and a label of the branch that they are on. */
typedef int (*answer)(const subject *s, const double *y, double *value, double *slope, int *branch);

static rdg_law_state state_of(const subject *s, const double *y)
{
    return (rdg_law_state){.x = y, .v = y + s->d, .w = y + 2 * s->d, .status = s->status};
}

static int force(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    const rdg_law_state at = state_of(s, y);
    *branch = 0;
    assert_int_equal(s->law->force(s->self, s->d, &at, &(rdg_law_force){.f = value, .df = slope}), 0);
    return (int)s->d;
}

/* lambda . df; its slope d2f is stored by columns of n */
static int force_slope(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    const rdg_law_state at = state_of(s, y);
    double df[MOST_D * MOST_Y] = {0};
    rdg_law_force asked = {.df = df, .mu = s->lambda, .d2f = slope};
    *branch = 0;
    assert_int_equal(s->law->force(s->self, s->d, &at, &asked), 0);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index i = 0; i < s->d; i++) {
            value[j] += s->lambda[i] * df[i + s->d * j];
        }
    }
    return (int)s->n;
}

static int rate(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    const rdg_law_state at = state_of(s, y);
    *branch = 0;
    s->law->regimes->rate(s->self, s->d, &at, &(rdg_law_rate){.w = value, .dw = slope});
    return (int)s->m;
}

/* All events of all parts. */
static int event_surfaces(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    const rdg_law_state at = state_of(s, y);
    int count = 0;
    double dh[ANSWERS][MOST_Y] = {{0}};
    for (rdg_index part = 0; part < s->parts; part++) {
        rdg_law_event_surface c[RDG_LAW_EVENTS];
        for (int k = 0; k < RDG_LAW_EVENTS; k++) {
            c[k] = (rdg_law_event_surface){.dh = slope ? dh[count + k] : NULL};
        }
        const int n = s->law->regimes->event_surfaces(s->self, s->d, part, &at, c);
        assert_in_range(n, 0, RDG_LAW_EVENTS);
        for (int k = 0; k < n; k++) {
            value[count++] = c[k].h;
        }
    }
    for (int i = 0; slope && i < count; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            slope[i + count * j] = dh[i][j];
        }
    }
    *branch = count;
    return count;
}

static int pass(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    const rdg_law_state at = state_of(s, y);
    const rdg_index memory = s->law->regimes->memory;
    int count = 0;
    double dw[ANSWERS * MOST_Y] = {0}, all[ANSWERS][MOST_Y] = {{0}};
    *branch = 0;
    for (rdg_index part = 0; part < s->parts; part++) {
        rdg_law_event_surface c[RDG_LAW_EVENTS] = {{0}};
        const int n = s->law->regimes->event_surfaces(s->self, s->d, part, &at, c);
        for (int k = 0; k < n; k++) {
            memset(dw, 0, sizeof dw);
            const int next =
                s->law->regimes->pass(s->self, s->d, part, k, &at, value + count, slope ? dw : NULL);
            *branch = 5 * *branch + next;
            for (rdg_index i = 0; i < memory; i++, count++) {
                for (rdg_index j = 0; j < s->n; j++) {
                    all[count][j] = dw[i + memory * j];
                }
            }
        }
    }
    for (int i = 0; slope && i < count; i++) {
        for (rdg_index j = 0; j < s->n; j++) {
            slope[i + count * j] = all[i][j];
        }
    }
    return count;
}

/* The memory after it, with that before it held or made to move with x; slopes in x only. */
static int update_from(const subject *s, const double *y, double *value, double *slope, int *branch,
                       double moves)
{
    double w_x[MOST_M * MOST_D] = {0};
    int status[MOST_M];
    for (rdg_index i = 0; i < s->m; i++) {
        value[i] = y[2 * s->d + i] + moves * y[0];
        w_x[i] = moves;
    }
    s->law->regimes->update(s->self, s->d, y, y + s->d, value, status, slope ? w_x : NULL);
    *branch = 0;
    for (rdg_index part = 0; part < s->parts; part++) {
        *branch = 5 * *branch + status[part];
    }
    for (rdg_index i = 0; i < s->m; i++) { /* drawn along or not, whatever the velocities say */
        *branch = 2 * *branch + (value[i] == y[2 * s->d + i] + moves * y[0]);
    }
    for (rdg_index i = 0; slope && i < s->m * s->d; i++) {
        slope[i] = w_x[i];
    }
    return (int)s->m;
}

static int update(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    return update_from(s, y, value, slope, branch, 0);
}

static int update_moved(const subject *s, const double *y, double *value, double *slope, int *branch)
{
    return update_from(s, y, value, slope, branch, 0.3);
}

/* Central differences of fourth order; columns: of y. A state next to a change of branch is left out. */
static void compare(const subject *s, const double *y, answer ask, rdg_index columns)
{
    const double h = 1e-3, weight[] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12}, shift[] = {-2, -1, 1, 2};
    double value[ANSWERS] = {0}, slope[ANSWERS * MOST_Y] = {0};
    int branch;
    const int n = ask(s, y, value, slope, &branch);
    for (rdg_index j = 0; j < columns; j++) {
        double difference[ANSWERS] = {0};
        bool same = true;
        for (int k = 0; k < 4; k++) {
            double moved[MOST_Y], there[ANSWERS] = {0};
            int other;
            memcpy(moved, y, sizeof moved);
            moved[j] += shift[k] * h;
            same = ask(s, moved, there, NULL, &other) == n && other == branch && same;
            for (int i = 0; i < n; i++) {
                difference[i] += weight[k] * there[i] / h;
            }
        }
        for (int i = 0; i < n && same; i++) {
            assert_near(slope[i + n * j], difference[i], 1e-8, 1e-8);
        }
    }
}

static double between(uint64_t *seed, double low, double high)
{
    return low + 0.5 * (high - low) * (1 + random_signed(seed));
}

static void check(subject *s, uint64_t *seed)
{
    const rdg_law_regimes *regimes = s->law->regimes;
    double y[MOST_Y] = {0};
    s->parts = regimes->parts ? regimes->parts(s->self) : 1;
    s->m = regimes->memory * s->parts;
    s->n = 2 * s->d + s->m;
    assert_true(s->m <= MOST_M);
    for (int state = 0; state < regimes->count * STATES; state++) {
        for (rdg_index i = 0; i < s->n; i++) {
            y[i] = 2 * random_signed(seed);
        }
        for (rdg_index part = 0; part < s->parts; part++) {
            s->status[part] = (state + (int)part) % regimes->count;
        }
        for (rdg_index i = 0; i < s->d; i++) {
            s->lambda[i] = random_signed(seed);
        }
        if (regimes->memory == 2 && hypot(y[0] - y[2 * s->d], y[1] - y[2 * s->d + 1]) < 0.3) {
            continue; /* the direction of the force has no derivative at 0, and great ones near it */
        }
        compare(s, y, force, s->n);
        compare(s, y, force_slope, s->n);
        compare(s, y, rate, s->n);
        compare(s, y, event_surfaces, s->n);
        compare(s, y, pass, s->n);
        compare(s, y, update, s->d);
        compare(s, y, update_moved, s->d);
        memset(y + s->d, 0, (size_t)s->d * sizeof *y);
        compare(s, y, update, s->d);
    }
}

static void a_contact(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 4; i++) {
        const rdg_contact law = {.normal = i % 2 ? "y" : NULL,
                                 .kt = between(&seed, 0.5, 2),
                                 .kn = between(&seed, 0.5, 2),
                                 .mu = between(&seed, 0.2, 0.9),
                                 .preload = between(&seed, i % 2 ? -1 : 0.2, 1.5)};
        subject s = {.law = &rdg_contact_in_time, .self = &law, .d = 1 + i % 2};
        check(&s, &seed);
    }
}

static void a_cone_contact(void **state)
{
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < 4; i++) {
        const rdg_cone_contact law = {.normal = i % 2 ? "y" : NULL,
                                      .kt = between(&seed, 0.5, 2),
                                      .kn = between(&seed, 0.5, 2),
                                      .mu = between(&seed, 0.2, 0.9),
                                      .preload = between(&seed, i % 2 ? -1 : 0.2, 1.5)};
        subject s = {.law = &rdg_cone_in_time, .self = &law, .d = 2 + i % 2};
        check(&s, &seed);
    }
}

static void a_gap_spring(void **state)
{
    (void)state;
    uint64_t seed = 3;
    const rdg_gap_spring spring = {.k = 1.7, .gap = 0.2, .preload = -0.3};
    subject s = {.law = &rdg_gap_spring_in_time, .self = &spring, .d = 1};
    check(&s, &seed);
}

static void an_iwan_model(void **state)
{
    (void)state;
    uint64_t seed = 4;
    rdg_context *ctx = rdg_context_create();
    const rdg_iwan joint = {.Kt = 1.3, .Fs = 0.9, .chi = -0.4, .beta = 0.3, .sliders = 4};
    rdg_iwan_law *law = rdg_iwan_law_create(ctx, &joint);
    assert_non_null(law);
    subject s = {.law = &rdg_iwan_in_time, .self = law, .d = 1};
    check(&s, &seed);
    rdg_iwan_law_free(law);
    rdg_context_free(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact),
        cmocka_unit_test(a_cone_contact),
        cmocka_unit_test(a_gap_spring),
        cmocka_unit_test(an_iwan_model),
    };
    return cmocka_run_group_tests_name("derivatives of laws in time", tests, NULL, NULL);
}
