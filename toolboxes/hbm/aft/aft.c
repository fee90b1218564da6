/* Alternating frequency-time transforms with FFTW (halfcomplex, in place).
 *
 * The spectrum of a signal w gives C(k) = mean(w cos k tau) and S(k) = mean(w sin k tau). With it, every
 * mean of w against a product of two basis functions is a sum of two terms,
 *
 *     mean(w cos a cos b) = (C(a-b) + C(a+b)) / 2,   mean(w cos a sin b) = (S(a+b) + S(b-a)) / 2,
 *     mean(w sin a sin b) = (C(a-b) - C(a+b)) / 2,   mean(w sin a cos b) = (S(a+b) + S(a-b)) / 2,
 *
 * so that a Jacobian costs one transform for each weight and O(H^2), not O(N H^2). The identities hold sample
 * by sample: the derivatives are those of the sampled force, to rounding. */
#include "aft_impl.h"

#include <ridgewalk/planner.h>

#include <fftw3.h>
#include <string.h>

struct rdg_aft {
    rdg_index samples;
    rdg_index stride; /* between signals: keeps their alignment alike, as one plan serves them all */
    fftw_plan synthesis, analysis;
    double *memory; /* [signals * stride] */
};

rdg_index rdg_aft_least_samples(const rdg_basis *basis)
{
    return 4 * ((rdg_index)basis->harmonic[basis->n_harmonics - 1] + 1);
}

/* The next even size that transforms fast. */
static rdg_index aft_fast_size(rdg_index samples)
{
    /* FFTW has code for these as a whole: half the time of sizes between them */
    static const rdg_index whole[] = {8, 12, 16, 20, 32, 64};
    for (size_t k = 0; k < sizeof whole / sizeof *whole; k++) {
        if (samples <= whole[k]) {
            return whole[k];
        }
    }
    rdg_index best = 128;
    while (best < samples) {
        best *= 2;
    }
    for (rdg_index odd = 3; odd <= 5; odd += 2) {
        rdg_index size = odd;
        while (size < samples) {
            size *= 2;
        }
        best = size < best ? size : best;
    }
    return best;
}

/* A polynomial of degree p in x and v, times a basis function, has harmonics up to (p + 1) H; so have the
 * integrands of its derivatives. Other smooth force laws have infinitely many: many samples keep aliasing
 * small. */
rdg_index rdg_aft_default_samples(const rdg_basis *basis, int degree)
{
    enum { PLENTY = 8, FEWEST = 128 };
    const rdg_index least = rdg_aft_least_samples(basis), highest = basis->harmonic[basis->n_harmonics - 1];
    const rdg_index exact = (degree + 1) * highest + 1, many = PLENTY * least;
    const rdg_index wanted = degree == 0 ? (many < FEWEST ? FEWEST : many) : exact > least ? exact : least;
    return aft_fast_size(wanted);
}

static void make_plans(rdg_aft *aft)
{
    /* FFTW_ESTIMATE: the same plan, hence the same digits, in every run */
    const int n = (int)aft->samples;
    rdg_planner_lock();
    aft->analysis = fftw_plan_r2r_1d(n, aft->memory, aft->memory, FFTW_R2HC, FFTW_ESTIMATE);
    aft->synthesis = fftw_plan_r2r_1d(n, aft->memory, aft->memory, FFTW_HC2R, FFTW_ESTIMATE);
    rdg_planner_unlock();
}

rdg_aft *rdg_aft_create(rdg_context *ctx, const char *where, rdg_index samples, rdg_index signals)
{
    enum { ALIGN = 8 };
    rdg_aft *aft = rdg_context_calloc(ctx, 1, sizeof *aft);
    if (!aft) {
        return NULL;
    }
    aft->samples = samples;
    aft->stride = (samples + ALIGN - 1) / ALIGN * ALIGN;
    aft->memory = rdg_context_calloc(ctx, (size_t)(signals * aft->stride), sizeof(double));
    const size_t each = 64; /* bytes of a plan for a sample, at most */
    if (!aft->memory || !rdg_context_has_memory(ctx, each * (size_t)samples)) {
        rdg_aft_free(aft);
        return NULL;
    }
    make_plans(aft);
    if (!aft->analysis || !aft->synthesis) {
        rdg_fail(ctx, RDG_ERR_LIBRARY, where, "FFTW makes no plan for %lld samples", (long long)samples);
        rdg_aft_free(aft);
        return NULL;
    }
    return aft;
}

void rdg_aft_free(rdg_aft *aft)
{
    if (!aft) {
        return;
    }
    rdg_planner_lock();
    if (aft->analysis) {
        fftw_destroy_plan(aft->analysis);
    }
    if (aft->synthesis) {
        fftw_destroy_plan(aft->synthesis);
    }
    rdg_planner_unlock();
    rdg_free(aft->memory);
    rdg_free(aft);
}

double *rdg_aft_signal(const rdg_aft *aft, rdg_index signal)
{
    return aft->memory + signal * aft->stride;
}

/* Halfcomplex order: entry k is the real, entry N - k the imaginary part of harmonic k; the sum over both
   signs of k doubles them. d/dtau (c cos + s sin) = k s cos - k c sin. */
