/* The spectral solver of a harmonic balance: the contacts' reference stiffness, and the operator that the
 * problem brings along (hbm/interface). */
#include "hbm_impl.h"
#include "spectral_impl.h"

#include <ridgewalk/gmres.h>
#include <ridgewalk/gyroscopic.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/sparse.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/wave.h>

#include <math.h>
#include <string.h>

/* The reference stiffness of the elements as entries of a matrix. */
typedef struct springs {
    rdg_index count;
    rdg_index *row, *col, *place;
    double *value;
} springs;

static void free_springs(springs *k)
{
    rdg_free(k->row);
    rdg_free(k->col);
    rdg_free(k->place);
    rdg_free(k->value);
}

static rdg_index count_springs(const rdg_hbm *hb)
{
    rdg_index count = 0;
    for (rdg_index i = 0; i < hb->n_elements; i++) {
        const rdg_index n = rdg_hbm_element_at(hb, i)->terms.n;
        count += n * n;
    }
    return count;
}

static rdg_status reserve(const rdg_hbm *hb, springs *k)
{
    const size_t count = (size_t)count_springs(hb);
    k->row = rdg_context_calloc(hb->ctx, count, sizeof *k->row);
    k->col = rdg_context_calloc(hb->ctx, count, sizeof *k->col);
    k->place = rdg_context_calloc(hb->ctx, count, sizeof *k->place);
    k->value = rdg_context_calloc(hb->ctx, count, sizeof *k->value);
    return rdg_error_status(hb->ctx);
}

/* An element's Jacobian at rest between cosines of the first harmonic, its symmetric part: what a contact
 * that sticks does. */
static void add_element(const rdg_hbm *hb, const rdg_hbm_element *e, const double *J, springs *k)
{
    const rdg_index nc = hb->basis.n_coefficients, N = e->d * nc, cosine = hb->basis.has_static;
    for (rdg_index tj = 0; tj < e->terms.n; tj++) {
        for (rdg_index ti = 0; ti < e->terms.n; ti++) {
            const rdg_hbm_term *left = &e->terms.term[ti], *right = &e->terms.term[tj];
            const rdg_index i = left->slot * nc + cosine, j = right->slot * nc + cosine;
            k->row[k->count] = left->place;
            k->col[k->count] = right->place;
            k->value[k->count++] = left->weight * right->weight * 0.5 * (J[i + N * j] + J[j + N * i]);
        }
    }
}

/* u: at rest */
static rdg_status gather_springs(rdg_hbm *hb, const double *u, springs *k)
{
    for (rdg_index first = 0; first < hb->n_elements; first += hb->batch.size) {
        const int answer = rdg_hbm_evaluate_batch(hb, first, RDG_HBM_JACOBIAN, u, NULL);
        if (answer != 0) {
            return rdg_fail(hb->ctx, RDG_ERR_CALLBACK, "rdg_hbm_solver",
                            "the elements of \"%s\" cannot be evaluated at rest (answer %d)",
                            rdg_structure_name(hb->structure), answer);
        }
        for (rdg_index i = first; i < rdg_hbm_batch_end(hb, first); i++) {
            add_element(hb, rdg_hbm_element_at(hb, i), rdg_hbm_batch_answer(hb, i - first).jacobian, k);
        }
    }
    return RDG_OK;
}

static rdg_status sum_springs(rdg_hbm *hb, const springs *k)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    s->dense = rdg_pattern_create(hb->ctx, hb->n_kept, hb->n_kept, k->count, k->row, k->col, k->place);
    if (!s->dense) {
        return RDG_ERR_NO_MEMORY;
    }
    s->contacts = rdg_context_calloc(hb->ctx, (size_t)rdg_pattern_count(s->dense), sizeof *s->contacts);
    for (rdg_index e = 0; s->contacts && e < k->count; e++) {
        s->contacts[k->place[e]] += k->value[e];
    }
    s->block = *s->dense;
    s->entries = rdg_pattern_count(s->dense);
    return rdg_error_status(hb->ctx);
}

static rdg_status find_springs(rdg_hbm *hb)
{
    springs k = {.count = 0};
    double *u = rdg_context_calloc(hb->ctx, (size_t)hb->m + 2, sizeof *u);
    rdg_status status = u ? reserve(hb, &k) : RDG_ERR_NO_MEMORY;
    if (status == RDG_OK) {
        const double *rest = rdg_structure_rest(hb->structure);
        for (rdg_index i = 0; rest && hb->basis.has_static && i < hb->n_kept; i++) {
            u[i] = rest[hb->kept[i]];
        }
        u[hb->m] = 1.0; /* the reference stiffness does not depend on it */
        status = gather_springs(hb, u, &k);
    }
    status = status == RDG_OK ? sum_springs(hb, &k) : status;
    rdg_free(u);
    free_springs(&k);
    return status;
}

rdg_status rdg_hbm_make_spectral(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    rdg_sparse M, C, K;
    RDG_TRY(rdg_structure_refuse_wave(hb->structure, "rdg_hbm_solver"));
    RDG_TRY(rdg_structure_refuse_loss(hb->structure, "rdg_hbm_solver"));
    RDG_TRY(rdg_structure_refuse_gyroscopic(hb->structure, "rdg_hbm_solver"));
    RDG_TRY(rdg_structure_matrices(hb->structure, &M, &C, &K));
    RDG_TRY(find_springs(hb));
    const rdg_sparse contacts = {s->block, s->contacts};
    double damping[2] = {0.0, 0.0};
    const bool proportional = rdg_structure_proportional(hb->structure, &damping[0], &damping[1]);
    s->spectral =
        rdg_spectral_create(hb->ctx, &(rdg_spectral_parts){.M = &M,
                                                           .C = &C,
                                                           .K = &K,
                                                           .contacts = &contacts,
                                                           .damping = proportional ? damping : NULL,
                                                           .basis = &hb->basis,
                                                           .structure = rdg_structure_name(hb->structure)});
    s->linear_at = hb->m;
    return s->spectral ? RDG_OK : rdg_error_status(hb->ctx);
}

