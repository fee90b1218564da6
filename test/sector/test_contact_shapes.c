/* Static shapes of contacts among the coordinates of a mistuned wheel: frequencies with stuck contacts
 * against those of the wheel with all its degrees of freedom. */
#include "fe_wheel.h"
#include "fresh_context.h"
#include "mistuned_wheel.h"

#include <ridgewalk/jenkins.h>
#include <ridgewalk/rest.h>

static const double stiff = 1e9; /* N/m */

/* Tangential displacements of the shroud's sides, at half of its thickness. */
static rdg_index side(const fe_sector *s, int t)
{
    const fe_cells *c = &s->cells;
    return s->number[fe_place(c, c->disk + (11 * c->blade + 10) / 20 + 1, t, 0)] + 1;
}

/* A contact between the right side of each shroud and the left one of the next. */
static void add_contacts(rdg_structure *wheel, const char *(*name)(int sector, int right, char text[40]))
{
    for (int j = 0; j < FE_SECTORS; j++) {
        char text[3][40];
        snprintf(text[2], sizeof text[2], "shroud%d", j);
        rdg_name_difference(wheel, text[2], name(j, 1, text[0]), name((j + 1) % FE_SECTORS, 0, text[1]));
        rdg_jenkins_add(wheel, &(rdg_jenkins){.at = text[2], .kt = stiff, .limit = 1.0});
    }
}

static const char *in_modes(int sector, int right, char text[40])
{
    const char *what = right ? "shroud.right" : "shroud.left";
    snprintf(text, 40, sector == 0 ? "%.0d%s" : "sector%d.%s", sector, what);
    return text;
}

static const char *in_full(int sector, int right, char text[40])
{
    snprintf(text, 40, "%s%d", right ? "right" : "left", sector);
    return text;
}

static rdg_structure *full_wheel(rdg_context *ctx, const fe_sector *s, const double *deviation)
{
    rdg_structure *wheel = fe_wheel(ctx, s, deviation);
    rdg_index n, *number = fe_numbers(s, &n);
    for (int j = 0; j < FE_SECTORS; j++) {
        char text[40];
        rdg_name_dof(wheel, in_full(j, 0, text), j * n + number[side(s, 0)]);
        rdg_name_dof(wheel, in_full(j, 1, text), j * n + number[side(s, s->cells.around)]);
    }
    free(number);
    add_contacts(wheel, in_full);
    return wheel;
}

static double worst(rdg_context *ctx, const rdg_sector *rotor, const fe_sector *s, rdg_index modes,
                    const char *contacts, const double *deviation, const double *expected, rdg_index *size)
{
    const rdg_sparse blade = {*s->pattern, s->blade};
    rdg_structure *wheel = rdg_sector_mistuned_wheel(
        rotor,
        &(rdg_mistuning){.modes = modes, .contacts = contacts, .blade = &blade, .deviation = deviation});
    assert_ok(ctx, rdg_error_status(ctx));
    *size = rdg_structure_size(wheel);
    add_contacts(wheel, in_modes);
    double omega[FE_SECTORS], error = 0.0;
    assert_ok(ctx, rdg_structure_rest_frequencies(wheel, FE_SECTORS, omega));
    for (int k = 0; k < FE_SECTORS; k++) {
        error = fmax(error, fabs(omega[k] / expected[k] - 1.0));
    }
    rdg_structure_free(wheel);
    return error;
}

static void static_shapes_make_stuck_contacts_right(void **state)
{
    rdg_context *ctx = *state;
    fe_sector s = fe_sector_make(ctx, (fe_cells){.around = 4, .through = 1, .disk = 2, .blade = 5});
    double deviation[FE_SECTORS], expected[FE_SECTORS];
    uint64_t seed = 12;
    for (int j = 0; j < FE_SECTORS; j++) {
        deviation[j] = 0.02 * random_signed(&seed);
    }
    rdg_structure *full = full_wheel(ctx, &s, deviation);
    assert_ok(ctx, rdg_structure_rest_frequencies(full, FE_SECTORS, expected));
    rdg_structure *sector = NULL;
    rdg_sector *rotor = fe_rotor_of(ctx, &s, &sector);
    rdg_name_dof(sector, "shroud.left", side(&s, 0));
    rdg_name_dof(sector, "shroud.right", side(&s, s.cells.around));
    rdg_name_set(sector, "shroud", 2, (rdg_index[]){side(&s, 0), side(&s, s.cells.around)});
    rdg_index size[3];
    const double with = worst(ctx, rotor, &s, 6, "shroud", deviation, expected, &size[0]),
                 without = worst(ctx, rotor, &s, 8, NULL, deviation, expected, &size[1]),
                 many = worst(ctx, rotor, &s, 40, NULL, deviation, expected, &size[2]);
    print_message("stuck shrouds: %lld coordinates with static shapes %.2g, %lld without %.2g, %lld %.2g\n",
                  (long long)size[0], with, (long long)size[1], without, (long long)size[2], many);
    assert_true(size[0] == size[1] && with < 1e-3 && with < 0.1 * without);
    fe_sector_release(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(static_shapes_make_stuck_contacts_right)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
