/* The printed table of bounds: contacts beside each other, or a line each; upper ends that were not reached.
 */
#define _XOPEN_SOURCE 700

#include "support.h"

#include <ridgewalk/bounds.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <stdlib.h>
#include <string.h>

enum { MOST = 5 };
static char printed[8192];

static void keep_table(rdg_channel channel, const char *text, void *data)
{
    (void)data;
    if (channel == RDG_CHANNEL_TABLE) {
        strncat(printed, text, sizeof printed - strlen(printed) - 1);
    }
}

/* A mass x on a contact that slips, loaded through y, which the first of the other contacts holds. Contacts
 * behind that hold masses of their own. */
static void print_bounds(int contacts, double load, double damping, double level)
{
    static const char *const dof[MOST] = {"x", "y", "z2", "z3", "z4"};
    double M[MOST * MOST] = {0}, C[MOST * MOST] = {0}, K[MOST * MOST] = {0};
    rdg_context *ctx = rdg_context_create();
    rdg_set_writer(ctx, keep_table, NULL);
    for (int i = 0; i < contacts; i++) {
        M[i * (contacts + 1)] = 1.0;
        K[i * (contacts + 1)] = i < 2 ? 1.0 : 1.0 + i;
        C[i * (contacts + 1)] = i == 0 ? damping : 0.1;
    }
    rdg_structure *s = rdg_structure_create(ctx, "chain", contacts, M, C, K);
    for (int i = 0; i < contacts; i++) {
        rdg_name_dof(s, dof[i], i);
    }
    rdg_contact_add(
        s, &(rdg_contact){
               .name = "c0", .tangential = "x", .normal = "y", .kt = 1, .kn = 0.5, .mu = 1, .preload = load});
    for (int i = 1; i < contacts; i++) {
        const char name[3] = {'c', (char)('0' + i), '\0'};
        rdg_contact_add(s,
                        &(rdg_contact){.name = name, .tangential = dof[i], .kt = 1, .mu = 1, .preload = 3});
    }
    rdg_static_force_add(s, "y", load);
    rdg_force_add(s, "x", 1, 1);
    rdg_sensor_harmonic_add(s, "A", "x", 1);
    *printed = '\0';
    assert_ok(ctx, rdg_bounds(rdg_hbm_create(s, RDG_HARMONICS(0, 1)), "b", "A", RDG_HOLD_AT("alpha", level),
                              RDG_WINDOW("omega", 0.8, 1.6)));
    rdg_context_free(ctx);
}

/* All of them stick. */
static void up_to_four_contacts_are_beside_each_other(void **state)
{
    (void)state;
    print_bounds(4, 2.5, 0.1, 0.1);
    assert_non_null(strstr(printed, "c3: v, dA/dv"));
    assert_null(strstr(printed, "contact: v, slope"));
    print_bounds(5, 2.5, 0.1, 0.1);
    assert_null(strstr(printed, "c3: v, dA/dv"));
    const char *lines = strstr(printed, "contact: v, slope");
    assert_non_null(lines);
    for (int i = 0; i < 5; i++) {
        const char name[6] = {'\n', ' ', ' ', 'c', (char)('0' + i), '\0'};
        assert_non_null(strstr(lines, name));
    }
}

/* With some damping the peak has a bound, though a high one. */
static void an_upper_end_that_is_reached_has_no_message(void **state)
{
    (void)state;
    print_bounds(2, 1.6, 0.1, 1.0);
    assert_null(strstr(printed, "has not reached"));
    assert_non_null(strstr(printed, "random starts tried"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(up_to_four_contacts_are_beside_each_other),
                                       cmocka_unit_test(an_upper_end_that_is_reached_has_no_message)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
