/* A linear mode as its field describes it: x' = A x + g(phi). */
#include "linear_impl.h"

#include <math.h>
#include <string.h>

/* Of what the rates of a field are a sum of: more than this it is not linear. */
static const double straight = 1e-9;

static double phase(const rdg_linear *l, rdg_index k)
{
    return 6.283185307179586476925286766559 * (double)k / (double)l->waves;
}

/* Arguments at x (NULL: 0) and the parameters at hand. */
static double *arguments(const rdg_flow *flow, const rdg_linear *l, const double *x, double phi)
{
    const rdg_rk *k = &flow->rk;
    double *u = flow->linears->work.u;
    if (x) {
        memcpy(u, x, (size_t)l->n * sizeof *u);
    } else {
        memset(u, 0, (size_t)l->n * sizeof *u);
    }
    memcpy(u + l->n, l->p, (size_t)l->np * sizeof *u);
    if (k->forced) {
        u[k->nu - 1] = phi;
    }
    return u;
}

static int rates(rdg_flow *flow, const double *u, double *y)
{
    const rdg_rk *k = &flow->rk;
    memset(y, 0, (size_t)k->n * sizeof *y);
    const int answer = k->field->f(k->nu, u, k->n, y, k->field->data);
    return answer != 0 ? rdg_flow_refused(flow, answer, 0.0) : 0;
}

static int slopes(rdg_flow *flow, const double *u, double *J)
{
    rdg_rk *k = &flow->rk;
    const int answer = rdg_hybrid_df(k->field, k->nu, u, k->size, k->n, J, k->work);
    return answer != 0 ? rdg_flow_refused(flow, answer, 0.0) : 0;
}

static double wave(const rdg_linear *l, rdg_index row, double phi)
{
    double sum = 0.0;
    for (rdg_index k = 0; k < l->waves; k++) {
        double weight = 1.0; /* of the trigonometric polynomial through the values */
        for (rdg_index m = 1; 2 * m < l->waves; m++) {
            weight += 2.0 * cos((double)m * (phi - phase(l, k)));
        }
        sum += weight * l->g[row + l->n * k] / (double)l->waves;
    }
    return sum;
}

/* That the field is what it is stated to be, at a place in general position. */
static int check(rdg_flow *flow, const rdg_linear *l)
{
    static const double phi = 2.3562;
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n;
    for (rdg_index i = 0; i < n; i++) {
        w->x[i] = (i % 2 == 0 ? 1.0 : -1.0) * rdg_general(i);
    }
    const int answer = rates(flow, arguments(flow, l, w->x, phi), w->y);
    for (rdg_index i = 0; i < n && answer == 0; i++) {
        const double g = wave(l, i, phi);
        double sum = g, size = fabs(g);
        for (rdg_index k = 0; k < l->waves; k++) {
            size += fabs(l->g[i + n * k]);
        }
        for (rdg_index j = 0; j < n; j++) {
            sum += l->A[i + n * j] * w->x[j];
            size += fabs(l->A[i + n * j] * w->x[j]);
        }
        if (!(fabs(sum - w->y[i]) <= straight * size)) {
            return rdg_flow_because(flow, -1,
                                    "phase \"%s\" of \"%s\" is declared linear, with %ld harmonics, but its "
                                    "field is not: rate %ld is %g where that would be %g",
                                    flow->mode, rdg_hybrid_name(flow->h), (long)(l->waves / 2), (long)i + 1,
                                    w->y[i], sum);
        }
    }
    return answer;
}

int rdg_linear_read(rdg_flow *flow, rdg_linear *l, bool *same)
{
    rdg_linear_work *w = &flow->linears->work;
    const size_t bytes = (size_t)(l->n * l->n) * sizeof *l->A;
    for (rdg_index k = 0; k < l->waves; k++) {
        const int answer = rates(flow, arguments(flow, l, NULL, phase(l, k)), l->g + l->n * k);
        if (answer != 0) {
            return answer;
        }
    }
    const int answer = slopes(flow, arguments(flow, l, NULL, 0.0), w->J);
    if (answer != 0) {
        return answer;
    }
    *same = memcmp(l->A, w->J, bytes) == 0;
    memcpy(l->A, w->J, bytes);
    return check(flow, l);
}

