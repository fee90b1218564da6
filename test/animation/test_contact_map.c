/* Maps of contacts as columns, as tables, and on the surfaces of a mesh. */
#define _XOPEN_SOURCE 700

#include "../hbm/energy.h"
#include "contact_blocks.h"
#include "vtu.h"

#include <ridgewalk/ridgewalk.h>

enum { CONTACTS = LAYER, FIELDS = 4, LINE = 400 };

static const char *const field[FIELDS] = {"stick", "slip", "separation", "energy_J"};
static const char *const column[FIELDS] = {"stick", "slip", "separation", "energy"};

static const rdg_surface_law law = {.kt = 2e10, .kn = 3e10, .mu = 0.3, .pressure = 4e5, .samples = 256};

/* Two blocks on each other, the upper one shaken so that some contacts slip and some open */
static rdg_hbm *shaken(rdg_context *ctx, rdg_fe_mesh **mesh)
{
    static blocks b;
    b = (blocks){.shift = {0, 0}};
    *mesh = blocks_make(ctx, &b);
    rdg_structure *s = rdg_fe_mesh_structure(*mesh);
    rdg_name_dof(s, "pushed", rdg_node_dof(s, 4 * LAYER, 'x'));
    rdg_contact_surface *c = rdg_contact_surface_create(*mesh, &joint);
    rdg_structure *r = rdg_contact_surface_relative(c);
    assert_ok(ctx, rdg_contact_surface_add(c, r, &law));
    assert_ok(ctx, rdg_force_add(r, "pushed", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(r, "A", "pushed"));
    return rdg_hbm_create(r, RDG_HARMONICS(0, 1));
}

static rdg_index shake(rdg_hbm *hb, rdg_contact_map_columns_of of)
{
    rdg_context *ctx = rdg_hbm_context(hb);
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", 900.0));
    assert_ok(ctx, rdg_contact_map_columns(hb, p, of));
    rdg_continue(p, "frc", RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(240)));
    rdg_problem_free(p);
    rdg_run *run = rdg_run_open(ctx, "frc");
    const rdg_index label = rdg_run_label_of(run, "EP", 1);
    rdg_run_free(run);
    return label;
}

/* A row of a .csv file */
typedef struct row {
    char name[64];
    double value[FIELDS], node, x[3];
} row;

