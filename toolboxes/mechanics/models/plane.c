/* Rectangles of QM6 elements. All elements are alike: one is integrated, turned, and added at every place.
 *
 * Element of a x b with the nodes (0,0), (1,0), (1,1), (0,1), (u, v) each, and four incompatible modes:
 * K_e = K_uu - K_ua K_aa^-1 K_au, by 2 x 2 points of Gauss. */
#include "plane.h"
#include "structure_impl.h"

#include <ridgewalk/toolbox.h>

#include <inttypes.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { CORNERS = 4, SIZE = 2 * CORNERS, MODES = 4, ALL = SIZE + MODES, STRAINS = 3 };

typedef struct plane_element {
    double K[SIZE][SIZE], M[SIZE][SIZE];
} plane_element;

static const double corner[CORNERS][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};

rdg_plane_options rdg_plane_options_default(void)
{
    return (rdg_plane_options){.name = "plane",
                               .length = 0.2,
                               .height = 0.01,
                               .thickness = 0.01,
                               .young = 210e9,
                               .poisson = 0.3,
                               .density = 7830,
                               .nx = 40,
                               .ny = 2};
}

static rdg_status check_options(rdg_context *ctx, const char *where, const rdg_plane_options *o)
{
    const struct {
        const char *name;
        double value;
    } positive[] = {{"length", o->length},
                    {"height", o->height},
                    {"thickness", o->thickness},
                    {"young", o->young},
                    {"density", o->density}};
    for (size_t i = 0; i < sizeof positive / sizeof *positive; i++) {
        if (!(positive[i].value > 0) || !isfinite(positive[i].value)) {
            return rdg_fail(ctx, RDG_ERR_ARGUMENT, where, "%s of the plane is %g, it must be positive",
                            positive[i].name, positive[i].value);
        }
    }
    if (!(o->poisson > -1.0 && o->poisson <= 0.5) || !isfinite(o->angle)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "poisson of the plane is %g (more than -1, at most 0.5), angle is %g rad", o->poisson,
                        o->angle);
    }
    if (o->nx < 1 || o->ny < 1 || o->nx > INT32_MAX / 4 / (o->ny + 1)) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "the plane cannot have %" PRId64 " x %" PRId64 " elements", o->nx, o->ny);
    }
    return RDG_OK;
}

/* Strains (xx, yy, xy) of the displacements of vertices and of the incompatible modes at a point of an a x b
 * element. */
static void strains(double a, double b, double xi, double eta, double B[STRAINS][ALL])
{
    memset(B, 0, sizeof(double[STRAINS][ALL]));
    for (int c = 0; c < CORNERS; c++) {
        const double dx = corner[c][0] * (1 + corner[c][1] * eta) / (2 * a);
        const double dy = corner[c][1] * (1 + corner[c][0] * xi) / (2 * b);
        B[0][2 * c] = B[2][2 * c + 1] = dx;
        B[1][2 * c + 1] = B[2][2 * c] = dy;
    }
    const double dx = -4 * xi / a, dy = -4 * eta / b; /* of 1 - xi^2 and 1 - eta^2 */
    B[0][SIZE] = B[2][SIZE + 1] = dx;
    B[1][SIZE + 3] = B[2][SIZE + 2] = dy;
}

/* The stiffness with the incompatible modes, by Gauss' points */
static void integrate(const rdg_plane_options *o, double a, double b, double K[ALL][ALL])
{
    const double factor = o->young / (1 - o->poisson * o->poisson), point = 1 / sqrt(3.0);
    const double D[STRAINS][STRAINS] = {{factor, factor * o->poisson, 0},
                                        {factor * o->poisson, factor, 0},
                                        {0, 0, factor * (1 - o->poisson) / 2}};
    memset(K, 0, sizeof(double[ALL][ALL]));
    for (int g = 0; g < CORNERS; g++) {
        double B[STRAINS][ALL];
        strains(a, b, point * corner[g][0], point * corner[g][1], B);
        for (int i = 0; i < ALL; i++) {
            for (int j = 0; j < ALL; j++) {
                for (int p = 0; p < STRAINS * STRAINS; p++) {
                    K[i][j] += o->thickness * a * b / 4 * B[p / STRAINS][i] * D[p / STRAINS][p % STRAINS] *
                               B[p % STRAINS][j];
                }
            }
        }
    }
}

