/* The working memory of BLAS. */
#ifndef RDG_BLAS_MEMORY_IMPL_H
#define RDG_BLAS_MEMORY_IMPL_H

/* Give BLAS the address space that rdg_blas_provide() has kept for it. Under the lock of rdg_blas_begin(). */
void rdg_blas_take_memory(void);

#endif
