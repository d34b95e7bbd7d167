package org.rmi4mpi.bridge;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Queries HotSpot options. */
final class Jvm {
    private Jvm() {}

    /** Returns the value of an option. Throws an exception if the option is unknown, or the JVM is not HotSpot. */
    static String option(String name) {
        return ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).getVMOption(name).getValue();
    }
}
