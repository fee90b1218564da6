/* Changes of a motion along segments and through events.
 *
 * A step that keeps the error of the motion need not keep that of changes: next to a slow motion its length
 * is bound by stability alone, and what dies fast dies at another rate in the discrete motion. Steps are
 * divided until h times the spectral radius of the field's derivative is 1 at most, where the rate is right
 * to 1e-6; or a quarter, 4e-11. */
#include "linear_impl.h"
#include "tangent_impl.h"

#include <ridgewalk/saltation.h>

#include <math.h>
#include <string.h>

/* Between two times of making vectors orthonormal none dies by more than exp(-4) or so. */
static const double at_once = 4.0;
enum { STEPS = 16, MOST = 4000000 };

rdg_status rdg_tangent_create(rdg_tangent *g, rdg_hybrid *h, const rdg_flow_options *options,
                              rdg_index states)
{
    rdg_context *ctx = rdg_hybrid_context(h);
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(h);
    const size_t n = (size_t)states, ns = n + (size_t)p.n + 2;
    *g = (rdg_tangent){.h = h, .p = p.value, .states = states, .fineness = 1.0};
    for (rdg_index c = 0; c < rdg_hybrid_event_surfaces(h); c++) {
        const rdg_index capacity = rdg_hybrid_saltation_workspace(h, c);
        g->capacity = capacity > g->capacity ? capacity : g->capacity;
    }
    const rdg_index field = (rdg_index)(ns + 2 * n);
    g->capacity = g->capacity > field ? g->capacity : field;
    /* whose steps are short for what is fastest: explicit ones */
    rdg_flow_options explicit = options ? *options : (rdg_flow_options){.relative = 0.0};
    explicit.method = RDG_FLOW_EXPLICIT;
    g->flow = rdg_flow_create(h, &explicit);
    double **array[] = {&g->Q,  &g->A,      &g->S, &g->J2,   &g->J,    &g->left,
                        &g->dy, &g->growth, &g->y, &g->at.x, &g->sigma};
    const size_t size[] = {n * n, n * n, n * n, 2 * n * n, n * ns, n, n * ns, n, n, n, ns};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++) {
        *array[i] = rdg_context_calloc(ctx, size[i], sizeof(double));
    }
    g->work = rdg_context_calloc(ctx, (size_t)g->capacity, sizeof *g->work);
    g->share = rdg_context_calloc(ctx, STEPS, sizeof *g->share);
    g->vector = rdg_context_calloc(ctx, n, sizeof *g->vector);
    return rdg_error_status(ctx);
}

void rdg_tangent_release(rdg_tangent *g)
{
    rdg_flow_free(g->flow);
    void *arrays[] = {g->Q, g->A,    g->S,     g->J2,   g->J,     g->dy,     g->growth,
                      g->y, g->at.x, g->sigma, g->work, g->share, g->vector, g->left};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    *g = (rdg_tangent){.h = NULL};
}

static void stand(rdg_tangent *g, const rdg_hybrid_state *state)
{
    g->at.t = state->t;
    g->at.phi = state->phi;
    g->at.mode = state->mode;
    g->n = rdg_hybrid_phase_at(g->h, state->mode)->n;
    memcpy(g->at.x, state->x, (size_t)g->n * sizeof(double));
    rdg_flow_note(g->flow, state->mode, state->x);
}

void rdg_tangent_begin(rdg_tangent *g, const rdg_hybrid_state *state)
{
    rdg_flow_forget(g->flow);
    stand(g, state);
    g->k = g->n;
    memset(g->Q, 0, (size_t)(g->n * g->n) * sizeof *g->Q);
    for (rdg_index i = 0; i < g->states; i++) {
        g->growth[i] = i < g->n ? 0.0 : -INFINITY;
    }
    for (rdg_index i = 0; i < g->n; i++) {
        g->Q[i + g->n * i] = 1.0;
        g->vector[i] = i;
    }
}

/* What a matrix B [m n] does to the changes at hand, to the arguments in sigma of a mode. */
static int multiply(rdg_tangent *g, rdg_index m, const double *B, rdg_index mode)
{
    const rdg_index n = g->n;
    g->n = m;
    if (g->sink) {
        return g->sink(m, n, B, mode, g->sigma, g->sink_data);
    }
    rdg_index kept = 0;
    rdg_orthonormal(m, n, g->k, B, g->Q, g->A, NULL, g->left);
    for (rdg_index j = 0; j < g->k; j++) {
        const rdg_index which = g->vector[j];
        if (g->left[j] > 0.0) {
            g->growth[which] += log(g->left[j]);
            g->vector[kept++] = which;
        } else {
            g->growth[which] = -INFINITY;
        }
    }
    memcpy(g->Q, g->A, (size_t)(m * kept) * sizeof *g->Q);
    g->k = kept;
    return 0;
}

void rdg_tangent_measure(rdg_tangent *g)
{
    for (rdg_index axis = 0; g->k < g->n && axis < g->n; axis++) {
        double *v = g->Q + g->n * g->k;
        memset(v, 0, (size_t)g->n * sizeof *v);
        v[axis] = 1.0;
        const double left = rdg_orthogonal(g->n, g->k, g->Q, v, NULL);
        if (left > 0.5 / sqrt((double)g->n)) { /* of one axis at least */
            for (rdg_index i = 0; i < g->n; i++) {
                v[i] /= left;
            }
            g->k++;
        }
    }
    for (rdg_index i = 0; i < g->states; i++) {
        g->growth[i] = i < g->k ? 0.0 : -INFINITY;
        g->vector[i] = i;
    }
}

