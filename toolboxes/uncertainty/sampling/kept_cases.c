/* Cases of a plan that are kept in a file: the plan, then a line a case. A line ends with a point: what a
 * killed process has left of its last one is cut off. Numbers are the bits of doubles. */
#define _DEFAULT_SOURCE /* flock */

#include "kept_cases_impl.h"

#include <ridgewalk/toolbox.h>

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

static const char magic[] = "ridgewalk cases 1\n";

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The plan as text, to be freed; NULL: no memory */
static char *describe(const rdg_sampling *plan, rdg_index n_results, size_t *size)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out) {
        return NULL;
    }
    fprintf(out, "%smethod %d samples %" PRId64 " seed %" PRIu64 " indices %d results %" PRId64 "\n", magic,
            (int)plan->method, plan->samples, plan->seed, plan->indices, n_results);
    for (rdg_index j = 0; j < plan->n; j++) {
        const rdg_uncertain *q = &plan->quantity[j];
        fprintf(out, "%d %016" PRIx64 " %016" PRIx64 " %s\n", (int)q->distribution, bits_of(q->a),
                bits_of(q->b), q->name ? q->name : "");
    }
    if (fclose(out) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

static rdg_status refuse(rdg_context *ctx, const char *where, const char *path, int error)
{
    if (error == EWOULDBLOCK) {
        return rdg_fail(ctx, RDG_ERR_BUSY, where, "%s: another process computes these cases", path);
    }
    return rdg_fail(ctx, RDG_ERR_IO, where, "%s: %s", path,
                    error == EINVAL ? "it is no file of its own" : strerror(error));
}

static rdg_status open_file(rdg_kept_cases *k, rdg_context *ctx, const char *where)
{
    struct stat about;
    const int file = open(k->path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0666);
    int error = file < 0 ? errno : 0;
    if (!error && (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))) {
        error = EINVAL;
    }
    error = !error && flock(file, LOCK_EX | LOCK_NB) != 0 ? errno : error;
    k->file = error ? NULL : fdopen(file, "a+");
    if (k->file) {
        return RDG_OK;
    }
    error = error ? error : errno;
    if (file >= 0) {
        close(file);
    }
    return refuse(ctx, where, k->path, error);
}

/* An empty file, or one with a part of the plan, begins anew. */
static rdg_status read_plan(const rdg_kept_cases *k, rdg_context *ctx, const char *where, const char *plan,
                            size_t size, char *there)
{
    const size_t n = fread(there, 1, size, k->file);
    if (memcmp(there, magic, n < strlen(magic) ? n : strlen(magic)) != 0) {
        return rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is there and holds no cases: give another name",
                        k->path);
    }
    if (n == size && memcmp(there, plan, size) == 0) {
        return RDG_OK;
    }
    if (n == size || memcmp(there, plan, n) != 0) {
        return rdg_fail(ctx, RDG_ERR_ARGUMENT, where,
                        "%s holds cases of another plan: give another name, or remove it", k->path);
    }
    const bool good = ftruncate(fileno(k->file), 0) == 0 && fseek(k->file, 0, SEEK_SET) == 0 &&
                      fwrite(plan, 1, size, k->file) == size && fflush(k->file) == 0;
    return good ? RDG_OK : refuse(ctx, where, k->path, errno);
}

/* "412 3ff8000000000000 ." */
static bool take_line(const rdg_kept_cases *k, const char *line, double *result, bool *has)
{
    char *end = NULL;
    const long long number = strtoll(line, &end, 10);
    if (number < 1 || number > k->cases) {
        return false;
    }
    for (rdg_index j = 0; j < k->n_results; j++) {
        const char *from = end;
        const uint64_t bits = strtoull(from, &end, 16);
        if (end != from + 17) {
            return false;
        }
        memcpy(&result[number - 1 + k->cases * j], &bits, sizeof bits);
    }
    has[number - 1] = strcmp(end, " .\n") == 0;
    return has[number - 1];
}

static rdg_status read_cases(const rdg_kept_cases *k, rdg_context *ctx, const char *where, double *result,
                             bool *has)
{
    char *line = NULL;
    size_t capacity = 0;
    long good = ftell(k->file), lines = 0;
    ssize_t n = 0;
    rdg_status status = RDG_OK;
    while (status == RDG_OK && (n = getline(&line, &capacity, k->file)) > 0 && line[n - 1] == '\n') {
        lines++;
        if (!take_line(k, line, result, has)) {
            status = rdg_fail(ctx, RDG_ERR_FORMAT, where, "%s is damaged at case %ld of its lines: remove it",
                              k->path, lines);
        }
        good = ftell(k->file);
    }
    free(line);
    if (status == RDG_OK &&
        (ferror(k->file) || ftruncate(fileno(k->file), good) != 0 || fseek(k->file, 0, SEEK_END) != 0)) {
        status = refuse(ctx, where, k->path, errno);
    }
    return status;
}

rdg_status rdg_kept_cases_open(rdg_kept_cases *k, rdg_context *ctx, const char *where,
                               const rdg_sampling *plan, double *result, bool *has)
{
    size_t size = 0;
    RDG_TRY(open_file(k, ctx, where));
    char *text = describe(plan, k->n_results, &size), *there = text ? rdg_context_calloc(ctx, size, 1) : NULL;
    rdg_status status = there ? read_plan(k, ctx, where, text, size, there)
                              : rdg_fail(ctx, RDG_ERR_NO_MEMORY, where, "no memory for the plan");
    rdg_free(there);
    free(text);
    if (status == RDG_OK) {
        status = read_cases(k, ctx, where, result, has);
    }
    if (status != RDG_OK) {
        rdg_kept_cases_close(k);
    }
    return status;
}

void rdg_kept_cases_add(rdg_kept_cases *k, rdg_index number, const double *own)
{
    if (!k->file || k->error) {
        return;
    }
    errno = 0;
    fprintf(k->file, "%" PRId64, number);
    for (rdg_index j = 0; j < k->n_results; j++) {
        fprintf(k->file, " %016" PRIx64, bits_of(own[j]));
    }
    fputs(" .\n", k->file);
    if (fflush(k->file) != 0) {
        k->error = errno ? errno : EIO;
    }
}

void rdg_kept_cases_close(rdg_kept_cases *k)
{
    if (k->file) {
        fclose(k->file);
    }
    k->file = NULL;
}
