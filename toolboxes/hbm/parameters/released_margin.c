/* Margins and jumps as functions of a problem's variables: of the numbers, too, if it has released some. */
#include "release_impl.h"

#include <ridgewalk/problem.h>

#include <string.h>

/* A margin of (part of Q, p), or a jump of (part of Q, part of the multipliers, p). */
struct rdg_hbm_released_margin {
    rdg_hbm_released_margin *next;
    rdg_hbm_released *r;
    const rdg_hbm_margin_data *g;
    rdg_index element;
    rdg_function margin, jump;
    double *value, *gradient, *second, *column; /* [n], [N n], [n n], [variables seen of Q] */
    double *base;                               /* [variables seen of Q, squared] */
};

static int use(const rdg_hbm_released_margin *w, const double *p)
{
    return rdg_hbm_use(w->r->hb, w->r, p);
}

static int margin_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm_released_margin *w = data;
    const rdg_index seen = n - w->r->n;
    const int status = use(w, u + seen);
    return status == 0 ? w->g->margin.f(seen, u, m, y, (void *)w->g) : status;
}

static void clear(double *values, rdg_index first, rdg_index count, rdg_index stride)
{
    for (rdg_index i = 0; values && i < count; i++) {
        values[first + stride * i] = 0.0;
    }
}

/* Derivatives by those numbers that the element has, of which there are *count: none beyond a bound. */
static int ask(const rdg_hbm_released_margin *w, const double *u, rdg_element_margin_parameters *answer)
{
    const rdg_hbm_element *e = w->g->element;
    answer->n = rdg_hbm_numbers_of(w->r, w->element);
    answer->which = w->r->which;
    if (answer->n == 0) {
        return 0;
    }
    rdg_hbm_margin_gather(w->g, u, w->r->hb->batch.z);
    const int status = e->law->margin_numbers(e->self, &w->r->hb->basis, w->r->hb->batch.z, answer);
    const rdg_index n = answer->n, N = e->d * w->r->hb->basis.n_coefficients;
    for (rdg_index k = 0; k < n; k++) {
        if (rdg_hbm_is_beyond(w->r, w->r->mine[k])) {
            clear(answer->value, k, 1, 1);
            clear(answer->gradient, N * k, N, 1);
            clear(answer->second, n * k, n, 1);
            clear(answer->second, k, n, n);
            clear(answer->jump, k, 1, 1);
        }
    }
    return status;
}

static int margin_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_hbm_released_margin *w = data;
    const rdg_index seen = n - w->r->n;
    int status = use(w, u + seen);
    status = status == 0 ? w->g->margin.df(seen, u, m, values, (void *)w->g) : status;
    rdg_element_margin_parameters answer = {.value = w->value};
    status = status == 0 ? ask(w, u, &answer) : status;
    for (rdg_index k = 0; status == 0 && k < answer.n; k++) {
        values[seen + w->r->mine[k]] = w->value[k];
    }
    return status;
}

static int margin_hessian(rdg_index n, const double *u, rdg_index m, const double *lambda, double *values,
                          void *data)
{
    const rdg_hbm_released_margin *w = data;
    const rdg_index seen = n - w->r->n, N = w->g->element->d * w->r->hb->basis.n_coefficients;
    int status = use(w, u + seen);
    memset(w->base, 0, (size_t)(seen * seen) * sizeof *w->base);
    status = status == 0 ? w->g->margin.d2f(seen, u, m, lambda, w->base, (void *)w->g) : status;
    for (rdg_index k = 0; k < seen * seen; k++) {
        values[k % seen + n * (k / seen)] = w->base[k];
    }
    rdg_element_margin_parameters answer = {.gradient = w->gradient, .second = w->second};
    status = status == 0 ? ask(w, u, &answer) : status;
    for (rdg_index k = 0; status == 0 && k < answer.n; k++) {
        const rdg_index place = seen + w->r->mine[k];
        memset(w->column, 0, (size_t)seen * sizeof *w->column);
        rdg_hbm_margin_scatter(w->g, lambda[0], w->gradient + N * k, w->column);
        for (rdg_index i = 0; i < seen; i++) {
            values[i + n * place] = values[place + n * i] = w->column[i];
        }
        for (rdg_index l = 0; l < answer.n; l++) {
            values[seen + w->r->mine[l] + n * place] = lambda[0] * w->second[l + answer.n * k];
        }
    }
    return status;
}

static int jump_value(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    const rdg_hbm_released_margin *w = data;
    const rdg_index seen = n - w->r->n;
    const int status = use(w, u + seen);
    return status == 0 ? w->g->jump.f(seen, u, m, y, (void *)w->g) : status;
}

static int jump_gradient(rdg_index n, const double *u, rdg_index m, double *values, void *data)
{
    const rdg_hbm_released_margin *w = data;
    const rdg_index seen = n - w->r->n;
    int status = use(w, u + seen);
    status = status == 0 ? w->g->jump.df(seen, u, m, values, (void *)w->g) : status;
    rdg_element_margin_parameters answer = {.lambda = w->r->hb->batch.lambda, .jump = w->value};
    rdg_hbm_margin_gather(w->g, u + seen / 2, w->r->hb->batch.lambda);
    status = status == 0 ? ask(w, u, &answer) : status;
    for (rdg_index k = 0; status == 0 && k < answer.n; k++) {
        values[seen + w->r->mine[k]] = w->value[k];
    }
    return status;
}

