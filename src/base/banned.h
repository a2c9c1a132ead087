/* Turns functions that overflow, hide errors or depend on the locale into compile errors. The build
 * includes this header before the first line of every source file of the program. */
#ifndef BASE_BANNED_H
#define BASE_BANNED_H

/* A poisoned word may not appear again, so the headers that declare one are read first. */
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* These may be macros in a hardened build or a GNU one, and a poisoned macro draws a warning. */
#undef alloca
#undef sprintf
#undef vsprintf

#pragma GCC poison strcpy strcat strncpy strncat stpcpy strtok gets sprintf vsprintf
#pragma GCC poison atoi atol atoll atof strtol strtoul strtoll strtoull strtof strtod strtold
#pragma GCC poison scanf fscanf sscanf vscanf vfscanf vsscanf
#pragma GCC poison localtime gmtime ctime asctime setlocale localeconv
#pragma GCC poison system popen tmpnam tempnam mktemp alloca

#endif
