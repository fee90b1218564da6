/** @file planner.h
 *  @brief FFTW's planner is one for all threads: who makes or frees a plan holds this lock. */
#ifndef RDG_PLANNER_H
#define RDG_PLANNER_H

#ifdef __cplusplus
extern "C" {
#endif

/** Wait until no other thread makes or frees plans of FFTW. */
void rdg_planner_lock(void);

/** Let others do so. */
void rdg_planner_unlock(void);

#ifdef __cplusplus
}
#endif
#endif
