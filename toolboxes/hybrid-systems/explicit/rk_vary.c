/* Variations of a step. At a stage dU are those of the field's arguments: of the states as they are combined,
 * of parameters 1 in their own column, of the phase phi0 + omega tau place what that states; and
 *
 *     dg = h A dU + share F dtau,   h = share tau.
 *
 * Entries of A that have always been zero are left out. What A has is kept by rows: it is needed so here, and
 * is less. */
#include "rk_impl.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* A column that has died away as far, of what it was at the start, no longer counts. */
static const double gone = 1e-10;

/* A field of so few numbers is taken as full: to determine which of them are zero takes longer. */
static const rdg_index few = 32;

/* Bit by bit, as that is quick. */
RDG_CLONED static bool is_zero(rdg_index count, const double *A)
{
    uint64_t any = 0;
#pragma omp simd reduction(| : any)
    for (rdg_index r = 0; r < count; r++) {
        uint64_t bits = 0;
        memcpy(&bits, &A[r], sizeof bits);
        any |= bits;
    }
    return any == 0;
}

/* Rows are filled up with what is always zero, behind A. */
static void widen(rdg_rk_pattern *p, const double *A)
{
    rdg_index count = 0;
    memset(p->value, 0, (size_t)(p->n * p->nu + 1) * sizeof *p->value);
    for (rdg_index r = 0; r < p->start[p->n]; r++) {
        p->value[p->place[r]] = 1.0;
    }
    for (rdg_index i = 0; i < p->n; i++) {
        p->start[i] = count;
        for (rdg_index q = 0; q < p->nu; q++) {
            const rdg_index place = i + p->n * q;
            if (p->is_full || A[place] != 0.0 || signbit(A[place]) || p->value[place] != 0.0) {
                p->row_of[count] = q;
                p->place[count++] = place;
            }
        }
        while (count == p->start[i] || (count - p->start[i]) % 2 != 0) {
            p->row_of[count] = 0;
            p->place[count++] = p->n * p->nu;
        }
    }
    p->start[p->n] = count;
    p->revision++;
}

static void begin_pattern(rdg_rk *k)
{
    rdg_rk_pattern *p = &k->pattern;
    if (p->n != k->n || p->nu != k->nu) {
        p->n = k->n;
        p->nu = k->nu;
        p->is_full = k->n * k->nu <= few;
        memset(p->start, 0, (size_t)(k->n + 1) * sizeof *p->start);
        memset(p->A, 0, (size_t)(k->n * k->nu + 1) * sizeof *p->A);
        widen(p, p->A);
    }
}

rdg_index rdg_rk_entries(rdg_rk *k)
{
    begin_pattern(k);
    return k->pattern.start[k->n];
}

/* Derivatives of the field at a stage, by the pattern; that grows where there are more, and what was taken
 * is of no use then. */
static int take_slopes(rdg_rk *k, const double *u, double *value)
{
    rdg_rk_pattern *p = &k->pattern;
    const rdg_index n = k->n, count = p->start[n];
    double *A = p->A;
    const int answer = k->field->df ? k->field->df(k->nu, u, n, A, k->field->data)
                                    : rdg_hybrid_df(k->field, k->nu, u, k->size, n, A, k->work);
    for (rdg_index r = 0; r < count; r++) {
        value[r] = A[p->place[r]];
    }
    for (rdg_index r = 0; !p->is_full && r < count; r++) {
        A[p->place[r]] = 0.0;
    }
    if (!p->is_full && answer == 0 && !is_zero(n * k->nu, A)) {
        widen(p, A);
        memset(A, 0, (size_t)(n * k->nu) * sizeof *A);
    } else if (p->is_full || answer != 0) {
        memset(A, 0, (size_t)(n * k->nu) * sizeof *A);
    }
    return answer;
}

