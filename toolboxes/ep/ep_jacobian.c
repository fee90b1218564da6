/* The Jacobian of a field or map, and how products with it change: from the problem's assembly. */
#include "ep_impl.h"

#include <string.h>

int rdg_ep_jacobian(const double *u, double *J, void *data)
{
    rdg_ep_state *s = data;
    const rdg_pattern *a = rdg_assembly_jacobian_pattern(s->assembly);
    const int answer = rdg_assembly_jacobian(s->assembly, u, s->values);
    memset(J, 0, (size_t)(s->n * s->n) * sizeof *J);
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index k = a->start[s->column + j]; k < a->start[s->column + j + 1]; k++) {
            const rdg_index i = a->row[k] - s->row;
            if (i >= 0 && i < s->n) {
                J[i + s->n * j] += s->values[k];
            }
        }
    }
    for (rdg_index j = 0; s->is_map && j < s->n; j++) {
        J[j + s->n * j] += 1.0; /* the zero function is f(x, p) - x */
    }
    return answer;
}

int rdg_ep_slope(const double *u, const double *w, const double *v, double factor, double *gradient,
                 void *data)
{
    rdg_ep_state *s = data;
    memset(s->v, 0, (size_t)s->nu * sizeof *s->v);
    memcpy(s->v + s->column, v, (size_t)s->n * sizeof *v);
    memcpy(s->lambda + s->row, w, (size_t)s->n * sizeof *w);
    const int answer = rdg_assembly_hessian_times(s->assembly, u, s->lambda, s->v, s->out);
    for (rdg_index j = 0; j < s->nu; j++) {
        gradient[j] += factor * s->out[j];
    }
    return answer;
}
