/* The appendix of the disc brake's paper, entry by entry, against the exact derivatives of its equations:
 * which of its entries are misprints. */
#define _XOPEN_SOURCE 700

#include "disc-brake/models.h"
#include "scratch.h"

typedef double square[DOFS][DOFS];

/* C_L and K_L of the equations with r0 + r in the row of theta, at rest: all forces are moved to the left. */
static void exact_matrices(disc_brake *b, const double *u, square C, square K)
{
    const double rho = b->r0 + u[PAD_R];
    const double mass[DOFS] = {b->M, b->M, b->I, b->m, b->m * rho, b->m};
    double df[STATES * VARIABLES] = {0.0}, rates[STATES];
    assert_int_equal(slip_df(VARIABLES, u, STATES, df, b), 0);
    assert_int_equal(slip_f(VARIABLES, u, STATES, rates, b), 0);
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j < DOFS; j++) {
            K[i][j] = -mass[i] * df[DOFS + i + STATES * j];
            C[i][j] = -mass[i] * df[DOFS + i + STATES * (DOFS + j)];
        }
    }
    K[PAD_THETA][PAD_R] -= b->m * rates[DOFS + PAD_THETA]; /* the row is (r0 + r) (m theta'' + ..) */
}

/* (A.1) to (A.16) */
static void printed_damping(const disc_brake *b, const double *u, square C)
{
    const double rho = b->r0 + u[PAD_R], s = sin(u[PAD_THETA]), c = cos(u[PAD_THETA]), x = u[DISC_X],
                 y = u[DISC_Y];
    const double Om = u[STATES + OMEGA], kz = u[STATES + MU] * b->kz, z = kz * u[PAD_Z];
    const double vx = Om * rho * s - Om * y, vy = -Om * rho * c + Om * x, v = hypot(vx, vy),
                 w = z / (v * v * v);
    memset(C, 0, sizeof(square));
    C[0][0] = b->cd - w * vy * vy;
    C[0][1] = w * vx * vy;
    C[0][2] = w * (vy * vy * (rho * s - y) - vx * vy * (x - rho * c));
    C[0][3] = w * (vy * vy * c - vx * vy * s);
    C[0][4] = w * rho * (vy * vy * s + vx * vy * c);
    C[1][1] = b->cd - w * vx * vx;
    C[1][2] = w * (vx * vx * (x - rho * c) - vx * vy * (rho * s - y));
    C[1][3] = w * (vx * vx * s - vx * vy * c);
    C[1][4] = w * rho * (vx * vx * c + vx * vy * s);
    C[2][2] = b->cdpsi;
    C[2][3] = z / v * (vx * vx * s - vy * vy * c);
    C[3][3] = b->cpr + w * (vx * vx * s * s + vy * vy * c * c - 2.0 * vx * vy * s * c);
    C[4][4] = b->r0 * b->cpt + w * (vx * vx * c * c + vy * vy * s * s + 2.0 * vx * vy * s * c);
    C[5][5] = b->cz;
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j < i; j++) {
            C[i][j] = C[j][i];
        }
    }
}

/* (A.17) to (A.46) */
static void printed_stiffness(const disc_brake *b, const double *u, square K)
{
    const double rho = b->r0 + u[PAD_R], s = sin(u[PAD_THETA]), c = cos(u[PAD_THETA]), x = u[DISC_X],
                 y = u[DISC_Y];
    const double Om = u[STATES + OMEGA], kz = u[STATES + MU] * b->kz, z = kz * u[PAD_Z];
    const double kir = u[STATES + KIR], kpr = u[STATES + KPR];
    const double vx = Om * rho * s - Om * y, vy = -Om * rho * c + Om * x, v = hypot(vx, vy);
    const double w = z / (v * v * v), o = w * Om;
    memset(K, 0, sizeof(square));
    K[0][0] = b->kd - o * vx * vy;
    K[0][1] = -o * vy * vy;
    K[0][3] = o * vy * (vy * s + vx * c);
    K[0][4] = o * vy * rho * (vy * c - vx * s);
    K[0][5] = kz * vx / v;
    K[1][0] = o * vx * vx;
    K[1][1] = b->kd + o * vx * vy;
    K[1][3] = -o * vx * (vy * s + vx * c);
    K[1][4] = o * rho * vx * (vx * s - vy * c);
    K[1][5] = kz * vy / v;
    K[2][0] = -z / v * (2.0 * vy + Om * x);
    K[2][1] = z / v * (2.0 * vx - Om * y);
    K[2][2] = b->kdpsi;
    K[2][3] = z / v * (2.0 * vy * c - 2.0 * vx * s - Om * rho);
    K[2][4] = -2.0 * z / v * rho * (vx * c + vy * s);
    K[2][5] = kz * v / Om;
    K[3][0] = o * vx * (vx * s - vy * c);
    K[3][1] = o * vy * (vx * s - vy * c);
    K[3][3] = kpr + kir / 2 + w * (vx * c + vy * s);
    K[3][4] = z / v * Om * rho * (vy * c - vx * s);
    K[3][5] = -kir / 2 + kz / v * (vx * c + vy * s);
    K[4][0] = o * vx * vx * s * s;
    K[4][1] = o * vy * vy * c * c;
    K[4][3] = w * (2.0 * vx * c + 2.0 * vy * s - Om * rho);
    K[4][4] = b->r0 * (kpr + kir / 2) - 2.0 * z / v * Om * rho * (vx * c + vy * s);
    K[4][5] = -b->kit / 2 + kz / Om * (-vx * s + vy * c);
    K[5][3] = -kir / 2 - b->kit / 2 * u[PAD_THETA];
    K[5][4] = -b->kit / 2 * u[PAD_R];
    K[5][5] = (kir + b->kit) / 2 + b->kz;
}

/* Entries that differ, as text: "15 34 ..." */
static void list_differences(square exact, square printed, char *text, size_t capacity)
{
    *text = 0;
    for (int i = 0; i < DOFS; i++) {
        for (int j = 0; j < DOFS; j++) {
            if (fabs(exact[i][j] - printed[i][j]) > 1e-9 * (1.0 + fabs(exact[i][j]))) {
                const size_t used = strlen(text);
                snprintf(text + used, capacity - used, "%s%d%d", used ? " " : "", i + 1, j + 1);
            }
        }
    }
}

static void the_printed_appendix_is_wrong_in_these_entries(void **state)
{
    square C, K, Cp, Kp;
    char text[200];
    uint64_t seed = 1;
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        disc_brake b = preset_ch(); /* kpr and kpt differ */
        double u[VARIABLES] = {0.0};
        for (int i = 0; i < DOFS; i++) {
            u[i] = (i == PAD_THETA ? 0.5 : 0.01) * (1.5 + random_signed(&seed));
        }
        u[PAD_Z] *= -1.0;
        memcpy(u + STATES, b.value, sizeof b.value);
        exact_matrices(&b, u, C, K);
        printed_damping(&b, u, Cp);
        printed_stiffness(&b, u, Kp);
        list_differences(C, Cp, text, sizeof text);
        assert_string_equal(text, "15 34 43 44 45 51 52 54 55");
        list_differences(K, Kp, text, sizeof text);
        assert_string_equal(text, "31 32 34 35 36 41 42 44 45 46 51 52 54 55 56 64 65");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_printed_appendix_is_wrong_in_these_entries)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
