/* Components of a sector of finite elements with its shroud as the boundary: first and last frequency against
 * those of an independent program (CHOLMOD and ARPACK called by hand, matrices assembled in Python), which
 * printed ten digits. */
#include "fe_sector.h"
#include "fresh_context.h"

#include <ridgewalk/component.h>

enum { MODES = 50 };

/* Displacements of the shroud's left face, then of its right one, as many as are wanted */
static void name_shroud(rdg_structure *s, const fe_sector *fe, rdg_index wanted)
{
    const fe_cells *c = &fe->cells;
    rdg_index *dof = fe_new((size_t)wanted, sizeof *dof), count = 0;
    for (int side = 0; side < 2; side++) {
        for (int r = fe_shroud(c); r <= fe_shroud(c) + c->shroud; r++) {
            for (int k = 0; k < 3 * (c->through + 1) && count < wanted; k++) {
                dof[count++] = fe->number[fe_place(c, r, side * c->around, k / 3)] + k % 3;
            }
        }
    }
    assert_int_equal(count, wanted);
    assert_int_equal(rdg_name_set(s, "shroud", wanted, dof), RDG_OK);
    free(dof);
}

static void compare(rdg_context *ctx, fe_cells cells, rdg_index interior, rdg_index boundary, double first,
                    double last)
{
    fe_sector fe = fe_sector_make(ctx, cells);
    const rdg_sparse M = {*fe.pattern, fe.M}, K = {*fe.pattern, fe.K};
    assert_int_equal(fe.n, interior + boundary);
    rdg_structure *s = rdg_structure_create_sparse(ctx, "sector", &M, RDG_UNDAMPED, &K);
    name_shroud(s, &fe, boundary);
    rdg_component *c = rdg_component_fixed(s, "shroud", RDG_MODES(MODES));
    assert_near(rdg_component_frequency(c, 0) / (2 * acos(-1.0)), first, 1e-9, 0);
    assert_near(rdg_component_frequency(c, MODES - 1) / (2 * acos(-1.0)), last, 1e-9, 0);
    fe_sector_release(&fe);
}

static void a_sector_of_8000_degrees_of_freedom(void **state)
{
    const fe_cells cells = {.around = 10, .through = 8, .disk = 12, .blade = 29, .wide = 2, .shroud = 2};
    compare(*state, cells, 7815, 150, 2902.496665, 61349.7704);
}

static void a_sector_of_60000_degrees_of_freedom(void **state)
{
    const fe_cells cells = {.around = 20, .through = 18, .disk = 26, .blade = 62, .wide = 3, .shroud = 4};
    compare(*state, cells, 59550, 300, 2446.535081, 56607.4183);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(a_sector_of_8000_degrees_of_freedom),
                                       TEST(a_sector_of_60000_degrees_of_freedom)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
