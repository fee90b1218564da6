/* The truncation error: harmonics of the elements' forces, and how the structure would answer those that the
 * harmonic balance leaves out. */
#include "truncation_impl.h"

#include <ridgewalk/finite.h>
#include <ridgewalk/truncation.h>

#include <lapacke.h>
#include <math.h>
#include <string.h>

struct rdg_truncation {
    rdg_hbm *hb;
    rdg_hbm_clones clones; /* harmonics 0 .. top */
    rdg_hbm_shift *shift;  /* their coefficients from one sector of a wave to the next */
    rdg_condensation *condensation;
    double damping[RDG_HBM_DAMPINGS];  /* its numbers, where the damping varies */
    rdg_index n;                       /* degrees of freedom that elements see */
    rdg_index *place;                  /* [structure size] of a degree of freedom among them */
    double *z, *force;                 /* of one element */
    double *total;                     /* [n * n_coefficients] their forces, coefficient after coefficient */
    double *D;                         /* [2 n n] a harmonic's stiffness, real and imaginary part */
    lapack_complex_double *A, *motion; /* [n * n], [n] */
    lapack_int *pivot;                 /* [n] */
    double *amplitude;                 /* [top + 1] */
    double *Q, omega;                  /* [m] where the amplitudes were taken, with these harmonics */
    rdg_index active;                  /* 0: nowhere yet */
};

static void free_truncation(void *object)
{
    rdg_truncation *t = object;
    if (!t) {
        return;
    }
    rdg_hbm_free_clones(&t->clones);
    void *const arrays[] = {t->shift, t->place,  t->z,     t->force,     t->total, t->D,
                            t->A,     t->motion, t->pivot, t->amplitude, t->Q};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    rdg_free(t);
}

/* Before the harmonic balance is freed early: the condensation is the context's. */
static void free_condensation(void *object)
{
    rdg_truncation *t = object;
    rdg_condensation_free(t->condensation);
    t->condensation = NULL;
}

/* The structure condensed to what elements see. */
static rdg_status condense(rdg_truncation *t)
{
    rdg_hbm *hb = t->hb;
    const rdg_index size = rdg_structure_size(hb->structure);
    t->place = rdg_context_calloc(hb->ctx, (size_t)size, sizeof *t->place);
    rdg_index *kept = rdg_context_calloc(hb->ctx, (size_t)size, sizeof *kept);
    for (rdg_index i = 0; t->place && kept && i < hb->n_elements; i++) {
        const rdg_hbm_terms *terms = &rdg_hbm_element_at(hb, i)->terms;
        for (rdg_index k = 0; k < terms->n; k++) {
            t->place[terms->term[k].dof] = 1;
        }
    }
    if (t->place && kept && hb->n_elements > 0) {
        rdg_hbm_mark_gyroscopic(hb, t->place);
    }
    for (rdg_index dof = 0; t->place && kept && dof < size; dof++) {
        if (t->place[dof]) {
            kept[t->n] = dof;
            t->place[dof] = t->n++;
        }
    }
    if (t->n > 0) {
        t->condensation = rdg_condensation_create(hb->structure, t->n, kept);
    }
    rdg_free(kept);
    return rdg_error_status(hb->ctx);
}

static rdg_status allocate(rdg_truncation *t)
{
    rdg_context *ctx = t->hb->ctx;
    const size_t nc = (size_t)t->clones.basis.n_coefficients, n = (size_t)t->n;
    const size_t N = (size_t)t->clones.largest * nc;
    t->shift = rdg_hbm_make_shift(t->hb->structure, &t->clones.basis);
    t->z = rdg_context_calloc(ctx, N, sizeof(double));
    t->force = rdg_context_calloc(ctx, N, sizeof(double));
    t->total = rdg_context_calloc(ctx, n * nc, sizeof(double));
    t->D = rdg_context_calloc(ctx, 2 * n * n, sizeof(double));
    t->A = rdg_context_calloc(ctx, n * n, sizeof *t->A);
    t->motion = rdg_context_calloc(ctx, n, sizeof *t->motion);
    t->pivot = rdg_context_calloc(ctx, n, sizeof *t->pivot);
    t->amplitude = rdg_context_calloc(ctx, nc, sizeof(double));
    t->Q = rdg_context_calloc(ctx, (size_t)t->hb->m, sizeof(double));
    return rdg_error_status(ctx);
}

