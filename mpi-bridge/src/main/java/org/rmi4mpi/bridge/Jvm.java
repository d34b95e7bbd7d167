package org.rmi4mpi.bridge;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** What this JVM was told. */
final class Jvm {
    private Jvm() {}

    /** The value of an option of HotSpot; throws where there is none of that name, or another JVM. */
    static String option(String name) {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption(name).getValue();
    }
}