static const char *path_in(const char *name)
{
    static char path[160];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

static int read_rows(const char *path, row *rows, int most, bool has_mesh)
{
    char line[LINE];
    int n = 0;
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_non_null(fgets(line, LINE, file));
    assert_string_equal(line, has_mesh ? "contact,stick,slip,separation,energy_J,node,x_m,y_m,z_m\n"
                                       : "contact,stick,slip,separation,energy_J\n");
    while (n < most && fgets(line, LINE, file)) {
        row *r = &rows[n++];
        assert_int_equal(sscanf(line, "%63[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", r->name, &r->value[0],
                                &r->value[1], &r->value[2], &r->value[3], &r->node, &r->x[0], &r->x[1],
                                &r->x[2]),
                         has_mesh ? 9 : 5);
    }
    fclose(file);
    return n;
}

static double value_in(rdg_context *ctx, rdg_run *run, rdg_index at, const char *contact, const char *name)
{
    char full[96];
    snprintf(full, sizeof full, "%s.%s", contact, name);
    const double *values = rdg_run_column(run, full);
    assert_ok(ctx, rdg_error_status(ctx));
    return values[at];
}

/* --- balances */

/* What the contacts dissipate is the work of the force less that of the damping, at each point. */
static void energies_add_up_to_the_work_of_the_force(void **state)
{
    rdg_context *ctx = *state;
    rdg_fe_mesh *mesh = NULL;
    rdg_hbm *hb = shaken(ctx, &mesh);
    shake(hb, RDG_MAP_TOTAL);
    const rdg_index n = rdg_hbm_unknowns(hb);
    double *Q = calloc((size_t)n, sizeof *Q), omega = 0.0;
    assert_non_null(Q);
    rdg_run *run = rdg_run_open(ctx, "frc");
    for (rdg_index label = 1; label <= 2; label++) {
        assert_ok(ctx, rdg_run_solution(run, label, "Q", n, Q));
        assert_ok(ctx, rdg_run_solution(run, label, "omega", 1, &omega));
        const double in = force_work(hb, "pushed", Q, 900.0), out = damper_work(hb, Q, omega, 900.0);
        const double lost = value_in(ctx, run, rdg_run_row_of_label(run, label), "contacts", "energy");
        assert_near(lost, in - out, 1e-8, 0);
        assert_true(lost > 0.2 * in);
    }
    rdg_run_free(run);
    free(Q);
}

/* --- columns and files */

static void compare_columns(rdg_context *ctx, rdg_run *run, rdg_index at, const row *rows)
{
    double sum[FIELDS] = {0};
    for (int k = 0; k < CONTACTS; k++) {
        assert_near(rows[k].value[0] + rows[k].value[1] + rows[k].value[2], 1.0, 1e-12, 0);
        for (int f = 0; f < FIELDS; f++) {
            assert_near(value_in(ctx, run, at, rows[k].name, column[f]), rows[k].value[f], 1e-9, 1e-15);
            sum[f] += rows[k].value[f] / (f < FIELDS - 1 ? CONTACTS : 1);
        }
    }
    for (int f = 0; f < FIELDS; f++) {
        assert_near(value_in(ctx, run, at, "contacts", column[f]), sum[f], 1e-9, 1e-15);
    }
    assert_true(sum[0] > 0.05 && sum[1] > 0.05 && sum[3] > 0);
}

/* Each node of the joint has the values of its contact, on both sides; the surface has the faces between. */
static void compare_surface(const char *path, const row *rows)
{
    double value[VTU_MOST], x[VTU_MOST], type[VTU_MOST], corner[VTU_MOST];
    assert_int_equal(vtu_array(path, "position_m", x), 3 * 2 * LAYER);
    assert_int_equal(vtu_array(path, "types", type), 2 * CELLS * CELLS);
    assert_int_equal(vtu_array(path, "connectivity", corner), 4 * 2 * CELLS * CELLS);
    for (int f = 0; f < FIELDS; f++) {
        assert_int_equal(vtu_array(path, field[f], value), 2 * LAYER);
        for (int k = 0; k < CONTACTS; k++) {
            int met = 0;
            for (int i = 0; i < 2 * LAYER; i++) {
                const double *r = rows[k].x;
                if (hypot(hypot(x[3 * i] - r[0], x[3 * i + 1] - r[1]), x[3 * i + 2] - r[2]) < 1e-7) {
                    assert_near(value[i], rows[k].value[f], 1e-8, 1e-15);
                    met++;
                }
            }
            assert_int_equal(met, 2);
        }
    }
}

static void columns_and_files_have_the_same_values(void **state)
{
    static row rows[CONTACTS + 1], bare[CONTACTS + 1];
    rdg_context *ctx = *state;
    rdg_fe_mesh *mesh = NULL;
    rdg_hbm *hb = shaken(ctx, &mesh);
    const rdg_index label = shake(hb, RDG_MAP_EACH);
    assert_ok(ctx, rdg_contact_map_write(hb, "frc", label,
                                         &(rdg_contact_map){.path = path_in("map.csv"), .mesh = mesh}));
    assert_int_equal(read_rows(path_in("map.csv"), rows, CONTACTS + 1, true), CONTACTS);
    assert_ok(ctx, rdg_contact_map_write(hb, "frc", label, &(rdg_contact_map){.path = path_in("bare.csv")}));
    assert_int_equal(read_rows(path_in("bare.csv"), bare, CONTACTS + 1, false), CONTACTS);
    for (int k = 0; k < CONTACTS; k++) {
        assert_string_equal(bare[k].name, rows[k].name);
        assert_memory_equal(bare[k].value, rows[k].value, sizeof bare[k].value);
    }
    rdg_run *run = rdg_run_open(ctx, "frc");
    compare_columns(ctx, run, rdg_run_row_of_label(run, label), rows);
    rdg_run_free(run);
    assert_ok(ctx, rdg_contact_map_write(hb, "frc", label,
                                         &(rdg_contact_map){.path = path_in("map.vtu"), .mesh = mesh}));
    compare_surface(path_in("map.vtu"), rows);
}

/* --- released parameters, small tables */

static rdg_structure *pair(rdg_context *ctx)
{
    rdg_structure *s =
        rdg_structure_create(ctx, "pair", 2, (const double[]){1, 0, 0, 1}, (const double[]){20, 0, 0, 20},
                             (const double[]){2e5, -9e4, -9e4, 2e5});
    rdg_name_dof(s, "x", 0);
    rdg_name_dof(s, "y", 1);
    rdg_contact_add(
        s, &(rdg_contact){.name = "a, \"pad\"", .tangential = "x", .kt = 4e4, .mu = 0.3, .preload = 20.0});
    rdg_force_add(s, "y", 1, 1.0);
    rdg_sensor_add(s, "Am", "x");
    return s;
}

/* The file of a label has the parameters of its point, and the columns have those of each point. */
static void released_parameters_count(void **state)
{
    rdg_context *ctx = *state;
    rdg_hbm *hb = rdg_hbm_create(pair(ctx), RDG_HARMONICS(1, 3));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", 330.0), RDG_AT("alpha", 30.0),
                                     RDG_AT("a, \"pad\".preload", 20.0));
    assert_ok(ctx, rdg_contact_map_columns(hb, p, RDG_MAP_EACH));
    rdg_continue(p, "loaded", RDG_RELEASE("a, \"pad\".preload"), RDG_WINDOW("a, \"pad\".preload", 4.0, 20.0));
    rdg_problem_free(p);
    rdg_run *run = rdg_run_open(ctx, "loaded");
    for (rdg_index label = 1; label <= 2; label++) {
        double Q[16], omega, value[FIELDS];
        const rdg_index at = rdg_run_row_of_label(run, label);
        assert_ok(ctx, rdg_run_solution(run, label, "Q", rdg_hbm_unknowns(hb), Q));
        assert_ok(ctx, rdg_run_solution(run, label, "omega", 1, &omega));
        /* the same structure with this load from the start */
        rdg_structure *s = rdg_structure_create(ctx, "again", 2, (const double[]){1, 0, 0, 1},
                                                (const double[4]){0}, (const double[]){1, 0, 0, 1});
        rdg_name_dof(s, "x", 0);
        rdg_name_dof(s, "y", 1);
        rdg_contact_add(s, &(rdg_contact){.tangential = "x",
                                          .kt = 4e4,
                                          .mu = 0.3,
                                          .preload = value_in(ctx, run, at, "a, \"pad\"", "preload")});
        rdg_force_add(s, "x", 1, 1.0);
        rdg_force_add(s, "y", 1, 1.0);
        rdg_contact_share is;
        assert_ok(ctx, rdg_contact_share_at(rdg_hbm_create(s, RDG_HARMONICS(1, 3)), 0, Q, omega, &is));
        const double expected[FIELDS] = {is.stick, is.slip, is.separation, is.energy};
        assert_ok(ctx,
                  rdg_contact_map_write(hb, "loaded", label, &(rdg_contact_map){.path = path_in("one.csv")}));
        char line[LINE];
        FILE *file = fopen(path_in("one.csv"), "r");
        assert_true(fgets(line, LINE, file) && fgets(line, LINE, file));
        fclose(file);
        assert_int_equal(
            sscanf(line, "\"a, \"\"pad\"\"\",%lf,%lf,%lf,%lf", &value[0], &value[1], &value[2], &value[3]),
            FIELDS);
        for (int f = 0; f < FIELDS; f++) {
            assert_near(value[f], expected[f], 1e-9, 1e-15);
            assert_near(value_in(ctx, run, at, "a, \"pad\"", column[f]), expected[f], 1e-9, 1e-15);
        }
        assert_true(is.slip > 0.1);
    }
    rdg_run_free(run);
}

