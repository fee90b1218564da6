/* Integrals along a segment that are linear in its motion, in closed form: of displacements, and of them with
 * the phase's cosine and sine. */
#include "linear_integral_impl.h"
#include "shooting_sensors_impl.h"

#include <string.h>

double *rdg_narrow_segment(rdg_orbit_sensors *all, const rdg_orbit_at *a)
{
    double *sigma = all->node.sigma;
    memcpy(sigma, all->sigma, (size_t)a->n * sizeof *sigma);
    memcpy(sigma + a->n, all->sigma + a->n + all->n_integrals, (size_t)(a->nz - a->n) * sizeof *sigma);
    sigma[a->nz] = all->sigma[rdg_components(all, a) - 1 + all->n_integrals];
    return sigma;
}

/* Of displacements, of the motion alone, and with the phase of a forcing, if any. */
static bool are_plain(const rdg_orbit_sensors *all)
{
    bool plain = !all->by_own;
    for (rdg_index i = 0; i < all->n_integrals; i++) {
        const rdg_measured *m = all->integral[i].measured;
        plain = plain && rdg_measured_is_flat(m) && m->sides == 1;
    }
    return plain;
}

static int begin(rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_second *s, bool *known)
{
    return rdg_linear_integrals_begin(all->s->flow, a->segment->mode, rdg_narrow_segment(all, a), s, known);
}

int rdg_closed_is_there(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool *there)
{
    rdg_second s;
    *there = false;
    return are_plain(all) ? begin(all, a, &s, there) : 0;
}

/* x cos k phi and x sin k phi are the real parts of x exp(-i k phi) and of i times that. */
static rdg_linear_integral integral_of(const rdg_quadrature *q, double by)
{
    const bool sine = q->of == RDG_OF_SINE;
    return (rdg_linear_integral){
        q->measured->n, q->measured->dof, q->measured->weight, {sine ? 0.0 : by, sine ? by : 0.0}};
}

static int harmonic_of(const rdg_quadrature *q)
{
    return q->of == RDG_OF_X ? 0 : q->harmonic;
}

/* The next integral from i on of this harmonic; n_integrals: there is none. */
static rdg_index next_of(const rdg_orbit_sensors *all, rdg_index i, int harmonic)
{
    while (i < all->n_integrals &&
           (all->integral[i].of == RDG_OF_SQUARE || harmonic_of(&all->integral[i]) != harmonic)) {
        i++;
    }
    return i;
}

/* Is integral i the first one of its harmonic? */
static bool is_first(const rdg_orbit_sensors *all, rdg_index i)
{
    return all->integral[i].of != RDG_OF_SQUARE && next_of(all, 0, harmonic_of(&all->integral[i])) == i;
}

static void put(rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_second *s, rdg_index i, bool slopes)
{
    const rdg_linear_integral one = integral_of(&all->integral[i], 1.0);
    const rdg_index rows = a->n + all->n_integrals;
    double *slope = slopes ? all->node.one : NULL;
    all->y[a->n + i] = rdg_linear_integral_of(s, &one, a->segment->y, slope);
    for (rdg_index c = 0; slope && c < a->ns; c++) {
        all->dy[a->n + i + rows * rdg_widened(all, a->n, c)] = slope[c];
    }
}

int rdg_closed_integrals(rdg_orbit_sensors *all, const rdg_orbit_at *a, bool slopes)
{
    rdg_second s;
    bool known = false;
    const int answer = begin(all, a, &s, &known);
    for (rdg_index first = 0; first < all->n_integrals && known; first++) {
        if (is_first(all, first)) {
            const int harmonic = harmonic_of(&all->integral[first]);
            rdg_linear_integrals_of(&s, harmonic, slopes ? 1 : 0);
            for (rdg_index i = first; i < all->n_integrals; i = next_of(all, i + 1, harmonic)) {
                put(all, a, &s, i, slopes);
            }
        }
    }
    return answer;
}

/* Those of one harmonic together. */
static int curves_of(rdg_orbit_sensors *all, const rdg_orbit_at *a, rdg_second *s, rdg_index first,
                     const double *by)
{
    const int harmonic = harmonic_of(&all->integral[first]);
    bool any = false;
    for (rdg_index i = first; i < all->n_integrals; i = next_of(all, i + 1, harmonic)) {
        any = any || by[i] != 0.0;
    }
    if (!any) {
        return 0;
    }
    memset(all->node.H, 0, (size_t)(a->ns * a->ns) * sizeof *all->node.H);
    rdg_linear_integrals_of(s, harmonic, 2);
    rdg_linear_integral_begin_sum(s, all->node.H);
    for (rdg_index i = first; i < all->n_integrals; i = next_of(all, i + 1, harmonic)) {
        const rdg_linear_integral one = integral_of(&all->integral[i], by[i]);
        rdg_linear_integral_add(s, &one, a->segment->y, a->segment->dy);
    }
    const int answer = rdg_sum_curve(s);
    const rdg_index wide = a->ns + all->n_integrals;
    for (rdg_index k = 0; answer == 0 && k < a->ns * a->ns; k++) {
        const rdg_index b = rdg_widened(all, a->n, k % a->ns), c = rdg_widened(all, a->n, k / a->ns);
        all->H[b + wide * c] += all->node.H[k];
    }
    return answer;
}

int rdg_closed_curves(rdg_orbit_sensors *all, const rdg_orbit_at *a, const double *by)
{
    rdg_second s;
    bool known = false;
    int answer = begin(all, a, &s, &known);
    for (rdg_index first = 0; first < all->n_integrals && known && answer == 0; first++) {
        answer = is_first(all, first) ? curves_of(all, a, &s, first, by) : 0;
    }
    return answer;
}
