/* A command line: the arguments with a NUL behind each, the first of them the program's name. */
#include "app/command_line.h"

#include <stdlib.h>

enum { BYTES = 2048, ARGUMENTS = 128 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

/* regcomp copies what stands before each '{' and '+', so a short pattern can take all memory: at
 * the expense of who asks for it, but not of this test. */
static bool is_slow(const uint8_t *data, size_t size)
{
    size_t copies = 0;

    for (size_t i = 0; i < size; i++)
        copies += data[i] == '{' ? 100 : data[i] == '+';
    return copies > 8;
}

static void check_request(const struct request *r)
{
    const struct style *s = &r->picture.style;

    check(s->width_px >= 1 && s->width_px <= 1000000);
    check(s->frame_px >= 1 && s->frame_px <= 1000);
    check(s->fontsize >= 1 && s->fontsize <= 200);
    check(s->fontwidth >= 0.1 && s->fontwidth <= 2);
    check(s->minwidth >= 0 && s->minwidth <= (s->minwidth_percent ? 100 : 1000000));
    check(s->factor.value > 0 && s->factor.scale <= 6);
    check(s->fonttype.n > 0 && !memchr(s->fonttype.p, '<', s->fonttype.n));
    check(r->read.ask.threads <= 256);
    check(s->max_nodes >= 2);
    check(!r->old_name || !r->output.path);
    check(r->task != TASK_HELP || r->help_topic);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char bytes[BYTES + 1] = "";
    char *argv[ARGUMENTS + 1] = {bytes};
    int argc = 1;
    struct request request;
    struct fault fault = {0};

    if (size > BYTES || is_slow(data, size))
        return 0;
    if (size)
        memcpy(bytes, data, size);
    for (size_t i = 1; i < size && argc < ARGUMENTS; i++)
        if (bytes[i - 1] == '\0')
            argv[argc++] = bytes + i;
    if (request_parse(&request, argc, argv, &fault)) {
        check(fault.kind == FAULT_NONE);
        check_request(&request);
    } else {
        check(fault.kind == FAULT_USAGE && fault.text[0]);
        for (const char *p = fault.text; *p; p++)
            check(*p >= 0x20 && *p < 0x7f);
    }
    request_free(&request);
    return 0;
}
