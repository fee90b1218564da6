/** @file timing.h
 *  @brief Where a run spent its time, and how often it did what. */
#ifndef RDG_TIMING_H
#define RDG_TIMING_H

#ifdef __cplusplus
extern "C" {
#endif

/** Counters and seconds of a run. What is missing to the total is the library's own bookkeeping. */
typedef struct rdg_timing {
    long residuals;      /**< evaluations of the system's residual */
    long jacobians;      /**< evaluations of its Jacobian */
    long factorisations; /**< of bordered matrices */
    long solves;         /**< with the factors */
    double function_s;   /**< in residuals, Jacobians and Hessians: the user's functions and their assembly */
    double factor_s;     /**< in factorisations */
    double solve_s;      /**< in solves with the factors */
    double output_s;     /**< in table and file of the run */
    double handler_s;    /**< in functions of the user: RDG_ON_STOP, RDG_COMPLETE */
    double total_s;      /**< of the run */
} rdg_timing;

/** Seconds on a clock that only runs forwards.
 *  @return seconds since some moment in the past */
double rdg_seconds(void);

#ifdef __cplusplus
}
#endif
#endif
