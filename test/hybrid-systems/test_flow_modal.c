/* Linear surfaces of linear modes, known as sums of waves, against the motion at many instants: none of their
 * events is lost, none invented. */
#include "fresh_context.h"

#include <ridgewalk/flow.h>

enum { MASSES = 4, STATES = 2 * MASSES, SAMPLES = 8000, CROSSED = 4000 };

/* x'' + 2 d x' + w^2 x = F cos(phi) + G, side by side; a surface across all of them. */
typedef struct oscillators {
    int count;
    double w[MASSES], d[MASSES], F[MASSES], G[MASSES];
    double cx[MASSES], cv[MASSES], wave, level; /* of the surface: sum + wave cos(phi) - level */
} oscillators;

static int field(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const oscillators *o = data;
    (void)m;
    for (int i = 0; i < o->count; i++) {
        y[2 * i] = u[2 * i + 1];
        y[2 * i + 1] =
            -2 * o->d[i] * u[2 * i + 1] - o->w[i] * o->w[i] * u[2 * i] + o->F[i] * cos(u[n - 1]) + o->G[i];
    }
    return 0;
}

static int field_df(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const oscillators *o = data;
    for (int i = 0; i < o->count; i++) {
        y[2 * i + m * (2 * i + 1)] = 1.0;
        y[2 * i + 1 + m * (2 * i)] = -o->w[i] * o->w[i];
        y[2 * i + 1 + m * (2 * i + 1)] = -2 * o->d[i];
        y[2 * i + 1 + m * (n - 1)] = -o->F[i] * sin(u[n - 1]);
    }
    return 0;
}

static int surface(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const oscillators *o = data;
    (void)m;
    y[0] = o->wave * cos(u[n - 1]) - o->level;
    for (int i = 0; i < o->count; i++) {
        y[0] += o->cx[i] * u[2 * i] + o->cv[i] * u[2 * i + 1];
    }
    return 0;
}

static int surface_df(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const oscillators *o = data;
    (void)m;
    y[n - 1] = -o->wave * sin(u[n - 1]);
    for (int i = 0; i < o->count; i++) {
        y[2 * i] = o->cx[i];
        y[2 * i + 1] = o->cv[i];
    }
    return 0;
}

typedef struct crossed_list {
    int count;
    double t[CROSSED];
} crossed_list;

static int note(rdg_index event, const rdg_hybrid_state *before, const rdg_hybrid_state *after, void *data)
{
    crossed_list *list = data;
    (void)event, (void)after;
    assert_true(list->count < CROSSED);
    list->t[list->count++] = before->t;
    return 0;
}

typedef struct motion_case {
    oscillators o;
    rdg_context *ctx;
    rdg_hybrid *h;
    rdg_flow *flow;
    double omega, end, x[STATES];
    double size; /* of what the surface is a sum of */
} motion_case;

static void make(motion_case *c)
{
    c->ctx = rdg_context_create();
    rdg_set_writer(c->ctx, NULL, NULL);
    c->h = rdg_hybrid_create(c->ctx, "masses", RDG_PARAMETERS("omega"), (double[]){1});
    rdg_hybrid_forcing(c->h, "omega");
    rdg_hybrid_add_phase(c->h, &(rdg_hybrid_phase){.name = "free",
                                                   .n = 2 * c->o.count,
                                                   .field = {field, field_df, NULL, &c->o},
                                                   .linear = true,
                                                   .harmonics = 1});
    rdg_hybrid_add_event_surface(c->h,
                                 &(rdg_hybrid_event_surface){.name = "section",
                                                             .from = "free",
                                                             .to = "free",
                                                             .surface = {surface, surface_df, NULL, &c->o},
                                                             .linear = true});
    c->flow = rdg_flow_create(c->h, NULL);
}