int rdg_rk_slopes_of(rdg_rk *k, const rdg_rk_stages *stages, const double **value)
{
    const rdg_rk_pattern *p = &k->pattern;
    long revision = 0;
    int answer = 0;
    (void)rdg_rk_entries(k);
    do {
        const bool kept = stages->value && stages->revision == p->revision;
        double *to = kept ? stages->value : p->value;
        revision = p->revision;
        for (int i = 0; !(kept && stages->sloped) && i < stages->count; i++) {
            answer = take_slopes(k, stages->u + i * k->nu, to + i * p->start[k->n]);
            if (answer != 0 || revision != p->revision) {
                break;
            }
        }
        *value = to;
    } while (answer == 0 && revision != p->revision);
    return answer;
}

void rdg_rk_push_through(const rdg_rk *k, const double *value, const double *x, double *out)
{
    const rdg_rk_pattern *p = &k->pattern;
    for (rdg_index i = 0; i < k->n; i++) {
        out[i] = 0.0;
        for (rdg_index r = p->start[i]; r < p->start[i + 1]; r++) {
            out[i] += value[r] * x[p->row_of[r]];
        }
    }
}

void rdg_rk_pull_through(const rdg_rk *k, const double *value, const double *y, double *out)
{
    const rdg_rk_pattern *p = &k->pattern;
    memset(out, 0, (size_t)k->nu * sizeof *out);
    for (rdg_index i = 0; i < k->n; i++) {
        for (rdg_index r = p->start[i]; r < p->start[i + 1]; r++) {
            out[p->row_of[r]] += value[r] * y[i];
        }
    }
}

/* dg = h A dU, of the columns of a block */
RDG_CLONED static void multiply_slopes(const rdg_rk_pattern *p, double h, const double *restrict value,
                                       const double *restrict s, double *restrict dg)
{
    enum { W = RDG_RK_WIDE };
    const rdg_index *start = p->start, *row_of = p->row_of;
    for (rdg_index i = 0; i < p->n; i++, dg += W) {
        rdg_index r = start[i];
        const double a = h * value[r], b = h * value[r + 1];
        const double *x = s + W * row_of[r], *y = s + W * row_of[r + 1];
#pragma omp simd
        for (int c = 0; c < W; c++) {
            dg[c] = a * x[c] + b * y[c];
        }
        for (r += 2; r < start[i + 1]; r += 2) {
            const double d = h * value[r], e = h * value[r + 1];
            const double *z = s + W * row_of[r], *w = s + W * row_of[r + 1];
#pragma omp simd
            for (int c = 0; c < W; c++) {
                dg[c] += d * z[c] + e * w[c];
            }
        }
    }
}

/* Where column c is in a row of arguments of a block; NULL: in another block. */
static double *lane(double *row, rdg_index block, rdg_index c)
{
    const rdg_index in = c - block * RDG_RK_WIDE;
    return in >= 0 && in < RDG_RK_WIDE ? row + in : NULL;
}

void rdg_rk_vary_arguments(const rdg_rk *k, rdg_index block)
{
    double *row = k->s + k->n * RDG_RK_WIDE;
    memset(row, 0, (size_t)((k->nu - k->n) * RDG_RK_WIDE) * sizeof *row);
    for (rdg_index q = k->n; q < k->nu; q++, row += RDG_RK_WIDE) {
        double *one = lane(row, block, q);
        if (one) {
            *one = 1.0;
        }
    }
}

void rdg_rk_vary_stage(const rdg_rk *k, rdg_index block, double place, const double *value, const double *f,
                       double *dg)
{
    double *phase = k->s + (k->nu - 1) * RDG_RK_WIDE;
    double *by_omega = k->forced ? lane(phase, block, k->omega_at) : NULL;
    double *by_tau = k->forced ? lane(phase, block, k->nu) : NULL, *duration = lane(dg, block, k->nu);
    if (by_omega) {
        *by_omega = k->tau * place;
    }
    if (by_tau) {
        *by_tau = k->omega * place;
    }
    multiply_slopes(&k->pattern, k->share * k->tau, value, k->s, dg);
    for (rdg_index c = 0; duration && c < k->n; c++) {
        duration[c * RDG_RK_WIDE] += k->share * f[c];
    }
}