static void synthesize(const rdg_aft *aft, const rdg_basis *basis, const double *z, int derivative,
                       double factor, rdg_index signal)
{
    double *w = rdg_aft_signal(aft, signal);
    const double *cs = z + basis->has_static;
    memset(w, 0, (size_t)aft->samples * sizeof *w);
    if (basis->has_static && !derivative) {
        w[0] = z[0];
    }
    for (rdg_index i = 0; i < basis->n_harmonics; i++) {
        const int k = basis->harmonic[i];
        const double c = derivative ? k * cs[2 * i + 1] : cs[2 * i];
        const double s = derivative ? -k * cs[2 * i] : cs[2 * i + 1];
        w[k] = 0.5 * factor * c;
        w[aft->samples - k] = -0.5 * factor * s;
    }
    fftw_execute_r2r(aft->synthesis, w, w);
}

void rdg_aft_synthesize(const rdg_aft *aft, const rdg_basis *basis, const double *z, int derivative,
                        rdg_index signal)
{
    synthesize(aft, basis, z, derivative, 1.0, signal);
}

void rdg_aft_synthesize_weight(const rdg_aft *aft, const rdg_basis *basis, const double *z, rdg_index signal)
{
    synthesize(aft, basis, z, 0, 2.0, signal);
}

bool rdg_aft_analyze(const rdg_aft *aft, rdg_index signal)
{
    double *w = rdg_aft_signal(aft, signal);
    rdg_index zeros = 0;
    while (zeros < aft->samples && w[zeros] == 0.0) {
        zeros++;
    }
    if (zeros == aft->samples) {
        return false;
    }
    fftw_execute_r2r(aft->analysis, w, w);
    return true;
}

/* N C(k), for either sign of k */
static double cosine_sum(const double *spectrum, rdg_index k)
{
    return spectrum[k < 0 ? -k : k];
}

/* N S(k), for either sign of k */
static double sine_sum(const rdg_aft *aft, const double *spectrum, rdg_index k)
{
    if (k == 0) {
        return 0.0;
    }
    return k > 0 ? -spectrum[aft->samples - k] : spectrum[aft->samples + k];
}

/* The basis functions of one harmonic: 1, or cos and sin. */
typedef struct group {
    rdg_index k;     /* 0: the static part */
    rdg_index first; /* coefficient */
    rdg_index count;
} group;

static group group_at(const rdg_basis *basis, rdg_index i)
{
    const rdg_index harmonic = i - basis->has_static;
    if (harmonic < 0) {
        return (group){.k = 0, .first = 0, .count = 1};
    }
    return (group){.k = basis->harmonic[harmonic], .first = basis->has_static + 2 * harmonic, .count = 2};
}

static double galerkin_factor(bool galerkin, rdg_index k)
{
    return galerkin && k > 0 ? 2.0 : 1.0;
}

void rdg_aft_add_vector(const rdg_aft *aft, const rdg_basis *basis, rdg_index signal, bool galerkin,
                        double factor, int derivative, double *out)
{
    const double *spectrum = rdg_aft_signal(aft, signal);
    for (rdg_index i = 0; i < basis->n_harmonics + basis->has_static; i++) {
        const group g = group_at(basis, i);
        const double scale = factor * galerkin_factor(galerkin, g.k) / (double)aft->samples;
        const double c = cosine_sum(spectrum, g.k), s = sine_sum(aft, spectrum, g.k);
        const double k = (double)g.k;
        out[g.first] += scale * (derivative ? -k * s : c);
        if (g.count == 2) {
            out[g.first + 1] += scale * (derivative ? k * c : s);
        }
    }
}

/* means of w times (cos a, sin a) x (cos b, sin b), times 2 N */
static void pair(const rdg_aft *aft, const double *spectrum, rdg_index a, rdg_index b, double p[2][2])
{
    const double c_sum = cosine_sum(spectrum, a + b), c_difference = cosine_sum(spectrum, a - b);
    const double s_sum = sine_sum(aft, spectrum, a + b), s_difference = sine_sum(aft, spectrum, a - b);
    p[0][0] = c_difference + c_sum;
    p[0][1] = s_sum - s_difference;
    p[1][0] = s_sum + s_difference;
    p[1][1] = c_difference - c_sum;
}

/* Derivative of the left functions: (cos, sin)' = k (-sin, cos). */
static void differentiate_left(double k, double p[2][2])
{
    for (int j = 0; j < 2; j++) {
        const double c = p[0][j];
        p[0][j] = -k * p[1][j];
        p[1][j] = k * c;
    }
}

static void differentiate_right(double k, double p[2][2])
{
    for (int i = 0; i < 2; i++) {
        const double c = p[i][0];
        p[i][0] = -k * p[i][1];
        p[i][1] = k * c;
    }
}

void rdg_aft_add_matrix(const rdg_aft *aft, const rdg_basis *basis, rdg_index signal, bool galerkin,
                        double factor, int left, int right, double *out, rdg_index ld)
{
    const double *spectrum = rdg_aft_signal(aft, signal);
    const rdg_index groups = basis->n_harmonics + basis->has_static;
    const double unit = 0.5 * factor / (double)aft->samples;
    for (rdg_index j = 0; j < groups; j++) {
        const group b = group_at(basis, j);
        for (rdg_index i = 0; i < groups; i++) {
            const group a = group_at(basis, i);
            const double scale = unit * galerkin_factor(galerkin, a.k);
            double p[2][2];
            pair(aft, spectrum, a.k, b.k, p);
            if (left) {
                differentiate_left((double)a.k, p);
            }
            if (right) {
                differentiate_right((double)b.k, p);
            }
            for (rdg_index q = 0; q < b.count; q++) {
                for (rdg_index r = 0; r < a.count; r++) {
                    out[a.first + r + ld * (b.first + q)] += scale * p[r][q];
                }
            }
        }
    }
}
