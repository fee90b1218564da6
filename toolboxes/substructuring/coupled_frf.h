/** @file coupled_frf.h
 *  @brief Frequency responses of coupled structures from those of their parts (LM-FBS).
 *
 *  Parts have frequency responses H, of a structure or measured. Rows B_C u = 0 of the dual assembly hold
 *  them together by forces B_E^T lambda:
 *      H_c = H - H B_E^T (B_C H B_E^T + Q)^-1 B_C H
 *  with B_E = B_C but for friction, and Q the compliance of elastic joints. Source: de Klerk, Rixen and
 *  Voormeeren, AIAA J. 46 (2008) 1169. */
#ifndef RDG_COUPLED_FRF_H
#define RDG_COUPLED_FRF_H

#include <ridgewalk/structure.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Parts and the rows that couple their frequency responses. */
typedef struct rdg_coupled_frf rdg_coupled_frf;

/** A row sum_k weight_k u[at_k] = compliance lambda, and the forces of its multiplier. Weights 1, -1 tie two
 * displacements; others interpolate between nodes. */
typedef struct rdg_coupled_row {
    rdg_index n;           /**< terms, >= 1 */
    const char *const *at; /**< "part.displacement", shape [n] */
    const double *weight;  /**< B_C, shape [n] */
    const double *force;   /**< B_E, shape [n]: with friction; NULL: the weights */
    double compliance;     /**< m/N, >= 0; 0: rigid */
} rdg_coupled_row;

/** What became of the rows in rdg_coupled_frf_evaluate(). */
typedef struct rdg_coupled_frf_report {
    rdg_index rows;    /**< rows of the ties, one a pair, and of rdg_coupled_frf_row() */
    rdg_index dropped; /**< rigid rows that others imply */
    rdg_index rank;    /**< least rank of B_C H B_E^T + Q among the frequencies */
    double threshold;  /**< of singular values, relative to the largest; 0: all rows are met */
    double condition;  /**< largest condition of that matrix, of what is above the threshold */
} rdg_coupled_frf_report;

/** Begin.
 *  @param ctx context, owner of it
 *  @return NULL after RDG_ERR_NO_MEMORY or an earlier failure */
rdg_coupled_frf *rdg_coupled_frf_create(rdg_context *ctx);

/** Add a structure, whole or reduced. Its elements do not count: its response is that of its matrices.
 *  @param f    object
 *  @param name of the part, without a point; copied
 *  @param s    structure of the same context with symmetric matrices; must live as long as @p f is evaluated
 *  @return as rdg_coupling_add() */
rdg_status rdg_coupled_frf_add(rdg_coupled_frf *f, const char *name, rdg_structure *s);

/** Add measured responses: a CSV file with the header
 *      f_Hz,output,input,Re_m_N,Im_m_N
 *  and a line for each frequency, ascending, and pair of channels: displacement over force. A pair that is
 * missing is taken from its reverse (reciprocity). Lines that begin with # are comments. Between two
 * frequencies the response is interpolated linearly.
 *
 *  A channel is a displacement "part.channel". Channels "foot.1", "foot.2", ... are a set "foot", in the
 * order in which the file first names them.
 *  @param f    object
 *  @param name of the part, without a point; copied
 *  @param path of the file
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_IO (cannot be opened), RDG_ERR_FORMAT (with the line, and what is
 *  expected), RDG_ERR_SIZE (pairs that are missing at a frequency), RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coupled_frf_add_measured(rdg_coupled_frf *f, const char *name, const char *path);

/** Tie two sets, as rdg_coupling_tie(), rigidly or by springs.
 *  @param f          object
 *  @param one        "part.set". A named displacement is a set of one, a measured channel likewise
 *  @param other      likewise, with as many members
 *  @param compliance of a spring between each pair, m/N; 0: rigid
 *  @return RDG_OK, RDG_ERR_NAME (the message lists what both parts have), RDG_ERR_SIZE, RDG_ERR_ARGUMENT,
 *          RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coupled_frf_tie(rdg_coupled_frf *f, const char *one, const char *other, double compliance);

/** Add a row.
 *  @param f   object
 *  @param row copied
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT, RDG_ERR_NOT_FINITE, RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER
 */
rdg_status rdg_coupled_frf_row(rdg_coupled_frf *f, const rdg_coupled_row *row);

/** Meet rows in the sense of least squares, with the pseudo-inverse: for more rows than an interface has
 * motions, and for measured responses with noise.
 *  @param f        object
 *  @param relative singular values up to this fraction of the largest count as zero, 0 < relative < 1; 0:
 * each row is met (the default)
 *  @return RDG_OK, RDG_ERR_ARGUMENT or RDG_ERR_EARLIER */
rdg_status rdg_coupled_frf_threshold(rdg_coupled_frf *f, double relative);

/** Frequency responses of the coupled parts. Rigid rows that others imply (corner nodes that are tied twice)
 * are found by QR with pivoting, dropped, and reported with a warning.
 *  @param f         object
 *  @param n_outputs number of outputs, >= 1
 *  @param outputs   "part.displacement", shape [n_outputs]
 *  @param n_inputs  number of inputs, >= 1
 *  @param inputs    where forces act, shape [n_inputs]
 *  @param n         number of frequencies, >= 1
 *  @param omega     rad/s, > 0, shape [n]
 *  @param[out] H    m/N, shape [n_outputs * n_inputs * n]: outputs first, then inputs
 *  @return RDG_OK, RDG_ERR_NAME, RDG_ERR_ARGUMENT (a frequency that was not measured), RDG_ERR_SINGULAR (a
 * part, or the whole, in resonance
 *          without damping, or rows that cannot be met one by one; with the frequency), RDG_ERR_LIBRARY,
 * RDG_ERR_NO_MEMORY or RDG_ERR_EARLIER */
rdg_status rdg_coupled_frf_evaluate(rdg_coupled_frf *f, rdg_index n_outputs, const char *const *outputs,
                                    rdg_index n_inputs, const char *const *inputs, rdg_index n,
                                    const double *omega, double _Complex *H);

/** What became of the rows in the last evaluation.
 *  @param f NULL is allowed
 *  @return zeros before the first evaluation and for NULL */
rdg_coupled_frf_report rdg_coupled_frf_told(const rdg_coupled_frf *f);

/** Free it before its context.
 *  @param f NULL is allowed */
void rdg_coupled_frf_free(rdg_coupled_frf *f);

#ifdef __cplusplus
}
#endif
#endif
