/** @file mechanism.h
 *  @brief A mechanical system with ideal constraints, rigid contacts and elements, given by
 *  functions, or made from a structure (mechanism_of.h):
 *
 *      M(q) dv = [h(t, q, v) - C v - K q] dt + W dI,   q' = v
 *
 *  with the impulses dI of ideal constraints g_B(t, q) = 0 and of contacts with gaps g_N(t, q) >= 0, Coulomb
 *  friction and restitution. C and K are what a solver may treat implicitly; all else is in h. Elements are
 * forces with known derivatives, which may have memory: compliant contacts, sliders. */
#ifndef RDG_MECHANISM_H
#define RDG_MECHANISM_H

#include <ridgewalk/contact_law.h>
#include <ridgewalk/function.h>
#include <ridgewalk/objects.h>

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A mechanism with dense matrices has at most so many coordinates. */
enum { RDG_MECHANISM_MOST = 2000 };

/** Where a mechanism writes its terms; all are zero on entry. Matrices are square, [n * n], column by column;
 * of a sparse mechanism in the order of their pattern. */
typedef struct rdg_mechanism_terms {
    double *M; /**< masses, positive definite */
    double *C; /**< damping that is treated implicitly */
    double *K; /**< stiffness that is treated implicitly */
    double *h; /**< [n] all other forces */
} rdg_mechanism_terms;

/** Where a mechanism writes its constraints and contacts; all are zero on entry. Rows are in the order: ideal
 * constraints; then of each contact its normal direction and its tangential ones. */
typedef struct rdg_mechanism_geometry {
    double *g; /**< [bilateral + contacts] what is to vanish; gaps, m */
    double *W; /**< [n * rows] directions: the velocity of row i is u_i = sum_k W[i n + k] v_k + drift_i; of a
                  sparse mechanism in the order of their pattern */
    double *drift; /**< [rows] of walls that move by themselves, m/s: the derivative by t alone */
} rdg_mechanism_geometry;

/** Terms of motion: 0; anything else ends the run. */
typedef int rdg_mechanism_terms_fn(double t, const double *q, const double *v, rdg_mechanism_terms *to,
                                   void *data);

/** Constraints and contacts: 0; anything else ends the run. What it gives depends on t and q alone while a
 * motion continues: it is not called twice for the same place. */
typedef int rdg_mechanism_geometry_fn(double t, const double *q, rdg_mechanism_geometry *to, void *data);

/** A way of a mechanism from where it is to where it may be at the end of a step, for its elements. */
typedef struct rdg_mechanism_way {
    double t;         /**< at its end, s */
    const double *q0; /**< [n] coordinates where it begins, m */
    const double *v0; /**< [n] velocities there, m/s */
    const double *w0; /**< [memory] memory of elements there */
    const double *q;  /**< [n] where it ends */
    const double *v;  /**< [n] velocities there */
    double share;     /**< rdg_law_way::share: 1: forces at the end; 1/2: means of the way */
    double *w;        /**< [memory] their memory after the step: to be written */
    double *f;        /**< [n] forces against the coordinates, N: to be added to, as the next two */
    double *K;        /**< [n * n] df_i/dq_j at i + n j */
    double *C;        /**< [n * n] df_i/dv_j */
    bool energy;      /**< the energy is requested */
    double stored;    /**< energy that elements have stored at the end, J: to be added to */
} rdg_mechanism_way;

/** Elements, forces that may have memory and need not be smooth: springs with clearance, sliders. 0; anything
 * else ends the run. They are evaluated several times from the same beginning. */
typedef int rdg_mechanism_elements_fn(rdg_mechanism_way *way, void *data);

/** Memory of elements when a motion starts: 0; anything else is a failure.
 *  @param q [n] coordinates, m
 *  @param v [n] velocities, m/s
 *  @param[out] w [memory], zeros on entry
 *  @param data as the mechanism has it */
typedef int rdg_mechanism_begin_fn(const double *q, const double *v, double *w, void *data);

/** What is measured in a periodic motion, as sensors.h has it. */
typedef struct rdg_mechanism_sensor {
    const char *name;     /**< of a column */
    const char *at;       /**< name of the displacement */
    int kind;             /**< rdg_sensor_kind */
    int harmonic;         /**< of RDG_SENSOR_HARMONIC */
    rdg_index n;          /**< the displacement is a sum of so many coordinates */
    const rdg_index *dof; /**< [n] these */
    const double *weight; /**< [n] times these */
} rdg_mechanism_sensor;

/** Potential energy of h and K, J. */
typedef double rdg_mechanism_potential_fn(double t, const double *q, void *data);

