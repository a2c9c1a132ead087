/* flame-graphviz: the child process that runs libcgraph, which may crash when memory runs out and
 * cannot be interrupted. It reads a graph from standard input (render/process/graphviz_wire.h) and
 * writes the form that its argument names to standard output. */
#include <stdio.h>
#include <string.h>

#include "render/child/graphviz/read.h"
#include "render/process/graphviz_wire.h"

int main(int argc, char **argv)
{
    struct graphviz_graph s;

    if (argc != 3 || strcmp(argv[1], GRAPHVIZ_TO_DOT) != 0 || !child_begin(argv[2]))
        return CHILD_FAILED;
    if (!graphviz_read(&s) || agwrite(s.graph, stdout) != 0 || fflush(stdout) != 0 ||
        ferror(stdout))
        return CHILD_FAILED;
    graphviz_free(&s);
    return 0;
}