/* The surface at an instant: from the start in one segment. */
static double at(motion_case *c, double t)
{
    double sigma[STATES + 3], y[STATES + 2] = {0}, g = 0;
    const int n = 2 * c->o.count;
    memcpy(sigma, c->x, sizeof c->x);
    sigma[n] = c->omega;
    sigma[n + 1] = 0.3;
    sigma[n + 2] = t;
    assert_int_equal(rdg_flow_segment(c->flow, 0, &(rdg_mesh){0}, sigma, y, NULL, NULL), 0);
    y[n] = c->omega;
    y[n + 1] = 0.3 + c->omega * t;
    surface(n + 2, y, 1, &g, &c->o);
    double size = fabs(c->o.wave) + fabs(c->o.level);
    for (int i = 0; i < c->o.count; i++) {
        size += fabs(c->o.cx[i] * y[2 * i]) + fabs(c->o.cv[i] * y[2 * i + 1]);
    }
    c->size = fmax(c->size, size);
    return g;
}

/* Frequencies around 1 / unit of time: alike, at resonance, all but without stiffness, close to critical
 * damping, strongly damped, fast. */
static void draw(motion_case *c, int k, uint64_t *seed)
{
    memset(c, 0, sizeof *c);
    oscillators *o = &c->o;
    const double unit = pow(10.0, (k % 9) - 3.0);
    o->count = 1 + k % MASSES;
    c->omega = (0.5 + fabs(random_signed(seed))) * unit;
    for (int i = 0; i < o->count; i++) {
        const int kind = (k / 4 + 3 * i) % 7;
        double w = (0.3 + 3 * fabs(random_signed(seed))), d = 0.02 * fabs(random_signed(seed)) * w;
        w = kind == 1 ? c->omega / unit : kind == 2 ? (1 + 1e-9) * c->omega / unit : w;
        w = kind == 3 ? 0.0 : kind == 6 ? 100.0 * w : w;
        d = kind == 1 || kind == 2 ? 0.0
            : kind == 3            ? 0.3
            : kind == 4            ? w * (1 - 1e-5)
            : kind == 5            ? 50 * w
                                   : d;
        o->w[i] = w * unit;
        o->d[i] = d * unit;
        const double size = kind == 6 ? 0.02 : 1.0;
        o->F[i] = size * random_signed(seed) * fmax(w * w, 1) * unit * unit;
        o->G[i] = k % 3 == 0 ? size * random_signed(seed) * w * w * unit * unit : 0.0;
        o->cx[i] = random_signed(seed);
        o->cv[i] = k % 2 == 0 ? random_signed(seed) / (unit * fmax(w, 1)) : 0.0;
        c->x[2 * i] = size * random_signed(seed);
        c->x[2 * i + 1] = size * random_signed(seed) * unit * fmax(w, 1);
    }
    o->wave = k % 5 == 0 ? random_signed(seed) : 0.0;
    o->level = 0.5 * random_signed(seed);
    c->end = 24.0 / unit;
    make(c);
}

static void follow(motion_case *c, crossed_list *list)
{
    double x[STATES];
    memcpy(x, c->x, sizeof x);
    rdg_hybrid_state state = {.x = x, .phi = 0.3};
    list->count = 0;
    const int answer = rdg_flow_run(c->flow, &c->omega, &state, c->end, 0,
                                    &(rdg_flow_observer){.crossed = note, .data = list});
    assert_string_equal(rdg_flow_reason(c->flow), "");
    assert_int_equal(answer, 0);
}

/* Each event between samples of different sign comes once, and others are pairs between two samples. */
static void compare_with_samples(motion_case *c, const crossed_list *list, int *seen, int *pairs)
{
    double before = at(c, 0.0);
    int k = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        const double t = c->end * i / SAMPLES, now = at(c, t), from = c->end * (i - 1) / SAMPLES;
        int here = 0;
        while (k < list->count && list->t[k] <= t && list->t[k] > from) {
            const double s = list->t[k++], tiny = 1e-7 * c->end;
            here++;
            assert_near(at(c, s), 0, 0, 1e-11 * c->size);
            assert_true(at(c, s - 1e-3 * tiny) > -1e-12 * c->size);
        }
        if (before > 1e-12 * c->size && now < -1e-12 * c->size) {
            assert_true(here >= 1);
            *seen += 1;
        }
        if (before > 1e-12 * c->size && now > 1e-12 * c->size) {
            *pairs += here;
        }
        before = now;
    }
    assert_int_equal(k, list->count);
}

