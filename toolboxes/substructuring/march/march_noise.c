/* Random force: Box and Muller's rule normal numbers of uniform ones. */
#include "sliding_march_impl.h"

#include <ridgewalk/circle.h>
#include <ridgewalk/random.h>

#include <math.h>

static double uniform(rdg_march_noise *noise)
{
    return rdg_random_unit(rdg_random_bits(noise->seed, noise->drawn++));
}

static double sample(rdg_march_noise *noise)
{
    if (noise->has_spare) {
        noise->has_spare = false;
        return noise->spare;
    }
    const double radius = noise->sigma * sqrt(-2.0 * log(uniform(noise)));
    const double angle = 2.0 * RDG_PI * uniform(noise);
    noise->spare = radius * sin(angle);
    noise->has_spare = true;
    return radius * cos(angle);
}

void rdg_march_noise_begin(rdg_march_noise *noise, double sigma, double rate, uint64_t seed)
{
    *noise = (rdg_march_noise){.seed = seed, .sigma = sigma, .rate = rate};
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
