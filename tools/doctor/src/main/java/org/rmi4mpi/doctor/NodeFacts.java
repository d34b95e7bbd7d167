package org.rmi4mpi.doctor;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Reads from Linux the values that the checks of a node judge. Stateless. */
final class NodeFacts {
    private NodeFacts() {}

    static ProcessLimits limits() {
        return new ProcessLimits(text(Path.of("/proc/self/limits")));
    }

    static ProcessStatus status() {
        return new ProcessStatus(text(Path.of("/proc/self/status")));
    }

    /** The limit of threads of this process's control group; empty if it is not known. */
    static String threadsOfGroup() {
        String group = text(Path.of("/proc/self/cgroup")).lines()
                .filter(line -> line.startsWith("0::") || line.contains(":pids:"))
                .map(line -> line.substring(line.lastIndexOf(':') + 1))
                .findFirst()
                .orElse("/");
        return Stream.of("/sys/fs/cgroup" + group + "/pids.max", "/sys/fs/cgroup/pids" + group + "/pids.max",
                "/sys/fs/cgroup/pids.max", "/sys/fs/cgroup/pids/pids.max")
                .map(Path::of)
                .filter(Files::isReadable)
                .map(NodeFacts::text)
                .findFirst()
                .orElse("");
    }

    /** Bytes; negative if there is no /dev/shm. */
    static long freeSharedMemory() {
        try {
            return Files.getFileStore(Path.of("/dev/shm")).getUsableSpace();
        } catch (IOException e) {
            return -1;
        }
    }

    /** Bytes of the node's memory, or of this process's control group if that is less. */
    static long memory() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
    }

    static boolean hasInfiniBand() {
        String[] devices = new java.io.File("/sys/class/infiniband").list();
        return devices != null && devices.length > 0;
    }

    /** Cores of the machine, including those that this process may not use. */
    static int cores() {
        return (int) text(Path.of("/proc/cpuinfo")).lines().filter(line -> line.startsWith("processor")).count();
    }

    /** The whole of a file of Linux; empty if it cannot be read. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            return "";
        }
    }
}
