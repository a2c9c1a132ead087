/* What a title calls the inputs. */
#ifndef APP_INPUTS_FILE_NAME_H
#define APP_INPUTS_FILE_NAME_H

#include "app/options/input_request.h"
#include "base/buf.h"

/* Appends "waits.data", or "waits.data and 3 others", whatever their order; nothing for standard
 * input, for a file that is removed afterwards, and where names are hidden. */
void inputs_file_name(const struct input_request *r, struct buf *to);

#endif
