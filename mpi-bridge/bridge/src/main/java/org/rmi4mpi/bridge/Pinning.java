package org.rmi4mpi.bridge;

import java.util.function.UnaryOperator;

/**
 * What keeps an array of the heap in its place while MPI reads or writes it, and other ranks may come late. Two cases are relied on,
 * which HotSpot's source tells. In any other JDK, JVM or collector, such operations copy arrays. Decision 0024 has all collectors.
 *
 * <ul>
 *   <li>G1 of JDK 17: no collection moves an array that fills more than half a region. G1 of JDK 21 does, in its last full
 *       collection before an OutOfMemoryError (JDK-8191565).
 *   <li>G1 of JDK 22 to 26: an array in a JNI critical section stays where it is, and the collector goes on elsewhere (JEP
 *       423). Other collectors, and G1 before, wait for the end of the section. A message may come late, so that they
 *       would wait too long.
 * </ul>
 *
 * An operation for which all ranks have come ends soon. Such a one enters a critical section with every collector of HotSpot,
 * unless {@code -Xcheck:jni} hands out copies.
 *
 * @param pins whether a critical section is needed
 * @param leastBytes size of the smallest array that stays in place
 */
record Pinning(boolean pins, long leastBytes) {
    /** Every array is copied, unless all ranks have come. */
    static final Pinning NONE = new Pinning(false, Long.MAX_VALUE);

    /** The JDK whose G1 does not move large arrays. Those of 18 to 20 do not either, but nobody tests them. */
    private static final int WITH_LARGE_ARRAYS = 17;
    private static final int FIRST_THAT_PINS = 22;
    /** The last JDK whose source has been read. */
    private static final int LAST_THAT_PINS = 26;

    static Pinning ofThisJvm() {
        try {
            return of(Runtime.version().feature(), System.getProperty("java.vm.name"), Jvm::option);
        } catch (RuntimeException | LinkageError e) {
            return NONE; // not HotSpot
        }
    }

    static boolean thisJvmKeepsArraysInSections() {
        try {
            return keepsArraysInSections(System.getProperty("java.vm.name"), Jvm::option);
        } catch (RuntimeException | LinkageError e) {
            return false; // not HotSpot
        }
    }

    /** Whether a critical section has the array itself, and not a copy. The parameters are those of {@link #of}. */
    static boolean keepsArraysInSections(String vm, UnaryOperator<String> option) {
        boolean isHotSpot = vm.startsWith("OpenJDK ") || vm.startsWith("Java HotSpot(TM) ");
        return isHotSpot && !Boolean.parseBoolean(option.apply("CheckJNICalls")); // -Xcheck:jni
    }

    /**
     * @param jdk version of the JDK
     * @param vm name of the JVM
     * @param option gives the value of an option of HotSpot, by name
     *
     * @throws RuntimeException where the JVM does not have such an option
     */
    static Pinning of(int jdk, String vm, UnaryOperator<String> option) {
        if (!keepsArraysInSections(vm, option) || !Boolean.parseBoolean(option.apply("UseG1GC"))) {
            return NONE;
        } else if (jdk >= FIRST_THAT_PINS && jdk <= LAST_THAT_PINS) {
            return new Pinning(true, 0);
        }
        long regionBytes = Long.parseLong(option.apply("G1HeapRegionSize"));
        return jdk == WITH_LARGE_ARRAYS && regionBytes > 0 ? new Pinning(false, regionBytes / 2) : NONE;
    }
}
