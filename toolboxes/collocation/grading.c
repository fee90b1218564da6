/* Meshes whose intervals have equal shares of something, and lengths that change gradually.
 *
 * An interval of length h with the share d requests intervals of the length C h / d there. The length that is
 * taken, H, is the largest function below these whose slope is limited: so the mesh stays fine a little way
 * beside what is fast, which moves along a branch. C is such that the integral of 1 / H is the number of
 * intervals. */
#include "segment_impl.h"

#include <ridgewalk/root.h>

#include <float.h>
#include <math.h>

/* Slope of H: neighbours differ by less than about e^0.5. */
static const double slope = 0.5;

/* H over an interval of length h: from a at its beginning up to the plateau p, and down to b at its end. */
typedef struct hill {
    double h, a, p, b;
} hill;

/* Lengths of its ramps, with the plateau lowered to where they meet if they do. */
static hill lowered(hill x)
{
    const double top = 0.5 * (x.a + x.b + slope * x.h);
    x.p = fmax(fmin(x.p, top), fmax(x.a, x.b));
    return x;
}

/* The integral of 1 / H over it. */
static double content(hill x)
{
    const double up = (x.p - x.a) / slope, down = (x.p - x.b) / slope;
    return (log(x.p / x.a) + log(x.p / x.b)) / slope + fmax(x.h - up - down, 0.0) / x.p;
}

/* Where the integral from the beginning has a value. */
static double place(hill x, double value)
{
    const double up = log(x.p / x.a) / slope;
    if (value <= up) {
        return x.a * expm1(slope * value) / slope;
    }
    const double flat = fmax(x.h - (x.p - x.a) / slope - (x.p - x.b) / slope, 0.0) / x.p;
    if (value <= up + flat) {
        return (x.p - x.a) / slope + x.p * (value - up);
    }
    const double rest = content(x) - value;
    return x.h - x.b * expm1(slope * fmax(rest, 0.0)) / slope;
}

/* H at the points of the mesh, [count + 1], for a C. */
static void take_lengths(rdg_index count, const double *mesh, const double *share, double C, double *H)
{
    for (rdg_index i = 0; i <= count; i++) {
        H[i] = INFINITY;
        for (rdg_index j = i > 0 ? i - 1 : 0; j <= i && j < count; j++) {
            H[i] = fmin(H[i], C * (mesh[j + 1] - mesh[j]) / share[j]);
        }
    }
    for (rdg_index i = 1; i <= count; i++) {
        H[i] = fmin(H[i], H[i - 1] + slope * (mesh[i] - mesh[i - 1]));
    }
    for (rdg_index i = count; i > 0; i--) {
        H[i - 1] = fmin(H[i - 1], H[i] + slope * (mesh[i] - mesh[i - 1]));
    }
}

static hill hill_at(rdg_index i, const double *mesh, const double *share, double C, const double *H)
{
    const double h = mesh[i + 1] - mesh[i];
    return lowered(
        (hill){.h = h, .a = H[i], .p = fmax(C * h / share[i], fmax(H[i], H[i + 1])), .b = H[i + 1]});
}

static double total(rdg_index count, const double *mesh, const double *share, double C, double *H)
{
    double sum = 0.0;
    take_lengths(count, mesh, share, C, H);
    for (rdg_index i = 0; i < count; i++) {
        sum += content(hill_at(i, mesh, share, C, H));
    }
    return sum;
}

void rdg_mesh_share_out(rdg_index count, const double *mesh, const double *share, rdg_index N, double *work,
                        double *target)
{
    double low = 0.0, high = 0.0;
    for (rdg_index i = 0; i < count; i++) {
        high += share[i];
    }
    high /= (double)
        N; /* without limits on the slope this is C; with them fewer intervals are left for the rest */
    low = high;
    while (total(count, mesh, share, high, work) > (double)N) {
        low = high;
        high *= 2.0;
    }
    double C = high;
    if (low < high) {
        rdg_root root = rdg_root_between(low, NAN, high, total(count, mesh, share, high, work) - (double)N,
                                         DBL_EPSILON * high);
        while (rdg_root_next(&root, total(count, mesh, share, root.at, work) - (double)N, NAN)) {
        }
        C = root.at;
    }
    const double each = total(count, mesh, share, C, work) / (double)N;
    double passed = 0.0;
    rdg_index i = 0;
    hill x = hill_at(0, mesh, share, C, work);
    target[0] = mesh[0];
    for (rdg_index k = 1; k < N; k++) {
        const double wanted = each * (double)k;
        while (i + 1 < count && passed + content(x) < wanted) {
            passed += content(x);
            x = hill_at(++i, mesh, share, C, work);
        }
        target[k] = fmin(mesh[i] + place(x, wanted - passed), mesh[i + 1]);
    }
    target[N] = mesh[count];
}
