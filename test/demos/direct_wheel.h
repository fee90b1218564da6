/* The mistuned wheel of demos/rotors/friction_wheel.h by itself: its ring of disks and blades in complex
 * amplitudes, friction by the describing function of a spring in series with a slider. Nothing of the
 * library. */
#ifndef RDG_TEST_DIRECT_WHEEL_H
#define RDG_TEST_DIRECT_WHEEL_H

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { DIRECT_BLADES = 12, DIRECT_ORDER = 3 };

#define DIRECT_PI 3.14159265358979323846

/* Force over displacement of the first harmonic: kt until it slips (Caughey, J. Appl. Mech. 27 (1960) 640) */
static inline double complex direct_friction(double amplitude)
{
    const double kt = 3e4, limit = 1.0;
    if (kt * amplitude <= limit) {
        return kt;
    }
    const double theta = acos(1.0 - 2.0 * limit / (kt * amplitude));
    return kt / DIRECT_PI * (theta - 0.5 * sin(2.0 * theta)) +
           I * 4.0 * limit * (amplitude - limit / kt) / (DIRECT_PI * amplitude * amplitude);
}

/* A x = b by Gauss with pivots, in place of b */
static inline void direct_solve(double complex A[DIRECT_BLADES][DIRECT_BLADES], double complex *b)
{
    enum { N = DIRECT_BLADES };
    for (int k = 0; k < N; k++) {
        int pivot = k;
        for (int i = k + 1; i < N; i++) {
            pivot = cabs(A[i][k]) > cabs(A[pivot][k]) ? i : pivot;
        }
        for (int j = 0; j < N; j++) {
            const double complex a = A[k][j];
            A[k][j] = A[pivot][j];
            A[pivot][j] = a;
        }
        const double complex c = b[k];
        b[k] = b[pivot];
        b[pivot] = c;
        for (int i = k + 1; i < N; i++) {
            const double complex factor = A[i][k] / A[k][k];
            for (int j = k; j < N; j++) {
                A[i][j] -= factor * A[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for (int k = N - 1; k >= 0; k--) {
        for (int j = k + 1; j < N; j++) {
            b[k] -= A[k][j] * b[j];
        }
        b[k] /= A[k][k];
    }
}

/* Amplitudes of all blades with the friction of the last ones; blades [12] */
static inline void direct_sweep(const double *deviation, double omega, double complex *blade)
{
    enum { N = DIRECT_BLADES };
    const double complex damped = 1.0 + I * omega * 3e-6;
    double complex A[N][N], disk[N], Z[N], force[N], spring[N];
    memset(A, 0, sizeof A);
    for (int j = 0; j < N; j++) {
        const int next = (j + 1) % N;
        spring[j] = 4e5 * (1.0 + deviation[j]) * damped;
        force[j] = cexp(-I * 2.0 * DIRECT_PI * DIRECT_ORDER * j / N);
        Z[j] = spring[j] - 0.3 * omega * omega + direct_friction(cabs(blade[j]));
        A[j][j] += 5e6 * damped + spring[j] - 2.0 * omega * omega - spring[j] * spring[j] / Z[j];
        A[j][j] += 6e6 * damped;
        A[next][next] += 6e6 * damped;
        A[j][next] -= 6e6 * damped;
        A[next][j] -= 6e6 * damped;
        disk[j] = spring[j] * force[j] / Z[j];
    }
    direct_solve(A, disk);
    for (int j = 0; j < N; j++) {
        blade[j] = (force[j] + spring[j] * disk[j]) / Z[j];
    }
}

/* Amplitude of the first blade, by iteration from those of the last frequency */
static inline double direct_response(const double *deviation, double omega, double complex *blade)
{
    enum { N = DIRECT_BLADES };
    double change = 1.0;
    for (int k = 0; k < 1000 && change > 1e-9; k++) {
        double complex next[N];
        double size = 0.0;
        change = 0.0;
        memcpy(next, blade, sizeof next);
        direct_sweep(deviation, omega, next);
        for (int j = 0; j < N; j++) {
            change = fmax(change, cabs(next[j] - blade[j]));
            size = fmax(size, cabs(next[j]));
            blade[j] = 0.7 * next[j] + 0.3 * blade[j];
        }
        change /= size;
    }
    return cabs(blade[0]);
}

/* The greatest amplitude of the first blade between 170 and 200 Hz, m */
static inline double direct_greatest(const double *deviation)
{
    const double step = 0.5;
    double complex blade[DIRECT_BLADES] = {0.0}, best[DIRECT_BLADES] = {0.0};
    double at = 0.0, most = 0.0;
    for (double f = 170.0; f <= 200.0; f += step) {
        const double amplitude = direct_response(deviation, 2.0 * DIRECT_PI * f, blade);
        if (amplitude > most) {
            most = amplitude;
            at = f;
            memcpy(best, blade, sizeof best);
        }
    }
    double low = at - step, high = at + step;
    for (int k = 0; k < 30; k++) { /* thirds of the interval */
        const double third = (high - low) / 3.0;
        const double left = direct_response(deviation, 2.0 * DIRECT_PI * (low + third), best);
        const double right = direct_response(deviation, 2.0 * DIRECT_PI * (high - third), best);
        most = fmax(most, fmax(left, right));
        low = left < right ? low + third : low;
        high = left < right ? high : high - third;
    }
    return most;
}

#endif
