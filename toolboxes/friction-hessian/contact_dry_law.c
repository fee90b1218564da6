/* The numbers of contacts, Jenkins elements and gap springs as those of any dry contact. */
#include "contact_impl.h"

#include <ridgewalk/gap_spring.h>
#include <ridgewalk/jenkins.h>

rdg_contact_law rdg_contact_law_of(const rdg_contact *contact)
{
    if (!contact) {
        return (rdg_contact_law){.directions = 0};
    }
    return (rdg_contact_law){.kt = contact->kt,
                             .kn = contact->normal ? contact->kn : 0,
                             .mu = contact->mu,
                             .preload = contact->preload,
                             .start = contact->start,
                             .directions = 1};
}

rdg_contact_law rdg_jenkins_law_of(const rdg_jenkins *jenkins)
{
    if (!jenkins) {
        return (rdg_contact_law){.directions = 0};
    }
    return (rdg_contact_law){
        .kt = jenkins->kt, .mu = 1.0, .preload = jenkins->limit, .start = jenkins->start, .directions = 1};
}

rdg_contact_law rdg_gap_spring_law_of(const rdg_gap_spring *spring)
{
    if (!spring) {
        return (rdg_contact_law){.directions = 0};
    }
    return (rdg_contact_law){.kn = spring->k, .preload = spring->preload - spring->k * spring->gap};
}