static rdg_truncation *create(rdg_hbm *hb)
{
    rdg_truncation *t = rdg_context_calloc(hb->ctx, 1, sizeof *t);
    if (!t) {
        return NULL;
    }
    t->hb = hb;
    t->damping[0] = NAN; /* the structure's, whatever it is */
    const int top = 2 * hb->harmonic[hb->basis.n_harmonics - 1] + 3;
    rdg_status status = rdg_hbm_make_clones(hb, 1, top, &t->clones);
    status = status == RDG_OK ? condense(t) : status;
    status = status == RDG_OK ? allocate(t) : status;
    if (status != RDG_OK) {
        free_truncation(t);
        return NULL;
    }
    return t;
}

/* Highest harmonic that is examined. */
static int truncation_top(const rdg_truncation *t)
{
    return (int)t->clones.basis.n_harmonics;
}

/* First coefficient of a harmonic in the instances' basis. */
static rdg_index coefficient(int k)
{
    return k == 0 ? 0 : 2 * (rdg_index)k - 1;
}

static bool is_active(const rdg_truncation *t, rdg_index n, int k)
{
    const rdg_basis *basis = &t->hb->basis;
    if (k == 0) {
        return basis->has_static;
    }
    for (rdg_index i = 0; i < n; i++) {
        if (basis->harmonic[i] == k) {
            return true;
        }
    }
    return false;
}

/* Forces of all elements into total; the active harmonics of their displacements into amplitude. */
static int sum_forces(rdg_truncation *t, const double *Q, double omega)
{
    const rdg_hbm *hb = t->hb;
    const rdg_basis *basis = &t->clones.basis;
    memset(t->total, 0, (size_t)(t->n * basis->n_coefficients) * sizeof *t->total);
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(hb, i);
        rdg_element_result result = {.force = t->force};
        rdg_hbm_gather_all(&t->clones, i, Q, t->z);
        const int status = element->law->evaluate(t->clones.self[i], basis, t->z, omega, &result);
        if (status != 0) {
            return status;
        }
        for (rdg_index k = 0; k < element->terms.n; k++) {
            const rdg_hbm_term *term = &element->terms.term[k];
            const double *force = t->force + term->slot * basis->n_coefficients;
            for (rdg_index c = 0; c < basis->n_coefficients; c++) {
                const rdg_hbm_entry entry = rdg_hbm_entry_of(term, t->shift, c);
                t->total[c * t->n + t->place[term->dof]] +=
                    entry.own * force[c] + entry.other * force[entry.partner];
            }
        }
        for (rdg_index c = 0; c < element->d * basis->n_coefficients; c++) {
            const rdg_index k = (c % basis->n_coefficients + 1) / 2;
            t->amplitude[k] += (k == 0 ? 1.0 : 0.5) * t->z[c] * t->z[c];
        }
    }
    return 0;
}

static void keep_damping_up(rdg_truncation *t)
{
    const rdg_hbm_stiffness *s = &t->hb->stiffness;
    bool differs = false;
    for (int k = 0; k < RDG_HBM_DAMPINGS; k++) {
        differs = differs || t->damping[k] != s->damping[k];
    }
    if (s->damping_varies && differs) {
        memcpy(t->damping, s->damping, sizeof t->damping);
        rdg_condensation_set_damping(t->condensation, t->damping[RDG_HBM_DAMPING_MASS],
                                     t->damping[RDG_HBM_DAMPING_STIFFNESS]);
        rdg_condensation_set_loss(t->condensation, t->damping[RDG_HBM_DAMPING_LOSS]);
    }
}

