/* a helper looks for /tmp/.java_pid1 or makes /tmp/.attach_pid1, SIGQUIT, the helper asks
 * The machine's files and its socket are its helper's alone (record/opener/handshake.h); here is
 * whether it may be asked, and the signal. */
#include "record/code/java_map.h"

#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/parse.h"
#include "record/code/process_files.h"
#include "record/proc_fields.h"
#include "record/small_file.h"

enum { PATH = 64, MAPS_MOST = 16 << 20 };

/* Whether a file of the process has, or lacks, a text. */
static bool says(struct sampled_processes *h, struct buf *text, uint32_t pid, const char *file,
                 struct str part, bool wanted)
{
    char path[PATH];

    snprintf(path, sizeof path, "/proc/%u/%s", pid, file);
    return process_read(h, text, wanted ? MAPS_MOST : SMALL_FILE_MOST, path) &&
           (str_find(buf_str(text), 0, part) < text->n) == wanted;
}

/* The signal ends a process that does not catch it. A machine that takes no questions would take it
 * for the wish to print its threads. */
static bool may_be_asked(struct sampled_processes *h, uint32_t pid)
{
    struct buf text = {0};
    struct str signals;
    uint64_t caught = 0;

    bool ok = small_file_read(&text, "/proc/%u/status", pid) &&
              proc_status_value(buf_str(&text), STR("\nSigCgt:"), &signals) &&
              parse_hex_u64(str_trim(signals), &caught) && caught >> (SIGQUIT - 1) & 1;
    ok = ok && says(h, &text, pid, "maps", STR("/libjvm.so\n"), true) &&
         says(h, &text, pid, "cmdline", STR("-XX:+DisableAttachMechanism"), false);
    buf_free(&text);
    return ok;
}

enum java_answer java_map_ask(struct sampled_processes *h, const struct sampled_process *p,
                              uint64_t until_ns)
{
    const int process = (int)syscall(SYS_pidfd_open, p->pid, 0);
    enum java_answer answer = JAVA_NONE;
    uint32_t flags = 0;

    if (p->view && process >= 0 && may_be_asked(h, p->pid)) {
        answer = JAVA_SILENT;
        if (process_java_begin(h, p, &flags)) {
            const bool is_woken = flags & OPENER_LISTENS ||
                                  syscall(SYS_pidfd_send_signal, process, SIGQUIT, NULL, 0) == 0;
            /* Also where the signal could not be sent, as the file is to be removed. */
            if (process_java_ask(h, p, flags, is_woken ? until_ns : 0))
                answer = flags & OPENER_HAS_MAP ? JAVA_WRITTEN : JAVA_WRITTEN_NEW;
        }
    }
    if (process >= 0)
        close(process);
    return answer;
}
