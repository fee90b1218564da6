/* Which columns of a matrix can be eliminated by themselves? Discretisations have unknowns inside of elements
 * that see the equations of their element alone: consecutive columns with the same rows. Rows that most
 * columns have part in (integrals, the closing condition) are borders. */
#include "lu_groups_impl.h"

#include "panel.h"
#include "permutation_impl.h"
#include "sparse.h"
#include "toolbox.h"
#include "vectors.h"

#include <string.h>

/* It pays with so many unknowns, groups and columns in a group, and if so much of all is eliminated. */
enum { LEAST_SIZE = 64, LEAST_GROUPS = 4, LEAST_COLUMNS = 2 };
static const double least_part = 0.3;

/* A row with more of all columns is a border. */
static const double dense_part = 0.3;

void rdg_lu_plan_free(rdg_lu_plan *p)
{
    if (!p) {
        return;
    }
    for (rdg_index g = 0; g < p->count; g++) {
        rdg_free(p->group[g].row);
        rdg_free(p->group[g].col);
        rdg_free(p->group[g].border);
    }
    rdg_free(p->group);
    rdg_free(p->row_in);
    rdg_free(p->col_in);
    rdg_free(p->row_at);
    rdg_free(p->col_at);
    rdg_runs_release(&p->to);
    rdg_free(p->place);
    rdg_pattern_free(p->pattern);
    rdg_free(p);
}

/* What the search works with. */
typedef struct search {
    rdg_context *ctx;
    const rdg_pattern *a;
    rdg_index n;
    bool *dense;     /* [n] rows */
    rdg_index *seen; /* [n] workspace, of rows or columns */
    rdg_index *to;   /* [entries] where each goes; NULL: not yet */
} search;

static bool mark_dense_rows(search *s)
{
    memset(s->seen, 0, (size_t)s->n * sizeof *s->seen);
    for (rdg_index e = 0; e < rdg_pattern_count(s->a); e++) {
        s->seen[s->a->row[e]]++;
    }
    bool some = false;
    for (rdg_index i = 0; i < s->n; i++) {
        s->dense[i] = (double)s->seen[i] > dense_part * (double)s->n;
        some = some || !s->dense[i];
    }
    return some;
}

/* Do two columns have the same rows, but for borders? */
static bool are_alike(const search *s, rdg_index i, rdg_index j)
{
    const rdg_pattern *a = s->a;
    rdg_index p = a->start[i], q = a->start[j];
    for (;;) {
        while (p < a->start[i + 1] && s->dense[a->row[p]]) {
            p++;
        }
        while (q < a->start[j + 1] && s->dense[a->row[q]]) {
            q++;
        }
        if (p == a->start[i + 1] || q == a->start[j + 1]) {
            return p == a->start[i + 1] && q == a->start[j + 1];
        }
        if (a->row[p++] != a->row[q++]) {
            return false;
        }
    }
}

/* Columns [j, end) become a group if their rows are no other's and are enough. */
static rdg_status take_group(search *s, rdg_lu_plan *p, rdg_index j, rdg_index end)
{
    const rdg_pattern *a = s->a;
    rdg_index r = 0;
    bool is_free = true;
    for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
        r += !s->dense[a->row[e]];
        is_free = is_free && (s->dense[a->row[e]] || p->row_in[a->row[e]] < 0);
    }
    if (!is_free || r < end - j) {
        return RDG_OK;
    }
    RDG_TRY(rdg_context_grow(s->ctx, &p->group, p->count, 1, sizeof *p->group));
    rdg_lu_group *g = &p->group[p->count++];
    *g = (rdg_lu_group){.k = end - j};
    g->row = rdg_context_calloc(s->ctx, (size_t)r, sizeof *g->row);
    if (!g->row) {
        return RDG_ERR_NO_MEMORY;
    }
    for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
        if (!s->dense[a->row[e]]) {
            p->row_in[a->row[e]] = p->count - 1;
            p->row_at[a->row[e]] = g->r;
            g->row[g->r++] = a->row[e];
        }
    }
    for (rdg_index c = j; c < end; c++) {
        p->col_in[c] = p->count - 1;
        p->col_at[c] = c - j;
    }
    return RDG_OK;
}

static rdg_status find_groups(search *s, rdg_lu_plan *p)
{
    for (rdg_index j = 0, end = 0; j < s->n; j = end) {
        for (end = j + 1; end < s->n && are_alike(s, j, end); end++) {
        }
        if (end - j >= LEAST_COLUMNS) {
            RDG_TRY(take_group(s, p, j, end));
        }
    }
    return RDG_OK;
}

/* Columns that a group's rows have: its own, and others, ascending; counted, or written to group->col. */
static void list_columns(search *s, rdg_lu_plan *p, bool write)
{
    for (rdg_index g = 0; g < p->count; g++) {
        p->group[g].o = 0;
        s->seen[g] = -1;
    }
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = s->a->start[j]; e < s->a->start[j + 1]; e++) {
            const rdg_index in = p->row_in[s->a->row[e]];
            if (in < 0 || s->seen[in] == j) {
                continue;
            }
            rdg_lu_group *group = &p->group[in];
            const bool is_own = p->col_in[j] == in;
            s->seen[in] = j;
            if (write) {
                group->col[is_own ? p->col_at[j] : group->k + group->o] = j;
            }
            group->o += !is_own;
        }
    }
}

