/* Frozen variables: the problem with some of them frozen is the smaller problem that is made without them. */
#include "frozen_polynomial.h"

/* Charts, steps, special points and where the run ended; of 400 random systems, half of them with branch
 * points. */
static void frozen_problem_is_the_smaller_problem(void **state)
{
    uint64_t seed = 7;
    size_t folds = 0, branch_points = 0, charts = 0;
    (void)state;
    for (int c = 0; c < 400; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(c % 2 == 1, &seed);
        harvest whole = {0}, small = {0};
        const bool has_run = runs(ctx, make(ctx, &g, false, true), &whole);
        assert_true(has_run == runs(ctx, make(ctx, &g, true, true), &small));
        if (has_run) {
            assert_same(&g, &whole, &small);
        }
        folds += harvest_count(&whole, "FP");
        branch_points += harvest_count(&whole, "BP");
        charts += whole.count;
        harvest_clear(&whole);
        harvest_clear(&small);
        rdg_context_free(ctx);
    }
    assert_true(folds > 100 && branch_points > 100 && charts > 10000);
}

/* --- a handler that changes the set */

typedef struct switching {
    polynomial *g;
    uint64_t seed;
    int changes;
    rdg_index point;    /* of the last one; asked again, the set is chosen anew */
    polynomial then[4]; /* before each change, and behind the last one */
} switching;

static bool change(rdg_problem *p, const rdg_chart *event, int direction, double *u, void *data)
{
    switching *s = data;
    (void)direction;
    s->changes += s->point != event->point;
    s->point = event->point;
    if (strcmp(event->type, "SW") != 0 || s->changes > 3) {
        return false;
    }
    assert_int_equal(rdg_restore(p, "x", 0, s->g->n), RDG_OK);
    choose(s->g, below(s->g->n, &s->seed), &s->seed);
    freeze(p, s->g);
    s->then[s->changes] = *s->g;
    for (int v = 0; v < s->g->n; v++) {
        u[v] += 0.01; /* those that are frozen are not asked for */
    }
    return true;
}

/* What lies behind each change, until the next one, is a run of the smaller problem from there. */
static void assert_stretch(rdg_context *ctx, polynomial *g, const harvest *h, size_t from, size_t to)
{
    harvest fresh = {0};
    double v[MOST + 1];
    const int direction = h->chart[from + 1].u[g->n] > h->chart[from].u[g->n] ? 1 : -1;
    rdg_problem *p = make(ctx, g, true, false);
    for (int i = 0; i <= g->n_free; i++) {
        v[i] = h->chart[from].u[place_of(g, i)];
    }
    assert_ok(ctx, rdg_continue(p, "fresh", RDG_RELEASE("la"), RDG_START(v), RDG_WINDOW("la", -2.0, 2.0),
                                RDG_DIRECTION(direction), RDG_EXPECT_EARLY_END, HARVEST_ONLY(&fresh)));
    size_t found = 0;
    for (int k = 0; k < g->n; k++) {
        assert_true(g->row_of[k] < 0 || h->chart[to - 1].u[k] == g->at[k]);
    }
    for (size_t k = from + 1; k < to; k++) {
        if (strcmp(h->chart[k].type, "FP") == 0) {
            const harvested *there = harvest_nth(&fresh, "FP", found++);
            for (int i = 0; i <= g->n_free; i++) {
                assert_near(h->chart[k].u[place_of(g, i)], there->u[i], 1e-8, 1e-8);
            }
        }
    }
    harvest_clear(&fresh);
}

static void set_changes_at_random_places_of_a_run(void **state)
{
    uint64_t seed = 11;
    int changes = 0, folds = 0;
    (void)state;
    for (int c = 0; c < 150; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(false, &seed);
        const polynomial first = g;
        switching s = {.g = &g, .seed = seed + 1};
        harvest h = {0};
        rdg_problem *p = make(ctx, &g, false, false);
        const double at[] = {between(-1.4, -0.7, &seed), between(-0.6, 0.2, &seed), between(0.3, 1.2, &seed)};
        const rdg_status status = rdg_continue(
            p, "switched", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0), RDG_TERMINAL("SW", "la", at[0]),
            RDG_TERMINAL("SW", "la", at[1]), RDG_TERMINAL("SW", "la", at[2]), RDG_DIRECTION(1),
            RDG_MAX_POINTS(400), RDG_ON_STOP(change, &s), RDG_EXPECT_EARLY_END, HARVEST_ONLY(&h));
        rdg_error_clear(ctx);
        /* the run over, the problem has the set it began with */
        for (int v = 0; v < g.n; v++) {
            assert_true(rdg_is_eliminated(p, v) == (first.row_of[v] >= 0));
        }
        assert_int_equal(rdg_eliminated_count(p), g.n - first.n_free);
        s.then[0] = first;
        size_t from = 0;
        int sets = 0;
        for (size_t k = 1; status == RDG_OK && k < h.count; k++) {
            if (strcmp(h.chart[k].type, "SW") == 0) {
                assert_stretch(ctx, &s.then[sets < 3 ? sets : 3], &h, from, k);
                from = k + 1;
                sets++;
                changes++;
            }
            folds += strcmp(h.chart[k].type, "FP") == 0;
        }
        harvest_clear(&h);
        rdg_context_free(ctx);
    }
    assert_true(changes > 150 && folds > 20);
}