/* A_p by second derivatives: the rows, one by one. */
static int read_rows(rdg_flow *flow, rdg_linear *l)
{
    rdg_rk *k = &flow->rk;
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n, nu = k->nu;
    const double *u = arguments(flow, l, NULL, 0.0);
    memset(w->y, 0, (size_t)n * sizeof *w->y);
    for (rdg_index i = 0; i < n; i++) {
        w->y[i] = 1.0;
        memset(w->H, 0, (size_t)(nu * nu) * sizeof *w->H);
        const int answer = k->field->d2f(nu, u, n, w->y, w->H, k->field->data);
        if (answer != 0) {
            return rdg_flow_refused(flow, answer, 0.0);
        }
        w->y[i] = 0.0;
        for (rdg_index p = 0; p < l->np; p++) {
            for (rdg_index j = 0; j < n; j++) {
                l->Ap[i + n * (j + n * p)] = w->H[j + nu * (n + p)];
            }
        }
    }
    return 0;
}

/* By first derivatives, which are linear in x: the columns. */
static int read_columns(rdg_flow *flow, rdg_linear *l)
{
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n;
    memset(w->x, 0, (size_t)n * sizeof *w->x);
    for (rdg_index j = 0; j < n; j++) {
        for (int side = 0; side < 2; side++) {
            w->x[j] = side == 0 ? 1.0 : -1.0;
            const int answer = slopes(flow, arguments(flow, l, w->x, 0.0), w->J);
            if (answer != 0) {
                return answer;
            }
            for (rdg_index i = 0; i < n * l->np; i++) {
                double *to = &l->Ap[i % n + n * (j + n * (i / n))];
                *to = side == 0 ? 0.5 * w->J[n * n + i] : *to - 0.5 * w->J[n * n + i];
            }
        }
        w->x[j] = 0.0;
    }
    return 0;
}

/* Second derivatives at x (NULL: 0), contracted with numbers in general position, to w->H. */
static int curves(rdg_flow *flow, const rdg_linear *l, const double *x)
{
    const rdg_rk *k = &flow->rk;
    rdg_linear_work *w = &flow->linears->work;
    for (rdg_index i = 0; i < l->n; i++) {
        w->y[i] = rdg_general(i);
    }
    memset(w->H, 0, (size_t)(k->nu * k->nu) * sizeof *w->H);
    const int answer = k->field->d2f(k->nu, arguments(flow, l, x, 0.0), l->n, w->y, w->H, k->field->data);
    return answer != 0 ? rdg_flow_refused(flow, answer, 0.0) : 0;
}

/* By which A_p is recognised: its rows in a sum; A_pp is none if their sum is not there. */
static int is_same(rdg_flow *flow, rdg_linear *l, bool *same)
{
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n, np = l->np, nu = flow->rk.nu;
    *same = false;
    l->bends = true;
    if (!flow->rk.field->d2f) {
        return 0;
    }
    int answer = curves(flow, l, NULL);
    *same = answer == 0 && l->turned;
    for (rdg_index p = 0; p < np && answer == 0; p++) {
        double *print = l->print + n * p;
        const double *now = w->H + nu * (n + p);
        *same = *same && memcmp(print, now, (size_t)n * sizeof *now) == 0;
        memcpy(print, now, (size_t)n * sizeof *now);
        memcpy(w->all + np * p, now + n, (size_t)np * sizeof *now);
    }
    for (rdg_index i = 0; i < n; i++) {
        w->x[i] = (i % 2 == 0 ? 1.0 : -1.0) * rdg_general(i);
    }
    answer = answer ? answer : curves(flow, l, w->x);
    l->bends = false;
    for (rdg_index k = 0; k < np * np && answer == 0; k++) {
        l->bends = l->bends || w->all[k] != w->H[n + k % np + nu * (n + k / np)];
    }
    return answer;
}

int rdg_linear_read_slopes(rdg_flow *flow, rdg_linear *l, bool *same)
{
    rdg_linear_work *w = &flow->linears->work;
    const rdg_index n = l->n;
    for (rdg_index k = 0; k < l->waves; k++) {
        const int answer = slopes(flow, arguments(flow, l, NULL, phase(l, k)), w->J);
        if (answer != 0) {
            return answer;
        }
        for (rdg_index i = 0; i < n * l->np; i++) {
            l->gp[i % n + n * (k + l->waves * (i / n))] = w->J[n * n + i];
        }
    }
    int answer = is_same(flow, l, same);
    if (answer == 0 && !*same) {
        answer = flow->rk.field->d2f ? read_rows(flow, l) : read_columns(flow, l);
        for (rdg_index i = 0; i < n * n * l->np; i++) {
            const bool moves = l->Ap[i] != 0.0 || (i % (n * n) != 0 && l->moves[i / (n * n)]);
            l->moves[i / (n * n)] = moves;
        }
    }
    l->turns = l->bends;
    for (rdg_index p = 0; p < l->np; p++) {
        l->turns = l->turns || l->moves[p];
    }
    return answer;
}
