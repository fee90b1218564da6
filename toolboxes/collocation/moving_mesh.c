/* Meshes that move along with a run: by equal shares of the error in all intervals (de Boor 1974), every few
 * points. What variables mean is carried over by the polynomials (core's transport.h). With labelled
 * solutions their meshes are kept. */
#include "segment_impl.h"

#include <ridgewalk/moving.h>
#include <ridgewalk/provide.h>
#include <ridgewalk/toolbox.h>
#include <ridgewalk/transport.h>

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Of the mean density: no interval is longer than this allows. */
static const double floor_density = 0.1;

/* A mesh whose shares differ by less stays. */
static const double uneven = 1.3;

/* Errors as small are rounding: nothing is to be learned from them. */
static const double rounding = 1e-13;

double rdg_segment_weigh(rdg_segment *s, const double *x)
{
    const rdg_index N = s->at.N;
    double sum = 0.0, largest = 0.0;
    const bool tells = rdg_segment_errors(s, x) > rounding;
    for (rdg_index i = 0; i < N; i++) { /* the interval's share of what is to be equal */
        s->density[i] = tells ? pow(s->density[i], 1.0 / (double)(s->at.K + 1)) : 0.0;
        sum += s->density[i];
        largest = fmax(largest, s->density[i]);
    }
    const bool good = sum > 0.0 && isfinite(sum);
    for (rdg_index i = 0; i < N; i++) {
        const double h = s->mesh[i + 1] - s->mesh[i];
        s->density[i] = good ? s->density[i] + floor_density * sum * h : h;
    }
    return good ? largest * (double)N / sum : 1.0;
}

/* A mesh with equal shares of the error of these states, into s->target; false: the present one is good. */
static bool segment_choose_mesh(rdg_segment *s, const double *x)
{
    if (s->at.N < 2 || !(rdg_segment_weigh(s, x) > uneven)) {
        return false;
    }
    rdg_mesh_share_out(s->at.N, s->mesh, s->density, s->at.N, s->work, s->target);
    return true;
}

/* The mesh is another one, that before being one of them; the present one is kept in its place. */
static void take_mesh(rdg_segment *s, const double *mesh)
{
    for (rdg_index i = 0; i <= s->at.N; i++) {
        const double point = mesh[i];
        s->before[i] = s->mesh[i];
        s->mesh[i] = point;
    }
    s->revision++;
}

void rdg_segment_carry_states(const rdg_segment *s, const double *from, double *to)
{
    const rdg_segment_layout *at = &s->at;
    for (rdg_index j = 0; j <= at->N * at->K; j++) {
        const rdg_index i = j < at->N * at->K ? j / at->K : at->N - 1;
        const double part = (double)(j - i * at->K) / (double)at->K;
        rdg_segment_state(s, s->before, from, s->mesh[i] + part * (s->mesh[i + 1] - s->mesh[i]),
                          to + j * at->n);
    }
}

static int choose(rdg_problem *p, const rdg_chart *chart, void *data)
{
    rdg_segment *s = data;
    (void)p;
    if (s->adapt <= 0 || chart->point % s->adapt != 0 || !segment_choose_mesh(s, chart->u + s->index[0])) {
        return 0;
    }
    take_mesh(s, s->target);
    return 1;
}

static void carry(rdg_problem *p, double *u, void *data)
{
    rdg_segment *s = data;
    double *x = u + s->index[0];
    (void)p;
    memcpy(s->local, x, (size_t)s->at.nx * sizeof *x);
    rdg_segment_carry_states(s, s->local, x);
}

static void undo(rdg_problem *p, void *data)
{
    rdg_segment *s = data;
    (void)p;
    take_mesh(s, s->before);
}

static void restore(rdg_problem *p, const rdg_chart *start, void *data)
{
    rdg_segment *s = data;
    (void)p, (void)start;
    take_mesh(s, s->start_mesh);
}

/* Errors of this size are seen in pictures. */
static const double large = 1e-3;

static void warn_of_errors(rdg_segment *s, const rdg_chart *chart)
{
    if (chart->point == s->told) {
        return; /* of this point it has been stated */
    }
    s->told = chart->point;
    const double *u = chart->u;
    const double error =
        fmax(rdg_segment_errors(s, u + s->index[0]), rdg_segment_defect(s, rdg_segment_local(s, u)));
    if (error > large) {
        rdg_warn(s->ctx, "errors of collocation",
                 "segment \"%s\" of \"%s\", T = %.6g: the estimated error between mesh points is %.1e of the "
                 "motion's range: %" PRId64 " intervals of degree %" PRId64
                 " do not follow it; take more intervals%s",
                 s->name, rdg_hybrid_name(s->hybrid), u[s->index[s->at.T]], error, s->at.N, s->at.K,
                 s->adapt > 0 ? "" : ", or let the mesh move");
    }
}

static void finish(rdg_problem *p, const rdg_chart *start, void *data)
{
    rdg_segment *s = data;
    (void)p;
    memcpy(start ? s->start_mesh : s->home_mesh, s->mesh, (size_t)(s->at.N + 1) * sizeof *s->mesh);
    if (start) {
        warn_of_errors(s, start);
    }
}

static int look_back(rdg_problem *p, const rdg_chart *chart, void *data)
{
    (void)p;
    if (chart->point != 0) {
        warn_of_errors(data, chart);
    }
    return 0;
}

/* --- what is kept with labels: "mesh <name> N K points" for each segment of a problem */

rdg_segment *rdg_segment_at(const rdg_problem *p, rdg_index *index)
{
    for (const rdg_function *f; (f = rdg_function_at(p, *index)) != NULL;) {
        ++*index;
        if (f->f == rdg_segment_f) {
            return f->data;
        }
    }
    return NULL;
}