static rdg_status complete_groups(search *s, rdg_lu_plan *p)
{
    list_columns(s, p, false);
    for (rdg_index g = 0; g < p->count; g++) {
        rdg_lu_group *group = &p->group[g];
        group->col = rdg_context_calloc(s->ctx, (size_t)(group->k + group->o), sizeof *group->col);
        if (!group->col) {
            return RDG_ERR_NO_MEMORY;
        }
    }
    list_columns(s, p, true);
    return RDG_OK;
}

/* Borders of each group: rows of no group, ascending. */
static rdg_status find_borders(search *s, rdg_lu_plan *p)
{
    const rdg_pattern *a = s->a;
    for (rdg_index g = 0; g < p->count; g++) {
        rdg_lu_group *group = &p->group[g];
        memset(s->seen, 0, (size_t)s->n * sizeof *s->seen);
        for (rdg_index c = 0; c < group->k; c++) {
            for (rdg_index e = a->start[group->col[c]]; e < a->start[group->col[c] + 1]; e++) {
                s->seen[a->row[e]] = p->row_in[a->row[e]] < 0;
            }
        }
        group->b = 0;
        for (rdg_index i = 0; i < s->n; i++) {
            group->b += s->seen[i];
        }
        group->border = rdg_context_calloc(s->ctx, (size_t)group->b, sizeof *group->border);
        if (!group->border) {
            return RDG_ERR_NO_MEMORY;
        }
        group->b = 0;
        for (rdg_index i = 0; i < s->n; i++) {
            if (s->seen[i]) {
                group->border[group->b++] = i;
            }
        }
    }
    return RDG_OK;
}

/* Numbers of rows and columns in what is left; where blocks begin. */
static void lay_out(search *s, rdg_lu_plan *p)
{
    rdg_index rows = 0, cols = 0, places = 0;
    for (rdg_index g = 0; g < p->count; g++) {
        rdg_lu_group *group = &p->group[g];
        const rdg_index all = group->r + group->b, own = group->k + group->o;
        group->is_panel = all <= RDG_PANEL_MOST;
        group->lead = group->is_panel ? rdg_panel_lead(all) : group->r;
        group->x_lead = group->is_panel ? group->lead : group->b;
        group->a = p->numbers;
        group->x = group->a + (group->is_panel ? group->r : group->r * own);
        p->numbers += group->lead * own + (group->is_panel ? 0 : group->b * group->k);
        group->rest = rows;
        rows += group->r - group->k;
        group->left = places;
        places += (group->r - group->k + group->b) * group->o;
    }
    for (rdg_index i = 0; i < s->n; i++) {
        p->row_at[i] = p->row_in[i] < 0 ? rows++ : p->row_at[i];
    }
    for (rdg_index j = 0; j < s->n; j++) {
        p->col_at[j] = p->col_in[j] < 0 ? cols++ : p->col_at[j];
    }
    p->size = rows;
}

static rdg_index places_of(const rdg_lu_plan *p)
{
    const rdg_lu_group *last = &p->group[p->count - 1];
    return last->left + (last->r - last->k + last->b) * last->o;
}

/* The pattern of what is left: entries of no group, what groups leave, and what they do to borders. */
static rdg_status make_pattern(search *s, rdg_lu_plan *p)
{
    const rdg_pattern *a = s->a;
    const rdg_index filled = places_of(p), count = filled + rdg_pattern_count(a);
    rdg_index *row = rdg_context_calloc(s->ctx, (size_t)count, sizeof *row);
    rdg_index *col = rdg_context_calloc(s->ctx, (size_t)count, sizeof *col);
    p->place = rdg_context_calloc(s->ctx, (size_t)count, sizeof *p->place);
    s->to = rdg_context_calloc(s->ctx, (size_t)rdg_pattern_count(a), sizeof *s->to);
    rdg_index used = filled;
    for (rdg_index g = 0; row && col && p->place && s->to && g < p->count; g++) {
        const rdg_lu_group *group = &p->group[g];
        const rdg_index rest = group->r - group->k;
        for (rdg_index c = 0; c < group->o; c++) {
            const rdg_index j = p->col_at[group->col[group->k + c]];
            for (rdg_index i = 0; i < rest + group->b; i++) {
                const rdg_index at = group->left + i + (rest + group->b) * c;
                row[at] = i < rest ? group->rest + i : p->row_at[group->border[i - rest]];
                col[at] = j;
            }
        }
    }
    for (rdg_index j = 0; row && col && p->place && s->to && j < s->n; j++) {
        for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
            if (p->row_in[a->row[e]] < 0 && p->col_in[j] < 0) {
                row[used] = p->row_at[a->row[e]];
                col[used] = p->col_at[j];
                s->to[e] = used++; /* its place comes below */
            }
        }
    }
    if (row && col && p->place && s->to) {
        p->pattern = rdg_pattern_create(s->ctx, p->size, p->size, used, row, col, p->place);
    }
    rdg_free(row);
    rdg_free(col);
    return p->pattern ? RDG_OK : RDG_ERR_NO_MEMORY;
}

