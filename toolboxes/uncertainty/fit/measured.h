/** @file measured.h
 *  @brief Measured points of a response or of a nonlinear mode, with standard deviations. */
#ifndef RDG_MEASURED_H
#define RDG_MEASURED_H

#include <ridgewalk/compound.h>
#include <ridgewalk/objects.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A quantity of measured points. */
typedef enum rdg_measured_quantity {
    RDG_MEASURED_LEVEL,     /**< forcing amplitude alpha */
    RDG_MEASURED_AMPLITUDE, /**< of the sensor, or of the first harmonic of a displacement, m */
    RDG_MEASURED_FREQUENCY, /**< Hz */
    RDG_MEASURED_DAMPING,   /**< damping ratio of a mode */
    RDG_MEASURED_QUANTITIES /**< how many there are */
} rdg_measured_quantity;

/** Measured points. */
typedef struct rdg_measured {
    rdg_context *ctx;                       /**< owner */
    rdg_index n;                            /**< points */
    double *value[RDG_MEASURED_QUANTITIES]; /**< [n]; NULL: not measured */
    double *error[RDG_MEASURED_QUANTITIES]; /**< [n] standard deviations, > 0; NULL: not given */
} rdg_measured;

/** Names of the columns of a table; NULL: not there. */
typedef struct rdg_measured_columns {
    const char *level;           /**< alpha */
    const char *amplitude;       /**< m */
    const char *frequency;       /**< Hz */
    const char *damping;         /**< ratio, not percent */
    const char *amplitude_error; /**< standard deviation, m */
    const char *frequency_error; /**< Hz */
    const char *damping_error;   /**< ratio */
} rdg_measured_columns;

/** Columns by name: RDG_MEASURED(.amplitude = "u_m", .frequency = "f_Hz"). */
#define RDG_MEASURED(...) RDG_WITH(rdg_measured_columns, __VA_ARGS__)

/** Read points from a table of comma-separated values: a line of column names, then a line a point. Lines
 * that begin with # are left out.
 *  @param ctx     context, owner of the points
 *  @param path    of the table
 *  @param columns which column is what
 *  @return to be freed with rdg_measured_free(), or with the context; NULL after RDG_ERR_IO, RDG_ERR_NAME (no
 * such column), RDG_ERR_FORMAT (no number, a standard deviation that is not positive), RDG_ERR_ARGUMENT or
 * RDG_ERR_NO_MEMORY */
rdg_measured *rdg_measured_read(rdg_context *ctx, const char *path, const rdg_measured_columns *columns);

/** Points without values, to be filled in by a program: all arrays are there, values are 0 and errors 1.
 *  @param ctx context, owner of the points
 *  @param n   points, >= 1
 *  @return as rdg_measured_read() */
rdg_measured *rdg_measured_create(rdg_context *ctx, rdg_index n);

/** Free points before their context.
 *  @param measured NULL is allowed */
void rdg_measured_free(rdg_measured *measured);

#ifdef __cplusplus
}
#endif
#endif
