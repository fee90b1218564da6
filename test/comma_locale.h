/* A locale with a decimal comma, made here: machines that build and test have none installed. */
#ifndef RDG_TEST_COMMA_LOCALE_H
#define RDG_TEST_COMMA_LOCALE_H

#include "support.h"

#include <locale.h>
#include <unistd.h>

static const char comma_locale_source[] = "escape_char /\ncomment_char %\nLC_CTYPE\nEND LC_CTYPE\n"
                                          "LC_NUMERIC\ndecimal_point \",\"\nthousands_sep \".\"\n"
                                          "grouping 3;3\nEND LC_NUMERIC\n";

/* Numbers have a comma from here on. false: this machine cannot make such a locale, and says so. */
static inline bool comma_locale_begin(void)
{
    char folder[] = "/tmp/ridgewalk-locale-XXXXXX";
    char command[256];
    bool made = mkdtemp(folder) != NULL;
    snprintf(command, sizeof command, "localedef -c -i %s/source %s/comma 2>/dev/null", folder, folder);
    if (made) {
        char path[64];
        snprintf(path, sizeof path, "%s/source", folder);
        FILE *source = fopen(path, "w");
        made = source && fputs(comma_locale_source, source) >= 0;
        made = source && fclose(source) == 0 && made;
        /* it warns, and says so by its status: what counts is whether the locale is there */
        made = made && system(command) != -1 && setenv("LOCPATH", folder, 1) == 0 &&
               setlocale(LC_NUMERIC, "comma") && strcmp(localeconv()->decimal_point, ",") == 0;
        snprintf(command, sizeof command, "rm -r %s", folder);
        made = system(command) == 0 && made;
    }
    unsetenv("LOCPATH");
    if (!made) {
        print_message(
            "no locale with a decimal comma can be made here: localedef is missing or answers nothing\n");
    }
    return made;
}

static inline void comma_locale_end(void)
{
    setlocale(LC_NUMERIC, "C");
}

#endif
