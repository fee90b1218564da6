/* Structures in other coordinates, u = T q with few terms in each row of T. */
#include "structure_carry.h"
#include "structure_impl.h"
#include "wave.h"

#include <ridgewalk/sparse.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>

/* T^T X T, entry by entry */
typedef struct product {
    rdg_index n, capacity; /* entries */
    rdg_index *row, *col, *place;
    double *M, *C, *K; /* in the order of the pattern */
} product;

/* w T w^T of each entry of the matrices. to NULL: counted; pattern known: added up; else written down */
static void visit(const rdg_structure *s, const rdg_sparse *rows, product *p, bool is_known)
{
    const rdg_index *start = rows->pattern.start, *at = rows->pattern.row;
    p->n = 0;
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->start[j]; e < s->start[j + 1]; e++) {
            const rdg_index i = s->row[e];
            for (rdg_index b = start[j]; b < start[j + 1]; b++) {
                for (rdg_index a = start[i]; a < start[i + 1]; a++, p->n++) {
                    if (is_known) {
                        const double weight = rows->values[a] * rows->values[b];
                        p->M[p->place[p->n]] += weight * s->M[e];
                        p->C[p->place[p->n]] += weight * s->C[e];
                        p->K[p->place[p->n]] += weight * s->K[e];
                    } else if (p->row) {
                        p->row[p->n] = at[a];
                        p->col[p->n] = at[b];
                    }
                }
            }
        }
    }
}

static rdg_structure *multiply(const rdg_structure *s, const rdg_sparse *rows, const char *where)
{
    rdg_context *ctx = s->ctx;
    product p = {0};
    rdg_structure *made = NULL;
    visit(s, rows, &p, false);
    const size_t count = (size_t)p.n;
    p.row = rdg_context_calloc(ctx, count, sizeof *p.row);
    p.col = rdg_context_calloc(ctx, count, sizeof *p.col);
    p.place = rdg_context_calloc(ctx, count, sizeof *p.place);
    rdg_pattern *pattern = NULL;
    if (p.row && p.col && p.place) {
        visit(s, rows, &p, false);
        pattern = rdg_pattern_create(ctx, rows->pattern.rows, rows->pattern.rows, p.n, p.row, p.col, p.place);
    }
    if (pattern) {
        const size_t entries = (size_t)rdg_pattern_count(pattern);
        p.M = rdg_context_calloc(ctx, entries, sizeof *p.M);
        p.C = rdg_context_calloc(ctx, entries, sizeof *p.C);
        p.K = rdg_context_calloc(ctx, entries, sizeof *p.K);
    }
    if (pattern && p.M && p.C && p.K) {
        visit(s, rows, &p, true);
        made = rdg_structure_assemble(ctx, where, s->name, &(rdg_sparse){*pattern, p.M},
                                      &(rdg_sparse){*pattern, p.C}, &(rdg_sparse){*pattern, p.K});
    }
    void *const memory[] = {p.row, p.col, p.place, p.M, p.C, p.K};
    for (size_t k = 0; k < sizeof memory / sizeof *memory; k++) {
        rdg_free(memory[k]);
    }
    rdg_pattern_free(pattern);
    return made;
}

/* T^T w */
static void change(const void *data, rdg_index n, const rdg_index *dof, const double *weight, double *changed)
{
    const rdg_sparse *rows = data;
    for (rdg_index i = 0; i < n; i++) {
        for (rdg_index a = rows->pattern.start[dof[i]]; a < rows->pattern.start[dof[i] + 1]; a++) {
            changed[rows->pattern.row[a]] += weight[i] * rows->values[a];
        }
    }
}

rdg_structure *rdg_structure_transform(const rdg_structure *s, const rdg_sparse *rows, const char *where)
{
    RDG_ENTER(s, s->ctx, NULL);
    RDG_NEED(s->ctx, rows, NULL);
    if (rdg_structure_refuse_wave(s, where) != RDG_OK) {
        return NULL;
    }
    if (rows->pattern.cols != s->n || !rdg_pattern_is_valid(&rows->pattern)) {
        rdg_fail(s->ctx, RDG_ERR_SIZE, where,
                 "%" PRId64 " rows of a change of coordinates, sorted, are needed for \"%s\"", s->n, s->name);
        return NULL;
    }
    rdg_structure *made = multiply(s, rows, where);
    if (made) {
        rdg_structure_copy_damping(made, s);
    }
    if (made && rdg_structure_carry(made, s, NULL, change, rows, where) != RDG_OK) {
        rdg_structure_free(made);
        made = NULL;
    }
    return made;
}
