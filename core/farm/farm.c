/* The case of a farm that this process computes. */
#include "farm.h"

#include "context.h"
#include "toolbox.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

int rdg_farm_folder(char *path, size_t size, const char *farm, rdg_index number)
{
    return path ? snprintf(path, size, "%s/%04" PRId64, farm ? farm : "farm", number) : -1;
}

rdg_index rdg_farm_case(rdg_context *ctx)
{
    RDG_ENTER(ctx, ctx, 0);
    const char *text = variable("RDG_CASE");
    if (!text) {
        return 0;
    }
    char *end = NULL;
    errno = 0;
    const rdg_index number = strtoll(text, &end, 10);
    if (*end != '\0' || errno != 0 || number < 1) {
        RDG_FAIL(ctx, RDG_ERR_ARGUMENT,
                 "the environment variable RDG_CASE is \"%.60s\": give the number of a case, from 1 on",
                 text);
        return 0;
    }
    const char *farm = variable("RDG_FARM");
    char few[1];
    const int length = rdg_farm_folder(few, sizeof few, farm, number);
    char *folder = rdg_context_calloc(ctx, (size_t)length + 1, 1);
    if (folder) {
        rdg_farm_folder(folder, (size_t)length + 1, farm, number);
        rdg_set_run_folder(ctx, folder);
    }
    rdg_free(folder);
    return rdg_error_status(ctx) == RDG_OK ? number : 0;
}
