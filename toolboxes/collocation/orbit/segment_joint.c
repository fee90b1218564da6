/* Where a segment ends and the next one starts, y its last state, z = (y, p[, phi + omega T]):
 *
 *     R(z) - x+ = 0,   h(z) = 0,   and with forcing   phi + omega T - phi+ - (2 pi k where the orbit closes)
 * = 0.
 *
 * Variables of the joint: y, x+, T, [phi, phi+,] p; of an orbit of one segment phi+ is phi, and is not there.
 */
#include "colloc_segments_impl.h"

#include <ridgewalk/toolbox.h>

#include <stdio.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Places of a joint's variables, and its equations. */
typedef struct layout {
    rdg_index n, next; /* states of the segment, and of the next one */
    rdg_index T, phi, phi_next, p, count, m;
    rdg_index np, omega, nz;
} layout;

static layout layout_of(const rdg_colloc_segment *segment)
{
    const rdg_collocation *c = segment->c;
    const rdg_segment_layout *at = &segment->collocated->at;
    layout l = {.n = at->n,
                .next = rdg_colloc_segment_next(segment)->n,
                .np = at->np,
                .omega = at->omega,
                .nz = at->nz};
    l.T = l.n + l.next;
    l.phi = l.T + 1;
    l.phi_next = c->segments > 1 ? l.phi + 1 : l.phi;
    l.p = c->forced ? l.phi_next + 1 : l.phi;
    l.count = l.p + l.np;
    l.m = l.next + 1 + (c->forced ? 1 : 0);
    return l;
}

static const rdg_hybrid_event_surface *event_of(const rdg_colloc_segment *segment)
{
    return rdg_hybrid_event_surface_at(segment->c->hybrid, segment->event, NULL, NULL);
}

static void arguments(const rdg_colloc_segment *segment, const layout *l, const double *u, double *z)
{
    memcpy(z, u, (size_t)l->n * sizeof *z);
    memcpy(z + l->n, u + l->p, (size_t)l->np * sizeof *z);
    if (segment->c->forced) {
        z[l->n + l->np] = u[l->phi] + u[l->p + l->omega] * u[l->T];
    }
}

static int joint_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    rdg_colloc_segment *segment = data;
    const layout l = layout_of(segment);
    const rdg_hybrid_event_surface *e = event_of(segment);
    double *z = segment->work;
    (void)n;
    memset(y, 0, (size_t)m * sizeof *y);
    arguments(segment, &l, u, z);
    int answer = e->reset.f ? e->reset.f(l.nz, z, l.next, y, e->reset.data) : 0;
    for (rdg_index i = 0; i < l.next; i++) {
        y[i] = (e->reset.f ? y[i] : z[i]) - u[l.n + i];
    }
    answer = answer ? answer : e->surface.f(l.nz, z, 1, y + l.next, e->surface.data);
    if (segment->c->forced) {
        const bool closes = segment->number + 1 == segment->c->segments;
        y[l.next + 1] = z[l.nz - 1] - u[l.phi_next] - (closes ? 2.0 * pi * (double)segment->c->order : 0.0);
    }
    return answer;
}

/* Rows [first, first + rows) of the derivatives, from those by z. */
static void write_rows(const layout *l, const double *u, rdg_index first, rdg_index rows, const double *by_z,
                       rdg_index m, double *values)
{
    const bool forced = l->omega >= 0;
    for (rdg_index i = 0; i < rows; i++) {
        double *to = values + first + i;
        for (rdg_index c = 0; c < l->n; c++) {
            to[m * c] = by_z[i + rows * c];
        }
        for (rdg_index k = 0; k < l->np; k++) {
            to[m * (l->p + k)] = by_z[i + rows * (l->n + k)];
        }
        if (forced) {
            const double by_phi = by_z[i + rows * (l->nz - 1)];
            to[m * l->phi] = by_phi;
            to[m * l->T] = by_phi * u[l->p + l->omega];
            to[m * (l->p + l->omega)] += by_phi * u[l->T];
        }
    }
}

