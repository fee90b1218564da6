/* Which uncertain number decides about the peak? A mass with a friction pad: friction coefficient, stiffness
 * of the pad and damping are uncertain. Sobol' indices at twelve forcing amplitudes: the share of the
 * variance of the peak that goes back to each of them alone (first) and with its interactions (total). Below
 * the onset of slip the damping decides. Then, in this order, the stiffness of the pad, the friction
 * coefficient, and the damping again. 640 cases by Sobol' points, in two threads of one process. */
#include "../forms.h"

#include <ridgewalk/ridgewalk.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { LEVELS = 12, QUANTITIES = 3, SAMPLES = 128 };

static const rdg_uncertain quantity[QUANTITIES] = {RDG_LOGNORMAL("friction coefficient", 0.3, 0.15),
                                                   RDG_LOGNORMAL("stiffness of the pad, N/m", 4e4, 0.2),
                                                   RDG_LOGNORMAL("damping, N s/m", 6.0, 0.1)};

static double forcing(int level)
{
    return 0.5 * pow(160.0, (double)level / (LEVELS - 1)); /* N */
}

/* The peak at each forcing amplitude. */
static rdg_status peaks(rdg_context *own, rdg_index number, const double *value, double *amplitude,
                        void *data)
{
    (void)number;
    (void)data;
    const double M[] = {1.0}, C[] = {value[2]}, K[] = {9e4}; /* kg, N s/m, N/m */
    rdg_structure *s = rdg_structure_create(own, "mass", 1, M, C, K);
    rdg_name_dof(s, "x", 0);
    rdg_contact_add(
        s, &(rdg_contact){.name = "pad", .tangential = "x", .kt = value[1], .mu = value[0], .preload = 50});
    rdg_force_add(s, "x", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(1, 3));
    for (int level = 0; level < LEVELS; level++) {
        rdg_peak peak = {.amplitude = NAN};
        rdg_frc_peak(hb, "Am", forcing(level), 270.0, 440.0, &peak);
        amplitude[level] = peak.amplitude;
    }
    return rdg_error_status(own);
}

static void print_level(FILE *csv, int level, const double *amplitude, const rdg_sobol_index *index)
{
    printf("%8.3f N: %9.4g m,", forcing(level), amplitude[0]);
    fprintf(csv, "%.6g", forcing(level));
    for (int j = 0; j < QUANTITIES; j++) {
        printf("  %.3f (%.3f to %.3f) %.3f", index[j].first.value, index[j].first.low, index[j].first.high,
               index[j].total.value);
        fprintf(csv, ",%.6f,%.6f", index[j].first.value, index[j].total.value);
    }
    printf("\n");
    fprintf(csv, "\n");
}

int main(void)
{
    const rdg_sampling plan = {.method = RDG_SOBOL_POINTS,
                               .samples = form_is_quick() ? 16 : SAMPLES,
                               .indices = true,
                               .n = QUANTITIES,
                               .quantity = quantity};
    static double amplitude[SAMPLES * (QUANTITIES + 2) * LEVELS];
    double level_of[LEVELS], first[QUANTITIES][LEVELS];
    FILE *csv = fopen("uncertain_friction.csv", "w");
    if (!csv) {
        perror("uncertain_friction.csv");
        return 1;
    }
    fprintf(csv, "alpha_N,mu_first,mu_total,kt_first,kt_total,damping_first,damping_total\n");
    rdg_context *ctx = rdg_context_create();
    rdg_threads(ctx, 2);
    const rdg_index cases = rdg_sampling_cases(ctx, &plan);
    if (rdg_sampling_compute(ctx, &plan, peaks, NULL, LEVELS, amplitude) != RDG_OK) {
        fclose(csv);
        return rdg_exit(ctx);
    }
    printf("   forcing: a peak,     first (95 %%) and total index of the %s; of the %s; of the %s\n",
           quantity[0].name, quantity[1].name, quantity[2].name);
    for (int level = 0; level < LEVELS; level++) {
        rdg_sobol_index index[QUANTITIES] = {{{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}}};
        rdg_sobol_indices(ctx, &plan, amplitude + level * cases, index);
        print_level(csv, level, amplitude + level * cases, index);
        level_of[level] = forcing(level);
        for (int j = 0; j < QUANTITIES; j++) {
            first[j][level] = index[j].first.value;
        }
    }
    fclose(csv);
    rdg_plot(ctx, "uncertain_friction.png",
             RDG_POINTS(LEVELS, level_of, first[0], "friction coefficient", .style = RDG_LINE_DOTS),
             RDG_POINTS(LEVELS, level_of, first[1], "stiffness of the pad", .style = RDG_LINE_DOTS),
             RDG_POINTS(LEVELS, level_of, first[2], "damping", .style = RDG_LINE_DOTS),
             RDG_TITLE("Which uncertain number decides about the peak?"), RDG_XLABEL("forcing amplitude / N"),
             RDG_YLABEL("share of the variance"), RDG_LOGX);
    return rdg_exit(ctx);
}
