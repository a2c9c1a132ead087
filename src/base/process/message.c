/* sendmsg and recvmsg with SCM_RIGHTS. */
#include "base/process/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

union control {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(MESSAGE_DESCRIPTORS * sizeof(int))];
};

bool message_send(int socket, const void *bytes, size_t n, const int *fds, size_t n_fds)
{
    union control control = {.bytes = {0}};
    struct iovec part = {(void *)bytes, n};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    ssize_t sent;

    if (n_fds) {
        message.msg_control = control.bytes;
        message.msg_controllen = CMSG_SPACE(n_fds * sizeof *fds);
        control.head.cmsg_level = SOL_SOCKET;
        control.head.cmsg_type = SCM_RIGHTS;
        control.head.cmsg_len = CMSG_LEN(n_fds * sizeof *fds);
        memcpy(CMSG_DATA(&control.head), fds, n_fds * sizeof *fds);
    }
    do
        sent = sendmsg(socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)n;
}

static void take_descriptors(struct msghdr *message, int fds[MESSAGE_DESCRIPTORS])
{
    size_t n = 0;

    for (struct cmsghdr *head = CMSG_FIRSTHDR(message); head; head = CMSG_NXTHDR(message, head)) {
        if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS)
            continue;
        const size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof *fds;
        for (size_t i = 0; i < count; i++) {
            int fd;
            memcpy(&fd, CMSG_DATA(head) + i * sizeof fd, sizeof fd);
            if (n < MESSAGE_DESCRIPTORS)
                fds[n++] = fd;
            else
                close(fd);
        }
    }
}

ssize_t message_take(int socket, void *to, size_t room, int fds[MESSAGE_DESCRIPTORS], int flags)
{
    union control control = {.bytes = {0}};
    struct iovec part = {to, room};
    struct msghdr message = {.msg_iov = &part,
                             .msg_iovlen = 1,
                             .msg_control = control.bytes,
                             .msg_controllen = sizeof control.bytes};
    ssize_t n;

    for (size_t i = 0; i < MESSAGE_DESCRIPTORS; i++)
        fds[i] = -1;
    do
        n = recvmsg(socket, &message, flags | MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    if (n > 0)
        take_descriptors(&message, fds);
    return n;
}
