/* What must hold exactly of sliding motions, on small structures. */
#include "fresh_context.h"
#include "small_sliding.h"

#include <ridgewalk/circle.h>

/* A mode's displacement at t when it was u0 with velocity v0: rigid, critically damped, damped, overdamped */
static double free_motion(double w2, double c, double u0, double v0, double t)
{
    const double q = 0.5 * c, square = w2 - q * q;
    if (w2 == 0) {
        return c > 0 ? u0 + v0 * -expm1(-c * t) / c : u0 + v0 * t;
    }
    if (fabs(square) < 1e-9 * w2) {
        return exp(-q * t) * (u0 + (v0 + q * u0) * t);
    }
    if (square > 0) {
        const double nu = sqrt(square);
        return exp(-q * t) * (u0 * cos(nu * t) + (v0 + q * u0) / nu * sin(nu * t));
    }
    const double r = sqrt(-square);
    return (((q + r) * u0 + v0) * exp((r - q) * t) - ((q - r) * u0 + v0) * exp((-r - q) * t)) / (2 * r);
}

/* Steps of a free point from 3 m with 0.2 m/s, far above the line, against its motion */
static int follow_free_point(rdg_context *ctx, const small_case *s, double h, int steps)
{
    const double w2 = s->k[1] / s->m[1], c = s->mass_damping + s->stiffness_damping * w2;
    rdg_sliding *contact = small_sliding(ctx, s);
    rdg_marching *m = rdg_marching_create(
        contact, &(rdg_march_options){.h = h, .start = 0.5, .until = 1, .unilateral = true});
    assert_ok(ctx, rdg_error_status(ctx));
    double z[8] = {0}, before[8] = {0}, unit[2] = {0}, u = 0;
    const double known_before = free_motion(w2, c, 3, 0.2, -h);
    for (int i = 0; i < 2; i++) { /* y of the point is one of its two modes */
        double one[8] = {0};
        one[i] = 1;
        assert_ok(ctx, rdg_sliding_displacement(contact, false, "y", one, &unit[i]));
        z[i] = fabs(unit[i]) > 0.1 ? 3 / unit[i] : 0;
        before[i] = fabs(unit[i]) > 0.1 ? known_before / unit[i] : 0;
    }
    int compared = 0;
    if (fabs(known_before) < 1e4) { /* else it was too fast for numbers */
        assert_ok(ctx, rdg_marching_place(m, 0, z, before));
        for (int i = 1; i <= steps; i++) {
            assert_ok(ctx, rdg_marching_step(m));
            assert_int_equal(rdg_marching_state(m)->contact, RDG_MARCH_OPEN);
            assert_int_equal(rdg_marching_state(m)->stop, RDG_MARCH_DONE);
            assert_ok(ctx, rdg_marching_amplitudes(m, z, NULL));
            assert_ok(ctx, rdg_sliding_displacement(contact, false, "y", z, &u));
            assert_near(u, free_motion(w2, c, 3, 0.2, i * h), 0, 1e-11 * fmax(1, fabs(known_before)));
            compared++;
        }
    }
    rdg_marching_free(m);
    rdg_sliding_free(contact);
    return compared;
}

/* Without contact each mode moves exactly, however long the step: damped, critically so, overdamped, free. */
static void free_modes_are_exact_for_any_step(void **state)
{
    static const double damping[][2] = {{0, 0},   {30, 0},  {5, 1e-3}, {2 * 27.735009811261457, 0},
                                        {900, 0}, {0, 2e-2}};
    static const double h[] = {1e-5, 1e-4, 3e-3, 0.11, 2.0};
    small_case s = plain_case;
    int compared = 0;
    s.F = 0;
    s.height = 9;
    s.y[1] = s.y[2] = 0; /* an inclined line ends below a point that rises */
    for (size_t d = 0; d < sizeof damping / sizeof *damping; d++) {
        s.mass_damping = damping[d][0];
        s.stiffness_damping = damping[d][1];
        for (int held = 0; held < 2; held++) {
            s.k[1] = held ? 1e3 : 0;
            for (size_t k = 0; k < sizeof h / sizeof *h; k++) {
                compared += follow_free_point(*state, &s, h[k], 20);
            }
        }
    }
    assert_true(compared > 700);
}

