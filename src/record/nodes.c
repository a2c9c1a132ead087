/* /sys/devices/system/node/node0: cpulist, meminfo, and an entry memory12 for each block of memory.
 */
#include "record/nodes.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/parse.h"
#include "record/small_file.h"

enum { PATH = 4096, WORD = 64 };

static const char FOLDER[] = "/sys/devices/system/node";

/* Takes a text without the newline at its end. */
static struct str first_line(const struct buf *text)
{
    struct str rest = buf_str(text);
    struct str line = STR("");

    (void)!take_field(&rest, '\n', &line);
    return str_trim(line);
}

/* "Node 0 MemTotal:       24684092 kB" */
static void take_size(struct node *node, struct str line)
{
    enum { KEY = 2, SIZE, WORDS };
    struct str words[WORDS];
    uint64_t kb;

    for (size_t i = 0; i < WORDS; i++)
        if (!take_word(&line, &words[i]))
            return;
    if (!parse_u64(words[SIZE], &kb))
        return;
    if (str_equal(words[KEY], STR("MemTotal:")))
        node->memory_kb = kb;
    else if (str_equal(words[KEY], STR("MemFree:")))
        node->free_kb = kb;
}

static void look_at_node(struct nodes *nodes, struct node *node, const char *root)
{
    struct buf text = {0};
    struct str line;

    if (small_file_read(&text, "%s%s/node%" PRIu32 "/cpulist", root, FOLDER, node->number)) {
        line = first_line(&text);
        node->processors = nodes->texts.n;
        node->n_processors = line.n;
        buf_add(&nodes->texts, line);
    }
    if (small_file_read(&text, "%s%s/node%" PRIu32 "/meminfo", root, FOLDER, node->number))
        for (struct str rest = buf_str(&text); take_field(&rest, '\n', &line);)
            take_size(node, line);
    buf_free(&text);
}

/* Sets the bit of a block, as "memory12" names it. The bitmap is the last one so far. */
static void add_block(struct nodes *nodes, struct node *node, struct str name)
{
    static const struct str before = {"memory", 6};
    uint64_t block;

    if (!str_starts(name, before) || !parse_u64(str_from_to(name, before.n, name.n), &block) ||
        block >= NODE_BLOCKS_MOST)
        return;
    const size_t word = node->bitmap + (size_t)(block / WORD);
    if (word >= NODE_BITMAPS_MOST / sizeof *nodes->words)
        return;
    if (word >= nodes->n_words)
        nodes->n_words = word + 1;
    nodes->words = mem_grow(nodes->words, &nodes->words_room, nodes->n_words, sizeof *nodes->words);
    nodes->words[word] |= UINT64_C(1) << block % WORD;
    if (block >= node->n_blocks)
        node->n_blocks = block + 1;
}

static void look_at_memory(struct nodes *nodes, struct node *node, const char *root)
{
    char path[PATH];
    const struct dirent *entry;
    DIR *folder = NULL;

    node->bitmap = nodes->n_words;
    if (snprintf(path, sizeof path, "%s%s/node%" PRIu32, root, FOLDER, node->number) < PATH)
        folder = opendir(path);
    while (folder && (entry = readdir(folder)) != NULL)
        add_block(nodes, node, str_of(entry->d_name));
    if (folder)
        closedir(folder);
}

/* Adds the nodes of a list as 0-1,4. */
static void add_list(struct nodes *nodes, struct str list)
{
    struct str range;
    uint64_t first, last;

    while (take_field(&list, ',', &range) && parse_range(range, &first, &last))
        for (; first <= last && first < NODES_MOST && nodes->n < NODES_MOST; first++) {
            nodes->rows = mem_grow(nodes->rows, &nodes->room, nodes->n + 1, sizeof *nodes->rows);
            nodes->rows[nodes->n++] = (struct node){.number = (uint32_t)first};
        }
}

void nodes_look(struct nodes *nodes, const char *root, bool with_memory)
{
    struct buf text = {0};

    *nodes = (struct nodes){0};
    if (small_file_read(&text, "%s%s/online", root, FOLDER))
        add_list(nodes, first_line(&text));
    for (size_t i = 0; i < nodes->n; i++)
        look_at_node(nodes, &nodes->rows[i], root);
    if (with_memory && nodes->n &&
        small_file_read(&text, "%s/sys/devices/system/memory/block_size_bytes", root) &&
        parse_hex_u64(first_line(&text), &nodes->block) && nodes->block)
        for (size_t i = 0; i < nodes->n; i++)
            look_at_memory(nodes, &nodes->rows[i], root);
    buf_free(&text);
}

void nodes_free(struct nodes *nodes)
{
    mem_free(nodes->rows, nodes->room, sizeof *nodes->rows);
    mem_free(nodes->words, nodes->words_room, sizeof *nodes->words);
    buf_free(&nodes->texts);
    *nodes = (struct nodes){0};
}
