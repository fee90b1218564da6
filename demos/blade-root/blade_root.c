/* From the FE program to the ridge: a blade with a dovetail root, exported, read, reduced, pressed into its
 * slot by the centrifugal force, shaken. Each step is compared with a second route. By itself 110 contacts,
 * some five minutes; FULL=1: 210 contacts; QUICK=1: 30, and the ridge alone. */
#include "../forms.h"
#include "model.h"
#include "slip_map.h"

#include <ridgewalk/ridge.h>

enum { MODES = 5, LEVELS = 3 };

/* Forcing amplitudes of responses, N; the ridge goes from the first one to twice the last one. */
static const double level[LEVELS] = {0.05, 0.5, 5.0};
static const char *const response[LEVELS] = {"response_1", "response_2", "response_3"};

static void compare(const char *what, double a, double b)
{
    printf("check: %s %.9g, by a second route %.9g, difference %.1e\n", what, a, b, fabs(a / b - 1.0));
}

/* --- reduction, and the file of the component */

static rdg_component *reduce(rdg_context *ctx, const root_model *r)
{
    rdg_component *c = root_reduce(r);
    rdg_component_write(c, "root.rdc");
    rdg_component *again = rdg_component_read(ctx, "root.rdc");
    const rdg_index last = rdg_component_mode_count(c) - 1;
    printf("%d degrees of freedom, of the component %d\n", (int)rdg_structure_size(r->whole),
           (int)rdg_structure_size(rdg_component_structure(c)));
    compare("highest mode of the component, of its file in Hz",
            rdg_component_frequency(c, last) / RDG_HZ(1.0),
            rdg_component_frequency(again, last) / RDG_HZ(1.0));
    return c;
}

/* --- the blade in its slot */

static void compare_forces(const root_model *r, const double *pressure)
{
    double up = 0.0, least = INFINITY, most = -INFINITY;
    for (rdg_index k = 0; k < rdg_contact_surface_count(r->surface); k++) {
        const rdg_surface_node *node = rdg_contact_surface_node(r->surface, k, NULL);
        up += fmax(pressure[k], 0.0) * node->area * node->normal[2];
        least = fmin(least, pressure[k]);
        most = fmax(most, pressure[k]);
    }
    printf("pressure %.1f to %.1f MPa\n", least / 1e6, most / 1e6);
    compare("force of the contacts along z, the centrifugal force in N", up,
            r->pull * root_speed * root_speed);
}

/* Frequencies with all contacts stuck: of the component and of the whole structure. */
static double press(const root_model *r, rdg_component *c, double *pressure)
{
    double omega[MODES] = {0.0}, whole[MODES] = {0.0};
    rdg_structure *s = root_press(r, rdg_structure_copy(rdg_component_structure(c)), pressure);
    compare_forces(r, pressure);
    rdg_structure_rest_frequencies(s, MODES, omega);
    s = root_press(r, rdg_structure_copy(r->whole), NULL);
    rdg_structure_rest_frequencies(s, MODES, whole);
    for (int k = 0; k < MODES; k++) {
        compare("frequency in Hz", omega[k] / RDG_HZ(1.0), whole[k] / RDG_HZ(1.0));
    }
    return omega[0];
}

/* --- vibration */

static void respond(rdg_hbm *hb, const char *run, double alpha, double low, double high)
{
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", low), RDG_AT("alpha", alpha));
    rdg_continue(p, run, RDG_RELEASE("omega"), RDG_WINDOW("omega", low, high), RDG_MAXIMA("Am"),
                 RDG_NO_BRANCH_POINTS);
    rdg_problem_free(p);
}

static double value(rdg_context *ctx, const char *name, const char *type, const char *column)
{
    double found = NAN;
    rdg_run *run = rdg_run_open(ctx, name);
    rdg_run_value(run, type, 0, column, &found);
    rdg_run_free(run);
    return found;
}

/* The ridge has its points at the forcing amplitudes of the responses as "UZ". */
static void compare_peak(rdg_context *ctx, const char *run, int nth)
{
    double on_ridge = NAN;
    rdg_run *ridge = rdg_run_open(ctx, "ridge");
    rdg_run_value(ridge, "UZ", nth, "Am", &on_ridge);
    rdg_run_free(ridge);
    compare("peak of a response, ridge in m", value(ctx, run, "PM", "Am"), on_ridge);
}

