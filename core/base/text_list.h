/** @file text_list.h
 *  @brief Lists of names for messages: "ends, top", cut with "..." where the text is full; foreign text. */
#ifndef RDG_TEXT_LIST_H
#define RDG_TEXT_LIST_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A text under construction. As with snprintf, `length` counts what was added even beyond `size`, so that a
 * first pass without a buffer measures. */
typedef struct rdg_text {
    char *chars;   /**< [size], zero-terminated when size > 0; borrowed */
    size_t size;   /**< 0: only measure */
    size_t length; /**< without the terminating zero */
} rdg_text;

/** An empty text.
 *  @param chars place for it, shape [size]; NULL: it only measures
 *  @param size  of the place
 *  @return the text, to be handed to the others */
rdg_text rdg_text_in(char *chars, size_t size);

/** Add an item of a list: ", " goes before every item but the first.
 *  @param text NULL: nothing happens
 *  @param item NULL: nothing happens */
void rdg_text_item(rdg_text *text, const char *item);

/** Finish a list.
 *  @param text NULL is allowed
 *  @return its characters; "none" where the list is empty; cut behind an item, with ", ..." at its end, where
 * it did not fit */
const char *rdg_text_list(rdg_text *text);

/** Make text harmless that anybody may have written: a terminal obeys control characters. Those of ASCII and
 * those from U+0080 to U+009F, as single bytes and in UTF-8, become '?'. Messages and lines of a context
 * are.
 *  @param text zero-terminated; NULL: nothing happens
 *  @param kept those that stay, as "\n"; NULL: none */
void rdg_replace_controls(char *text, const char *kept);

#ifdef __cplusplus
}
#endif
#endif
