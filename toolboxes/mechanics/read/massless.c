/* Static condensation of what has no mass. */
#include "massless_impl.h"

#include <ridgewalk/memory_limit.h>

#include <inttypes.h>
#include <string.h>

/* Abaqus marks what is held by a stiffness of 1e36. */
static const double held_stiffness = 1e36;

typedef enum fate { KEPT, MASSLESS, EMPTY, HELD, FATES } fate;

/* Rows by their fates */
typedef struct partition {
    rdg_index n[FATES];
    rdg_index *rows[FATES]; /* [n] */
    rdg_index *place;       /* [all rows] number among those of the same fate */
    unsigned char *is;      /* [all rows] fate */
} partition;

static void mark(const cholmod_sparse *X, unsigned char *has)
{
    const rdg_index *start = X ? X->p : NULL;
    for (rdg_index j = 0; X && j < (rdg_index)X->ncol; j++) {
        for (rdg_index k = start[j]; k < start[j + 1]; k++) {
            has[j] = has[j] || ((const double *)X->x)[k] != 0.0;
        }
    }
}

static void mark_held(const cholmod_sparse *K, unsigned char *held)
{
    const rdg_index *start = K->p, *row = K->i;
    for (rdg_index j = 0; j < (rdg_index)K->ncol; j++) {
        for (rdg_index k = start[j]; k < start[j + 1]; k++) {
            held[j] = held[j] || (row[k] == j && ((const double *)K->x)[k] >= held_stiffness);
        }
    }
}

static void partition_free(partition *p)
{
    for (int f = 0; f < FATES; f++) {
        rdg_free(p->rows[f]);
    }
    rdg_free(p->place);
    rdg_free(p->is);
}

