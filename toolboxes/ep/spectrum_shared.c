/* One spectrum that several monitors of a problem share: it goes with the last of them. */
#include "spectrum_impl.h"

#include <ridgewalk/problem.h>
#include <ridgewalk/toolbox.h>

static void release(rdg_spectrum *s)
{
    void *arrays[] = {s->J, s->T, s->Q,        s->T2,     s->schur_re, s->Q2,   s->V,
                      s->W, s->v, s->schur_im, s->select, s->work,     s->iwork};
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        rdg_free(arrays[i]);
    }
    for (int i = 0; i < RDG_KEPT_EIGENVALUES; i++) {
        rdg_free(s->kept[i].at);
        rdg_free(s->kept[i].re);
        rdg_free(s->kept[i].im);
    }
    if (s->source.free_data) {
        s->source.free_data(s->source.data);
    }
    rdg_free(s);
}

void rdg_spectrum_leave(void *spectrum)
{
    rdg_spectrum *s = spectrum;
    if (--s->users == 0) {
        release(s);
    }
}

rdg_status rdg_spectrum_add_monitor(rdg_spectrum *s, const char *name, rdg_spectrum_value f,
                                    rdg_spectrum_value df, rdg_monitor_kind kind, rdg_index *place)
{
    const rdg_function monitor = {.name = name,
                                  .n = s->nu,
                                  .m = 1,
                                  .f = f,
                                  .df = df,
                                  .by_differences = true,
                                  .data = s,
                                  .free_data = rdg_spectrum_leave};
    s->users++;
    const rdg_status status = rdg_add_monitor(s->problem, &monitor, RDG_ALL, NULL, kind);
    if (status != RDG_OK) {
        rdg_spectrum_leave(s);
    } else if (place) {
        *place = rdg_parameter_index(s->problem, name);
    }
    return status;
}
