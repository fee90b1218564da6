/* Operations that a linearisation takes, in nanoseconds of a core at 2.5 GHz with AVX2. The constants were
 * fitted to plates and blocks of bench_solvers: within a factor of two there, of four elsewhere. */
#include "solver_costs_impl.h"

#include <ridgewalk/toolbox.h>

#include <cholmod.h>
#include <inttypes.h>

_Static_assert(sizeof(SuiteSparse_long) == sizeof(rdg_index), "indices are handed to CHOLMOD uncopied");

/* Factors of a sparse matrix. */
typedef struct fill {
    double entries, flops;
} fill;

bool rdg_is_as_good_as_full(rdg_index n, rdg_index entries)
{
    return (double)entries > 0.25 * (double)n * (double)n;
}

/* Factors and two solutions by LAPACK */
static double full_factors(double size)
{
    return (7.0 + 0.03 * size) * size * size;
}

/* Likewise of a sparse matrix: entry by entry, or by dense fronts where an entry takes part in many
 * operations (core/newton/lu/lu.c). */
static double sparse_factors(fill f)
{
    const double by_entries = 8.0 * f.entries + 1.0 * f.flops;
    const double by_fronts = 20.0 * f.entries + 0.15 * f.flops;
    return by_entries < by_fronts ? by_entries : by_fronts;
}

/* A column of the factors of the structure's pattern, with `below` entries from the diagonal on, stands for
 * all harmonics. What an element has coupled is a block of all coefficients, all else one for each harmonic.
 */
static void add_column(const rdg_solver_sizes *of, bool is_coupled, double below, fill *f)
{
    const double side = is_coupled ? (double)of->coefficients : 2.0;
    const double blocks = is_coupled ? 1.0 : (double)of->coefficients / 2.0;
    f->entries += blocks * side * side * (2.0 * below - 1.0);
    f->flops += blocks * side * side * side * 2.0 * below * below;
}

typedef struct analysis {
    cholmod_common common;
    cholmod_sparse A;
    rdg_index *perm, *parent, *post, *count, *first, *level; /* [n] */
    bool *is_coupled;                                        /* [n] in the order of elimination */
} analysis;

static bool order(analysis *a)
{
    a->common.print = 0;
    return cholmod_l_amd(&a->A, NULL, 0, a->perm, &a->common) &&
           cholmod_l_analyze_ordering(&a->A, CHOLMOD_AMD, a->perm, NULL, 0, a->parent, a->post, a->count,
                                      a->first, a->level, &a->common);
}

/* A column is coupled where an element acts on it, or on one that was eliminated before into it. */
static void sum_up(analysis *a, const rdg_solver_sizes *of, fill *f)
{
    for (rdg_index i = 0; i < of->n; i++) {
        const rdg_index j = a->post[i]; /* children first */
        a->is_coupled[j] = a->is_coupled[j] || of->of_element[a->perm[j]];
        if (a->parent[j] >= 0) {
            a->is_coupled[a->parent[j]] = a->is_coupled[a->parent[j]] || a->is_coupled[j];
        }
        add_column(of, a->is_coupled[j], (double)a->count[j], f);
    }
}

/* Factors of the Jacobian of all degrees of freedom, by the elimination tree of the structure's pattern. */
static rdg_status find_fill(rdg_context *ctx, const rdg_solver_sizes *of, fill *f)
{
    const size_t n = (size_t)of->n;
    analysis a = {.A = {.nrow = n,
                        .ncol = n,
                        .nzmax = (size_t)of->coupled->start[of->n],
                        .p = (void *)of->coupled->start,
                        .i = (void *)of->coupled->row,
                        .stype = 1,
                        .itype = CHOLMOD_LONG,
                        .xtype = CHOLMOD_PATTERN,
                        .dtype = CHOLMOD_DOUBLE,
                        .sorted = 1,
                        .packed = 1}};
    rdg_index *places = rdg_context_calloc(ctx, 6 * n, sizeof *places);
    a.is_coupled = rdg_context_calloc(ctx, n, sizeof *a.is_coupled);
    bool done = places && a.is_coupled;
    if (done) {
        rdg_index **const arrays[] = {&a.perm, &a.parent, &a.post, &a.count, &a.first, &a.level};
        for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
            *arrays[k] = places + k * n;
        }
        cholmod_l_start(&a.common);
        done = order(&a);
        cholmod_l_finish(&a.common);
    }
    if (done) {
        sum_up(&a, of, f);
    }
    rdg_free(places);
    rdg_free(a.is_coupled);
    return done || rdg_error_status(ctx) != RDG_OK
               ? rdg_error_status(ctx)
               : rdg_fail(ctx, RDG_ERR_NO_MEMORY, "rdg_hbm",
                          "no memory to analyse a matrix of %" PRId64 " degrees of freedom", of->n);
}

