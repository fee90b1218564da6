/* Polytopes: their memory. */
#include "polytope_impl.h"
#include "toolbox.h"

void rdg_polytope_release(rdg_polytope *p)
{
    rdg_free(p->vertex);
    *p = (rdg_polytope){.k = p->k};
}

rdg_status rdg_polytope_reserve(rdg_context *ctx, rdg_polytope *p, rdg_index count)
{
    if (count <= p->capacity) {
        return RDG_OK;
    }
    const rdg_index wanted = count + count / 4;
    RDG_TRY(rdg_context_grow(ctx, &p->vertex, p->capacity, wanted - p->capacity, sizeof *p->vertex));
    p->capacity = wanted;
    return RDG_OK;
}