/* --- what is refused */

static void wrong_requests_are_refused(void **state)
{
    rdg_context *ctx = *state;
    rdg_fe_mesh *mesh = NULL;
    rdg_hbm *hb = shaken(ctx, &mesh);
    shake(hb, RDG_MAP_TOTAL);
    const struct {
        const char *run;
        rdg_index label;
        rdg_contact_map how;
        rdg_status status;
        const char *message;
    } bad[] = {{"frc", 1, {.path = "m.txt", .mesh = mesh}, RDG_ERR_ARGUMENT, "ends in .csv"},
               {"frc", 1, {.path = "m.vtu"}, RDG_ERR_ARGUMENT, "has a mesh"},
               {"frc", 99, {.path = "m.csv"}, RDG_ERR_NAME, "99"},
               {"nix", 1, {.path = "m.csv"}, RDG_ERR_NAME, "nix"},
               {"frc", 1, {.path = "build/no such folder/m.csv"}, RDG_ERR_IO, "cannot write"},
               {"frc", 1, {.path = "build/no such folder/m.vtu", .mesh = mesh}, RDG_ERR_IO, "cannot write"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        rdg_contact_map_write(hb, bad[i].run, bad[i].label, &bad[i].how);
        assert_failed(ctx, bad[i].status, bad[i].message);
        rdg_error_clear(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {SCRATCH_TEST(energies_add_up_to_the_work_of_the_force),
                                       SCRATCH_TEST(columns_and_files_have_the_same_values),
                                       SCRATCH_TEST(released_parameters_count),
                                       SCRATCH_TEST(wrong_requests_are_refused)};
    return cmocka_run_group_tests_name("maps of contacts", tests, NULL, NULL);
}
