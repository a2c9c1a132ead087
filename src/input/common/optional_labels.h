/* Labels of samples that are kept only when options ask for them: they multiply label sets. */
#ifndef INPUT_COMMON_OPTIONAL_LABELS_H
#define INPUT_COMMON_OPTIONAL_LABELS_H

/* A bit for each. */
enum optional_labels {
    OPTIONAL_PROCESS = 1 << 0, /* the name of the process, where `comm` is that of the thread */
    OPTIONAL_CGROUP = 1 << 1,  /* the path of the control group */
    OPTIONAL_NODE = 1 << 2,    /* the node of the processor, where that of the memory is not told */
};

#endif
