package org.rmi4mpi.doctor;

/** Whether the JVM of a rank may reserve enough virtual memory, of which it uses a part (ulimit -v). */
public final class AddressSpaceCheck {
    /** The JDK's space for classes takes 1 GiB, that for compiled code 240 MiB; MPI, libraries and stacks the rest. */
    private static final long BESIDE_HEAP = 3L << 30;

    private AddressSpaceCheck() {}

    /** @param heap bytes to which the heap of a rank may grow */
    public static Finding look(String host, ProcessLimits limits, long heap) {
        long limit = limits.of("Max address space");
        long needed = heap + BESIDE_HEAP;
        if (limit == ProcessLimits.UNLIMITED) {
            return Finding.well("address space", host, "no limit");
        }
        String found =
                (limit >> 20) + " MiB of virtual memory for a rank whose heap may grow to " + (heap >> 20) + " MiB";
        return limit >= needed ? Finding.well("address space", host, found)
                : Finding.wrong("address space", host, found + " < " + (needed >> 20) + " MiB",
                        "raise it: ulimit -v unlimited, or ask the batch system for more memory; a JVM reserves more than it"
                                + " uses, and less by -Xmx and -XX:CompressedClassSpaceSize=64m");
    }
}