#define RESPONSE(k, words) RDG_CURVE(response[k], "omega", "Am", .y_factor = 1e3, .legend = (words))
#define RIDGE                                                                                                \
    RDG_CURVE("ridge", "omega", "Am", .y_factor = 1e3, .legend = "ridge", .width = 2, .color = "black")
#define WORDS                                                                                                \
    RDG_TITLE("A blade with friction in its root and below its platform"),                                   \
        RDG_YLABEL("amplitude of the tip (root mean square) / mm"), RDG_LOGY, RDG_IN_HZ

static void draw(rdg_context *ctx, bool all)
{
    rdg_ridge_export(ctx, "ridge", "Am", "blade_root.csv");
    if (all) {
        rdg_plot(ctx, "blade_root.png", RESPONSE(0, "0.05 N"), RESPONSE(1, "0.5 N"), RESPONSE(2, "5 N"),
                 RIDGE, WORDS);
    } else {
        rdg_plot(ctx, "blade_root.png", RESPONSE(2, "5 N"), RIDGE, WORDS);
    }
}

/* The root at the ridge's last point, for ParaView and as a picture */
static void show(rdg_context *ctx, const root_model *r, const rdg_component *c, rdg_hbm *hb)
{
    rdg_run *run = rdg_run_open(ctx, "ridge");
    const rdg_index label = rdg_run_label_of(run, "EP", 0);
    rdg_run_free(run);
    rdg_animate(
        hb, "ridge", label,
        &(rdg_animation){
            .path = "blade_root.pvd", .mesh = r->mesh, .by = c, .relative = r->relative, .frames = 48});
    rdg_contact_map_write(hb, "ridge", label, &(rdg_contact_map){.path = "slip_map.csv", .mesh = r->mesh});
    rdg_contact_map_write(hb, "ridge", label, &(rdg_contact_map){.path = "slip_map.vtu", .mesh = r->mesh});
    draw_slip_map(ctx, r, "slip_map.csv", "slip_map.png");
}

static double amplitude_at(rdg_hbm *hb, double alpha, double omega)
{
    double amplitude = NAN;
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", omega), RDG_AT("alpha", alpha));
    rdg_solve(p);
    rdg_parameter_value(p, "Am", rdg_start_values(p), &amplitude);
    rdg_problem_free(p);
    return amplitude;
}

/* The whole structure at a point beside a peak, without reduction: its interior is condensed exactly, once
 * for this frequency, which takes seconds. */
static void compare_whole(rdg_context *ctx, const root_model *r, rdg_hbm *hb, const double *pressure, int k)
{
    const double omega = 0.9999 * value(ctx, response[k], "PM", "omega");
    rdg_hbm *whole = rdg_hbm_create(root_vibrate(r, r->relative, pressure), RDG_HARMONICS(0, 1));
    compare("amplitude of the component, of the whole structure in m", amplitude_at(hb, level[k], omega),
            amplitude_at(whole, level[k], omega));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    root_model r = root_read(ctx, root_asked());
    rdg_component *c = reduce(ctx, &r);
    double *pressure = root_pressures(&r);
    const double first = press(&r, c, pressure);
    rdg_hbm *hb = rdg_hbm_create(root_vibrate(&r, rdg_component_structure(c), pressure), RDG_HARMONICS(0, 1));
    if (rdg_error_status(ctx) != RDG_OK) {
        return rdg_exit(ctx);
    }

    const int from = form_is_quick() ? LEVELS - 1 : 0;
    const double low = (form_is_quick() ? 0.9975 : 0.98) * first,
                 high = (form_is_quick() ? 0.9988 : 1.01) * first;
    for (int k = from; k < LEVELS; k++) {
        respond(hb, response[k], level[k], low, high);
    }
    rdg_ridge(hb, "ridge", "Am", RDG_FROM_GREATEST(response[from]),
              RDG_WINDOW("alpha", level[from], (form_is_quick() ? 1.2 : 2.0) * level[LEVELS - 1]),
              RDG_UZ_LIST("alpha", LEVELS - from, level + from), RDG_RIDGE_CERTIFY(RDG_CERTIFY_NOTHING));
    for (int k = from; k < LEVELS; k++) {
        compare_peak(ctx, response[k], k - from);
    }
    draw(ctx, from == 0);
    show(ctx, &r, c, hb);
    compare_whole(ctx, &r, hb, pressure, from == 0 ? 1 : from);
    free(pressure);
    root_free_mesh(&r.made);
    return rdg_exit(ctx);
}
