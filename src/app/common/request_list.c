/* --focus a --focus b: the list of an option's values. */
#include "app/common/request_list.h"

#include "base/mem.h"

void request_list_add(struct request_list *list, const char *item)
{
    list->items = mem_grow(list->items, &list->room, list->n + 1, sizeof *list->items);
    list->items[list->n++] = item;
}

void request_list_free(struct request_list *list)
{
    mem_free(list->items, list->room, sizeof *list->items);
    *list = (struct request_list){0};
}
