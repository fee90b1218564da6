/* Random force: splitmix64 makes uniform numbers, Box and Muller's rule normal ones of them. */
#include "sliding_march_impl.h"

#include <ridgewalk/circle.h>

#include <math.h>

/* In (0, 1) */
static double uniform(uint64_t *state)
{
    *state += 0x9E3779B97F4A7C15u;
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return ((double)(z >> 11) + 0.5) * 0x1p-53;
}

static double sample(rdg_march_noise *noise)
{
    if (noise->has_spare) {
        noise->has_spare = false;
        return noise->spare;
    }
    const double radius = noise->sigma * sqrt(-2.0 * log(uniform(&noise->state)));
    const double angle = 2.0 * RDG_PI * uniform(&noise->state);
    noise->spare = radius * sin(angle);
    noise->has_spare = true;
    return radius * cos(angle);
}

void rdg_march_noise_begin(rdg_march_noise *noise, double sigma, double rate, uint64_t seed)
{
    *noise = (rdg_march_noise){.state = seed, .sigma = sigma, .rate = rate};
    noise->from = sample(noise);
    noise->to = sample(noise);
}

double rdg_march_noise_at(rdg_march_noise *noise, double t)
{
    const double place = t * noise->rate;
    while (place >= (double)(noise->sample + 1)) {
        noise->from = noise->to;
        noise->to = sample(noise);
        noise->sample++;
    }
    const double part = place - (double)noise->sample;
    return noise->from + part * (noise->to - noise->from);
}
