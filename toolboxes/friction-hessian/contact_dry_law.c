/* The numbers of a contact as those of any dry contact. */
#include "contact_impl.h"

rdg_contact_law rdg_contact_law_of(const rdg_contact *contact)
{
    return (rdg_contact_law){.kt = contact->kt,
                             .kn = contact->normal ? contact->kn : 0,
                             .mu = contact->mu,
                             .preload = contact->preload,
                             .start = contact->start,
                             .directions = 1};
}
