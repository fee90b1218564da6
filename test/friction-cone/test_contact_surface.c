/* Surfaces of contacts on finite element meshes: areas and normals, pairs, relative displacements, and the
 * same motion by every way to it. Two elastic blocks lie upon each other, turned in space. */
#define _XOPEN_SOURCE 700

#include "contact_blocks.h"

#include <ridgewalk/core.h>

static void areas_and_normals_are_those_of_the_faces(void **state)
{
    static blocks b;
    b = (blocks){.shift = {0, 0}};
    rdg_index n = 0;
    rdg_surface_node *node = NULL;
    double whole = 0.0;
    rdg_fe_mesh *mesh = blocks_make(*state, &b);
    assert_ok(*state, rdg_fe_mesh_surface(mesh, "upper", &n, &node));
    assert_int_equal(n, LAYER);
    for (rdg_index k = 0; k < n; k++) {
        const int i = (int)k / SIDE, j = (int)k % SIDE;
        const double share = (i == 1 ? 1.0 : 0.5) * (j == 1 ? 1.0 : 0.5);
        whole += node[k].area;
        assert_near(node[k].area, share * side[0] * side[1], 1e-12, 0);
        for (int d = 0; d < 3; d++) { /* downwards, out of the upper block */
            assert_near(node[k].normal[d], -turned[6 + d], 0, 1e-12);
        }
    }
    assert_near(whole, 4 * side[0] * side[1], 1e-12, 0);
    rdg_free(node);
}

/* Faces of every shape: their shares are positive and add up. */
static void shares_of_all_shapes_add_up(void **state)
{
    static const struct {
        const char *type, *nodes;
        double area;
    } shapes[] = {
        {"C3D4", "*NODE\n1,0,0,0\n2,2,0,0\n3,0,3,0\n4,0,0,-1\n*ELEMENT,TYPE=C3D4\n1,1,2,3,4\n", 3.0},
        {"C3D10",
         "*NODE\n1,0,0,0\n2,2,0,0\n3,0,3,0\n4,0,0,-1\n5,1,0,0\n6,1,1.5,0\n7,0,1.5,0\n8,0,0,-.5\n9,1,0,-.5\n"
         "10,0,1.5,-.5\n*ELEMENT,TYPE=C3D10\n1,1,2,3,4,5,6,7,8,9,10\n",
         3.0},
        {"C3D6",
         "*NODE\n1,0,0,0\n2,2,0,0\n3,0,3,0\n4,0,0,1\n5,2,0,1\n6,0,3,1\n*ELEMENT,TYPE=C3D6\n1,1,2,3,4,5,6\n",
         3.0},
        {"S4 irregular", "*NODE\n1,0,0,0\n2,4,0,0\n3,3,2,0\n4,0,1,0\n*ELEMENT,TYPE=S4\n1,1,2,3,4\n", 5.5},
        {"S8R",
         "*NODE\n1,0,0,0\n2,4,0,0\n3,4,2,0\n4,0,2,0\n5,2,0,0\n6,4,1,0\n7,2,2,0\n8,0,1,0\n"
         "*ELEMENT,TYPE=S8R\n1,1,2,3,4,5,6,7,8\n",
         8.0},
    };
    rdg_context *ctx = *state;
    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        FILE *file = fopen(path_of("one.pch"), "w");
        const int nodes = strstr(shapes[k].type, "10")     ? 10
                          : strstr(shapes[k].type, "S8")   ? 8
                          : strstr(shapes[k].type, "C3D6") ? 6
                                                           : 4;
        for (int which = 0; which < 2; which++) {
            fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", which ? "MAAX" : "KAAX", 0, 6, 2, 0, "",
                    nodes);
            for (int a = 1; a <= nodes; a++) {
                fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16.9E\n", which ? "MAAX" : "KAAX", a,
                        3, a, 3, 2.0);
            }
        }
        fclose(file);
        char text[1024];
        snprintf(text, sizeof text, "%s*NSET,NSET=face\n1,2,3%s\n", shapes[k].nodes,
                 nodes == 10                ? ",5,6,7"
                 : nodes == 8               ? ",4,5,6,7,8"
                 : shapes[k].type[0] == 'S' ? ",4"
                                            : "");
        file = fopen(path_of("one.inp"), "w");
        fputs(text, file);
        fclose(file);
        rdg_structure *s = rdg_structure_read_nastran(ctx, "one", path_of("one.pch"));
        assert_ok(ctx, rdg_nodes_read(s, path_of("one.inp")));
        rdg_fe_mesh *mesh = rdg_fe_mesh_read(s, path_of("one.inp"));
        rdg_index n = 0;
        rdg_surface_node *node = NULL;
        double whole = 0.0;
        assert_ok(ctx, rdg_fe_mesh_surface(mesh, "face", &n, &node));
        for (rdg_index a = 0; a < n; a++) {
            assert_true(node[a].area > 0.0);
            whole += node[a].area;
            assert_near(fabs(node[a].normal[2]), 1.0, 1e-12, 0);
        }
        assert_near(whole, shapes[k].area, 1e-12, 0);
        rdg_free(node);
    }
}