static void carry(const rdg_rk *k, rdg_index block, const double *v, double *v1, const rdg_rk_stages *stages,
                  const double *value, double *tape)
{
    const rdg_index n = k->n, count = n * RDG_RK_WIDE, entries = k->pattern.start[n];
    rdg_rk_vary_arguments(k, block);
    for (int i = 0; i < RDG_RK_STAGES; i++) {
        if (i > 0) {
            rdg_rk_combine(i, count, v, k->dg, k->s);
        } else {
            memcpy(k->s, v, (size_t)count * sizeof *v);
        }
        rdg_rk_vary_stage(k, block, k->pos + rdg_rk_c[i] * k->share, value + i * entries, stages->f + i * n,
                          k->dg + i * count);
        if (tape) {
            memcpy(tape + i * count, k->s, (size_t)count * sizeof *tape);
        }
    }
    rdg_rk_combine(RDG_RK_END, count, v, k->dg, v1);
}

static double size_of(const rdg_rk *k, rdg_index i)
{
    return k->size && k->size[i] > 0.0 ? k->size[i] : 1.0;
}

/* As rdg_rk_error(), of one column of a block; each row in the size of its state. */
static double error_of(const rdg_rk *k, rdg_index column, const double *v, const double *v1)
{
    const double *a = rdg_rk_a[RDG_RK_END], *e = rdg_rk_e5, *b = rdg_rk_b3;
    const rdg_index c = column % RDG_RK_WIDE, count = k->n * RDG_RK_WIDE;
    double scale = gone / size_of(k, column), sum5 = 0.0, sum3 = 0.0;
    for (rdg_index i = 0; i < k->n; i++) {
        const double size = size_of(k, i);
        const rdg_index at = i * RDG_RK_WIDE + c;
        scale = fmax(scale, fmax(fabs(v[at]), fabs(v1[at])) / size);
        double five = 0.0, three = 0.0;
        for (int j = 0; j < RDG_RK_STAGES; j++) {
            const double g = k->dg[j * count + at];
            five += e[j] * g;
            three += (a[j] - b[j]) * g;
        }
        sum5 += (five / size) * (five / size);
        sum3 += (three / size) * (three / size);
    }
    const double unit = k->weigh * scale, all = sum5 + 0.01 * sum3;
    return all > 0.0 ? sum5 / (unit * sqrt((double)k->n * all)) : all;
}

void rdg_rk_vary_begin(rdg_rk *k)
{
    memset(k->v, 0, (size_t)(rdg_rk_blocks(k) * k->n * RDG_RK_WIDE) * sizeof *k->v);
    for (rdg_index i = 0; i < k->n; i++) {
        k->v[rdg_rk_place(k, i, i)] = 1.0;
    }
}

int rdg_rk_vary(rdg_rk *k, double pos, double share, const rdg_rk_stages *stages, double *tape)
{
    const rdg_index count = k->n * RDG_RK_WIDE, blocks = rdg_rk_blocks(k);
    k->pos = pos;
    k->share = share;
    const double *value = NULL;
    const int answer = rdg_rk_slopes_of(k, stages, &value);
    for (rdg_index b = 0; answer == 0 && b < blocks; b++) {
        const double *v = k->v + b * count;
        double *v1 = k->v1 + b * count;
        carry(k, b, v, v1, stages, value, tape ? tape + b * RDG_RK_STAGES * count : NULL);
        for (rdg_index c = b * RDG_RK_WIDE; k->weigh > 0.0 && c < (b + 1) * RDG_RK_WIDE && c < k->n; c++) {
            k->slope_error = fmax(k->slope_error, error_of(k, c, v, v1));
        }
    }
    return answer;
}
