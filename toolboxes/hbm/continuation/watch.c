/* Monitors of a solution as a whole: stability, truncation. */
#include "release_impl.h"
#include "watch_impl.h"

#include <ridgewalk/hbm_numbers.h>
#include <ridgewalk/problem.h>

#include <inttypes.h>

rdg_status rdg_hbm_share_context(rdg_hbm *hb, rdg_problem *problem, const char *where)
{
    return rdg_same_context(rdg_hbm_context(hb), rdg_problem_context(problem), where,
                            "the problem and the harmonic balance of \"%s\"",
                            rdg_structure_name(rdg_hbm_structure(hb)));
}

/* Places of Q and omega in a problem made from hb, and space for more: [hb->m + 1 + more]; NULL
 * after a failure. To be freed. */
static rdg_index *places(rdg_hbm *hb, rdg_problem *problem, const char *where, rdg_index more)
{
    rdg_index unknowns = 0;
    const rdg_index Q = rdg_variable_index(problem, "Q", &unknowns);
    const rdg_index omega = Q < 0 ? Q : rdg_variable_index(problem, "omega", NULL);
    if (omega < 0) {
        return NULL;
    }
    if (unknowns != hb->m) {
        rdg_fail(hb->ctx, RDG_ERR_ARGUMENT, where,
                 "the problem has %" PRId64 " unknowns Q, the harmonic balance of \"%s\" has %" PRId64
                 ": give the harmonic balance that the problem was made from",
                 unknowns, rdg_structure_name(hb->structure), hb->m);
        return NULL;
    }
    rdg_index *index = rdg_context_calloc(hb->ctx, (size_t)(hb->m + 1 + more), sizeof *index);
    for (rdg_index i = 0; index && i < hb->m; i++) {
        index[i] = Q + i;
    }
    if (index) {
        index[hb->m] = omega;
    }
    return index;
}

/* A function that the watches of several problems share. */
typedef struct shared {
    int users;
    rdg_function of;
    rdg_hbm_by_numbers numbers;
} shared;

/* With the numbers of one problem. */
typedef struct watch {
    rdg_hbm *hb;
    rdg_hbm_released *released; /* NULL: it has none */
    shared *shared;
} watch;

static void free_watch(void *data)
{
    watch *w = data;
    shared *s = w->shared;
    if (--s->users == 0) {
        if (s->of.free_data) {
            s->of.free_data(s->of.data);
        }
        rdg_free(s);
    }
    rdg_hbm_free_released(w->released);
    rdg_free(w);
}

static int watch_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const watch *w = data;
    const rdg_function *of = &w->shared->of;
    (void)n;
    const int status = rdg_hbm_use(w->hb, w->released, u + of->n);
    return status == 0 ? of->f(of->n, u, m, y, of->data) : status;
}

static int watch_slope(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const watch *w = data;
    const rdg_function *of = &w->shared->of;
    int status = rdg_hbm_use(w->hb, w->released, u + of->n);
    status = status == 0 ? of->df(of->n, u, m, values, of->data) : status;
    return status == 0 && n > of->n ? w->shared->numbers(u, m, w->released, values + m * of->n, of->data)
                                    : status;
}

/* Data are NULL without memory. */
static rdg_function describe(rdg_hbm *hb, shared *s, rdg_hbm_released *released)
{
    watch *w = rdg_context_calloc(hb->ctx, 1, sizeof *w);
    if (w) {
        *w = (watch){.hb = hb, .released = released, .shared = s};
        s->users++;
        if (released) {
            released->users++;
        }
    }
    return (rdg_function){.name = s->of.name,
                          .n = s->of.n + (released ? released->n : 0),
                          .m = s->of.m,
                          .f = watch_value,
                          .df = s->of.df ? watch_slope : NULL,
                          .by_differences = s->of.by_differences,
                          .data = w,
                          .free_data = free_watch};
}

bool rdg_hbm_wider_watch(const rdg_hbm *hb, const rdg_function *f, rdg_hbm_released *next,
                         rdg_function *wider)
{
    const watch *w = f->f == watch_value ? f->data : NULL;
    if (!w || w->hb != hb) {
        return false;
    }
    *wider = describe(w->hb, w->shared, next);
    return wider->data;
}

/* f belongs to the problem, or is gone. */
static rdg_status add(rdg_problem *problem, const rdg_hbm_watch *spec, const rdg_function *f,
                      const rdg_index *index)
{
    const rdg_status status = spec->is_zero ? rdg_add_zero(problem, f, index)
                                            : rdg_add_monitor(problem, f, index, spec->names, spec->kind);
    if (status != RDG_OK) {
        free_watch(f->data);
    }
    return status;
}