static void events_are_those_of_the_samples(void **state)
{
    static crossed_list list;
    uint64_t seed = 71;
    int seen = 0, pairs = 0;
    (void)state;
    for (int k = 0; k < 252; k++) {
        motion_case c;
        draw(&c, k, &seed);
        follow(&c, &list);
        compare_with_samples(&c, &list, &seen, &pairs);
        rdg_context_free(c.ctx);
    }
    assert_true(seen > 1000);
}

/* The least value near a sample that lies lower than its neighbours. */
static double lowest(motion_case *c, double a, double b, double *where)
{
    const double golden = 0.61803398874989485;
    for (int i = 0; i < 80; i++) {
        const double l = b - golden * (b - a), r = a + golden * (b - a);
        if (at(c, l) < at(c, r)) {
            b = r;
        } else {
            a = l;
        }
    }
    *where = 0.5 * (a + b);
    return at(c, *where);
}

/* Events near an instant at which the surface is lowest, of many samples. */
static int counted(motion_case *c, double where, double window)
{
    enum { FINE = 400 };
    int count = 0;
    double before = at(c, where - window);
    for (int i = 1; i <= FINE; i++) {
        const double now = at(c, where + window * (2.0 * i / FINE - 1.0));
        count += before > 0 && now <= 0;
        before = now;
    }
    return count;
}

/* The level just below a minimum, or above it by so little that both events are within a tiny interval. */
static void grazes_are_told_from_pairs(void **state)
{
    static const double off[] = {1e-7, 1e-9, 1e-11};
    static crossed_list list;
    uint64_t seed = 72;
    int grazes = 0, pairs = 0;
    (void)state;
    for (int k = 0; k < 252; k++) {
        motion_case c;
        draw(&c, k, &seed);
        double before = at(&c, 0.0), now = at(&c, c.end / SAMPLES);
        for (int i = 2, found = 0; i < SAMPLES && found < 2; i++) {
            const double next = at(&c, c.end * i / SAMPLES);
            if (now < before && now < next && i > SAMPLES / 10) {
                double where = 0.0;
                const double level = c.o.level,
                             least = lowest(&c, c.end * (i - 2) / SAMPLES, c.end * i / SAMPLES, &where);
                const double by = off[found++ % 3] * c.size * (grazes % 2 == 0 ? 1 : -1);
                c.o.level += least + by;
                follow(&c, &list);
                const double window = 1.5 * c.end / SAMPLES;
                int here = 0;
                for (int j = 0; j < list.count; j++) {
                    here += fabs(list.t[j] - where) < window;
                }
                const int sampled = counted(&c, where, window);
                assert_true(by > 0 || here == 0);
                assert_true(here >= sampled && here <= sampled + (by > 0));
                pairs += here;
                grazes++;
                c.o.level = level;
            }
            before = now;
            now = next;
        }
        rdg_context_free(c.ctx);
    }
    assert_true(grazes > 300 && pairs > 150);
}

static int bent(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m, (void)data;
    y[0] = u[0] * u[0] - 1.0;
    return 0;
}

static void what_is_not_linear_is_told(void **state)
{
    motion_case c;
    uint64_t seed = 1;
    (void)state;
    draw(&c, 0, &seed);
    rdg_hybrid_add_event_surface(
        c.h, &(rdg_hybrid_event_surface){
                 .name = "bent", .from = "free", .to = "free", .surface = {.f = bent}, .linear = true});
    rdg_hybrid_state at = {.x = c.x, .phi = 0.3};
    assert_int_equal(rdg_flow_run(c.flow, &c.omega, &at, c.end, 0, NULL), -1);
    assert_non_null(strstr(rdg_flow_reason(c.flow),
                           "event surface \"bent\" of \"masses\" is declared linear, with 1 "
                           "harmonics, but it is not"));
    rdg_context_free(c.ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(events_are_those_of_the_samples),
        cmocka_unit_test(grazes_are_told_from_pairs),
        cmocka_unit_test(what_is_not_linear_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
