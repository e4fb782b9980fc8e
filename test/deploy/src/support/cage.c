/*
 * Runs a program as a unit of systemd would: cage UID GID PROGRAM ARGUMENTS. As that user, without new privileges, and with the system calls that
 * allowed.h names; all others, and sockets of other families than the units allow, are refused with EPERM (EAFNOSUPPORT), as there.
 */
#include <errno.h>
#include <grp.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)

static const int allowed[] = {
#include "allowed.h"
};
enum { COUNT = sizeof allowed / sizeof *allowed };

static struct sock_filter filter[2 * COUNT + 16];

static int fail(const char *what) {
  perror(what);
  return 70;
}

int main(int argc, char **argv) {
  if (argc < 4) return 64;
  const struct sock_filter families[] = {
      LOAD(nr),
      UNLESS(SYS_socket, 8),
      LOAD(args[0]),
      UNLESS(AF_UNIX, 1), ALLOW,
      UNLESS(AF_INET, 1), ALLOW,
      UNLESS(AF_INET6, 1), ALLOW,
      REFUSE(EAFNOSUPPORT),
  };
  int length = 0;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++) filter[length++] = families[i];
  for (int i = 0; i < COUNT; i++) {
    filter[length++] = (struct sock_filter)UNLESS(allowed[i], 1);
    filter[length++] = (struct sock_filter)ALLOW;
  }
  filter[length++] = (struct sock_filter)REFUSE(EPERM);

  /* A plain user stays who it is. */
  if (getuid() == 0) {
    if (setgroups(0, NULL) != 0) return fail("setgroups");
    if (setgid(atoi(argv[2])) != 0) return fail("setgid");
    if (setuid(atoi(argv[1])) != 0) return fail("setuid");
  }
  const struct sock_fprog program = {length, filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return fail("no new privileges");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) return fail("seccomp");
  execvp(argv[3], argv + 3);
  return fail(argv[3]);
}
