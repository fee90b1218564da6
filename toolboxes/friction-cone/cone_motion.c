/* The motion of a contact in time: at the samples from a table, at any other instant from its series. */
#include "cone_impl.h"

#include <math.h>
#include <string.h>

/* Coefficients of the derivative: (c cos + s sin)' = k (s cos - c sin). */
static void differentiate(const rdg_cone *cone, const double *a, double *slope)
{
    const rdg_index first = cone->has_static;
    memset(slope, 0, (size_t)cone->n * sizeof *slope);
    for (rdg_index h = 0; h < cone->n_harmonics; h++) {
        const double k = cone->harmonic[h];
        slope[first + 2 * h] = k * a[first + 2 * h + 1];
        slope[first + 2 * h + 1] = -k * a[first + 2 * h];
    }
}

/* A static harmonic has it in its coefficient. */
double rdg_cone_constant(const rdg_cone *cone, rdg_index signal)
{
    const double rest = cone->has_static ? 0 : cone->rest[signal];
    return signal < 2 ? rest : cone->preload + (cone->d == 3 ? cone->kn * rest : 0);
}

/* Forces are differences of kt x: rounding is relative to the largest of those and of the limits. */
static double rounding(const rdg_cone *cone)
{
    double largest = 0;
    for (rdg_index i = 0; i < cone->samples; i++) {
        const double limit = cone->mu * cone->motion[i][2][0];
        const double travel = cone->kt * hypot(cone->motion[i][0][0], cone->motion[i][1][0]);
        largest = rdg_larger(largest, rdg_larger(travel, limit));
    }
    return 1e-14 * largest;
}

void rdg_cone_load(rdg_cone *cone, const double *z)
{
    const rdg_index n = cone->n;
    memcpy(cone->z, z, (size_t)cone->N * sizeof *z);
    cone->constant_load = rdg_cone_constant(cone, 2);
    memset(cone->wave, 0, (size_t)(9 * n) * sizeof *cone->wave);
    for (rdg_index s = 0; s < cone->d; s++) {
        for (rdg_index j = 0; j < n; j++) {
            cone->wave[s * n + j] = (s < 2 ? 1 : cone->kn) * z[s * n + j];
        }
        differentiate(cone, cone->wave + s * n, cone->wave + (3 + s) * n);
        differentiate(cone, cone->wave + (3 + s) * n, cone->wave + (6 + s) * n);
    }
    for (rdg_index i = 0; i < cone->samples; i++) {
        const double *phi = cone->phi + n * i;
        for (rdg_index s = 0; s < 3; s++) {
            double *q = cone->motion[i][s];
            q[0] = rdg_cone_constant(cone, s);
            q[1] = q[2] = 0;
            for (rdg_index j = 0; s < cone->d && j < n; j++) {
                for (int order = 0; order < 3; order++) {
                    q[order] += cone->wave[(3 * order + s) * n + j] * phi[j];
                }
            }
        }
    }
    cone->noise = rounding(cone);
}

void rdg_cone_sample(const rdg_cone *cone, rdg_index i, cone_node *node)
{
    node->sample = i % cone->samples;
    node->tau = 2 * RDG_PI * (double)i / (double)cone->samples;
    node->event = CONE_SAMPLE;
    for (int s = 0; s < 3; s++) {
        memcpy(node->q[s], cone->motion[node->sample][s], sizeof cone->motion[0][0]);
    }
}

void rdg_cone_instant(const rdg_cone *cone, double tau, cone_node *node)
{
    const rdg_index first = cone->has_static, n = cone->n;
    node->tau = tau;
    for (int s = 0; s < 3; s++) {
        node->q[s][0] = rdg_cone_constant(cone, s) + (cone->has_static ? cone->wave[s * n] : 0);
        node->q[s][1] = node->q[s][2] = node->q[s][3] = node->q[s][4] = 0;
    }
    for (rdg_index h = 0; h < cone->n_harmonics; h++) {
        const double k = cone->harmonic[h], c = cos(k * tau), s = sin(k * tau);
        for (rdg_index i = 0; i < cone->d; i++) {
            const double *a = cone->wave + i * n + first + 2 * h;
            const double w = a[0] * c + a[1] * s, dw = k * (a[1] * c - a[0] * s);
            node->q[i][0] += w;
            node->q[i][1] += dw;
            node->q[i][2] -= k * k * w;
            node->q[i][3] -= k * k * dw;
            node->q[i][4] += k * k * k * k * w;
        }
    }
}

void rdg_cone_basis(const rdg_cone *cone, const cone_node *node, cone_rows *rows)
{
    const rdg_index first = cone->has_static;
    if (node->event == CONE_SAMPLE) {
        rows->phi[0] = cone->phi + cone->n * node->sample;
        rows->phi[1] = rows->phi[2] = rows->phi[3] = NULL;
        return;
    }
    for (int i = 0; i < 4; i++) {
        rows->phi[i] = rows->own[i];
    }
    if (cone->has_static) {
        rows->own[0][0] = 1;
        rows->own[1][0] = rows->own[2][0] = rows->own[3][0] = 0;
    }
    for (rdg_index h = 0; h < cone->n_harmonics; h++) {
        const rdg_index j = first + 2 * h;
        const double k = cone->harmonic[h], c = cos(k * node->tau), s = sin(k * node->tau);
        rows->own[0][j] = c;
        rows->own[0][j + 1] = s;
        rows->own[1][j] = -k * s;
        rows->own[1][j + 1] = k * c;
        rows->own[2][j] = -k * k * c;
        rows->own[2][j + 1] = -k * k * s;
        rows->own[3][j] = k * k * k * s;
        rows->own[3][j + 1] = -k * k * k * c;
    }
}

void rdg_cone_basis_slopes(const rdg_cone *cone, const cone_node *node, cone_rows *rows)
{
    rdg_cone_basis(cone, node, rows);
    if (node->event != CONE_SAMPLE) {
        return;
    }
    const rdg_index first = cone->has_static;
    const double *phi = rows->phi[0];
    rows->own[1][0] = rows->own[2][0] = 0;
    for (rdg_index h = 0; h < cone->n_harmonics; h++) {
        const rdg_index j = first + 2 * h;
        const double k = cone->harmonic[h];
        rows->own[1][j] = -k * phi[j + 1];
        rows->own[1][j + 1] = k * phi[j];
        rows->own[2][j] = -k * k * phi[j];
        rows->own[2][j + 1] = -k * k * phi[j + 1];
    }
    rows->phi[1] = rows->own[1];
    rows->phi[2] = rows->own[2];
}