/** Power of forces that have no potential, W, at an instant.
 *  @param t            time, s
 *  @param q            [n] coordinates, m
 *  @param v            [n] velocities, m/s
 *  @param[out] loads   that of loads; 0 on entry
 *  @param[out] dampers that of what damps, <= 0; 0 on entry
 *  @param data         as the mechanism has it */
typedef void rdg_mechanism_power_fn(double t, const double *q, const double *v, double *loads,
                                    double *dampers, void *data);

/** What a mechanism is. */
typedef struct rdg_mechanism_options {
    const char *name;              /**< NULL: "mechanism" */
    rdg_index n;                   /**< coordinates */
    rdg_mechanism_terms_fn *terms; /**< needed */
    rdg_index bilateral;           /**< ideal constraints */
    rdg_index contacts;            /**< contacts */
    const rdg_contact_law *law; /**< [contacts] `directions`, `mu`, `restitution`, `restitution_tangential`;
                                   rigid: kn, kt and preload are 0; copied */
    rdg_mechanism_geometry_fn *geometry;   /**< needed with constraints or contacts */
    rdg_mechanism_potential_fn *potential; /**< NULL: no energy is known */
    rdg_mechanism_power_fn *power;         /**< of all forces of h and C that `potential` does not give and
                                                that do work; NULL: it is not known */
    const rdg_pattern *matrices; /**< NULL: dense, n <= 2000; else the pattern of M, C and K, n x n, both
                                    triangles, with the whole diagonal; copied. Such a mechanism moves by
                                    RDG_MOREAU alone, with any theta */
    const rdg_pattern *pushes;   /**< of a sparse mechanism, the pattern of W, n x rows; copied */
    bool constant;               /**< M, C and K are always the same: they are factored once */
    rdg_mechanism_elements_fn *elements; /**< NULL: none */
    rdg_index memory;                    /**< numbers that they keep */
    rdg_mechanism_begin_fn *begin;       /**< NULL: all are 0 */
    double omega;                        /**< frequency of the excitation, rad/s; 0: none */
    rdg_index sensors;                   /**< what is measured over its periods */
    const rdg_mechanism_sensor *sensor;  /**< [sensors] borrowed */
    void *data;                          /**< handed to the functions */
    void (*free_data)(void *data); /**< frees it with the mechanism, or at once if that is not made; NULL: it
                                      is borrowed */
} rdg_mechanism_options;

/** A mechanism; it stays as it was made. */
typedef struct rdg_mechanism rdg_mechanism;

/** Make a mechanism, owned by the context.
 *  @param ctx     context
 *  @param options copied, with its force laws
 *  @return NULL after a failure (RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY) */
rdg_mechanism *rdg_mechanism_create(rdg_context *ctx, const rdg_mechanism_options *options);

/** Free a mechanism before its context, after what was made from it.
 *  @param mechanism NULL is allowed */
void rdg_mechanism_free(rdg_mechanism *mechanism);

/** What it was made of.
 *  @param mechanism NULL is allowed
 *  @return valid as long as it lives, with its own force laws and name; NULL for NULL */
const rdg_mechanism_options *rdg_mechanism_about(const rdg_mechanism *mechanism);

/** Its context.
 *  @param mechanism NULL is allowed
 *  @return NULL for NULL */
rdg_context *rdg_mechanism_context(const rdg_mechanism *mechanism);

/** Number of rows: ideal constraints, and all directions of contacts.
 *  @param mechanism NULL is allowed
 *  @return 0 for NULL */
rdg_index rdg_mechanism_rows(const rdg_mechanism *mechanism);

/** Velocity of a row, W^T v + drift.
 *  @param mechanism mechanism
 *  @param at        its geometry somewhere
 *  @param row       row
 *  @param v         [n] velocities
 *  @return m/s; 0 where an argument is NULL or there is no such row */
double rdg_mechanism_velocity(const rdg_mechanism *mechanism, const rdg_mechanism_geometry *at, rdg_index row,
                              const double *v);

/** Number of entries of its matrices, all of them if it is dense.
 *  @param mechanism NULL is allowed
 *  @param pushes    those of W, not of M, C and K
 *  @return 0 for NULL */
rdg_index rdg_mechanism_entries(const rdg_mechanism *mechanism, bool pushes);

/** Compare W with differences of g at a motion: along q' = v, dg/dt = W_N^T v + drift.
 *  @param mechanism mechanism
 *  @param t         time, s
 *  @param q         [n] coordinates
 *  @param v         [n] velocities, which give the direction
 *  @param tolerance of the difference, relative to |W^T v|; 0: 1e-6
 *  @return RDG_OK; RDG_ERR_DERIVATIVE with the row that differs; RDG_ERR_CALLBACK, RDG_ERR_ARGUMENT,
 * RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_mechanism_check(rdg_mechanism *mechanism, double t, const double *q, const double *v,
                               double tolerance);

#ifdef __cplusplus
}
#endif
#endif
