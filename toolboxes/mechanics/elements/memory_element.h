/** @file memory_element.h
 *  @brief Elements given by a hysteretic force law of your own: f(x, v, w) with dw/dt = g(x, v, w).
 *
 *  The memory w has one or more components. Two kinds of non-smoothness are treated exactly, by the instants
 *  at which they occur: force laws with |v| or |w| (`kink_v`, `kink_w`), and memories between bounds
 *  (`bound`). A Jenkins element is of the second kind: f = w, g = k v, |w| <= limit. Harmonic balance
 *  integrates the memory over periods until it repeats. */
#ifndef RDG_MEMORY_ELEMENT_H
#define RDG_MEMORY_ELEMENT_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Most components of a memory. */
enum { RDG_MEMORY_MOST = 8 };

/** State of a hysteretic force law at an instant. */
typedef struct rdg_memory_state {
    double x;        /**< displacement, m */
    double v;        /**< velocity, m/s */
    const double *w; /**< [memory], in the unit of the force law */
    double v_sign;   /**< with kink_v: 1 or -1; use v_sign * v for |v|, as v may be 0 */
    double w_sign;   /**< with kink_w: 1 or -1; use w_sign * w for |w| */
} rdg_memory_state;

/** Result of the force law; all is zero on entry. The derivatives are by y = (x, v, w_0, w_1, ...). */
typedef struct rdg_memory_value {
    double f;                                           /**< force against the displacement, N */
    double rate[RDG_MEMORY_MOST];                       /**< dw/dt */
    double df[2 + RDG_MEMORY_MOST];                     /**< df/dy_j */
    double drate[RDG_MEMORY_MOST][2 + RDG_MEMORY_MOST]; /**< drate_i/dy_j */
} rdg_memory_value;

/** A hysteretic force law. Those of different elements may be called in several threads at the same time.
 *  @param at    state
 *  @param value to be written; derivatives if the element has `derivatives`
 *  @param data  pointer given with the force law
 *  @return 0; > 0: outside the domain, try a shorter step; < 0: end the run */
typedef int (*rdg_memory_law)(const rdg_memory_state *at, rdg_memory_value *value, void *data);

/** An element with a hysteretic force law of one displacement. */
typedef struct rdg_memory_element {
    const char *name;   /**< NULL: the name of the displacement */
    const char *at;     /**< named displacement of the structure */
    const char *type;   /**< must live on; NULL: "memory element" */
    rdg_memory_law law; /**< force and rate of the memory */
    void *data;         /**< passed to the force law; borrowed */
    rdg_index memory;   /**< components, 1 .. RDG_MEMORY_MOST */
    double start;       /**< of every component, before any motion */
    bool derivatives;   /**< the force law writes its derivatives; else they are five-point differences with
                           steps of   1/256 of the sizes */
    double x_size;      /**< change of x over which the force law bends, m, > 0 */
    double v_size;      /**< the same of v, m/s, > 0 */
    double w_size;      /**< the same of w, > 0 */
    bool kink_v;        /**< the force law is non-smooth at v = 0 */
    bool kink_w;        /**< the force law is non-smooth at w = 0; one component only */
    double bound;       /**< > 0: |w| <= bound, where the memory stays while its rate points outwards; one
                             component only; 0: none */
    rdg_index samples;  /**< a period in harmonic balance, three a time step; 0: 96 (H + 1) with the highest
                             harmonic H, at least 384; rounded up */
} rdg_memory_element;

/** Add an element with a hysteretic force law.
 *  @param s     structure
 *  @param given copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT or RDG_ERR_NO_MEMORY */
rdg_status rdg_memory_element_add(rdg_structure *s, const rdg_memory_element *given);

#ifdef __cplusplus
}
#endif
#endif
