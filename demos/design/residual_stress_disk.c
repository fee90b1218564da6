/* How sure is the peak of a bladed disk? A ring of blades with a wedge damper between any two of them: 24
 * contacts whose residual stresses are unknown. All sliders at once, in harmonic balance with harmonics 0 and
 * 1. It takes some minutes. */
#include "../forms.h"

#include <ridgewalk/bounds.h>
#include <ridgewalk/contact.h>
#include <ridgewalk/hbm.h>
#include <ridgewalk/mechanics.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 12, EACH = 4 }; /* blades; degrees of freedom of a blade and the damper behind it */

/* Of each blade's stiffness, relative. */
static const double mistuning[MOST] = {0.018, -0.0315, 0.0105, 0.039, -0.0225, -0.006,
                                       0.027, -0.042,  0.0045, 0.033, -0.0135, -0.0165};

static void tie(int n, double *K, int a, int b, double k)
{
    K[a + n * a] += k;
    K[b + n * b] += k;
    K[a + n * b] -= k;
    K[b + n * a] -= k;
}

/* Between a blade and a damper, whose first degrees of freedom are given. */
static void name_between(rdg_structure *s, const char *name, int blade, int damper, double c, double d)
{
    rdg_name_combination(s, name, 4, (rdg_index[]){blade, blade + 1, damper, damper + 1},
                         (double[]){-c, -d, c, d});
}

/* The contact of a damper with the blade on its left (side 1) or on its right (side -1). */
static void add_contact(rdg_structure *s, int damper, int blade, int side)
{
    const double angle = 40.0 * RDG_PI / 180.0, c = cos(angle), d = sin(angle);
    const char *where = side > 0 ? "left" : "right";
    char name[3][32];
    snprintf(name[0], sizeof *name, "%d%s", damper + 1, where);
    snprintf(name[1], sizeof *name, "%d%s.t", damper + 1, where);
    snprintf(name[2], sizeof *name, "%d%s.n", damper + 1, where);
    name_between(s, name[1], EACH * blade, EACH * damper + 2, c, side * d);
    name_between(s, name[2], EACH * blade, EACH * damper + 2, -side * d, c);
    rdg_contact_add(
        s, &(rdg_contact){
               .name = name[0], .tangential = name[1], .normal = name[2], .kt = 3e5, .kn = 3e5, .mu = 0.4});
}

/* Blades of 1 kg in x and y, joined by the disk; dampers of 0.2 kg that a load presses outwards, N. */
static rdg_hbm *disk_with_wedges(rdg_context *ctx, int blades, double load)
{
    static double M[EACH * MOST * EACH * MOST], C[EACH * MOST * EACH * MOST], K[EACH * MOST * EACH * MOST];
    const int n = EACH * blades;
    memset(M, 0, sizeof M);
    memset(C, 0, sizeof C);
    memset(K, 0, sizeof K);
    for (int j = 0; j < blades; j++) {
        const int x = EACH * j, next = EACH * ((j + 1) % blades);
        for (int i = 0; i < EACH; i++) {
            M[(n + 1) * (x + i)] = i < 2 ? 1.0 : 0.2;
            C[(n + 1) * (x + i)] = i < 2 ? 20.0 : 0.0;
            K[(n + 1) * (x + i)] += i < 2 ? 6e5 * (1.0 + mistuning[j]) : 1e5;
        }
        tie(n, K, x, x + 1, 3e5);
        tie(n, K, x, next, 2e5);
        tie(n, K, x + 1, next + 1, 2e5);
    }
    rdg_structure *s = rdg_structure_create(ctx, "bladed disk", n, M, C, K);
    for (int j = 0; j < blades; j++) {
        char name[32];
        add_contact(s, j, j, 1);
        add_contact(s, j, (j + 1) % blades, -1);
        snprintf(name, sizeof name, "load %d", j + 1);
        rdg_name_dof(s, name, EACH * j + 3);
        rdg_static_force_add(s, name, load);
        snprintf(name, sizeof name, "blade %d", j + 1);
        rdg_name_dof(s, name, EACH * j + 1);
        rdg_force_phase_add(s, name, 1, 20.0, -2.0 * RDG_PI * 3.0 * j / blades); /* engine order 3 */
    }
    rdg_sensor_harmonic_add(s, "A", "blade 1", 1);
    return rdg_hbm_create(s, RDG_HARMONICS(0, 1));
}

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    rdg_bounds_result b = {.contacts = 0};
    rdg_hbm *hb = disk_with_wedges(ctx, form_is_quick() ? 2 : MOST, 90.0);
    if (rdg_bounds(hb, "bounds", "A", RDG_HOLD_AT("alpha", form_is_quick() ? 0.2 : 1.0),
                   RDG_WINDOW("omega", RDG_HZ(160), RDG_HZ(185)), RDG_BOUNDS_RESULT(&b)) == RDG_OK) {
        printf("%ld responses in %.0f s\n", b.responses, b.seconds);
    }
    return rdg_exit(ctx);
}
