/* Structures and components in files: read back bit for bit; damage is reported; nothing else is replaced. */
#define _XOPEN_SOURCE 700

#include "scratch.h"

#include <ridgewalk/component.h>
#include <ridgewalk/fe_files.h>
#include <ridgewalk/fe_nodes.h>
#include <ridgewalk/loads.h>
#include <ridgewalk/structural_damping.h>
#include <ridgewalk/structure_file.h>
#include <ridgewalk/structure_nodes.h>

enum { NODES = 8 };

static const char *path_of(const char *name)
{
    static char path[96];
    snprintf(path, sizeof path, "%s/%s", scratch_folder, name);
    return path;
}

static void write_text(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

/* A chain of nodes that move along x and y, as Nastran writes it, with positions and a set */
static rdg_structure *chain(rdg_context *ctx)
{
    FILE *file = fopen(path_of("chain.pch"), "w");
    assert_non_null(file);
    for (int which = 0; which < 2; which++) {
        const char *name = which == 0 ? "KAAX" : "MAAX";
        fprintf(file, "DMIG    %-8s%8d%8d%8d%8d%16s%8d\n", name, 0, 6, 2, 0, "", 2 * NODES);
        for (int i = 0; i < 2 * NODES; i++) {
            fprintf(file, "DMIG*   %-16s%16d%16d\n", name, 10 + i / 2, 1 + i % 2);
            for (int j = i > 2 ? i - 2 : 0; j <= i; j++) {
                const double value = j == i ? (which == 0 ? 5.0 + 0.1 * i : 2.0) : which == 0 ? -1.1 : -0.1;
                fprintf(file, "*       %16d%16d%16.8E\n", 10 + j / 2, 1 + j % 2, value);
            }
        }
    }
    fclose(file);
    char mesh[512] = "*NODE\n";
    for (int i = 0; i < NODES; i++) {
        snprintf(mesh + strlen(mesh), sizeof mesh - strlen(mesh), "%d, %g, 0., %g\n", 10 + i, 0.1 * i,
                 0.01 * i * i);
    }
    strncat(mesh, "*NSET, NSET=root\n10, 17\n", sizeof mesh - strlen(mesh) - 1);
    write_text("chain.inp", mesh);
    rdg_structure *s = rdg_structure_read_nastran(ctx, "chain", path_of("chain.pch"));
    assert_ok(ctx, rdg_nodes_read(s, path_of("chain.inp")));
    assert_ok(ctx, rdg_name_relative(s, "between", rdg_node_dof(s, 10, 'x'), rdg_node_dof(s, 13, 'x')));
    assert_ok(ctx, rdg_damping_proportional(s, 0.3, 1e-4));
    assert_ok(ctx, rdg_damping_structural(s, 0.02));
    return s;
}

static void assert_same_matrix(const rdg_sparse *a, const rdg_sparse *b)
{
    const rdg_index n = a->pattern.cols, entries = a->pattern.start[n];
    assert_int_equal(b->pattern.cols, n);
    assert_memory_equal(a->pattern.start, b->pattern.start, (size_t)(n + 1) * sizeof(rdg_index));
    assert_memory_equal(a->pattern.row, b->pattern.row, (size_t)entries * sizeof(rdg_index));
    assert_memory_equal(a->values, b->values, (size_t)entries * sizeof(double));
}

static void assert_same_displacement(rdg_structure *a, rdg_structure *b, const char *name)
{
    rdg_index n[2];
    const rdg_index *dof[2];
    const double *weight[2];
    assert_int_equal(rdg_structure_displacement(a, "test", name, &n[0], &dof[0], &weight[0]), RDG_OK);
    assert_int_equal(rdg_structure_displacement(b, "test", name, &n[1], &dof[1], &weight[1]), RDG_OK);
    assert_int_equal(n[0], n[1]);
    assert_memory_equal(dof[0], dof[1], (size_t)n[0] * sizeof(rdg_index));
    assert_memory_equal(weight[0], weight[1], (size_t)n[0] * sizeof(double));
}

static void assert_same_structure(rdg_structure *a, rdg_structure *b)
{
    rdg_sparse of[2][3];
    double factor[2][2] = {{NAN, NAN}, {NAN, NAN}}, position[2][3];
    rdg_index n[2];
    const rdg_index *dof[2];
    assert_int_equal(rdg_structure_matrices(a, &of[0][0], &of[0][1], &of[0][2]), RDG_OK);
    assert_int_equal(rdg_structure_matrices(b, &of[1][0], &of[1][1], &of[1][2]), RDG_OK);
    for (int k = 0; k < 3; k++) {
        assert_same_matrix(&of[0][k], &of[1][k]);
    }
    assert_true(rdg_structure_proportional(a, &factor[0][0], &factor[0][1]));
    assert_true(rdg_structure_proportional(b, &factor[1][0], &factor[1][1]));
    assert_memory_equal(factor[0], factor[1], sizeof factor[0]);
    assert_true(rdg_structure_loss_factor(a) == 0.02 && rdg_structure_loss_factor(b) == 0.02);
    assert_string_equal(rdg_structure_name(a), rdg_structure_name(b));
    assert_same_displacement(a, b, "between");
    assert_int_equal(rdg_structure_set(a, "test", "root", &n[0], &dof[0]), RDG_OK);
    assert_int_equal(rdg_structure_set(b, "test", "root", &n[1], &dof[1]), RDG_OK);
    assert_int_equal(n[0], 4);
    assert_int_equal(n[1], 4);
    assert_memory_equal(dof[0], dof[1], 4 * sizeof(rdg_index));
    for (rdg_index node = 10; node < 10 + NODES; node++) {
        assert_int_equal(rdg_node_dof(a, node, 'y'), rdg_node_dof(b, node, 'y'));
        assert_int_equal(rdg_node_position(a, node, position[0]), RDG_OK);
        assert_int_equal(rdg_node_position(b, node, position[1]), RDG_OK);
        assert_memory_equal(position[0], position[1], sizeof position[0]);
    }
}

static void a_structure_is_read_back_bit_for_bit(void **state)
{
    rdg_structure *s = chain(*state);
    for (int time = 0; time < 2; time++) { /* the second time in place of the first file */
        assert_ok(*state, rdg_structure_write(s, path_of("chain.rds")));
    }
    assert_same_structure(s, rdg_structure_open(*state, path_of("chain.rds")));
}

static void a_component_is_read_back_bit_for_bit(void **state)
{
    rdg_component *(*const reduce[])(rdg_structure *, const char *, rdg_component_modes) = {
        rdg_component_fixed, rdg_component_rubin, rdg_component_macneal};
    for (int kind = 0; kind < 3; kind++) {
        rdg_component *c = reduce[kind](chain(*state), "root", RDG_MODES(4));
        assert_ok(*state, rdg_component_write(c, path_of("chain.rdc")));
        rdg_component *back = rdg_component_read(*state, path_of("chain.rdc"));
        assert_ok(*state, rdg_error_status(*state));
        assert_same_structure(rdg_component_structure(c), rdg_component_structure(back));
        assert_int_equal(rdg_component_mode_count(back), rdg_component_mode_count(c));
        double q[8 + 4], u[2][2 * NODES];
        for (int i = 0; i < 12; i++) {
            q[i] = 0.3 * i - 1.0;
        }
        assert_ok(*state, rdg_component_expand(c, q, u[0]));
        assert_ok(*state, rdg_component_expand(back, q, u[1]));
        assert_memory_equal(u[0], u[1], sizeof u[0]);
        for (rdg_index k = 0; k < rdg_component_mode_count(c); k++) {
            assert_true(rdg_component_frequency(c, k) == rdg_component_frequency(back, k));
        }
        rdg_component_free(back);
        rdg_component_free(c);
    }
}

/* The nodes of the boundary keep their names in a component, and so do those of a structure that is held. */
static void nodes_of_the_boundary_keep_their_names(void **state)
{
    rdg_structure *s = chain(*state);
    rdg_structure *reduced = rdg_component_structure(rdg_component_fixed(s, "root", RDG_MODES(2)));
    assert_int_equal(rdg_node_dof(reduced, 10, 'x'), 0);
    assert_int_equal(rdg_node_dof(reduced, 17, 'y'), 3);
    assert_int_equal(rdg_node_dof(reduced, 12, 'x'), -1);
    const rdg_index held = rdg_node_dof(s, 10, 'x');
    rdg_structure *left = rdg_structure_hold(s, 1, &held);
    assert_int_equal(rdg_node_dof(left, 10, 'x'), -1);
    assert_int_equal(rdg_node_dof(left, 10, 'y'), rdg_node_dof(s, 10, 'y') - 1);
}

static void what_a_file_does_not_hold_is_refused(void **state)
{
    rdg_structure *s = chain(*state);
    assert_ok(*state, rdg_force_add(s, "between", 1, 1.0));
    assert_int_equal(rdg_structure_write(s, path_of("chain.rds")), RDG_ERR_ARGUMENT);
    assert_non_null(strstr(rdg_error_message(*state), "1 forces"));
    assert_int_not_equal(access(path_of("chain.rds"), F_OK), 0);
}

static void no_other_file_is_replaced_or_read(void **state)
{
    rdg_structure *s = chain(*state);
    write_text("mine.txt", "mine");
    assert_int_equal(rdg_structure_write(s, path_of("mine.txt")), RDG_ERR_IO);
    rdg_error_clear(*state);
    assert_int_equal(rdg_structure_write(s, path_of("nowhere/chain.rds")), RDG_ERR_IO);
    rdg_error_clear(*state);
    assert_null(rdg_structure_open(*state, path_of("mine.txt")));
    assert_int_equal(rdg_error_status(*state), RDG_ERR_FORMAT);
    rdg_error_clear(*state);
    assert_null(rdg_component_read(*state, path_of("none.rdc")));
    assert_int_equal(rdg_error_status(*state), RDG_ERR_IO);
    rdg_error_clear(*state);
    assert_ok(*state, rdg_structure_write(s, path_of("chain.rds")));
    assert_null(rdg_component_read(*state, path_of("chain.rds")));
    assert_int_equal(rdg_error_status(*state), RDG_ERR_FORMAT);
    rdg_error_clear(*state);
}

/* A bit that has changed is reported, or harms nothing. */
static void damage_is_reported(void **state)
{
    enum { FLIPS = 300 };
    rdg_context *ctx = *state;
    rdg_structure *s = chain(ctx);
    uint64_t seed = 7;
    int reported = 0;
    assert_ok(ctx, rdg_structure_write(s, path_of("chain.rds")));
    FILE *file = fopen(path_of("chain.rds"), "r+b");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    for (int k = 0; k < FLIPS; k++) {
        const long place = (long)(0.5 * (1.0 + random_signed(&seed)) * (double)(size - 1));
        fseek(file, place, SEEK_SET);
        const int byte = fgetc(file), flipped = byte ^ (1 << (k % 8));
        fseek(file, place, SEEK_SET);
        fputc(flipped, file);
        fflush(file);
        rdg_structure *back = rdg_structure_open(ctx, path_of("chain.rds"));
        if (back) {
            assert_same_structure(s, back);
            rdg_structure_free(back);
        } else {
            assert_true(rdg_error_status(ctx) == RDG_ERR_FORMAT || rdg_error_status(ctx) == RDG_ERR_IO);
            rdg_error_clear(ctx);
            reported++;
        }
        fseek(file, place, SEEK_SET);
        fputc(byte, file);
        fflush(file);
    }
    fclose(file);
    assert_true(reported > FLIPS / 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCRATCH_TEST(a_structure_is_read_back_bit_for_bit),
        SCRATCH_TEST(a_component_is_read_back_bit_for_bit),
        SCRATCH_TEST(nodes_of_the_boundary_keep_their_names),
        SCRATCH_TEST(what_a_file_does_not_hold_is_refused),
        SCRATCH_TEST(no_other_file_is_replaced_or_read),
        SCRATCH_TEST(damage_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
