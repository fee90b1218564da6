/* Are two sweeps one, bit for bit? */
#ifndef RDG_TEST_SWEEP_TABLES_H
#define RDG_TEST_SWEEP_TABLES_H

#include <ridgewalk/sweep.h>

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline bool same_bits(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1];
}

static inline bool sweeps_are_same(const rdg_sweep_table *a, const rdg_sweep_table *b, rdg_index samples)
{
    bool equal = a->rows == b->rows && a->lost == b->lost &&
                 memcmp(a->sample, b->sample, (size_t)(a->rows * samples) * sizeof *a->sample) == 0;
    for (rdg_index i = 0; i < a->rows && equal; i++) {
        const rdg_sweep_row *p = &a->row[i], *q = &b->row[i];
        equal = p->fate == q->fate && p->period == q->period && same_bits(p->T, q->T) &&
                same_bits(p->min, q->min) && same_bits(p->max, q->max) && strcmp(p->modes, q->modes) == 0 &&
                strcmp(p->reason, q->reason) == 0;
    }
    return equal;
}

#endif
