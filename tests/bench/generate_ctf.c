/* bench-generate-ctf MB SEED FOLDER: about MB million bytes of a trace (CTF 1.8) as LTTng records
 * one of a program: two streams, a packet after the other, with the stack of each event. */
#include "random.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MB_MAX = 2000, STREAMS = 2, PACKET = 1 << 18, EVENT_MOST = 512 };
enum { PROCESS = 4711, THREADS = 12, DEEPEST = 15, PLACES = 300, WAYS = 4 };

static const char metadata[] =
    "/* CTF 1.8 */\n"
    "typealias integer { size = 8; align = 8; } := u8;\n"
    "typealias integer { size = 32; align = 8; } := u32;\n"
    "typealias integer { size = 64; align = 8; } := u64;\n"
    "typealias integer { size = 64; align = 8; base = 16; } := address;\n"
    "trace { major = 1; minor = 8; byte_order = le; packet.header := struct { u32 magic; }; };\n"
    "env { domain = \"ust\"; hostname = \"node\"; };\n"
    "clock { name = monotonic; freq = 1000000000; offset_s = 1795838528; };\n"
    "typealias integer { size = 64; align = 8; map = clock.monotonic.value; } := stamp;\n"
    "stream {\n"
    "    packet.context := struct { stamp timestamp_begin; stamp timestamp_end; u64 content_size;\n"
    "                               u64 packet_size; u32 cpu_id; };\n"
    "    event.header := struct { u8 id; stamp timestamp; };\n"
    "    event.context := struct {\n"
    "        u32 _vpid; u32 _vtid; string _procname;\n"
    "        u8 __callstack_user_length; address _callstack_user[__callstack_user_length];\n"
    "    };\n"
    "};\n"
    "event { id = 0; name = \"app:request_begin\"; fields := struct { u32 _id; }; };\n"
    "event { id = 1; name = \"app:request_end\"; fields := struct { u32 _id; u64 _bytes; }; };\n"
    "event { id = 2; name = \"app:note\"; fields := struct { string _what; }; };\n"
    "event { id = 3; name = \"lttng_ust_libc:malloc\";\n"
    "        fields := struct { u64 _size; address _ptr; }; };\n"
    "event { id = 4; name = \"lttng_ust_libc:free\"; fields := struct { address _ptr; }; };\n";
enum { KINDS = 5 };

/* A packet of a stream, and when its first and its last event were. */
struct packet {
    char bytes[PACKET];
    size_t n;
    uint64_t first, last;
};

struct stream {
    FILE *file;
    struct random r;
    uint32_t cpu;
    uint64_t now; /* ns */
    uint64_t written;
    struct packet packet;
};

static uint32_t parse_number(const char *text, uint32_t max)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);

    return *text >= '0' && *text <= '9' && !*end && value <= max ? (uint32_t)value : 0;
}

static void put(struct packet *p, uint64_t value, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        p->bytes[p->n++] = (char)(value >> 8 * i);
}

static void put_text(struct packet *p, const char *text)
{
    const size_t n = strlen(text) + 1;

    memcpy(p->bytes + p->n, text, n);
    p->n += n;
}

/* The innermost first: each place has four ways to it, and always the same depth. */
static void put_stack(struct stream *s)
{
    struct packet *p = &s->packet;
    uint32_t place = random_below(&s->r, PLACES);
    const uint32_t way = random_below(&s->r, WAYS);
    const uint32_t depth = 2 + place % (DEEPEST - 1);

    put(p, depth, 1);
    for (uint32_t i = 0; i + 1 < depth; i++) {
        put(p, UINT64_C(0x7f3a10401000) + place * UINT64_C(0x1d4), 8);
        place = (place + way * PLACES) / 2;
    }
    put(p, UINT64_MAX, 8); /* LTTng ends a stack with it */
}

static void put_fields(struct stream *s, uint32_t kind)
{
    struct packet *p = &s->packet;
    char text[32];

    switch (kind) {
    case 0:
        put(p, random_below(&s->r, 1000), 4);
        break;
    case 1:
        put(p, random_below(&s->r, 1000), 4);
        put(p, random_below(&s->r, 100000), 8);
        break;
    case 2:
        snprintf(text, sizeof text, "step %" PRIu32 " \"done\"", random_below(&s->r, 1000));
        put_text(p, text);
        break;
    case 3:
        put(p, 16 * random_below(&s->r, 400), 8);
        put(p, UINT64_C(0x558000000000) + 16 * random_below(&s->r, 100000), 8);
        break;
    default:
        put(p, UINT64_C(0x558000000000) + 16 * random_below(&s->r, 100000), 8);
    }
}

static void begin_packet(struct stream *s)
{
    s->packet.n = 0;
    put(&s->packet, 0xc1fc1fc1, 4);
    for (unsigned i = 0; i < 4; i++)
        put(&s->packet, 0, 8); /* known at the end */
    put(&s->packet, s->cpu, 4);
    s->packet.first = s->now;
}

static void end_packet(struct stream *s)
{
    struct packet *p = &s->packet;
    const size_t n = p->n;

    p->n = 4;
    put(p, p->first, 8);
    put(p, s->now, 8);
    put(p, n * 8, 8);
    put(p, n * 8, 8);
    s->written += fwrite(p->bytes, 1, n, s->file);
}

static void put_event(struct stream *s)
{
    struct packet *p = &s->packet;
    const uint32_t kind = random_below(&s->r, KINDS);
    const uint32_t thread = random_below(&s->r, THREADS);
    char name[24];

    s->now += 200 + random_below(&s->r, 4000);
    put(p, kind, 1);
    put(p, s->now, 8);
    put(p, PROCESS, 4);
    put(p, PROCESS + thread, 4);
    snprintf(name, sizeof name, "worker-%" PRIu32, thread / 4);
    put_text(p, name);
    put_stack(s);
    put_fields(s, kind);
}

static bool write_stream(struct stream *s, uint64_t size)
{
    while (s->written < size && !ferror(s->file)) {
        begin_packet(s);
        while (s->packet.n < PACKET - EVENT_MOST && s->written + s->packet.n < size)
            put_event(s);
        end_packet(s);
    }
    return !ferror(s->file);
}

/* Opens a file of the trace; NULL with a message. */
static FILE *create(const char *folder, const char *name)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "wb");
    if (!file)
        perror(path);
    return file;
}

static bool write_metadata(const char *folder)
{
    FILE *file = create(folder, "metadata");

    return file && (fputs(metadata, file) >= 0) + (fclose(file) == 0) == 2;
}

int main(int argc, char **argv)
{
    static struct stream s;
    const uint32_t mb = argc == 4 ? parse_number(argv[1], MB_MAX) : 0;
    char name[32];

    if (!mb) {
        fprintf(stderr, "usage: %s MB SEED FOLDER, MB 1 to %d\n", argv[0], MB_MAX);
        return 2;
    }
    (void)mkdir(argv[3], 0777); /* it may be there */
    bool ok = write_metadata(argv[3]);
    for (uint32_t i = 0; ok && i < STREAMS; i++) {
        snprintf(name, sizeof name, "channel0_%" PRIu32, i);
        s = (struct stream){.file = create(argv[3], name),
                            .r = random_seeded(parse_number(argv[2], UINT32_MAX / 2) + i),
                            .cpu = i};
        ok = s.file && write_stream(&s, (uint64_t)mb * 1000000 / STREAMS);
        ok = s.file && fclose(s.file) == 0 && ok;
    }
    return ok ? 0 : 1;
}
