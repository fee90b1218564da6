/* Signs and an index along random curves: monitors that are products, with zeros at multiples of the step, on
 * charts, in close pairs and anywhere, shared by some; an index that its own zeros change. All are known. */
#ifndef RDG_TEST_CAMPAIGN_INVARIANTS_H
#define RDG_TEST_CAMPAIGN_INVARIANTS_H

#include "turned.h"

#include <ridgewalk/ridgewalk.h>

enum { INVARIANT_MONITORS = 3, INVARIANT_ZEROS = 5, INVARIANT_ROWS = 400 };

/* The last product is that of the index, which has so many factors greater than 0; a hidden one, the last, is
 * no part of the product: nothing but the index shows its zero, in runs that find folds and branch points. On
 * a chart a zero may only touch, and then hides another one: none of these lies there. */
typedef struct invariant_product {
    int count, hidden;
    double zero[INVARIANT_ZEROS], sense[INVARIANT_ZEROS];
    const turned *curve;
} invariant_product;

typedef struct invariant_case {
    turned curve;
    double cubic[2]; /* y = cubic[0] z^3 / 3 - cubic[1] z */
    double start, step;
    int direction;
    bool is_exact, finds_folds, finds_branches;
    invariant_product product[INVARIANT_MONITORS + 1];
} invariant_case;

typedef struct invariant_rows {
    const turned *curve;
    int count;
    double z[INVARIANT_ROWS];
    char type[INVARIANT_ROWS][4];
} invariant_rows;

static inline double invariant_cubic(const void *of, double z, double *slope)
{
    const double *c = of;
    if (slope) {
        *slope = c[0] * z * z - c[1];
    }
    return c[0] * z * z * z / 3.0 - c[1] * z;
}

static inline double invariant_place(const turned *k, const double *u)
{
    double z = 0.0;
    for (int j = 0; j < k->n; j++) {
        z += k->turn[0][j] * u[j];
    }
    return z;
}

static inline int invariant_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)n, (void)m;
    const invariant_product *g = data;
    y[0] = 1.0;
    for (int i = 0; i < g->count - g->hidden; i++) {
        y[0] *= g->sense[i] * (invariant_place(g->curve, u) - g->zero[i]);
    }
    return 0;
}

static inline int invariant_range(rdg_problem *p, const rdg_chart *at, double share, rdg_index *least,
                                  rdg_index *greatest, void *data)
{
    (void)p;
    const invariant_product *g = data;
    *least = *greatest = 0;
    for (int i = 0; i < g->count; i++) {
        const double a = g->sense[i] * (invariant_place(g->curve, at->u) - g->zero[i]);
        *least += a > share;
        *greatest += a >= -share;
    }
    return 0;
}

static inline rdg_index invariant_change(rdg_problem *p, const char *type, const rdg_chart *at, void *data)
{
    (void)p, (void)at, (void)data;
    return strcmp(type, "A") == 0;
}

static inline const char *invariant_type(rdg_problem *p, const rdg_chart *before, const rdg_chart *at,
                                         const rdg_chart *after, void *data)
{
    (void)p, (void)before, (void)at, (void)after, (void)data;
    return "A";
}

static inline bool invariant_watch(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    invariant_rows *rows = data;
    if (rows->count < INVARIANT_ROWS) {
        snprintf(rows->type[rows->count], sizeof rows->type[0], "%s", chart->type ? chart->type : "");
        rows->z[rows->count++] = invariant_place(rows->curve, chart->u);
    }
    return false;
}

