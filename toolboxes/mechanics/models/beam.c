/* Euler-Bernoulli cantilever.
 *
 * Element of length h on (w1, theta1, w2, theta2), with EI the bending stiffness and m = rho A h its mass:
 *   K_e = EI/h^3 [12 6h -12 6h; . 4h^2 -6h 2h^2; . . 12 -6h; . . . 4h^2]
 *   M_e = m/420  [156 22h 54 -13h; . 4h^2 13h -3h^2; . . 156 -22h; . . . 4h^2]     (consistent) */
#include "beam.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <math.h>

typedef double element_matrix[4][4];

rdg_beam_options rdg_beam_options_default(void)
{
    return (rdg_beam_options){.name = "beam",
                              .length = 0.2,
                              .width = 0.01,
                              .height = 0.01,
                              .young = 210e9,
                              .density = 7830,
                              .elements = 20};
}

static rdg_status check_options(rdg_context *ctx, const char *where, const rdg_beam_options *o)
{
    const struct {
        const char *name;
        double value;
    } positive[] = {{"length", o->length},
                    {"width", o->width},
                    {"height", o->height},
                    {"young", o->young},
                    {"density", o->density}};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        if (!(positive[i].value > 0) || !isfinite(positive[i].value)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s of the beam is %g, it must be positive",
                            positive[i].name, positive[i].value);
        }
    }
    if (o->elements < 1 || o->elements > INT32_MAX / 2) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "elements of the beam is %" PRId64 ", it must be 1 or more", o->elements);
    }
    return RDG_OK;
}

static void fill_symmetric(element_matrix a, double factor, const double upper[10])
{
    int next = 0;
    for (int i = 0; i < 4; i++) {
        for (int j = i; j < 4; j++) {
            a[i][j] = a[j][i] = factor * upper[next++];
        }
    }
}

/* Entry at (row node, row component; node, component): the sum over the elements e, between the nodes
 * e - 1 and e, that hold both nodes. */
static double assembled(element_matrix a, rdg_index elements, rdg_index row_node, int row_component,
                        rdg_index node, int component)
{
    double sum = 0;
    for (rdg_index e = node; e <= node + 1 && e <= elements; e++) {
        const rdg_index row_place = row_node - (e - 1);
        if (row_place == 0 || row_place == 1) {
            sum += a[2 * row_place + row_component][2 * (node - (e - 1)) + component];
        }
    }
    return sum;
}

/* Block tridiagonal: each node is coupled to itself and its neighbours. */
static void assemble(element_matrix mass, element_matrix stiffness, rdg_index elements, rdg_index *start,
                     rdg_index *row, double *M, double *K)
{
    rdg_index at = 0;
    for (rdg_index j = 0; j < 2 * elements; j++) {
        const rdg_index node = j / 2 + 1;
        start[j] = at;
        for (rdg_index r = node > 1 ? node - 1 : 1; r <= node + 1 && r <= elements; r++) {
            for (int i = 0; i < 2; i++, at++) {
                row[at] = 2 * (r - 1) + i;
                M[at] = assembled(mass, elements, r, i, node, (int)(j % 2));
                K[at] = assembled(stiffness, elements, r, i, node, (int)(j % 2));
            }
        }
    }
    start[2 * elements] = at;
}

rdg_structure *rdg_beam_create(rdg_context *ctx, const rdg_beam_options *options)
{
    const rdg_beam_options o = options ? *options : rdg_beam_options_default();
    if (rdg_error_status(ctx) != RDG_OK || check_options(ctx, __func__, &o) != RDG_OK) {
        return NULL;
    }
    const double h = o.length / (double)o.elements;
    const double bending = o.young * o.width * o.height * o.height * o.height / 12;
    const double m = o.density * o.width * o.height * h;
    element_matrix mass;
    element_matrix stiffness;
    fill_symmetric(stiffness, bending / (h * h * h),
                   (double[]){12, 6 * h, -12, 6 * h, 4 * h * h, -6 * h, 2 * h * h, 12, -6 * h, 4 * h * h});
    fill_symmetric(
        mass, m / 420,
        (double[]){156, 22 * h, 54, -13 * h, 4 * h * h, 13 * h, -3 * h * h, 156, -22 * h, 4 * h * h});

    const rdg_index n = 2 * o.elements;
    const size_t most = 6 * (size_t)n;
    rdg_structure *s = NULL;
    rdg_index *start = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *start);
    rdg_index *row = rdg_context_calloc(ctx, most, sizeof *row);
    double *M = rdg_context_calloc(ctx, most, sizeof *M);
    double *K = rdg_context_calloc(ctx, most, sizeof *K);
    if (start && row && M && K) {
        assemble(mass, stiffness, o.elements, start, row, M, K);
        const rdg_pattern pattern = {.rows = n, .cols = n, .start = start, .row = row};
        s = rdg_structure_assemble(ctx, __func__, o.name, &(rdg_sparse){pattern, M}, NULL,
                                   &(rdg_sparse){pattern, K});
    }
    rdg_free(start);
    rdg_free(row);
    rdg_free(M);
    rdg_free(K);
    if (s) {
        s->beam_elements = o.elements;
    }
    return s;
}

static rdg_index dof_of_node(const rdg_structure *beam, const char *where, rdg_index node,
                             rdg_index component)
{
    RDG_ENTER(beam, beam->ctx, -1);
    if (!beam->beam_elements) {
        rdg_fail(beam->ctx, RDG_ERR_ARGUMENT, where, "\"%s\" was not made by rdg_beam_create", beam->name);
        return -1;
    }
    if (node < 1 || node > beam->beam_elements) {
        rdg_fail(beam->ctx, RDG_ERR_ARGUMENT, where,
                 "\"%s\" has no free node %" PRId64 ", only 1 .. %" PRId64 " (0 is clamped)", beam->name,
                 node, beam->beam_elements);
        return -1;
    }
    return 2 * (node - 1) + component;
}

rdg_index rdg_beam_deflection(const rdg_structure *beam, rdg_index node)
{
    return dof_of_node(beam, __func__, node, 0);
}

rdg_index rdg_beam_rotation(const rdg_structure *beam, rdg_index node)
{
    return dof_of_node(beam, __func__, node, 1);
}
