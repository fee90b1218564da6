/* One lock for all modules that make plans of FFTW. */
#include "planner.h"

#include <pthread.h>

static pthread_mutex_t planner = PTHREAD_MUTEX_INITIALIZER;

void rdg_planner_lock(void)
{
    pthread_mutex_lock(&planner);
}

void rdg_planner_unlock(void)
{
    pthread_mutex_unlock(&planner);
}
