/* Forces of laws over a time step: their derivatives, and that the work of those that keep energy is what
 * they store. */
#include "shooting/structures.h"

#include <ridgewalk/contact_law.h>

#include <string.h>

enum { MOST = 24 };

typedef struct step {
    rdg_law_workspace *workspace;
    rdg_index d, m;
    double x0[DOFS], v0[DOFS], x[DOFS], v[DOFS], w0[MOST], w[MOST], share;
    double f[DOFS], fx[DOFS * DOFS], fv[DOFS * DOFS], stored;
} step;

static void ask(step *s)
{
    const rdg_law_way way = {.x0 = s->x0,
                             .v0 = s->v0,
                             .w0 = s->w0,
                             .x = s->x,
                             .v = s->v,
                             .w = s->w,
                             .stored = &s->stored,
                             .share = s->share};
    assert_int_equal(rdg_law_step(s->workspace, &way, &(rdg_law_pull){.f = s->f, .fx = s->fx, .fv = s->fv}),
                     0);
}

/* A law and a step from a state that it can have */
static step random_step(rdg_context *ctx, const rdg_element *e, uint64_t *seed, double size, double share)
{
    const rdg_law_regimes *r = e->kind.time->regimes;
    step s = {
        .workspace = rdg_law_workspace_create(ctx, e->kind.time, e->self, e->d), .d = e->d, .share = share};
    s.m = r ? r->memory * (r->parts ? r->parts(e->self) : 1) : 0;
    for (rdg_index i = 0; i < s.d; i++) {
        s.x[i] = size * random_signed(seed);
        s.v[i] = size * random_signed(seed);
    }
    for (int k = 0; k < 3; k++) { /* wherever it comes to by some steps */
        ask(&s);
        memcpy(s.x0, s.x, sizeof s.x0);
        memcpy(s.v0, s.v, sizeof s.v0);
        memcpy(s.w0, s.w, sizeof s.w0);
        for (rdg_index i = 0; i < s.d; i++) {
            s.x[i] = size * random_signed(seed);
            s.v[i] = size * random_signed(seed);
        }
    }
    ask(&s);
    return s;
}

static void check_slopes(step *s, const char *name)
{
    const double e = 1e-6;
    for (rdg_index j = 0; j < 2 * s->d; j++) {
        step side[2] = {*s, *s};
        for (int k = 0; k < 2; k++) {
            double *at = j < s->d ? &side[k].x[j] : &side[k].v[j - s->d];
            *at += (2 * k - 1) * e;
            ask(&side[k]);
        }
        const double *slope = j < s->d ? s->fx + s->d * j : s->fv + s->d * (j - s->d);
        for (rdg_index i = 0; i < s->d; i++) {
            const double difference = (side[1].f[i] - side[0].f[i]) / (2.0 * e);
            if (!(fabs(difference - slope[i]) <= 1e-6 * (1.0 + fabs(slope[i])))) {
                fail_msg("%s: df%d/dy%d = %.9g, by differences %.9g", name, (int)i, (int)j, slope[i],
                         difference);
            }
        }
    }
}

static void derivatives_are_those_of_the_force(void **state)
{
    const double share[3] = {0.5, 0.8, 1.0};
    uint64_t seed = 7;
    for (int trial = 0; trial < 30; trial++) {
        rdg_structure *s = random_structure(*state, &seed, NULL);
        for (int k = 0; k < KINDS; k++) {
            adders[k](s, &seed);
        }
        for (rdg_index i = 0; i < rdg_element_count(s); i++) {
            const rdg_element *e = rdg_element_at(s, i);
            step at = random_step(*state, e, &seed, 1.5, share[trial % 3]);
            check_slopes(&at, e->name);
            rdg_law_workspace_free(at.workspace);
        }
    }
}

/* The mean force times the way is what is stored more: of springs, and of the normal directions of contacts.
 */
static void the_work_of_the_mean_force_is_stored(void **state)
{
    uint64_t seed = 3;
    int turned = 0;
    for (int trial = 0; trial < 400; trial++) {
        rdg_structure *s = random_structure(*state, &seed, NULL);
        rdg_cubic_spring_add(s, &(rdg_cubic_spring){.at = "x1", .k = 0.3, .k3 = 2.0});
        rdg_gap_spring_add(
            s, &(rdg_gap_spring){
                   .at = "x1", .k = pow(10.0, 5.0 * random_signed(&seed)), .gap = 0.1, .preload = 0.02});
        rdg_contact_add(s,
                        &(rdg_contact){.tangential = "x1", .normal = "y", .kt = 1.0, .kn = 300.0, .mu = 0.0});
        rdg_cone_contact_add(
            s, &(rdg_cone_contact){
                   .tangential = {"x1", "x2"}, .normal = "y", .kt = 1.0, .kn = 3.0, .preload = -0.2});
        for (rdg_index i = 0; i < rdg_element_count(s); i++) {
            step at = random_step(*state, rdg_element_at(s, i), &seed, 1.0, 0.5), start = at;
            memcpy(start.x, at.x0, sizeof at.x0);
            ask(&start);
            double work = 0.0;
            for (rdg_index k = 0; k < at.d; k++) {
                work += at.f[k] * (at.x[k] - at.x0[k]);
            }
            turned += (at.stored > 0.0) != (start.stored > 0.0);
            assert_near(work, at.stored - start.stored, 0.0, 1e-13 * (at.stored + start.stored + 1.0));
            rdg_law_workspace_free(at.workspace);
        }
    }
    assert_true(turned > 300);
}

/* A contact that closes on the way has its slider where it closes. */
static void a_slider_starts_where_its_contact_closes(void **state)
{
    rdg_structure *s = random_structure(*state, &(uint64_t){1}, NULL);
    rdg_contact_add(s, &(rdg_contact){.tangential = "x1", .normal = "y", .kt = 2.0, .kn = 1.0, .mu = 50.0});
    const rdg_element *e = rdg_element_at(s, 0);
    step at = {.workspace = rdg_law_workspace_create(*state, e->kind.time, e->self, 2),
               .d = 2,
               .m = 1,
               .x0 = {0.1, -0.3},
               .x = {0.9, 0.1},
               .v = {1.0, 1.0},
               .w0 = {0.1},
               .share = 1.0};
    ask(&at);
    assert_near(at.w[0], 0.7, 1e-15, 0.0);
    assert_near(at.f[0], 0.4, 1e-14, 0.0);
    rdg_law_workspace_free(at.workspace);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(derivatives_are_those_of_the_force),
        TEST(the_work_of_the_mean_force_is_stored),
        TEST(a_slider_starts_where_its_contact_closes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