static rdg_status condense(rdg_context *ctx, const char *where, double all[ALL][ALL], double K[SIZE][SIZE])
{
    double Kaa[MODES * MODES], X[MODES * SIZE]; /* column-major */
    for (int i = 0; i < MODES; i++) {
        for (int j = 0; j < MODES; j++) {
            Kaa[i + MODES * j] = all[SIZE + i][SIZE + j];
        }
        for (int j = 0; j < SIZE; j++) {
            X[i + MODES * j] = all[SIZE + i][j];
        }
    }
    const long info = RDG_BLAS(LAPACKE_dposv_work(LAPACK_COL_MAJOR, 'L', MODES, SIZE, Kaa, MODES, X, MODES));
    if (info != 0) {
        return rdg_fail(ctx, RDG_ERR_LIBRARY, where, "LAPACK's dposv answers %ld to a plane element", info);
    }
    for (int i = 0; i < SIZE; i++) {
        for (int j = 0; j <= i; j++) {
            double sum = all[i][j];
            for (int m = 0; m < MODES; m++) {
                sum -= all[i][SIZE + m] * X[m + MODES * j];
            }
            K[i][j] = K[j][i] = sum;
        }
    }
    return RDG_OK;
}

/* A <- R^T A R, R each vertex's displacements along and across the axis from those in x and y */
static void turn(double angle, double A[SIZE][SIZE])
{
    const double c = cos(angle), s = sin(angle);
    for (int r = 0; r < SIZE; r++) {
        for (int k = 0; k < SIZE; k += 2) {
            const double along = A[r][k], across = A[r][k + 1];
            A[r][k] = c * along - s * across;
            A[r][k + 1] = s * along + c * across;
        }
    }
    for (int r = 0; r < SIZE; r++) {
        for (int k = 0; k < SIZE; k += 2) {
            const double along = A[k][r], across = A[k + 1][r];
            A[k][r] = c * along - s * across;
            A[k + 1][r] = s * along + c * across;
        }
    }
}

static rdg_status make_element(rdg_context *ctx, const char *where, const rdg_plane_options *o,
                               plane_element *e)
{
    static const double shared[CORNERS] = {4, 2, 1, 2}; /* of the mass, by the distance round the element */
    const double a = o->length / (double)o->nx, b = o->height / (double)o->ny;
    double all[ALL][ALL];
    integrate(o, a, b, all);
    RDG_TRY(condense(ctx, where, all, e->K));
    turn(o->angle, e->K);
    memset(e->M, 0, sizeof e->M);
    for (int p = 0; p < CORNERS; p++) {
        for (int q = 0; q < CORNERS; q++) {
            const double m = o->density * o->thickness * a * b / 36 * shared[(q - p + CORNERS) % CORNERS];
            e->M[2 * p][2 * q] = e->M[2 * p + 1][2 * q + 1] = m; /* the same in any direction */
        }
    }
    return RDG_OK;
}

/* The vertex of an element that is di, dj = 0 or 1 from its first node; -1: none is */
static int corner_at(rdg_index di, rdg_index dj)
{
    static const int number[2][2] = {{0, 3}, {1, 2}};
    return di < 0 || di > 1 || dj < 0 || dj > 1 ? -1 : number[di][dj];
}

typedef struct columns {
    rdg_index *start, *row;
    double *M, *K;
} columns;

/* Entry of the node (pi, pj), component pc, in the column of (qi, qj), qc: the sum over the elements of both
 */
