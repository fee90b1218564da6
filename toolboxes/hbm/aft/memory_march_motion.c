/* The periodic motion of a force law's displacements at an instant. */
#include "memory_march_impl.h"

#include <math.h>
#include <string.h>

static void find_basis(const rdg_memory_march *m, double tau, rdg_memory_march_instant *at)
{
    const rdg_basis *basis = &m->basis;
    rdg_index a = 0;
    if (basis->has_static) {
        at->phi[0] = 1.0;
        at->dphi[0] = at->d2phi[0] = 0.0;
        a = 1;
    }
    for (rdg_index i = 0; i < basis->n_harmonics; i++, a += 2) {
        const double k = basis->harmonic[i], c = cos(k * tau), s = sin(k * tau);
        at->phi[a] = c;
        at->phi[a + 1] = s;
        at->dphi[a] = -k * s;
        at->dphi[a + 1] = k * c;
        at->d2phi[a] = -k * k * c;
        at->d2phi[a + 1] = -k * k * s;
    }
}

void rdg_memory_march_move(const rdg_memory_march *m, double tau, rdg_memory_march_instant *at)
{
    const rdg_index nc = m->basis.n_coefficients;
    if (at->tau != tau) {
        find_basis(m, tau, at);
        at->tau = tau;
    }
    for (rdg_index j = 0; j < m->d; j++) {
        const double *z = m->z + nc * j;
        double x = m->rest ? m->rest[j] : 0.0, dx = 0.0, d2x = 0.0;
        for (rdg_index a = 0; a < nc; a++) {
            x += z[a] * at->phi[a];
            dx += z[a] * at->dphi[a];
            d2x += z[a] * at->d2phi[a];
        }
        at->x[j] = x;
        at->dx[j] = dx;
        at->v[j] = m->omega * dx;
        at->dv[j] = m->omega * d2x;
    }
}

/* The coefficient of displacement j that parameter p is; -1: it is none of them. */
static rdg_index coefficient(const rdg_memory_march *m, rdg_index j, rdg_index p)
{
    const rdg_index nc = m->basis.n_coefficients, a = p - nc * j;
    return p < m->N && a >= 0 && a < nc ? a : -1;
}

double rdg_memory_march_dx(const rdg_memory_march *m, const rdg_memory_march_instant *at, rdg_index j,
                           rdg_index p, double dtau)
{
    const rdg_index a = coefficient(m, j, p);
    return (a >= 0 ? at->phi[a] : 0.0) + at->dx[j] * dtau;
}

double rdg_memory_march_dv(const rdg_memory_march *m, const rdg_memory_march_instant *at, rdg_index j,
                           rdg_index p, double dtau)
{
    const rdg_index a = coefficient(m, j, p);
    const double direct = a >= 0 ? m->omega * at->dphi[a] : p == m->N ? at->dx[j] : 0.0;
    return direct + at->dv[j] * dtau;
}
