/* Ridges of a Duffing oscillator with one harmonic against their closed form, and the picture of them. */
#define _GNU_SOURCE

#include "oscillators.h"
#include "scratch.h"

#include <ridgewalk/ridges.h>

#include <math.h>
#include <stdlib.h>

static const oscillator duffing = {
    .c = 0.2, .k3 = 1, .n_harmonics = 1, .harmonics = (const int[]){1}, .samples = 8};

static const rdg_ridges *ridges_of(rdg_context *ctx)
{
    const rdg_ridges *all =
        rdg_ridges_of(oscillator_hbm(ctx, &duffing), "all", "amp", RDG_WINDOW("alpha", 0.1, 0.6),
                      RDG_WINDOW("omega", 0.8, 2.0), RDG_RIDGES_SAMPLES(2), RDG_IN_MEMORY);
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(all);
    assert_int_equal(all->count, 1);
    return all;
}

/* F = E^2 + (c w A)^2 = alpha^2 with E = (1 - w^2) A + 3/4 k3 A^3, and dF/dw = 0: E = c^2 A / 2. */
static void assert_on_ridge(double level, double omega, double A)
{
    const double c = duffing.c, w = sqrt(1.0 + 0.75 * duffing.k3 * A * A - 0.5 * c * c);
    assert_near(omega, w, 1e-8, 0.0);
    assert_near(level, hypot(0.5 * c * c * A, c * w * A), 1e-8, 0.0);
}

static void the_ridge_is_the_closed_form(void **state)
{
    const rdg_ridges *all = ridges_of(*state);
    const rdg_ridge_curve *r = &all->ridge[0];
    assert_true(r->n > 5);
    for (rdg_index i = 0; i < r->n; i++) {
        assert_on_ridge(r->level[i], r->omega[i], r->amplitude[i]);
    }
    rdg_ridges_point one, greatest;
    assert_ok(*state, rdg_ridges_at(all, 0, 0.37, &one));
    assert_ok(*state, rdg_ridges_greatest(all, 0.37, &greatest));
    assert_on_ridge(0.37, one.omega, one.amplitude);
    assert_on_ridge(0.37, greatest.omega, greatest.amplitude);
    assert_int_equal(greatest.ridge, 0);
}

/* Places of a curve in a picture, behind those of its sample in the legend; as many as there are. */
static rdg_index places_of(const char *picture, const char *color, rdg_index most, double *x, double *y)
{
    char begin[64];
    snprintf(begin, sizeof begin, "stroke='rgb(%s)'  d='M", color);
    const char *curve = strstr(picture, begin);
    assert_non_null(curve);
    curve = strchr(curve + strlen(begin), 'M');
    rdg_index n = 0;
    for (; n < most && sscanf(curve, "%*c%lf,%lf", &x[n], &y[n]) == 2; n++) {
        curve = strpbrk(curve + 1, "L'");
        assert_non_null(curve);
    }
    return n;
}

/* Logarithmic axes: in between the first and the last place each has its own. */
static void assert_logarithmic(rdg_index n, const double *place, const double *value)
{
    const double scale = (place[n - 1] - place[0]) / log(value[n - 1] / value[0]);
    assert_true(fabs(place[n - 1] - place[0]) > 300.0);
    for (rdg_index i = 0; i < n; i++) {
        assert_near(place[i], place[0] + scale * log(value[i] / value[0]), 0.0, 0.02);
    }
}

static void the_picture_shows_the_ridge_and_its_envelope(void **state)
{
    enum { MOST = 100 };
    static const char *const colors[] = {"187, 187, 187", "213,  94,   0"};
    const rdg_ridges *all = ridges_of(*state);
    const rdg_ridge_curve *r = &all->ridge[0];
    char path[128], *text = malloc(1U << 20);
    double x[MOST], y[MOST];
    snprintf(path, sizeof path, "%s/ridges.svg", scratch_folder);
    assert_ok(*state, rdg_ridges_plot(all, path));
    FILE *file = fopen(path, "r");
    assert_true(file && text);
    text[fread(text, 1, (1U << 20) - 1, file)] = '\0';
    fclose(file);
    assert_non_null(strstr(text, "<text>amp</text>"));
    for (int k = 0; k < 2; k++) { /* the envelope, which is the ridge here, and the ridge */
        assert_int_equal(places_of(text, colors[k], MOST, x, y), r->n);
        assert_logarithmic(r->n, x, r->level);
        assert_logarithmic(r->n, y, r->amplitude);
    }
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(the_ridge_is_the_closed_form),
        SCRATCH_TEST(the_picture_shows_the_ridge_and_its_envelope),
    };
    return cmocka_run_group_tests_name("values of ridges", tests, NULL, NULL);
}
