/** @file cloned.h
 *  @brief Functions that are compiled for several processors. */
#ifndef RDG_CLONED_H
#define RDG_CLONED_H

/** A static function whose loops are worth other instructions where the processor has them; the same numbers
 *  come out. What chooses between the clones runs before `main`, where a thread sanitizer is not ready yet.
 */
#define RDG_CLONED __attribute__((target_clones("avx2", "default")))

#if defined(__SANITIZE_THREAD__)
#undef RDG_CLONED
#define RDG_CLONED
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#undef RDG_CLONED
#define RDG_CLONED
#endif
#endif

#endif