/* The first way changes the set; the way back is what it would have been without it. */
static void way_back_has_the_set_of_the_start(void **state)
{
    uint64_t seed = 23;
    int compared = 0;
    (void)state;
    for (int c = 0; c < 60; c++) {
        rdg_context *ctx = rdg_context_create();
        rdg_set_writer(ctx, NULL, NULL);
        polynomial g = random_polynomial(false, &seed);
        polynomial other = g;
        switching s = {.g = &other, .seed = seed + 1};
        harvest both = {0}, back = {0};
        rdg_problem *p = make(ctx, &g, false, false);
        rdg_start_values(p)[g.n] = -0.5;
        const bool there =
            rdg_continue(p, "both", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0),
                         RDG_TERMINAL("SW", "la", 0.25), RDG_MAX_POINTS(200), RDG_ON_STOP(change, &s),
                         RDG_EXPECT_EARLY_END, HARVEST_ONLY(&both)) == RDG_OK;
        rdg_error_clear(ctx);
        s.changes = 3;
        rdg_continue(p, "back", RDG_RELEASE("la"), RDG_WINDOW("la", -2.0, 2.0),
                     RDG_TERMINAL("SW", "la", 0.25), RDG_MAX_POINTS(200), RDG_DIRECTION(-1),
                     RDG_EXPECT_EARLY_END, HARVEST_ONLY(&back));
        rdg_error_clear(ctx);
        size_t first = 1; /* of the way back */
        while (first < both.count && both.chart[first].point != -1) {
            first++;
        }
        for (size_t k = 1; there && k < back.count && first + k - 1 < both.count; k++) {
            const harvested *a = &both.chart[first + k - 1], *b = &back.chart[k];
            if (a->type[0] == 'S' || b->type[0] == 'S') {
                break; /* here the handler acts once more */
            }
            assert_string_equal(a->type, b->type);
            for (int v = 0; v <= g.n; v++) {
                assert_near(a->u[v], b->u[v], 1e-12, 1e-12);
            }
            compared++;
        }
        harvest_clear(&both);
        harvest_clear(&back);
        rdg_context_free(ctx);
    }
    assert_true(compared > 500);
}

/* Only the parameter is left, and no equation: a straight line to the ends of the window. */

/* The pairs that are told: how many are frozen at each change. */
typedef struct told {
    int calls;
    rdg_index count;
} told;

static rdg_status tell(rdg_problem *p, void *data)
{
    told *t = data;
    t->calls++;
    t->count = rdg_eliminated_count(p);
    return RDG_OK;
}

static void who_watches_is_told_of_every_change(void **state)
{
    rdg_context *ctx = *state;
    uint64_t seed = 3;
    told t = {0};
    polynomial g = random_polynomial(false, &seed), other = g;
    choose(&g, 1, &seed);
    switching s = {.g = &other, .seed = 77};
    rdg_problem *p = make(ctx, &g, false, false);
    assert_ok(ctx, rdg_watch_eliminated(p, tell, &t));
    assert_ok(ctx, rdg_eliminate(p, &(rdg_eliminated){.block = "x",
                                                      .first = g.n - 1,
                                                      .n = 1,
                                                      .zero = "polynomial",
                                                      .row = g.row_of[g.n - 1] >= 0 ? g.row_of[g.n - 1]
                                                                                    : g.free_row[0]}));
    const rdg_index count = rdg_eliminated_count(p);
    assert_true(t.calls == 1 && t.count == count);
    rdg_continue(p, "told", RDG_RELEASE("la"), RDG_DIRECTION(1), RDG_TERMINAL("SW", "la", 0.25),
                 RDG_MAX_POINTS(300), RDG_ON_STOP(change, &s), RDG_EXPECT_EARLY_END, RDG_NO_FOLDER,
                 RDG_NO_TABLE);
    assert_true(s.changes == 0 || t.calls > 2);
    assert_true(t.count == count && rdg_eliminated_count(p) == count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(frozen_problem_is_the_smaller_problem),
        TEST(set_changes_at_random_places_of_a_run),
        TEST(way_back_has_the_set_of_the_start),
        TEST(who_watches_is_told_of_every_change),
    };
    return cmocka_run_group_tests_name("core: frozen variables", tests, NULL, NULL);
}
