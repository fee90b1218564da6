/* How large the arguments of a system's functions become, for the steps of differences. */
#include "flow_impl.h"

#include <math.h>
#include <string.h>

/* What is known of a mode before any motion: parameters; functions of the phase have the period 2 pi. */
static void fill(const rdg_flow *flow, rdg_index mode)
{
    const rdg_hybrid_parameters p = rdg_hybrid_parameters_of(flow->h);
    const rdg_index n = rdg_hybrid_phase_at(flow->h, mode)->n;
    double *size = flow->size + mode * flow->size_stride;
    memset(size, 0, (size_t)n * sizeof *size);
    for (rdg_index i = 0; i < p.n; i++) {
        size[n + i] = fabs(p.value[i]);
    }
    if (p.omega >= 0) {
        size[n + p.n] = RDG_EXACTLY(1.0);
    }
}

bool rdg_flow_provide_sizes(rdg_flow *flow, rdg_index mode)
{
    rdg_index stride = flow->size_stride;
    const rdg_index modes = rdg_hybrid_phases(flow->h);
    for (rdg_index i = 0; i < modes; i++) {
        const rdg_index count = rdg_hybrid_arguments(flow->h, i);
        stride = count > stride ? count : stride;
    }
    if (mode < flow->sized && stride == flow->size_stride) {
        return true;
    }
    double *size = rdg_context_calloc(flow->ctx, (size_t)(modes * stride), sizeof *size);
    for (rdg_index i = 0; size && i < flow->sized; i++) {
        memcpy(size + i * stride, flow->size + i * flow->size_stride,
               (size_t)flow->size_stride * sizeof *size);
    }
    if (size) {
        rdg_free(flow->size);
        flow->size = size;
        flow->size_stride = stride;
        while (flow->sized < modes) {
            fill(flow, flow->sized++);
        }
    }
    return size != NULL;
}

void rdg_flow_forget(rdg_flow *flow)
{
    for (rdg_index i = 0; flow && i < flow->sized; i++) {
        fill(flow, i);
    }
}

void rdg_flow_note(rdg_flow *flow, rdg_index mode, const double *x)
{
    if (!flow || !x || !rdg_hybrid_phase_at(flow->h, mode) || !rdg_flow_provide_sizes(flow, mode)) {
        return;
    }
    const rdg_index n = rdg_hybrid_phase_at(flow->h, mode)->n;
    double *size = flow->size + mode * flow->size_stride;
    for (rdg_index i = 0; i < n; i++) {
        size[i] = fmax(size[i], fabs(x[i]));
    }
}

const double *rdg_flow_sizes(const rdg_flow *flow, rdg_index mode)
{
    return flow && mode >= 0 && mode < flow->sized ? flow->size + mode * flow->size_stride : NULL;
}

void rdg_flow_reach(rdg_flow *flow)
{
    const rdg_rk *k = &flow->rk;
    const double *x = k->z;
    for (rdg_index i = 0; i < k->n; i++) {
        flow->extent[i] = fmax(flow->extent[i], fabs(x[i]));
    }
}

const double *rdg_flow_extent(const rdg_flow *flow)
{
    return flow ? flow->extent : NULL;
}
