/* What the folder of a case says: `done`, or `failed` after tries that have failed. */
#define _POSIX_C_SOURCE 200809L

#include "farm_parts.h"

#include <ridgewalk/farm.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void case_path(char *path, const farm *f, long number, const char *name)
{
    const int n = rdg_farm_folder(path, FARM_PATH, f->folder, number);
    if (name && n > 0 && n < FARM_PATH) {
        snprintf(path + n, FARM_PATH - (size_t)n, "/%s", name);
    }
}

/* Lines "name value"; false: there is none, or the disk had no space for it. *r has the tries. */
static bool read_record(const farm *f, long number, const char *name, record *r)
{
    char path[FARM_PATH], line[MESSAGE_SIZE + 32];
    case_path(path, f, number, name);
    FILE *in = fopen(path, "r");
    *r = (record){0};
    while (in && fgets(line, sizeof line, in)) {
        char *value = strchr(line, ' ');
        line[strcspn(line, "\n")] = '\0';
        if (!value) {
            continue;
        }
        *value++ = '\0';
        if (strcmp(line, "status") == 0) {
            r->status = (int)strtol(value, NULL, 10);
        } else if (strcmp(line, "tries") == 0) {
            r->tries = (int)strtol(value, NULL, 10);
        } else if (strcmp(line, "seconds") == 0) {
            r->seconds = strtod(value, NULL);
        } else if (strcmp(line, "message") == 0) {
            snprintf(r->message, sizeof r->message, "%s", value);
        }
    }
    if (in) {
        fclose(in);
    }
    return r->tries > 0;
}

case_state read_case(const farm *f, long number, record *r)
{
    char path[FARM_PATH];
    struct stat about;
    if (read_record(f, number, "done", r)) {
        return CASE_COMPLETE;
    }
    if (read_record(f, number, "failed", r)) {
        return r->tries >= MOST_TRIES ? CASE_FAILED : CASE_BEGUN;
    }
    case_path(path, f, number, "failed");
    if (stat(path, &about) == 0) { /* mark_failure(): a full disk is no reason to give the case up */
        *r = (record){.status = 1, .tries = 1};
        snprintf(r->message, sizeof r->message, "the disk was full: there is no message");
        return CASE_BEGUN;
    }
    case_path(path, f, number, NULL);
    return stat(path, &about) == 0 ? CASE_BEGUN : CASE_OPEN;
}

/* An empty file, which fits on a full disk; an older record stays */
static void mark_failure(const char *path)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (file >= 0) {
        close(file);
    }
}

int write_record(const farm *f, long number, const record *r)
{
    char path[FARM_PATH], other[FARM_PATH], text[MESSAGE_SIZE + 512], host[256] = "";
    gethostname(host, sizeof host - 1);
    snprintf(text, sizeof text, "status %d\ntries %d\nseconds %.3f\nhost %s\nchecksum %08lx\nmessage %s\n",
             r->status, r->tries, r->seconds, host, f->checksum, r->message);
    case_path(path, f, number, r->status == 0 ? "done" : "failed");
    case_path(other, f, number, "failed");
    const int error = write_whole(path, text);
    if (error && r->status != 0) {
        mark_failure(path);
    }
    if (!error && r->status == 0 && unlink(other) != 0 && errno != ENOENT) {
        return errno;
    }
    return error;
}
