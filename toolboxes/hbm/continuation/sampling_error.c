/* The error of sampled elements: their forces once more with more samples. */
#include "hbm_impl.h"
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/hbm_equations.h>
#include <ridgewalk/moving.h>
#include <ridgewalk/problem.h>
#include <ridgewalk/sampling_error.h>

#include <math.h>

typedef struct sampling {
    rdg_hbm *hb;
    rdg_basis basis;          /* the instances': that which was active when they were made */
    void **refined;           /* [n_elements] NULL: more samples change nothing */
    long version;             /* of the numbers that they have */
    double *z, *once, *often; /* of the largest element */
} sampling;

static void free_instances(sampling *s)
{
    for (rdg_index i = 0; s->refined && i < s->hb->n_elements; i++) {
        if (s->refined[i]) {
            rdg_hbm_element_at(s->hb, i)->law->free_instance(s->refined[i]);
            s->refined[i] = NULL;
        }
    }
}

static void free_sampling(void *object)
{
    sampling *s = object;
    free_instances(s);
    rdg_free(s->refined);
    rdg_free(s->z);
    rdg_free(s->once);
    rdg_free(s->often);
    rdg_free(s);
}

static rdg_status make_instances(sampling *s)
{
    const rdg_hbm *hb = s->hb;
    free_instances(s);
    s->basis.n_harmonics = 0; /* until all are made */
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        if (e->law->create_refined) {
            s->refined[i] =
                e->law->create_refined(e->source, hb->ctx, &hb->active, rdg_hbm_element_rest(hb, e));
            RDG_TRY(rdg_error_status(hb->ctx));
        }
    }
    s->basis = hb->active;
    s->version = -1;
    return RDG_OK;
}

static void update_numbers(sampling *s)
{
    const rdg_hbm *hb = s->hb;
    for (rdg_index i = 0; s->version != hb->version && i < hb->n_elements; i++) {
        if (s->refined[i]) {
            rdg_hbm_tell_numbers(rdg_hbm_element_at(hb, i), s->refined[i]);
        }
    }
    s->version = hb->version;
}

static const rdg_hbm_attachment_kind attachment = {.free = free_sampling};

static rdg_status create(rdg_hbm *hb)
{
    rdg_index N = 1;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_index n = rdg_hbm_element_at(hb, i)->d * hb->basis.n_coefficients;
        N = n > N ? n : N;
    }
    sampling *s = rdg_context_calloc(hb->ctx, 1, sizeof *s);
    if (!s) {
        return RDG_ERR_NO_MEMORY;
    }
    s->hb = hb;
    s->refined = rdg_context_calloc(hb->ctx, (size_t)hb->n_elements + 1, sizeof *s->refined);
    s->z = rdg_context_calloc(hb->ctx, (size_t)N, sizeof(double));
    s->once = rdg_context_calloc(hb->ctx, (size_t)N, sizeof(double));
    s->often = rdg_context_calloc(hb->ctx, (size_t)N, sizeof(double));
    if (rdg_error_status(hb->ctx) != RDG_OK) {
        free_sampling(s);
        return rdg_error_status(hb->ctx);
    }
    return rdg_hbm_attach(hb, &attachment, s);
}

/* Instances for the harmonics that are active, with the numbers in use; NULL after a failure. */
static sampling *prepare(rdg_hbm *hb)
{
    if (rdg_hbm_close(hb) != RDG_OK || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    if (!rdg_hbm_attached(hb, &attachment) && create(hb) != RDG_OK) {
        return NULL;
    }
    sampling *s = rdg_hbm_attached(hb, &attachment);
    if (s->basis.n_harmonics != hb->active.n_harmonics && make_instances(s) != RDG_OK) {
        return NULL;
    }
    update_numbers(s);
    return s;
}

/* Largest change of a coefficient relative to the largest coefficient. */
static double compare(rdg_index N, const double *once, const double *often)
{
    double change = 0.0;
    double largest = 0.0;
    for (rdg_index c = 0; c < N; c++) {
        change = fmax(change, fabs(often[c] - once[c]));
        largest = fmax(largest, fabs(often[c]));
    }
    return largest > 0.0 ? change / largest : change > 0.0 ? 1.0 : 0.0;
}

/* Answers as callbacks do. */
static int evaluate(sampling *s, const double *Q, double omega, double *error, rdg_index *element)
{
    const rdg_hbm *hb = s->hb;
    *error = 0.0;
    *element = -1;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(hb, i);
        if (!s->refined[i]) {
            continue;
        }
        rdg_hbm_gather(hb, &s->basis, &e->terms, e->d, Q, s->z);
        const int status =
            e->law->evaluate(e->active, &s->basis, s->z, omega, &(rdg_element_result){.force = s->once});
        if (status != 0) {
            return status;
        }
        const bool answers = e->law->evaluate(s->refined[i], &s->basis, s->z, omega,
                                              &(rdg_element_result){.force = s->often}) == 0;
        const double found = answers ? compare(e->d * s->basis.n_coefficients, s->once, s->often) : 1.0;
        if (found > *error) {
            *error = found;
            *element = i;
        }
    }
    return 0;
}

