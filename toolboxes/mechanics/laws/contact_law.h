/** @file contact_law.h
 *  @brief The numbers of a dry contact, in one tangential direction or with a cone, and what follows from
 * them at an instant; read alike in the frequency domain and in time.
 *
 *  With the tangential displacement x and y > 0 compressing, the load is N = max(0, N0 + kn y). The
 *  tangential force is that of a spring kt in series with a slider that carries at most mu N. In one
 * direction the slider's memory v = kt w lies between L = kt x - mu N and U = kt x + mu N. */
#ifndef RDG_CONTACT_LAW_H
#define RDG_CONTACT_LAW_H

#include <ridgewalk/slider_start.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A contact's numbers. */
typedef struct rdg_contact_law {
    double kt;              /**< tangential stiffness, N/m, > 0 */
    double kn;              /**< normal stiffness, N/m, >= 0; 0 without a normal displacement */
    double mu;              /**< friction coefficient, >= 0 */
    double preload;         /**< N0, load at y = 0, N; < 0: a gap */
    rdg_slider_start start; /**< where the slider starts */
    int directions;         /**< tangential directions: 0 without friction, 1 planar, 2 with a cone */
    /* of rigid contacts, which answer in time only and have neither stiffness nor preload: */
    double restitution;            /**< e of the normal direction, in [0, 1] */
    double restitution_tangential; /**< that of the tangential directions, in [-1, 1] */
} rdg_contact_law;

/** L of kt x and the load, and likewise its rate from theirs.
 *  @return p - mu N */
static inline double rdg_contact_lower(double mu, double p, double load)
{
    return p - mu * load;
}

/** U of kt x and the load, and likewise its rate.
 *  @return p + mu N */
static inline double rdg_contact_upper(double mu, double p, double load)
{
    return p + mu * load;
}

/** What the normal direction of a closed contact stores; 0 where it opens, or, with a constant load, at y =
 * 0.
 *  @param law its numbers
 *  @param y   normal displacement, m
 *  @return J */
static inline double rdg_contact_normal_energy(const rdg_contact_law *law, double y)
{
    const double load = law->preload + law->kn * y;
    return law->kn > 0 ? 0.5 * load * load / law->kn : law->preload * y;
}

/** The share of a straight way at which a contact closes.
 *  @param n0, n      preload + kn y at both ends, N
 *  @param[out] slope by n
 *  @return in ]0, 1[; 0: it does not */
static inline double rdg_contact_closes(double n0, double n, double *slope)
{
    const bool closes = n0 < 0.0 && n > 0.0;
    const double share = closes ? n0 / (n0 - n) : 0.0;
    *slope = closes ? share / (n0 - n) : 0.0;
    return share;
}

/** By how much the mean load of a straight path, which does the stored work, differs from the mean of the
 * loads at its ends. It is 0 unless the contact opens or closes between.
 *  @param n0, n      preload + kn y at both ends, < 0 where it is open, N
 *  @param[out] slope by n
 *  @return N */
static inline double rdg_contact_beside_ends(double n0, double n, double *slope)
{
    *slope = 0.0;
    if ((n0 > 0.0) == (n > 0.0) || n0 == 0.0 || n == 0.0) {
        return 0.0; /* max(0, .) is linear along the way */
    }
    const double way = n0 > 0.0 ? n0 - n : n - n0, part = n0 / way;
    *slope = n0 > 0.0 ? 0.5 * part * part : -0.5 * part * part;
    return 0.5 * part * n;
}

#ifdef __cplusplus
}
#endif
#endif