static inline rdg_run_summary invariant_run(invariant_case *c, bool has_events, invariant_rows *rows)
{
    static const char *const name[] = {"a", "b", "c"};
    static const char *const type[] = {"G", "H", "K"};
    rdg_run_summary summary = {.points = 0};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, NULL, NULL);
    c->curve.g = invariant_cubic;
    c->curve.of = c->cubic;
    rdg_problem *p = turned_problem(ctx, &c->curve, c->start, c->is_exact);
    *rows = (invariant_rows){.curve = &c->curve};
    for (int k = 0; k <= INVARIANT_MONITORS && has_events; k++) {
        c->product[k].curve = &c->curve;
        const bool is_index = k == INVARIANT_MONITORS;
        const rdg_function g = {.name = is_index ? "index" : name[k],
                                .n = c->curve.n + 1,
                                .m = 1,
                                .f = invariant_value,
                                .by_differences = true,
                                .data = &c->product[k]};
        if (c->product[k].count > c->product[k].hidden) {
            assert_ok(ctx, rdg_add_monitor(p, &g, RDG_ALL, NULL, RDG_ACTIVE));
            assert_ok(ctx, rdg_add_event(p, &(rdg_event_definition){.type = is_index ? "A" : type[k],
                                                                    .parameter = g.name}));
        }
        if (is_index) {
            assert_ok(ctx, rdg_add_count(p, &(rdg_count_definition){.name = "index",
                                                                    .what = "number of factors",
                                                                    .range = invariant_range,
                                                                    .change = invariant_change,
                                                                    .type = invariant_type,
                                                                    .data = &c->product[k]}));
        }
    }
    assert_ok(ctx, rdg_continue(p, "r", RDG_RELEASE("y"), RDG_WINDOW("X", 0, 1),
                                RDG_STEP(c->step, 1e-7, 10 * c->step), RDG_DIRECTION(c->direction),
                                c->finds_folds ? RDG_NO_TABLE : RDG_NO_FOLDS,
                                c->finds_branches ? RDG_NO_TABLE : RDG_NO_BRANCH_POINTS, RDG_NO_TABLE,
                                RDG_NO_FOLDER, RDG_OBSERVE(invariant_watch, rows), RDG_SUMMARY(&summary)));
    rdg_context_free(ctx);
    return summary;
}

static inline int invariant_pick(uint64_t *seed, int n)
{
    const int k = (int)floor(0.5 * n * (1.0 + random_signed(seed)));
    return k < n ? k : n - 1;
}

/* A zero in (0, 1): a multiple of the step, on a chart, next to another one, of another product, or anywhere.
 */
static inline double invariant_zero(const invariant_case *c, const invariant_rows *charts, int k,
                                    uint64_t *seed)
{
    const invariant_product *own = &c->product[k], *other = &c->product[invariant_pick(seed, k + 1)];
    switch (invariant_pick(seed, 5)) {
    case 0:
        return c->start + c->step * invariant_pick(seed, 40) - 20.0 * c->step;
    case 1:
        return charts->z[invariant_pick(seed, charts->count)];
    case 2:
        return own->count == 0 ? 0.37
                               : own->zero[own->count - 1] + pow(10.0, -3.5 + 2.5 * random_signed(seed));
    case 3:
        return other->count == 0 ? 0.61 : other->zero[0];
    default:
        return 0.5 + 0.5 * random_signed(seed);
    }
}

/* Of the product's values midway between any two of its zeros the least, with a zero at z more. */
static inline double invariant_least_between(const invariant_product *g, double z)
{
    double least = 1.0;
    for (int i = 0; i < g->count; i++) {
        for (int j = -1; j < i; j++) {
            const double middle = 0.5 * (g->zero[i] + (j < 0 ? z : g->zero[j]));
            double value = fabs(middle - z);
            for (int k = 0; k < g->count; k++) {
                value *= fabs(middle - g->zero[k]);
            }
            least = fmin(least, value);
        }
    }
    return least;
}

/* Clear of the ends and of the start, where a zero is none of either direction; and of the product's own, as
 * what is less between two of them is rounding. */
static inline bool invariant_is_clear(const invariant_case *c, const invariant_product *g, double z)
{
    const double off = 1e-3, rounding = 1e-14;
    return z > off && z < 1.0 - off && fabs(z - c->start) > off && invariant_least_between(g, z) > rounding;
}