/* motion = -D(k omega)^-1 F_k as Qc - i Qs. false: the structure does not resist, or memory is short */
static bool respond(rdg_truncation *t, int k, double omega)
{
    const rdg_index n = t->n;
    const double *cosine = t->total + coefficient(k) * n, *sine = k > 0 ? cosine + n : NULL;
    keep_damping_up(t);
    if (rdg_condensation_evaluate(t->condensation, k, omega, t->D, NULL, NULL) != 0) {
        return false;
    }
    for (rdg_index e = 0; e < n * n; e++) {
        t->A[e] = lapack_make_complex_double(t->D[e], t->D[n * n + e]);
    }
    for (rdg_index i = 0; i < n; i++) {
        t->motion[i] = lapack_make_complex_double(-cosine[i], sine ? sine[i] : 0.0);
    }
    const lapack_int size = (lapack_int)n;
    return RDG_BLAS(LAPACKE_zgesv_work(LAPACK_COL_MAJOR, size, 1, t->A, size, t->pivot, t->motion, size)) ==
           0;
}

/* Mean square of a motion over the displacements that elements see. */
static double mean_square(const rdg_truncation *t, int k)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < t->hb->n_elements; i++) {
        const rdg_hbm_element *element = rdg_hbm_element_at(t->hb, i);
        for (rdg_index slot = 0; slot < element->d; slot++) {
            double re = 0.0;
            double im = 0.0;
            for (rdg_index j = 0; j < element->terms.n; j++) {
                const rdg_hbm_term *term = &element->terms.term[j];
                const lapack_complex_double x = t->motion[t->place[term->dof]];
                /* weight + across exp(-i theta) */
                const rdg_hbm_shift shift = t->shift[k == 0 ? 0 : coefficient(k) + 1];
                const double a = term->weight + term->across * shift.cosine, b = -term->across * shift.sine;
                const double x_re = lapack_complex_double_real(x), x_im = lapack_complex_double_imag(x);
                re += term->slot == slot ? a * x_re - b * x_im : 0.0;
                im += term->slot == slot ? a * x_im + b * x_re : 0.0;
            }
            sum += (k == 0 ? 1.0 : 0.5) * (re * re + im * im);
        }
    }
    return sum;
}

/* Of the forces' coefficients from one on. */
static double largest_force(const rdg_truncation *t, rdg_index first, rdg_index count)
{
    double largest = 0.0;
    for (rdg_index e = first * t->n; e < (first + count) * t->n; e++) {
        largest = rdg_larger(largest, fabs(t->total[e]));
    }
    return largest;
}

static bool is_zero(const rdg_truncation *t, int k, double all)
{
    return largest_force(t, coefficient(k), k == 0 ? 1 : 2) <= 1e-14 * all;
}

int rdg_truncation_amplitudes(rdg_truncation *t, const double *Q, double omega, const double **amplitude)
{
    const size_t bytes = (size_t)t->hb->m * sizeof *Q;
    const rdg_index active = t->hb->active.n_harmonics;
    const int top = truncation_top(t);
    *amplitude = t->amplitude;
    if (t->active == active && t->omega == omega && memcmp(t->Q, Q, bytes) == 0) {
        return 0;
    }
    t->active = 0;
    memset(t->amplitude, 0, ((size_t)top + 1) * sizeof *t->amplitude);
    const int status = sum_forces(t, Q, omega);
    if (status != 0) {
        return status;
    }
    double dynamic = 0.0;
    for (int k = 1; k <= top; k++) {
        dynamic += t->amplitude[k];
    }
    const double all = largest_force(t, 0, t->clones.basis.n_coefficients);
    for (int k = 0; k <= top; k++) {
        if (!is_active(t, active, k)) {
            /* a motion that nothing resists is as large as the vibration */
            t->amplitude[k] = is_zero(t, k, all) ? 0.0 : respond(t, k, omega) ? mean_square(t, k) : dynamic;
        }
        t->amplitude[k] = sqrt(t->amplitude[k]);
        if (!isfinite(t->amplitude[k])) {
            return 1;
        }
    }
    memcpy(t->Q, Q, bytes);
    t->omega = omega;
    t->active = active;
    return 0;
}

