/* BLAS in one thread while the library calls it.
 *
 * How many threads BLAS takes is one number for the whole process, so calls are counted: the first that
 * begins keeps what the program had set, the last that ends puts it back. In between, also between the calls
 * of a run, the program has its own number: its functions are not slowed down. A pair costs some 25 ns. */
#include "blas_memory_impl.h"
#include "toolbox.h"

#include <cblas.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long calls;  /* under way, in all threads */
static int threads; /* that BLAS took before the first of them */

#ifdef OPENBLAS_VERSION
static int number_of_threads(void)
{
    return openblas_get_num_threads();
}

static void take_threads(int number)
{
    openblas_set_num_threads(number);
}
#else
/* Another BLAS: the standard knows no threads, and its users set their number as its manual states. */
static int number_of_threads(void)
{
    return 1;
}

static void take_threads(int number)
{
    (void)number;
}
#endif

void rdg_blas_begin(void)
{
    pthread_mutex_lock(&lock);
    if (calls++ == 0) {
        threads = number_of_threads();
        if (threads != 1) {
            take_threads(1);
        }
        rdg_blas_take_memory();
    }
    pthread_mutex_unlock(&lock);
}

long rdg_blas_end(long answer)
{
    pthread_mutex_lock(&lock);
    if (--calls == 0 && threads != 1) {
        take_threads(threads);
    }
    pthread_mutex_unlock(&lock);
    return answer;
}
