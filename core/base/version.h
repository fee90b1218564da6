/** @file version.h
 *  @brief Version of the headers that a program is compiled with; rdg_version() is that of the library it
 * runs with. */
#ifndef RDG_VERSION_H
#define RDG_VERSION_H

#define RDG_VERSION_MAJOR 0 /**< grows when a program may have to change */
#define RDG_VERSION_MINOR 1 /**< grows with what is new */
#define RDG_VERSION_PATCH 0 /**< grows with what is mended */

/** Whether the headers are of this version or a later one: RDG_VERSION_IS(0, 2, 0), for the preprocessor. */
#define RDG_VERSION_IS(major, minor, patch)                                                                  \
    (RDG_VERSION_MAJOR * 1000000 + RDG_VERSION_MINOR * 1000 + RDG_VERSION_PATCH >=                           \
     (major)*1000000 + (minor)*1000 + (patch))

#ifdef __cplusplus
extern "C" {
#endif

/** Version of the library, "MAJOR.MINOR.PATCH".
 *  @return a static string */
const char *rdg_version(void);

#ifdef __cplusplus
}
#endif
#endif
