/* Hill's matrix of a travelling wave for disturbances that turn by m (wave_exponents.h), in exponentials
 * exp(i h tau), h = -H .. H: the matrices of harmonic h are those of the phase 2 pi (h r - m) / N, and a
 * displacement across sectors is (weight + across exp(-i theta_h)) P_h. */
#include "wave_hill_impl.h"

#include <ridgewalk/wave.h>

#include <math.h>
#include <string.h>

typedef rdg_wave_number number;

rdg_index rdg_wave_phase(const rdg_wave_hill *d, rdg_index h, rdg_index m)
{
    const rdg_index k = (h * d->order - m) % d->sectors;
    return k < 0 ? k + d->sectors : k;
}

rdg_status rdg_wave_factor_mass(rdg_wave_hill *d, const char *where)
{
    const rdg_structure *s = d->hb->structure;
    const rdg_pattern pattern = rdg_structure_pattern(s);
    const rdg_index entries = pattern.start[d->n];
    double *M = d->part, cosine, sine;
    const lapack_int n = (lapack_int)d->n;
    for (rdg_index m = 0; m < d->sectors; m++) {
        const rdg_index k = rdg_wave_phase(d, 0, m);
        number *at = d->factors + d->n * d->n * k;
        rdg_structure_disturbed(s, 0, m, M, M + 2 * entries, M + 4 * entries, &cosine, &sine);
        for (rdg_index j = 0; j < d->n; j++) {
            for (rdg_index e = pattern.start[j]; e < pattern.start[j + 1]; e++) {
                at[pattern.row[e] + d->n * j] = M[e] + I * M[entries + e];
            }
            d->mass[j] = m == 0 ? fabs(creal(at[j * (d->n + 1)])) : d->mass[j];
        }
        if (RDG_BLAS(LAPACKE_zgetrf_work(LAPACK_COL_MAJOR, n, n, at, n, d->pivot + d->n * k)) != 0) {
            return rdg_fail(d->hb->ctx, RDG_ERR_SINGULAR, where,
                            "the mass matrix of \"%s\" is singular: without mass there are no exponents",
                            rdg_structure_name(s));
        }
    }
    return RDG_OK;
}

/* Block h of the structure, h = a - H. */
static void put_structure(rdg_wave_hill *d, rdg_index a, rdg_index m)
{
    const rdg_structure *s = d->hb->structure;
    const rdg_pattern pattern = rdg_structure_pattern(s);
    const rdg_index entries = pattern.start[d->n];
    const rdg_hbm_stiffness *damped = &d->hb->stiffness;
    double *M = d->part, *C = M + 2 * entries, *K = C + 2 * entries, cosine = 1.0, sine = 0.0;
    const double nu = (double)(a - d->top) * d->omega;
    rdg_structure_disturbed(s, a - d->top, m, M, C, K, &cosine, &sine);
    d->turn[a] = cosine - I * sine;
    for (rdg_index j = 0; j < d->n; j++) {
        for (rdg_index e = pattern.start[j]; e < pattern.start[j + 1]; e++) {
            const number mass = M[e] + I * M[entries + e], stiffness = K[e] + I * K[entries + e];
            const number c = damped->damping_varies
                                 ? damped->damping[RDG_HBM_DAMPING_MASS] * mass +
                                       damped->damping[RDG_HBM_DAMPING_STIFFNESS] * stiffness
                                 : C[e] + I * C[entries + e];
            const rdg_index at = a * d->n + pattern.row[e] + d->half * (a * d->n + j);
            d->D0[at] += stiffness - nu * nu * mass + I * nu * c;
            d->D1[at] += c + 2.0 * I * nu * mass;
        }
    }
}

/* F between two displacements, [nc * nc] with leading dimension N, of cosines and sines, in exponentials:
 * force h > 0 is (cosine - i sine) / 2 of it, and exp(i k tau) is a cosine and i times a sine. */