static const char *keep(rdg_problem *p, const rdg_chart *chart, void *data)
{
    enum { NUMBER = 26 };
    rdg_segment *first = data;
    rdg_index size = 1, at = 0, used = 0;
    for (rdg_segment *s; (s = rdg_segment_at(p, &at)) != NULL;) {
        if (chart->point != 0) { /* nothing goes on from the last one */
            warn_of_errors(s, chart);
        }
        size += (rdg_index)(strlen(s->name) + (s->tag ? strlen(s->tag) : 0) + strlen(s->system)) + 64 +
                NUMBER * (s->at.N + 1);
    }
    if (rdg_context_reserve(first->ctx, (void *)&first->kept, &first->kept_capacity, size, 1) != RDG_OK) {
        return NULL;
    }
    at = 0;
    for (rdg_segment *s; (s = rdg_segment_at(p, &at)) != NULL;) {
        used += snprintf(first->kept + used, (size_t)(size - used), "mesh \"%s\" %" PRId64 " %" PRId64,
                         s->name, s->at.N, s->at.K);
        for (rdg_index i = 0; i <= s->at.N; i++) {
            used += snprintf(first->kept + used, (size_t)(size - used), " %.17g", s->mesh[i]);
        }
        used +=
            snprintf(first->kept + used, (size_t)(size - used), "\n%s%s", s->system, s->tag ? s->tag : "");
    }
    return first->kept;
}

const char *rdg_segment_find_kept(const char *kept, const char *name, rdg_index *N, rdg_index *K)
{
    const size_t length = strlen(name);
    for (const char *line = kept; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
        const char *after = line + 6 + length + 2;
        if (strncmp(line, "mesh \"", 6) == 0 && strncmp(line + 6, name, length) == 0 &&
            strncmp(line + 6 + length, "\" ", 2) == 0) {
            char *end = NULL;
            *N = strtoll(after, &end, 10);
            *K = strtoll(end, &end, 10);
            return end;
        }
    }
    return NULL;
}

bool rdg_segment_read_mesh(const char *numbers, rdg_index N, double *mesh)
{
    void *locale = rdg_locale_begin();
    bool good = true;
    for (rdg_index i = 0; good && i <= N; i++) {
        char *end = NULL;
        mesh[i] = strtod(numbers, &end);
        good = end != numbers && (i == 0 ? mesh[i] == 0.0 : mesh[i] > mesh[i - 1]);
        numbers = end;
    }
    rdg_locale_end(locale);
    return good && mesh[N] == 1.0;
}

/* The mesh of the solution that a run starts from. */
static rdg_status look_at(rdg_segment *s, const rdg_start_solution *at)
{
    rdg_index N = 0, K = 0;
    const bool fitted = s->fitted;
    const char *numbers = at->kept && !fitted ? rdg_segment_find_kept(at->kept, s->name, &N, &K) : NULL;
    s->fitted = false;
    s->told = -1;
    if (at->kept) {
        RDG_TRY(rdg_segment_check_whose(s->ctx, "rdg_continue", at->kept, s->name, s->system));
    }
    if (s->tag && at->kept && !strstr(at->kept, s->tag)) {
        return rdg_fail(
            s->ctx, RDG_ERR_ARGUMENT, "rdg_continue",
            "segment \"%s\": the solution to start from has another event signature of segments: make the "
            "problem from it",
            s->name);
    }
    rdg_segment_forget(s);
    if (numbers && (N != s->at.N || K != s->at.K)) {
        return rdg_fail(s->ctx, RDG_ERR_SIZE, "rdg_continue",
                        "segment \"%s\": the solution to start from has %" PRId64
                        " intervals of degree %" PRId64 ", and the problem %" PRId64 " of degree %" PRId64
                        ": make the problem from it, with as many as you like",
                        s->name, N, K, s->at.N, s->at.K);
    }
    if (numbers && !rdg_segment_read_mesh(numbers, N, s->target)) {
        return rdg_fail(s->ctx, RDG_ERR_FORMAT, "rdg_continue",
                        "segment \"%s\": the mesh kept with the solution to start from is none", s->name);
    }
    if (numbers || fitted || !at->is_labelled) {
        take_mesh(s, numbers || fitted ? s->target : s->home_mesh);
    }
    if (!at->is_on_way) {
        memcpy(s->start_mesh, s->mesh, (size_t)(s->at.N + 1) * sizeof *s->mesh);
    } else {
        memcpy(s->before, s->start_mesh, (size_t)(s->at.N + 1) * sizeof *s->mesh);
    }
    if (s->on_start) {
        s->on_start(s->on_start_data, at->u + s->index[0]);
    }
    return RDG_OK;
}

static rdg_status look(rdg_problem *p, const rdg_start_solution *at, void *data)
{
    rdg_index index = 0;
    (void)data;
    for (rdg_segment *s; (s = rdg_segment_at(p, &index)) != NULL;) {
        RDG_TRY(look_at(s, at));
    }
    return RDG_OK;
}

rdg_status rdg_segment_let_mesh_move(rdg_segment *s)
{
    memcpy(s->home_mesh, s->mesh, (size_t)(s->at.N + 1) * sizeof *s->mesh);
    RDG_TRY(rdg_add_transport(s->problem, &(rdg_transport){choose, carry, undo, restore, finish, s}));
    RDG_TRY(rdg_move_along(s->problem, look_back, s));
    RDG_TRY(rdg_look_at_starts(s->problem, look, s));
    return rdg_keep_with_labels(s->problem, keep, s);
}
