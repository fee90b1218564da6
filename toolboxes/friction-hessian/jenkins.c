/* A Jenkins element is a contact with mu = 1 and its limit as the normal load. */
#include <ridgewalk/jenkins.h>

#include "contact_impl.h"
#include "element_check_impl.h"

#include <ridgewalk/toolbox.h>

#include <stddef.h>

/* Those of the contact that it is; the order is that of contacts. */
static const rdg_element_parameter number[] = {
    [RDG_FRICTION_KT] = {"kt", "N/m", offsetof(rdg_contact, kt), RDG_ABOVE_ZERO, NULL},
    [RDG_FRICTION_PRELOAD] = {"limit", "N", offsetof(rdg_contact, preload), RDG_ABOVE_ZERO, NULL}};

static rdg_status check(rdg_context *ctx, const char *where, const rdg_jenkins *j)
{
    if (!j) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "the Jenkins element is NULL: pass an rdg_jenkins");
    }
    const char *type = "Jenkins element", *name = rdg_element_called(j->name, j->at);
    RDG_TRY(rdg_element_check_at(ctx, where, type, name, "", "at", j->at));
    RDG_TRY(rdg_element_check_number(ctx, where, type, name,
                                     (rdg_checked_number){"stiffness kt", j->kt,
                                                          j->kt >= number[RDG_FRICTION_KT].least,
                                                          "it must be positive (N/m)"}));
    RDG_TRY(rdg_element_check_number(
        ctx, where, type, name,
        (rdg_checked_number){"limit", j->limit, j->limit >= number[RDG_FRICTION_PRELOAD].least,
                             "a slider without limit never sticks; set .limit to a positive force (N)"}));
    return rdg_element_check_start(ctx, where, type, name, (int)j->start);
}

rdg_status rdg_jenkins_add(rdg_structure *s, const rdg_jenkins *jenkins)
{
    rdg_context *ctx = rdg_structure_context(s);
    RDG_ENTER(ctx, ctx, RDG_ERR_EARLIER);
    RDG_TRY(check(ctx, __func__, jenkins));
    return rdg_contact_add_as(
        s, &(rdg_contact_kind){"Jenkins element", sizeof number / sizeof *number, number}, __func__,
        &(rdg_contact){.name = jenkins->name,
                       .parameters = jenkins->parameters,
                       .tangential = jenkins->at,
                       .kt = jenkins->kt,
                       .mu = 1.0,
                       .preload = jenkins->limit,
                       .start = jenkins->start});
}
