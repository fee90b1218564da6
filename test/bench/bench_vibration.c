/* What a point costs of the reference problems of vibration (demos/vibration): their forced responses, the
 * mode of a beam, a response with its stability, one with its truncation error, one whose harmonics come and
 * go. */
#include "curve_cost.h"
#include "vibration/models.h"

#include <ridgewalk/dnnm.h>
#include <ridgewalk/mechanics.h>

/* A forced response at alpha, with the demo's window; stability and truncation: as columns. */
typedef struct response {
    const char *name;
    double alpha, low, high, start; /* N, rad/s */
    bool stability, truncation;
} response;

static void forced_response(const curve_choice *choice, rdg_hbm *hb, const response *r)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", r->start), RDG_AT("alpha", r->alpha));
    if (r->stability) {
        rdg_hbm_add_stability(hb, p, "stability");
    }
    if (r->truncation) {
        rdg_hbm_add_truncation(hb, p, "truncation");
    }
    const rdg_option options[] = {RDG_RELEASE("omega"),
                                  RDG_WINDOW("omega", r->low, r->high),
                                  RDG_MAX_POINTS(2000),
                                  {.kind = RDG_OPTION_END}};
    curve_measure(choice, r->name, &(curve){.problem = p, .options = options});
    rdg_problem_free(p);
}

/* The impacts with only the mass that hits the stop kept, where the force is condensed: no sensor at the
 * other. */
static rdg_hbm *p03_condensed(rdg_context *ctx, int H)
{
    const two_masses c = {.m = {1.0, 1.0}, .k = {0.0, 1.0, 1.0}, .d = {0.0, 0.03, 0.03}};
    rdg_structure *chain = chain_of_two(ctx, &c);
    rdg_gap_spring_add(chain, &(rdg_gap_spring){.at = "q1", .k = 100.0, .gap = 1.0});
    rdg_force_add(chain, "q2", 1, 1.0);
    rdg_sensor_harmonic_add(chain, "A1", "q1", 1);
    rdg_hbm *hb = with_harmonics(chain, H);
    rdg_hbm_condense_forces(hb);
    return hb;
}

/* The first mode of a beam of 38 degrees of freedom without damping, harmonics 0 to 5, through its 5:1
 * tongue. */
static void beam_mode(rdg_context *ctx, const curve_choice *choice)
{
    rdg_beam_options b = rdg_beam_options_default();
    b.length = 0.7;
    b.width = b.height = 0.014;
    b.young = 2.05e11;
    b.density = 7800;
    b.elements = 19;
    rdg_structure *beam = rdg_beam_create(ctx, &b);
    rdg_name_dof(beam, "tip", rdg_beam_deflection(beam, 19));
    rdg_cubic_spring_add(beam, &(rdg_cubic_spring){.at = "tip", .k3 = 6e9});
    rdg_hbm *hb = with_harmonics(beam, 5);
    rdg_problem *mode = rdg_nonlinear_mode_problem(
        rdg_hbm_full(hb),
        RDG_MODE(.number = 1, .at = "tip", .conservative = true, .norm = RDG_NORM_ALL_HARMONICS), 1e-5);
    const rdg_option options[] = {RDG_RELEASE("a"),
                                  RDG_WINDOW("log10a", -5, -2.7),
                                  RDG_DIRECTION(1),
                                  RDG_STEP(0.01, 1e-7, 0.1),
                                  {.kind = RDG_OPTION_END}};
    curve_measure(choice, "p9_mode", &(curve){.problem = mode, .options = options});
}

/* As many harmonics as an error of 1e-3 asks for. */
static void adapted(rdg_context *ctx, const curve_choice *choice, int H)
{
    rdg_hbm *hb = p03(ctx, H);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 1.0), RDG_AT("alpha", 0.1));
    rdg_hbm_adapt(hb, p, 1e-3);
    const rdg_option options[] = {RDG_RELEASE("omega"),
                                  RDG_WINDOW("omega", 0.5, 1.0),
                                  RDG_MAX_POINTS(2000),
                                  RDG_HBM_ADAPT(hb),
                                  {.kind = RDG_OPTION_END}};
    curve_measure(choice, "adapted", &(curve){.problem = p, .options = options});
}

int main(int argc, char **argv)
{
    rdg_context *ctx = bench_context();
    const curve_choice choice = curve_choose(argc, argv);
    setvbuf(stdout, NULL, _IOLBF, 0);

    const response duffing = {.name = "p1_h7", .alpha = 0.18, .low = 0.5, .high = 1.6, .start = 0.5};
    const response friction = {.name = "p10_h7", .alpha = 0.6, .low = 0.6, .high = 1.6, .start = 0.6};
    response impacts = {.name = "p3_h21", .alpha = 0.1, .low = 0.5, .high = 1.0, .start = 1.0};
    printf("== The reference problems of vibration: counts of a run, microseconds a point\n");
    forced_response(&choice, p01(ctx, 7), &duffing);
    forced_response(&choice, p10(ctx, 7), &friction);
    beam_mode(ctx, &choice);
    forced_response(&choice, p03_condensed(ctx, 21), &impacts);
    impacts.name = "p3_h21_whole";
    forced_response(&choice, p03(ctx, 21), &impacts);

    response absorber = {.name = "p2_h7", .alpha = 0.11, .low = 0.8, .high = 1.4, .start = 0.8};
    printf("== What a point can tell, too: stability; the truncation error, with all 31 harmonics or as many "
           "as it "
           "asks for\n");
    forced_response(&choice, p02(ctx, 7), &absorber);
    absorber.name = "stability";
    absorber.stability = true;
    forced_response(&choice, p02(ctx, 7), &absorber);
    impacts.name = "p3_h31";
    forced_response(&choice, p03(ctx, 31), &impacts);
    impacts.name = "truncation";
    impacts.truncation = true;
    forced_response(&choice, p03(ctx, 31), &impacts);
    adapted(ctx, &choice, 31);
    return bench_exit(ctx);
}
