/* What was found in an input, on standard error. */
#ifndef APP_INPUTS_INPUT_MESSAGES_H
#define APP_INPUTS_INPUT_MESSAGES_H

#include "app/options/input_request.h"
#include "input/input.h"

/* Prints what users may want to know although the picture is correct, and the reader's remarks from
 * that one on. */
void input_messages_print(const struct input_request *r, const char *name,
                          const struct input_report *report, const struct text_list *remarks,
                          size_t from);

#endif
