/* A contact with a friction cone for the harmonics of one solver: its memory, its state, what it answers. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

/* Products of the force's derivative with two basis functions are distinguished from this many on. */
rdg_index rdg_cone_least_samples(const rdg_basis *basis)
{
    return 4 * ((rdg_index)basis->harmonic[basis->n_harmonics - 1] + 1);
}

void rdg_cone_free(void *self)
{
    rdg_cone *cone = self;
    if (cone) {
        rdg_cone_free(cone->unit);
        rdg_free(cone->answer);
        rdg_free(cone->harmonic);
        rdg_free(cone->node);
        rdg_free(cone->motion);
        rdg_free(cone->memory);
        rdg_free(cone);
    }
}

/* Carve the arrays out of one piece of memory; with memory NULL only count. */
static size_t lay_out(rdg_cone *cone, double *memory)
{
    size_t used = 0;
#define CARVE(pointer, count)                                                                                \
    do {                                                                                                     \
        (pointer) = memory ? memory + used : NULL;                                                           \
        used += (size_t)(count);                                                                             \
    } while (0)
    const rdg_index n = cone->n, columns = cone->columns;
    CARVE(cone->phi, n * cone->samples);
    CARVE(cone->z, cone->N);
    CARVE(cone->wave, 9 * n);
    CARVE(cone->weight, 2 * n);
    for (int i = 0; i < 2; i++) {
        CARVE(cone->rows[i].t[0], columns);
        CARVE(cone->rows[i].t[1], columns);
        CARVE(cone->rows[i].tau, columns);
        for (int order = 0; order < 4; order++) {
            CARVE(cone->rows[i].own[order], n);
        }
    }
    CARVE(cone->left, columns * CONE_BLOCK);
    CARVE(cone->right, 2 * columns * CONE_BLOCK);
    CARVE(cone->projected, 2 * n * columns);
    CARVE(cone->input, CONE_INPUTS * columns);
    CARVE(cone->scratch, 4 * columns);
    CARVE(cone->closed.cos, cone->top2 + 1);
    CARVE(cone->closed.sin, cone->top2 + 1);
    CARVE(cone->stuck.cos, cone->top2 + 1);
    CARVE(cone->stuck.sin, cone->top2 + 1);
#undef CARVE
    return used;
}

static bool take_memory(rdg_context *ctx, rdg_cone *cone)
{
    cone->harmonic = rdg_context_calloc(ctx, (size_t)cone->n_harmonics, sizeof *cone->harmonic);
    cone->node = rdg_context_calloc(ctx, (size_t)cone->capacity, sizeof *cone->node);
    cone->motion = rdg_context_calloc(ctx, (size_t)cone->samples, sizeof *cone->motion);
    cone->memory = rdg_context_calloc(ctx, lay_out(cone, NULL), sizeof(double));
    if (!cone->harmonic || !cone->node || !cone->motion || !cone->memory) {
        return false;
    }
    lay_out(cone, cone->memory);
    return true;
}

/* phi at the samples, from angles below 2 pi: k i is taken modulo the samples. */
static void fill_table(rdg_cone *cone)
{
    for (rdg_index i = 0; i < cone->samples; i++) {
        double *phi = cone->phi + cone->n * i;
        if (cone->has_static) {
            *phi++ = 1;
        }
        for (rdg_index h = 0; h < cone->n_harmonics; h++) {
            const rdg_index turn = (cone->harmonic[h] * i) % cone->samples;
            const double tau = 2 * RDG_PI * (double)turn / (double)cone->samples;
            phi[2 * h] = cos(tau);
            phi[2 * h + 1] = sin(tau);
        }
    }
}

static rdg_index choose_samples(const rdg_cone_contact *law, const rdg_basis *basis)
{
    const rdg_index least = rdg_cone_least_samples(basis), wanted = law->samples ? law->samples : 16 * least;
    const rdg_index floor = law->samples ? least : 256;
    return wanted < floor ? floor : wanted;
}

