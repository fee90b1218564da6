/* Which eigenvalues of Hill's matrix are the exponents.
 *
 * Each exponent s comes with its images s + i m omega, whose eigenvectors are the same shifted by m
 * harmonics; of each family the one with the most symmetric eigenvector is least touched by the truncation
 * (Guillot, Lazarus, Thomas, Vergez, Cochelin 2020): its mean harmonic sum_k k |p_k|^2 / sum_k |p_k|^2 is
 * closest to zero. The images with mean harmonics on either side of 1/2, or two approximations of one
 * exponent when there are few harmonics, can tie for the last places. Then those in the strip |Im s| <= omega
 * / 2 come first, and among these the less stable ones: no instability is lost to a tie. */
#include "stability_impl.h"

#include <math.h>
#include <stdlib.h>

/* Means of a pair of images agree to rounding, those of families next to each other to truncation. */
static const double tie = 0.01;

static int descending(double a, double b)
{
    return (a < b) - (a > b);
}

static int by_mean(const void *left, const void *right)
{
    const rdg_hill_candidate *a = left, *b = right;
    return descending(fabs(b->mean), fabs(a->mean));
}

static int by_stability(const void *left, const void *right)
{
    const rdg_hill_candidate *a = left, *b = right;
    const int real = descending(a->re, b->re);
    return real != 0 ? real : descending(a->im, b->im);
}

/* -1/2 < Im <= 1/2, in units of omega: a negative multiplier has images on both edges and counts once. */
static bool in_strip(double im)
{
    return im > 0.5 * (tie - 1.0) && im <= 0.5 * (tie + 1.0);
}

static int by_strip(const void *left, const void *right)
{
    const rdg_hill_candidate *a = left, *b = right;
    const bool a_inside = in_strip(a->im), b_inside = in_strip(b->im);
    return a_inside != b_inside ? (b_inside ? 1 : -1) : by_stability(left, right);
}

void rdg_hill_sort_by_mean(rdg_index n, rdg_hill_candidate *candidate)
{
    qsort(candidate, (size_t)n, sizeof *candidate, by_mean);
}

void rdg_hill_sort(rdg_index n, rdg_hill_candidate *candidate, rdg_index count)
{
    rdg_hill_sort_by_mean(n, candidate);
    const double last = fabs(candidate[count - 1].mean);
    rdg_index first = count - 1, end = count;
    while (first > 0 && fabs(candidate[first - 1].mean) >= last - tie) {
        first--;
    }
    while (end < n && fabs(candidate[end].mean) <= last + tie) {
        end++;
    }
    qsort(candidate + first, (size_t)(end - first), sizeof *candidate, by_strip);
    qsort(candidate, (size_t)count, sizeof *candidate, by_stability);
}