static rdg_status make_partition(const rdg_fe_model *model, const rdg_fe_matrices *m, partition *p)
{
    const rdg_index n = m->n;
    unsigned char *stiff = rdg_context_calloc(model->ctx, (size_t)n, 1);
    unsigned char *heavy = rdg_context_calloc(model->ctx, (size_t)n, 1);
    p->is = rdg_context_calloc(model->ctx, (size_t)n, 1);
    p->place = rdg_context_calloc(model->ctx, (size_t)n, sizeof *p->place);
    bool has_memory = stiff && heavy && p->is && p->place;
    for (int f = 0; f < FATES && has_memory; f++) {
        p->rows[f] = rdg_context_calloc(model->ctx, (size_t)n, sizeof *p->rows[f]);
        has_memory = p->rows[f] != NULL;
    }
    if (has_memory) {
        mark(m->K, stiff);
        mark(m->M, heavy);
        mark(m->C, heavy);
        if (model->marks_held) {
            mark_held(m->K, p->is);
        }
        for (rdg_index i = 0; i < n; i++) {
            const fate f = p->is[i]               ? HELD
                           : heavy[i]             ? KEPT
                           : !stiff[i]            ? EMPTY
                           : model->keep_massless ? KEPT
                                                  : MASSLESS;
            p->is[i] = (unsigned char)f;
            p->place[i] = p->n[f];
            p->rows[f][p->n[f]++] = i;
        }
    }
    rdg_free(stiff);
    rdg_free(heavy);
    return has_memory ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* place: of the names in the matrices */
static void name_row(const rdg_fe_model *model, const rdg_index *place, rdg_index row,
                     char name[RDG_DOF_NAME])
{
    rdg_index named = row;
    for (rdg_index i = 0; model->dofs.n > 0 && i < model->dofs.n; i++) {
        named = place[i] == row ? i : named;
    }
    rdg_dof_table_name(model->dofs.n > 0 ? &model->dofs : NULL, named, name);
}

static void report(const rdg_fe_model *model, const rdg_index *place, const partition *p, rdg_index n)
{
    static const char *const words[FATES] = {
        [MASSLESS] = "without mass condensed statically",
        [EMPTY] = "without mass and stiffness left out",
        [HELD] = "held by a stiffness of 1e36 and more left out",
    };
    for (int f = MASSLESS; f < FATES; f++) {
        char name[RDG_DOF_NAME];
        if (p->n[f] > 0) {
            name_row(model, place, p->rows[f][0], name);
            rdg_write(model->ctx, RDG_CHANNEL_NOTE,
                      "note: structure \"%s\": %" PRId64 " of %" PRId64 " degrees of freedom %s, first %s\n",
                      model->name, p->n[f], n, words[f], name);
        }
    }
}

static cholmod_sparse *part(cholmod_sparse *X, const partition *p, fate rows, fate cols,
                            cholmod_common *common)
{
    return X ? cholmod_l_submatrix(X, p->rows[rows], p->n[rows], p->rows[cols], p->n[cols], 1, 1, common)
             : NULL;
}

/* --- memory: massless rows that are coupled, and the kept rows beside them, make a full block */

typedef struct search {
    rdg_index *stack; /* massless rows to visit */
    rdg_index *seen;  /* [all rows] number of the block that has seen it, from 1 */
    rdg_index block, massless, kept;
} search;

static void visit(const cholmod_sparse *K, const partition *p, search *s, rdg_index first)
{
    const rdg_index *start = K->p, *row = K->i;
    rdg_index depth = 0;
    s->massless = s->kept = 0;
    s->block++;
    s->seen[first] = s->block;
    s->stack[depth++] = first;
    while (depth > 0) {
        const rdg_index j = s->stack[--depth];
        s->massless++;
        for (rdg_index k = start[j]; k < start[j + 1]; k++) {
            if (s->seen[row[k]] != s->block && (p->is[row[k]] == MASSLESS || p->is[row[k]] == KEPT)) {
                s->seen[row[k]] = s->block;
                s->kept += p->is[row[k]] == KEPT;
                if (p->is[row[k]] == MASSLESS) {
                    s->stack[depth++] = row[k];
                }
            }
        }
    }
}

static rdg_status check_memory(const rdg_fe_model *model, const rdg_fe_matrices *m, const partition *p)
{
    enum {
        ENTRY = sizeof(rdg_index) + sizeof(double),
        COPIES = 4
    }; /* product, difference, its transpose, their sum */
    search s = {.stack = rdg_context_calloc(model->ctx, (size_t)p->n[MASSLESS], sizeof *s.stack),
                .seen = rdg_context_calloc(model->ctx, (size_t)m->n, sizeof *s.seen)};
    double entries = 0;
    for (rdg_index i = 0; s.stack && s.seen && i < p->n[MASSLESS]; i++) {
        if (s.seen[p->rows[MASSLESS][i]] == 0) {
            visit(m->K, p, &s, p->rows[MASSLESS][i]);
            entries += (double)s.kept * (double)(s.massless + COPIES * s.kept);
        }
    }
    const bool has_memory = s.stack && s.seen;
    rdg_free(s.stack);
    rdg_free(s.seen);
    return has_memory
               ? rdg_require_memory(
                     model->ctx, model->where, "the degrees of freedom without mass, condensed,",
                     ENTRY * entries,
                     "keep them with the function of the same name and _massless, and make a component")
               : RDG_ERR_NO_MEMORY;
}

/* --- condensation */

static rdg_status no_memory(const rdg_fe_model *model)
{
    return rdg_fail(model->ctx, RDG_ERR_NO_MEMORY, model->where,
                    "no memory for the degrees of freedom without mass of \"%s\"", model->name);
}

/* X - Y, of both the symmetric part: rounding has made them unsymmetric. */
static cholmod_sparse *subtract(cholmod_sparse *X, cholmod_sparse *Y, cholmod_common *common)
{
    double half[2] = {0.5, 0}, minus[2] = {-0.5, 0}, one[2] = {1, 0};
    cholmod_sparse *difference = X && Y ? cholmod_l_add(X, Y, half, minus, 1, 1, common) : NULL;
    cholmod_sparse *across = difference ? cholmod_l_transpose(difference, 1, common) : NULL;
    cholmod_sparse *sum = across ? cholmod_l_add(difference, across, one, one, 1, 1, common) : NULL;
    cholmod_l_free_sparse(&difference, common);
    cholmod_l_free_sparse(&across, common);
    return sum;
}

/* K_ma is replaced by K_mm^-1 K_ma. */
static rdg_status solve(const rdg_fe_model *model, const rdg_index *place, const partition *p,
                        cholmod_sparse *Kmm, cholmod_sparse **Kma, cholmod_common *common)
{
    Kmm->stype = 1;
    cholmod_factor *L = cholmod_l_analyze(Kmm, common);
    if (!L || !RDG_BLAS(cholmod_l_factorize(Kmm, L, common))) {
        cholmod_l_free_factor(&L, common);
        return no_memory(model);
    }
    if (L->minor < L->n) {
        char name[RDG_DOF_NAME];
        name_row(model, place, p->rows[MASSLESS][((const rdg_index *)L->Perm)[L->minor]], name);
        cholmod_l_free_factor(&L, common);
        return rdg_fail(model->ctx, RDG_ERR_SINGULAR, model->where,
                        "the degrees of freedom without mass of \"%s\" cannot be condensed: their stiffness "
                        "is not positive definite at %s. Hold it in the finite element program, or give it a "
                        "mass",
                        model->name, name);
    }
    rdg_blas_begin();
    cholmod_sparse *X = cholmod_l_spsolve(CHOLMOD_A, L, *Kma, common);
    rdg_blas_end(0);
    cholmod_l_free_factor(&L, common);
    cholmod_l_free_sparse(Kma, common);
    *Kma = X;
    return X ? RDG_OK : no_memory(model);
}

static rdg_status condense(const rdg_fe_model *model, const rdg_index *place, const partition *p,
                           cholmod_sparse *K, cholmod_sparse **Kaa, cholmod_common *common)
{
    cholmod_sparse *Kmm = part(K, p, MASSLESS, MASSLESS, common), *Kma = part(K, p, MASSLESS, KEPT, common),
                   *Kam = part(K, p, KEPT, MASSLESS, common), *product = NULL, *condensed = NULL;
    rdg_status status = Kmm && Kma && Kam ? solve(model, place, p, Kmm, &Kma, common) : no_memory(model);
    if (status == RDG_OK) {
        product = cholmod_l_ssmult(Kam, Kma, 0, 1, 1, common);
        condensed = subtract(*Kaa, product, common);
        status = condensed ? RDG_OK : no_memory(model);
    }
    if (status == RDG_OK) {
        cholmod_l_free_sparse(Kaa, common);
        *Kaa = condensed;
    }
    cholmod_l_free_sparse(&Kmm, common);
    cholmod_l_free_sparse(&Kma, common);
    cholmod_l_free_sparse(&Kam, common);
    cholmod_l_free_sparse(&product, common);
    return status;
}

static rdg_status reduce(const rdg_fe_model *model, const rdg_index *place, partition *p, rdg_fe_matrices *m,
                         cholmod_common *common)
{
    if (p->n[KEPT] == m->n) {
        m->at = p->rows[KEPT];
        p->rows[KEPT] = NULL;
        return RDG_OK;
    }
    rdg_fe_matrices left = {part(m->K, p, KEPT, KEPT, common), part(m->M, p, KEPT, KEPT, common),
                            part(m->C, p, KEPT, KEPT, common), p->n[KEPT], p->rows[KEPT]};
    rdg_status status = left.K && left.M && (left.C || !m->C) ? RDG_OK : no_memory(model);
    if (status == RDG_OK && p->n[MASSLESS] > 0) {
        status = check_memory(model, m, p);
        status = status == RDG_OK ? condense(model, place, p, m->K, &left.K, common) : status;
    }
    cholmod_l_free_sparse(&m->K, common);
    cholmod_l_free_sparse(&m->M, common);
    cholmod_l_free_sparse(&m->C, common);
    rdg_free(m->at);
    p->rows[KEPT] = NULL;
    *m = left;
    return status;
}

rdg_status rdg_fe_condense(const rdg_fe_model *model, const rdg_index *place, rdg_fe_matrices *m,
                           cholmod_common *common)
{
    partition p = {.is = NULL};
    const rdg_index n = m->n;
    rdg_status status = make_partition(model, m, &p);
    if (status == RDG_OK && p.n[KEPT] == 0) {
        status = rdg_fail(model->ctx, RDG_ERR_ARGUMENT, model->where,
                          "no degree of freedom of \"%s\" has a mass: %s", model->name, model->mass_remedy);
    }
    if (status == RDG_OK) {
        report(model, place, &p, n);
        status = reduce(model, place, &p, m, common);
    }
    partition_free(&p);
    return status;
}