/* Amplitude of the upper block's first node along x, under a force on the last one, near a resonance */
static double shake(rdg_context *ctx, rdg_structure *s, const char *name, double *at_contact)
{
    double A = NAN;
    assert_ok(ctx, rdg_force_add(s, "pushed", 1, 1.0));
    assert_ok(ctx, rdg_sensor_add(s, "A", "seen"));
    assert_ok(ctx, rdg_sensor_add(s, "B", "20.x")); /* a node of a pair, by its name */
    rdg_hbm *hb = rdg_hbm_create(s, RDG_HARMONICS(0, 1));
    rdg_problem *p = rdg_hbm_problem(hb, RDG_AT("omega", RDG_HZ(200)), RDG_AT("alpha", 300.0));
    assert_ok(ctx, rdg_continue(p, name, RDG_RELEASE("omega"), RDG_WINDOW("omega", RDG_HZ(200), RDG_HZ(260)),
                                RDG_NO_TABLE, RDG_IN_MEMORY));
    rdg_run *run = rdg_run_open(ctx, name);
    const double *omega = rdg_run_column(run, "omega"), *amplitude = rdg_run_column(run, "A");
    const double *contact = rdg_run_column(run, "B");
    for (rdg_index row = 0; row < rdg_run_count(run); row++) {
        A = omega[row] == RDG_HZ(260) ? amplitude[row] : A;
        *at_contact = omega[row] == RDG_HZ(260) ? contact[row] : *at_contact;
    }
    return A;
}

static void name_places(rdg_structure *s)
{
    rdg_name_dof(s, "pushed", rdg_node_dof(s, 4 * LAYER, 'x'));
    rdg_name_dof(s, "seen", rdg_node_dof(s, 1 + 3 * LAYER, 'x'));
}

static void every_way_gives_the_same_motion(void **state)
{
    static blocks b;
    rdg_context *ctx = *state;
    const rdg_surface_law law = {.kt = 2e10, .kn = 3e10, .mu = 0.3, .pressure = 4e5, .samples = 256};
    double A[4], B[4] = {0};
    for (int way = 0; way < 4; way++) { /* the last one without slip */
        b = (blocks){.shift = {0, 0}};
        rdg_fe_mesh *mesh = blocks_make(ctx, &b);
        rdg_structure *s = rdg_fe_mesh_structure(mesh);
        name_places(s);
        rdg_contact_surface *c = rdg_contact_surface_create(mesh, &joint);
        assert_int_equal(rdg_contact_surface_count(c), LAYER);
        if (way == 1 || way == 2) {
            s = rdg_contact_surface_relative(c);
        }
        if (way == 2) {
            s = rdg_component_structure(rdg_component_fixed(s, "joint", RDG_MODES(6 * LAYER)));
        }
        const rdg_surface_law stuck = {
            .kt = law.kt, .kn = law.kn, .mu = 1e3, .pressure = law.pressure, .samples = law.samples};
        assert_ok(ctx, rdg_contact_surface_add(c, s, way < 3 ? &law : &stuck));
        A[way] = shake(ctx, s, "shaken", &B[way]);
        assert_true(A[way] > 0.0);
    }
    assert_near(A[1], A[0], 1e-8, 0);
    assert_near(A[2], A[0], 1e-8, 0);
    assert_true(B[0] > 0.0);
    assert_near(B[1], B[0], 1e-8, 0);
    assert_near(B[2], B[0], 1e-8, 0);
    assert_true(fabs(A[3] / A[0] - 1.0) > 1e-2); /* contacts slip */
    assert_non_null(strstr(scratch_said, "contact surface \"joint\": 9 nodes of \"upper\" against \"lower\", "
                                         "0.0036 m^2"));
}

