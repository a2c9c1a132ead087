/* The names of categories: of clang, of bazel and of Kineto, PyTorch's profiler. */
#include "input/chrome/category.h"

enum trace_category trace_category_of(struct str name)
{
    static const struct {
        const char *name;
        enum trace_category category;
    } of[] = {
        {"Trace", OF_TRACE},
        {"critical path component", OF_CRITICAL_PATH},
        {"overhead", OF_OVERHEAD},
        {"kernel", GPU_WORK},
        {"gpu_memcpy", GPU_WORK},
        {"gpu_memset", GPU_WORK},
        {"Kernel", GPU_WORK}, /* these of 2021 */
        {"Memcpy", GPU_WORK},
        {"Memset", GPU_WORK},
        {"gpu_user_annotation", GPU_SUMS},
        {"cuda_sync", GPU_SUMS},
    };

    for (size_t i = 0; i < sizeof of / sizeof of[0]; i++)
        if (str_equal(name, str_of(of[i].name)))
            return of[i].category;
    return OTHER;
}