double rdg_truncation_error(const rdg_truncation *t, rdg_index n, const double *amplitude)
{
    double neglected = 0.0;
    double dynamic = 0.0;
    for (int k = 0; k <= truncation_top(t); k++) {
        const double square = amplitude[k] * amplitude[k];
        neglected += is_active(t, n, k) ? 0.0 : square;
        dynamic += k > 0 ? square : 0.0;
    }
    return dynamic > 0.0 ? sqrt(neglected / dynamic) : 0.0;
}

static const rdg_hbm_attachment_kind attachment = {.free = free_truncation, .free_owned = free_condensation};

rdg_truncation *rdg_truncation_of(const rdg_hbm *hb)
{
    return rdg_hbm_attached(hb, &attachment);
}

/* Made when it is first requested; NULL after a failure. */
static rdg_truncation *prepare(rdg_hbm *hb)
{
    if (rdg_hbm_close(hb) != RDG_OK || rdg_error_status(hb->ctx) != RDG_OK) {
        return NULL;
    }
    rdg_truncation *t = rdg_truncation_of(hb);
    if (!t) {
        t = create(hb);
        if (t && rdg_hbm_attach(hb, &attachment, t) != RDG_OK) {
            return NULL;
        }
    }
    return t;
}

/* NULL after a failure */
static const double *amplitudes_at(rdg_hbm *hb, const char *where, const double *Q, double omega)
{
    rdg_truncation *t = prepare(hb);
    const double *amplitude = NULL;
    if (!t) {
        return NULL;
    }
    if (!Q || !(omega > 0.0) || !isfinite(omega)) {
        rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                 "the solution of \"%s\" is NULL or its omega = %g rad/s is not positive",
                 rdg_structure_name(hb->structure), omega);
        return NULL;
    }
    if (rdg_require_finite(hb->ctx, where, "Q", hb->m, Q) != RDG_OK) {
        return NULL;
    }
    const int answer = rdg_truncation_amplitudes(t, Q, omega, &amplitude);
    if (answer != 0) {
        rdg_fail(hb->ctx, RDG_ERR_CALLBACK, where,
                 "the elements of \"%s\" cannot be evaluated at omega = %g rad/s (answer %d)",
                 rdg_structure_name(hb->structure), omega, answer);
        return NULL;
    }
    return amplitude;
}

static rdg_status failure_of(const rdg_hbm *hb)
{
    return hb ? rdg_error_status(hb->ctx) : RDG_ERR_EARLIER;
}

rdg_status rdg_hbm_truncation(rdg_hbm *hb, const double *Q, double omega, double *error)
{
    const double *amplitude = amplitudes_at(hb, __func__, Q, omega);
    if (!amplitude) {
        return failure_of(hb);
    }
    RDG_NEED(hb->ctx, error, RDG_ERR_ARGUMENT);
    *error = rdg_truncation_error(rdg_truncation_of(hb), hb->active.n_harmonics, amplitude);
    return RDG_OK;
}

rdg_status rdg_hbm_spectrum(rdg_hbm *hb, const double *Q, double omega, rdg_index count, double *amplitude)
{
    const double *found = amplitudes_at(hb, __func__, Q, omega);
    if (!found) {
        return failure_of(hb);
    }
    RDG_NEED(hb->ctx, amplitude, RDG_ERR_ARGUMENT);
    for (rdg_index k = 0; k < count; k++) {
        amplitude[k] = k <= truncation_top(rdg_truncation_of(hb)) ? found[k] : 0.0;
    }
    return RDG_OK;
}

static int error_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm *hb = data;
    const double *amplitude = NULL;
    (void)m;
    const int answer = rdg_truncation_amplitudes(rdg_truncation_of(hb), u, u[n - 1], &amplitude);
    if (answer == 0) {
        y[0] = rdg_truncation_error(rdg_truncation_of(hb), hb->active.n_harmonics, amplitude);
    }
    return answer;
}

rdg_status rdg_hbm_add_truncation(rdg_hbm *hb, rdg_problem *problem, const char *name)
{
    if (!hb || !problem) {
        return RDG_ERR_EARLIER;
    }
    if (!prepare(hb)) {
        return failure_of(hb);
    }
    return rdg_hbm_add_scalar(hb, problem, __func__, name, error_value, RDG_KINKED);
}
