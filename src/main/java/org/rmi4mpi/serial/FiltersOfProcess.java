package org.rmi4mpi.serial;

import java.io.ObjectInputFilter;

/** Whether new streams get a filter without a program's asking (JEP 290, JEP 415). Stateless. */
final class FiltersOfProcess {
    /** Once a stream was made, as one was before this is asked, the factory stays what it is. */
    private static final boolean FACTORY_IS_THE_JDKS =
            ObjectInputFilter.Config.getSerialFilterFactory().getClass().getName().startsWith("java.io.");

    private FiltersOfProcess() {}

    static boolean areNone() {
        return FACTORY_IS_THE_JDKS && ObjectInputFilter.Config.getSerialFilter() == null;
    }
}
