/* Trigonometric polynomials: the tables of a series, values and derivatives. */
#include "series_impl.h"

#include <ridgewalk/toolbox.h>

#include <math.h>
#include <string.h>

enum { SAMPLES_PER_WAVE = 16 };

static rdg_status check_basis(rdg_context *ctx, const char *where, const rdg_basis *basis)
{
    if (!basis || basis->n_harmonics < 1 || !basis->harmonic) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the basis has no harmonics: give at least one");
    }
    for (rdg_index h = 0; h < basis->n_harmonics; h++) {
        if (basis->harmonic[h] < 1 || (h > 0 && basis->harmonic[h] <= basis->harmonic[h - 1])) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                            "harmonic %d at place %d of the basis: harmonics are positive and ascending",
                            basis->harmonic[h], (int)h);
        }
    }
    return RDG_OK;
}

static rdg_index common_divisor(rdg_index a, rdg_index b)
{
    while (b != 0) {
        const rdg_index rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* Carve the arrays out of one piece of memory; with memory NULL only count. */
static size_t lay_out(rdg_series *s, double *memory)
{
    const rdg_index multiples = 2 * (rdg_index)s->top + 1, points = s->half + 1;
    const struct {
        double **array;
        rdg_index count;
    } parts[] = {{&s->cosine, multiples},
                 {&s->sine, multiples},
                 {&s->inverse, multiples},
                 {&s->cosines, points * s->n_harmonics},
                 {&s->sines, points * s->n_harmonics},
                 {&s->even, points},
                 {&s->odd, points},
                 {&s->amplitude[0], s->n_harmonics},
                 {&s->amplitude[1], s->n_harmonics},
                 {&s->sample, 2 * s->half + 1}};
    size_t used = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        *parts[i].array = memory ? memory + used : NULL;
        used += (size_t)parts[i].count;
    }
    return used;
}

static void fill_tables(rdg_series *s)
{
    for (int m = 1; m <= 2 * s->top; m++) {
        s->inverse[m] = 1.0 / m;
    }
    for (rdg_index i = 0; s->half > 0 && i <= s->half; i++) {
        rdg_series_turn(s, RDG_PI * (double)i / (double)s->half, s->top);
        for (rdg_index h = 0; h < s->n_harmonics; h++) {
            s->cosines[i + (s->half + 1) * h] = s->cosine[s->harmonic[h]];
            s->sines[i + (s->half + 1) * h] = s->sine[s->harmonic[h]];
        }
    }
}

rdg_status rdg_series_make(rdg_series *s, rdg_context *ctx, const char *where, const rdg_basis *basis)
{
    RDG_TRY(check_basis(ctx, where, basis));
    *s = (rdg_series){.n_harmonics = basis->n_harmonics,
                      .n = 2 * basis->n_harmonics + basis->has_static,
                      .has_static = basis->has_static,
                      .top = basis->harmonic[basis->n_harmonics - 1]};
    s->half = s->n_harmonics > 1 ? SAMPLES_PER_WAVE / 2 * (rdg_index)s->top : 0;
    s->harmonic = rdg_context_calloc(ctx, (size_t)s->n_harmonics, sizeof *s->harmonic);
    s->memory = s->harmonic ? rdg_context_calloc(ctx, lay_out(s, NULL), sizeof(double)) : NULL;
    if (!s->memory) {
        rdg_series_clear(s);
        return RDG_ERR_NO_MEMORY;
    }
    lay_out(s, s->memory);
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        s->harmonic[h] = basis->harmonic[h];
        s->symmetry = common_divisor(basis->harmonic[h], s->symmetry);
    }
    fill_tables(s);
    return RDG_OK;
}

void rdg_series_clear(rdg_series *s)
{
    rdg_free(s->harmonic);
    rdg_free(s->memory);
    *s = (rdg_series){0};
}

bool rdg_series_fits(const rdg_series *s, const rdg_basis *basis)
{
    return basis->n_coefficients == s->n && basis->has_static == s->has_static;
}

/* cos(m tau), sin(m tau) for m = 0 .. highest: four turned by one angle, then all others by the fourfold one,
 * in four chains that do not wait for each other. */
void rdg_series_turn(rdg_series *s, double tau, int highest)
{
    enum { CHAINS = 4 };
    double *c = s->cosine, *d = s->sine;
    c[0] = 1.0;
    d[0] = 0.0;
    c[1] = cos(tau);
    d[1] = sin(tau);
    for (int m = 2; m <= highest; m++) {
        const int by = m > CHAINS ? CHAINS : m / 2, from = m - by;
        c[m] = c[from] * c[by] - d[from] * d[by];
        d[m] = d[from] * c[by] + c[from] * d[by];
    }
}

void rdg_series_jet(const rdg_series *s, const rdg_signal *g, double jet[RDG_JET])
{
    double even[3] = {0}, odd[2] = {0};
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        const int m = s->harmonic[h];
        const double k = m, c = g->coef[2 * h], d = g->coef[2 * h + 1];
        const double value = c * s->cosine[m] + d * s->sine[m];
        const double slope = k * (d * s->cosine[m] - c * s->sine[m]);
        even[0] += value;
        even[1] += k * k * value;
        even[2] += k * k * k * k * value;
        odd[0] += slope;
        odd[1] += k * k * slope;
    }
    jet[0] = g->mean + even[0];
    jet[1] = odd[0];
    jet[2] = -even[1];
    jet[3] = -odd[1];
    jet[4] = even[2];
}

void rdg_series_read(const rdg_series *s, double *H)
{
    if (s->has_static) {
        *H++ = 1.0;
    }
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        H[2 * h] = s->cosine[s->harmonic[h]];
        H[2 * h + 1] = s->sine[s->harmonic[h]];
    }
}

void rdg_series_functions(rdg_series *s, double tau, double *H)
{
    rdg_series_turn(s, tau, s->top);
    rdg_series_read(s, H);
}

void rdg_series_slopes(const rdg_series *s, const double *H, double *slope)
{
    if (s->has_static) {
        *slope++ = 0.0;
        H++;
    }
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        slope[2 * h] = -s->harmonic[h] * H[2 * h + 1];
        slope[2 * h + 1] = s->harmonic[h] * H[2 * h];
    }
}

void rdg_series_add_integral(const rdg_series *s, double factor, const double *H_a, const double *H_b,
                             double length, double *w)
{
    if (s->has_static) {
        *w++ += factor * length * rdg_series_weight(s, 0);
        H_a++;
        H_b++;
    }
    for (rdg_index h = 0; h < s->n_harmonics; h++) {
        const double f = factor / (RDG_PI * s->harmonic[h]);
        w[2 * h] += f * (H_b[2 * h + 1] - H_a[2 * h + 1]);
        w[2 * h + 1] += f * (H_a[2 * h] - H_b[2 * h]);
    }
}

double rdg_series_contracted(const rdg_series *s, const double *lambda, const double *f)
{
    double sum = 0.0;
    for (rdg_index i = 0; i < s->n; i++) {
        sum += lambda[i] * f[i] * rdg_series_weight(s, i);
    }
    return sum;
}

void rdg_sort_instants(rdg_index n, double *tau)
{
    for (rdg_index i = 1; i < n; i++) {
        const double moving = tau[i];
        rdg_index j = i;
        for (; j > 0 && tau[j - 1] > moving; j--) {
            tau[j] = tau[j - 1];
        }
        tau[j] = moving;
    }
}
