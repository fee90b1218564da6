/* One sector in the wave of an engine order, at a speed. */
#include "campbell_impl.h"

#include <ridgewalk/centrifugal.h>
#include <ridgewalk/rest.h>
#include <ridgewalk/toolbox.h>

#include <inttypes.h>

rdg_index rdg_campbell_diameter(const rdg_campbell_work *w, rdg_index order)
{
    const rdg_index sectors = w->o->rotor.sectors, left = order % sectors;
    return 2 * left <= sectors ? left : sectors - left;
}

void rdg_campbell_wave_release(rdg_campbell_wave *made)
{
    rdg_hbm_free(made->hb);
    rdg_structure_free(made->wave);
    rdg_sector_free(made->sector);
    rdg_structure_free(made->stiffened);
    *made = (rdg_campbell_wave){.hb = NULL};
}

static rdg_status balance(const rdg_campbell_work *w, rdg_index order, double speed, rdg_campbell_wave *made)
{
    if (!w->o->balance) {
        return RDG_OK;
    }
    made->hb = w->o->balance(made->wave, order, speed, w->o->data);
    if (made->hb && rdg_hbm_structure(made->hb) == made->wave) {
        return rdg_error_status(w->ctx);
    }
    RDG_TRY(rdg_error_status(w->ctx));
    return rdg_fail(w->ctx, RDG_ERR_CALLBACK, "rdg_campbell",
                    "\"%s\": .balance returned %s for engine order %" PRId64, w->name,
                    made->hb ? "the harmonic balance of another structure than the wave" : "NULL", order);
}

rdg_status rdg_campbell_wave_make(const rdg_campbell_work *w, rdg_index order, double speed,
                                  rdg_campbell_wave *made)
{
    const rdg_campbell_options *o = w->o;
    *made = (rdg_campbell_wave){.hb = NULL};
    if (o->turning) {
        made->stiffened = rdg_structure_at_speed(w->standing, o->speed, o->turning, o->turning_speed, speed);
        RDG_TRY(rdg_error_status(w->ctx));
    }
    made->sector = rdg_sector_create(made->stiffened ? made->stiffened : w->standing, &o->rotor);
    RDG_TRY(rdg_error_status(w->ctx));
    made->wave = rdg_sector_wave(made->sector, (order - 1) % o->rotor.sectors + 1);
    RDG_TRY(rdg_error_status(w->ctx));
    return balance(w, order, speed, made);
}

rdg_status rdg_campbell_frequencies(const rdg_campbell_work *w, rdg_index order, double speed, double *omega)
{
    rdg_campbell_wave made;
    rdg_status status = rdg_campbell_wave_make(w, order, speed, &made);
    status = status == RDG_OK ? rdg_structure_rest_frequencies(made.wave, w->o->modes, omega) : status;
    rdg_campbell_wave_release(&made);
    return status;
}
