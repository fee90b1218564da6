/* How long a segment lives: as long as a function of a problem uses it. */
#include "segment_impl.h"

#include <ridgewalk/toolbox.h>

static void release(rdg_segment *s)
{
    rdg_band_release(&s->df);
    rdg_band_release(&s->d2f);
    for (rdg_index k = 0; k < s->n_conditions; k++) {
        rdg_free(s->condition[k]);
    }
    void *arrays[] = {s->condition,
                      s->work,
                      s->name,
                      s->index,
                      s->mesh,
                      s->target,
                      s->start_mesh,
                      s->home_mesh,
                      s->before,
                      s->kept,
                      s->tag,
                      s->system,
                      s->no_entry_start,
                      s->wide,
                      s->size,
                      s->values.number,
                      s->values.at,
                      s->slopes.number,
                      s->slopes.at,
                      s->weight,
                      s->points,
                      s->rates,
                      s->z,
                      s->value,
                      s->slope,
                      s->H,
                      s->R,
                      s->P,
                      s->scratch,
                      s->y,
                      s->r,
                      s->local,
                      s->density,
                      s->column};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
        rdg_free(arrays[k]);
    }
    rdg_free(s);
}

void rdg_segment_leave(void *segment)
{
    rdg_segment *s = segment;
    if (--s->users == 0) {
        release(s);
    }
}

const double *rdg_segment_local(rdg_segment *s, const double *u)
{
    for (rdg_index j = 0; j < s->at.count; j++) {
        s->local[j] = u[s->index[j]];
    }
    return s->local;
}
