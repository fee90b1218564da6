/* The loops over all modes, for processors with AVX2 and for others. */
#include "sliding_march_impl.h"

/* Four numbers that are worked on at once, by whatever the processor has; they alias doubles. */
typedef double lanes __attribute__((vector_size(RDG_MARCH_LANES * sizeof(double)), may_alias));

#define LOAD(p) (*(const lanes *)(p))
#define STORE(p, value) (*(lanes *)(p) = (value))
#define ALL(x) ((lanes){(x), (x), (x), (x)})
#define SUM(v) (((v)[0] + (v)[2]) + ((v)[1] + (v)[3]))

#define KERNEL(name) plain_##name
#define KERNEL_FOR
#define KERNEL_FMA(a, b, c) ((a) * (b) + (c))
#include "sliding_kernel_impl.h"
#undef KERNEL
#undef KERNEL_FOR
#undef KERNEL_FMA

static const rdg_march_kernel plain = {plain_advance, plain_displacement};

#ifdef __x86_64__

#include <immintrin.h>

#define KERNEL(name) avx2_##name
#define KERNEL_FOR __attribute__((target("avx2,fma")))
#define KERNEL_FMA(a, b, c) ((lanes)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#include "sliding_kernel_impl.h"

static const rdg_march_kernel avx2 = {avx2_advance, avx2_displacement};

const rdg_march_kernel *rdg_march_kernel_best(void)
{
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &avx2 : &plain;
}

#else

const rdg_march_kernel *rdg_march_kernel_best(void)
{
    return &plain;
}

#endif