static void *create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest,
                    rdg_index times)
{
    enum { SPARE = 64 }; /* nodes for events, besides as many as samples */
    rdg_cone *cone = rdg_context_calloc(ctx, 1, sizeof *cone);
    if (!cone) {
        return NULL;
    }
    const rdg_cone_contact *law = self;
    const rdg_index d = law->normal ? 3 : 2, samples = times * choose_samples(law, basis);
    *cone = (rdg_cone){.maker = ctx,
                       .kt = law->kt,
                       .kn = law->normal ? law->kn : 0,
                       .mu = law->mu,
                       .preload = law->preload,
                       .start = law->start,
                       .d = d,
                       .samples = samples,
                       .n = basis->n_coefficients,
                       .N = d * basis->n_coefficients,
                       .columns = d * basis->n_coefficients + 2,
                       .n_harmonics = basis->n_harmonics,
                       .has_static = basis->has_static,
                       .top2 = 2 * (rdg_index)basis->harmonic[basis->n_harmonics - 1],
                       .capacity = 2 * samples + SPARE};
    if (rest) {
        memcpy(cone->rest, rest, (size_t)d * sizeof *rest);
    }
    if (!take_memory(ctx, cone)) {
        rdg_cone_free(cone);
        return NULL;
    }
    memcpy(cone->harmonic, basis->harmonic, (size_t)basis->n_harmonics * sizeof *cone->harmonic);
    fill_table(cone);
    return cone;
}

void *rdg_cone_create(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return create(self, ctx, basis, rest, 1);
}

void *rdg_cone_create_refined(const void *self, rdg_context *ctx, const rdg_basis *basis, const double *rest)
{
    return create(self, ctx, basis, rest, RDG_REFINEMENT);
}

/* The periodic state at z, found once for all that is requested there; 1 outside the domain */
static int find_state(rdg_cone *cone, const double *z)
{
    const rdg_index N = cone->N;
    if (cone->has_state && memcmp(cone->z, z, (size_t)N * sizeof *z) == 0) {
        return 0;
    }
    cone->has_state = false;
    for (rdg_index i = 0; i < N; i++) {
        if (!isfinite(z[i])) {
            return 1;
        }
    }
    rdg_cone_load(cone, z);
    if (rdg_cone_update(cone) != 0) {
        return 1;
    }
    rdg_cone_time_stuck(cone);
    cone->has_state = true;
    return 0;
}

int rdg_cone_evaluate(void *self, const rdg_basis *basis, const double *z, double omega,
                      rdg_element_result *result)
{
    rdg_cone *cone = self;
    const rdg_index N = cone->N;
    (void)basis;
    (void)omega; /* dry friction does not know how fast it slips */
    if (find_state(cone, z) != 0) {
        return 1;
    }
    const bool is_constant = result->sliders == RDG_STUCK_CONSTANT && !cone->moves;
    if (result->force) {
        rdg_cone_force(cone, result->force);
    }
    if (result->jacobian) {
        memset(result->jacobian, 0, (size_t)(N * (N + 1)) * sizeof(double));
        if (is_constant) {
            rdg_cone_spring_jacobian(cone, result->jacobian, N);
        } else {
            rdg_cone_jacobian(cone, result->sliders, result->jacobian, N);
        }
    }
    if (result->hessian) {
        memset(result->hessian, 0, (size_t)((N + 1) * (N + 1)) * sizeof(double));
        if (!is_constant) {
            rdg_cone_hessian(cone, result->lambda, result->hessian, N + 1);
        }
    }
    if (cone->d == 3) {
        rdg_cone_normal(cone, result->force, result->jacobian, result->lambda, result->hessian);
    }
    return 0;
}

/* A contact that never closes has nothing to store; one whose state is not found may. */
bool rdg_cone_remembers(void *self, const rdg_basis *basis, const double *z)
{
    rdg_cone *cone = self;
    (void)basis;
    if (find_state(cone, z) != 0) {
        return true;
    }
    bool closes = false;
    for (rdg_index i = 0; i < cone->n_nodes; i++) {
        closes = closes || cone->node[i].phase != CONE_OPEN;
    }
    return closes && cone->moves;
}

rdg_element_regime rdg_cone_regime(void *self, const rdg_basis *basis, const double *z)
{
    rdg_cone *cone = self;
    (void)basis;
    if (find_state(cone, z) != 0) {
        return RDG_ELEMENT_NO_REGIME;
    }
    bool opens = false;
    for (rdg_index i = 0; i < cone->n_nodes; i++) { /* without friction all phases are open ones */
        opens = opens || (cone->node[i].phase == CONE_OPEN && cone->node[i].q[2][0] < 0.0);
    }
    return opens ? RDG_ELEMENT_OPENS : cone->moves ? RDG_ELEMENT_SLIPS : RDG_ELEMENT_STICKS;
}
