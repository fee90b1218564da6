/* Components of random networks of masses and springs, free or held, stiffnesses over decades, against the
 * same parts tied without reduction. */
#include "fresh_context.h"

#include <ridgewalk/component.h>
#include <ridgewalk/coupling.h>
#include <ridgewalk/mechanics.h>

#include <string.h>

enum { MOST = 24, MOST_BOUNDARY = 4, MODES = 4 };

typedef rdg_component *(*reduction)(rdg_structure *s, const char *boundary, rdg_component_modes modes);

/* A part, of any order of degrees of freedom; the first `boundary` of `order` are its boundary. */
typedef struct network {
    rdg_index n, boundary, order[MOST];
    double M[MOST * MOST], K[MOST * MOST];
} network;

static double decades(uint64_t *seed, double range)
{
    return pow(10.0, 0.5 * range * random_signed(seed));
}

static rdg_index below(uint64_t *seed, rdg_index n)
{
    return (rdg_index)(0.5 * (1.0 + random_signed(seed)) * (double)n) % n;
}

static void add_spring(network *w, rdg_index i, rdg_index j, double k)
{
    w->K[i + w->n * i] += k;
    if (i != j) {
        w->K[j + w->n * j] += k;
        w->K[i + w->n * j] -= k;
        w->K[j + w->n * i] -= k;
    }
}

static network random_network(uint64_t *seed, rdg_index boundary, double range)
{
    network w = {.n = boundary + 8 + below(seed, MOST - MOST_BOUNDARY - 7), .boundary = boundary};
    for (rdg_index i = 0; i < w.n; i++) {
        w.M[i + w.n * i] = decades(seed, 0.5 * range);
        w.order[i] = i;
        if (i > 0) {
            add_spring(&w, i, below(seed, i), decades(seed, range));
            add_spring(&w, i, below(seed, i), decades(seed, range));
        }
    }
    if (random_signed(seed) > 0.0) {
        const rdg_index held = below(seed, w.n);
        add_spring(&w, held, held, decades(seed, range));
    }
    for (rdg_index i = w.n - 1; i > 0; i--) {
        const rdg_index j = below(seed, i + 1), aside = w.order[i];
        w.order[i] = w.order[j];
        w.order[j] = aside;
    }
    return w;
}

static rdg_structure *structure_of(rdg_context *ctx, const network *w)
{
    rdg_structure *s = rdg_structure_create(ctx, "network", w->n, w->M, NULL, w->K);
    assert_ok(ctx, rdg_name_set(s, "end", w->boundary, w->order));
    return s;
}

/* omega^2 of both parts tied; reduce == NULL: as they are, all of them. False: refused. */
static bool tied(const network *w, reduction reduce, double share, rdg_index count, double *square)
{
    rdg_context *ctx = rdg_context_create();
    rdg_coupling *a = rdg_coupling_create(ctx);
    bool is_there = true;
    for (int side = 0; side < 2 && is_there; side++) {
        rdg_structure *s = structure_of(ctx, &w[side]);
        if (reduce) {
            const rdg_index inside = w[side].n - w[side].boundary;
            rdg_component *c = reduce(s, "end", RDG_MODES((rdg_index)ceil(share * (double)inside)));
            is_there = c != NULL;
            s = rdg_component_structure(c);
        }
        if (is_there) {
            assert_ok(ctx, rdg_coupling_add(a, side ? "right" : "left", s));
        }
    }
    if (is_there) {
        assert_ok(ctx, rdg_coupling_tie(a, "left.end", "right.end"));
        rdg_structure *s = rdg_coupling_primal(a, "both");
        is_there = rdg_structure_modes(s, 0, NULL, count, square, NULL) == RDG_OK;
    }
    for (rdg_index k = 0; is_there && k < count; k++) {
        square[k] *= fabs(square[k]);
    }
    assert_int_equal(rdg_error_status(ctx), is_there ? RDG_OK : RDG_ERR_SINGULAR);
    rdg_context_free(ctx);
    return is_there;
}

/* From above, falling with the number of modes, and exact with all of them. How many reductions were refused.
 */
static int assert_ritz(const network *w, reduction reduce)
{
    const double share[3] = {0.25, 0.5, 1.0};
    const rdg_index size = w[0].n + w[1].n - w[0].boundary;
    double exact[2 * MOST], before[MODES], now[MODES];
    int refused = 0;
    assert_true(tied(w, NULL, 1.0, size, exact));
    const double noise = 1e-13 * (double)size * exact[size - 1];
    for (int k = 0; k < MODES; k++) {
        before[k] = HUGE_VAL;
    }
    for (int level = 0; level < 3; level++) {
        if (!tied(w, reduce, share[level], MODES, now)) {
            refused++;
            continue;
        }
        for (int k = 0; k < MODES; k++) {
            const double capacity = noise + 1e-9 * fabs(exact[k]);
            assert_true(now[k] > exact[k] - capacity && now[k] < before[k] + capacity);
            assert_true(level < 2 || now[k] < exact[k] + capacity);
            before[k] = now[k];
        }
    }
    return refused;
}

static void fixed_modes_come_from_above_and_end_at_the_whole(void **state)
{
    uint64_t seed = 5;
    (void)state;
    for (int k = 0; k < 60; k++) {
        const rdg_index boundary = 1 + k % MOST_BOUNDARY;
        const network w[2] = {random_network(&seed, boundary, k % 5), random_network(&seed, boundary, k % 5)};
        assert_int_equal(assert_ritz(w, rdg_component_fixed), 0);
    }
}

/* With nearly all modes the boundary has little flexibility left: then that is said. */
static void free_modes_do_so_too_or_are_refused(void **state)
{
    uint64_t seed = 6;
    int refused = 0;
    (void)state;
    for (int k = 0; k < 60; k++) {
        const rdg_index boundary = 1 + k % MOST_BOUNDARY;
        const network w[2] = {random_network(&seed, boundary, k % 5), random_network(&seed, boundary, k % 5)};
        refused += assert_ritz(w, rdg_component_rubin);
    }
    assert_in_range(refused, 1, 90);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(fixed_modes_come_from_above_and_end_at_the_whole),
        TEST(free_modes_do_so_too_or_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