/* The energy of both is what the slider's frame and friction bring: its error falls with the step. */
static double energy_error(rdg_context *ctx, double h, double *brought)
{
    const double speed = 0.7, T = 0.4;
    small_case s = plain_case;
    s.F = 60;
    rdg_sliding *c = small_sliding(ctx, &s);
    rdg_marching *m =
        rdg_marching_create(c, &(rdg_march_options){.h = h, .speed = speed, .start = 0.2, .until = T});
    assert_ok(ctx, rdg_error_status(ctx));
    double z[8], before[8], work = 0;
    assert_ok(ctx, rdg_marching_amplitudes(m, z, NULL));
    for (int i = 0; i < 8; i++) {
        before[i] = z[i] - h * 0.001 * (i - 4);
    }
    assert_ok(ctx, rdg_marching_place(m, 0, z, before));
    assert_ok(ctx, rdg_marching_step(m)); /* the start's velocities meet the contact: an impulse */
    const double energy = rdg_marching_energy(m);
    double last = rdg_marching_state(m)->v_relative;
    for (int i = 1; i < (int)(T / h); i++) {
        assert_ok(ctx, rdg_marching_step(m));
        const rdg_march_state *now = rdg_marching_state(m);
        assert_int_equal(now->stop, RDG_MARCH_DONE);
        const double v = 0.5 * (last + now->v_relative);
        last = now->v_relative;
        const double sine = sin(now->at.gamma), cosine = cos(now->at.gamma);
        work += h * (now->at.lambda * speed * sine + now->tau * (v - speed * cosine));
    }
    const double error = rdg_marching_energy(m) - energy - work;
    *brought = work;
    rdg_sliding_free(c);
    return error;
}

static void energy_is_what_friction_and_the_guide_bring(void **state)
{
    double work, error[3];
    for (int k = 0; k < 3; k++) {
        error[k] = energy_error(*state, 1e-4 / (1 << k), &work);
    }
    assert_true(work > 1); /* J */
    assert_near(error[0], 0, 0, 3e-5);
    assert_near(error[1], 0, 0, 0.6 * fabs(error[0]));
    assert_near(error[2], 0, 0, 0.6 * fabs(error[1]));
}

/* The same system, elsewhere or larger by a power of two, moves alike. */
static void places_and_sizes_do_not_matter(void **state)
{
    const double L = 1024;
    small_case moved = plain_case, larger = plain_case;
    larger.F *= L;
    moved.height += 7;
    for (int i = 0; i < 3; i++) {
        moved.x[i] += 16;
        moved.y[i] += 7;
        larger.x[i] *= L;
        larger.y[i] *= L;
    }
    const rdg_march_options o = {
        .h = 2e-4, .speed = 0.7, .start = 0.2, .until = 1, .noise = 0.1, .unilateral = true};
    rdg_march_options o_moved = o, o_larger = o;
    o_moved.start += 16;
    o_larger.start *= L;
    o_larger.speed *= L;
    rdg_marching *m[] = {rdg_marching_create(small_sliding(*state, &plain_case), &o),
                         rdg_marching_create(small_sliding(*state, &moved), &o_moved),
                         rdg_marching_create(small_sliding(*state, &larger), &o_larger)};
    assert_ok(*state, rdg_error_status(*state));
    for (int i = 0; i < 2000; i++) {
        for (int k = 0; k < 3; k++) {
            assert_ok(*state, rdg_marching_step(m[k]));
        }
        const rdg_march_state *a = rdg_marching_state(m[0]), *b = rdg_marching_state(m[1]),
                              *c = rdg_marching_state(m[2]);
        assert_int_equal(a->stop, RDG_MARCH_DONE);
        assert_near(b->at.lambda, a->at.lambda, 1e-5, 1e-5);
        assert_near(c->at.lambda, L * a->at.lambda, 1e-11, 0);
        assert_near(c->v_relative, L * a->v_relative, 1e-11, 1e-11);
        assert_int_equal(c->contact, a->contact);
    }
}

