/* The table of frames: functions, with module, file and line where known. */
#ifndef MODEL_FRAMES_H
#define MODEL_FRAMES_H

#include "model/names.h"

typedef uint32_t frame_id;

/* Where a frame's code ran. */
enum frame_kind {
    KIND_UNKNOWN, /* the input does not say */
    KIND_USER,    /* mark _[0]: interpreted */
    KIND_KERNEL,  /* mark _[k] */
    KIND_INLINED, /* mark _[i] */
    KIND_JIT,     /* mark _[j], or _[1]: by the first compiler */
    KIND_WAKER,   /* mark _[w]: the stack that woke this one */
    KIND_GUEST,
    KIND_COUNT,
};

/* What the offset of a frame counts from. */
enum offset_kind {
    OFFSET_IN_FILE,     /* the beginning of its module's file; or the input does not say what */
    OFFSET_VIRTUAL,     /* the addresses that this file gives its code, as objdump prints them */
    OFFSET_IN_MEMORY,   /* 0: the address at which it ran */
    OFFSET_IN_FUNCTION, /* the beginning of the function; there 0 is known, too */
};

/* Where a function was seen first, 0: not known. Rows do not differ by it. */
struct frame_seen {
    name_id module, file;
};

struct frame {
    name_id name;     /* as the input wrote it, including its mark */
    name_id module;   /* 0: not known */
    name_id build_id; /* of the module, hexadecimal; 0: not known */
    name_id file;     /* 0: not known */
    name_id symbol;   /* the linker's name of the function; 0: not known, or the same as name */
    uint32_t twin;    /* how many functions before it agree in name, module and file, yet are others
                       */
    uint64_t offset;  /* of the instruction, see offset_kind; 0: not known */
    uint32_t line;    /* in the source file; 0: not known */
    uint32_t first;   /* line of the function; 0: not known */
    struct frame_seen seen; /* for frames of any module and file: which part of a program it is */
    name_id
        shown; /* the name in pictures, if the reading serves these as well (shown.h); 0: name */
    enum frame_kind kind;
    enum offset_kind offset_kind;
    name_id line_file; /* of the line, where it may be another than that of the function; 0: it is
                        * that of the function (frame_line_file) */
};

/* Replaces the names of a row by those that `names` has for them. */
void frame_rename(struct frame *row, const name_id *names);

/* The source file of a row's line; 0: not known. */
static inline name_id frame_line_file(const struct frame *row)
{
    if (row->line_file)
        return row->line_file;
    return row->seen.file ? row->seen.file : row->file;
}

/* Whether anything but its name tells that a row is of a function. */
static inline bool frame_is_told(const struct frame *row)
{
    return row->kind != KIND_UNKNOWN || row->module || row->file || row->seen.module ||
           row->seen.file;
}

/* Whether the offset of a row is known. */
static inline bool frame_has_offset(const struct frame *row)
{
    return row->offset || row->offset_kind == OFFSET_IN_FUNCTION;
}

/* Rows are unique. Row 0 stands for the empty stack and has no name. */
struct frames {
    struct frame *rows;
    size_t room;
    uint32_t n;
    bool doubled; /* some rows differ in `shown` alone */
    struct slots slots;
    frame_id *plain; /* by name: the row with that name and a kind but nothing else; 0: none */
    size_t plain_room;
    struct hash_key key;
};

void frames_init(struct frames *frames);
void frames_free(struct frames *frames);

/* Makes a copy with the same ids; so do the copies of other tables. */
void frames_copy(struct frames *to, const struct frames *from);

/* Returns the id of the row, adding it when it is new. A row that does not know yet where it was
 * seen learns it. */
frame_id frames_add(struct frames *frames, const struct frame *row);

/* Adds where a row was seen, as far as it does not know it. */
static inline void frames_see(struct frames *frames, frame_id id, struct frame_seen seen)
{
    struct frame_seen *known = &frames->rows[id].seen;

    known->module = known->module ? known->module : seen.module;
    known->file = known->file ? known->file : seen.file;
}

/* Returns the id of a row that has only a name; its kind is read from the mark at the name's end.
 */
frame_id frames_add_new_named(struct frames *frames, const struct names *names, name_id name);

static inline frame_id frames_add_named(struct frames *frames, const struct names *names,
                                        name_id name)
{
    if (name < frames->plain_room && frames->plain[name])
        return frames->plain[name];
    return frames_add_new_named(frames, names, name);
}

/* The kind by the mark at the end of a name; KIND_UNKNOWN if there is no mark, or nothing else. */
enum frame_kind kind_of_mark(struct str name);

/* Returns the name without its mark. */
struct str name_without_mark(struct str name);

/* A kind's word ("kernel") and its mark ("_[k]"; "" if it has none). */
const char *kind_word(enum frame_kind kind);
const char *kind_mark(enum frame_kind kind);

#endif