static void add_entry(const rdg_plane_options *o, const plane_element *e, const rdg_index p[3],
                      const rdg_index q[3], double *M, double *K)
{
    *M = *K = 0.0;
    for (rdg_index ei = q[0] - 1; ei <= q[0]; ei++) {
        for (rdg_index ej = q[1] - 1; ej <= q[1]; ej++) {
            const int from = corner_at(p[0] - ei, p[1] - ej), to = corner_at(q[0] - ei, q[1] - ej);
            if (ei >= 0 && ei < o->nx && ej >= 0 && ej < o->ny && from >= 0) {
                *M += e->M[2 * from + p[2]][2 * to + q[2]];
                *K += e->K[2 * from + p[2]][2 * to + q[2]];
            }
        }
    }
}

static void assemble(const rdg_plane_options *o, const plane_element *e, const columns *t)
{
    const rdg_index rows = o->ny + 1, nodes = (o->nx + 1) * rows;
    rdg_index at = 0;
    for (rdg_index j = 0; j < 2 * nodes; j++) {
        const rdg_index q[3] = {j / 2 / rows, j / 2 % rows, j % 2};
        t->start[j] = at;
        for (rdg_index r = 0; r < 9 * 2; r++) {
            const rdg_index p[3] = {q[0] - 1 + r / 6, q[1] - 1 + r / 2 % 3, r % 2};
            if (p[0] >= 0 && p[0] <= o->nx && p[1] >= 0 && p[1] <= o->ny) {
                t->row[at] = 2 * (p[0] * rows + p[1]) + p[2];
                add_entry(o, e, p, q, &t->M[at], &t->K[at]);
                at++;
            }
        }
    }
    t->start[2 * nodes] = at;
}

rdg_structure *rdg_plane_create(rdg_context *ctx, const rdg_plane_options *options)
{
    const rdg_plane_options o = options ? *options : rdg_plane_options_default();
    plane_element element;
    if (rdg_error_status(ctx) != RDG_OK || check_options(ctx, __func__, &o) != RDG_OK ||
        make_element(ctx, __func__, &o, &element) != RDG_OK) {
        return NULL;
    }
    const rdg_index n = 2 * (o.nx + 1) * (o.ny + 1);
    const size_t most = 18 * (size_t)n;
    const columns t = {.start = rdg_context_calloc(ctx, (size_t)n + 1, sizeof *t.start),
                       .row = rdg_context_calloc(ctx, most, sizeof *t.row),
                       .M = rdg_context_calloc(ctx, most, sizeof *t.M),
                       .K = rdg_context_calloc(ctx, most, sizeof *t.K)};
    rdg_structure *s = NULL;
    if (t.start && t.row && t.M && t.K) {
        assemble(&o, &element, &t);
        const rdg_pattern pattern = {.rows = n, .cols = n, .start = t.start, .row = t.row};
        s = rdg_structure_assemble(ctx, __func__, o.name, &(rdg_sparse){pattern, t.M}, NULL,
                                   &(rdg_sparse){pattern, t.K});
    }
    rdg_free(t.start);
    rdg_free(t.row);
    rdg_free(t.M);
    rdg_free(t.K);
    if (s) {
        s->plane_nx = o.nx;
        s->plane_ny = o.ny;
        s->mixed = true;
    }
    return s;
}

rdg_index rdg_plane_dof(const rdg_structure *plane, rdg_index i, rdg_index j, char direction)
{
    RDG_ENTER(plane, plane->ctx, -1);
    if (!plane->plane_nx) {
        RDG_FAIL(plane->ctx, RDG_ERR_ARGUMENT,
                 "\"%s\" was not made by rdg_plane_create, or parts of it are held", plane->name);
        return -1;
    }
    if (i < 0 || i > plane->plane_nx || j < 0 || j > plane->plane_ny ||
        (direction != 'x' && direction != 'y')) {
        RDG_FAIL(plane->ctx, RDG_ERR_ARGUMENT,
                 "\"%s\" has the nodes (0, 0) .. (%" PRId64 ", %" PRId64
                 ") with directions x and y, no (%" PRId64 ", %" PRId64 ") in %c",
                 plane->name, plane->plane_nx, plane->plane_ny, i, j, direction);
        return -1;
    }
    return 2 * (i * (plane->plane_ny + 1) + j) + (direction == 'y');
}
