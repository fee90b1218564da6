/* Functions of other libraries, loaded at their first call (x86-64, ELF).
 *
 * A program that loads OpenBLAS, CHOLMOD and the others at its start pays 4 ms for it, more than a small
 * curve costs. The shared library is therefore not linked with those of libraries.txt. For each of their
 * functions that it calls, it has a hidden function of that name, made below, which jumps to the address in a
 * slot. At first the slot leads to rdg_load_function(): this takes the function that the program has already,
 * if there is one (as the dynamic loader does it, so a preloaded BLAS is used), else it loads the library.
 * From then on a call costs what it costs through the table of the dynamic loader. A library that is missing
 * ends the process with a message, as it would at the start.
 *
 * functions.def is made by functions.sh. The static library is linked with the others as usual. */
#define _GNU_SOURCE /* RTLD_DEFAULT */

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

/* What the loader itself returns where a library is missing. */
enum { EXIT_NOT_FOUND = 127 };

typedef struct library {
    const char *file;
    const char *name;
} library;

/* A function of another library. Its first member is where calls of it jump. */
typedef struct slot {
    void *address;
    const char *name;
    const library *library;
} slot;

#define LIBRARY(name_, file_) static const library library_##name_ = {.file = (file_), .name = #name_};
#define FUNCTION(name_, of_)
#include "functions.def"
#undef FUNCTION

/* The function itself and the way of its first call, which hands the slot over in r11. */
#define FUNCTION(name_, of_)                                                                                 \
    extern char rdg_first_##name_[];                                                                         \
    __attribute__((used)) static slot slot_##name_ = {                                                       \
        .address = rdg_first_##name_, .name = #name_, .library = &library_##of_};                            \
    __asm__(".text\n.p2align 4\n"                                                                            \
            ".globl " #name_ "\n.hidden " #name_ "\n.type " #name_ ", @function\n" #name_ ":\n"              \
            "    .cfi_startproc\n"                                                                           \
            "    jmp *slot_" #name_ "(%rip)\n"                                                               \
            ".globl rdg_first_" #name_ "\n.hidden rdg_first_" #name_ "\nrdg_first_" #name_ ":\n"             \
            "    leaq slot_" #name_ "(%rip), %r11\n"                                                         \
            "    jmp rdg_first_call\n"                                                                       \
            "    .cfi_endproc\n"                                                                             \
            ".size " #name_ ", .-" #name_ "\n");
#undef LIBRARY
#define LIBRARY(name_, file_)
#include "functions.def"

/* Keeps all registers that may hold arguments (rdi to r9, al, xmm0 to xmm7), and jumps to what is found. */
__asm__(
    ".text\n.type rdg_first_call, @function\nrdg_first_call:\n"
    "    .cfi_startproc\n"
    "    pushq %rbp\n"
    "    .cfi_def_cfa_offset 16\n"
    "    .cfi_offset %rbp, -16\n"
    "    movq %rsp, %rbp\n"
    "    .cfi_def_cfa_register %rbp\n"
    "    subq $192, %rsp\n"
    "    movq %rdi, -8(%rbp)\n    movq %rsi, -16(%rbp)\n    movq %rdx, -24(%rbp)\n"
    "    movq %rcx, -32(%rbp)\n    movq %r8, -40(%rbp)\n    movq %r9, -48(%rbp)\n    movq %rax, -56(%rbp)\n"
    "    movups %xmm0, -80(%rbp)\n    movups %xmm1, -96(%rbp)\n    movups %xmm2, -112(%rbp)\n"
    "    movups %xmm3, -128(%rbp)\n    movups %xmm4, -144(%rbp)\n    movups %xmm5, -160(%rbp)\n"
    "    movups %xmm6, -176(%rbp)\n    movups %xmm7, -192(%rbp)\n"
    "    movq %r11, %rdi\n"
    "    call rdg_load_function\n"
    "    movq %rax, %r11\n"
    "    movups -80(%rbp), %xmm0\n    movups -96(%rbp), %xmm1\n    movups -112(%rbp), %xmm2\n"
    "    movups -128(%rbp), %xmm3\n    movups -144(%rbp), %xmm4\n    movups -160(%rbp), %xmm5\n"
    "    movups -176(%rbp), %xmm6\n    movups -192(%rbp), %xmm7\n"
    "    movq -8(%rbp), %rdi\n    movq -16(%rbp), %rsi\n    movq -24(%rbp), %rdx\n"
    "    movq -32(%rbp), %rcx\n    movq -40(%rbp), %r8\n    movq -48(%rbp), %r9\n    movq -56(%rbp), %rax\n"
    "    leave\n"
    "    .cfi_def_cfa %rsp, 8\n"
    "    jmp *%r11\n"
    "    .cfi_endproc\n"
    ".size rdg_first_call, .-rdg_first_call\n");

/* Several threads may come here at once: each finds the same address. */
__attribute__((used, visibility("hidden"))) void *rdg_load_function(slot *s)
{
    void *address = dlsym(RTLD_DEFAULT, s->name);
    void *file = address ? NULL : dlopen(s->library->file, RTLD_LAZY | RTLD_LOCAL);
    if (file) {
        address = dlsym(file, s->name);
    }
    if (!address) {
        fprintf(stderr, "Error: Ridgewalk needs %s() of the library %s: %s\n", s->name, s->library->name,
                dlerror());
        exit(EXIT_NOT_FOUND);
    }
    __atomic_store_n(&s->address, address, __ATOMIC_RELEASE);
    return address;
}
