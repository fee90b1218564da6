/* Special points of the disc brake's limit cycles that demos find along whole branches (figure 11,
 * families.c): each from a cycle next to it, by a step of a run across it. Between its ends the preload along
 * the branch is a cubic to eight digits, and what vanishes at a Neimark-Sacker point is straight to seven. */
#define _XOPEN_SOURCE 700

#include "disc-brake/models.h"
#include "scratch.h"

#include <ridgewalk/shooting.h>

#include <string.h>

/* A cycle next to a special point, from charts of those demos' runs at 1 rad/s. */
typedef struct beside {
    const char *mode; /* in which it begins */
    const char *zero; /* monitor that vanishes; NULL: the slope of the preload */
    double N0, T, x[STATES];
    int direction; /* to the point */
    double step, at,
        tolerance; /* of the run; N0 of the point, N: to its known digits, less what errors of motions make */
} beside;

/* The two latest points of a run. */
typedef struct passage {
    rdg_index p, of; /* variables of parameters; the monitor, -1: none */
    int direction;
    double h, N0[2], slope[2], g[2];
} passage;

static bool take(rdg_problem *problem, const rdg_chart *chart, void *data)
{
    passage *k = data;
    (void)problem;
    k->N0[0] = k->N0[1], k->slope[0] = k->slope[1], k->g[0] = k->g[1];
    k->h = chart->step;
    k->N0[1] = chart->u[k->p + N0];
    k->slope[1] = chart->tangent[k->p + N0];
    if (!(chart->step > 0.0)) { /* the tangent at the start has no direction yet */
        k->slope[1] = copysign(k->slope[1], k->direction);
    }
    k->g[1] = k->of >= 0 ? chart->mu[k->of] : k->slope[1];
    return k->g[0] * k->g[1] < 0.0;
}

/* The extremum, or the zero of the monitor, of the cubic through values and slopes at both ends. */
static double passed_at(const passage *k)
{
    double x = k->g[0] / (k->g[0] - k->g[1]);
    const double a = k->h * k->slope[0], b = k->h * k->slope[1], rise = k->N0[1] - k->N0[0];
    for (int i = 0; i < 20 && k->of < 0; i++) {
        const double slope = a + x * (6.0 * rise - 4.0 * a - 2.0 * b) + 3.0 * x * x * (a + b - 2.0 * rise);
        x -= slope / (6.0 * rise - 4.0 * a - 2.0 * b + 6.0 * x * (a + b - 2.0 * rise));
    }
    return k->N0[0] + x * (a + x * (3.0 * rise - 2.0 * a - b + x * (a + b - 2.0 * rise)));
}

static void find(rdg_context *ctx, const disc_brake *preset, const beside *from)
{
    disc_brake b = *preset;
    b.value[OMEGA] = 1.0;
    b.value[N0] = from->N0;
    rdg_shooting *s = rdg_shooting_create(
        brake_system(ctx, &b),
        &(rdg_shooting_options){
            .mode = from->mode,
            .x = from->x,
            .period = from->T,
            .flow = {.method = RDG_FLOW_MIXED, .relative = 1e-7, .absolute = 1e-9, .slopes = 1e-2}});
    rdg_problem *p = rdg_shooting_problem(s);
    assert_ok(ctx, rdg_error_status(ctx));
    passage k = {.p = rdg_variable_index(p, "p", NULL),
                 .of = from->zero ? rdg_parameter_index(p, from->zero) : -1,
                 .direction = from->direction};
    assert_ok(ctx, rdg_continue(
                       p, "beside", RDG_RELEASE("N0"), RDG_DIRECTION(from->direction), RDG_NO_FOLDS,
                       RDG_NO_BRANCH_POINTS, RDG_NO_FOLDER, RDG_WINDOW("N0", from->N0 - 0.1, from->N0 + 0.1),
                       RDG_STEP(from->step, 1e-5, from->step), RDG_MAX_POINTS(3), RDG_OBSERVE(take, &k)));
    assert_true(k.g[0] * k.g[1] < 0.0);
    assert_near(passed_at(&k), from->at, 0.0, from->tolerance);
    rdg_problem_free(p);
    rdg_shooting_free(s);
}

/* One curve between the branch that slips and lifts off and the one that slips and sticks: between the second
 * and the third there are three stable cycles. */
static void the_branches_of_figure_11_have_four_folds(void **state)
{
    static const beside from[] = {
        {"apart",
         NULL,
         64.288296113,
         0.151157915048,
         {-0.000117311157541507, -0.000356008736591948, -5.57611018484944e-05, 0.00625628897505591,
          0.122929691409459, 0.0, -0.00249075261583748, -0.0723454521165865, -0.0333049471987835,
          -0.0259761801764192, -3.60744351185104, 2.52069871542132},
         1,
         1e-3,
         64.28829721,
         1e-6},
        {"slip",
         NULL,
         53.056917485,
         0.143741532702,
         {-0.000127738608915657, -0.000497128383948868, -2.16400535500636e-05, 0.0041405153762407,
          -0.0331780618521489, 0.0, 0.00756860408470573, 0.00918608303266305, -0.00322048350427961,
          0.0132413744074969, 0.979831631959186, -1.78443474887676},
         -1,
         1.5e-3,
         53.05688458,
         1e-6},
        {"apart",
         NULL,
         53.172601217,
         0.140336953287,
         {-0.000157401131674931, -5.27758547823416e-05, -3.43837957396775e-05, 0.00336839170567848,
          0.0476081849838948, 0.0, -0.00634928122895168, -0.01463294491061, 0.0140446933104999,
          -0.0100751783390183, 0.194082496958396, 1.6492239019587},
         1,
         4e-3,
         53.17264402,
         1e-6},
        {"apart",
         NULL,
         53.168684090,
         0.138938641198,
         {-0.000157426118277386, -6.72842610771281e-05, -3.59145997133752e-05, 0.00305347325972082,
          0.0459584146755477, 0.0, -0.00597178983347447, -0.0133334689398045, 0.00819767414362003,
          -0.00936789441296524, 0.245538089464018, 1.5912446571893},
         -1,
         4e-3,
         53.16865567,
         1e-6},
    };
    const disc_brake lc = preset_lc();
    for (size_t k = 0; k < sizeof from / sizeof *from; k++) {
        find(*state, &lc, &from[k]);
    }
}

/* The cycle of one period loses its stability there. */
static void a_family_of_preset_ch_has_a_neimark_sacker_point(void **state)
{
    static const beside from = {"slip",
                                "ns",
                                58.8812,
                                0.140650745762,
                                {0.000631296779485981, -0.00211659236427662, -0.000102857861070113,
                                 -0.00181152466286162, 0.25644005130893, -0.0287172091605144,
                                 -0.0018287521216763, -0.00201048965016758, -0.00571037764409091,
                                 -0.00447377480847112, 0.96203223886544, 0.039104584666498},
                                -1,
                                1e-4,
                                58.8811876,
                                3e-6};
    const disc_brake ch = preset_ch();
    find(*state, &ch, &from);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_branches_of_figure_11_have_four_folds),
        SCRATCH_TEST(a_family_of_preset_ch_has_a_neimark_sacker_point),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