/* A point that its spring holds above the line rests there, over a ridge too, where it is beside both
 * segments; one that only slides would be pulled. */
static void what_rests_above_the_line_rests(void **state)
{
    small_case s = plain_case;
    s.F = 0;
    s.k[1] = 1e3;
    s.height = 0.5;
    s.y[1] = 0.3;
    s.y[2] = 0;
    rdg_sliding *c = small_sliding(*state, &s);
    for (int i = 0; i < 3; i++) {
        rdg_march_options o = {.h = 1e-3, .start = 0.7 + 0.3 * i, .until = 1, .unilateral = true};
        rdg_marching *m = rdg_marching_create(c, &o);
        double z[8], u = 1;
        assert_ok(*state, rdg_error_status(*state));
        for (int step = 0; step < 100; step++) {
            assert_ok(*state, rdg_marching_step(m));
            assert_int_equal(rdg_marching_state(m)->stop, RDG_MARCH_DONE);
            assert_int_equal(rdg_marching_state(m)->contact, RDG_MARCH_OPEN);
        }
        assert_ok(*state, rdg_marching_amplitudes(m, z, NULL));
        assert_ok(*state, rdg_sliding_displacement(c, false, "y", z, &u));
        assert_near(u, 0, 0, 1e-15);
        o.unilateral = false;
        m = rdg_marching_create(c, &o);
        assert_ok(*state, rdg_marching_step(m));
        assert_int_equal(rdg_marching_state(m)->stop, RDG_MARCH_LOSS);
    }
}

static double uniform(uint64_t *state)
{
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return ((double)((z ^ (z >> 31)) >> 11) + 0.5) / 9007199254740992.0;
}

/* A free mass feels the noise alone: its accelerations are the samples, and their means between. */
static void noise_is_the_known_sequence(void **state)
{
    small_case s = plain_case;
    const double h = 1e-5, sigma = 0.3;
    rdg_sliding *c = small_sliding(*state, &s);
    rdg_marching *m = rdg_marching_create(c, &(rdg_march_options){.scheme = RDG_MARCH_CENTRAL,
                                                                  .h = h,
                                                                  .start = 0.5,
                                                                  .until = 1,
                                                                  .noise = sigma,
                                                                  .unilateral = true});
    assert_ok(*state, rdg_error_status(*state));
    double z[8] = {0}, sample[22], u = 0;
    uint64_t seed = 42;
    for (int i = 0; i < 22; i += 2) {
        const double radius = sqrt(-2 * log(uniform(&seed))), angle = 2 * RDG_PI * uniform(&seed);
        sample[i] = sigma * s.F * radius * cos(angle);
        sample[i + 1] = sigma * s.F * radius * sin(angle);
    }
    assert_ok(*state, rdg_sliding_displacement(c, false, "y", (double[]){1, 0, 0, 0, 0, 0, 0, 0}, &u));
    z[0] = 1 / u; /* the rigid motion is the first */
    assert_ok(*state, rdg_marching_place(m, 0, z, z));
    for (int i = 0; i < 40; i++) {
        double before[8], after[8];
        assert_ok(*state, rdg_marching_amplitudes(m, z, before));
        assert_ok(*state, rdg_marching_step(m));
        assert_int_equal(rdg_marching_state(m)->contact, RDG_MARCH_OPEN);
        assert_ok(*state, rdg_marching_amplitudes(m, after, NULL));
        const double force = s.m[1] * u * ((after[0] - z[0]) - (z[0] - before[0])) / (h * h);
        const double noise = i % 2 ? 0.5 * (sample[i / 2] + sample[i / 2 + 1]) : sample[i / 2];
        assert_near(force, noise - s.F, 0, 2e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(free_modes_are_exact_for_any_step), TEST(energy_is_what_friction_and_the_guide_bring),
        TEST(places_and_sizes_do_not_matter), TEST(what_rests_above_the_line_rests),
        TEST(noise_is_the_known_sequence)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
