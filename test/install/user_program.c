/* A user's program: the installed headers and library, and nothing else. */
#include <ridgewalk/context.h>

#include <stdio.h>

int main(void)
{
    rdg_context *ctx = rdg_context_create();
    printf("ridgewalk %s\n", rdg_version());
    return rdg_exit(ctx);
}
