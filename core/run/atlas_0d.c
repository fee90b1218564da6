/* The atlas of a point: the start chart is all there is. */
#include "sink_impl.h"
#include "toolbox.h"
#include "tracer_impl.h"

static rdg_status cover(rdg_tracer *t)
{
    bool stop = false;
    t->summary.forwards = RDG_STOP_POINT;
    RDG_TRY(rdg_sink_begin(t));
    return rdg_sink_emit(t, &t->start, "EP", &stop);
}

const rdg_atlas_ops rdg_atlas_0d = {.name = "0d", .cover = cover};
