/*
 * The link of a host, which loses packets and delays the others. It makes two network interfaces: one here, and one in the
 * namespace of the host. What the kernel sends to one comes out of the other, unless it is lost. Delays differ from packet
 * to packet, so that packets overtake each other. Not every kernel has netem, which does the same. Linux alone.
 *
 *   lossywire HERE PROCESS THERE PERCENT DELAY    PROCESS is one of the host, DELAY the longest delay in ms
 *
 * Prints a line once both interfaces are there. They go away with the process, which runs in the namespace of the host then.
 * Its status is 77 where it may make none.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#define LONGEST_PACKET 2048
#define PACKETS 4096

struct packet {
    int64_t due; /* in ns; 0 if the place is free */
    int target;  /* the index of the interface */
    int length;
    char bytes[LONGEST_PACKET];
};

static struct packet packets[PACKETS];
static int interfaces[2];

static void check(int ok, const char *what)
{
    if (!ok) {
        fprintf(stderr, "lossywire: %s: %s\n", what, strerror(errno));
        exit(1);
    }
}

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

/* The interface sends whole packets with their checksums, since it offers the kernel no offloads. */
static int create_interface(const char *name)
{
    struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
    int tap = open("/dev/net/tun", O_RDWR | O_NONBLOCK);
    if (tap < 0) {
        fprintf(stderr, "lossywire: /dev/net/tun: %s\n", strerror(errno));
        exit(77);
    }
    strncpy(request.ifr_name, name, IFNAMSIZ - 1);
    check(ioctl(tap, TUNSETIFF, &request) == 0, name);
    return tap;
}

static void enter_network_of(const char *process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%s/ns/net", process);
    int network = open(path, O_RDONLY);
    check(network >= 0 && setns(network, CLONE_NEWNET) == 0, path);
    close(network);
}

/* Takes all packets that wait at an interface. A packet without a place is lost, as in a full switch. */
static void take_packets(int source, double loss, int64_t longest_delay)
{
    static char bytes[LONGEST_PACKET];
    int next = 0;
    ssize_t length;
    while ((length = read(interfaces[source], bytes, sizeof bytes)) > 0) {
        if (drand48() < loss)
            continue;
        while (next < PACKETS && packets[next].due != 0)
            next++;
        if (next == PACKETS)
            continue;
        struct packet *packet = &packets[next];
        packet->due = now() + (int64_t)(drand48() * longest_delay);
        packet->target = 1 - source;
        packet->length = length;
        memcpy(packet->bytes, bytes, length);
    }
    check(errno == EAGAIN || errno == EIO, "read"); /* EIO: the interface is down */
}

/* Hands over the packets that are due, and returns when the next one is, or INT64_MAX. */
static int64_t deliver_packets(void)
{
    int64_t time = now(), next = INT64_MAX;
    for (int i = 0; i < PACKETS; i++) {
        struct packet *packet = &packets[i];
        if (packet->due == 0)
            continue;
        if (packet->due <= time) {
            ssize_t written = write(interfaces[packet->target], packet->bytes, packet->length);
            check(written == packet->length || errno == EIO, "write");
            packet->due = 0;
        } else if (packet->due < next)
            next = packet->due;
    }
    return next;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: lossywire HERE PROCESS THERE PERCENT DELAY\n");
        return 2;
    }
    interfaces[0] = create_interface(argv[1]);
    enter_network_of(argv[2]);
    interfaces[1] = create_interface(argv[3]);
    printf("the wire is there\n");
    fflush(stdout);
    srand48(getpid());
    for (;;) {
        int64_t next = deliver_packets();
        int64_t wait = next - now();
        struct timespec until = {wait > 0 ? wait / 1000000000 : 0, wait > 0 ? wait % 1000000000 : 0};
        struct pollfd ready[2] = {{interfaces[0], POLLIN, 0}, {interfaces[1], POLLIN, 0}};
        ppoll(ready, 2, next == INT64_MAX ? NULL : &until, NULL);
        for (int source = 0; source < 2; source++)
            if (ready[source].revents & POLLIN)
                take_packets(source, atof(argv[4]) / 100, (int64_t)(atof(argv[5]) * 1e6));
    }
}
