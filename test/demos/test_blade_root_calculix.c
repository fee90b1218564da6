/* The matrices of the blade with a dovetail root against those of CalculiX 2.20.
 *
 * ccx read root.inp (30 contacts) with the supports of the demo and wrote the matrices of its C3D8I
 * (*FREQUENCY, SOLVER=MATRIXSTORAGE). Their inner displacements were condensed without mass; the frequencies
 * of what was left are the numbers below. ccx does not scale the gradients of the inner modes. */
#define BRICK_INNER_SCALE(middle, det) ((void)(middle), (void)(det), 1.0)
#include "blade-root/export.h"
#include "fresh_context.h"

#include <ridgewalk/mechanics.h>
#include <ridgewalk/sparse.h>

enum { RIGID = 4, ELASTIC = 10 };

/* Hz, behind the rigid motions of the blade in its slot */
static const double expected[ELASTIC] = {3217.036319, 4524.085918, 7686.002722, 9174.863842, 9555.648974,
                                         15397.22509, 16033.40123, 19490.18016, 21363.31373, 24002.02978};

/* Both triangles of the entries, in numbers of the degrees of freedom that are not held */
static rdg_structure *assemble(rdg_context *ctx, const root_mesh *m)
{
    double mass;
    size_t count;
    root_entry *entry = root_entries(m, &count, &mass);
    rdg_index *number = root_more(NULL, 3 * (size_t)m->nodes, sizeof *number), n = 0;
    rdg_index *row = root_more(NULL, 6 * count, sizeof *row), *col = row + 2 * count,
              *place = col + 2 * count;
    for (int i = 0; i < 3 * m->nodes; i++) {
        number[i] = root_is_held(m, i / 3, i % 3) ? -1 : n++;
    }
    for (size_t k = 0; k < count; k++) {
        row[2 * k] = col[2 * k + 1] = number[entry[k].row];
        col[2 * k] = row[2 * k + 1] = number[entry[k].column];
    }
    rdg_pattern *pattern = rdg_pattern_create(ctx, n, n, 2 * (rdg_index)count, row, col, place);
    assert_non_null(pattern);
    double *K = root_more(NULL, 2 * (size_t)pattern->start[n], sizeof *K), *M = K + pattern->start[n];
    memset(K, 0, 2 * (size_t)pattern->start[n] * sizeof *K);
    for (size_t k = 0; k < 2 * count; k++) {
        if (k % 2 == 0 || row[k] != col[k]) {
            K[place[k]] += entry[k / 2].K;
            M[place[k]] += entry[k / 2].M;
        }
    }
    rdg_structure *s = rdg_structure_create_sparse(ctx, "root", &(rdg_sparse){*pattern, M}, NULL,
                                                   &(rdg_sparse){*pattern, K});
    rdg_pattern_free(pattern);
    free(entry);
    free(number);
    free(row);
    free(K);
    return s;
}

static void frequencies_are_those_of_calculix(void **state)
{
    double omega[RIGID + ELASTIC];
    root_mesh m = root_make_mesh(root_quick);
    rdg_structure *s = assemble(*state, &m);
    assert_ok(*state, rdg_structure_frequencies(s, 0, NULL, RIGID + ELASTIC, omega));
    for (int k = 0; k < RIGID; k++) {
        assert_near(omega[k], 0, 0, 1e-4 * omega[RIGID]);
    }
    for (int k = 0; k < ELASTIC; k++) {
        assert_near(omega[RIGID + k] / (2 * RDG_PI), expected[k], 1e-9, 0);
    }
    root_free_mesh(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(frequencies_are_those_of_calculix)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
