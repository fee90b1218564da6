/* From node and component to an index. */
#include "dof_table_impl.h"

#include <inttypes.h>
#include <stdio.h>

/* Fibonacci hashing (Knuth, The Art of Computer Programming 3, 6.4): the upper bits of a product */
static rdg_index place_of(const rdg_dof_table *table, rdg_index key)
{
    const rdg_index mask = table->slots - 1;
    rdg_index at = (rdg_index)(((uint64_t)key * UINT64_C(11400714819323198485)) >> 32) & mask;
    while (table->slot[at] && table->key[table->slot[at] - 1] != key) {
        at = (at + 1) & mask;
    }
    return at;
}

static rdg_status enlarge(rdg_dof_table *table)
{
    const rdg_index slots = table->slots ? 2 * table->slots : 64;
    rdg_index *slot = rdg_context_calloc(table->ctx, (size_t)slots, sizeof *slot);
    if (!slot) {
        return RDG_ERR_NO_MEMORY;
    }
    rdg_free(table->slot);
    table->slot = slot;
    table->slots = slots;
    for (rdg_index i = 0; i < table->n; i++) {
        slot[place_of(table, table->key[i])] = i + 1;
    }
    return RDG_OK;
}

rdg_index rdg_dof_table_add(rdg_dof_table *table, rdg_index node, rdg_index component)
{
    const rdg_index key = (RDG_MOST_COMPONENT + 2) * node + component;
    if (2 * table->n >= table->slots && enlarge(table) != RDG_OK) {
        return -1;
    }
    const rdg_index at = place_of(table, key);
    if (!table->slot[at]) {
        if (rdg_context_reserve(table->ctx, &table->key, &table->capacity, table->n + 1,
                                sizeof *table->key) != RDG_OK) {
            return -1;
        }
        table->key[table->n++] = key;
        table->slot[at] = table->n;
    }
    return table->slot[at] - 1;
}

char rdg_component_letter(rdg_index component)
{
    return "0xyz456"[component];
}

const char *rdg_dof_table_name(const rdg_dof_table *table, rdg_index index, char name[RDG_DOF_NAME])
{
    enum { BASE = RDG_MOST_COMPONENT + 2 };
    if (table) {
        snprintf(name, RDG_DOF_NAME, "%" PRId64 ".%c", table->key[index] / BASE,
                 rdg_component_letter(table->key[index] % BASE));
    } else {
        snprintf(name, RDG_DOF_NAME, "row %" PRId64, index + 1);
    }
    return name;
}

void rdg_dof_table_free(rdg_dof_table *table)
{
    rdg_free(table->key);
    rdg_free(table->slot);
}
