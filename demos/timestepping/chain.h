/* The model problem of the paper: three masses of 1 kg on springs of 10 N/m, the third on a stiff spring of
 * 1e7 N/m or held by an ideal constraint; weights from rest. (With the printed 1 N/m the paper's highest
 * frequency, 0.8717 Hz, is not met.) */
#ifndef RDG_DEMO_CHAIN_H
#define RDG_DEMO_CHAIN_H

#include <ridgewalk/ridgewalk.h>
#include <ridgewalk/timestepping.h>

static const double chain_k = 10.0, chain_stiff = 1e7, chain_gravity = 9.81;

static inline int chain_terms(double t, const double *q, const double *v, rdg_mechanism_terms *to, void *data)
{
    (void)t, (void)q, (void)v;
    for (int i = 0; i < 3; i++) {
        to->M[4 * i] = 1.0;
        to->K[4 * i] = i < 2 ? 2.0 * chain_k : chain_k + *(const double *)data;
        to->h[i] = chain_gravity;
    }
    to->K[1] = to->K[3] = to->K[5] = to->K[7] = -chain_k;
    return 0;
}

static inline int chain_held(double t, const double *q, rdg_mechanism_geometry *to, void *data)
{
    (void)t, (void)data;
    to->g[0] = q[2];
    to->W[2] = 1.0;
    return 0;
}

#endif
