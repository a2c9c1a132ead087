/* The folders that the environment names and in which names are sought. */
#ifndef APP_OPTIONS_SYMBOL_FOLDERS_H
#define APP_OPTIONS_SYMBOL_FOLDERS_H

#include "base/buf.h"
#include "symbol/options.h"

/* Sets perf's cache of files by build-id and the folder of temporary files, unless no files may be
 * opened. *options borrow *cache. */
void symbol_folders_find(struct symbol_options *options, struct buf *cache);

#endif
