/* The numbers of four kinds of contacts as those of one law. */
#include "fresh_context.h"

#include <ridgewalk/cone_contact.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/gap_spring.h>
#include <ridgewalk/jenkins.h>

static void contacts_tell_their_law(void **state)
{
    (void)state;
    const rdg_contact contact = {
        .tangential = "x", .normal = "y", .kt = 2, .kn = 3, .mu = 0.4, .preload = -5};
    const rdg_cone_contact cone = {
        .tangential = {"x", "z"}, .kt = 2, .kn = 3, .mu = 0.4, .preload = 5, .start = RDG_SLIDER_PRESTRESS};
    rdg_contact_law law = rdg_contact_law_of(&contact);
    assert_true(law.kt == 2 && law.kn == 3 && law.mu == 0.4 && law.preload == -5 && law.directions == 1);
    law = rdg_cone_law_of(&cone);
    assert_true(law.kt == 2 && law.kn == 0 && law.mu == 0.4 && law.preload == 5 && law.directions == 2);
    assert_int_equal(law.start, RDG_SLIDER_PRESTRESS);
    law = rdg_jenkins_law_of(&(rdg_jenkins){.at = "x", .kt = 2, .limit = 7});
    assert_true(law.kt == 2 && law.kn == 0 && law.mu * law.preload == 7 && law.directions == 1);
}

/* max(0, preload + kn y) is the spring's force for any gap and preload. */
static void a_gap_springs_law_has_its_force(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int k = 0; k < 100; k++) {
        const rdg_gap_spring s = {
            .k = 1.1 + random_signed(&seed), .gap = random_signed(&seed), .preload = random_signed(&seed)};
        const rdg_contact_law law = rdg_gap_spring_law_of(&s);
        const double x = 3 * random_signed(&seed);
        assert_near(fmax(0, law.preload + law.kn * x), fmax(0, s.k * (x - s.gap) + s.preload), 0.0, 1e-14);
        assert_int_equal(law.directions, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(contacts_tell_their_law), TEST(a_gap_springs_law_has_its_force)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