static inline invariant_case invariant_any(uint64_t *seed)
{
    invariant_case c = {.curve = turned_draw(1 + invariant_pick(seed, TURNED_MOST), seed)};
    invariant_rows charts;
    const bool is_line = invariant_pick(seed, 3) == 0;
    c.cubic[0] = is_line ? 0.0 : 3.0 * random_signed(seed);
    c.cubic[1] = is_line ? -1.0 : random_signed(seed);
    c.start = invariant_pick(seed, 2) ? 0.5 : 0.05 * (1 + invariant_pick(seed, 19));
    c.step = 0.0125 * (1 << invariant_pick(seed, 3));
    c.direction = invariant_pick(seed, 3) - 1;
    c.is_exact = invariant_pick(seed, 2);
    c.finds_folds = invariant_pick(seed, 4) > 0;
    c.finds_branches = invariant_pick(seed, 4) > 0;
    (void)invariant_run(&c, false, &charts);
    for (int k = 0; k <= INVARIANT_MONITORS; k++) {
        const int wanted = invariant_pick(seed, INVARIANT_ZEROS + 1);
        for (int i = 0; c.product[k].count < wanted && i < 40; i++) {
            invariant_product *g = &c.product[k];
            const double z = invariant_zero(&c, &charts, k, seed);
            if (invariant_is_clear(&c, g, z)) {
                g->sense[g->count] = invariant_pick(seed, 2) ? 1.0 : -1.0;
                g->zero[g->count++] = z;
            }
        }
    }
    invariant_product *index = &c.product[INVARIANT_MONITORS];
    index->hidden = c.finds_folds && c.finds_branches && index->count > 0 && invariant_pick(seed, 2);
    for (int i = 0; i < index->count && index->hidden; i++) {
        index->zero[i] += 1e-4 * (2.0 + random_signed(seed));
    }
    return c;
}

static inline bool invariant_has(const invariant_rows *rows, const char *type, double z, bool *used)
{
    const double near = 1e-7;
    for (int i = 0; i < rows->count; i++) {
        if (!used[i] && strcmp(rows->type[i], type) == 0 && fabs(rows->z[i] - z) <= near) {
            used[i] = true;
            return true;
        }
    }
    return false;
}

/* Does y grow with z at the start? The direction of the run is that of y. */
static inline double invariant_slope_sign(const invariant_case *c)
{
    return copysign(1.0, c->cubic[0] * c->start * c->start - c->cubic[1]);
}

/* Are the rows of this type the zeros that the run has passed, one each? */
static inline bool invariant_rows_are(const invariant_case *c, const invariant_rows *rows, const char *type,
                                      int n, const double *zero)
{
    bool used[INVARIANT_ROWS] = {false}, right = true;
    int passed = 0, found = 0;
    for (int i = 0; i < n; i++) {
        const bool is_passed = zero[i] > 0.0 && zero[i] < 1.0 &&
                               (zero[i] - c->start) * c->direction * invariant_slope_sign(c) >= 0.0;
        passed += is_passed;
        right = right && (!is_passed || invariant_has(rows, type, zero[i], used));
    }
    for (int i = 0; i < rows->count; i++) {
        found += strcmp(rows->type[i], type) == 0;
    }
    return right && found == passed;
}

static inline void invariant_print(int which, const invariant_case *c)
{
    print_error("case %d: %d states, y = %g z^3/3 - %g z from z = %g, steps of %g, direction %d, %s df%s%s:",
                which, c->curve.n, c->cubic[0], c->cubic[1], c->start, c->step, c->direction,
                c->is_exact ? "with" : "without", c->finds_folds ? "" : ", no folds",
                c->finds_branches ? "" : ", no branch points");
    for (int k = 0; k <= INVARIANT_MONITORS; k++) {
        print_error(" [");
        for (int i = 0; i < c->product[k].count; i++) {
            print_error(" %.9g%s", c->product[k].zero[i], c->product[k].sense[i] > 0.0 ? "" : "-");
        }
        print_error(" ]");
    }
    print_error("\n");
}

typedef struct invariant_tally {
    int right, reported, silent, false_warnings;
} invariant_tally;

static inline bool invariant_try(invariant_case *c, invariant_tally *t)
{
    static const char *const type[] = {"G", "H", "K", "A"};
    invariant_rows rows;
    const rdg_run_summary summary = invariant_run(c, true, &rows);
    bool right = true;
    for (int k = 0; k <= INVARIANT_MONITORS; k++) {
        right = right && invariant_rows_are(c, &rows, type[k], c->product[k].count, c->product[k].zero);
    }
    const double ratio = c->cubic[0] != 0.0 ? c->cubic[1] / c->cubic[0] : -1.0;
    const double fold[] = {-sqrt(fmax(ratio, 0.0)), sqrt(fmax(ratio, 0.0))};
    right = right && invariant_rows_are(c, &rows, "FP", ratio > 0.0 && c->finds_folds ? 2 : 0, fold);
    t->right += right;
    t->reported += !right && summary.warnings > 0;
    t->silent += !right && summary.warnings == 0;
    t->false_warnings += right && summary.warnings > 0;
    return right && summary.warnings == 0;
}

#endif
