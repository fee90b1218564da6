/* Parts of Hill's matrix that know nothing of each other.
 *
 * About a motion of which the second half mirrors the first, the stiffness has half the period, and small
 * motions of even and of odd harmonics go separate ways; where nothing is nonlinear at work (contacts that
 * stick), each harmonic does. The eigenvalues are then those of the parts, which cost the third power of
 * their sizes. The parts are the connected components of the matrix: it is not requested why they are. */
#include "stability_impl.h"

#include <float.h>
#include <math.h>

/* A coupling is rounding if it is below this share of the largest entry of its row, or of its column: LAPACK
 * loses as much. Measured with contacts, gaps and force laws in time: what symmetry forbids is nearly always
 * below 1e-14, sometimes 1e-12 (then the parts are not found, which costs time only); other entries are above
 * that.
 */
static const double negligible = 256 * DBL_EPSILON;

static void find_largest(rdg_index n, const double *A, double *row, double *column)
{
    for (rdg_index j = 0; j < n; j++) {
        row[j] = column[j] = 0.0;
    }
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            const double size = fabs(A[i + n * j]);
            row[i] = fmax(row[i], size);
            column[j] = fmax(column[j], size);
        }
    }
}

static void couple(rdg_index n, const double *A, double *row, double *column, bool *coupled)
{
    find_largest(n, A, row, column);
    for (rdg_index j = 0; j < n; j++) {
        for (rdg_index i = 0; i < n; i++) {
            if (fabs(A[i + n * j]) > negligible * fmin(row[i], column[j])) {
                coupled[i + n * j] = coupled[j + n * i] = true;
            }
        }
    }
}

/* Entries are called up in the order in which they are found; a part ends when none of it is left to request.
 */
static void walk(rdg_hill_parts *parts)
{
    const rdg_index n = parts->n;
    rdg_index known = 0;
    parts->count = 0;
    for (rdg_index i = 0; i < n; i++) {
        parts->found[i] = false;
    }
    for (rdg_index seed = 0; seed < n; seed++) {
        if (parts->found[seed]) {
            continue;
        }
        rdg_index asked = known;
        parts->start[parts->count++] = known;
        parts->member[known++] = seed;
        parts->found[seed] = true;
        for (; asked < known; asked++) {
            const bool *coupled = parts->coupled + n * parts->member[asked];
            for (rdg_index i = 0; i < n; i++) {
                if (coupled[i] && !parts->found[i]) {
                    parts->found[i] = true;
                    parts->member[known++] = i;
                }
            }
        }
    }
    parts->start[parts->count] = n;
}

rdg_status rdg_hill_parts_init(rdg_context *ctx, rdg_hill_parts *parts, rdg_index n)
{
    const size_t size = (size_t)n;
    *parts = (rdg_hill_parts){.n = n};
    parts->start = rdg_context_calloc(ctx, size + 1, sizeof *parts->start);
    parts->member = rdg_context_calloc(ctx, size, sizeof *parts->member);
    parts->found = rdg_context_calloc(ctx, size, sizeof *parts->found);
    parts->coupled = rdg_context_calloc(ctx, size * size, sizeof *parts->coupled);
    parts->largest = rdg_context_calloc(ctx, 2 * size, sizeof *parts->largest);
    return rdg_error_status(ctx);
}

void rdg_hill_parts_release(rdg_hill_parts *parts)
{
    rdg_free(parts->start);
    rdg_free(parts->member);
    rdg_free(parts->found);
    rdg_free(parts->coupled);
    rdg_free(parts->largest);
    *parts = (rdg_hill_parts){.n = 0};
}

void rdg_hill_find_parts(rdg_hill_parts *parts, const double *A0, const double *A1)
{
    const rdg_index n = parts->n;
    for (rdg_index i = 0; i < n * n; i++) {
        parts->coupled[i] = false;
    }
    couple(n, A0, parts->largest, parts->largest + n, parts->coupled);
    couple(n, A1, parts->largest, parts->largest + n, parts->coupled);
    walk(parts);
}
