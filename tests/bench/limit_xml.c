/* limit-xml FILE: expat with callbacks that do nothing; the least work of a reader of XML. */
#include <expat.h>
#include <stdbool.h>
#include <stdio.h>

static void on_start(void *context, const char *name, const char **attributes)
{
    (void)context;
    (void)name;
    (void)attributes;
}

static void on_end(void *context, const char *name)
{
    (void)context;
    (void)name;
}

static void on_text(void *context, const char *text, int n)
{
    (void)context;
    (void)text;
    (void)n;
}

int main(int argc, char **argv)
{
    static char block[256 << 10];
    FILE *in = argc == 2 ? fopen(argv[1], "rb") : NULL;
    XML_Parser parser = XML_ParserCreate(NULL);
    bool ok = in && parser;
    size_t n;

    if (parser) {
        XML_SetElementHandler(parser, on_start, on_end);
        XML_SetCharacterDataHandler(parser, on_text);
    }
    do {
        n = ok ? fread(block, 1, sizeof block, in) : 0;
        ok = ok && XML_Parse(parser, block, (int)n, n == 0) == XML_STATUS_OK;
    } while (ok && n > 0);
    if (parser)
        XML_ParserFree(parser);
    if (in)
        fclose(in);
    return ok ? 0 : 1;
}