/* A static force along the normal is carried by the contacts. */
static void pressure_follows_from_static_forces(void **state)
{
    static blocks b;
    rdg_context *ctx = *state;
    b = (blocks){.shift = {0, 0}};
    rdg_fe_mesh *mesh = blocks_make(ctx, &b);
    rdg_structure *s = rdg_fe_mesh_structure(mesh);
    rdg_contact_surface *c = rdg_contact_surface_create(mesh, &joint);
    assert_ok(ctx, rdg_contact_surface_add(c, s, &(rdg_surface_law){.kt = 2e13, .kn = 3e13, .mu = 0.3}));
    for (int k = 3 * LAYER; k < NODES; k++) {
        for (int d = 0; d < 3; d++) {
            char at[16];
            snprintf(at, sizeof at, "%d.%c", 1 + k, "xyz"[d]);
            assert_ok(ctx, rdg_static_force_add(s, at, -100.0 * turned[6 + d]));
        }
    }
    assert_ok(ctx, rdg_prestress(s));
    double carried = 0.0;
    for (rdg_index k = 0; k < LAYER; k++) {
        char at[32];
        double y = NAN;
        const rdg_surface_node *node = rdg_contact_surface_node(c, k, NULL);
        snprintf(at, sizeof at, "joint.%d.n", (int)rdg_fe_mesh_node(mesh, node->place));
        assert_ok(ctx, rdg_rest(s, at, &y));
        carried += fmax(0.0, 3e13 * node->area * y);
    }
    assert_near(carried, 900.0, 2e-3, 0); /* the springs carry 1e-3 of it */
}

/* Static forces along the surface, below its friction: sliders that start at the mean let it go, and its own
 * springs hold the block. */
static void sliders_at_the_mean_carry_no_static_force(void **state)
{
    rdg_context *ctx = *state;
    double along[2]; /* of the node in the middle of the joint, m */
    for (int mean = 0; mean < 2; mean++) {
        static blocks b;
        b = (blocks){.shift = {0, 0}};
        rdg_fe_mesh *mesh = blocks_make(ctx, &b);
        rdg_structure *s = rdg_fe_mesh_structure(mesh);
        rdg_contact_surface *c = rdg_contact_surface_create(mesh, &joint);
        assert_ok(
            ctx,
            rdg_contact_surface_add(
                c, s,
                &(rdg_surface_law){
                    .kt = 2e13, .kn = 3e13, .mu = 0.3, .start = mean ? RDG_SLIDER_MEAN : RDG_SLIDER_ZERO}));
        for (int k = 3 * LAYER; k < NODES; k++) {
            for (int d = 0; d < 3; d++) {
                char at[16];
                snprintf(at, sizeof at, "%d.%c", 1 + k, "xyz"[d]);
                assert_ok(ctx, rdg_static_force_add(s, at, 10.0 * turned[d] - 100.0 * turned[6 + d]));
            }
        }
        assert_ok(ctx, rdg_prestress(s));
        double t[2];
        assert_ok(ctx, rdg_rest(s, "joint.23.t1", &t[0]));
        assert_ok(ctx, rdg_rest(s, "joint.23.t2", &t[1]));
        along[mean] = hypot(t[0], t[1]);
    }
    assert_near(along[1], 90.0 / 18e6, 0.01, 0); /* all springs alike, the block is stiff */
    assert_true(along[0] < 0.01 * along[1]);
}

/* Two square shells with a common edge, 1 m long: the lower one's normal points up, the upper one is turned
 * about the edge by an angle. Its normal points down if its nodes are in the order 5, 8, 7, 6. */
static rdg_fe_mesh *two_shells(rdg_context *ctx, double degrees, const char *order)
{
    const double c = cos(degrees * acos(-1.0) / 180.0), s = sin(degrees * acos(-1.0) / 180.0);
    FILE *file = fopen(path_of("shells.pch"), "w");
    for (int which = 0; which < 2; which++) {
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", which ? "MAAX" : "KAAX", 0, 6, 2, 0, "", 8);
        for (int a = 1; a <= 8; a++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n*       %16d%16d%16.9E\n", which ? "MAAX" : "KAAX", a, 3, a,
                    3, 2.0);
        }
    }
    fclose(file);
    file = fopen(path_of("shells.inp"), "w");
    fprintf(file,
            "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,0\n6,%.15g,0,%.15g\n7,%.15g,1,%.15g\n8,0,1,0\n"
            "*ELEMENT,TYPE=S4\n1,1,2,3,4\n2,%s\n*NSET,NSET=lower\n1,2,3,4\n*NSET,NSET=upper\n5,6,7,8\n",
            c, s, c, s, order);
    fclose(file);
    rdg_structure *made = rdg_structure_read_nastran(ctx, "shells", path_of("shells.pch"));
    assert_ok(ctx, rdg_nodes_read(made, path_of("shells.inp")));
    return rdg_fe_mesh_read(made, path_of("shells.inp"));
}

