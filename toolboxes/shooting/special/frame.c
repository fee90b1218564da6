/* What is at right angles to a velocity: Q, the columns but the first of the reflection that takes the
 * velocity into the first axis. */
#include <ridgewalk/frame.h>
#include <ridgewalk/vectors.h>

#include <math.h>

void rdg_frame_extend(rdg_index n, const double *velocity, double speed, const double *v, double *out)
{
    if (!velocity || !v || !out) {
        return;
    }
    const double sign = velocity[0] < 0.0 ? -1.0 : 1.0;
    double product = 0.0;
    for (rdg_index i = 1; i < n; i++) {
        product += velocity[i] / speed * v[i - 1];
    }
    const double head = velocity[0] / speed + sign; /* of the vector that is reflected along */
    const double factor = product / (1.0 + fabs(velocity[0]) / speed);
    out[0] = -factor * head;
    for (rdg_index i = 1; i < n; i++) {
        out[i] = v[i - 1] - factor * velocity[i] / speed;
    }
}

void rdg_frame_restrict(rdg_index n, const double *velocity, double speed, const double *v, double *out)
{
    if (!velocity || !v || !out) {
        return;
    }
    const double sign = velocity[0] < 0.0 ? -1.0 : 1.0;
    double product = rdg_dot(n, velocity, v);
    product = product / speed + sign * v[0];
    const double factor = product / (1.0 + fabs(velocity[0]) / speed);
    for (rdg_index i = 1; i < n; i++) {
        out[i - 1] = v[i] - factor * velocity[i] / speed;
    }
}