rdg_status rdg_hbm_sampling_error(rdg_hbm *hb, const double *Q, double omega, double *error,
                                  rdg_index *element)
{
    sampling *s = hb ? prepare(hb) : NULL;
    if (!s) {
        return hb ? rdg_error_status(hb->ctx) : RDG_ERR_EARLIER;
    }
    const char *name = rdg_structure_name(hb->structure);
    if (!Q || !error || !(omega > 0.0) || !isfinite(omega)) {
        return RDG_FAIL(hb->ctx, RDG_ERR_ARGUMENT,
                        "the sampling error of \"%s\" needs a solution, a place for the error and omega > 0; "
                        "omega = %g rad/s",
                        name, omega);
    }
    RDG_TRY(rdg_require_finite(hb->ctx, __func__, "Q", hb->m, Q));
    rdg_index at = -1;
    const int answer = evaluate(s, Q, omega, error, &at);
    if (element) {
        *element = at;
    }
    return answer == 0
               ? RDG_OK
               : RDG_FAIL(hb->ctx, RDG_ERR_CALLBACK,
                          "the elements of \"%s\" cannot be evaluated at omega = %g rad/s (answer %d)", name,
                          omega, answer);
}

/* u = (Q, omega) */
static int observe(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    sampling *s = prepare(data);
    rdg_index element = -1;
    (void)m;
    return s ? evaluate(s, u, u[n - 1], y, &element) : -1;
}

rdg_status rdg_hbm_add_sampling_error(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem) {
        return RDG_ERR_EARLIER;
    }
    if (!prepare(hb)) {
        return rdg_error_status(hb->ctx);
    }
    return rdg_hbm_add_scalar(hb, problem, __func__, name, observe, RDG_KINKED);
}

static void warn(const rdg_hbm *hb, const rdg_hbm_element *e, double error, double omega, double alpha)
{
    rdg_warn(hb->ctx, "sampled elements",
             "the %s \"%s\" of \"%s\": its force changes by %.2g (relative; tolerance %g) with %d times the "
             "samples, at omega = %.6g rad/s, alpha = %.6g: raise the option .samples of this element",
             e->type, e->name, rdg_structure_name(hb->structure), error, RDG_HBM_SAMPLING_TOLERANCE,
             RDG_REFINEMENT, omega, alpha);
}

static double variable(rdg_problem *problem, const char *name, const double *u)
{
    return u[rdg_variable_index(problem, name, NULL)];
}

/* An error that cannot be evaluated is no reason to end a run that has its solution. */
static void look(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    rdg_hbm *hb = data;
    double error = 0.0;
    rdg_index element = -1;
    const double omega = variable(problem, "omega", chart->u);
    sampling *s = rdg_hbm_use_parameters(hb, problem, chart->u) == 0 ? prepare(hb) : NULL;
    if (s && evaluate(s, chart->u, omega, &error, &element) == 0 && error > RDG_HBM_SAMPLING_TOLERANCE) {
        warn(hb, rdg_hbm_element_at(hb, element), error, omega, variable(problem, "alpha", chart->u));
    }
}

rdg_status rdg_hbm_look_at_samples(rdg_hbm *hb, rdg_problem *problem)
{
    bool is_sampled = false;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        is_sampled = is_sampled || rdg_hbm_element_at(hb, i)->law->create_refined;
    }
    return is_sampled ? rdg_look_at_labels(problem, look, hb) : RDG_OK;
}