static void assert_refused(rdg_context *ctx, rdg_fe_mesh *mesh, rdg_contact_surface_options how,
                           const char *words)
{
    assert_null(rdg_contact_surface_create(mesh, &how));
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    if (!strstr(rdg_error_message(ctx), words)) {
        fail_msg("%s", rdg_error_message(ctx));
    }
    rdg_error_clear(ctx);
}

static void what_does_not_pair_is_named(void **state)
{
    static blocks b;
    rdg_context *ctx = *state;
    b = (blocks){.shift = {0.01, 0}};
    rdg_fe_mesh *mesh = blocks_make(ctx, &b);
    assert_refused(ctx, mesh, joint, "node 19 of \"upper\" has no partner in \"lower\" within 0.002 m");
    assert_refused(ctx, mesh,
                   (rdg_contact_surface_options){.nodes = "upper", .against = "lower", .within = NAN},
                   ".within is nan");
    assert_refused(ctx, mesh, (rdg_contact_surface_options){.nodes = "corners", .against = "lower"},
                   "is on no face");
    rdg_contact_surface_options far = joint;
    far.within = 0.011;
    assert_non_null(rdg_contact_surface_create(mesh, &far));
    b = (blocks){.shift = {0.02, 0}};
    mesh = blocks_make(ctx, &b);
    far.within = 0.1;
    assert_refused(ctx, mesh, far, "take the coarser side as .nodes");
    rdg_contact_surface *pairs =
        rdg_contact_surface_create(mesh, &(rdg_contact_surface_options){.nodes = "top"});
    rdg_contact_surface_add(
        pairs, rdg_fe_mesh_structure(mesh),
        &(rdg_surface_law){.kt = 1, .kn = 1, .mu = 0.3, .start = (enum rdg_slider_start)17});
    assert_int_equal(rdg_error_status(ctx), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(ctx), "start of the cone contact \"top.28\" is 17"));
    rdg_error_clear(ctx);
    /* the lowest layer is held */
    write_mesh(&b, "");
    rdg_contact_surface *ground =
        rdg_contact_surface_create(mesh, &(rdg_contact_surface_options){.name = "g", .nodes = "lower"});
    assert_ok(ctx, rdg_error_status(ctx));
    assert_non_null(rdg_contact_surface_relative(ground));
}

static void surfaces_that_do_not_face_each_other_are_refused(void **state)
{
    rdg_context *ctx = *state;
    const rdg_contact_surface_options how = {.nodes = "upper", .against = "lower", .within = 0.99};
    for (int angle = -30; angle <= 44; angle += 37) {
        assert_non_null(rdg_contact_surface_create(two_shells(ctx, angle, "5,8,7,6"), &how));
    }
    assert_refused(ctx, two_shells(ctx, 0.0, "5,6,7,8"), how, "are 180 degrees from opposite");
    assert_refused(ctx, two_shells(ctx, 0.0, "5,7,6,8"), how,
                   "faces of elements at node 5 of \"upper\" have no area, or face each other");
    assert_refused(
        ctx, two_shells(ctx, 46.0, "5,8,7,6"), how,
        "node 5 of \"upper\" and node 1 of \"lower\" do not face each other: their outward normals "
        "are 46 degrees from opposite, at most 45 are allowed");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(areas_and_normals_are_those_of_the_faces),
        SCRATCH_TEST(shares_of_all_shapes_add_up),
        SCRATCH_TEST(every_way_gives_the_same_motion),
        SCRATCH_TEST(pressure_follows_from_static_forces),
        SCRATCH_TEST(sliders_at_the_mean_carry_no_static_force),
        SCRATCH_TEST(what_does_not_pair_is_named),
        SCRATCH_TEST(surfaces_that_do_not_face_each_other_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
