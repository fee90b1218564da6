/* Fields and headers of CSV files. */
#include "csv_impl.h"

#include <string.h>

void rdg_csv_field(rdg_text *text, const char *field)
{
    const char *quote = strpbrk(field, ",\"\n\r") ? "\"" : "";
    rdg_text_add(text, quote);
    for (const char *c = field; *c; c++) {
        rdg_text_addf(text, *c == '"' ? "\"%c" : "%c", *c);
    }
    rdg_text_add(text, quote);
}

/* Of a unit letters and digits remain. */
void rdg_csv_header(rdg_text *text, const char *name, const char *unit)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    rdg_text_add(text, name);
    rdg_text_add(text, *unit ? "_" : "");
    for (; *unit; unit++) {
        rdg_text_addf(text, "%c", strchr(kept, *unit) ? *unit : '_');
    }
}