/* The numbers of a problem with other equations: those that are blocks of variables. *of stays NULL if there
 * are none. To be freed. */
static rdg_status find_numbers(rdg_hbm *hb, const rdg_problem *problem, const char *where,
                               rdg_hbm_released **of)
{
    char name[RDG_PARAMETER_NAME];
    for (rdg_index k = 0; rdg_structure_parameter_name(hb->structure, k, name); k++) {
        if (rdg_has_variables(problem, name)) {
            rdg_hbm_released *next = rdg_hbm_parameters_create(hb, where, *of, name);
            rdg_hbm_free_released(*of);
            *of = next;
            RDG_TRY(rdg_error_status(hb->ctx));
        }
    }
    return RDG_OK;
}

static rdg_status add_with(rdg_hbm *hb, rdg_problem *problem, const char *where, const rdg_hbm_watch *spec,
                           shared *s, rdg_hbm_released *released)
{
    const rdg_index more = spec->n_own + (released ? released->n : 0);
    rdg_index *index = places(hb, problem, where, more);
    for (rdg_index i = 0; index && i < spec->n_own; i++) {
        index[hb->m + 1 + i] = spec->own[i];
    }
    for (rdg_index k = 0; index && released && k < released->n; k++) {
        index[hb->m + 1 + spec->n_own + k] = rdg_variable_index(problem, released->number[k].name, NULL);
    }
    const rdg_function f = index ? describe(hb, s, released) : (rdg_function){0};
    const rdg_status status = f.data ? add(problem, spec, &f, index) : rdg_error_status(hb->ctx);
    rdg_free(index);
    return status;
}

static rdg_status fill(rdg_hbm *hb, rdg_problem *problem, const char *where, const rdg_hbm_watch *spec,
                       shared *s)
{
    rdg_hbm_released *released = rdg_hbm_released_of(problem), *found = NULL;
    if (released && released->hb == hb) {
        return add_with(hb, problem, where, spec, s, released);
    }
    rdg_status status = rdg_find_function(problem, "hbm") ? RDG_OK : find_numbers(hb, problem, where, &found);
    status = status == RDG_OK ? add_with(hb, problem, where, spec, s, found) : status;
    rdg_hbm_free_released(found);
    return status;
}

static void forget(const rdg_function *of)
{
    if (of->free_data) {
        of->free_data(of->data);
    }
}

rdg_status rdg_hbm_add_watch(rdg_hbm *hb, rdg_problem *problem, const char *where, const rdg_hbm_watch *spec)
{
    shared *s = rdg_hbm_share_context(hb, problem, where) == RDG_OK
                    ? rdg_context_calloc(hb->ctx, 1, sizeof *s)
                    : NULL;
    if (!s) {
        forget(&spec->of);
        return rdg_error_status(rdg_problem_context(problem));
    }
    *s = (shared){.users = 1, .of = spec->of, .numbers = spec->numbers};
    const rdg_status status = fill(hb, problem, where, spec, s);
    if (--s->users == 0) {
        forget(&s->of);
        rdg_free(s);
    }
    return status == RDG_OK ? RDG_OK : rdg_error_status(rdg_problem_context(problem));
}

rdg_status rdg_hbm_add_scalar(rdg_hbm *hb, rdg_problem *problem, const char *where, const char *name,
                              rdg_hbm_scalar f, rdg_monitor_kind kind)
{
    const rdg_hbm_watch watch = {
        .of = {.name = name, .n = hb->m + 1, .m = 1, .f = f, .by_differences = true, .data = hb},
        .kind = kind};
    return rdg_hbm_add_watch(hb, problem, where, &watch);
}

rdg_status rdg_hbm_add_named_observer(rdg_hbm *hb, rdg_problem *problem, const char *where,
                                      const rdg_function *observer, const char *const *names,
                                      rdg_monitor_kind kind)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    const bool works = ctx && problem && observer && rdg_error_status(ctx) == RDG_OK;
    const rdg_hbm_watch watch = {
        .of = observer ? *observer : (rdg_function){0}, .names = names, .kind = kind};
    if (!works || !observer->f || !observer->name) {
        forget(&watch.of);
        return ctx && rdg_error_status(ctx) == RDG_OK
                   ? rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                              "an observer needs a problem, a name and a function; one of them is NULL")
                   : RDG_ERR_EARLIER;
    }
    RDG_TRY(rdg_hbm_close(hb));
    return rdg_hbm_add_watch(hb, problem, where, &watch);
}

rdg_status rdg_hbm_add_observer(rdg_hbm *hb, rdg_problem *problem, const char *where,
                                const rdg_function *observer, rdg_monitor_kind kind)
{
    return rdg_hbm_add_named_observer(hb, problem, where, observer, NULL, kind);
}
