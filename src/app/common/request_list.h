/* The values of an option that may be repeated. */
#ifndef APP_COMMON_REQUEST_LIST_H
#define APP_COMMON_REQUEST_LIST_H

#include <stddef.h>

/* Owns the array, borrows the texts. A zeroed struct is empty. */
struct request_list {
    const char **items;
    size_t n, room;
};

void request_list_add(struct request_list *list, const char *item);
void request_list_free(struct request_list *list);

#endif
