/* Entries stretch by stretch. */
#include "stretch_impl.h"

#include "toolbox.h"

#include <math.h>

/* Stretches; written to `stretch` unless that is NULL. */
static rdg_index split(const rdg_pattern *a, const rdg_index *place, const rdg_index *row,
                       rdg_stretch *stretch)
{
    rdg_index count = 0;
    for (rdg_index j = 0; j < a->cols; j++) {
        for (rdg_index e = a->start[j]; e < a->start[j + 1];) {
            const rdg_index to = place[e];
            rdg_index end = e + 1;
            while (to >= 0 && end < a->start[j + 1] && place[end] == to + end - e &&
                   row[place[end]] == row[to] + end - e) {
                end++;
            }
            if (to >= 0 && stretch) {
                stretch[count] =
                    (rdg_stretch){.from = e, .to = to, .count = end - e, .row = row[to], .col = j};
            }
            count += to >= 0;
            e = end;
        }
    }
    return count;
}

rdg_stretch *rdg_stretches_create(rdg_context *ctx, const rdg_pattern *a, const rdg_index *place,
                                  const rdg_pattern *pattern, rdg_index *count)
{
    *count = split(a, place, pattern->row, NULL);
    rdg_stretch *stretch = rdg_context_calloc(ctx, (size_t)*count, sizeof *stretch);
    if (stretch) {
        split(a, place, pattern->row, stretch);
    }
    return stretch;
}

double rdg_stretches_fill(rdg_index count, const rdg_stretch *stretch, const double *values,
                          const double *col_scale, double *out, double *largest)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < count; k++) {
        const rdg_stretch s = stretch[k];
        const double scale = col_scale[s.col];
        const double *restrict from = values + s.from;
        double *restrict to = out + s.to;
        double *restrict most = largest + s.row;
#pragma omp simd reduction(+ : sum)
        for (rdg_index i = 0; i < s.count; i++) {
            const double entry = from[i] * scale, size = fabs(entry);
            to[i] = entry;
            sum += size;
            most[i] = size > most[i] ? size : most[i];
        }
    }
    return sum;
}

void rdg_stretches_scale_rows(rdg_index count, const rdg_stretch *stretch, const double *factor, double *out)
{
    for (rdg_index k = 0; k < count; k++) {
        const rdg_stretch s = stretch[k];
        double *restrict to = out + s.to;
        const double *restrict by = factor + s.row;
#pragma omp simd
        for (rdg_index i = 0; i < s.count; i++) {
            to[i] *= by[i];
        }
    }
}
