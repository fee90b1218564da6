/* Why a way along a curve, or a covering, ended. */
#include "stop.h"

const char *rdg_stop_text(rdg_stop stop)
{
    switch (stop) {
#define X(code, text)                                                                                        \
    case code:                                                                                               \
        return text;
        RDG_STOP_LIST(X)
#undef X
    }
    return "unknown reason";
}