/* The condensed stiffness and its derivative, of all harmonics. Interior modes: up to 1000 of them, or of
 * any number that couple as a full matrix. Krylov vectors: up to 600, at least four for each displacement
 * that is kept. Else factors, and a solution for each of these. */
static double condensation(const rdg_solver_sizes *of, const fill *f)
{
    const double kept = (double)of->kept, interior = (double)(of->n - of->kept);
    const double a_mode = 1.6 * kept * kept;
    const bool is_full = !of->coupled;
    double cost = 0.0;
    if (of->proportional && (is_full || interior <= 1000.0)) {
        cost = a_mode * interior;
    } else if (of->proportional && 4.0 * kept <= 600.0) {
        cost = a_mode * 4.0 * kept;
    } else if (is_full) {
        cost = full_factors(2.0 * interior) + 0.3 * kept * interior * interior;
    } else { /* complex entries; f has those of all coefficients */
        const double coefficients = (double)of->coefficients;
        const double entries = f->entries / coefficients;
        cost = sparse_factors(*f) / coefficients + 4.0 * kept * entries;
    }
    return cost * (double)of->harmonics;
}

/* Applications of the preconditioner to all harmonics a linearisation takes: some 25 in each of two
 * solutions. An entry of the modes costs a load from memory and an operation for each coefficient. Other
 * damping takes products with three matrices besides. */
static double spectral(const rdg_solver_sizes *of)
{
    const double applications = 46.0, load = 0.8, operation = 0.15, other_damping = 2.5;
    const double n = (double)of->n;
    const double one = n * n * (load + operation * (double)of->coefficients);
    return applications * one * (of->proportional ? 1.0 : other_damping);
}

rdg_status rdg_solver_costs_find(rdg_context *ctx, const rdg_solver_sizes *of, rdg_solver_costs *costs)
{
    const double coefficients = (double)of->coefficients, all = coefficients * (double)of->n;
    fill f = {0.0, 0.0};
    if (of->coupled) {
        RDG_TRY(find_fill(ctx, of, &f));
    }
    costs->whole = full_factors(all);
    if (of->coupled && sparse_factors(f) < costs->whole) {
        costs->whole = sparse_factors(f);
    }
    costs->dense = of->kept == of->n ? costs->whole
                                     : full_factors(coefficients * (double)of->kept) + condensation(of, &f);
    costs->spectral = spectral(of);
    return RDG_OK;
}

/* ns. Of condensed unknowns that cost less no run takes long, and users know them by their places. */
static const double worthwhile = 1e6;
/* Where both were measured, the choice by half of the cost was right. */
static const double whole_gains = 2.0;
/* Where gaps close GMRES takes up to four times as many iterations. */
static const double spectral_gains = 4.0;
/* ns. Branch points are given up: not for a curve of a thousand points that takes minutes by factors. */
static const double worth_branch_points = 1e8;

bool rdg_solver_whole_pays(const rdg_solver_costs *costs)
{
    return costs->dense > worthwhile && whole_gains * costs->whole < costs->dense;
}

bool rdg_solver_spectral_pays(const rdg_solver_costs *costs)
{
    const double least = costs->whole < costs->dense ? costs->whole : costs->dense;
    return least > worth_branch_points && spectral_gains * costs->spectral < least;
}
