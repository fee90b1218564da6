/* Maps of contacts when memory runs out. */
#define _XOPEN_SOURCE 700

#include "failing_memory.h"

#include <ridgewalk/ridgewalk.h>

static void share(rdg_context *ctx)
{
    static const double unit[] = {1, 0, 0, 1};
    rdg_structure *s = rdg_structure_create(ctx, "pair", 2, unit, unit, unit);
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(s, &(rdg_contact){.name = "pad", .tangential = "x", .kt = 1, .mu = 0.3, .preload = 1});
    rdg_cone_contact_add(
        s, &(rdg_cone_contact){
               .name = "cone", .tangential = {"x", "y"}, .kt = 1, .mu = 0.3, .preload = 1, .samples = 16});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_force_add(s, "y", 1, 1.0);
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1));
    rdg_contact_share is;
    rdg_contact_share_at(hb, 0, (const double[]){2, 1, 0, 1}, 1.0, &is);
    rdg_contact_share_at(hb, 1, (const double[]){2, 1, 0, 1}, 1.0, &is);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 1.0));
    rdg_contact_map_columns(hb, p, RDG_MAP_EACH);
}

static void failures_are_reported(void **state)
{
    (void)state;
    exhaust_memory(share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(failures_are_reported)};
    return cmocka_run_group_tests_name("maps of contacts without memory", tests, NULL, NULL);
}
