/* Driven linear systems whose Floquet exponents are known: x = c(phi) + z, z = P(phi) w, w' = D w, P the
 * product of rotations in planes by whole multiples of the phase and of a constant matrix.
 *
 *     z' = (P D P^-1 + omega P_phi P^-1) z,   multipliers exp(2 pi D / omega).
 *
 * Arguments (x, scale, omega, phi): D is multiplied by the scale. */
#ifndef RDG_TEST_FLOQUET_SYSTEM_H
#define RDG_TEST_FLOQUET_SYSTEM_H

#include <ridgewalk/hybrid.h>

#include <math.h>
#include <string.h>

enum { FLOQUET_MOST = 8, FLOQUET_TURNS = 6 };

typedef struct floquet {
    int n;
    double D[FLOQUET_MOST * FLOQUET_MOST]; /* blocks a, b; -b, a */
    int turns, i[FLOQUET_TURNS], j[FLOQUET_TURNS], times[FLOQUET_TURNS];
    double core[FLOQUET_MOST * FLOQUET_MOST]; /* S D S^-1 */
} floquet;

static inline void floquet_product(int n, const double *A, const double *B, double *C)
{
    for (int c = 0; c < n; c++) {
        for (int r = 0; r < n; r++) {
            double sum = 0.0;
            for (int k = 0; k < n; k++) {
                sum += A[r + n * k] * B[k + n * c];
            }
            C[r + n * c] = sum;
        }
    }
}

/* M becomes R M R^T, R a rotation in a plane. */
static inline void floquet_turn(int n, int i, int j, double angle, double *M)
{
    const double c = cos(angle), s = sin(angle);
    for (int k = 0; k < n; k++) {
        const double a = M[i + n * k], b = M[j + n * k];
        M[i + n * k] = c * a - s * b;
        M[j + n * k] = s * a + c * b;
    }
    for (int k = 0; k < n; k++) {
        const double a = M[k + n * i], b = M[k + n * j];
        M[k + n * i] = c * a - s * b;
        M[k + n * j] = s * a + c * b;
    }
}

/* A = P D P^-1 + omega P_phi P^-1 */
static inline void floquet_matrix(const floquet *f, double scale, double omega, double phi, double *A)
{
    const int n = f->n;
    double spin[FLOQUET_MOST * FLOQUET_MOST] = {0.0};
    for (int k = 0; k < n * n; k++) {
        A[k] = scale * f->core[k];
    }
    for (int k = f->turns - 1; k >= 0; k--) {
        const double angle = f->times[k] * phi;
        floquet_turn(n, f->i[k], f->j[k], angle, A);
        floquet_turn(n, f->i[k], f->j[k], angle, spin);
        spin[f->j[k] + n * f->i[k]] += f->times[k];
        spin[f->i[k] + n * f->j[k]] -= f->times[k];
    }
    for (int k = 0; k < n * n; k++) {
        A[k] += omega * spin[k];
    }
}

static inline void floquet_rate(const floquet *f, const double *u, double phi, double *y)
{
    const int n = f->n;
    double A[FLOQUET_MOST * FLOQUET_MOST];
    floquet_matrix(f, u[n], u[n + 1], phi, A);
    for (int i = 0; i < n; i++) {
        y[i] = -0.5 * u[n + 1] * sin(phi + i);
        for (int k = 0; k < n; k++) {
            y[i] += A[i + n * k] * (u[k] - 0.5 * cos(phi + k));
        }
    }
}

static inline int floquet_f(rdg_index n, const double *u, rdg_index m, double *y, void *data)
{
    (void)m;
    floquet_rate(data, u, u[n - 1], y);
    return 0;
}

static inline int floquet_df(rdg_index nu, const double *u, rdg_index m, double *J, void *data)
{
    const floquet *f = data;
    const int n = f->n;
    double spin[FLOQUET_MOST * FLOQUET_MOST], before[FLOQUET_MOST], behind[FLOQUET_MOST];
    (void)m;
    floquet_matrix(f, u[n], u[n + 1], u[nu - 1], J);
    floquet_matrix(f, 0.0, 1.0, u[nu - 1], spin);
    floquet_rate(f, u, u[nu - 1] - 1e-6, before);
    floquet_rate(f, u, u[nu - 1] + 1e-6, behind);
    for (int i = 0; i < n; i++) {
        double by_scale = 0.0, by_omega = -0.5 * sin(u[nu - 1] + i);
        for (int k = 0; k < n; k++) {
            const double z = u[k] - 0.5 * cos(u[nu - 1] + k);
            by_scale += (J[i + n * k] - u[n + 1] * spin[i + n * k]) / u[n] * z;
            by_omega += spin[i + n * k] * z;
        }
        J[i + n * n] = by_scale;
        J[i + n * (n + 1)] = by_omega;
        J[i + n * (n + 2)] = (behind[i] - before[i]) / 2e-6;
    }
    return 0;
}

/* Of what is there so far: a random S, a product of shears. */
static inline void floquet_shear(floquet *f, double (*random)(double, double), double size)
{
    const int n = f->n;
    double S[FLOQUET_MOST * FLOQUET_MOST] = {0.0}, inverse[FLOQUET_MOST * FLOQUET_MOST] = {0.0};
    double half[FLOQUET_MOST * FLOQUET_MOST];
    for (int k = 0; k < n; k++) {
        S[k + n * k] = inverse[k + n * k] = 1.0;
    }
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const double by = i == j ? 0.0 : random(-size, size);
            for (int k = 0; k < n && i != j; k++) {
                S[i + n * k] += by * S[j + n * k];
                inverse[k + n * j] -= by * inverse[k + n * i];
            }
        }
    }
    floquet_product(n, S, f->D, half);
    floquet_product(n, half, inverse, f->core);
}

/* Gradients of special points are not asked for: to take them by differences would be most of the work. */
static inline int floquet_no_d2f(rdg_index n, const double *u, rdg_index m, const double *lambda, double *H,
                                 void *data)
{
    (void)u, (void)m, (void)lambda, (void)data;
    memset(H, 0, (size_t)(n * n) * sizeof *H);
    return 0;
}

static inline rdg_hybrid *floquet_system(rdg_context *ctx, floquet *f)
{
    const rdg_hybrid_function field = {.f = floquet_f, .df = floquet_df, .d2f = floquet_no_d2f, .data = f};
    return rdg_hybrid_smooth(ctx, "Floquet", f->n, &field, RDG_PARAMETERS("scale", "omega"),
                             ((double[]){1.0, 2.0 * 3.14159265358979324}), "omega");
}

#endif
