/* Rooms in which evaluations work: as many as there are at one time, kept for the next ones. */
#include "motion_impl.h"

#include <math.h>
#include <stdatomic.h>
#include <string.h>

typedef struct kept_room {
    rdg_motion_room room; /* first */
    atomic_flag busy;
    struct kept_room *next;
    double *memory;
} kept_room;

struct rdg_motion_rooms {
    _Atomic(kept_room *) first;
};

static void free_room(const rdg_motion *m, kept_room *kept)
{
    rdg_motion_room *room = &kept->room;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        const rdg_motion_element *e = &m->element[i];
        if (room->told && room->told[i]) {
            if (room->self[i] && room->self[i] != e->self) {
                e->of.kind.free_self(room->self[i]);
            }
            rdg_free(room->told[i]);
        }
    }
    rdg_free(room->self);
    rdg_free(room->told);
    rdg_free(room->column);
    rdg_free(kept->memory);
    rdg_free(kept);
}

/* Numbers of its own of an element that has parameters. */
static rdg_status make_self(const rdg_motion *m, const rdg_motion_element *e, rdg_motion_room *room)
{
    room->self[e->index] = e->self;
    if (e->n_numbers == 0) {
        return RDG_OK;
    }
    double *told = rdg_context_calloc(m->ctx, (size_t)e->n_numbers, sizeof *told);
    room->told[e->index] = told;
    for (rdg_index k = 0; told && k < e->n_numbers; k++) {
        told[k] = NAN;
    }
    room->self[e->index] = rdg_motion_copy(m, e);
    return rdg_error_status(m->ctx);
}

static rdg_status fill(const rdg_motion *m, kept_room *kept)
{
    rdg_motion_room *room = &kept->room;
    const rdg_index na = m->most_arguments, nv = m->most_values;
    room->self = rdg_context_calloc(m->ctx, (size_t)m->n_elements, sizeof *room->self);
    room->told = rdg_context_calloc(m->ctx, (size_t)m->n_elements, sizeof *room->told);
    room->column = rdg_context_calloc(m->ctx, (size_t)m->n + 1, sizeof *room->column);
    kept->memory = rdg_context_calloc(m->ctx, (size_t)(na + 3 * nv + 2 * nv * na + 2 * na * na + m->n + 1),
                                      sizeof(double));
    RDG_TRY(rdg_error_status(m->ctx));
    double *at = kept->memory;
    room->a = at;
    room->value = room->a + na;
    room->shifted = room->value + nv;
    room->mu = room->shifted + nv;
    room->slope = room->mu + nv;
    room->tilted = room->slope + nv * na;
    room->curve = room->tilted + nv * na;
    room->plain = room->curve + na * na;
    room->weight = room->plain + na * na;
    for (rdg_index i = 0; i < m->n_elements; i++) {
        RDG_TRY(make_self(m, &m->element[i], room));
    }
    return RDG_OK;
}

rdg_motion_room *rdg_motion_enter(const rdg_motion *m)
{
    struct rdg_motion_rooms *rooms = m->rooms;
    for (kept_room *k = atomic_load(&rooms->first); k; k = k->next) {
        if (!atomic_flag_test_and_set(&k->busy)) {
            return &k->room;
        }
    }
    kept_room *made = rdg_context_calloc(m->ctx, 1, sizeof *made);
    if (!made) {
        return NULL;
    }
    if (fill(m, made) != RDG_OK) {
        free_room(m, made);
        return NULL;
    }
    atomic_flag_test_and_set(&made->busy);
    made->next = atomic_load(&rooms->first);
    while (!atomic_compare_exchange_weak(&rooms->first, &made->next, made)) {
    }
    return &made->room;
}

void rdg_motion_leave(const rdg_motion *m, rdg_motion_room *room)
{
    (void)m;
    if (room) {
        atomic_flag_clear(&((kept_room *)(void *)room)->busy);
    }
}

rdg_status rdg_motion_make_rooms(rdg_motion *m)
{
    m->rooms = rdg_context_calloc(m->ctx, 1, sizeof *m->rooms);
    rdg_motion_room *room =
        m->rooms ? rdg_motion_enter(m) : NULL; /* so that numbers are known to be copied */
    rdg_motion_leave(m, room);
    return room ? RDG_OK : RDG_ERR_NO_MEMORY;
}

void rdg_motion_free_rooms(rdg_motion *m)
{
    kept_room *k = m->rooms ? atomic_load(&m->rooms->first) : NULL;
    while (k) {
        kept_room *next = k->next;
        free_room(m, k);
        k = next;
    }
    rdg_free(m->rooms);
}