static void times(const double *at, bool transposed, const double *x, double *y, void *data)
{
    const rdg_hbm *hb = data;
    rdg_spectral_times(hb->stiffness.spectral, &hb->active, 0, at[0], transposed, x, y);
}

static void solve(const double *at, const double *b, double *x, void *data)
{
    const rdg_hbm *hb = data;
    rdg_spectral_solve(hb->stiffness.spectral, &hb->active, at[0], false, b, x);
}

static void solve_transposed(const double *at, const double *b, double *x, void *data)
{
    const rdg_hbm *hb = data;
    rdg_spectral_solve(hb->stiffness.spectral, &hb->active, at[0], true, b, x);
}

static void row_sizes(const double *at, const double *size, double *row, void *data)
{
    const rdg_hbm *hb = data;
    rdg_spectral_row_sizes(hb->stiffness.spectral, &hb->active, at[0], size, row);
}

/* k_c (1 + i k omega b), to the places at which map.c has put the block's pattern. */
static void shift(const double *at, double *values, void *data)
{
    const rdg_hbm *hb = data;
    const rdg_hbm_stiffness *s = &hb->stiffness;
    const rdg_index *place = s->place;
    double b = 0.0;
    rdg_spectral_is_exact(s->spectral, &b);
    for (rdg_index h = -(rdg_index)hb->basis.has_static; h < hb->active.n_harmonics; h++) {
        const double im = h < 0 ? 0.0 : hb->basis.harmonic[h] * at[0] * b;
        for (rdg_index e = 0; e < s->entries; e++) {
            values[place[0]] += s->contacts[e];
            if (h >= 0) {
                values[place[1]] -= im * s->contacts[e];
                values[place[2]] += im * s->contacts[e];
                values[place[3]] += s->contacts[e];
            }
            place += h < 0 ? 1 : 4;
        }
    }
}

void rdg_hbm_make_linear_ops(rdg_hbm *hb)
{
    rdg_hbm_stiffness *s = &hb->stiffness;
    double b = 0.0;
    s->linear = (rdg_linear_ops){.n_at = 1,
                                 .at = &s->linear_at,
                                 .times = times,
                                 .solve = solve,
                                 .solve_transposed = solve_transposed,
                                 .shift = rdg_spectral_is_exact(s->spectral, &b) ? shift : NULL,
                                 .row_sizes = row_sizes,
                                 .data = hb};
    hb->function.linear = &s->linear;
}

/* The Jacobian with respect to Q, or its transpose, P being applied before: for GMRES. */
typedef struct system {
    const rdg_hbm *hb;
    const double *values;
    double omega;
    bool transposed;
    double *x; /* [m] */
} system;

static void multiply(const double *x, double *y, const system *s)
{
    const rdg_hbm *hb = s->hb;
    const rdg_pattern *p = hb->jacobian.pattern;
    memset(y, 0, (size_t)hb->m * sizeof *y);
    rdg_spectral_times(hb->stiffness.spectral, &hb->active, 0, s->omega, s->transposed, x, y);
    for (rdg_index j = 0; j < hb->m; j++) {
        for (rdg_index e = p->start[j]; e < p->start[j + 1]; e++) {
            const rdg_index to = s->transposed ? j : p->row[e], from = s->transposed ? p->row[e] : j;
            y[to] += s->values[e] * x[from];
        }
    }
}

static void product(const double *v, double *w, void *data)
{
    const system *s = data;
    rdg_spectral_solve(s->hb->stiffness.spectral, &s->hb->active, s->omega, s->transposed, v, s->x);
    multiply(s->x, w, s);
}

int rdg_hbm_solve_spectral(const rdg_hbm *hb, const double *values, double omega, bool transposed,
                           const double *b, double *x)
{
    enum { VECTORS = 60, PASSES = 6 };
    const double wanted = 1e-13, acceptable = 1e-8;
    const rdg_index m = hb->m;
    system s = {.hb = hb,
                .values = values,
                .omega = omega,
                .transposed = transposed,
                .x = rdg_calloc(3 * (size_t)m, sizeof(double))};
    rdg_gmres *g = rdg_gmres_create(hb->ctx, m, m < VECTORS ? (int)m : VECTORS);
    int status = s.x && g ? 1 : -1;
    double *r = s.x ? s.x + m : NULL, *y = s.x ? r + m : NULL;
    double size = 0.0;
    for (int pass = 0; status == 1 && pass <= PASSES; pass++) {
        double left = 0.0;
        for (rdg_index i = 0; pass == 0 && i < m; i++) {
            x[i] = 0.0;
            size += b[i] * b[i];
        }
        multiply(x, r, &s);
        for (rdg_index i = 0; i < m; i++) {
            r[i] = -b[i] - r[i];
            left += r[i] * r[i];
        }
        if (left <= wanted * wanted * size || (pass == PASSES && left <= acceptable * acceptable * size)) {
            status = 0;
            break;
        }
        rdg_gmres_solve(g, product, &s, 0.1 * wanted * sqrt(size / left), r, y);
        rdg_spectral_solve(hb->stiffness.spectral, &hb->active, omega, transposed, y, s.x);
        for (rdg_index i = 0; i < m; i++) {
            x[i] += s.x[i];
        }
    }
    rdg_gmres_free(g);
    rdg_free(s.x);
    return status;
}
