package org.rmi4mpi.serial;

import java.io.ObjectInputFilter;

/** Whether the process gives new streams a filter of its own (JEP 290, JEP 415). Stateless. */
final class FiltersOfProcess {
    /** Final: the factory cannot change once a stream exists, and one exists before this class is used. */
    private static final boolean FACTORY_IS_THE_JDKS =
            ObjectInputFilter.Config.getSerialFilterFactory().getClass().getName().startsWith("java.io.");

    private FiltersOfProcess() {}

    static boolean areNone() {
        return FACTORY_IS_THE_JDKS && ObjectInputFilter.Config.getSerialFilter() == null;
    }
}
