/* Meshes that move along with a run. */
#include "segment_impl.h"

rdg_status rdg_segment_let_mesh_move(rdg_segment *s)
{
    (void)s;
    return RDG_OK;
}
