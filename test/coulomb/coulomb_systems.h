/* Systems with one rigid contact: those of the paper, and random ones. */
#ifndef RDG_TEST_COULOMB_SYSTEMS_H
#define RDG_TEST_COULOMB_SYSTEMS_H

#include "fresh_context.h"

#include <ridgewalk/chain.h>
#include <ridgewalk/closed_form.h>
#include <ridgewalk/coulomb_march.h>
#include <ridgewalk/coulomb_orbit.h>

enum { COULOMB_MOST = 5 };

static const double coulomb_pi = 3.14159265358979323846;

/* A chain of unit masses and springs, or mass and spring `second` for the second of two. */
static inline rdg_coulomb *coulomb_chain(rdg_context *ctx, rdg_index n, double second, rdg_coulomb_options o)
{
    double mass[COULOMB_MOST] = {1, second, 1, 1, 1};
    rdg_structure *s = rdg_chain_create(ctx, n, mass, mass);
    static const char *const names[COULOMB_MOST] = {"m1", "m2", "m3", "m4", "m5"};
    for (rdg_index i = 0; i < n; i++) {
        assert_ok(ctx, rdg_name_dof(s, names[i], i));
    }
    if (n > 1) {
        assert_ok(ctx, rdg_name_relative(s, "between", 1, 0));
    }
    rdg_coulomb *c = rdg_coulomb_create(s, &o);
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

static inline rdg_coulomb *coulomb_named(rdg_context *ctx, const char *name, double ratio)
{
    if (strcmp(name, "two_m1") == 0) {
        return coulomb_chain(ctx, 2, 1, (rdg_coulomb_options){.contact = "m1", .ratio = ratio});
    }
    if (strcmp(name, "five_m1") == 0) {
        return coulomb_chain(ctx, 5, 1, (rdg_coulomb_options){.contact = "m1", .ratio = ratio});
    }
    if (strcmp(name, "two_m2") == 0) {
        return coulomb_chain(ctx, 2, 1, (rdg_coulomb_options){.contact = "m2", .load = "m1", .ratio = ratio});
    }
    if (strcmp(name, "mass_mass") == 0) {
        return coulomb_chain(ctx, 2, 0.5,
                             (rdg_coulomb_options){.contact = "between", .load = "m1", .ratio = ratio});
    }
    assert_string_equal(name, "base_wall");
    return coulomb_chain(ctx, 2, 1, (rdg_coulomb_options){.contact = "m1", .base = true, .ratio = ratio});
}

static inline double random_in(uint64_t *seed, double low, double high)
{
    return low + (high - low) * 0.5 * (1.0 + random_signed(seed));
}

static inline rdg_index random_below(uint64_t *seed, rdg_index n)
{
    const rdg_index i = (rdg_index)random_in(seed, 0.0, (double)n);
    return i < n ? i : n - 1;
}

/* One to five masses; a wall, a contact between two masses, a wall that moves; damping in proportion. */
static inline rdg_coulomb *coulomb_damped(rdg_context *ctx, uint64_t *seed, rdg_coulomb_options *o,
                                          double most_damping)
{
    const rdg_index n = 1 + random_below(seed, COULOMB_MOST);
    const rdg_index j = random_below(seed, n);
    const rdg_index kind = random_below(seed, 3);
    double mass[COULOMB_MOST];
    double stiffness[COULOMB_MOST];
    for (rdg_index i = 0; i < n; i++) {
        mass[i] = random_in(seed, 0.3, 3.0);
        stiffness[i] = random_in(seed, 0.3, 3.0);
    }
    rdg_structure *s = rdg_chain_create(ctx, n, mass, stiffness);
    assert_ok(ctx, rdg_name_dof(s, "contact", j));
    assert_ok(ctx, rdg_name_dof(s, "load", random_below(seed, n)));
    if (n > 1) {
        assert_ok(ctx, rdg_name_relative(s, "between", (j + 1) % n, j));
    }
    if (most_damping > 0.0) {
        assert_ok(ctx, rdg_damping_proportional(s, random_in(seed, 0.0, most_damping),
                                                random_in(seed, 0.0, most_damping)));
    }
    *o = (rdg_coulomb_options){.contact = kind == 1 && n > 1 ? "between" : "contact",
                               .load = kind == 2 ? NULL : "load",
                               .base = kind == 2,
                               .ratio = 1.0 + (double)random_below(seed, 2) * random_in(seed, 0.0, 1.0)};
    rdg_coulomb *c = rdg_coulomb_create(s, o);
    assert_ok(ctx, rdg_error_status(ctx));
    return c;
}

static inline rdg_coulomb *coulomb_random(rdg_context *ctx, uint64_t *seed, rdg_coulomb_options *o)
{
    return coulomb_damped(ctx, seed, o, 0.0);
}

static inline double greatest_of(rdg_index n, const double *x)
{
    double most = 0.0;
    for (rdg_index i = 0; i < n; i++) {
        most = fmax(most, fabs(x[i]));
    }
    return most;
}

#endif