static int joint_df(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    rdg_colloc_segment *segment = data;
    const layout l = layout_of(segment);
    const rdg_hybrid_event_surface *e = event_of(segment);
    double *z = segment->work, *by_z = z + l.nz, *scratch = by_z + l.next * l.nz;
    (void)n;
    arguments(segment, &l, u, z);
    int answer = 0;
    if (e->reset.f) {
        answer = rdg_hybrid_df(&e->reset, l.nz, z, segment->collocated->size, l.next, by_z, scratch);
        write_rows(&l, u, 0, l.next, by_z, m, values);
    }
    for (rdg_index i = 0; i < l.next; i++) {
        values[i + m * i] += e->reset.f ? 0.0 : 1.0;
        values[i + m * (l.n + i)] = -1.0;
    }
    answer =
        answer ? answer : rdg_hybrid_df(&e->surface, l.nz, z, segment->collocated->size, 1, by_z, scratch);
    write_rows(&l, u, l.next, 1, by_z, m, values);
    if (segment->c->forced) {
        double *row = values + l.next + 1;
        row[m * l.phi] += 1.0;
        row[m * l.phi_next] -= 1.0;
        row[m * l.T] = u[l.p + l.omega];
        row[m * (l.p + l.omega)] = u[l.T];
    }
    return answer;
}

static void release(void *data)
{
    rdg_colloc_segment *segment = data;
    rdg_collocation_leave(segment->c);
}

rdg_status rdg_colloc_segment_join(rdg_colloc_segment *segment, rdg_problem *p)
{
    rdg_collocation *c = segment->c;
    const rdg_segment *s = segment->collocated, *next = rdg_colloc_segment_next(segment)->collocated;
    const layout l = layout_of(segment);
    char name[32];
    (void)snprintf(name, sizeof name, "joint%d", (int)segment->number + 1);
    rdg_index *index = rdg_context_calloc(c->ctx, (size_t)l.count, sizeof *index);
    rdg_free(segment->work);
    segment->work = rdg_context_calloc(c->ctx, (size_t)(l.nz + (l.next + 1) * l.nz + l.nz + 2 * (l.next + 1)),
                                       sizeof *segment->work);
    if (!index || !segment->work) {
        rdg_free(index);
        return RDG_ERR_NO_MEMORY;
    }
    memcpy(index, s->index + s->at.m, (size_t)l.n * sizeof *index);
    memcpy(index + l.n, next->index, (size_t)l.next * sizeof *index);
    index[l.T] = s->index[s->at.T];
    if (c->forced) {
        index[l.phi] = s->index[s->at.phi];
        index[l.phi_next] = next->index[next->at.phi];
    }
    for (rdg_index k = 0; k < l.np; k++) {
        index[l.p + k] = s->index[s->at.p + k];
    }
    c->users++;
    const rdg_status status = rdg_add_zero(p,
                                           &(rdg_function){.name = name,
                                                           .n = l.count,
                                                           .m = l.m,
                                                           .f = joint_f,
                                                           .df = joint_df,
                                                           .by_differences = true,
                                                           .data = segment,
                                                           .free_data = release},
                                           index);
    c->users -= status != RDG_OK;
    rdg_free(index);
    return status;
}

void rdg_colloc_segment_end(const rdg_colloc_segment *segment, const double *u, int tau, double *z)
{
    const rdg_segment *s = segment->collocated;
    const rdg_segment_layout *at = &s->at;
    for (rdg_index a = 0; a < at->n; a++) {
        z[a] = u[s->index[(tau ? at->m : 0) + a]];
    }
    for (rdg_index k = 0; k < at->np; k++) {
        z[at->n + k] = u[s->index[at->p + k]];
    }
    if (segment->c->forced) {
        z[at->nz - 1] = u[s->index[at->phi]] + tau * z[at->n + at->omega] * u[s->index[at->T]];
    }
}