static double norm_of_square(const double *J, rdg_index n, double *square)
{
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            double sum = 0.0;
            for (rdg_index l = 0; l < n; l++) {
                sum += J[i + n * l] * J[l + n * j];
            }
            square[i + n * j] = sum;
        }
    }
    return rdg_orthogonal(n * n, 0, NULL, square, NULL);
}

/* An upper bound of the spectral radius that does not depend much on units: |J^4|^(1/4). */
static int radius(rdg_tangent *g, double *bound)
{
    const rdg_hybrid_phase *mode = rdg_hybrid_phase_at(g->h, g->at.mode);
    const rdg_index n = g->n, nu = rdg_hybrid_arguments(g->h, g->at.mode);
    const int answer =
        rdg_hybrid_df(&mode->field, nu, g->sigma, rdg_flow_sizes(g->flow, g->at.mode), n, g->J, g->work);
    if (answer == 0) {
        norm_of_square(g->J, n, g->J2);
        *bound = sqrt(sqrt(norm_of_square(g->J2, n, g->J2 + n * n)));
    }
    return answer;
}

/* Closed forms are exact over any time: only what dies is not to die out. */
static int rate_of_change(rdg_tangent *g, double *bound)
{
    if (!rdg_hybrid_phase_at(g->h, g->at.mode)->linear) {
        return radius(g, bound);
    }
    const int answer = rdg_flow_segment_begin(g->flow, g->at.mode, g->sigma, false);
    const rdg_linear *l = g->flow->closed;
    if (answer != 0 || !l) {
        return answer != 0 ? answer : radius(g, bound);
    }
    *bound = 0.0;
    for (rdg_index i = 0; i < l->n; i++) {
        *bound = fmax(*bound, fabs(l->lambda[i].re));
    }
    return 0;
}

int rdg_tangent_carry(rdg_tangent *g, const rdg_hybrid_state *to)
{
    const double time = to->t - g->at.t;
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(g->h);
    const rdg_index n = g->n, nu = rdg_hybrid_arguments(g->h, g->at.mode);
    if (!(time > 0.0)) {
        return 0;
    }
    memcpy(g->sigma, g->at.x, (size_t)n * sizeof(double));
    memcpy(g->sigma + n, g->p, (size_t)p.n * sizeof(double));
    g->sigma[nu - 1] = p.omega >= 0 ? g->at.phi : g->sigma[nu - 1];
    double bound = 0.0;
    g->sigma[nu] = time;
    int answer = rate_of_change(g, &bound);
    const double steps = fmax(ceil(bound * time / g->fineness), 1.0);
    if (answer == 0 && !(steps <= MOST)) {
        stand(g, to);
        return RDG_TANGENT_TOO_STIFF;
    }
    const double segments = ceil(steps / fmin(floor(at_once / g->fineness), STEPS));
    const rdg_index each = (rdg_index)ceil(steps / segments);
    for (rdg_index i = 0; i < each; i++) {
        g->share[i] = 1.0 / (double)each;
    }
    const rdg_mesh mesh = {.steps = each, .capacity = each, .share = g->share};
    g->sigma[nu] = time / segments;
    for (double segment = 0.0; answer == 0 && segment < segments; segment += 1.0) {
        answer = rdg_flow_segment(g->flow, g->at.mode, &mesh, g->sigma, g->y, g->dy, NULL);
        if (answer == 0) {
            memcpy(g->sigma, g->y, (size_t)n * sizeof(double));
            g->sigma[nu - 1] += p.omega >= 0 ? g->p[p.omega] * g->sigma[nu] : 0.0;
            answer = multiply(g, n, g->dy, g->at.mode);
        }
    }
    stand(g, to);
    return answer;
}

int rdg_tangent_cross(rdg_tangent *g, rdg_index event, const rdg_hybrid_state *before,
                      const rdg_hybrid_state *after)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(g->h);
    const rdg_index n = g->n;
    int answer = rdg_tangent_carry(g, before);
    memcpy(g->sigma, before->x, (size_t)n * sizeof(double));
    memcpy(g->sigma + n, g->p, (size_t)p.n * sizeof(double));
    g->sigma[n + p.n] = before->phi;
    const rdg_index capacity = rdg_hybrid_saltation_workspace(g->h, event);
    if (answer == 0 && capacity > g->capacity) { /* of a mode that was made on the way */
        if (rdg_context_grow(rdg_hybrid_context(g->h), (void *)&g->work, 0, capacity, sizeof *g->work) !=
            RDG_OK) {
            return -1;
        }
        g->capacity = capacity;
    }
    if (answer == 0) {
        answer = rdg_hybrid_saltation(g->h, event, g->sigma, rdg_flow_sizes(g->flow, before->mode), after->x,
                                      g->S, g->work);
        answer = answer > 0 ? RDG_TANGENT_GRAZE : answer;
    }
    if (answer == 0) {
        const rdg_index m = rdg_hybrid_phase_at(g->h, after->mode)->n;
        memcpy(g->sigma, after->x, (size_t)m * sizeof(double));
        memcpy(g->sigma + m, g->p, (size_t)p.n * sizeof(double));
        g->sigma[m + p.n] = after->phi;
        answer = multiply(g, m, g->S, after->mode);
    }
    stand(g, after);
    return answer;
}