static void to_exponentials(rdg_wave_hill *d, const double *F, rdg_index N)
{
    for (rdg_index b = 0; b < d->nc; b++) {
        const rdg_index k = b > d->top ? b - d->top : d->top - b;
        const number i_k = b > d->top ? I : -I;
        for (rdg_index a = 0; a < d->nc; a++) {
            const rdg_index h = a > d->top ? a - d->top : d->top - a;
            const number i_h = a > d->top ? -I : I;
            const double *cosine = F + (k == 0 ? 0 : N * (2 * k - 1)), *sine = F + N * 2 * k;
            number answer[2]; /* of the coefficients of h to exp(i k tau) */
            for (int part = 0; part < 2; part++) {
                const rdg_index row = h == 0 ? 0 : 2 * h - 1 + part;
                answer[part] = k == 0 ? cosine[row] : cosine[row] + i_k * sine[row];
            }
            d->E[a + d->nc * b] = h == 0 ? answer[0] : 0.5 * (answer[0] + i_h * answer[1]);
        }
    }
}

static number weight_of(const rdg_wave_hill *d, const rdg_hbm_term *term, rdg_index a)
{
    return term->weight + term->across * d->turn[a];
}

static void add_element(rdg_wave_hill *d, const rdg_hbm_element *e, const double *F, number *to)
{
    const rdg_index nc = d->nc, N = e->d * nc;
    for (rdg_index t = 0; t < e->terms.n * e->terms.n; t++) {
        const rdg_hbm_term *left = &e->terms.term[t % e->terms.n], *right = &e->terms.term[t / e->terms.n];
        to_exponentials(d, F + left->slot * nc + N * right->slot * nc, N);
        for (rdg_index k = 0; k < nc * nc; k++) {
            const rdg_index a = k % nc, b = k / nc;
            to[a * d->n + left->dof + d->half * (b * d->n + right->dof)] +=
                conj(weight_of(d, left, a)) * d->E[k] * weight_of(d, right, b);
        }
    }
}

static int put_elements(rdg_wave_hill *d, const double *Q)
{
    for (rdg_index i = 0; i < d->clones.count; i++) {
        const rdg_hbm_element *e = rdg_hbm_element_at(d->hb, i);
        const rdg_index N = e->d * d->nc;
        rdg_element_result result = {.jacobian = d->Fz, .damping = d->Fv, .sliders = RDG_STUCK_CONSTANT};
        rdg_hbm_gather_all(&d->clones, i, Q, d->z);
        memset(d->Fv, 0, (size_t)(N * N) * sizeof *d->Fv);
        const int answer = e->law->evaluate(d->clones.self[i], &d->clones.basis, d->z, d->omega, &result);
        if (answer != 0) {
            return answer;
        }
        add_element(d, e, d->Fz, d->D0);
        add_element(d, e, d->Fv, d->D1);
    }
    return 0;
}

/* D becomes -M^-1 D / divisor, and its moduli. */
static bool divide_by_mass(rdg_wave_hill *d, rdg_index m, number *D, double divisor, double *size)
{
    const lapack_int n = (lapack_int)d->n, half = (lapack_int)d->half;
    for (rdg_index a = 0; a < d->nc; a++) {
        const rdg_index k = rdg_wave_phase(d, a - d->top, m);
        RDG_BLAS(LAPACKE_zgetrs_work(LAPACK_COL_MAJOR, 'N', n, half, d->factors + d->n * d->n * k, n,
                                     d->pivot + d->n * k, D + d->n * a, half));
    }
    bool finite = true;
    for (rdg_index i = 0; i < d->half * d->half; i++) {
        D[i] /= -divisor;
        size[i] = cabs(D[i]);
        finite = finite && isfinite(size[i]);
    }
    return finite;
}

int rdg_wave_put_matrices(rdg_wave_hill *d, const double *Q, double omega, rdg_index m)
{
    const size_t bytes = (size_t)(d->half * d->half) * sizeof *d->D0;
    d->omega = omega;
    memset(d->D0, 0, bytes);
    memset(d->D1, 0, bytes);
    for (rdg_index a = 0; a < d->nc; a++) {
        put_structure(d, a, m);
    }
    const int answer = put_elements(d, Q);
    if (answer != 0) {
        return answer;
    }
    const bool finite = divide_by_mass(d, m, d->D0, omega * omega, d->size0);
    return divide_by_mass(d, m, d->D1, omega, d->size1) && finite ? 0 : 1;
}