/* Where each entry of the matrix goes. */
static void send_entries(search *s, rdg_lu_plan *p)
{
    const rdg_pattern *a = s->a;
    rdg_index filled = 0;
    for (rdg_index j = 0; j < s->n; j++) {
        for (rdg_index e = a->start[j]; e < a->start[j + 1]; e++) {
            const rdg_index i = a->row[e], in = p->row_in[i];
            filled += in >= 0 || p->col_in[j] >= 0;
            if (in >= 0) {
                const rdg_lu_group *g = &p->group[in];
                const rdg_index c =
                    p->col_in[j] == in ? p->col_at[j] : g->k + rdg_place_in(g->o, g->col + g->k, j);
                s->to[e] = g->a + p->row_at[i] + g->lead * c;
            } else if (p->col_in[j] >= 0) {
                const rdg_lu_group *g = &p->group[p->col_in[j]];
                s->to[e] = g->x + rdg_place_in(g->b, g->border, i) + g->x_lead * p->col_at[j];
            } else {
                s->to[e] = p->numbers + p->place[s->to[e]];
            }
        }
    }
    p->is_full = filled == p->numbers;
}

/* The order: each group's rows and own columns, which are eliminated, then what is left. */
static rdg_status take_sign(search *s, rdg_lu_plan *p)
{
    rdg_index *order = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *order);
    bool *seen = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof *seen);
    if (order && seen) {
        rdg_index eliminated = 0;
        for (rdg_index g = 0; g < p->count; g++) {
            eliminated += p->group[g].k;
        }
        for (int side = 0; side < 2; side++) {
            rdg_index at = 0;
            for (rdg_index g = 0; g < p->count; g++) {
                const rdg_lu_group *group = &p->group[g];
                for (rdg_index i = 0; i < (side == 0 ? group->r : group->k); i++) {
                    const rdg_index where = i < group->k ? at + i : eliminated + group->rest + i - group->k;
                    order[where] = side == 0 ? group->row[i] : group->col[i];
                }
                at += group->k;
            }
            const rdg_index *in = side == 0 ? p->row_in : p->col_in;
            const rdg_index *place = side == 0 ? p->row_at : p->col_at;
            for (rdg_index i = 0; i < s->n; i++) {
                if (in[i] < 0) {
                    order[eliminated + place[i]] = i;
                }
            }
            p->sign *= rdg_permutation_sign(s->n, order, seen);
        }
    }
    rdg_free(order);
    rdg_free(seen);
    return rdg_error_status(s->ctx);
}

static rdg_status complete(search *s, rdg_lu_plan *p)
{
    RDG_TRY(complete_groups(s, p));
    RDG_TRY(find_borders(s, p));
    lay_out(s, p);
    RDG_TRY(make_pattern(s, p));
    send_entries(s, p);
    RDG_TRY(rdg_runs_create(s->ctx, rdg_pattern_count(s->a), s->to, &p->to));
    p->sign = 1.0;
    return take_sign(s, p);
}

static bool pays(const search *s, const rdg_lu_plan *p)
{
    rdg_index eliminated = 0;
    for (rdg_index g = 0; g < p->count; g++) {
        eliminated += p->group[g].k;
    }
    return p->count >= LEAST_GROUPS && (double)eliminated > least_part * (double)s->n;
}

static rdg_lu_plan *make(search *s)
{
    rdg_lu_plan *p = rdg_context_calloc(s->ctx, 1, sizeof *p);
    if (!p) {
        return NULL;
    }
    rdg_index **arrays[] = {&p->row_in, &p->col_in, &p->row_at, &p->col_at};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        *arrays[k] = rdg_context_calloc(s->ctx, (size_t)s->n, sizeof(rdg_index));
    }
    rdg_status status = rdg_error_status(s->ctx);
    for (rdg_index i = 0; status == RDG_OK && i < s->n; i++) {
        p->row_in[i] = p->col_in[i] = -1;
    }
    status = status == RDG_OK && mark_dense_rows(s) ? find_groups(s, p) : status;
    if (status != RDG_OK || !pays(s, p) || complete(s, p) != RDG_OK) {
        rdg_lu_plan_free(p);
        return NULL;
    }
    return p;
}

rdg_lu_plan *rdg_lu_plan_create(rdg_context *ctx, const rdg_pattern *a)
{
    if (a->rows < LEAST_SIZE) {
        return NULL;
    }
    search s = {.ctx = ctx, .a = a, .n = a->rows};
    s.dense = rdg_context_calloc(ctx, (size_t)s.n, sizeof *s.dense);
    s.seen = rdg_context_calloc(ctx, (size_t)s.n, sizeof *s.seen);
    rdg_lu_plan *p = s.dense && s.seen ? make(&s) : NULL;
    rdg_free(s.to);
    rdg_free(s.dense);
    rdg_free(s.seen);
    return p;
}
