/* The tree: a node is a leaf with a few balls, or has two halves. Its box holds all balls below it. */
#include "chart_tree_impl.h"
#include "toolbox.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { LEAF_SIZE = 8 };

typedef struct ball {
    double centre[RDG_TREE_AXES], radius;
} ball;

typedef struct node {
    double low[RDG_TREE_AXES], high[RDG_TREE_AXES];
    rdg_index half[2]; /* 0: a leaf (the root is nobody's half) */
    int count;
    rdg_index member[LEAF_SIZE];
    int axis;
    double cut; /* centres beyond it are in the second half */
} node;

struct rdg_chart_tree {
    rdg_context *ctx;
    int axes;
    ball *ball;
    node *node;
    rdg_index n_balls, capacity_for_balls, n_nodes, capacity_for_nodes;
    rdg_index *found, *stack;
    rdg_index capacity_for_found, capacity_for_stack;
};

void rdg_chart_tree_free(rdg_chart_tree *t)
{
    if (t) {
        rdg_free(t->ball);
        rdg_free(t->node);
        rdg_free(t->found);
        rdg_free(t->stack);
        rdg_free(t);
    }
}

static void make_empty(node *n)
{
    *n = (node){.count = 0};
    for (int a = 0; a < RDG_TREE_AXES; a++) {
        n->low[a] = INFINITY;
        n->high[a] = -INFINITY;
    }
}

rdg_chart_tree *rdg_chart_tree_create(rdg_context *ctx, int axes)
{
    rdg_chart_tree *t = rdg_context_calloc(ctx, 1, sizeof *t);
    if (!t) {
        return NULL;
    }
    t->ctx = ctx;
    t->axes = axes;
    if (rdg_context_reserve(ctx, &t->node, &t->capacity_for_nodes, 16, sizeof *t->node) != RDG_OK) {
        rdg_chart_tree_free(t);
        return NULL;
    }
    make_empty(&t->node[t->n_nodes++]);
    return t;
}

static void widen(const rdg_chart_tree *t, node *n, const ball *b)
{
    for (int a = 0; a < t->axes; a++) {
        n->low[a] = fmin(n->low[a], b->centre[a] - b->radius);
        n->high[a] = fmax(n->high[a], b->centre[a] + b->radius);
    }
}

static void put(const rdg_chart_tree *t, node *leaf, rdg_index member)
{
    leaf->member[leaf->count++] = member;
    widen(t, leaf, &t->ball[member]);
}

/* Split a full leaf in the middle of the axis along which its centres spread most. */
static rdg_status split(rdg_chart_tree *t, rdg_index at)
{
    RDG_TRY(rdg_context_reserve(t->ctx, &t->node, &t->capacity_for_nodes, t->n_nodes + 2, sizeof *t->node));
    node *leaf = &t->node[at];
    double widest = -1.0;
    bool apart = false; /* the cut has centres on either side */
    for (int a = 0; a < t->axes; a++) {
        double low = INFINITY;
        double high = -INFINITY;
        for (int i = 0; i < leaf->count; i++) {
            low = fmin(low, t->ball[leaf->member[i]].centre[a]);
            high = fmax(high, t->ball[leaf->member[i]].centre[a]);
        }
        if (high - low > widest) {
            widest = high - low;
            leaf->axis = a;
            leaf->cut = 0.5 * (low + high);
            apart = leaf->cut >= low && leaf->cut < high;
        }
    }
    for (int h = 0; h < 2; h++) {
        leaf->half[h] = t->n_nodes;
        make_empty(&t->node[t->n_nodes++]);
    }
    for (int i = 0; i < leaf->count; i++) {
        const bool beyond = apart ? t->ball[leaf->member[i]].centre[leaf->axis] > leaf->cut : i % 2 == 1;
        put(t, &t->node[leaf->half[beyond]], leaf->member[i]);
    }
    leaf->count = 0;
    return RDG_OK;
}

rdg_status rdg_chart_tree_add(rdg_chart_tree *t, rdg_index number, const double *centre, double radius)
{
    RDG_TRY(rdg_context_reserve(t->ctx, &t->ball, &t->capacity_for_balls, number + 1, sizeof *t->ball));
    ball *b = &t->ball[number];
    memcpy(b->centre, centre, (size_t)t->axes * sizeof *centre);
    b->radius = radius;
    t->n_balls = number + 1;
    rdg_index at = 0;
    for (;;) {
        node *n = &t->node[at];
        widen(t, n, b);
        if (n->half[0] == 0) {
            if (n->count < LEAF_SIZE) {
                put(t, n, number);
                return RDG_OK;
            }
            RDG_TRY(split(t, at));
            n = &t->node[at];
        }
        at = n->half[b->centre[n->axis] > n->cut];
    }
}

static bool meets(const rdg_chart_tree *t, const double *low, const double *high, const double *centre,
                  double radius)
{
    for (int a = 0; a < t->axes; a++) {
        if (centre[a] + radius < low[a] || centre[a] - radius > high[a]) {
            return false;
        }
    }
    return true;
}

static bool balls_meet(const rdg_chart_tree *t, const ball *b, const double *centre, double radius)
{
    for (int a = 0; a < t->axes; a++) {
        if (fabs(b->centre[a] - centre[a]) > b->radius + radius) {
            return false;
        }
    }
    return true;
}

rdg_status rdg_chart_tree_find(rdg_chart_tree *t, const double *centre, double radius,
                               const rdg_index **found, rdg_index *n_found)
{
    rdg_index depth = 0;
    *n_found = 0;
    RDG_TRY(rdg_context_reserve(t->ctx, &t->found, &t->capacity_for_found, t->n_balls + 1, sizeof *t->found));
    RDG_TRY(rdg_context_reserve(t->ctx, &t->stack, &t->capacity_for_stack, t->n_nodes + 1, sizeof *t->stack));
    t->stack[depth++] = 0;
    while (depth > 0) {
        const node *n = &t->node[t->stack[--depth]];
        if (!meets(t, n->low, n->high, centre, radius)) {
            continue;
        }
        if (n->half[0] != 0) {
            t->stack[depth++] = n->half[0];
            t->stack[depth++] = n->half[1];
            continue;
        }
        for (int i = 0; i < n->count; i++) {
            if (balls_meet(t, &t->ball[n->member[i]], centre, radius)) {
                t->found[(*n_found)++] = n->member[i];
            }
        }
    }
    *found = t->found;
    return RDG_OK;
}