static void free_margin(rdg_hbm_released_margin *w)
{
    rdg_free(w->value);
    rdg_free(w->gradient);
    rdg_free(w->second);
    rdg_free(w->column);
    rdg_free(w->base);
    rdg_free(w);
}

void rdg_hbm_free_released_margins(rdg_hbm_released_margin *first)
{
    while (first) {
        rdg_hbm_released_margin *w = first;
        first = w->next;
        free_margin(w);
    }
}

static rdg_status take_memory(rdg_hbm_released_margin *w)
{
    rdg_context *ctx = w->r->hb->ctx;
    const size_t n = (size_t)w->r->n, seen = (size_t)w->g->margin.n;
    const size_t N = (size_t)(w->g->element->d * w->r->hb->basis.n_coefficients);
    w->value = rdg_context_calloc(ctx, n, sizeof(double));
    w->gradient = rdg_context_calloc(ctx, N * n, sizeof(double));
    w->second = rdg_context_calloc(ctx, n * n, sizeof(double));
    w->column = rdg_context_calloc(ctx, seen, sizeof(double));
    w->base = rdg_context_calloc(ctx, seen * seen, sizeof(double));
    return rdg_error_status(ctx);
}

/* That of element i, made when it is first requested; NULL after a failure. */
static rdg_hbm_released_margin *find(rdg_hbm_released *r, const rdg_hbm_margin_data *g)
{
    for (rdg_hbm_released_margin *w = r->margins; w; w = w->next) {
        if (w->g == g) {
            return w;
        }
    }
    rdg_hbm_released_margin *w = rdg_context_calloc(r->hb->ctx, 1, sizeof *w);
    if (!w) {
        return NULL;
    }
    *w = (rdg_hbm_released_margin){.r = r, .g = g, .element = g->element - r->hb->element};
    w->margin = (rdg_function){.name = g->margin.name,
                               .n = g->margin.n + r->n,
                               .m = 1,
                               .f = margin_value,
                               .df = margin_gradient,
                               .d2f = margin_hessian,
                               .data = w};
    w->jump = (rdg_function){
        .name = g->jump.name, .n = g->jump.n + r->n, .m = 1, .f = jump_value, .df = jump_gradient, .data = w};
    if (take_memory(w) != RDG_OK) {
        free_margin(w);
        return NULL;
    }
    w->next = r->margins;
    r->margins = w;
    return w;
}

bool rdg_hbm_wider_margin(rdg_hbm_released *next, const rdg_function *f, rdg_function *wider)
{
    const bool has_numbers = f->f == margin_value || f->f == jump_value;
    for (rdg_index i = 0; i < next->hb->n_elements; i++) {
        const rdg_hbm_margin_data *g = rdg_hbm_element_at(next->hb, i)->margin;
        const bool plain = g && (f->f == g->margin.f || f->f == g->jump.f) && f->data == g;
        if (plain || (g && has_numbers && ((const rdg_hbm_released_margin *)f->data)->g == g)) {
            const bool jump = f->f == jump_value || f->f == g->jump.f;
            const rdg_hbm_released_margin *w = find(next, g);
            *wider = w ? (jump ? w->jump : w->margin) : (rdg_function){0};
            return w;
        }
    }
    return false;
}

/* Places of what is seen of Q, then of the multipliers from `second` on if it is >= 0, then of the numbers.
 */
static rdg_index *places(const rdg_hbm *hb, rdg_problem *problem, const rdg_hbm_released *r,
                         const rdg_hbm_margin_data *g, rdg_index second)
{
    const rdg_index Q = rdg_variable_index(problem, "Q", NULL), seen = g->margin.n;
    rdg_index *index = rdg_context_calloc(hb->ctx, 2 * (size_t)seen + (r ? (size_t)r->n : 0), sizeof *index);
    rdg_index used = 0;
    for (rdg_index i = 0; index && i < seen; i++) {
        index[used++] = Q + g->index[i];
    }
    for (rdg_index i = 0; index && second >= 0 && i < seen; i++) {
        index[used++] = second + g->index[i];
    }
    for (rdg_index k = 0; index && r && k < r->n; k++) {
        index[used++] = rdg_variable_index(problem, r->number[k].name, NULL);
    }
    return index;
}

static const rdg_function *function_of(rdg_hbm *hb, rdg_problem *problem, rdg_index margin, bool jump,
                                       rdg_index second, rdg_index **index)
{
    const rdg_hbm_margin_data *g = rdg_hbm_margin_of(hb, margin);
    rdg_hbm_released *r = rdg_hbm_released_of(problem);
    const rdg_hbm_released_margin *w = g && r ? find(r, g) : NULL;
    if (!g || (r && !w)) {
        return NULL;
    }
    *index = places(hb, problem, r, g, second);
    if (!*index) {
        return NULL;
    }
    return jump ? (w ? &w->jump : &g->jump) : w ? &w->margin : &g->margin;
}

const rdg_function *rdg_hbm_problem_margin(rdg_hbm *hb, rdg_problem *problem, rdg_index margin,
                                           rdg_index **index)
{
    return hb && problem && index ? function_of(hb, problem, margin, false, -1, index) : NULL;
}

const rdg_function *rdg_hbm_problem_jump(rdg_hbm *hb, rdg_problem *problem, rdg_index margin,
                                         rdg_index multipliers, rdg_index **index)
{
    return hb && problem && index ? function_of(hb, problem, margin, true, multipliers, index) : NULL;
}
