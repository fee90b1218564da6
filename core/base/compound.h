/** @file compound.h
 *  @brief Structs and lists written where they are needed, in C and in C++ from C++11 on.
 *
 *  C makes a struct from the names of its fields, (rdg_contact){.kt = 2e8}, and a list likewise. C++ has no
 * such thing, or with other rules. These macros write both in one way, in which the library's own macros are
 * made:
 *
 *      rdg_contact_add(beam, RDG_WITH(rdg_contact, .tangential = "pad", .kt = 2e8, .mu = 0.3));
 *      rdg_add_variables(p, "u", 2, RDG_LIST(double, 1.0, 0.0));
 *
 *  In C++ they stand inside of functions, take up to 24 fields, and are there until the end of the statement.
 * This header is not for use inside of extern "C". */
#ifndef RDG_COMPOUND_H
#define RDG_COMPOUND_H

#include <stddef.h>

/** A text as an item of a list: RDG_LIST(rdg_word, "pad", "tip"). */
typedef const char *rdg_word;

/** The first of some arguments. */
#define RDG_FIRST(...) RDG_FIRST_OF(__VA_ARGS__, 0)
#define RDG_FIRST_OF(first, ...) first /**< its helper */
/** The second of some arguments; where there is one alone, NULL: an argument at the end that may be left out.
 */
#define RDG_SECOND_OR_NULL(...) RDG_SECOND_OF(__VA_ARGS__, NULL, NULL)
#define RDG_SECOND_OF(first, second, ...) second /**< its helper */
/** The arguments behind the first one, at least one. */
#define RDG_REST(first, ...) __VA_ARGS__

#ifndef __cplusplus

/** A struct from its fields by name. */
#define RDG_MAKE(type_, ...) ((type_){__VA_ARGS__})
/** The address of such a struct. */
#define RDG_WITH(type_, ...) (&(const type_){__VA_ARGS__})
/** A list: an array of values. */
#define RDG_LIST(type_, ...) ((const type_[]){__VA_ARGS__})
/** How many values a list has. */
#define RDG_COUNT(type_, ...) ((int)(sizeof((const type_[]){__VA_ARGS__}) / sizeof(type_)))
/** A list of texts. */
#define RDG_TEXTS(...) RDG_LIST(rdg_word, __VA_ARGS__)
/** A struct from its fields: an item of a list, or a value to initialise or to assign. */
#define RDG_ITEM(type_, ...) RDG_MAKE(type_, __VA_ARGS__)

#else

#include <initializer_list>

template <class T> struct rdg_made_of : T {
    int rdg_nothing;
};

#define RDG_MAKE(type_, ...)                                                                                 \
    ([&]() -> type_ {                                                                                        \
        rdg_made_of<type_> rdg_made = rdg_made_of<type_>();                                                  \
        RDG_SET(__VA_ARGS__, RDG_8(.rdg_nothing = 0), RDG_8(.rdg_nothing = 0), RDG_8(.rdg_nothing = 0), 0);  \
        return rdg_made;                                                                                     \
    }())
#define RDG_WITH(type_, ...) (std::initializer_list<type_>{RDG_MAKE(type_, __VA_ARGS__)}.begin())
#define RDG_LIST(type_, ...) (std::initializer_list<type_>{__VA_ARGS__}.begin())
#define RDG_COUNT(type_, ...) ((int)std::initializer_list<type_>{__VA_ARGS__}.size())
#define RDG_TEXTS(...) RDG_LIST(rdg_word, __VA_ARGS__)
#define RDG_ITEM(type_, ...) RDG_MAKE(type_, __VA_ARGS__)

/* .a = 1, .b = 2 becomes rdg_made .a = 1; rdg_made .b = 2 */
#define RDG_8(x) x, x, x, x, x, x, x, x
#define RDG_SET(...) RDG_SET_24(__VA_ARGS__)
#define RDG_SET_24(a, b, c, d, e, f, g, h, ...) RDG_SET_8(a, b, c, d, e, f, g, h) RDG_SET_16(__VA_ARGS__)
#define RDG_SET_16(a, b, c, d, e, f, g, h, ...) RDG_SET_8(a, b, c, d, e, f, g, h) RDG_SET_LAST(__VA_ARGS__)
#define RDG_SET_LAST(a, b, c, d, e, f, g, h, ...) RDG_SET_8(a, b, c, d, e, f, g, h)
#define RDG_SET_8(a, b, c, d, e, f, g, h)                                                                    \
    rdg_made a;                                                                                              \
    rdg_made b;                                                                                              \
    rdg_made c;                                                                                              \
    rdg_made d;                                                                                              \
    rdg_made e;                                                                                              \
    rdg_made f;                                                                                              \
    rdg_made g;                                                                                              \
    rdg_made h;

#endif

#endif
