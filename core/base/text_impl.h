/* Text in a buffer that is never overrun, and numbers that read the same in every locale. */
#ifndef RDG_TEXT_IMPL_H
#define RDG_TEXT_IMPL_H

#include "text_list.h"
#include "toolbox.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Space for a number with 17 significant digits. */
enum { RDG_NUMBER_SIZE = 40 };

void rdg_text_add(rdg_text *text, const char *more);
void rdg_text_addf(rdg_text *text, const char *format, ...) RDG_PRINTF(2, 3);

/* A number with `digits` significant digits (17: reads back to the last bit), with a point in any locale. */
void rdg_text_number(rdg_text *text, double value, int digits);

/* snprintf() and vsnprintf() with a point in any locale. */
int rdg_format(char *chars, size_t size, const char *format, ...) RDG_PRINTF(3, 4);
int rdg_format_list(char *chars, size_t size, const char *format, va_list arguments);

/* Behind circular frequencies in a message, one number or two before "rad/s", add what they are in Hz: people
 * think of frequencies so, and stated them so (RDG_HZ()). Numbers below one cycle a second are left alone. */
void rdg_tell_hertz(char *message, size_t size);

/* Behind a message that a name was not found, and which there are, add the one that differs by a letter or
 * two. */
void rdg_tell_nearest(char *message, size_t size);

/* Whether a name has a control character in it (or is empty), which a line of a file cannot hold. */
bool rdg_name_is_unfit(const char *name);

#endif
