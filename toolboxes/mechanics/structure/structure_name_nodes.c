/* Sets of nodes that are called by their numbers. */
#include "structure_impl.h"
#include "structure_nodes.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <string.h>

rdg_status rdg_name_nodes(rdg_structure *s, const char *name, rdg_index n, const rdg_index *nodes,
                          const char *directions)
{
    RDG_ENTER(s, s->ctx, RDG_ERR_EARLIER);
    RDG_NEED(s->ctx, nodes, RDG_ERR_ARGUMENT);
    RDG_NEED(s->ctx, directions, RDG_ERR_ARGUMENT);
    const size_t each = strlen(directions);
    if (n < 1 || each < 1 || each > 6) {
        return RDG_FAIL(s->ctx, RDG_ERR_ARGUMENT,
                        "%" PRId64 " nodes in the directions \"%s\" (of x, y, z, 4, 5, 6) are no set", n,
                        directions);
    }
    rdg_index *dof = rdg_context_calloc(s->ctx, (size_t)n * each, sizeof *dof), count = 0;
    rdg_status status = dof ? RDG_OK : RDG_ERR_NO_MEMORY;
    for (rdg_index k = 0; status == RDG_OK && k < n; k++) {
        const rdg_index before = count;
        for (const char *d = directions; *d; d++) {
            const rdg_index at = rdg_node_dof(s, nodes[k], *d);
            if (at >= 0) {
                dof[count++] = at;
            }
        }
        if (count == before) {
            status = RDG_FAIL(s->ctx, RDG_ERR_NAME,
                              "node %" PRId64 " of \"%s\" has nothing free in the directions \"%s\": it is "
                              "held, has no mass, or there is no such node",
                              nodes[k], s->name, directions);
        }
    }
    if (status == RDG_OK) {
        status = rdg_name_set(s, name, count, dof);
    }
    rdg_free(dof);
    return status;
}
