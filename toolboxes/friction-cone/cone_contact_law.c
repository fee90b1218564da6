/* The numbers of a contact with a cone as those of any dry contact, and what ends its phases. */
#include "cone_impl.h"

rdg_contact_law rdg_cone_law_of(const rdg_cone_contact *contact)
{
    if (!contact) {
        return (rdg_contact_law){.directions = 0};
    }
    return (rdg_contact_law){.kt = contact->kt,
                             .kn = contact->normal ? contact->kn : 0,
                             .mu = contact->mu,
                             .preload = contact->preload,
                             .start = contact->start,
                             .directions = 2};
}

int rdg_cone_events(const rdg_contact_law *law, rdg_index d, int phase, enum cone_event event[])
{
    int n = 0;
    if (phase == CONE_STICK) {
        event[n++] = CONE_ONSET;
    } else if (phase == CONE_SLIP && law->mu > 0) {
        event[n++] = CONE_END;
    }
    if (d == 3 && law->kn > 0) {
        event[n++] = CONE_ZERO_LOAD;
    }
    return n;
}

enum cone_event rdg_cone_event_of(const rdg_contact_law *law, rdg_index d, int phase, int surface)
{
    enum cone_event event[RDG_LAW_EVENTS] = {CONE_ZERO_LOAD};
    rdg_cone_events(law, d, phase, event);
    return event[surface];
}
